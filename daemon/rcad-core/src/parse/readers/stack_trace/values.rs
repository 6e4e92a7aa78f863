//! What an assertion expects and what it gets, in the words of each library. Data, and how it is tried.

use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// The forms of the libraries' messages, joined to one line; the most certain first.
static FORMS: [Pattern; 9] = [
    // JUnit 5: `expected: <3> but was: <2>`; JUnit 4, kotlin.test, Kotest: `expected:<3> but was:<2>`
    Pattern::new(r"[Ee]xpected: ?<(?P<expected>.*?)> but was: ?<(?P<actual>.*)>"),
    // kotlin.test: `Expected <3>, actual <2>.`
    Pattern::new(r"[Ee]xpected <(?P<expected>.*?)>, actual <(?P<actual>.*)>"),
    // TestNG
    Pattern::new(r"expected \[(?P<expected>.*?)\] but found \[(?P<actual>.*)\]"),
    // Hamcrest
    Pattern::new(r"Expected: (?P<expected>.+?) +but: (?P<actual>.+)"),
    // Truth: `expected: 3 but was : 2`; AssertJ 3.20: `expected: 3 but was: 2`
    Pattern::new(r"^(?:.*? )?expected *: (?P<expected>.+?) +but was *: (?P<actual>.+)"),
    // AssertJ before 3.20
    Pattern::new(r"Expecting: ?<(?P<actual>.*?)> to be equal to: ?<(?P<expected>.*?)> but was not"),
    Pattern::new(r"Expecting actual: (?P<actual>.+?) to be equal to: (?P<expected>.+?)(?: but was not|$)"),
    // chai, Kotest: `expected 2 to equal 3`
    Pattern::new(r"expected (?P<actual>\S+) to (?:deeply )?equal (?P<expected>\S+)"),
    // Spring's MockMvc and WebTestClient: `Status expected:<200> but was:<404>` is above; `Range for response status value …`
    Pattern::new(
        r"Range for response status value (?P<actual>[0-9]{3} ?[A-Z_]*) expected:<(?P<expected>[A-Z_0-9]+)> but was",
    ),
];

/// Longest value that is named.
const LONGEST: usize = 100;

/// Tells the failure what was expected and what it was, where the message says both.
pub fn tell(message: &str, failure: &mut Failure) {
    for form in &FORMS {
        let Some(found) = form.captures(message) else { continue };
        let (expected, actual) = (plain(&found["expected"]), plain(&found["actual"]));
        if expected.len() <= LONGEST && actual.len() <= LONGEST && expected != actual {
            failure.details.insert("expected_value".to_owned(), expected);
            failure.details.insert("actual_value".to_owned(), actual);
        }
        return;
    }
}

/// The value without what JUnit 4 marks the difference with (`[fix me!]`), empty text in words.
fn plain(value: &str) -> String {
    let value = value.trim().trim_end_matches(',');
    let inner = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let value = inner.filter(|inner| !inner.contains(['[', ']', ','])).unwrap_or(value);
    if value.is_empty() { "an empty text".to_owned() } else { value.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::tell;
    use crate::Category;
    use crate::model::failure::{Failure, Language};

    #[test]
    fn each_library_says_both() {
        for text in [
            "expected: <3> but was: <2>",
            "Sum expected:<3> but was:<2>",
            "Expected <3>, actual <2>.",
            "expected [3] but found [2]",
            "Expected: 3 but: 2",
            "expected: 3 but was : 2",
            "Expecting: <2> to be equal to: <3> but was not.",
            "Expecting actual: 2 to be equal to: 3",
            "expected 2 to equal 3",
        ] {
            let mut failure = Failure::new(Category::TestFailure, Language::Java, "");
            tell(text, &mut failure);
            let value = |name: &str| failure.details.get(name).map(String::as_str);
            assert_eq!((value("expected_value"), value("actual_value")), (Some("3"), Some("2")), "{text}");
        }
    }

    #[test]
    fn other_words_say_neither() {
        for text in ["expected the unexpected", "Expected value to be true.", "no shelf"] {
            let mut failure = Failure::new(Category::TestFailure, Language::Java, "");
            tell(text, &mut failure);
            assert!(failure.details.is_empty(), "{text}");
        }
    }
}
