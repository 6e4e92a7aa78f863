//! Kotlin: the roles of its grammar's nodes, and how names are used.

use super::node::{Ancestor, NodeRole};
use super::outline::UseKind;

/// By node kinds of tree-sitter-kotlin-ng.
pub const ROLES: &[(&str, NodeRole)] = &[
    ("source_file", NodeRole::Top),
    ("package_header", NodeRole::Package),
    ("import", NodeRole::Import),
    ("qualified_identifier", NodeRole::Dotted),
    ("*", NodeRole::All),
    ("modifiers", NodeRole::Modifiers),
    ("class_declaration", NodeRole::Class),
    ("interface", NodeRole::InterfaceWord),
    ("enum_class_body", NodeRole::EnumWord),
    ("object_declaration", NodeRole::Object),
    ("companion_object", NodeRole::Object),
    ("function_declaration", NodeRole::Function),
    ("secondary_constructor", NodeRole::Constructor),
    ("property_declaration", NodeRole::Property),
    ("variable_declaration", NodeRole::Variable),
    ("class_parameter", NodeRole::ClassParameter),
    ("val", NodeRole::ValueWord),
    ("var", NodeRole::ValueWord),
    ("enum_entry", NodeRole::Constant),
    ("type_alias", NodeRole::Alias),
    ("type_parameter", NodeRole::Binder),
    ("type_constraint", NodeRole::Binder),
    ("parameter", NodeRole::Binder),
    ("setter", NodeRole::HeadEnd),
    ("getter", NodeRole::HeadEnd),
    ("property_delegate", NodeRole::HeadEnd),
    ("constructor_delegation_call", NodeRole::Other),
    ("function_body", NodeRole::HeadEnd),
    ("block", NodeRole::HeadEnd),
    ("=", NodeRole::HeadEnd),
    ("class_body", NodeRole::Body),
    ("catch_block", NodeRole::Binder),
    ("identifier", NodeRole::Name),
    ("user_type", NodeRole::Type),
    ("call_expression", NodeRole::Call),
    ("navigation_expression", NodeRole::Member),
    ("constructor_invocation", NodeRole::New),
    ("infix_expression", NodeRole::Infix),
    ("callable_reference", NodeRole::Refer),
    ("::", NodeRole::Refer),
    ("string_content", NodeRole::Text),
    ("ERROR", NodeRole::Error),
];

/// How a name is used, from its ancestors, innermost last.
pub fn how(above: &[Ancestor]) -> UseKind {
    let Some(parent) = above.last() else { return UseKind::Named };
    let over = above.len().checked_sub(2).map(|at| &above[at]);
    let over_is = |role| over.is_some_and(|over| over.role == role);
    match parent.role {
        NodeRole::Call if parent.children == 1 => UseKind::Called,
        NodeRole::Member if parent.children > 1 && parent.refers => UseKind::CalledOn,
        NodeRole::Member
            if parent.children > 1 && over.is_some_and(|o| o.role == NodeRole::Call && o.children == 1) =>
        {
            UseKind::CalledOn
        }
        NodeRole::Infix if parent.children == 2 => UseKind::CalledOn,
        NodeRole::Refer => UseKind::Called,
        NodeRole::Type if over_is(NodeRole::New) => UseKind::Called,
        _ => UseKind::Named,
    }
}
