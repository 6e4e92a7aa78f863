//! A source file and what it declares.

use crate::model::change::ChangeSubject;

/// Reads what source files declare; the caller has the parser.
pub trait CodeReader {
    /// What a text declares; nothing where the path is neither Kotlin nor Java.
    fn read(&self, path: &str, text: &str) -> Option<CodeFile>;
}

/// Whether a path is one of Kotlin or Java.
pub(in crate::changes) fn is_source(path: &str) -> bool {
    path.ends_with(".kt") || path.ends_with(".java")
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

/// A file as read, with its text.
pub(in crate::changes) struct ReadFile<'f> {
    pub(super) path: &'f str,
    pub(super) text: Vec<&'f str>,
    pub(super) code: CodeFile,
}

impl ReadFile<'_> {
    /// The lines of a declaration.
    pub(super) fn body(&self, one: &CodeDeclaration) -> &[&str] {
        let (from, end) = (one.from.saturating_sub(1) as usize, one.end_line as usize);
        self.text.get(from..end.min(self.text.len())).unwrap_or_default()
    }
}
