//! The failure that stands for a test of a known name.

use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::ReaderMatch;

/// Names under which runners report that a class failed before or after its tests.
const OF_CLASS: &[&str] = &["initializationError", "classMethod", "executionError", "beforeAll", "afterAll"];

/// Whether a name is no test's, but stands for its whole class.
pub fn is_of_class(test: &str) -> bool {
    OF_CLASS.contains(&test)
}

/// A failed test of this name.
pub fn failed(lines: &Lines, at: usize, class: &str, test: &str) -> Failure {
    let mut failure = Failure::new(Category::TestFailure, Language::Java, format!("{class} > {test} FAILED"));
    failure.symbol = Some(format!("{class}.{}", test.trim_end_matches("()").replace(" > ", ".")));
    failure.details.insert("class".to_owned(), class.to_owned());
    if is_of_class(test) {
        failure.details.insert("of_class".to_owned(), test.to_owned());
    }
    failure.details.insert("test".to_owned(), test.to_owned());
    failure.evidence.push(lines.evidence(at));
    failure
}

/// The reader's match for a test and so many lines.
pub fn found(mut failure: Failure, lines: usize) -> ReaderMatch {
    if failure.file.as_deref().is_some_and(|file| file.ends_with(".kt")) {
        failure.language = Language::Kotlin;
    }
    ReaderMatch { failure, lines: lines.max(1), headline: false }
}
