//! The grammars of Kotlin and Java by tree-sitter, with the role of each kind of node.

use std::sync::LazyLock;

use tree_sitter::{LanguageError, Parser};

use super::node::NodeRole;
use super::{java, kotlin};

/// A programming language of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// Kotlin, also its scripts.
    Kotlin,
    /// Java.
    Java,
}

impl SourceLanguage {
    /// By the file's ending.
    pub fn of(path: &str) -> Option<SourceLanguage> {
        match path.rsplit_once('.')?.1 {
            "kt" | "kts" => Some(SourceLanguage::Kotlin),
            "java" => Some(SourceLanguage::Java),
            _ => None,
        }
    }

    /// Its grammar.
    pub fn grammar(self) -> &'static Grammar {
        static KOTLIN: LazyLock<Grammar> =
            LazyLock::new(|| Grammar::new(tree_sitter_kotlin_ng::LANGUAGE.into(), kotlin::ROLES));
        static JAVA: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(tree_sitter_java::LANGUAGE.into(), java::ROLES));
        match self {
            SourceLanguage::Kotlin => &KOTLIN,
            SourceLanguage::Java => &JAVA,
        }
    }
}

/// A grammar with the roles of its nodes.
pub struct Grammar {
    language: tree_sitter::Language,
    /// By the node kind's number.
    roles: Vec<NodeRole>,
}

impl Grammar {
    fn new(language: tree_sitter::Language, table: &[(&str, NodeRole)]) -> Grammar {
        let role = |id: usize| {
            let name = language.node_kind_for_id(id as u16).unwrap_or_default();
            table.iter().find(|(known, _)| *known == name).map_or(NodeRole::Other, |(_, role)| *role)
        };
        let roles = (0..language.node_kind_count()).map(role).collect();
        Grammar { language, roles }
    }

    /// The role of a node with this number.
    pub fn role(&self, id: u16) -> NodeRole {
        // tree-sitter gives errors the largest number.
        if id == u16::MAX { NodeRole::Error } else { self.roles.get(id as usize).copied().unwrap_or_default() }
    }

    /// A parser of this grammar.
    pub fn parser(&self) -> Result<Parser, LanguageError> {
        let mut parser = Parser::new();
        parser.set_language(&self.language)?;
        Ok(parser)
    }
}
