//! What the index answers with: declarations, references and imports.

/// What a declaration is.
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

    /// In a word: `class`.
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

/// Something that a file declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its simple name.
    pub name: String,
    /// What it is.
    pub kind: DeclarationKind,
    /// Path relative to the project.
    pub file: String,
    /// 1-based line of its name.
    pub line: u32,
    /// 1-based last line.
    pub end_line: u32,
    /// DeclarationHead of the declaration in one line, without its body.
    pub signature: String,
    /// The classes and functions it stands in, outermost first: `Basket.Companion`.
    pub container: Option<String>,
}

/// A place that uses a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name.
    pub name: String,
    /// Path relative to the project.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// The declared function, property or class it stands in, with its containers: `Basket.total`.
    pub within: Option<String>,
    /// Whether it is a call, or hands it on to be called (`::name`).
    pub call: bool,
}

/// An import of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Full name, with `.*` for all.
    pub path: String,
    /// The name it is known by in the file.
    pub name: String,
    /// 1-based.
    pub line: u32,
}
