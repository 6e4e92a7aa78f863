//! The text as cleaned lines: no colours, no carriage returns, no prefixes of consoles and CI. Never drops or joins a
//! line, so that index + 1 is the line's number in the original.

use super::pattern::Pattern;
use crate::failure::Evidence;

/// Longest line that is looked at, in bytes; the rest of a longer one is cut off.
pub const LONGEST: usize = 16 * 1024;

/// How many prefixes may stand before each other (`2026-…Z [stdout] ##[error]…`).
const PREFIXES: usize = 4;

/// `2026-11-22T18:14:40.712+0800 `, `[18:14:40] `, `[stdout] `, `##[error]`, `[   +12 ms] `
static PREFIX: Pattern = Pattern::new(concat!(
    r"^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9]{2}:?[0-9]{2})? ",
    r"|\[?[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?\]? ",
    r"|\[(?:stdout|stderr|exec|gradle|android)\] ?",
    r"|##\[(?:error|warning|debug)\]|::error(?: [^:]*)?::",
    r"|\[ *\+? *[0-9]+ ms\] )",
));

/// `[ERROR] [org.gradle.internal.buildevents.BuildExceptionReporter] FAILURE: …` of `--debug` and of the daemon's log
static LEVEL: Pattern = Pattern::new(r"^\[(DEBUG|INFO|LIFECYCLE|QUIET|WARN|ERROR)\] \[[A-Za-z0-9_.$]+\] ?");

/// `E/AndroidRuntime( 7846): `, `03-11 05:12:36.583 23764 23764 E AndroidRuntime: `: the system's report of a crash, in
/// any of logcat's formats
static CRASH: Pattern =
    Pattern::new(r"^(?:.{0,120}?[^A-Za-z]|)E[/ ]AndroidRuntime *(?:\( *[0-9]+\))? *: ?|^AndroidRuntime: ?");

/// `> Task :app:compileDebugKotlin FAILED`
static HEADER: Pattern = Pattern::new(r"^> Task (:[^ ]+)(?: ([A-Z-]+))?$");

/// `:app:compileJava FAILED` and `:compileJava` alone, Gradle 4
static OLD_HEADER: Pattern = Pattern::new(r"^(:[A-Za-z0-9_.:-]+)(?: ([A-Z-]+))?$");

/// `:compileKotline: /p/Main.kt: (2, 16): Type mismatch` (Gradle 4 glues the task header to the first line)
static GLUED: Pattern = Pattern::new(
    r"^(:[A-Za-z0-9_.:-]+?)(?:e: |w: |/|[A-Z]:\\|Exception in thread |Picked up |WARNING: |warning: |Note: )",
);

/// A text's lines. Indices are 0-based.
pub struct Lines {
    text: String,
    ends: Vec<usize>,
    headers: Vec<(usize, String)>,
    failed: Vec<String>,
    crashes: Vec<usize>,
}

impl Lines {
    /// Cleans `raw`, line by line.
    pub fn new(raw: &str) -> Lines {
        let mut lines = Lines {
            text: String::with_capacity(raw.len()),
            ends: Vec::new(),
            headers: Vec::new(),
            failed: Vec::new(),
            crashes: Vec::new(),
        };
        for line in raw.split('\n') {
            lines.push(line);
        }
        lines
    }

    fn push(&mut self, raw: &str) {
        let index = self.ends.len();
        let shown = visible(raw);
        let mut line = strip_prefixes(&shown);
        if line.contains("AndroidRuntime")
            && let Some(end) = CRASH.end(line)
        {
            line = &line[end..];
            self.crashes.push(index);
        }
        if let Some(found) = GLUED.captures(line) {
            if let Some(task) = found.get(1) {
                self.headers.push((index, task.as_str().to_owned()));
                line = &line[task.end()..];
            }
        } else if let Some(found) = HEADER.captures(line).or_else(|| OLD_HEADER.captures(line)) {
            // A task that did no work prints nothing; lines below such a header belong to somebody else.
            let result = found.get(2).map(|word| word.as_str());
            let idle = result.is_some_and(|word| word != "FAILED");
            let task = found.get(1).map_or("", |task| task.as_str());
            if result == Some("FAILED") {
                self.failed.push(task.to_owned());
            }
            self.headers.push((index, if idle { String::new() } else { task.to_owned() }));
        }
        self.text.push_str(line.trim_end());
        self.ends.push(self.text.len());
        self.text.push('\n');
    }

    /// All cleaned lines, each ended by `\n`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none; never true, for even an empty text has one empty line.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The line at `index`; empty beyond the end.
    pub fn get(&self, index: usize) -> &str {
        let Some(&end) = self.ends.get(index) else { return "" };
        let start = if index == 0 { 0 } else { self.ends[index - 1] + 1 };
        &self.text[start..end]
    }

    /// Byte offset in [`Lines::text`] at which the line at `index` ends.
    pub fn end(&self, index: usize) -> usize {
        self.ends.get(index).copied().unwrap_or(self.text.len())
    }

    /// The line as evidence, with its number in the original.
    pub fn evidence(&self, index: usize) -> Evidence {
        Evidence { line: u32::try_from(index + 1).unwrap_or(u32::MAX), text: self.get(index).to_owned() }
    }

    /// Whether Android reported the line as part of a crash.
    pub fn is_crash(&self, index: usize) -> bool {
        self.crashes.binary_search(&index).is_ok()
    }

    /// The tasks whose header says `FAILED`.
    pub fn failed_tasks(&self) -> &[String] {
        &self.failed
    }

    /// The task under whose header (`> Task :a:b`) the line stands, where the log has headers.
    pub fn task_above(&self, index: usize) -> Option<&str> {
        let after = self.headers.partition_point(|(line, _)| *line <= index);
        let (_, task) = self.headers[..after].last()?;
        (!task.is_empty()).then_some(task.as_str())
    }
}

/// What a terminal would show of the line: colours and title sequences gone, only what follows the last carriage return.
fn visible(raw: &str) -> String {
    let raw = raw.strip_suffix('\r').unwrap_or(raw);
    let raw = raw.rsplit('\r').find(|part| !part.trim().is_empty()).unwrap_or("");
    let end = (0..=LONGEST.min(raw.len())).rev().find(|at| raw.is_char_boundary(*at)).unwrap_or(0);
    let raw = &raw[..end];
    if !raw.contains(['\u{1b}', '[', '\u{feff}', '\0']) {
        return raw.to_owned();
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(next) = rest.chars().next() {
        let skip = escape(rest);
        if skip > 0 {
            rest = &rest[skip..];
            continue;
        }
        if next != '\u{feff}' && next != '\0' {
            out.push(next);
        }
        rest = &rest[next.len_utf8()..];
    }
    out
}

/// Bytes of the escape sequence at the start of `text`; also of its remains (`[31m`) where the ESC itself was lost.
fn escape(text: &str) -> usize {
    let bytes = text.as_bytes();
    let start = match bytes {
        [0x1b, b'[', ..] => 2,
        [0x1b, b']', ..] => return title(bytes),
        [0x1b, ..] => return 1,
        [b'[', ..] => 1,
        _ => return 0,
    };
    let mut at = start;
    while at < bytes.len() && matches!(bytes[at], b'0'..=b'9' | b';' | b'?') {
        at += 1;
    }
    match bytes.get(at) {
        Some(b'm') if start == 1 && at > 1 => at + 1,
        Some(letter) if start == 2 && letter.is_ascii() => at + 1,
        _ if start == 2 => at,
        _ => 0,
    }
}

/// An OSC sequence ends with BEL or ESC `\`.
fn title(bytes: &[u8]) -> usize {
    for (at, byte) in bytes.iter().enumerate().skip(2) {
        match byte {
            0x07 => return at + 1,
            0x1b if bytes.get(at + 1) == Some(&b'\\') => return at + 2,
            _ => {}
        }
    }
    1
}

fn strip_prefixes(line: &str) -> &str {
    let mut rest = line;
    for _ in 0..PREFIXES {
        if !rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '[' | '#' | ':')) {
            break;
        }
        if let Some(found) = LEVEL.captures(rest) {
            let chatter = matches!(found.get(1).map(|level| level.as_str()), Some("DEBUG" | "INFO"));
            rest = if chatter { "" } else { &rest[found.get(0).map_or(0, |all| all.end())..] };
        } else if let Some(end) = PREFIX.end(rest) {
            rest = &rest[end..];
        } else {
            break;
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::Lines;

    fn cleaned(raw: &str) -> String {
        Lines::new(raw).get(0).to_owned()
    }

    #[test]
    fn colours_prefixes_and_glued_headers_go() {
        assert_eq!(cleaned("\u{1b}[31me: \u{1b}[0mx\r"), "e: x");
        assert_eq!(cleaned("[31me: x[0m"), "e: x");
        assert_eq!(cleaned("2026-11-22T18:14:40.712Z ##[error][stdout] e: x"), "e: x");
        assert_eq!(cleaned("\u{1b}]0;title\u{7}e: x"), "e: x");
        assert_eq!(cleaned(":compileKotline: /p/Main.kt: (2, 16): no"), "e: /p/Main.kt: (2, 16): no");
        assert_eq!(cleaned(":app:compileJava/p/A.java:1: error: no"), "/p/A.java:1: error: no");
        assert_eq!(
            cleaned("03-11 05:12:36.583 23764 23764 E AndroidRuntime: \tat a.B.c(B.java:1)"),
            "\tat a.B.c(B.java:1)"
        );
    }

    #[test]
    fn the_gradle_daemon_is_not_heard() {
        assert_eq!(cleaned("2026-11-22T18:14:40.712+0800 [DEBUG] [org.gradle.launcher.daemon.X] Exception"), "");
        assert_eq!(cleaned("2026-11-22T18:14:40.712+0800 [ERROR] [system.err] e: x"), "e: x");
    }

    #[test]
    fn what_only_looks_like_a_prefix_stays() {
        assert_eq!(cleaned("[ksp] text"), "[ksp] text");
        assert_eq!(cleaned("[CXX1429] error"), "[CXX1429] error");
        assert_eq!(cleaned(":app:compileJava FAILED"), ":app:compileJava FAILED");
        assert_eq!(cleaned("Error: x"), "Error: x");
    }

    #[test]
    fn numbers_are_those_of_the_original() {
        let lines = Lines::new("a\r\n\r\nb\n");
        assert_eq!((lines.len(), lines.get(2), lines.evidence(2).line), (4, "b", 3));
    }

    #[test]
    fn a_line_is_cut_on_a_character() {
        assert!(cleaned(&"é".repeat(20_000)).len() <= super::LONGEST);
    }
}
