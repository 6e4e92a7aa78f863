//! What an assertion expects and what it gets, in the words of each library. Data, and how it is tried.

mod differs;
mod fields;

use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// The forms of the libraries' messages, joined to one line; the most certain first.
static FORMS: [Pattern; 10] = [
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
    // Compose: `Failed to assert the following: (Text + EditableText contains 'a' …) Semantics of the node: … Text = '[b]'`
    Pattern::new(
        r"Failed to assert the following: \(.*?(?:contains|=) '\[?(?P<expected>[^'\]]*)\]?'.*?Semantics of the node: .*?\bText = '\[(?P<actual>[^'\]]*)\]'",
    ),
    // chai, Kotest: `expected 2 to equal 3`
    Pattern::new(r"expected (?P<actual>\S+) to (?:deeply )?equal (?P<expected>\S+)"),
    // Spring's MockMvc and WebTestClient: `Status expected:<200> but was:<404>` is above; `Range for response status value …`
    Pattern::new(
        r"Range for response status value (?P<actual>[0-9]{3} ?[A-Z_]*) expected:<(?P<expected>[A-Z_0-9]+)> but was",
    ),
];

/// `expected: not <null>`, `Expecting actual not to be null`, `Expected value to be not null.`: there is nothing
static NOTHING: Pattern = Pattern::new(
    r"[Ee]xpected: not <null>|[Ee]xpecting actual not to be null|[Ee]xpected value to be not null|^expected not to be: null",
);

/// What a collection lacks, or has besides: AssertJ, Truth, Kotest
static LACKS: Pattern = Pattern::new(
    r"(?:could not find the following elements?(?:\(s\))?|elements? not found|Some elements were missing|missing \([0-9]+\)) ?:? (?P<missing>\[.*?\]|[^ ]+)(?: |$)",
);
static BESIDES: Pattern = Pattern::new(
    r"(?:elements? not expected|following elements? (?:were|was) unexpected|unexpected \([0-9]+\)) ?:? (?P<besides>\[.*?\]|[^ ]+)(?: |$)",
);

/// `a.Shelf$Oak@2dc9b0f5`: an object whose class has no words of its own
static IDENTITY: Pattern = Pattern::new(r"^(?:[a-z_][A-Za-z0-9_]*\.)*(?P<class>[A-Z][A-Za-z0-9_$.]*)@[0-9a-f]{5,8}$");

/// What stands between the test's own words and the values: `No oaks. ==> expected`, AssertJ's `[oaks] expected`
const BETWEEN: &[char] = &[' ', '.', ':', ';', ',', '=', '>', '\n'];

/// `java.lang.AssertionError: `: no word of the test
static CLASS: Pattern = Pattern::new(r"^(?:[a-z_][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*: ");
/// `expected: <3>`, `Expected <3>, actual`, `expected [3] but`, `Expecting actual`: where the words of the library begin
static VALUES_BEGIN: Pattern =
    Pattern::new(r"\b(?:[Ee]xpected(?: ?[:<\[]| value\b| \S+ to\b| not to be\b)|[Ee]xpecting\b)");

/// Longest text of a test that is told, in characters.
const STATED: usize = 160;

/// Longest value that is named.
const LONGEST: usize = 100;

/// Tells the failure what was expected and what it was, where the message says both.
pub fn tell(message: &str, failure: &mut Failure) {
    values(message, failure);
    let Some(stated) = stated(message).filter(|_| failure.details.contains_key("expected_value")) else { return };
    // Who is told in words what does not hold needs no advice to write them.
    if failure.details.remove("condition").is_some() {
        failure.details.insert("stated_condition".to_owned(), stated.clone());
    }
    failure.details.insert("stated".to_owned(), stated);
}

/// The words that the test itself gave the assertion; libraries print them before the values.
fn stated(message: &str) -> Option<String> {
    let message = CLASS.captures(message).and_then(|class| message.get(class.get(0)?.end()..)).unwrap_or(message);
    let begin = VALUES_BEGIN.captures(message)?.get(0)?.start();
    let words = message[..begin].trim_end_matches(BETWEEN).trim();
    let described = words.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(words);
    if !described.chars().any(char::is_alphabetic) {
        return None;
    }
    let mut told: String = described.chars().take(STATED).collect();
    if told.len() < described.len() {
        told.push('…');
    }
    Some(told)
}

fn values(message: &str, failure: &mut Failure) {
    if NOTHING.is_match(message) {
        failure.details.insert("expected_value".to_owned(), "a value".to_owned());
        failure.details.insert("actual_value".to_owned(), "null".to_owned());
        return differs::tell("a value", "null", failure);
    }
    for (pattern, name) in [(&LACKS, "missing"), (&BESIDES, "besides")] {
        let value = pattern.captures(message).map(|found| found[name].to_owned());
        let value = value.filter(|value| value.len() <= LONGEST && value != "[]");
        failure.details.extend(value.map(|value| (format!("{name}_elements"), value)));
    }
    for form in &FORMS {
        let Some(found) = form.captures(message) else { continue };
        if let Some(class) = blank(&found["expected"], &found["actual"]) {
            failure.details.insert("blank_actual".to_owned(), class);
        }
        differs::tell(&found["expected"], &found["actual"], failure);
        let (expected, actual) = (plain(&found["expected"]), plain(&found["actual"]));
        if expected.len() <= LONGEST && actual.len() <= LONGEST && expected != actual {
            failure.details.insert("expected_value".to_owned(), expected);
            failure.details.insert("actual_value".to_owned(), actual);
        }
        return;
    }
}

/// Values of fields that nobody set.
const UNSET: &[&str] = &["", "null", "0", "0.0", "false", "[]", "{}", "\"\""];

/// The class of two objects, `Shelf(name=, boards=[])`, of which the second one has no value in any field.
fn blank(expected: &str, actual: &str) -> Option<String> {
    let class = |value: &str| {
        let (class, rest) = value.trim().split_once('(')?;
        (class.starts_with(|c: char| c.is_ascii_uppercase()) && rest.contains('=')).then(|| class.to_owned())
    };
    let name = class(actual).filter(|name| class(expected).as_ref() == Some(name))?;
    let fields = |value: &str| {
        let leaves = value.split(", ").filter_map(|field| field.rsplit_once('='));
        leaves.map(|(_, leaf)| leaf.trim_end_matches(')').to_owned()).collect::<Vec<_>>()
    };
    let unset = |leaf: &String| UNSET.contains(&leaf.as_str());
    let (wanted, given) = (fields(expected), fields(actual));
    let empty = given.iter().any(|leaf| ["", "null", "[]"].contains(&leaf.as_str()));
    (given.len() > 1 && empty && given.iter().all(unset) && !wanted.iter().all(unset)).then_some(name)
}

/// The value without what JUnit 4 marks the difference with (`[fix me!]`), empty text in words.
fn plain(value: &str) -> String {
    let value = value.trim().trim_end_matches(',');
    // Hamcrest: `Expected: is "open" but: was "closed"`
    let value = ["is ", "was "].iter().find_map(|word| value.strip_prefix(word)).unwrap_or(value);
    let inner = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let value = inner.filter(|inner| !inner.contains(['[', ']', ','])).unwrap_or(value);
    // The number of an object in memory is another in each run.
    if let Some(found) = IDENTITY.captures(value) {
        return format!("an object of {}", &found["class"]);
    }
    if value.is_empty() { "an empty text".to_owned() } else { value.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::tell;
    use crate::Category;
    use crate::model::failure::{Failure, Language};

    #[test]
    fn the_tests_own_words_are_kept() {
        for (text, words) in [
            ("No oaks found. ==> expected: <false> but was: <true>", Some("No oaks found")),
            ("No oaks found expected:<3> but was:<2>", Some("No oaks found")),
            ("No oaks found. Expected <3>, actual <2>.", Some("No oaks found")),
            ("No oaks found expected [3] but found [2]", Some("No oaks found")),
            ("No oaks found Expected: is <3> but: was <2>", Some("No oaks found")),
            ("[oaks of the shelf] expected: 3 but was: 2", Some("oaks of the shelf")),
            ("No oaks found expected: 3 but was : 2", Some("No oaks found")),
            ("No oaks found ==> expected: not <null>", Some("No oaks found")),
            (
                "unexpected oaks in the expected shelf expected:<3> but was:<2>",
                Some("unexpected oaks in the expected shelf"),
            ),
            ("java.lang.AssertionError: expected:<3> but was:<2>", None),
            ("expected: <3> but was: <2>", None),
        ] {
            let mut failure = Failure::new(Category::TestFailure, Language::Java, "");
            tell(text, &mut failure);
            assert_eq!(failure.details.get("stated").map(String::as_str), words, "{text}");
            assert!(words.is_none() || !failure.details.contains_key("condition"), "{text}");
        }
    }

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
            "Failed to assert the following: (Text + EditableText contains '3' (ignoreCase: false)) Semantics of the node: Node #7 at (l=0.0)px Text = '[2]'",
        ] {
            let mut failure = Failure::new(Category::TestFailure, Language::Java, "");
            tell(text, &mut failure);
            let value = |name: &str| failure.details.get(name).map(String::as_str);
            assert_eq!((value("expected_value"), value("actual_value")), (Some("3"), Some("2")), "{text}");
        }
    }

    #[test]
    fn an_object_without_any_value_is_noted() {
        let told = |actual: &str| {
            let mut failure = Failure::new(Category::TestFailure, Language::Java, "");
            tell(&format!("expected:<Shelf(name=Name(of=Oak), boards=3)> but was:<{actual}>"), &mut failure);
            failure.details.remove("blank_actual")
        };
        assert_eq!(told("Shelf(name=Name(of=), boards=0)").as_deref(), Some("Shelf"));
        assert_eq!(told("Shelf(name=Name(of=), boards=3)"), None);
        assert_eq!(told("Board(name=, boards=0)"), None);
    }

    #[test]
    fn nothing_and_objects_without_words_are_named() {
        for (text, expected, actual) in [
            ("expected: not <null>", "a value", "null"),
            ("expected: <a.Shelf$Oak@2dc9b0f5> but was: <null>", "an object of Shelf$Oak", "null"),
        ] {
            let mut failure = Failure::new(Category::TestFailure, Language::Java, "");
            tell(text, &mut failure);
            let value = |name: &str| failure.details.get(name).map(String::as_str);
            assert_eq!((value("expected_value"), value("actual_value")), (Some(expected), Some(actual)), "{text}");
        }
    }

    #[test]
    fn what_a_list_lacks_or_has_besides_is_named() {
        for text in [
            "Expecting actual: [1, 2] to contain exactly: [1, 3] elements not found: [3] and elements not expected: [2]",
            "missing (1): [3] unexpected (1): [2]",
        ] {
            let mut failure = Failure::new(Category::TestFailure, Language::Java, "");
            tell(text, &mut failure);
            let value = |name: &str| failure.details.get(name).map(String::as_str);
            assert_eq!((value("missing_elements"), value("besides_elements")), (Some("[3]"), Some("[2]")), "{text}");
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
