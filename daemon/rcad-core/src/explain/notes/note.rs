//! What a note is, and the categories of names that are not found.

use crate::{Category, Category as C};

/// Resources and attributes that are missing.
pub const RESOURCES: &[Category] =
    &[C::XmlResourceNotFound, C::AaptLink, C::XmlAttributeNotFound, C::RuntimeResourcesNotFound];
/// Classes that are missing where the app runs or is inflated.
pub const CLASSES: &[Category] = &[C::XmlClassNotFound, C::ManifestClassNotFound, C::RuntimeNoClassDef];
/// Where a class that is missing is not in code that is being compiled.
pub const AT_RUN_TIME: &[Category] = &[
    C::RuntimeNoClassDef,
    C::AgpR8MissingClass,
    C::KotlinMissingSupertype,
    C::XmlClassNotFound,
    C::XmlInflation,
    C::JavaOther,
    C::GradleVersionIncompatible,
];
/// Dependencies that cannot be resolved.
pub const COORDINATES: &[Category] =
    &[C::GradleDependencyNotFound, C::GradleDependencyConflict, C::GradleVariantAmbiguity, C::AgpCompileSdk];

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
