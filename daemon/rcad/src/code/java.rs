//! Java: the roles of its grammar's nodes, and how names are used.

use super::node::{Ancestor, NodeRole};
use super::outline::UseKind;

/// By node kinds of tree-sitter-java.
pub const ROLES: &[(&str, NodeRole)] = &[
    ("program", NodeRole::Top),
    ("package_declaration", NodeRole::Package),
    ("import_declaration", NodeRole::Import),
    ("scoped_identifier", NodeRole::Dotted),
    ("asterisk", NodeRole::All),
    ("modifiers", NodeRole::Modifiers),
    ("class_declaration", NodeRole::Class),
    ("record_declaration", NodeRole::Class),
    ("interface_declaration", NodeRole::Class),
    ("annotation_type_declaration", NodeRole::Class),
    ("enum_declaration", NodeRole::Class),
    ("interface", NodeRole::InterfaceWord),
    ("@interface", NodeRole::InterfaceWord),
    ("enum", NodeRole::EnumWord),
    ("method_declaration", NodeRole::Function),
    ("annotation_type_element_declaration", NodeRole::Function),
    ("constructor_declaration", NodeRole::Constructor),
    ("compact_constructor_declaration", NodeRole::Constructor),
    ("field_declaration", NodeRole::Property),
    ("constant_declaration", NodeRole::Property),
    ("variable_declarator", NodeRole::Variable),
    ("enum_constant", NodeRole::Constant),
    ("class_body", NodeRole::Body),
    ("interface_body", NodeRole::Body),
    ("enum_body", NodeRole::Body),
    ("annotation_type_body", NodeRole::Body),
    ("enum_body_declarations", NodeRole::Body),
    ("block", NodeRole::HeadEnd),
    ("constructor_body", NodeRole::HeadEnd),
    (";", NodeRole::HeadEnd),
    ("=", NodeRole::HeadEnd),
    ("formal_parameter", NodeRole::ClassParameter),
    ("catch_formal_parameter", NodeRole::Binder),
    ("enhanced_for_statement", NodeRole::Binder),
    ("resource", NodeRole::Binder),
    ("labeled_statement", NodeRole::Binder),
    ("break_statement", NodeRole::Binder),
    ("continue_statement", NodeRole::Binder),
    ("element_value_pair", NodeRole::Binder),
    ("type_parameter", NodeRole::Binder),
    ("type_pattern", NodeRole::Binder),
    ("record_pattern_component", NodeRole::Binder),
    ("lambda_expression", NodeRole::Lambda),
    ("inferred_parameters", NodeRole::Names),
    ("identifier", NodeRole::Name),
    ("type_identifier", NodeRole::TypeName),
    ("generic_type", NodeRole::Type),
    ("scoped_type_identifier", NodeRole::Type),
    ("method_invocation", NodeRole::Call),
    ("field_access", NodeRole::Member),
    ("object_creation_expression", NodeRole::New),
    ("method_reference", NodeRole::Refer),
    ("::", NodeRole::Refer),
    ("ERROR", NodeRole::Error),
];

/// How a name is used, from its ancestors, innermost last, and its field in the parent.
pub fn how(above: &[Ancestor], field: Option<&str>) -> UseKind {
    let Some(parent) = above.last() else { return UseKind::Named };
    let over_is = |role| above.len() > 1 && above[above.len() - 2].role == role;
    match parent.role {
        NodeRole::Call if field == Some("name") && parent.children == 1 => UseKind::Called,
        NodeRole::Call if field == Some("name") => UseKind::CalledOn,
        NodeRole::Refer if parent.refers => UseKind::CalledOn,
        NodeRole::New => UseKind::Called,
        NodeRole::Type if over_is(NodeRole::New) => UseKind::Called,
        _ => UseKind::Named,
    }
}
