//! What the nodes of both languages' syntax trees are to us. The trees are made by tree-sitter; read by `reading`.

use std::sync::LazyLock;

use tree_sitter::{LanguageError, Parser};

use super::{java, kotlin};

/// What a node is to us.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Nothing by itself.
    #[default]
    Other,
    /// The whole file.
    Top,
    /// `package a.b`
    Package,
    /// `import a.b.C`
    Import,
    /// Dotted name of one of these.
    Dotted,
    /// `.*` of an import.
    All,
    /// Modifiers and annotations.
    Modifiers,
    /// Class, interface, enum or annotation: which one is told by its words.
    Class,
    /// The word `interface`.
    InterfaceWord,
    /// The word or body that makes an enum.
    EnumWord,
    /// Object, also a companion.
    Object,
    /// Method or function.
    Function,
    /// A constructor with a head of its own.
    Constructor,
    /// Property or field; a local one, too.
    Property,
    /// What holds the name of a property.
    Variable,
    /// Parameter of a primary constructor or of a record.
    ClassParameter,
    /// The word `val` or `var`.
    ValueWord,
    /// An enum's constant.
    Constant,
    /// `typealias`
    Alias,
    /// What gives a new name to something that is not kept: parameters, local variables, labels.
    Binder,
    /// A lambda that begins with the name of its parameter.
    Lambda,
    /// Names that are only parameters.
    Names,
    /// Where members stand.
    Body,
    /// Where a head ends: a block, `=`, a getter.
    HeadEnd,
    /// A name.
    Name,
    /// A name of a type, where the grammar tells them apart.
    TypeName,
    /// A type.
    Type,
    /// `a(…)`
    Call,
    /// `a.b`
    Member,
    /// `new A(…)`, or `A(…)` where a class is extended.
    New,
    /// `a op b`
    Infix,
    /// `::a`, or the word `::` itself.
    Refer,
    /// A piece of a text.
    Text,
    /// What can't be understood.
    Error,
}

/// A language that we read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Also scripts.
    Kotlin,
    /// Java.
    Java,
}

impl Language {
    /// By the file's name.
    pub fn of(path: &str) -> Option<Language> {
        match path.rsplit_once('.')?.1 {
            "kt" | "kts" => Some(Language::Kotlin),
            "java" => Some(Language::Java),
            _ => None,
        }
    }

    /// Its grammar.
    pub fn grammar(self) -> &'static Grammar {
        static KOTLIN: LazyLock<Grammar> =
            LazyLock::new(|| Grammar::new(tree_sitter_kotlin_ng::LANGUAGE.into(), kotlin::ROLES));
        static JAVA: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(tree_sitter_java::LANGUAGE.into(), java::ROLES));
        match self {
            Language::Kotlin => &KOTLIN,
            Language::Java => &JAVA,
        }
    }
}

/// A grammar with the roles of its nodes.
pub struct Grammar {
    language: tree_sitter::Language,
    /// By the node's number.
    roles: Vec<Role>,
}

impl Grammar {
    fn new(language: tree_sitter::Language, table: &[(&str, Role)]) -> Grammar {
        let role = |id: usize| {
            let name = language.node_kind_for_id(id as u16).unwrap_or_default();
            table.iter().find(|(known, _)| *known == name).map_or(Role::Other, |(_, role)| *role)
        };
        let roles = (0..language.node_kind_count()).map(role).collect();
        Grammar { language, roles }
    }

    /// What a node with this number is.
    pub fn role(&self, id: u16) -> Role {
        // The number of an error is the largest of all.
        if id == u16::MAX { Role::Error } else { self.roles.get(id as usize).copied().unwrap_or_default() }
    }

    /// A parser for it.
    pub fn parser(&self) -> Result<Parser, LanguageError> {
        let mut parser = Parser::new();
        parser.set_language(&self.language)?;
        Ok(parser)
    }
}
