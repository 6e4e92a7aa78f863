//! What source files declare and what libraries have, as the caller tells it, who has the parser and the index.

pub mod libraries;
pub(crate) mod signature;

use crate::model::change::ChangeSubject;
use libraries::LibraryIndex;

/// What the caller knows of code. Without a reader nothing is told of what a project declares but names, without an index
/// nothing of libraries.
#[derive(Clone, Copy, Default)]
pub struct CodeSources<'c> {
    /// Reads what source files declare.
    pub reader: Option<&'c dyn CodeReader>,
    /// What the libraries of this machine have.
    pub libraries: Option<&'c dyn LibraryIndex>,
}

/// Reads what source files declare; the caller has the parser.
pub trait CodeReader {
    /// What a text declares; nothing where the path is neither Kotlin nor Java.
    fn read(&self, path: &str, text: &str) -> Option<CodeFile>;
}

/// What a source file declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeFile {
    /// Empty for none.
    pub package: String,
    /// Full names with their lines, in order; a name that ends in `.*` stands for all of a package.
    pub imports: Vec<(String, u32)>,
    /// In source order.
    pub declared: Vec<CodeDeclaration>,
}

/// A declaration of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeDeclaration {
    /// Simple name.
    pub name: String,
    /// Class, function, constructor, property or type alias.
    pub subject: ChangeSubject,
    /// The classes and functions around it, outermost first: `Basket.Companion`.
    pub owner: Option<String>,
    /// Its head in one line.
    pub signature: String,
    /// 1-based first line, with its annotations.
    pub from: u32,
    /// 1-based line of its name.
    pub line: u32,
    /// 1-based.
    pub end_line: u32,
}
