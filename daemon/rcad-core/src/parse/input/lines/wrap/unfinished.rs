//! Lines that cannot be whole, however wide the page was: what begins a message and does not say it, a sentence that ends
//! with `the`.

use super::pieces::{continues, splits_a_word};
use crate::parse::input::lines::prefix;
use crate::pattern::Pattern;

/// `e: file:///p/A.kt:1:2`, `e: /p/A.kt: (1, 2):`, `e: C:\p\My`: a message of Kotlin's with its place alone, or a part of it
static KOTLINS: Pattern = Pattern::new(
    r"^[ew]: (?:file:|/|[A-Za-z]:[\\/])(?:.*\.kts?(?::[0-9]+:[0-9]+:?|:(?: \([0-9]+, [0-9]+\):)?)?|[^:]*)$",
);

/// `/p/shelf/Till.kt:174`, `/p/shelf/Till.kt:103:3`: the place of a Kotlin message, or a part of it
static KOTLIN_PLACE: Pattern = Pattern::new(r"[/\\][^/\\ ]+\.kts?:[0-9]+(?::[0-9]*)?$");

/// `:34 None of the`, `1 Unresolved reference`, ` Suspension functions`: the rest of one, and what is wrong there
static BEHIND_PLACE: Pattern = Pattern::new(r"^(?::?[0-9]+(?::[0-9]+)?)? [A-Z@'][^ ]* [^ ]");

/// `/p/A.java:3: error:`, `/p/a.xml:3: error: resource`
static PLACED: Pattern =
    Pattern::new(r"[^ ]\.(?:java|kts?|xml|c|cc|cpp|h):[0-9]+:(?:[0-9]+:)? (?:error|warning):(?: [a-z]+)?$");

/// Lines, and what stands behind a log's prefix, that only begin something.
const BEGINNINGS: &[&str] = &["e:", "w:", "at", "at void", "Caused by:", "Build fingerprint:"];

/// Ends of lines behind which a name must follow.
const NAMELESS: &[&str] = &["that matches the given name", "(Native"];

/// Ends of a line of a compiler's that say nothing yet.
const UNSAID: &[&str] = &[" error:", " warning:", "error: resource", "error: attribute", "error: style"];

/// `(Shelf.java:7)`, `(Native Method)`: the place of the frame above
static PLACE: Pattern = Pattern::new(
    r"^\((?:[A-Za-z0-9_$]+\.(?:java|kt|groovy|scala):[0-9]+|Native Method|Unknown Source|SourceFile:[0-9]+)\)$",
);

/// `/p/shop/src/main/java/com/example/Shelf.java:8:`, `'C:\p\shop\local.properties'.`: a path to a file, whole
static WHOLE_PATH: Pattern = Pattern::new(concat!(
    r"^\W*(?:[A-Za-z]{2,}:)?(?:file:)?(?:[A-Za-z]:)?(?:[^/\\]*[/\\]){3,}[^/\\]*",
    r"\.(?:java|kts?|xml|gradle|jar|aar|json|properties|pro|so|c|cc|cpp|h|toml|class|zip|html|txt|png)(?:[:'\x22!)\],.]|$)",
));

/// `    at com.example.Shelf.put`, `at com.example.Shelf.put(She`: a frame without its end
static OPEN_FRAME: Pattern =
    Pattern::new(r"^\s*at (?:[a-zA-Z_$][A-Za-z0-9_$]*\.)+[A-Za-z0-9_$<>-]*(?:\([A-Za-z0-9_$.]*(?::[0-9]*)?)?$");

/// `uspend(Shelf.kt:60)`, `elf.kt:60)`, `:60)`: the end of one
static END_OF_FRAME: Pattern = Pattern::new(
    r"^[A-Za-z0-9_$.>-]*(?:\([A-Za-z0-9_$]+\.(?:java|kt|groovy|scala):|(?:java|kt|groovy|scala)?:)?[0-9]+\)\s*$",
);

/// `com.example.Shelf`: what begins a frame of its own
static CLASS: Pattern = Pattern::new(r"^(?:[a-z][A-Za-z0-9_]*\.){2,}[A-Z]");

/// `[UnrememberedMutableState from androidx.compose.runtime]`, `[NewApi]`: lint's name for what it said above
static LINT: Pattern = Pattern::new(r"^\[[A-Z][A-Za-z0-9]+(?: from [^\]]+)?\]$");

/// `Unresolved reference 'al`: a name of code that is not whole, and its rest: `pha'.`
static OPEN_NAME: Pattern =
    Pattern::new(r"(?:[Uu]nresolved reference:?|[Cc]annot access|Redeclaration:?) '[A-Za-z_][A-Za-z0-9_]*$");
static END_OF_NAME: Pattern = Pattern::new(r"^[A-Za-z0-9_]+'");

/// Ends of lines behind which a name in quotation marks follows.
const QUOTING: &[&str] = &[
    "Build file",
    "Settings file",
    "Initialization script",
    "Script",
    "for task",
    "of task",
    "for configuration",
    "The option",
    "The property",
    "property",
    "extension",
    "attribute",
    "with value",
    "resource",
    "Unresolved reference",
    "Unresolved reference:",
    "'command",
];

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

/// Letters of the longest of them.
const LONGEST: usize = 9;

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
    awaits_a_name(line, next) || is_beginning(line, next) && continues(next) && !next.trim_start().starts_with("at ")
}

/// `Build file` above `'/home/dev/shelf/build.gradle' line: 3`
fn awaits_a_name(line: &str, next: &str) -> bool {
    let next = next.trim_start();
    let Some(mark) = next.chars().next().filter(|mark| matches!(mark, '\'' | '"' | '`')) else { return false };
    let ends = |end: &str| {
        let before = line.strip_suffix(end);
        before.is_some_and(|before| before.is_empty() || before.ends_with([' ', '>', '\t', '\'']))
    };
    next[1..].contains(mark) && QUOTING.iter().any(|end| ends(end))
}

fn is_beginning(line: &str, next: &str) -> bool {
    let end = line.as_bytes().last().copied().unwrap_or_default();
    let ends = |ends: &[&str]| ends.iter().any(|end| line.ends_with(end));
    match end {
        b':' | b't' | b'd' if is_only_a_mark(line) => true,
        b':' if line.ends_with("Exception:") || line.ends_with("Error:") => is_thrown(line, next),
        b':' | b'e' if ends(UNSAID) => PLACED.is_match(line),
        b'e' if ends(NAMELESS) => true,
        // `ShelfTest[desktop] >`
        b'>' => line.strip_suffix(" >").is_some_and(|test| !test.contains(' ') && test.len() > 1),
        _ => {
            (line.contains(".kt") == (end == b':' || end.is_ascii_digit())) && is_kotlins(prefix::strip_prefixes(line))
        }
    }
}

fn is_kotlins(line: &str) -> bool {
    (line.starts_with("e: ") || line.starts_with("w: ")) && KOTLINS.is_match(line)
}

fn is_only_a_mark(line: &str) -> bool {
    let bare = prefix::strip_prefixes(line).trim_start();
    // `E/AndroidRuntime: Caused by:`
    let behind = |mark: &str| {
        let before = bare.strip_suffix(mark).filter(|before| before.ends_with([' ', '\t']));
        !mark.starts_with(['e', 'w']) && before.is_some_and(|before| before.trim_end().ends_with(':'))
    };
    BEGINNINGS.iter().any(|mark| bare == *mark || behind(mark))
}

/// `java.lang.RuntimeException: java.io.IOException:` before another class. A message may have a line of its own, as
/// Mockito's have.
fn is_thrown(line: &str, next: &str) -> bool {
    let class = line.rsplit(' ').next().unwrap_or_default();
    class.contains('.') && next.split([' ', ':']).next().is_some_and(|next| next.matches('.').count() > 1)
}

/// Whether a name in quotation marks was cut, which has no blank in it.
pub fn cuts_name(line: &str, next: &str) -> bool {
    OPEN_NAME.is_match(line) && END_OF_NAME.is_match(next)
}

/// Whether a word was cut at the end of the line, however wide the page was: the two are a frame or a path to a file, and
/// neither is one alone.
pub fn is_cut(line: &str, next: &str) -> bool {
    if next.starts_with([' ', ':', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) && BEHIND_PLACE.is_match(next) {
        return KOTLIN_PLACE.is_match(line);
    }
    if !splits_a_word([line, next]) && !next.starts_with(':') {
        return false;
    }
    if line.trim_start().starts_with("at ") {
        return OPEN_FRAME.is_match(line) && END_OF_FRAME.is_match(next) && !CLASS.is_match(next);
    }
    let (last, first) = (line.rsplit([' ', '\t']).next().unwrap_or(line), next.split(' ').next().unwrap_or(next));
    let deep = last.matches(['/', '\\']).count() > 2 && first.matches(['/', '\\']).count() < 8;
    deep && !WHOLE_PATH.is_match(last) && !WHOLE_PATH.is_match(first) && WHOLE_PATH.is_match(&format!("{last}{first}"))
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
    if !line.ends_with(|last: char| last.is_ascii_lowercase()) {
        return false;
    }
    let last = line.rsplit(' ').next().unwrap_or_default();
    last.len() <= LONGEST && OPEN.contains(&last) && line.split_whitespace().take(SENTENCE).count() == SENTENCE
}

/// Whether the line opens a bracket that the next one closes.
pub fn is_bracketed(line: &str, next: &str) -> bool {
    let count = |text: &str, letter: u8| text.bytes().filter(|other| *other == letter).count();
    let (open, closed) = (|text: &str| count(text, b'('), |text: &str| count(text, b')'));
    open(line) > closed(line) && open(next) < closed(next)
}

#[cfg(test)]
mod tests {
    use super::{is_bracketed, is_cut, is_lints, is_open, says_the_rest};

    #[test]
    fn a_place_that_was_cut_goes_on() {
        let place = "e: file:///p/shop/src/commonMain/kotlin/com/oak/shop/Till.kt:1";
        assert!(is_cut(&format!("{place}74"), ":34 None of the following candidates is applicable:"));
        assert!(is_cut(&format!("{place}03:3"), "1 Unresolved reference 'launch'."));
        assert!(is_cut(&format!("{place}03:31"), " Suspension functions can only be called within coroutine body."));
        assert!(is_cut(place, "03:31 Unresolved reference 'launch'."));
        assert!(!is_cut(&format!("{place}03:31"), "8 tests completed, 1 failed"));
        assert!(!is_cut("    at com.oak.Till.kt:12", " Another line"));
    }

    #[test]
    fn a_quoted_name_stands_behind_what_it_is() {
        assert!(says_the_rest("Build file ", "'/home/dev/shelf/app/build.gradle' line: 3"));
        assert!(says_the_rest("> The option ", "'android.oak' is deprecated."));
        assert!(!says_the_rest("Build file ", "'/home/dev/shelf"), "its end is missing");
        assert!(!says_the_rest("The profile", "'shelf' is made"));
    }

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
    fn a_frame_or_path_may_be_cut() {
        for (line, next) in [
            ("\tat com.example.ShelfWidget$onOpen$1.invokeS", "uspend(ShelfWidget.kt:60)"),
            ("\tat com.example.ShelfWidget.open(ShelfWi", "dget.kt:60)"),
            ("    at com.example.ShelfWidget.open(ShelfWidget.kt", ":60)"),
            ("/p/shop/src/main/java/com/exam", "ple/Shelf.java:8: error: no oak"),
            ("/p/shop/src/main/java/com", "/example/Shelf.java:8: error: no oak"),
            ("> file at 'C:\\p\\shop\\basket\\lo", "cal.properties'."),
        ] {
            assert!(is_cut(line, next), "{line}");
        }
        for (line, next) in [
            ("\tat com.example.Shelf.open(Shelf.kt:60)", "at com.example.Shelf.put(Shelf.kt:61)"),
            ("\tat com.example.Shelf.open", "com.example.Shelf.put(Shelf.kt:61)"),
            ("/p/shop/src/main/java", "/p/shop/src/main/java/com/example/Shelf.java:8: error: no oak"),
            ("/p/shop/src/main/java/Oak.java", "Shelf.java:8: error: no oak"),
            ("a shelf", "of oak/beech/ash/Shelf.java"),
        ] {
            assert!(!is_cut(line, next), "{line}");
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
