//! A source file and what it declares.

use crate::code::{CodeDeclaration, CodeFile};

/// Whether a path is one of Kotlin or Java.
pub(in crate::changes) fn is_source(path: &str) -> bool {
    path.ends_with(".kt") || path.ends_with(".java")
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
