//! The text as cleaned lines: no colours, no carriage returns, no prefixes of consoles and CI, what a terminal broke joined
//! and what a paste joined broken. Each line knows its number in the original.

mod columns;
pub mod dart_run;
mod flat;
pub mod frame_forms;
mod ide;
mod monkey;
mod page;
mod powershell;
mod prefix;
mod prose;
mod registered;
mod runs;
mod shared;
mod shown;
mod sources;
pub mod surroundings;
mod woven;
mod wrap;

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::ops::Range;

use super::{logcat, rows};
use crate::model::failure::Evidence;
use crate::pattern::Pattern;
use dart_run::DartRun;
pub use prefix::DOCKER_STEP;
use prefix::Wrapper;
use shared::CommonStart;
pub use shown::LONGEST;
pub use sources::Source;
use sources::Sources;

/// `:compileKotline: /p/Main.kt: (2, 16): Type mismatch` (Gradle 4 glues the task header to the first line)
static GLUED: Pattern = Pattern::new(
    r"^(:[A-Za-z0-9_.:-]+?)(?:e: |w: |/|[A-Z]:\\|Exception in thread |Picked up |WARNING: |warning: |Note: |invalid resource )",
);

/// What may be wrapped around a text, each time by another program.
const WRAPPINGS: usize = 3;

/// Bytes after which no more of what is taken off is kept.
const ASIDE: usize = 2000;

/// A text's lines. Indices are 0-based.
#[derive(Default)]
pub struct Lines {
    looked: Cell<usize>,
    text: String,
    ends: Vec<usize>,
    /// Of each line, its number in the original.
    numbers: Vec<u32>,
    headers: Vec<(usize, String)>,
    failed: Vec<String>,
    sources: Sources,
    /// Of lines at which an IDE's console said where: line and column.
    places: HashMap<usize, (u32, u32)>,
    /// The file that such a console named last, alone in a line.
    named: Option<ide::Named>,
    /// What was taken off and tells who ran the tool.
    aside: String,
    surroundings: OnceCell<Vec<(&'static str, String)>>,
    dart_run: OnceCell<DartRun>,
}

impl Lines {
    /// Cleans `raw`, line by line.
    pub fn new(raw: &str) -> Lines {
        Lines::numbered(raw, None)
    }

    /// The same for what was kept of a text: `numbers` are those of its lines in the original.
    pub fn numbered(raw: &str, numbers: Option<&[u32]>) -> Lines {
        let mut lines = Lines { text: String::with_capacity(raw.len()), ..Lines::default() };
        let count = memchr::memchr_iter(b'\n', raw.as_bytes()).count() + 1;
        let mut numbers: Vec<u32> = numbers.map_or_else(|| (1..=u32::MAX).take(count).collect(), <[u32]>::to_vec);
        numbers.resize(count, u32::MAX);
        let raw = page::ends::plain(page::escaped::undone(raw, &mut numbers), &mut numbers);
        let raw = flat::opened(page::backslashes::undone(raw), &mut numbers);
        let mut shown: Vec<Cow<'_, str>> = rows::rows(&raw).map(shown::shown).collect();
        page::quotes::straighten(&raw, &mut shown);
        page::spaced::trim(&mut shown);
        // One program's output may be quoted by another, and that by a third.
        for _ in 0..WRAPPINGS {
            let wrapper = Wrapper::of(&shown);
            let wrapped = wrapper != Wrapper::default();
            if wrapped {
                lines.set_aside(wrapper.mark());
                lines.set_aside(wrapper.runner());
                shown = shown.into_iter().map(|line| wrapper.stripped(line)).collect();
            }
            let shared = CommonStart::of(&shown);
            if let Some(shared) = &shared {
                shown = shown.into_iter().map(|line| shared.stripped(line)).collect();
            }
            if !wrapped && shared.is_none() {
                break;
            }
        }
        runs::unmark(&mut shown);
        page::markdown::unfence(&mut shown);
        if monkey::is_in(&shown) {
            shown = shown.iter().map(monkey::plain).collect();
        }
        shown = columns::tagged(&shown).unwrap_or(shown);
        (shown, numbers) = page::spaced::closed(shown, numbers);
        let powershell = powershell::is_in(&raw);
        woven::parted(&mut shown, &mut numbers);
        let broken = wrap::Broken::of(&shown, powershell);
        if powershell {
            (shown, numbers) = powershell::cleaned(shown, numbers);
        }
        if page::test_xml::is_in(&raw) {
            shown = page::test_xml::written(&shown);
        }
        if let Some(written) = frame_forms::json::written(&shown, &numbers) {
            (shown, numbers) = written;
        }
        if let Some(written) = frame_forms::dart::written(&shown, &numbers) {
            (shown, numbers) = written;
        }
        let mut index = 0;
        while index < shown.len() {
            let (line, pieces) = wrap::joined(&shown, index, broken);
            lines.push_shown(&line, numbers[index]);
            index += pieces;
        }
        lines
    }

    /// Takes the line without what CI systems, consoles and Android put in front of it.
    fn push_shown(&mut self, line: &str, number: u32) {
        // Headers and frames are most lines of a log; nothing is taken off them.
        let head = header(line);
        if head.is_some() || frame_forms::is_usual(line) {
            self.named = None;
            if let Some((task, result)) = head {
                self.head(task, result);
            }
            return self.add(line, number);
        }
        let plain = prefix::strip_prefixes(line);
        // A time stamp may be a CI system's or Android's own.
        let entry = logcat::entry(line).or_else(|| logcat::entry(plain));
        if let Some(entry) = &entry {
            self.sources.add(self.len(), entry);
        }
        self.push_message(ide::unmarked(entry.map_or(plain, |entry| entry.rest)), number);
    }

    /// One line of the original, which may stand for several.
    fn push_message(&mut self, line: &str, number: u32) {
        if let Some(told) = ide::told(line) {
            told.iter().for_each(|line| self.push(line, number));
            return;
        }
        if let Some(placed) = ide::placed(line, self.named.as_ref()) {
            if placed.at.0 > 0 {
                self.places.insert(self.len(), placed.at);
            }
            return self.push(&placed.line, number);
        }
        if !line.trim().is_empty() {
            self.named = ide::named(line);
        }
        let parts = flat::parts(line);
        if parts.is_empty() {
            self.push(line, number);
        }
        for part in parts {
            let whole =
                if part.contains("\\\"") { Cow::Owned(part.replace("\\\"", "\"")) } else { Cow::Borrowed(part) };
            self.push(if page::markdown::is_fence(&whole) { "" } else { &whole }, number);
        }
    }

    fn push(&mut self, line: &str, number: u32) {
        let index = self.ends.len();
        // Flutter's tool says this between any two lines; the others are buttons of an IDE that were copied with the text.
        let other = line.starts_with("Running Gradle task '") || matches!(line.trim(), "Fix with AI" | "Ask Gemini");
        if other {
            self.set_aside(line);
        }
        // Android Studio puts a button behind the headline of a crash.
        let mut line = if other { "" } else { line.strip_suffix(" (Ask Gemini)").unwrap_or(line) };
        let unregistered = registered::plain(line);
        line = unregistered.as_deref().unwrap_or(line);
        let marked = without_colon(line).map(|thrown| format!("Caused by: {thrown}")).or_else(|| unmarked_frame(line));
        let marked = marked.or_else(|| frame_forms::usual(line).filter(|_| self.is_in_trace()));
        let marked = marked.or_else(|| frame_forms::usual_native(line));
        line = marked.as_deref().unwrap_or(line);
        let headed = line.trim_end_matches(['`', ' ', '\t']);
        let old = line.starts_with(':');
        if let Some(found) = old.then(|| GLUED.captures(line)).flatten() {
            if let Some(task) = found.get(1) {
                self.headers.push((index, task.as_str().to_owned()));
                line = &line[task.end()..];
            }
        } else if let Some((task, result)) = header(headed) {
            self.head(task, result);
        }
        self.add(line, number);
    }

    /// The line that comes next is a task's header.
    fn head(&mut self, task: &str, result: Option<&str>) {
        // A task that did no work prints nothing; lines below such a header belong to somebody else.
        let idle = result.is_some_and(|word| word != "FAILED");
        if result == Some("FAILED") {
            self.failed.push(task.to_owned());
        }
        self.headers.push((self.len(), if idle { String::new() } else { task.to_owned() }));
    }

    fn add(&mut self, line: &str, number: u32) {
        self.text.push_str(line.trim_end());
        self.ends.push(self.text.len());
        self.numbers.push(number);
        self.text.push('\n');
    }

    /// Whether the next line may be a frame: an exception or another frame stands shortly above.
    fn is_in_trace(&self) -> bool {
        (self.len().saturating_sub(frame_forms::ABOVE)..self.len()).any(|at| frame_forms::is_of_trace(self.get(at)))
    }

    /// All cleaned lines, each ended by `\n`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Lines and marks that were taken off, each ended by `\n`: `[capacitor]`, `Running Gradle task 'assembleDebug'...`.
    pub fn aside(&self) -> &str {
        &self.aside
    }

    /// What the text shows of where it was written, by the names of `facts/surroundings.rs`; nothing before its words were
    /// searched (`parse/words.rs`).
    pub fn surroundings(&self) -> &[(&'static str, String)] {
        self.surroundings.get().map_or(&[], Vec::as_slice)
    }

    /// Sets them; only the first call counts.
    pub fn tell_surroundings(&self, seen: Vec<(&'static str, String)>) {
        let _ = self.surroundings.set(seen);
    }

    /// So many bytes of the beginning and of the end, up to and from the end of a line; of a short text all and nothing.
    pub fn ends(&self, bytes: usize) -> (&str, &str) {
        let text = &self.text;
        if text.len() <= 2 * bytes {
            return (text, "");
        }
        let line = |at: usize| memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |end| at + end);
        (&text[..line(bytes)], &text[line(text.len() - bytes)..])
    }

    /// What it has of a run of Dart's or Flutter's tests.
    pub fn dart_run(&self) -> &DartRun {
        self.dart_run.get_or_init(|| DartRun::of(&self.text))
    }

    fn set_aside(&mut self, text: &str) {
        if self.aside.len() < ASIDE {
            self.aside.push_str(text);
            self.aside.push('\n');
        }
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
        self.looked.set(self.looked.get() + 1);
        let Some(&end) = self.ends.get(index) else { return "" };
        let start = if index == 0 { 0 } else { self.ends[index - 1] + 1 };
        &self.text[start..end]
    }

    /// The lines among these that hold more than blanks.
    pub fn filled(&self, among: Range<usize>) -> impl Iterator<Item = usize> {
        among.filter(|index| !self.get(*index).trim().is_empty())
    }

    /// How many times a line has been asked for: what reading costs.
    pub fn looked(&self) -> usize {
        self.looked.get()
    }

    /// Byte offset in [`Lines::text`] at which the line at `index` ends.
    pub fn end(&self, index: usize) -> usize {
        self.ends.get(index).copied().unwrap_or(self.text.len())
    }

    /// The number of the line at `index` in the original, 1-based.
    pub fn number(&self, index: usize) -> u32 {
        self.numbers.get(index).copied().unwrap_or(u32::MAX)
    }

    /// The index of the first line that is quoted as evidence; `None` if nothing is.
    pub fn first_of(&self, evidence: &[Evidence]) -> Option<usize> {
        let number = evidence.iter().map(|line| line.line).min()?;
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.number(middle) < number { low = middle + 1 } else { high = middle }
        }
        (low < self.len()).then_some(low)
    }

    /// Line and column in a file that an IDE's console gave for what this line says.
    pub fn place(&self, index: usize) -> Option<(u32, u32)> {
        self.places.get(&index).copied()
    }

    /// The line as evidence, with its number in the original.
    pub fn evidence(&self, index: usize) -> Evidence {
        Evidence { line: self.number(index), text: self.get(index).to_owned() }
    }

    /// Whether Android reported the line as part of a crash.
    pub fn is_crash(&self, index: usize) -> bool {
        self.source(index).is_some_and(Source::is_crash)
    }

    /// Whether the line itself says which program wrote it, as each of Android's log does.
    pub fn is_logged(&self, index: usize) -> bool {
        self.sources.has(index)
    }

    /// Which program wrote the line, in Android's log.
    pub fn source(&self, index: usize) -> Option<&Source> {
        self.sources.of(index)
    }

    /// The next line of the same program; simply the next one outside Android's log.
    pub fn following(&self, index: usize) -> Option<usize> {
        self.sources.following(index, self.len())
    }

    /// The line before of the same program.
    pub fn preceding(&self, index: usize) -> Option<usize> {
        self.sources.preceding(index)
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

/// Task and result of `> Task :app:compileDebugKotlin FAILED`, or of `:app:compileJava FAILED` and `:compileJava` alone,
/// which Gradle 4 prints.
fn header(line: &str) -> Option<(&str, Option<&str>)> {
    if !matches!(line.as_bytes().first(), Some(b'>' | b':' | b'T' | b'\\')) {
        return None;
    }
    let marked = line.strip_prefix('\\').unwrap_or(line).strip_prefix("> ").unwrap_or(line).strip_prefix("Task");
    let named = marked.map(|rest| rest.strip_prefix(':').unwrap_or(rest).strip_prefix(' ').unwrap_or_default());
    let (task, result) = match named.unwrap_or(line).split_once(' ') {
        Some((task, result)) => (task, Some(result)),
        None => (named.unwrap_or(line), None),
    };
    let old = |letter: u8| letter.is_ascii_alphanumeric() || b"_.:-".contains(&letter);
    let is_task = task.len() > 1 && task.starts_with(':') && (named.is_some() || task.bytes().all(old));
    let is_result =
        |word: &str| !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_uppercase() || letter == b'-');
    (is_task && result.is_none_or(is_result)).then_some((task, result))
}

/// `       com.example.Shelf.get(Shelf.java:4)`, as JUnit's console launcher and some loggers write a frame
static FRAME: Pattern = Pattern::new(
    r"^(?P<margin>\s+)(?P<frame>(?:[a-z][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*\.[A-Za-z0-9_$<>]+\((?:[A-Za-z0-9_$]+\.(?:java|kt|groovy|scala):[0-9]+|Native Method)\))$",
);

/// The frame with its `at `, where it has none.
fn unmarked_frame(line: &str) -> Option<String> {
    if !line.ends_with(')') || !line.starts_with([' ', '\t']) {
        return None;
    }
    let found = FRAME.captures(line)?;
    Some(format!("{}at {}", &found["margin"], &found["frame"]))
}

/// `java.lang.IllegalStateException: no` of `Caused by java.lang.IllegalStateException: no`, as some loggers write it.
fn without_colon(line: &str) -> Option<&str> {
    let thrown = line.trim_start().strip_prefix("Caused by ")?;
    let class = thrown.split([':', ' ']).next()?;
    let named = class.contains('.') && (class.ends_with("Exception") || class.ends_with("Error"));
    (named || is_minified(class) && thrown[class.len()..].starts_with(": ")).then_some(thrown)
}

/// `m.a.f`, `O6.C`: the short names that a shrinker gives, but not `e.g`.
fn is_minified(class: &str) -> bool {
    let short = |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let parts = class.split('.').count();
    class.split('.').all(short) && (parts > 2 || parts == 2 && class.contains(|c: char| c.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn a_cause_without_its_colon_has_one() {
        assert_eq!(cleaned("Caused by java.io.IOException: no"), "Caused by: java.io.IOException: no");
        assert_eq!(cleaned("Caused by m.a.f: no"), "Caused by: m.a.f: no");
        assert_eq!(cleaned("Caused by a full disk: no"), "Caused by a full disk: no");
        assert_eq!(cleaned("Caused by e.g: no"), "Caused by e.g: no");
    }

    #[test]
    fn a_frame_without_its_at_has_one() {
        let below = |line: &str| Lines::new(&format!("Caused by: a.B: no\n{line}")).get(1).to_owned();
        assert_eq!(below("    com.example.Shelf.get(Shelf.java:4)"), "    at com.example.Shelf.get(Shelf.java:4)");
        for line in ["    com.example.Shelf.get(7)", "    see (Shelf.java:4)"] {
            assert_eq!(below(line), line);
        }
        let alone = "com.example.Shelf.get(Shelf.java:4)";
        assert_eq!(Lines::new(&format!("It is in\n{alone}")).get(1), alone);
    }

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
