//! What a note is, and the categories of names that are not found.

use crate::{Category, Category as C};

/// A sentence that may follow the cause, and a step that may come before the others.
pub struct NoteTemplate {
    /// The detail that it is about; the note is left out where the explanation has that detail's value already.
    pub detail: &'static str,
    /// For these categories; none: for all.
    pub about: &'static [Category],
    /// Template; empty where there is only a step.
    pub cause: &'static str,
    /// Template; empty where there is only a sentence.
    pub fix: &'static str,
}

/// Categories of names that are not found.
pub const NAMES: &[Category] =
    &[C::KotlinUnresolvedReference, C::JavaCannotFindSymbol, C::KotlinMissingSupertype, C::GradleScriptCompile];
