//! What some lines in a row begin with, in a text whose other lines don't: a log that is quoted, commented out, numbered or
//! copied with its clock into a longer text. A line that a tool would begin further left shows it, where its neighbours
//! begin in the same way.

use std::borrow::Cow;

use super::page::markdown;
use crate::parse::input::logcat;
use crate::pattern::{AnyOf, Pattern};

/// `at a.B.c(B.java:1)`, `Caused by: a.B`, `e: /p/A.kt`, `FAILURE: Build`, `* What went wrong:`, `> Task :a`, `*** *** ***`,
/// `/p/A.java:5: error: ` in javac's languages, `#00 pc 0012036e`, `06-02 10:14:07.311  42 42 E`, `E/AndroidRuntime( 42): `
static BEGINNING: Pattern = Pattern::new(concat!(
    r"at (?:[A-Za-z_][A-Za-z0-9_$]*[./]){2,}[A-Za-z0-9_$<>-]+\((?:[^():]{1,80}:[0-9]+|Native Method|Unknown Source)\)",
    r"|Caused by: (?:[a-z][a-z0-9_]*\.)+[A-Z]|e: (?:file:|/|[A-Z]:[/\\])|FAILURE: Build |\* What went wrong:|> Task :",
    r"|[A-Za-z0-9_./\\:$-]+\.(?:java|kt|xml):[0-9]+:(?:[0-9]+:)? (?:error|warning|错误|警告|エラー|오류|경고|Fehler|Warnung|ошибка|erreur|errore) ?: ",
    r"|\*\*\* \*\*\* \*\*\* |#[0-9]{2} +pc [0-9a-f]{8}",
    r"|[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3} +[0-9]|[VDIWEFA]/AndroidRuntime ?\(|E AndroidRuntime: ",
));

/// One of these is in every such beginning.
static TELLING: AnyOf = AnyOf::new(&[
    "at ",
    "Caused by: ",
    "e: ",
    ": error: ",
    ": warning: ",
    "错误: ",
    "警告: ",
    "エラー: ",
    "오류: ",
    "경고: ",
    "Fehler: ",
    "Warnung: ",
    "ошибка: ",
    "erreur",
    "errore: ",
    "FAILURE: ",
    "* What ",
    "> Task :",
    "*** ***",
    " pc ",
    "AndroidRuntime",
]);

/// Longest mark, in bytes.
const LONGEST: usize = 80;

/// Levels, which may differ from line to line.
const LEVELS: &[&str] = &["WARNING", "WARN", "INFO", "ERROR", "DEBUG"];

/// Takes such marks off.
pub fn unmark(lines: &mut [Cow<'_, str>]) {
    let mut at = 0;
    while at < lines.len() {
        let Some(mark) = mark(&lines[at]) else {
            at += 1;
            continue;
        };
        // `06-02 10:14:07.311  4`, where a narrow window breaks a device's log, begins itself: its month is no mark.
        let begins = |at: usize| BEGINNING.find(lines[at].trim_start()).is_some_and(|(start, _)| start == 0);
        let has = |at: usize| rest(&lines[at], &mark).is_some() && !begins(at);
        let blank = |at: usize| lines[at].trim().is_empty();
        let before = (0..at).rev().take_while(|at| has(*at)).count();
        let mut end = at + 1;
        while end < lines.len() && (has(end) || blank(end) && end + 1 < lines.len() && has(end + 1)) {
            end += 1;
        }
        if before + end - at > 1 {
            for line in &mut lines[at - before..end] {
                if let Some(rest) = rest(line, &mark) {
                    *line = Cow::Owned(rest.to_owned());
                }
            }
        }
        at = end;
    }
}

/// What stands before a tool's line, as [`shape`] writes it.
fn mark(line: &str) -> Option<String> {
    let text = line.trim_start();
    // Gradle's task headers are most lines of a build's log, and frames those of a trace.
    let frame = text.strip_prefix("at ").is_some_and(|call| memchr::memchr(b' ', call.as_bytes()).is_none());
    if frame || text.starts_with("> Task :") || !TELLING.is_in(text) || logcat::entry(text).is_some() {
        return None;
    }
    let (start, _) = BEGINNING.find(text)?;
    let mark = text.get(..start)?.trim_end();
    // Gradle says `> Caused by: a.B` of its own, and Maven marks all it says.
    let gradles = mark == ">" && text[start..].starts_with("Caused by: ");
    // `1. -> at a.B.c(B.java:1)` is an item of a list of Mockito's.
    let own = gradles || mark.ends_with("->") || ["[ERROR]", "[INFO]"].contains(&mark);
    let kept = mark.is_empty() || mark.len() > LONGEST || own || markdown::is_in(mark);
    (!kept).then(|| shape(mark))
}

/// The text with `0` for each number, a blank for white space and `L` for a level.
fn shape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut left = text;
    while let Some(next) = left.chars().next() {
        let (sign, end) = piece(left, next);
        out.push(sign);
        left = &left[end..];
    }
    out
}

/// The first piece of a text: its sign in a shape, and its length.
fn piece(text: &str, first: char) -> (char, usize) {
    if let Some(level) = LEVELS.iter().find(|level| text.starts_with(**level)) {
        return ('L', level.len());
    }
    let run = |is: fn(char) -> bool| text.find(|letter| !is(letter)).unwrap_or(text.len());
    match first {
        '0'..='9' => ('0', run(|letter| letter.is_ascii_digit())),
        ' ' | '\t' => (' ', run(|letter| matches!(letter, ' ' | '\t'))),
        _ => (first, first.len_utf8()),
    }
}

/// The line behind a mark; empty where it is all there is; `None` where the line has it not.
fn rest<'l>(line: &'l str, mark: &str) -> Option<&'l str> {
    let mut left = line.trim_start();
    for sign in mark.chars() {
        let first = left.chars().next()?;
        let (found, end) = piece(left, first);
        if found != sign {
            return None;
        }
        left = &left[end..];
    }
    // A word that only begins like it is another one.
    let joined = mark.ends_with(char::is_alphanumeric) && left.starts_with(char::is_alphanumeric);
    (!joined).then(|| left.strip_prefix([' ', '\t']).unwrap_or(left))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::unmark;

    fn unmarked(text: &str) -> String {
        let mut lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        unmark(&mut lines);
        lines.join("\n")
    }

    const TRACE: &str = "java.lang.IllegalStateException: no shelf\n\tat com.example.Shelf.open(Shelf.java:7)\n\n\
        Caused by: java.io.IOException: no\n\tat com.example.Shelf.read(Shelf.java:9)";

    #[test]
    fn a_log_in_a_longer_text_loses_what_stands_before_its_lines() {
        let each = |mark: fn(usize) -> String| -> String {
            let lines = TRACE.lines().enumerate();
            let marked: String =
                lines.map(|(at, line)| format!("{}\n", format!("{}{line}", mark(at)).trim_end())).collect();
            format!("It crashes since Monday:\nonly on one phone.\n{marked}What is it?")
        };
        for mark in [
            |_| "// ".to_owned(),
            |_| "> ".to_owned(),
            |_| "    | ".to_owned(),
            |_| "exception: ".to_owned(),
            |at| format!("{:4}: ", at + 8),
            |at| format!("[10:14:{:02}]: ▸ ", at + 7),
            |at| format!("2026-06-02 10:14:{at:02} {} ", if at == 2 { "INFO   " } else { "WARNING" }),
            |at| format!("build\tRun Gradle\t2026-06-02T10:14:{at:02}.1234567Z "),
        ] {
            assert_eq!(
                unmarked(&each(mark)).lines().skip(2).take(5).collect::<Vec<_>>(),
                TRACE.lines().collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn javac_marks_its_errors_in_its_languages() {
        for error in ["错误: 需要';'", "エラー: ';'がありません", "Fehler: ';' erwartet", "erreur : ';' attendu"]
        {
            let log = format!("/p/Shelf.java:5: {error}\n        int oak\n               ^");
            let marked: Vec<String> = log.lines().map(|line| format!("// {line}")).collect();
            assert_eq!(
                unmarked(&format!("Why?\n{}\nIt is new.", marked.join("\n"))),
                format!("Why?\n{log}\nIt is new.")
            );
        }
    }

    #[test]
    fn what_tools_print_stays() {
        for text in [
            TRACE,
            "* What went wrong:\n> Could not open a.\n> Caused by: a.B: no\n> no",
            "[ERROR] no\n[ERROR]     at com.example.Shelf.open(Shelf.java:7)",
            "06-02 10:14:07.311  42  42 E AndroidRuntime: \tat com.example.Shelf.open(Shelf.java:7)\n06-02 10:14:07.311  42  42 E AndroidRuntime: \tat a.b.C.d(C.java:1)",
            "it fails at com.example.Shelf.open(Shelf.java:7)\nit is new",
            "  1. -> at com.example.Shelf.open(Shelf.java:7)\n  2. -> at com.example.Shelf.open(Shelf.java:8)",
        ] {
            assert_eq!(unmarked(text), text);
        }
    }

    #[test]
    fn a_clock_that_a_narrow_window_broke_is_no_mark() {
        let log = "06-02 10:14:07.123  4242  4\n242 E AndroidRuntime: FATAL\n EXCEPTION: main\n06-02 10:14:07.123  4242  4\n242 E AndroidRuntime: Proce\nss: com.example.oak";
        assert_eq!(unmarked(log), log);
    }
}
