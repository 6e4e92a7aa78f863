//! Frames of stack traces in the forms of crash reporters, consoles and loggers, written as the virtual machine writes them:
//! `at a.b.Shelf.put(Shelf.java:12)`. All that reads frames then knows one form. Only a line of a trace is taken for one.

pub mod dart;
pub mod json;
mod native;
pub mod sentence;

use crate::pattern::{AnyOf, Captures, Pattern};

/// `a.b.Shelf.put(Shelf.java:12)`, `a.b.Shelf#put (Shelf.kt:12)`, `a.b.Shelf.put()[Shelf.kt, line 12]`, `a.b.Shelf.put(Native Method)`
static CALL: Pattern = Pattern::new(concat!(
    r"^(?:[A-Za-z0-9_.$]+(?:\[\])* )?(?P<class>[^\s()\[\]:;,#@/]+)[.#](?P<method>[^\s()\[\]:;,.#@/]+)(?P<signed>\([^()]*\))?:? ?",
    r"[(\[](?:(?P<file>[^\s()\[\]:,;/]+\.(?:java|kt|kts|groovy|scala)|SourceFile|Unknown Source)(?:(?::|, ?line |, ?| line )(?P<line>[0-9]+)(?::[0-9]+)?)?",
    r"|line (?P<row>[0-9]+)|(?P<native>Native [Mm]ethod))[)\]](?P<tail> ~?\[.*\])?$",
));

/// `a.b.Shelf.put at Shelf.java:12`, `a.b.Shelf.put in Shelf.java line 12`, `a.b.Shelf.put(): Shelf.java:12`,
/// `a.b.Shelf.put Shelf.java:12`
static CALL_AT: Pattern = Pattern::new(concat!(
    r"^(?P<class>[^\s()\[\]:;,#@/]+)[.#](?P<method>[^\s()\[\]:;,.#@/]+)(?:\([^()]*\))?(?: at | in | @ |: | - | )",
    r"\(?(?P<file>[^\s()\[\]:,;/]+\.(?:java|kt|kts|groovy|scala))(?::|, ?line | line )(?P<line>[0-9]+)\)?$",
));

/// `a.b.Shelf;put;Shelf.java;12`, `a.b.Shelf,put,Shelf.java,12`
static FIELDS: Pattern = Pattern::new(concat!(
    r"^(?P<class>[^\s()\[\]:;,#@/]+)[;,|\t] ?(?P<method>[^\s()\[\]:;,.#@/]+)[;,|\t] ?",
    r"(?P<file>[^\s()\[\]:,;/]+(?:\.(?:java|kt|kts|groovy|scala))?|Native [Mm]ethod|Unknown Source)[;,|\t] ?(?P<line>-?[0-9]+)$",
));

/// `Shelf.java line 12 a.b.Shelf.put`, `Shelf.kt:12 a.b.Shelf.put`, `Shelf.kt:12 - a.b.Shelf.put`
static PLACE_FIRST: Pattern = Pattern::new(concat!(
    r"^(?P<file>[^\s()\[\]:,;/]+\.(?:java|kt|kts|groovy|scala))(?::|, ?line | line )(?P<line>[0-9]+)(?::[0-9]+)?,?",
    r"(?: - | in | at |:? +|\t+)(?P<class>[^\s()\[\]:;,#@/]+)[.#](?P<method>[^\s()\[\]:;,.#@/]+)(?:\([^()]*\))?$",
));

/// `Shelf.java:12a.b.Shelf.put`: the same where a page has a column for each
static PLACE_GLUED: Pattern = Pattern::new(concat!(
    r"^(?P<file>[^\s()\[\]:,;/]+\.(?:java|kt|kts|groovy|scala)):(?P<line>-?[0-9]+)",
    r"(?P<class>[a-z][a-z0-9_]*\.[^\s()\[\]:;,#@/]+)\.(?P<method>[^\s()\[\]:;,.#@/]+)$",
));

/// `Native Method a.b.Shelf.put`: the same where there is no place
static NATIVE_FIRST: Pattern = Pattern::new(
    r"^(?P<native>Native [Mm]ethod|Unknown Source)(?: line -?[0-9]+|:-?[0-9]+)?(?: - | in | at |:? +|\t+)(?P<class>[^\s()\[\]:;,#@/]+)[.#](?P<method>[^\s()\[\]:;,.#@/]+)(?:\([^()]*\))?$",
);

/// `a.b.Shelf in put at line 12 within app`, `a.b.Shelf in put (Shelf.java:12)`, `a.b.Shelf in put`
static IN_METHOD: Pattern = Pattern::new(concat!(
    r"^(?P<class>[^\s()\[\]:;,#@/]+) in (?P<method>[^\s()\[\]:;,.#@/]+)",
    r"(?: \((?P<file>[^\s()\[\]:,;/]+\.[a-z]+):(?P<line>[0-9]+)\))?(?: at line (?P<row>[0-9]+))?(?: within .{1,80})?$",
));

/// `File "Shelf.kt", line 12, in put`
static QUOTED_FILE: Pattern = Pattern::new(
    r#"^File "(?:[^"]*/)?(?P<file>[^"/:]+\.(?:java|kt|kts))", line (?P<line>[0-9]+), in (?:(?P<class>[^\s()]+)\.)?(?P<method>[^\s().]+)$"#,
);

/// `a.b.Shelf.put:12`, `a.b.Shelf#put line 12`
static CALL_LINE: Pattern = Pattern::new(
    r"^(?P<class>[^\s()\[\]:;,#@/]+)[.#](?P<method>[^\s()\[\]:;,.#@/]+)(?:\([^()]*\))?(?::| line | at line |, line )(?P<row>[0-9]+)$",
);

/// `a.b.Shelf.put at Native Method`, `a.b.Shelf.put [Native Method]`: the same where there is no place
static CALL_NATIVE: Pattern = Pattern::new(
    r"^(?P<class>[^\s()\[\]:;,#@/]+)[.#](?P<method>[^\s()\[\]:;,.#@/]+)(?:\([^()]*\))?(?: at | in | @ |: | - | )[(\[]?(?P<native>Native [Mm]ethod|Unknown Source)[)\]]?$",
);

/// The forms, the more telling first.
const FORMS: &[&Pattern] = &[
    &CALL,
    &CALL_AT,
    &PLACE_FIRST,
    &PLACE_GLUED,
    &QUOTED_FILE,
    &FIELDS,
    &IN_METHOD,
    &CALL_NATIVE,
    &NATIVE_FIRST,
    &CALL_LINE,
];

/// Parts of which a line in one of the forms has one.
static PARTS: AnyOf = AnyOf::new(&[
    ".java",
    ".kt",
    " in ",
    "Native Method",
    "Native method",
    "Unknown Source",
    "SourceFile",
    ".groovy",
    ".scala",
]);

/// Lines above a frame among which the exception stands, or another frame; messages may be long.
pub const ABOVE: usize = 60;

/// What the first line of an exception has in it.
static THROWN: AnyOf = AnyOf::new(&[
    "xception",
    "Error",
    "Throwable",
    "Caused by",
    "Failure",
    "Crash",
    "eaked",
    "iolation",
    "tack trace",
    "tacktrace",
    " tid=",
]);

/// A native frame in its usual form; nothing for another line. No exception needs to stand above it.
pub fn usual_native(line: &str) -> Option<String> {
    native::usual(line)
}

/// Whether a line may begin a trace, or be one of its frames.
pub fn is_of_trace(line: &str) -> bool {
    THROWN.is_in(line) || line.trim_start().starts_with("at ") && line.contains('(')
}

/// Whether the line is a frame as the virtual machine writes it, of which nothing is taken: `at a.b.Shelf.put(Shelf.java:12)`.
pub fn is_usual(line: &str) -> bool {
    let call = line.trim().strip_prefix("at ");
    call.is_some_and(|call| is_plain(call) && memchr::memchr(b'\\', call.as_bytes()).is_none())
}

/// Whether nothing but a name and a place stands behind `at `.
fn is_plain(call: &str) -> bool {
    let Some((_, place)) = call.strip_suffix(')').and_then(|call| call.rsplit_once('(')) else { return false };
    let place = place.as_bytes();
    memchr::memchr3(b' ', b'#', b'`', call.as_bytes()).is_none()
        && !place.contains(&b',')
        && place.iter().filter(|byte| **byte == b':').count() < 2
}

/// The frame in its usual form; nothing for another line, or one that has it. The caller sees to it that the line is one of
/// a trace.
pub fn usual(line: &str) -> Option<String> {
    let text = line.trim();
    // What Mockito wanted stands behind an arrow, and is no frame.
    if text.len() < 5 || text.len() > LONGEST || !text.contains('.') || !may_be(text) || text.contains("-> at ") {
        return None;
    }
    let margin = &line[..line.len() - line.trim_start().len()];
    let (name, at) = unmarked(text);
    let margin = if margin.is_empty() { "\t" } else { margin };
    if let Some(found) = FORMS.iter().find_map(|form| form.captures(name)) {
        let written = written(&found)?;
        return (text.strip_prefix("at ") != Some(written.as_str())).then(|| format!("{margin}at {written}"));
    }
    let open = name.rfind('(').filter(|_| !at && name.ends_with(')'))?;
    let file = name[open + 1..].split(':').next()?;
    let dotted = name[..open].split(['$', ' ']).next().is_some_and(|class| class.matches('.').count() > 1);
    let words = dotted && sentence::words(&name[..open], file).is_some();
    words.then(|| format!("{margin}at {name}"))
}

/// Longest line that is taken for a frame, in bytes.
const LONGEST: usize = 400;

/// Blanks that a number's line has at most.
const BLANKS: usize = 6;

/// Whether the line has what one of the forms needs: a file, words, or a number behind the function.
fn may_be(text: &str) -> bool {
    if text.strip_prefix("at ").is_some_and(is_plain) {
        return false;
    }
    let numbered = text.ends_with(|last: char| last.is_ascii_digit())
        && text.contains([':', ';', ',', ' '])
        && text.bytes().filter(|byte| *byte == b' ').count() <= BLANKS;
    numbered || text.ends_with("line") || PARTS.is_in(text)
}

/// Marks of lists in front of a frame.
const MARKS: &[&str] = &["- ", "* ", "• ", "-> ", "→ ", "=> ", "↳ ", "└ ", "├ ", "+ ", "at ", "At ", "by "];

/// The frame without numbers, marks and quotes around it, and whether `at` stood before it.
fn unmarked(text: &str) -> (&str, bool) {
    let (mut text, mut at) = (text, false);
    for _ in 0..4 {
        let before = text;
        for mark in MARKS {
            if let Some(rest) = text.strip_prefix(mark) {
                at |= *mark == "at ";
                text = rest.trim_start();
            }
        }
        text = numbered(text).unwrap_or(text);
        let quoted = |mark: char| {
            let rest = text.strip_suffix(',').unwrap_or(text);
            rest.strip_prefix(mark)?.strip_suffix(mark)
        };
        text = quoted('`').or_else(|| quoted('"')).or_else(|| quoted('\'')).unwrap_or(text);
        if text == before {
            break;
        }
    }
    (text, at)
}

/// What stands behind `#12 `, `12: `, `12) `, `[12] `, `12. `.
fn numbered(text: &str) -> Option<&str> {
    let inner = text.trim_start_matches(['#', '[', '(']);
    let rest = inner.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if rest.len() == inner.len() || inner.len() - rest.len() > 3 {
        return None;
    }
    let behind = rest.trim_start_matches([']', ')', ':', '.']);
    behind.starts_with([' ', '\t']).then(|| behind.trim_start())
}

/// What shrinkers put in a file's place.
const MINIFIED: &str = "SourceFile";

/// Whether a class without its package is of this file: `Shelf`, `ShelfKt` of `Shelf.kt`.
pub fn is_of(class: &str, file: &str) -> bool {
    let outer = class.split('$').next().unwrap_or(class);
    file.split('.').next().is_some_and(|stem| stem == outer || outer.strip_suffix("Kt") == Some(stem))
}

/// The frame behind `at `; nothing where the names are none.
fn written(found: &Captures<'_>) -> Option<String> {
    let text = |name: &str| found.name(name).map(|text| text.as_str());
    let file = text("file");
    let class = match text("class") {
        Some(class) => {
            // `a.b.Shelf`, a minified `a.b`, but no number and no address.
            let parts = || class.split('.');
            let named = parts().all(|part| part.starts_with(|c: char| c.is_alphabetic() || "_$-".contains(c)))
                && (class.contains('.') || file.is_some_and(|file| is_of(class, file) || file == MINIFIED));
            named.then_some(class)?
        }
        None => file?.split('.').next()?,
    };
    let method = text("method").filter(|method| !method.starts_with(|first: char| first.is_ascii_digit()))?;
    // `java.lang.AssertionError at ShelfTest.java:12`: what a test threw, and where
    let starts_small = |name: &str| name.starts_with(char::is_lowercase);
    // `java.lang.IllegalStateException in ShelfActivity`: a crash reporter's title
    let is_thrown = class.ends_with("Exception") || class.ends_with("Error");
    if is_thrown && file.is_none() && text("row").is_none() && text("native").is_none() {
        return None;
    }
    if !starts_small(method) && !method.starts_with('<') && starts_small(class.rsplit('.').next().unwrap_or(class)) {
        return None;
    }
    let placed = file.is_some_and(|file| file.contains('.'));
    let is_class = |class: &str| {
        let simple = class.rsplit('.').next().unwrap_or(class);
        simple.starts_with(|first: char| !first.is_lowercase() && !first.is_ascii_digit())
    };
    if !placed && text("native").is_none() && text("file").is_none() && !is_class(class) {
        return None;
    }
    let line = text("line").filter(|line| !line.starts_with('-'));
    let place = match (file, line, text("row"), text("native")) {
        (Some(file), Some(line), ..) => format!("{file}:{line}"),
        (Some(file), ..) => file.to_owned(),
        (_, _, Some(row), _) => {
            match class.rsplit('.').next().and_then(|class| class.split('$').next()?.strip_suffix("Kt")) {
                // Kotlin names the class of a file's functions so.
                Some(stem) if !stem.is_empty() => format!("{stem}.kt:{row}"),
                _ => format!("Unknown Source:{row}"),
            }
        }
        (.., Some(native)) => native.to_owned(),
        _ => "Unknown Source".to_owned(),
    };
    let tail = text("tail").unwrap_or("");
    Some(format!("{class}.{method}({place}){tail}"))
}

#[cfg(test)]
mod tests {
    use crate::parse::input::lines::Lines;

    /// The line as it is read below an exception.
    fn read(line: &str) -> String {
        Lines::new(&format!("java.lang.IllegalStateException: no shelf\n{line}")).get(1).trim_start().to_owned()
    }

    #[test]
    fn frames_of_all_forms_become_usual_ones() {
        for line in [
            "at a.b.Shelf.put(Shelf.java:12)",
            "a.b.Shelf.put(Shelf.java:12)",
            "  at a.b.Shelf.put (Shelf.java:12)",
            "Shelf.java line 12 a.b.Shelf.put",
            "Shelf.java:12 a.b.Shelf.put",
            "Shelf.java:12 - a.b.Shelf.put",
            "a.b.Shelf in put (Shelf.java:12)",
            "a.b.Shelf.put at Shelf.java:12",
            "at a.b.Shelf.put(): Shelf.java:12",
            "a.b.Shelf.put Shelf.java:12",
            "Shelf.java:12a.b.Shelf.put\t",
            "a.b.Shelf;put;Shelf.java;12",
            "a.b.Shelf#put [Shelf.java:12]",
            "at a.b.Shelf.put(Shelf.java, line 12)",
            "at a.b.Shelf.put(Shelf.java:12:7)",
            "#03 at a.b.Shelf.put(Shelf.java:12)",
            "[3] a.b.Shelf.put(Shelf.java:12)",
            "3) a.b.Shelf.put(Shelf.java:12)",
            "- `a.b.Shelf.put(Shelf.java:12)`",
            "\"a.b.Shelf.put(Shelf.java:12)\",",
            "at void a.b.Shelf.put(int) (Shelf.java:12)",
        ] {
            assert!(
                ["at a.b.Shelf.put(Shelf.java:12)", line.trim()].contains(&read(line).as_str()),
                "{line}: {}",
                read(line)
            );
            assert!(crate::parse::frames::frame_class(&read(line)).as_deref() == Some("a.b.Shelf"), "{line}");
        }
        assert_eq!(read("a.b.Shelf in put at line 12 within app"), "at a.b.Shelf.put(Unknown Source:12)");
        assert_eq!(read("a.b.ShelfKt.put:12"), "at a.b.ShelfKt.put(Shelf.kt:12)");
        assert_eq!(read("b7.a(SourceFile:12)"), "at b7.a(SourceFile:12)");
        assert_eq!(read("a.b.Shelf.put [Native Method]"), "at a.b.Shelf.put(Native Method)");
        assert_eq!(read("File \"Shelf.kt\", line 12, in put"), "at Shelf.put(Shelf.kt:12)");
        assert_eq!(
            read("a.b.ShelfTest$no oak yet$1.invoke(ShelfTest.kt:12)"),
            "at a.b.ShelfTest$no oak yet$1.invoke(ShelfTest.kt:12)"
        );
    }

    #[test]
    fn frames_with_a_blank_before_the_place_are_no_rest_of_a_sentence() {
        let thrown = "android.hardware.camera2.CameraAccessException: Camera 0 did not answer in time ";
        let frame = "com.example.shelf.Recorder.start Recorder.kt:45";
        let lines = Lines::new(&format!("{thrown}\n{frame}\n{frame}"));
        assert_eq!(lines.get(1).trim_start(), "at com.example.shelf.Recorder.start(Recorder.kt:45)");
    }

    #[test]
    fn other_lines_stay() {
        for line in [
            "Shelf.java:12: error: cannot find symbol",
            "e: Shelf.kt:12:3 Unresolved reference",
            "see Shelf.java line 12",
            "It fails.See Shelf.java:12",
            "Shelf.java:12ms",
            "com.example:shelf:12",
            "a shelf in the basket at line 12",
            "1.2.3 in 4.5.6",
            "https://example.com/Shelf.java:12",
            "Shelf.java:12 is wrong.",
            "java.lang.AssertionError at ShelfTest.java:12",
            "java.lang.IllegalStateException in ShelfActivity",
            "1. -> at a.b.Shelf.put(Shelf.java:12)",
        ] {
            assert_eq!(read(line), line);
        }
        let alone = "Shelf.java:12 a.b.Shelf.put";
        assert_eq!(Lines::new(&format!("All is well.\n{alone}")).get(1), alone, "no trace is above it");
    }
}
