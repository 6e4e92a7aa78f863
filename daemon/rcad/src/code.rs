//! The code index of a project: what its Kotlin and Java files declare and call, by tree-sitter. In memory, for projects in
//! use; bounded. Reads only through [`rcad_core::project::Files`]-like bounds of `project`; never writes.

use std::path::Path;
use std::sync::Arc;

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
    /// Head of the declaration in one line, without its body.
    pub signature: String,
    /// The class or function it stands in.
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
    /// The declared function or class it stands in.
    pub within: Option<String>,
    /// Whether it is a call.
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

/// The index of one project, as it was when it was asked for.
#[derive(Debug, Default)]
pub struct CodeIndex {}

impl CodeIndex {
    /// Declarations with this simple name.
    pub fn definitions(&self, _name: &str, _limit: usize) -> Vec<Declaration> {
        Vec::new()
    }

    /// Uses of this simple name.
    pub fn references(&self, _name: &str, _limit: usize) -> Vec<Reference> {
        Vec::new()
    }

    /// Declarations of a file, in its order.
    pub fn declared_in(&self, _file: &str) -> Vec<Declaration> {
        Vec::new()
    }

    /// Imports of a file.
    pub fn imports(&self, _file: &str) -> Vec<Import> {
        Vec::new()
    }

    /// Names that these lines of a file use, each once.
    pub fn names_used(&self, _file: &str, _from: u32, _to: u32) -> Vec<String> {
        Vec::new()
    }

    /// The innermost function, or else class, around a line.
    pub fn around(&self, _file: &str, _line: u32) -> Option<Declaration> {
        None
    }
}

/// Indexes of the projects in use: brought up to date when asked for, the longest unused dropped.
#[derive(Debug, Default)]
pub struct CodeIndexes {}

impl CodeIndexes {
    /// The index of the project at `root` as its files are now.
    pub fn of(&self, _root: &Path) -> Arc<CodeIndex> {
        Arc::default()
    }
}
