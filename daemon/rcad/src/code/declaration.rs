//! The results of the index: declarations, references and imports.

/// Kind of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum DeclarationKind {
    Class,
    Interface,
    Object,
    Enum,
    Function,
    Constructor,
    Property,
    Typealias,
}

impl DeclarationKind {
    /// Whether it has members.
    pub fn is_type(self) -> bool {
        matches!(
            self,
            DeclarationKind::Class | DeclarationKind::Interface | DeclarationKind::Object | DeclarationKind::Enum
        )
    }

    /// The keyword: `class`.
    pub fn word(self) -> &'static str {
        match self {
            DeclarationKind::Class => "class",
            DeclarationKind::Interface => "interface",
            DeclarationKind::Object => "object",
            DeclarationKind::Enum => "enum",
            DeclarationKind::Function => "function",
            DeclarationKind::Constructor => "constructor",
            DeclarationKind::Property => "property",
            DeclarationKind::Typealias => "typealias",
        }
    }
}

/// A declaration in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its simple name.
    pub name: String,
    /// Its kind.
    pub kind: DeclarationKind,
    /// Path relative to the project.
    pub file: String,
    /// 1-based line of its name.
    pub line: u32,
    /// 1-based last line.
    pub end_line: u32,
    /// Head of the declaration on one line.
    pub signature: String,
    /// The enclosing classes and functions, outermost first: `Basket.Companion`.
    pub container: Option<String>,
}

/// A use of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name.
    pub name: String,
    /// Path relative to the project.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// The enclosing function, property or class, with its containers: `Basket.total`.
    pub within: Option<String>,
    /// Whether it is a call, or passes the function (`::name`).
    pub call: bool,
}

/// An import of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Qualified name; ends in `.*` for all names.
    pub path: String,
    /// The name used in the file.
    pub name: String,
    /// 1-based.
    pub line: u32,
}
