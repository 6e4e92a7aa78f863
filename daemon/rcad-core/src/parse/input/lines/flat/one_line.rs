//! A text whose line ends were all lost, as a page shows what somebody pasted without marks of code: one line that holds a
//! whole log is cut where lines of a log begin and where some always end.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::parse::input::rows::rows;
use crate::pattern::Pattern;

/// Shorter lines hold one thing.
const SHORTEST: usize = 80;

/// Fewer cuts than these may be of a sentence that quotes what a tool says.
const FEWEST: usize = 2;

/// Share of a text that the line must be, in percent.
const MOST: usize = 60;

/// `2026-06-02T10:14:07.123Z `, `[task 2026-06-02T10:14:07.123Z] `, `06-02 10:14:07.123 `: the time before each line
static STAMP: Pattern = Pattern::new(
    r"[ \t]+(?:(?:\[?(?:task )?[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}|[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}))",
);

/// `E/AndroidRuntime( 4321): `, `I/DynamiteModule: `, `E AndroidRuntime: `: Android's log without its time
static TAG: Pattern = Pattern::new(
    r"[ \t]+(?:[VDIWEF](?:/[A-Za-z][A-Za-z0-9_.-]* ?(?:\( *[0-9]+\))?: | (?:AndroidRuntime|DEBUG|libc) *: ))",
);

/// Where a line begins, whatever the log is: ` at a.b.C.d(D.java:1)`, ` Caused by: `, ` e: file:///p/A.kt`, ` /p/A.java:3: error: `,
/// ` > Task :app:jar`, ` FAILURE: Build failed`, ` * Try:`, ` #00 pc 0001`
static BEGIN: Pattern = Pattern::new(concat!(
    r"[ \t]+(?:(?:at [A-Za-z_$][A-Za-z0-9_$.<>/@-]* ?\([^()]*\)|Caused by: |Suppressed: |\.\.\. [0-9]+ (?:more|common frames)",
    r"|(?:[0-9]+:)?[ew]: (?:file:|/|[A-Za-z]:[\\/]|\[|[A-Z][a-z]+ [a-z]|warnings found|[^ :]+\.kts?:[0-9])",
    r"|(?:[A-Za-z]:|[A-Za-z0-9_.-]+-[0-9]+:)?[^ :\x22'<>|;(]*[A-Za-z0-9_-]\.(?:java|kts?|xml|gradle|c|cc|cpp|h|png):[0-9]+(?::[0-9-]+)*: (?:AAPT: )?(?:fatal )?(?:error|warning|Error|Warning): ",
    r"|ERROR: ?(?:[A-Za-z]:[\\/]|/)|> (?:Task :|Configure project )|FAILURE: Build |\* (?:What went wrong|Where|Try|Exception is|Get more help)",
    r"|BUILD FAILED|Execution failed for task '|Android resource linking failed|Required by: |(?:symbol|location) ?: +(?:class|variable|method|interface|package) ",
    r"|FATAL EXCEPTION: |Process: [A-Za-z0-9_.:]+, PID: |Fatal signal |Build fingerprint: |Abort message: |backtrace:|#[0-9]{2,3} +pc |signal [0-9]+ \(SIG|pid: [0-9]+, tid: |\*\*\* \*\*\* ",
    r"|\*\*\*\*/ data binding error|See https?://|[0-9]+ (?:errors?|warnings?|tests? completed)|```|Suggestion: |- Variant '",
    r"|error: (?:resource |attribute |style |failed |'|<|file |unescaped |not well)|[A-Za-z0-9_.$]+(?:\[[a-zA-Z]+\])? > [^>]{1,100}? FAILED",
    r"|(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error)\b))",
));

/// Where a line ends: `* What went wrong: `, `PID: 4321 `, `> Task :app:jar FAILED `, `^ `, "``` "
static END: Pattern = Pattern::new(concat!(
    r"(?:\* (?:What went wrong|Where|Try|Exception is):|PID: [0-9]+|Required by:|> Task :[^ ]+(?: (?:FAILED|UP-TO-DATE|NO-SOURCE|SKIPPED|FROM-CACHE))?",
    r"| [\^]|```|BUILD FAILED in [0-9]+m?s(?: [0-9]+s)?|with an exception\.|Android resource (?:linking|compilation) failed|\[[A-Z][a-z]+(?:[A-Z][a-z]+)+\])[ \t]+",
));

/// `no shelf.at a.b.C.d(SourceFile:7)at a.b.E.f(E.java:9)`, `(152)a.b.XException: no`: frames and the exception whose line ends
/// went without a blank in their place
static GLUED: Pattern = Pattern::new(concat!(
    r"\S(?:at (?:[A-Za-z_$][A-Za-z0-9_$]*\.)+[A-Za-z0-9_$<>]+ ?\((?:[^():]{1,60}:[0-9]+|Native Method|Unknown Source)\)",
    r"|Caused by: [a-z]+\.)|\)(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error): ",
));

/// `Execution failed for task ':app:jar'. > Could not`, where Gradle's own marks begin further lines
static CAUSE: Pattern = Pattern::new(r"[ \t]+(?:> [A-Za-z\[])");

/// What says that the line is Gradle's.
const GRADLES: &[&str] = &[
    "What went wrong:",
    "FAILURE: Build",
    "> Task :",
    "Execution failed for task",
    "A problem occurred ",
    "dependencies of task",
];

/// What stands in every line that is cut, twice or more, or two of them: the patterns cost more.
const MARKS: &[&str] = &[
    " at ",
    ")at ",
    "Caused by: ",
    "e: ",
    "w: ",
    "error: ",
    "warning: ",
    "Error: ",
    "Warning: ",
    "ERROR:",
    "> ",
    "* ",
    "*** ",
    "FATAL EXCEPTION",
    "FAILURE: ",
    "BUILD FAILED",
    "PID: ",
    " FAILED",
    "Execution failed",
    "```",
    "AndroidRuntime: ",
    "Fatal signal",
    "Build fingerprint",
    "backtrace:",
    " pc ",
    "Required by:",
    "symbol",
    "location",
    "See http",
    "Suggestion: ",
    " V/",
    " D/",
    " I/",
    " W/",
    " E/",
    " F/",
    " more",
    " ^",
];

static FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| AhoCorasick::new(MARKS).ok());

fn may_hold_several(line: &str) -> bool {
    let marks = || FINDER.as_ref().is_some_and(|finder| finder.find_iter(line).nth(FEWEST - 1).is_some());
    marks() || times(line) >= FEWEST || !repeated(line).is_empty()
}

/// How often a time of day stands in the line.
fn times(line: &str) -> usize {
    let is_time = |letters: &&[u8]| {
        letters[2] == b':' && letters[5] == b':' && [0, 1, 3, 4, 6, 7].iter().all(|at| letters[*at].is_ascii_digit())
    };
    line.as_bytes().windows(8).filter(is_time).count()
}

/// The text with the line ends that it lost, and the number of each line in `numbers`.
pub fn opened<'t>(raw: Cow<'t, str>, numbers: &mut Vec<u32>) -> Cow<'t, str> {
    let long = |line: &str| line.len() >= SHORTEST && line.len() * 100 >= raw.len() * MOST;
    let Some(nth) = rows(&raw).position(long) else { return raw };
    let Some(line) = raw.split('\n').nth(nth) else { return raw };
    if !may_hold_several(line) {
        return raw;
    }
    let cuts = cuts(line);
    if cuts.len() < FEWEST {
        return raw;
    }
    let mut parts = Vec::new();
    let mut from = 0;
    for cut in cuts {
        parts.push(line[from..cut].trim_end());
        from = cut + line[cut..].len() - line[cut..].trim_start().len();
    }
    parts.push(&line[from..]);
    let number = numbers.get(nth).copied().unwrap_or(u32::MAX);
    numbers.splice(nth..(nth + 1).min(numbers.len()), parts.iter().map(|_| number));
    let lines: Vec<&str> = raw.split('\n').collect();
    let all = lines[..nth].iter().chain(&parts).chain(&lines[nth + 1..]);
    Cow::Owned(all.copied().collect::<Vec<_>>().join("\n"))
}

/// Where the line is cut, each place once, in order.
fn cuts(line: &str) -> Vec<usize> {
    // A message may hold a time or two.
    let stamps = if times(line) < FEWEST { Vec::new() } else { before(line, &STAMP) };
    let stamped = line.trim_start().starts_with(|first: char| first.is_ascii_digit() || first == '[');
    let stamps = if stamped || stamps.len() > 2 { stamps } else { Vec::new() };
    let mut cuts = before(line, &BEGIN);
    cuts.extend(if stamps.is_empty() { before(line, &TAG) } else { stamps });
    cuts.extend(repeated(line));
    cuts.extend(behind(line, &END));
    if GRADLES.iter().any(|mark| line.contains(mark)) {
        cuts.extend(before(line, &CAUSE));
    }
    cuts.retain(|cut| !is_inside(line, *cut));
    cuts.extend(glued(line));
    cuts.sort_unstable();
    cuts.dedup_by_key(|cut| *cut + line[*cut..].len() - line[*cut..].trim_start().len());
    cuts
}

/// Where the white space begins with which each match of the pattern begins.
fn before(line: &str, pattern: &Pattern) -> Vec<usize> {
    let mut places = Vec::new();
    let mut from = 0;
    while let Some((start, _)) = pattern.find(&line[from..]) {
        let start = from + start;
        places.push(line[..start].trim_end().len());
        let next = line.len() - line[start..].trim_start().len();
        from = next + line[next..].chars().next().map_or(1, char::len_utf8);
    }
    places.retain(|place| *place > 0);
    places
}

/// Where frames begin that are glued to what stands before; one alone may be a word of a sentence.
fn glued(line: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut from = 0;
    while let Some((start, end)) = GLUED.find(&line[from..]) {
        places.push(from + start + line[from + start..].chars().next().map_or(1, char::len_utf8));
        // The bracket that ends a frame stands before the next one.
        from += end - 1;
    }
    if places.len() < FEWEST { Vec::new() } else { places }
}

/// Where the white space begins with which each match of the pattern ends.
fn behind(line: &str, pattern: &Pattern) -> Vec<usize> {
    let mut places = Vec::new();
    let mut from = 0;
    while let Some((_, end)) = pattern.find(&line[from..]) {
        from += end;
        places.push(line[..from].trim_end().len());
    }
    places.retain(|place| *place < line.trim_end().len());
    places
}

/// What stands behind the mark of a line and not at its start.
const BEHIND_MARKS: &[&str] = &[
    "FATAL EXCEPTION",
    "Process: ",
    "Caused by: ",
    "at ",
    "Fatal signal",
    "***",
    "Build fing",
    "signal ",
    "backtrace",
    "#",
    "pid: ",
    "Abort",
    "error: ",
];

/// Whether what begins at the cut stands inside a line: behind its mark (`AndroidRuntime: FATAL EXCEPTION`), in marks of code,
/// in a sentence.
fn is_inside(line: &str, cut: usize) -> bool {
    let (before, after) = (&line[..cut], line[cut..].trim_start());
    let headed = |starts: &[&str]| starts.iter().any(|start| after.starts_with(start));
    if headed(&["> "]) && !headed(&["> Task :", "> Configure "]) {
        // `ShelfTest > puts() FAILED`, `Settings > build`
        let named = |name: &str| name.len() < 120 && name.contains(" FAILED") && !name.contains(" BUILD FAILED");
        let test = !before.ends_with(['.', ':', '\'']) && after[2..].split('>').next().is_some_and(named);
        let small = after[2..].starts_with(|letter: char| letter.is_ascii_lowercase());
        return test || small && !before.ends_with(['.', '\'', ')']);
    }
    if after.starts_with(|letter: char| letter.is_ascii_lowercase()) && THROWN.is_match(after) {
        return !is_crash(before);
    }
    if is_part_of_a_path(before, after) || before.ends_with(" >") || before.ends_with("ERROR:") {
        return true;
    }
    // An exception without a message has its colon all the same.
    if headed(&["at "]) && (before.ends_with("Exception:") || before.ends_with("Error:")) {
        return false;
    }
    // One mark of code has no end.
    if (before.ends_with("```") || after.starts_with("```")) && line.matches("```").count() < 2 {
        return true;
    }
    let quoted = before.ends_with(['\'', '"', '`', '(']) && !before.ends_with("```");
    before.ends_with(':') && !before.ends_with("* What went wrong:") && headed(BEHIND_MARKS)
        || before.ends_with(':') && !before.ends_with("wrong:") && headed(&["Execution failed"])
        || quoted && headed(&["e: ", "w: "])
}

/// `java.lang.IllegalStateException: no`
static THROWN: Pattern = Pattern::new(r"^(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error)\b");

/// Whether an exception that follows stands in a line of its own: behind a thread's name, a test's, a crashed process's.
fn is_crash(before: &str) -> bool {
    let thread =
        || before.rsplit_once("FATAL EXCEPTION: ").is_some_and(|(_, name)| name.len() < 60 && !name.contains(": "));
    let process =
        || before.rsplit_once("PID: ").is_some_and(|(_, number)| number.bytes().all(|digit| digit.is_ascii_digit()));
    before.ends_with(" FAILED") || thread() || process()
}

/// Whether a path that begins here is only the end of one, or of a sentence that it is glued to: `C:\p q\m.xml`,
/// `details./p/A.java`.
fn is_part_of_a_path(before: &str, after: &str) -> bool {
    let is_path = |word: &str| word.contains(['/', '\\']);
    let word = after.split(' ').next().unwrap_or_default();
    let last = before.rsplit(' ').next().unwrap_or_default();
    let whole = word.starts_with('/') || word.get(1..3).is_some_and(|drive| matches!(drive, ":\\" | ":/"));
    let glued = word.find("./").is_some_and(|at| word[..at].ends_with(|letter: char| letter.is_ascii_alphabetic()));
    glued || before.ends_with(" -") && is_path(word) || !whole && is_path(word) && is_path(last)
}

/// Where the words recur with which the line begins, such as `C/C++: ` and `WARNING: `.
fn repeated(line: &str) -> Vec<usize> {
    let first = line.split(' ').next().unwrap_or_default();
    let comment = first == "//";
    if !comment && (first.len() < 4 || !first.ends_with([':', ']', '|'])) {
        return Vec::new();
    }
    let mark = format!(" {first} ");
    let places: Vec<usize> = line.match_indices(&mark).map(|(at, _)| at).collect();
    if places.len() > if comment { 3 } else { 1 } { places } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::opened;

    fn lines(raw: &str) -> Vec<String> {
        let mut numbers: Vec<u32> = (1..).take(raw.split('\n').count()).collect();
        let text = opened(Cow::Borrowed(raw), &mut numbers);
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        assert_eq!(numbers.len(), lines.len(), "{lines:?}");
        lines
    }

    /// The lines become one, and are several again.
    fn reopened(wanted: &[&str]) {
        assert_eq!(lines(&wanted.join(" ")), wanted);
        assert_eq!(lines(&wanted.join("  ")), wanted);
    }

    #[test]
    fn a_failed_build_is_several_lines() {
        reopened(&[
            "> Task :shop:compileKotlin FAILED",
            "e: file:///p/shop/A.kt:1:2 Unresolved reference 'shelf'.",
            "w: file:///p/shop/B.kt:3:4 Variable 'oak' is never used",
            "FAILURE: Build failed with an exception.",
            "* What went wrong:",
            "Execution failed for task ':shop:compileKotlin'.",
            "> Could not get 'https://shelf.example/oak.pom'.",
            "> peer not authenticated",
            "* Try:",
            "> Run with --info",
            "BUILD FAILED in 3s",
        ]);
        reopened(&[
            "Android resource linking failed",
            "error: resource style/Oak (aka com.example:style/Oak) not found.",
            "error: failed linking references.",
        ]);
        reopened(&[
            "/p/A.java:3: error: cannot find symbol",
            "symbol: class Shelf",
            "location: class A",
            "/p/B.java:4: error: ';' expected",
            "2 errors",
        ]);
    }

    #[test]
    fn a_crash_is_several_lines() {
        reopened(&[
            "FATAL EXCEPTION: main",
            "Process: com.example.shop, PID: 7",
            "java.lang.IllegalStateException: no shelf at all",
            "at com.example.shop.Shelf.<init>(Shelf.kt:4)",
            "Caused by: java.io.IOException: gone",
            "at com.example.shop.Oak.cut(Oak.kt:9)",
            "... 12 more",
        ]);
        reopened(&[
            "06-02 10:14:07.123  7  7 E AndroidRuntime: FATAL EXCEPTION: main",
            "06-02 10:14:07.123  7  7 E AndroidRuntime: Process: com.example.shop, PID: 7",
            "06-02 10:14:07.123  7  7 E AndroidRuntime: at com.example.shop.Oak.cut(Oak.kt:9)",
        ]);
        reopened(&[
            "ShelfTest > puts() FAILED",
            "java.lang.AssertionError: no shelf at all in the room",
            "at com.example.shop.ShelfTest.puts(ShelfTest.kt:9)",
            "3 tests completed, 1 failed",
        ]);
    }

    #[test]
    fn lines_that_lost_even_the_blank_between_them_are_cut() {
        let line = "Phone: Oak 7, App: 1.0 (12)java.lang.IllegalStateException: The shelf is full.at a.b.C.d(SourceFile:155)at android.view.View.draw(View.java:7)at x.Y.<init>(Native Method)";
        assert_eq!(
            lines(line),
            [
                "Phone: Oak 7, App: 1.0 (12)",
                "java.lang.IllegalStateException: The shelf is full.",
                "at a.b.C.d(SourceFile:155)",
                "at android.view.View.draw(View.java:7)",
                "at x.Y.<init>(Native Method)",
            ]
        );
    }

    #[test]
    fn one_message_stays_one_line() {
        for line in [
            "Look at Settings > Build > Gradle, where the version of the tool that builds the shelf is shown",
            "Caused by: java.lang.RuntimeException: java.io.IOException: the shelf is full of books that nobody reads",
            "a.b.ShelfException: catch { e: Exception -> e.print() } is what the oak in the room would say about it",
            "e: file:///p/shop/A.kt:1:2 Syntax error: Expecting a top level declaration or an element of the shelf",
            "E/AndroidRuntime( 4321): FATAL EXCEPTION: a-thread-with-a-rather-long-name-that-somebody-gave-it-once",
            "> Could not resolve com.example.shelf:oak:1.0.0 because the room in which it stands is locked at night",
        ] {
            assert_eq!(lines(line), [line]);
        }
    }

    #[test]
    fn only_a_line_that_is_most_of_a_text_is_cut() {
        let line = "java.lang.IllegalStateException: no at com.example.Shelf.get(Shelf.java:4) at com.example.Main.main(Main.java:3)";
        assert_eq!(lines(line).len(), 3);
        let text = format!("{}\n{line}", "A sentence of somebody who asks.\n".repeat(9));
        assert_eq!(lines(&text).join("\n"), text);
    }
}
