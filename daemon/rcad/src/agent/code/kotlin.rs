//! Kotlin: what the nodes of its grammar are, and what is used by a name in it.

use super::grammar::Role;
use super::outline::How;
use super::reading::Above;

/// By the names of tree-sitter-kotlin-ng.
pub const ROLES: &[(&str, Role)] = &[
    ("source_file", Role::Top),
    ("package_header", Role::Package),
    ("import", Role::Import),
    ("qualified_identifier", Role::Dotted),
    ("*", Role::All),
    ("modifiers", Role::Modifiers),
    ("class_declaration", Role::Class),
    ("interface", Role::InterfaceWord),
    ("enum_class_body", Role::EnumWord),
    ("object_declaration", Role::Object),
    ("companion_object", Role::Object),
    ("function_declaration", Role::Function),
    ("secondary_constructor", Role::Constructor),
    ("property_declaration", Role::Property),
    ("variable_declaration", Role::Variable),
    ("class_parameter", Role::ClassParameter),
    ("val", Role::ValueWord),
    ("var", Role::ValueWord),
    ("enum_entry", Role::Constant),
    ("type_alias", Role::Alias),
    ("type_parameter", Role::Binder),
    ("type_constraint", Role::Binder),
    ("parameter", Role::Binder),
    ("setter", Role::HeadEnd),
    ("getter", Role::HeadEnd),
    ("property_delegate", Role::HeadEnd),
    ("constructor_delegation_call", Role::Other),
    ("function_body", Role::HeadEnd),
    ("block", Role::HeadEnd),
    ("=", Role::HeadEnd),
    ("class_body", Role::Body),
    ("catch_block", Role::Binder),
    ("identifier", Role::Name),
    ("user_type", Role::Type),
    ("call_expression", Role::Call),
    ("navigation_expression", Role::Member),
    ("constructor_invocation", Role::New),
    ("infix_expression", Role::Infix),
    ("callable_reference", Role::Refer),
    ("::", Role::Refer),
    ("string_content", Role::Text),
    ("ERROR", Role::Error),
];

/// How a name is used, by what is above it; the innermost last.
pub fn how(above: &[Above]) -> How {
    let Some(parent) = above.last() else { return How::Named };
    let over = above.len().checked_sub(2).map(|at| &above[at]);
    let over_is = |role| over.is_some_and(|over| over.role == role);
    match parent.role {
        Role::Call if parent.children == 1 => How::Called,
        Role::Member if parent.children > 1 && parent.refers => How::CalledOn,
        Role::Member if parent.children > 1 && over.is_some_and(|o| o.role == Role::Call && o.children == 1) => {
            How::CalledOn
        }
        Role::Infix if parent.children == 2 => How::CalledOn,
        Role::Refer => How::Called,
        Role::Type if over_is(Role::New) => How::Called,
        _ => How::Named,
    }
}
