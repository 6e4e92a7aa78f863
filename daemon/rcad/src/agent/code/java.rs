//! Java: what the nodes of its grammar are, and what is used by a name in it.

use super::grammar::Role;
use super::outline::How;
use super::reading::Above;

/// By the names of tree-sitter-java.
pub const ROLES: &[(&str, Role)] = &[
    ("program", Role::Top),
    ("package_declaration", Role::Package),
    ("import_declaration", Role::Import),
    ("scoped_identifier", Role::Dotted),
    ("asterisk", Role::All),
    ("modifiers", Role::Modifiers),
    ("class_declaration", Role::Class),
    ("record_declaration", Role::Class),
    ("interface_declaration", Role::Class),
    ("annotation_type_declaration", Role::Class),
    ("enum_declaration", Role::Class),
    ("interface", Role::InterfaceWord),
    ("@interface", Role::InterfaceWord),
    ("enum", Role::EnumWord),
    ("method_declaration", Role::Function),
    ("annotation_type_element_declaration", Role::Function),
    ("constructor_declaration", Role::Constructor),
    ("compact_constructor_declaration", Role::Constructor),
    ("field_declaration", Role::Property),
    ("constant_declaration", Role::Property),
    ("variable_declarator", Role::Variable),
    ("enum_constant", Role::Constant),
    ("class_body", Role::Body),
    ("interface_body", Role::Body),
    ("enum_body", Role::Body),
    ("annotation_type_body", Role::Body),
    ("enum_body_declarations", Role::Body),
    ("block", Role::HeadEnd),
    ("constructor_body", Role::HeadEnd),
    (";", Role::HeadEnd),
    ("=", Role::HeadEnd),
    ("formal_parameter", Role::ClassParameter),
    ("catch_formal_parameter", Role::Binder),
    ("enhanced_for_statement", Role::Binder),
    ("resource", Role::Binder),
    ("labeled_statement", Role::Binder),
    ("break_statement", Role::Binder),
    ("continue_statement", Role::Binder),
    ("element_value_pair", Role::Binder),
    ("type_parameter", Role::Binder),
    ("type_pattern", Role::Binder),
    ("record_pattern_component", Role::Binder),
    ("lambda_expression", Role::Lambda),
    ("inferred_parameters", Role::Names),
    ("identifier", Role::Name),
    ("type_identifier", Role::TypeName),
    ("generic_type", Role::Type),
    ("scoped_type_identifier", Role::Type),
    ("method_invocation", Role::Call),
    ("field_access", Role::Member),
    ("object_creation_expression", Role::New),
    ("method_reference", Role::Refer),
    ("::", Role::Refer),
    ("ERROR", Role::Error),
];

/// How a name is used, by what is above it, the innermost last, and its field there.
pub fn how(above: &[Above], field: Option<&str>) -> How {
    let Some(parent) = above.last() else { return How::Named };
    let over_is = |role| above.len() > 1 && above[above.len() - 2].role == role;
    match parent.role {
        Role::Call if field == Some("name") && parent.children == 1 => How::Called,
        Role::Call if field == Some("name") => How::CalledOn,
        Role::Refer if parent.refers => How::CalledOn,
        Role::New => How::Called,
        Role::Type if over_is(Role::New) => How::Called,
        _ => How::Named,
    }
}
