//! Lines that cannot be whole, however wide the page was: what begins a message and does not say it, a sentence that ends
//! with `the`.

use super::pieces::continues;
use crate::parse::input::lines::prefix;
use crate::pattern::Pattern;

/// What begins a message and does not say it yet: `e: file:///p/A.kt:1:2`, `e: /p/A.kt: (1, 2):`, `e:`, `/p/A.java:3: error:`,
/// `Caused by:`, `    at`, `a.b.XException:`, `Build fingerprint:`, `ShelfTest[desktop] >`
static BEGUN: Pattern = Pattern::new(concat!(
    r"(?:^[ew]:(?: (?:file:|/|[A-Za-z]:[\\/])(?:.*\.kts?(?::[0-9]+:[0-9]+:?|:(?: \([0-9]+, [0-9]+\):)?)?|[^:]*))?",
    r"|[^ ]\.(?:java|kts?|xml|c|cc|cpp|h):[0-9]+:(?:[0-9]+:)? (?:error|warning):|(?:^|: )\s*at(?: void)?|(?:^|: )\s*Caused by:",
    r"|(?:^|[ :])(?:[a-z][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error):|^Build fingerprint:|^[A-Za-z0-9_.$]+(?:\[[^\]]+\])? >",
    r"|that matches the given name|error: (?:resource|attribute|style)|\(Native)$",
));

/// `(Shelf.java:7)`, `(Native Method)`: the place of the frame above
static PLACE: Pattern = Pattern::new(
    r"^\((?:[A-Za-z0-9_$]+\.(?:java|kt|groovy|scala):[0-9]+|Native Method|Unknown Source|SourceFile:[0-9]+)\)$",
);

/// `[UnrememberedMutableState from androidx.compose.runtime]`, `[NewApi]`: lint's name for what it said above
static LINT: Pattern = Pattern::new(r"^\[[A-Z][A-Za-z0-9]+(?: from [^\]]+)?\]$");

/// Words that end no sentence.
const OPEN: &[&str] = &[
    "a",
    "an",
    "the",
    "this",
    "that",
    "these",
    "its",
    "your",
    "of",
    "to",
    "in",
    "for",
    "from",
    "with",
    "by",
    "on",
    "at",
    "as",
    "into",
    "than",
    "and",
    "or",
    "but",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "has",
    "have",
    "had",
    "not",
    "cannot",
    "can",
    "could",
    "should",
    "must",
    "may",
    "because",
    "if",
    "when",
    "while",
    "which",
    "whose",
    "where",
    "using",
    "executing",
    "see",
    "See",
    "class",
    "type",
    "interface",
    "method",
    "module",
    "project",
    "plugin",
    "resource",
    "between",
    "without",
    "via",
    "under",
    "only",
    "any",
    "no",
];

/// Fewest words of a line that ends with one of them.
const SENTENCE: usize = 4;

/// Whether `next` says what `line` only begins.
pub fn says_the_rest(line: &str, next: &str) -> bool {
    let line = line.trim_end();
    if next.starts_with('(')
        && line.ends_with(|letter: char| letter.is_alphanumeric() || letter == '>' || letter == ')')
    {
        return PLACE.is_match(next.trim_end());
    }
    // A message may have a line of its own, as Mockito's have; a cause's class has none.
    let thrown = line.ends_with("Exception:") || line.ends_with("Error:");
    if thrown && next.split([' ', ':']).next().is_none_or(|class| class.matches('.').count() < 2) {
        return false;
    }
    let last = line.as_bytes().last();
    let may = last.is_some_and(|last| matches!(last, b':' | b't' | b'd' | b'e' | b'>') || last.is_ascii_digit());
    (may || line.starts_with("e: ") || line.starts_with("w: "))
        && BEGUN.is_match(prefix::strip_prefixes(line))
        && continues(next)
        && !next.trim_start().starts_with("at ")
}

/// Whether `next` holds lint's name for the message of `line`.
pub fn is_lints(line: &str, next: &str) -> bool {
    next.starts_with('[')
        && (line.contains(": Error: ") || line.contains(": Warning: "))
        && !line.ends_with(']')
        && LINT.is_match(next.trim_end())
}

/// Whether the line ends with a word that must be followed by another one, in a sentence.
pub fn is_open(line: &str) -> bool {
    let line = line.trim_end();
    let last = line.rsplit(' ').next().unwrap_or_default();
    OPEN.contains(&last) && line.split_whitespace().take(SENTENCE).count() == SENTENCE
}

/// Whether the line opens a bracket that the next one closes.
pub fn is_bracketed(line: &str, next: &str) -> bool {
    let count = |text: &str, letter: u8| text.bytes().filter(|other| *other == letter).count();
    let (open, closed) = (|text: &str| count(text, b'('), |text: &str| count(text, b')'));
    open(line) > closed(line) && open(next) < closed(next)
}

#[cfg(test)]
mod tests {
    use super::{is_bracketed, is_lints, is_open, says_the_rest};

    #[test]
    fn what_only_begins_goes_on() {
        for (line, next) in [
            ("e:", "file:///p/A.kt:1:2 no shelf"),
            ("e: file:///p/A.kt:1:2", "Unresolved reference 'shelf'."),
            (r"e: C:\p\My", r"shop\A.kt: (1, 2): no shelf"),
            ("e: /p/A.kt:", "(1, 2): no shelf"),
            ("/p/A.java:3: error:", "cannot find symbol"),
            ("    at", "com.example.Shelf.put(Shelf.kt:3)"),
            ("E/AndroidRuntime: Caused by:", "java.io.IOException: gone"),
            ("java.lang.RuntimeException: java.io.IOException:", "com.example.ShelfException: full"),
            ("    at com.example.Shelf.put", "(Shelf.kt:3)"),
        ] {
            assert!(says_the_rest(line, next), "{line}");
        }
        for (line, next) in [
            ("e: file:///p/A.kt:1:2 no shelf", "Unresolved"),
            ("e: file:///p/A.kt:1:2", "e: file:///p/B.kt:1:2 no shelf"),
            ("java.io.IOException:", "    at com.example.Shelf.put(Shelf.kt:3)"),
            ("* What went wrong:", "Execution failed"),
            ("It stands at", ""),
        ] {
            assert!(!says_the_rest(line, next), "{line}");
        }
    }

    #[test]
    fn a_sentence_does_not_end_with_the() {
        assert!(is_open("> A failure occurred while executing"));
        assert!(is_open("error: the shelf is older than the"));
        for line in ["look at", "> Task :shop:compileKotlin FAILED", "The shelf is full"] {
            assert!(!is_open(line), "{line}");
        }
    }

    #[test]
    fn brackets_and_names_of_checks_belong_to_the_line_above() {
        assert!(is_bracketed("a room (with a shelf", "and books)"));
        assert!(!is_bracketed("a room (with a shelf)", "and books)"));
        assert!(is_lints("A.kt:3: Error: Creating a shelf", "[UnrememberedShelf from com.example]"));
        assert!(!is_lints("A.kt:3: Error: no [NewApi]", "[UnrememberedShelf]"));
        assert!(!is_lints("a sentence", "[NewApi]"));
    }
}
