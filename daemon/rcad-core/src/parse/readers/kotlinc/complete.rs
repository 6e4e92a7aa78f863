//! What is known of a message beside its place and its category.

use super::messages::opt_in;
use super::{arguments, candidates, declared, expected, mistyped, nullable, overriding, warnings};
use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::readers::names;

/// Names, places and types that stand in the message or near it, and what follows from them.
pub fn details(lines: &Lines, at: usize, message: &str, failure: &mut Failure) {
    let named = matches!(
        failure.category,
        Category::KotlinOverload
            | Category::KotlinRedeclaration
            | Category::KotlinUnresolvedReference
            | Category::KotlinAbstractNotImplemented
            | Category::KotlinCoroutine
    );
    if let (Some(class), Some(member)) = (failure.details.get("class"), failure.details.get("member")) {
        // `fun area(): Double`, `'area'`
        let member = declared::name(member).unwrap_or(member).trim_matches(['\'', '.']);
        failure.symbol = Some(format!("{class}.{member}"));
    }
    if failure.symbol.as_deref() == Some("constructor") {
        failure.symbol = declared::name(message).map(str::to_owned);
    }
    if failure.category == Category::KotlinOverload && failure.symbol.is_none() {
        failure.symbol = declared::called(message).map(str::to_owned);
    }
    if failure.symbol.as_deref() == Some("-Werror") {
        warnings::place(lines, at, failure);
    }
    declared::note_twins(message, failure);
    expected::tell(lines, at, failure);
    if named && failure.symbol.is_none() {
        failure.symbol = declared::name(message).map(str::to_owned);
    }
    mistyped::read_types(lines, at, message, failure);
    nullable::tell(lines, at, failure);
    arguments::tell(failure);
    candidates::tell(message, failure);
    overriding::tell(lines, at, failure);
    let mistyped = matches!(failure.category, Category::KotlinNullSafety | Category::KotlinTypeMismatch);
    if mistyped && failure.symbol.is_none() {
        let given = failure.details.get("actual").filter(|actual| !actual.starts_with("IntegerLiteralType"));
        failure.symbol = given.or_else(|| failure.details.get("expected")).cloned();
    }
    if let Some(branches) = failure.details.get("branches").filter(|_| failure.symbol.is_none()) {
        let first = branches.split(',').next().unwrap_or(branches).trim_matches(['\'', '`', ' ']);
        failure.symbol = Some(first.trim_start_matches("is ").to_owned());
    }
    opt_in::tell(lines, message, failure);
    if failure.category == Category::KotlinOptIn && failure.symbol.is_none() {
        failure.symbol = failure.details.get("marker").cloned();
    }
    if failure.category == Category::KotlinUnresolvedReference {
        names::describe(failure);
    }
    if failure.category == Category::KotlinMetadataVersion
        && let Some(library) = declared::library(lines.get(at + 1)).or_else(|| declared::library(message))
    {
        failure.details.insert("library".to_owned(), library);
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::told;

    #[test]
    fn what_a_function_promises_of_its_block_is_no_candidate() {
        let log = "e: file:///p/Till.kt:50:29 Unresolved reference. None of the following candidates is applicable because of a receiver type mismatch:\nfun <T, R> T.let(block: (T) -> R): R\n    [R|Contract description]\n     <\n        CallsInPlace(block, EXACTLY_ONCE)\n    >\n";
        let words = told(log);
        assert!(words.contains("fun <T, R> T.let(block: (T) -> R): R") && !words.contains("Contract"), "{words}");
        assert!(!words.contains("CallsInPlace"), "{words}");
    }

    #[test]
    fn a_function_that_takes_arguments_is_not_called_without() {
        let of = |call: &str| told(&format!("e: file:///p/Till.kt:7:5 Function invocation '{call}' expected."));
        assert!(of("close()").contains("Write `close()`"));
        let words = of("width(...)");
        assert!(words.contains("a property `width`") && !words.contains("`width()`"), "{words}");
    }
}
