//! How much a line that a tool printed says of why it failed. Knows no tool: what counts is the mark of an error, an
//! exception, a place, and words that say what is wrong.

use super::{name, place};
use crate::parse::input::lines::Lines;
use crate::parse::readers::headings::counts_tasks;
use crate::parse::readers::r8;
use crate::pattern::Pattern;

/// Points of a line that is worth quoting wherever it stands; less than this is only the last thing that was said.
pub const TELLING: i32 = 3;

/// `error: …`, `shelve: fatal: …`, `[shelve] ERR! …`, `*** Error: …`, `--- FAIL: …`, `error[E0432]: …`, `e: …`
static MARK: Pattern = Pattern::new(
    r"^(?i)\W*(?:\[[^\]\n]{1,40}\][ :]*|[a-z0-9_.+/\\-]{1,60}: ?){0,2}\W{0,3}(?:(?:fatal|syntax|type|parse|internal|configuration|validation|unexpected|unhandled|uncaught)? ?(?:error|exception)(?:\[[A-Z0-9]+\]|\([0-9]+\)| [A-Z]{1,4}[0-9]{3,5})?|fatal|err!?|severe|critical|panic|uncaught|fail(?:ed|ure)?|e:)(?:[:!\] ]|$)",
);

/// `a.ts(12,9): error TS2339: …`, `A.java:12 [error] …`, `12:9  error  …`
static MARK_INSIDE: Pattern = Pattern::new(r"(?:[:)\]-]|[0-9])\s+\[?(?:fatal )?[Ee]rror\]?(?:\s|:)");

/// `13:02:03 [main] ERROR a.b.C - …`, `level=fatal msg=…`, `{"level":"error", …}`, `E0102 03:04:05.678901 812 main.go:41] …`
static LEVEL: Pattern = Pattern::new(
    r#"^.{0,80}?(?:(?:^|[\s\[(|"=-])(?:ERROR|FATAL|SEVERE|CRITICAL)(?:[\s\])|":]|$)|level"?[=:] ?"?(?:error|fatal|panic))|^[EF][0-9]{4} [0-9:.]{8,} "#,
);

/// `13:02:03 [main] INFO  a.b.C - …`
static CALM: Pattern = Pattern::new(
    r#"^.{0,80}?(?:(?:^|[\s\[(|"=-])(?:INFO|WARN|WARNING|DEBUG|TRACE|NOTE)(?:[\s\])|":]|$)|level"?[=:] ?"?(?:info|warn|debug))"#,
);

/// `a.b.XException: no shelf`, `Caused by: …`, `Exception in thread "main" …`, `KeyError: 'SHELF'`
static THROWN: Pattern = Pattern::new(
    r#"^(?:Caused by: |Exception in thread "[^"]*" )?(?:[a-z][A-Za-z0-9_]*\.)*[A-Z][A-Za-z0-9_$]*(?:Error|Exception)(?: \[[A-Z_]+\])?: \S"#,
);

/// `<=====--------> 40% EXECUTING [12s]`, `> IDLE`, `> :app:compileKotlin`: Gradle's own lines, which tell how far it is
static PROGRESS: Pattern = Pattern::new(r"^(?:<[-=]+> *[0-9]+%|> IDLE|> :\S+(?: > .*)?$)");

/// Reasons that lead elsewhere: `Generation failed; see the generator error output for details.`, `java.lang.X (no error
/// message)`, `There were 1 errors during grammar generation`, `Compilation failed`
static ELSEWHERE: Pattern = Pattern::new(
    r"(?i)\b(?:see|check|refer to|look at)\b.{0,30}\b(?:above|log|logs|output|report|details|console|error)|output above|for (?:more )?details|no error message|exit(?:ed)?(?: with)?(?: an?)?(?: non-?zero)? (?:code|value|status)|exit-code|exited with an error|exit value|finished with non-zero|error messages? should|\b(?:errors?|problems?) (?:during|found|detected)|\berrors? occurred(?:\.|$| during)|read more\b|detected [0-9]+ errors?|were [0-9]+ (?:lint )?errors?|failed with [0-9]+|failed while (?:compiling|linking)|(?:compilation|generation|linking|packing|execution|validation|build|task|processing|analysis|verification) failed\.?$|command failed|report can be found|violations? (?:was|were|found)|invocationtargetexception|execution failed:?$",
);

/// `2 errors`, `One error found`, `Found 1 error in 1 file`, `✖ 2 problems`, `1 of 12 failed`
static COUNT: Pattern = Pattern::new(
    r"^\W*(?:(?:[Ff]ound|[Dd]etected) )?(?:[0-9]+|[Oo]ne) (?:[a-z]+ )?(?:errors?|problems?|warnings?|failures?|failed|unresolved externals)\b|\b[Ee]rror -?[0-9]+$",
);

/// Beginnings of lines that only say that it failed, behind marks, in small letters.
const SUMMARIES: &[&str] = &[
    "could not compile",
    "aborting",
    "aborted",
    "process exited",
    "process completed",
    "process finished",
    "command failed",
    "build failed",
    "build stopped",
    "failed with errors",
    "failed after",
    "failed in ",
    "compilation failed",
    "compilation aborted",
    "compiled with",
    "collect2",
    "linker command failed",
    "symbol(s) not found",
    "a complete log",
    "an error report file",
    "could not create the java virtual machine",
    "a fatal exception has occurred",
    "error occurred",
    "error is not recoverable",
    "error code",
    "error count",
    "exit",
    "job failed",
    "tests:",
    "test suites:",
    "found incompatible module",
    "the following build commands failed",
    "begin failed",
    "recipe for target ",
];

/// Beginnings of lines that warn, advise or tell how it goes.
const ASIDES: &[&str] = &[
    "warn",
    "w: ",
    "note",
    "info",
    "i: ",
    "debug",
    "trace",
    "hint",
    "help",
    "tip:",
    "usage",
    "see ",
    // Kotlin's plugin, of its own statistics.
    "could not execute [report metric",
    "for more",
    "try ",
    "run ",
    "visit",
    "please",
    "did you mean",
    "deprecat",
    "this is most likely",
    "if you",
    "ensure ",
    "make sure",
    "npm run",
    "to see ",
];

/// Words that say what is wrong, in small letters.
const WRONG: &[&str] = &[
    "cannot ",
    "can't ",
    "can not ",
    "could not ",
    "couldn't ",
    "unable to ",
    "failed to ",
    "not found",
    "neither found",
    "no such ",
    "not allowed",
    "not a ",
    "not set",
    "not defined",
    "not declared",
    "not been ",
    "not exist",
    "not supported",
    "not available",
    "not valid",
    "not permitted",
    "not in ",
    "not assignable",
    "not up to date",
    "not up-to-date",
    "has no ",
    "have no ",
    "doesn't ",
    "does not ",
    "don't ",
    "isn't ",
    "is not ",
    "are not ",
    "must ",
    "missing",
    "invalid",
    "illegal",
    "unknown",
    "undefined",
    "undeclared",
    "unresolved",
    "unexpected",
    "expected",
    "unsupported",
    "unrecogni",
    "denied",
    "refused",
    "required",
    "duplicate",
    "already ",
    "mismatch",
    "conflict",
    "incompatible",
    "corrupt",
    "too many",
    "too few",
    "too long",
    "too large",
    "too old",
    "too new",
    "rejected",
    "forbidden",
    "unauthorized",
    "unreachable",
    "expired",
    "violat",
    "locked",
    "timed out",
    "timeout",
    "would have been",
    "out of memory",
    "unbound",
    "neither ",
    "no usable",
    "no matching",
    "no module",
    "no rule",
    "no names",
    "no default",
    "no secret",
    "should be",
    "returned error",
    "unable ",
    "disallowed",
];

/// Beginnings that say it.
const WRONG_FIRST: &[&str] = &["no ", "bad ", "wrong ", "wanted ", "got "];

/// Ends of lines that say that something went well.
const WELL: &[&str] = &[" ok", " passed", " done", "success", "up-to-date", "completed", "emitted]"];

/// `DefaultWorkerServer.execute(DefaultWorkerServer.java:68)`: a frame whose beginning was cut off
static CUT_FRAME: Pattern = Pattern::new(r"^[A-Za-z0-9_.$<>/-]+\([A-Za-z0-9_$]+\.(?:java|kts?|groovy|scala):[0-9]+\)$");

/// `9:06:17: Executing 'build'...`, `PM 9:06:19: Execution finished 'build'.`, `C:\shelf>exit /b 1`, `PS C:\shelf> gradlew build`:
/// what an IDE started, what was typed, and what a script echoes
static AROUND: Pattern = Pattern::new(concat!(
    r"^(?:(?:[^ ]{1,4} )?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: [^ ]{1,4})?: (?:Executing|Execution finished|Task execution finished) ",
    r"|(?:PS )?[A-Za-z]:\\[^<>|:*?]*> ?\S)",
));

/// What Gradle adds below each build that used something old or had problems, and what it logs of each request and task.
const HINTS: &[&str] = &[
    // Of one of several repositories, or of what a task was the last to do: `resolve/unsaid.rs` reads them.
    "Failed to get resource: ",
    "Finished executing task '",
    "[Incubating] Problems report is available at: ",
    "Deprecated Gradle features were used",
    "Use '--warning-mode ",
    "You can use '--warning-mode ",
    "See https://docs.gradle.org/",
    "For more on this, please refer to https://docs.gradle.org/",
];

/// Points of a line; none for what never says why: frames, excerpts of source, headers of tasks, that a report was written,
/// empty lines.
pub fn points(line: &str) -> Option<i32> {
    let text = line.trim();
    // `:deploy FAILED` is how Gradle 4 writes it.
    let old = text.starts_with(':')
        && !text.trim_end_matches(|letter: char| letter.is_ascii_uppercase() || letter == '-').trim_end().contains(' ');
    let is_header = old || text.starts_with("> Task :") || text.starts_with("> Configure project") || is_section(text);
    let is_report = text.starts_with("Wrote ") || text.starts_with("Ran lint on ");
    if r8::is_remark_line(text)
        || is_header
        || is_report
        || counts_tasks(text)
        || AROUND.is_match(text)
        || is_frame(text)
        || CUT_FRAME.is_match(text)
        || HINTS.iter().any(|hint| text.starts_with(hint))
        || text.chars().filter(|letter| letter.is_alphabetic()).count() < 3
    {
        return None;
    }
    let lower = text.to_lowercase();
    let words = lower.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    if PROGRESS.is_match(text) || place::is_excerpt(line) && !words.contains("error") {
        return None;
    }
    let marked = MARK.is_match(text) || MARK_INSIDE.is_match(text) || LEVEL.is_match(text) || has_glyph(text);
    let mut points = if marked { 6 } else { 0 };
    points += if THROWN.is_match(text) { 5 } else { 0 };
    points += if text.starts_with("Caused by: ") { 2 } else { 0 };
    let wrong = WRONG.iter().any(|word| lower.contains(word)) || WRONG_FIRST.iter().any(|word| words.starts_with(word));
    points += if wrong { 3 } else { 0 };
    points += if place::is_in(text) { 3 } else { 0 };
    points += if name::named(text).is_some() { 1 } else { 0 };
    points -= if is_summary(text, words) { 5 } else { 0 };
    points -= if is_aside(text, words) { 9 } else { 0 };
    points -= if goes_well(&lower) { 3 } else { 0 };
    points -= if goes_on(text) { 10 } else { 0 };
    // Jest's own report of a test says more than the list of them.
    points += if text.starts_with('●') { 1 } else { 0 };
    Some(points)
}

/// `* What went wrong:`
fn is_section(text: &str) -> bool {
    ["* What went", "* Where:", "* Try:", "* Exception is", "* Get more"].iter().any(|start| text.starts_with(start))
}

fn is_frame(text: &str) -> bool {
    text.starts_with("at ") || text.starts_with("... ") || text.starts_with("from ") || text.starts_with("File \"")
}

/// `✘ [ERROR] …`, `× Unknown key`, `[!] No pod`
fn has_glyph(text: &str) -> bool {
    text.starts_with(['✘', '✖', '×', '✗', '✕', '❌', '●']) || text.starts_with("[!] ")
}

fn is_summary(text: &str, words: &str) -> bool {
    // `error: could not compile`, `make: *** [all] Error 2`
    let behind = |mark: &str| words.strip_prefix(mark).map(|rest| rest.trim_start_matches([':', ' ']));
    let program = words.split_once(": ").filter(|(name, _)| !name.contains(' ')).map(|(_, rest)| rest);
    let said = behind("error").or(program).unwrap_or(words);
    let begins = |start: &&str| words.starts_with(*start) || said.starts_with(*start);
    let only_file = behind("failed").or_else(|| behind("fail")).is_some_and(|rest| !rest.contains(' '));
    // `Failed to provide a.b:c:1 : null`
    let nothing = words.ends_with(": null") || words.ends_with("(no error message)");
    nothing
        || text.len() < 5
        || only_file
        || leads_elsewhere(text)
        || COUNT.is_match(text)
        || SUMMARIES.iter().any(begins)
}

fn is_aside(text: &str, words: &str) -> bool {
    // Behind npm's own mark stands what it advises.
    let words = words.strip_prefix("npm err! ").or_else(|| words.strip_prefix("npm error ")).unwrap_or(words);
    ASIDES.iter().any(|start| words.starts_with(start))
        // What Dart shows beside an error: the declaration that it means.
        || text.contains(".dart:") && text.contains(": Context: ")
        || CALM.is_match(text) && !LEVEL.is_match(text)
}

fn goes_well(lower: &str) -> bool {
    WELL.iter().any(|end| lower.ends_with(end)) || lower.starts_with(['✓', '√', '✔'])
}

/// Whether a sentence only leads to another line.
pub fn leads_elsewhere(text: &str) -> bool {
    ELSEWHERE.is_match(text)
}

/// `Checking formatting...`, `Downloading shelf.jar`
fn goes_on(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or("");
    text.ends_with("...") || first.len() > 5 && first.ends_with("ing")
}

/// Of these lines the one that says most of why it failed: of equals the first, and the deepest cause of a trace. Where
/// none tells anything by its words, the last one that is neither a warning nor advice, if `last` is wanted.
pub fn best(lines: &Lines, indices: &[usize], last: bool) -> Option<usize> {
    let mut best: Option<(i32, usize)> = None;
    let (mut calm, mut warned) = (None, None);
    for at in indices.iter().copied() {
        let Some(points) = points(lines.get(at)) else { continue };
        let deeper = lines.get(at).trim_start().starts_with("Caused by: ");
        if points >= TELLING && best.is_none_or(|(most, _)| points > most || deeper && points == most) {
            best = Some((points, at));
        }
        if points >= 0 {
            calm = Some(at);
        } else if points >= -9 && last {
            warned = warned.filter(|(most, _)| *most > points).or(Some((points, at)));
        }
    }
    best.map(|(_, at)| at).or(calm.or(warned.map(|(_, at)| at)).filter(|_| last))
}
