//! In what an expected and an actual value differ, where that tells why: the same text of two types, a decimal sign, a time
//! zone, the order, a state that has not gone on yet.

use super::fields;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// A sentence on the difference, and the step that follows from it.
struct Difference {
    says: String,
    step: &'static str,
}

/// Tells the failure in what the two values differ (`difference`) and what is to be done first (`difference_step`).
pub fn tell(expected: &str, actual: &str, failure: &mut Failure) {
    let (expected, actual) = unmarked(expected, actual);
    let (expected, actual) = (expected.trim(), actual.trim());
    // A condition has no values to compare.
    if matches!((expected, actual), ("true", "false") | ("false", "true")) {
        failure.details.insert("condition".to_owned(), "the condition".to_owned());
    }
    let found = typed(expected, actual)
        .or_else(|| letters(expected, actual))
        .or_else(|| numbers(expected, actual))
        .or_else(|| moments(expected, actual))
        .or_else(|| order(expected, actual))
        .or_else(|| state(expected, actual))
        .or_else(|| nothing(expected, actual))
        .or_else(|| objects(expected, actual));
    let Some(found) = found else { return };
    failure.details.insert("difference".to_owned(), found.says);
    failure.details.insert("difference_step".to_owned(), found.step.to_owned());
}

/// Both values without JUnit 4's marks of the difference: `[O]ak`, `[o]ak`.
fn unmarked(expected: &str, actual: &str) -> (String, String) {
    let marked = |text: &str| {
        let inner = text.len() > 2 && !(text.starts_with('[') && text.ends_with(']'));
        inner && text.matches('[').count() == 1 && text.matches(']').count() == 1 && text.find('[') < text.find(']')
    };
    let clean =
        |text: &str| if marked(text) { text.replacen('[', "", 1).replacen(']', "", 1) } else { text.to_owned() };
    if marked(expected) && marked(actual) {
        (clean(expected), clean(actual))
    } else {
        (expected.to_owned(), actual.to_owned())
    }
}

/// `java.lang.Integer<1>`, `com.example.Oak@1f2e<Oak(id=1)>`: JUnit names the classes where the texts are the same
static TYPED: Pattern =
    Pattern::new(r"^(?P<class>(?:[A-Za-z_][A-Za-z0-9_]*\.)+[A-Za-z_$][A-Za-z0-9_$]*)(?:@[0-9a-f]+)?<(?P<text>.*)>$");

/// The same text, of two types or of objects that are not equal.
fn typed(expected: &str, actual: &str) -> Option<Difference> {
    let class = |name: &str| name.rsplit(['.', '$']).next().unwrap_or(name).to_owned();
    if let (Some(one), Some(other)) = (TYPED.captures(expected), TYPED.captures(actual)) {
        if one["text"] != other["text"] {
            return None;
        }
        let (wanted, given) = (class(&one["class"]), class(&other["class"]));
        if one["class"] == other["class"] {
            return Some(unequal(&wanted));
        }
        return Some(Difference {
            says: format!(
                "Both are `{}`, but one is of type {wanted}, the other of type {given}, and values of two types are never equal.",
                &one["text"]
            ),
            step: "Give both sides the type that is right, in most cases in the test: `1L` for a Long, `1.0f` for a Float, `.toInt()`, `listOf(…)` for a list and `contentEquals`/`assertArrayEquals` for an array.",
        });
    }
    (expected == actual && !expected.is_empty()).then(|| unequal("their class"))
}

fn unequal(class: &str) -> Difference {
    Difference {
        says: format!(
            "Both print the same, yet are not equal: {class} has no `equals` of its own (no `data class`, no record), or a field of it has none (an array, a lambda, a plain class), or the texts differ in characters that are not seen."
        ),
        step: "Make it a `data class` (Java: a record, or write `equals` and `hashCode`) or compare single fields (`assertEquals(expected.id, actual.id)`, AssertJ `usingRecursiveComparison()`); arrays with `assertArrayEquals`; of texts print the character codes.",
    }
}

const MORE_BLANKS: &[char] = &['\u{a0}', '\u{202f}', '\u{2009}'];

/// Texts that differ in blanks, case, decimal signs or their encoding only.
fn letters(expected: &str, actual: &str) -> Option<Difference> {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let special = |text: &str| text.contains(MORE_BLANKS);
    let difference = |says: &str, step: &'static str| Some(Difference { says: says.to_owned(), step });
    if expected == actual || expected.is_empty() || actual.is_empty() {
        return None;
    }
    if bare(expected) == bare(actual) && special(expected) != special(actual) {
        return difference(
            "They differ in a blank only: one has a no-break space (U+00A0 or U+202F), as formatters of dates, times and amounts write it; newer locale data (CLDR, in JDK 20 and later) puts U+202F before AM/PM.",
            "Make the test independent of the JDK's locale data: build the expected text with the same formatter, or replace U+202F and U+00A0 by a plain blank on both sides; run tests with the JDK that CI has.",
        );
    }
    if bare(expected) == bare(actual) {
        return difference(
            "They differ in white space only: line ends (`\\r\\n` against `\\n`, as Git writes them on Windows), indents, or a blank at the end.",
            "Normalise it on both sides (`.trimIndent()`, `.replace(\"\\r\\n\", \"\\n\")`, `.trim()`), and keep expected files from changing: `*.txt text eol=lf` in .gitattributes.",
        );
    }
    if expected.to_lowercase() == actual.to_lowercase() {
        return difference(
            "They differ in upper and lower case only.",
            "Write the case that the code is meant to give; if it comes from `uppercase()`/`lowercase()` or a formatter, pass `Locale.ROOT`, as the machine's language counts otherwise.",
        );
    }
    let signs = |text: &str| {
        let text = bare(text).replace([',', '.', '\'', '’'], "#");
        text.chars().any(|c| c.is_ascii_digit()).then_some(text)
    };
    if signs(expected).is_some() && signs(expected) == signs(actual) {
        return difference(
            "They differ in the signs of the number only: it is formatted in the language of the machine that runs the test (a decimal comma against a point, other thousands separators).",
            "Pass the language where the number is formatted: `String.format(Locale.US, …)`, `NumberFormat.getInstance(Locale.US)`; if the app's users shall see their own, set `Locale.setDefault(Locale.US)` in the test.",
        );
    }
    garbled(expected, actual)
}

fn garbled(expected: &str, actual: &str) -> Option<Difference> {
    let broken = ["Ã", "â€", "\u{fffd}"].iter().any(|sign| actual.contains(sign) && !expected.contains(sign));
    (broken && !expected.is_ascii()).then(|| Difference {
        says: "Its letters beyond ASCII are garbled: UTF-8 was read as another encoding.".to_owned(),
        step: "Name the charset where bytes become text (`readText(Charsets.UTF_8)`, `new String(bytes, UTF_8)`), and compile with `options.encoding = \"UTF-8\"`; before Java 18 the default is the machine's (`-Dfile.encoding=UTF-8` for the test JVM).",
    })
}

/// Numbers that are the same but for rounding.
fn numbers(expected: &str, actual: &str) -> Option<Difference> {
    let (wanted, given) = (expected.parse::<f64>().ok()?, actual.parse::<f64>().ok()?);
    let fraction = expected.contains('.') || actual.contains('.');
    let near = (wanted - given).abs() <= wanted.abs().max(given.abs()) * 1e-5 && wanted != given;
    (fraction && near).then(|| Difference {
        says: "They differ by rounding only: floating-point numbers hold most decimal fractions inexactly.".to_owned(),
        step: "Compare with a tolerance (`assertEquals(expected, actual, 1e-9)`, AssertJ `isCloseTo(…, within(…))`); for money calculate with `BigDecimal` (`compareTo`, as `equals` counts the scale) or whole cents.",
    })
}

/// `2024-05-01T10:30:15.123Z`, `2024-05-01 10:30`
static MOMENT: Pattern = Pattern::new(
    r"(?P<year>[12][0-9]{3})-(?P<month>[01][0-9])-(?P<day>[0-3][0-9])[T ](?P<hour>[0-2][0-9]):(?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9])(?:\.(?P<part>[0-9]{1,9}))?)?",
);

/// Longest distance of two time zones, in minutes, and what all of them are a multiple of.
const WIDEST: i64 = 26 * 60;
const STEP: i64 = 15;

/// Times that are a time zone apart, or have another precision.
fn moments(expected: &str, actual: &str) -> Option<Difference> {
    let (wanted, given) = (MOMENT.captures(expected)?, MOMENT.captures(actual)?);
    let number = |found: &crate::pattern::Captures<'_>, name: &str| {
        found.name(name).and_then(|text| text.as_str().parse::<i64>().ok()).unwrap_or(0)
    };
    let minutes = |found: &crate::pattern::Captures<'_>| {
        let days = number(found, "year") * 372 + number(found, "month") * 31 + number(found, "day");
        (days * 24 + number(found, "hour")) * 60 + number(found, "minute")
    };
    let apart = (minutes(&wanted) - minutes(&given)).abs();
    let part = |found: &crate::pattern::Captures<'_>| found.name("part").map_or("", |text| text.as_str()).to_owned();
    let seconds = number(&wanted, "second") == number(&given, "second");
    if apart == 0 && seconds && part(&wanted).len() != part(&given).len() {
        return Some(Difference {
            says: "They are the same moment with another precision: the clock gives micro- or nanoseconds (since Java 9), and what stored it (a database, JSON, a file system) keeps fewer digits.".to_owned(),
            step: "Cut both to the precision that is stored: `Instant.now().truncatedTo(ChronoUnit.MILLIS)` (or MICROS), best in the clock that the code gets.",
        });
    }
    let zones = apart > 0 && apart % STEP == 0 && apart <= WIDEST && seconds && part(&wanted) == part(&given);
    zones.then(|| {
        let (hours, rest) = (apart / 60, apart % 60);
        let length = match (hours, rest) {
            (hours, 0) => format!("{hours} h"),
            (0, rest) => format!("{rest} min"),
            (hours, rest) => format!("{hours} h {rest} min"),
        };
        Difference {
            says: format!("They are exactly {length} apart, as two time zones are: somewhere the zone of the machine is used that runs the test."),
            step: "Name the zone where text, `LocalDateTime` and moments are converted (`ZoneOffset.UTC`, `formatter.withZone(…)`, `SimpleDateFormat.timeZone`), or set it for the test (`TimeZone.setDefault`, `systemProperty(\"user.timezone\", \"UTC\")` in the test task).",
        }
    })
}

/// Lists, sets and maps with the same elements.
fn order(expected: &str, actual: &str) -> Option<Difference> {
    let elements = |text: &str| {
        let inner = ['[', '{']
            .iter()
            .zip([']', '}'])
            .find_map(|(open, close)| text.strip_prefix(*open).and_then(|rest| rest.strip_suffix(close)))?;
        let mut parts: Vec<String> = inner.split([',', '}', '{', ')']).map(|part| part.trim().to_owned()).collect();
        parts.sort();
        (parts.len() > 1).then_some(parts)
    };
    (expected != actual && elements(expected)? == elements(actual)?).then(|| Difference {
        says: "Both have the same elements in another order.".to_owned(),
        step: "If the order does not matter, compare without it (AssertJ `containsExactlyInAnyOrder`, Truth `containsExactly`, Kotest `shouldContainExactlyInAnyOrder`, or two sets); if it does, sort in the code: `HashMap`, `HashSet`, file listings and SQL without `ORDER BY` promise none.",
    })
}

/// Names of states from which a screen or a request begins.
const BEGINNINGS: &[&str] = &["Loading", "Idle", "Initial", "InProgress", "Uninitialized", "NotStarted", "Empty"];

/// A state from which something begins, where a later one is expected.
fn state(expected: &str, actual: &str) -> Option<Difference> {
    let name = |text: &str| {
        let head = text.split(['(', '@', '{', ' ']).next().unwrap_or(text);
        head.rsplit(['.', '$']).next().unwrap_or(head).to_owned()
    };
    let begins = |text: &str| BEGINNINGS.iter().any(|state| name(text).eq_ignore_ascii_case(state));
    (begins(actual) && !begins(expected)).then(|| Difference {
        says: format!("`{}` is the state that work begins with: the test looks before the work that leads to the expected state has run, or that work ended early.", name(actual)),
        step: "Let the work run before the check: `advanceUntilIdle()` in `runTest` (coroutines on a `StandardTestDispatcher` only start then), with Turbine a second `awaitItem()`. If it stays so, the code uses a dispatcher that is not the test's (inject it), or a mock gives nothing.",
    })
}

/// Null where a value is expected.
fn nothing(expected: &str, actual: &str) -> Option<Difference> {
    (actual == "null" && expected != "null").then(|| Difference {
        says: "Nothing was set there: usually a mock without a stub for this call (Mockito's give null), a `LiveData` that nobody observes or a coroutine that has not run yet, or input of the test that lacks the value.".to_owned(),
        step: "Follow what gives the value: stub the mock that it comes from with the arguments of this call; for a `LiveData` use `InstantTaskExecutorRule` and observe it, for coroutines `advanceUntilIdle()` before the check.",
    })
}

/// Two objects of one class that differ in some fields.
fn objects(expected: &str, actual: &str) -> Option<Difference> {
    let (fields, equal) = fields::differing(expected, actual)?;
    let told = fields
        .iter()
        .map(|field| format!("`{}` (expected `{}`, actual `{}`)", field.name, field.expected, field.actual));
    let told: Vec<String> = told.collect();
    let rest = if equal == 1 { "the other field is".to_owned() } else { format!("the other {equal} fields are") };
    Some(Difference {
        says: format!("They differ in {} only; {rest} equal.", told.join(" and ")),
        step: "Look at what gives that field its value in the code that is tested: if the new value is meant, correct the expectation, else the code.",
    })
}

#[cfg(test)]
mod tests {
    use super::tell;
    use crate::Category;
    use crate::model::failure::{Failure, Language};

    fn told(expected: &str, actual: &str) -> String {
        let mut failure = Failure::new(Category::TestFailure, Language::Java, "");
        tell(expected, actual, &mut failure);
        failure.details.remove("difference").unwrap_or_default()
    }

    #[test]
    fn what_differs_is_told() {
        for (expected, actual, words) in [
            ("java.lang.Integer<1>", "java.lang.Long<1>", "of type Integer, the other of type Long"),
            ("com.example.Oak<Oak(id=1)>", "com.example.Oak<Oak(id=1)>", "Oak has no `equals`"),
            ("[O]ak", "[o]ak", "case only"),
            ("a b", "a  b ", "white space only"),
            ("3:00\u{202f}PM", "3:00 PM", "no-break space"),
            ("12.50", "12,50", "signs of the number"),
            ("Bäume", "BÃ¤ume", "garbled"),
            ("0.3", "0.30000000000000004", "rounding"),
            ("2024-05-01T10:00:00Z", "2024-05-01T08:00:00Z", "exactly 2 h apart"),
            ("2024-05-01T10:00:00.123456789Z", "2024-05-01T10:00:00.123456Z", "another precision"),
            ("[oak, elm]", "[elm, oak]", "another order"),
            ("Success(oaks=[])", "Loading", "`Loading` is the state"),
            ("Oak(id=1)", "null", "Nothing was set"),
            ("Oak(id=1, on=true)", "Oak(id=2, on=true)", "differ in `id` (expected `1`, actual `2`) only"),
        ] {
            assert!(told(expected, actual).contains(words), "{expected} / {actual}: {}", told(expected, actual));
        }
    }

    #[test]
    fn other_differences_tell_nothing() {
        for (expected, actual) in [
            ("3", "2"),
            ("oak", "elm"),
            ("2024-05-01T10:00:00Z", "2024-05-01T10:07:00Z"),
            ("[oak, elm]", "[oak]"),
            ("Loading", "Success"),
            ("1.5", "1.6"),
            ("12", "21"),
            ("null", "Oak"),
        ] {
            assert_eq!(told(expected, actual), "", "{expected} / {actual}");
        }
    }
}
