//! What makes two failures the same mistake, at two places.

use super::changed;
use crate::Category;
use crate::model::failure::Failure;

/// What makes two failures the same mistake.
#[derive(PartialEq, Eq, Hash)]
pub struct Likeness<'f> {
    category: Category,
    name: &'f str,
    /// Where it must be the same file.
    file: Option<&'f str>,
    /// What ended the app, where something did: another exception is another crash.
    ended: Option<&'f str>,
}

impl<'f> Likeness<'f> {
    /// By what a failure is the same as another one.
    pub fn of(failure: &'f Failure) -> Likeness<'f> {
        // A type is no name: two values of it are two mistakes. A JDK that is too old is one, whoever asks for a newer one.
        let unnamed = [Category::KotlinTypeMismatch, Category::KotlinNullSafety, Category::GradleJdkIncompatible];
        let named = !unnamed.contains(&failure.category);
        let symbol = failure.symbol.as_deref().filter(|_| named);
        // One delegate lacks both.
        let symbol = symbol.map(|name| if name == "setValue" { "getValue" } else { name });
        // What is implicit is another thing in each block; a parser's words say nothing of the mistake.
        let local =
            matches!(symbol, Some("it" | "this")) || failure.category == Category::KotlinSyntax && symbol.is_none();
        Likeness {
            // A script's summary names the same.
            category: match failure.category {
                Category::GradleScriptCompile if symbol.is_some() => Category::KotlinUnresolvedReference,
                category => category,
            },
            // Several tests end in the same exception at the same place.
            name: failure
                .details
                .get("same_reason")
                .map(String::as_str)
                .or(symbol.filter(|_| !changed::may_not_be_private(failure)))
                .unwrap_or(&failure.message),
            file: failure.file.as_deref().filter(|_| local),
            ended: failure.exception.as_deref().filter(|_| failure.process.is_some()),
        }
    }
}
