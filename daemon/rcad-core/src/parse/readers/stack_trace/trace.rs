//! A stack trace as printed: exceptions with their messages and frames, outermost first.

pub mod carried;
mod files;
mod frame;
mod left_out;
mod logged;
pub mod origin;

use crate::parse::input::lines::Lines;
use crate::parse::readers::headings::counts_tasks;
use crate::pattern::Pattern;
pub use files::simple;
pub use frame::{Frame, frame};
use left_out::{is_before_a_cause, is_left_out};
use origin::ClassOrigin;

/// `Exception in thread "main" java.lang.X: msg`, `Caused by: a.B$C: msg`, `Fatal Exception: a.B`: a marked exception.
static MARKED: Pattern = Pattern::new(concat!(
    "^(?P<mark>Exception in thread \"[^\"]*\" |Caused by: |(?:Non-)?[Ff]atal Exception: |FATAL UNHANDLED EXCEPTION: |Uncaught exception: )",
    r"(?P<class>(?:[A-Za-z_][A-Za-z0-9_]*\.)*[A-Za-z_][A-Za-z0-9_$]*)(?:: ?(?P<message>.*)|(?: +<?(?:-|=){2,}.*)|(?: *(?:←|<=|//).*))?$",
));

/// `java.lang.X: msg`, `a.B`
static PLAIN: Pattern =
    Pattern::new(r"^(?P<class>(?:[a-z_][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*)(?:: ?(?P<message>.*))?$");

/// `a.b: msg`, `a.b.C`: as `PLAIN`, with the short names of a minified build.
static THROWN: Pattern =
    Pattern::new(r"^(?P<class>(?:[A-Za-z_][A-Za-z0-9_]*\.)+[A-Za-z_][A-Za-z0-9_$]*)(?:: ?(?P<message>.*))?$");

/// `java.lang.X in BasketActivity`, `**java.lang.X** in **Basket**`, `Fix java.lang.X in Basket.java line 12`: a crash reporter's title
static TITLE: Pattern = Pattern::new(concat!(
    r"^(?:Fix )?\**(?P<class>(?:[a-z][a-z0-9_]*\.){2,}[A-Z][A-Za-z0-9_$]*(?:Exception|Error))\**",
    r" (?:in|at) \**(?P<file>[A-Za-z0-9_.$]+)(?:(?: line |:)(?P<line>[0-9]+))?\**$",
));

/// `Unable to start activity ComponentInfo{…}: android.view.InflateException: Binary XML …`, Spring's `…; nested exception is
/// a.B: …`: the cause in the headline
static NESTED: Pattern = Pattern::new(
    r"(?:: |; nested exception is )(?P<class>(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error))(?:$|: ?(?P<message>.*)$)",
);

/// Lines between an exception's first line and its first frame: its message may have several.
const MESSAGE_LINES: usize = 8;

/// The same where Android says that all the lines are the crash's.
const CRASH_MESSAGE_LINES: usize = 60;

/// Empty lines within a trace; `adb logcat -v long` makes two between any two of its lines.
const BLANK_LINES: usize = 3;

/// Longest message that is kept, in bytes.
const LONGEST_MESSAGE: usize = 6_000;

/// Lines of one trace that are looked at.
const LONGEST: usize = 2_000;

/// Lines above a `Caused by` that are looked at for the beginning of its trace.
const ABOVE: usize = 300;

/// One exception with its frames. The class is empty where the text begins below it.
pub struct Section {
    /// Its line's index.
    pub index: usize,
    /// With its package.
    pub class: String,
    /// In one line.
    pub message: String,
    /// Top first.
    pub frames: Vec<Frame>,
}

/// A whole trace.
pub struct StackTrace {
    /// Outermost exception first.
    pub sections: Vec<Section>,
    /// Whether the text before the first class marks an exception (`Exception in thread "main" …`).
    pub marked: bool,
    /// Words in front of the first class, as a logger puts them.
    pub embedded: bool,
    /// How many lines from its first on belong to it alone.
    pub lines: usize,
    /// The exception went through a coroutine.
    pub coroutine: bool,
    /// What failed beside it, as printed: `Suppressed: …` and the causes of those.
    pub suppressed: Vec<String>,
}

impl StackTrace {
    /// One exception, `lines` long.
    pub fn of(section: Section, marked: bool, lines: usize) -> Self {
        let sections = vec![section];
        Self { sections, marked, embedded: false, lines, coroutine: false, suppressed: Vec::new() }
    }
}

/// The trace that begins at this line.
pub fn read(lines: &Lines, at: usize) -> Option<StackTrace> {
    read_as(lines, at, &PLAIN)
}

/// The trace that begins at this line, where Android says that an exception does, whatever its name; nothing where no frame
/// and no cause follows.
pub fn read_thrown(lines: &Lines, at: usize) -> Option<StackTrace> {
    let trace = read_as(lines, at, &THROWN)?;
    trace.sections.iter().any(|section| !section.frames.is_empty()).then_some(trace)
}

fn read_as(lines: &Lines, at: usize, plain: &Pattern) -> Option<StackTrace> {
    // The heading of an issue: `# Caused by: …`.
    let line = lines.get(at).trim_start_matches(['#', ' ', '\t']);
    if let Some(found) = TITLE.captures(line) {
        return Some(titled(lines, at, &found));
    }
    let marked = MARKED.captures(line);
    let plain = marked.is_none().then(|| plain.captures(line)).flatten();
    let embedded = (marked.is_none() && plain.is_none()).then(|| logged::embedded(lines, at, begins_other)).flatten();
    let is_marked = marked.is_some();
    let is_embedded = embedded.is_some();
    let found = marked.or(plain).or(embedded)?;
    let mut sections = Vec::new();
    if line.starts_with("Caused by: ") {
        let above = above(lines, at)?;
        if let Some(index) = above.first().map(|first| first.index) {
            sections.push(Section { index, class: String::new(), message: String::new(), frames: above });
        }
    }
    sections.push(section(at, &found));
    let mut reading = TraceParser::new(sections, at, false);
    if !is_embedded || logged::goes_on(lines, at, begins_other) {
        reading.read(lines, at);
    }
    let TraceParser { mut sections, last, coroutine, beside: suppressed, .. } = reading;
    unfold(&mut sections);
    // What the other process says of itself is not the cause in this one.
    if sections.len() > 1 && sections.last().is_some_and(|last| last.message.starts_with("Remote stack trace")) {
        sections.pop();
    }
    // Of the exception itself nothing is left: only frames above its cause.
    if sections.iter().all(|section| section.class.is_empty()) {
        return None;
    }
    let end = alone(lines, at, last);
    Some(StackTrace { sections, marked: is_marked, embedded: is_embedded, lines: end - at, coroutine, suppressed })
}

/// The activity, fragment, service or receiver that a crash reporter's title names in a place's stead.
pub fn titled_component(line: &str) -> Option<String> {
    let found = TITLE.captures(line.trim_start_matches(['#', ' ', '\t']))?;
    let name = &found["file"];
    let is_component = ["Activity", "Fragment", "Service", "Receiver"].iter().any(|end| name.ends_with(end));
    is_component.then(|| name.to_owned())
}

/// What stands below a crash reporter's title belongs to it.
fn titled(lines: &Lines, at: usize, found: &crate::pattern::Captures<'_>) -> StackTrace {
    let (file, line) = (found["file"].to_owned(), found.name("line").and_then(|line| line.as_str().parse().ok()));
    let place = line.map(|line| (file.clone(), line));
    let class = file.split('.').next().unwrap_or("").to_owned();
    let frames = place.map(|place| Frame {
        index: at,
        class,
        method: String::new(),
        place: Some(place),
        file: None,
        origin: ClassOrigin::Unsaid,
    });
    let first = Section { index: at, class: found["class"].to_owned(), message: String::new(), frames: Vec::new() };
    let mut reading = TraceParser::new(vec![first], at, true);
    reading.read(lines, at);
    let TraceParser { mut sections, last, coroutine, beside: suppressed, .. } = reading;
    if let Some(first) = sections.first_mut().filter(|first| first.frames.is_empty()) {
        first.frames.extend(frames);
    }
    StackTrace { sections, marked: true, embedded: false, lines: alone(lines, at, last) - at, coroutine, suppressed }
}

fn section(index: usize, found: &crate::pattern::Captures<'_>) -> Section {
    let message = found.name("message").map_or("", |message| message.as_str()).trim().to_owned();
    Section { index, class: found["class"].to_owned(), message, frames: Vec::new() }
}

/// The frames above a `Caused by` whose exception was cut off; `None` when the exception is there and was read with it.
fn above(lines: &Lines, at: usize) -> Option<Vec<Frame>> {
    let mut frames = Vec::new();
    let mut index = at;
    for _ in 0..ABOVE {
        let Some(before) = lines.preceding(index) else { break };
        let line = lines.get(before);
        if let Some(frame) = frame(line, before) {
            frames.push(frame);
        } else if is_head(line) {
            return None;
        } else if !line.is_empty() && !line.trim_start().starts_with("... ") && !is_left_out(line.trim()) {
            // The last line of a message, as likely as not; then the trace was read with that.
            break;
        }
        index = before;
    }
    frames.reverse();
    Some(frames)
}

fn is_head(line: &str) -> bool {
    let line = line.trim_start();
    MARKED.is_match(line) || PLAIN.is_match(line)
}

/// Whether the line is no part of the message of an exception above it.
fn begins_other(line: &str) -> bool {
    is_head(line) || ends_trace(line.trim_start())
}

/// Whether it has a message, or a name as exceptions have.
fn is_throwable(line: &str) -> bool {
    let class = line.trim_end_matches(':');
    MARKED.is_match(line)
        || line.contains(": ")
        || ["Exception", "Error", "Throwable", "Failure"].iter().any(|end| class.ends_with(end))
}

/// `Revision: '10'`, `x0   0000000000000000  x1  …`: what a native crash says of device and registers, below Unity's message
static DEVICE: Pattern = Pattern::new(
    r"^(?:Build fingerprint: '|Revision: '|ABI: '|pid: [0-9]+, tid: [0-9]+, name: |(?:[xr][0-9]{1,2}|ip|fp|sp|lr|pc|cpsr|eax|esi|rax|edi) +[0-9a-f]{8})",
);

fn is_device(text: &str) -> bool {
    DEVICE.is_match(text)
}

/// What begins a line that belongs to no message: a page's or Gradle's next block.
const ENDS: &[&str] =
    &["* ", "## ", "### ", "```", "> Task :", "> Configure project ", "FAILURE: Build ", "BUILD FAILED"];

/// Whether the line is Gradle's or a document's own.
fn ends_trace(text: &str) -> bool {
    ENDS.iter().any(|mark| text.starts_with(mark)) || counts_tasks(text)
}

struct TraceParser {
    sections: Vec<Section>,
    last: usize,
    coroutine: bool,
    /// Indentation of the suppressed exception that is being read over.
    suppressed: Option<usize>,
    /// The suppressed exceptions themselves.
    beside: Vec<String>,
    /// The message ends with the first empty line below it.
    paragraph: bool,
}

impl TraceParser {
    fn new(sections: Vec<Section>, at: usize, paragraph: bool) -> Self {
        Self { sections, last: at, coroutine: false, suppressed: None, beside: Vec::new(), paragraph }
    }

    fn read(&mut self, lines: &Lines, at: usize) {
        let is_crash = lines.is_crash(at);
        let most = if is_crash { CRASH_MESSAGE_LINES } else { MESSAGE_LINES };
        let (mut idle, mut blank) = (0, 0);
        let mut index = at;
        for _ in 0..LONGEST {
            let Some(next) = lines.following(index) else { break };
            index = next;
            let line = lines.get(index);
            if line.is_empty() {
                blank += 1;
                if blank > BLANK_LINES {
                    break;
                }
                continue;
            }
            if let Some((frame, last)) = wrapped(lines, index) {
                self.take(&frame, index);
                (index, self.last, idle, blank) = (last, last, 0, 0);
                continue;
            }
            // The last frame of a text that was cut off.
            let cut = index + 1 == lines.len() && line.trim_start().starts_with("at ") && !line.contains(')');
            if self.take(line, index) || cut && self.take(&format!("{line})"), index) {
                (self.last, idle, blank) = (index, 0, 0);
                continue;
            }
            let text = line.trim();
            if is_left_out(text) || is_device(text) || self.paragraph && is_furniture(text) {
                (self.last, blank) = (index, 0);
                continue;
            }
            let Some(section) = self.sections.last_mut() else { break };
            // A class may stand alone on the first line of a message: `ClassCastException:`, `a.B`, `cannot be cast to a.C`.
            let head = is_head(text) && (!section.message.is_empty() || is_throwable(text));
            // `Unable to create application a.Oak:`, and on the next line what the application threw.
            let head = head && (!section.message.ends_with(':') || MARKED.is_match(text));
            let ends = idle >= most || ends_trace(text) || head;
            let over = self.paragraph && !section.message.is_empty();
            let apart = blank > 0 && !is_crash && (over || !frame_follows(lines, index));
            if !section.frames.is_empty() && !ends && is_before_a_cause(lines, index) {
                (self.last, idle, blank) = (index, idle + 1, 0);
                continue;
            }
            if !section.frames.is_empty() || ends || apart || self.suppressed.is_some() {
                break;
            }
            (idle, blank) = (idle + 1, 0);
            if section.message.len() + text.len() < LONGEST_MESSAGE {
                section.message.push_str(if section.message.is_empty() { "" } else { " " });
                section.message.push_str(text);
            }
        }
    }

    /// Whether the line is a part of a trace.
    fn take(&mut self, line: &str, index: usize) -> bool {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if let Some(suppressed) = text.strip_prefix("Suppressed: ") {
            self.coroutine |= suppressed.contains("DiagnosticCoroutineContext");
            self.suppressed = Some(indent);
            self.beside.push(suppressed.to_owned());
            return true;
        }
        if text.starts_with("Caused by: ")
            && let Some(found) = MARKED.captures(text)
        {
            if self.suppressed.is_none_or(|suppressed| indent == 0 || indent < suppressed) {
                self.suppressed = None;
                self.sections.push(section(index, &found));
            } else {
                self.beside.push(text["Caused by: ".len()..].to_owned());
            }
            return true;
        }
        if let Some(frame) = frame(line, index) {
            if let Some(section) = self.sections.last_mut().filter(|_| self.suppressed.is_none()) {
                section.frames.push(frame);
            }
            return true;
        }
        text.starts_with("... ")
            || matches!(text.trim_end(), "..." | "…")
            || text.starts_with("at ...")
            || text.starts_with("at …")
            || text.starts_with("[CIRCULAR REFERENCE")
    }
}

/// `## Stacktrace`, `[View on Bugsnag](https://…)`: what an issue that a crash reporter opened has between title and frames
fn is_furniture(text: &str) -> bool {
    let heading = text.starts_with('#') && text.to_ascii_lowercase().replace(' ', "").contains("stacktrace");
    heading || text.trim_start_matches('[').starts_with("View ")
}

/// Lines into which a narrow window breaks a frame at most.
const BROKEN: usize = 6;

/// A frame that a narrow window broke into several lines, in one; and the index of its last line.
fn wrapped(lines: &Lines, at: usize) -> Option<(String, usize)> {
    let first = lines.get(at);
    if !first.trim_start().starts_with("at ") || first.contains(')') || frame(first, at).is_some() {
        return None;
    }
    let mut whole = first.trim_end().to_owned();
    for index in at + 1..lines.len().min(at + BROKEN) {
        let line = lines.get(index).trim();
        if line.is_empty() || line.starts_with("at ") || line.starts_with("Caused by: ") || line.starts_with("... ") {
            return None;
        }
        whole.push_str(line);
        if line.ends_with(')') {
            let read = frame(&whole, at).is_some_and(|frame| frame.place.is_some() && frame.class.contains('.'));
            return read.then_some((whole, index));
        }
    }
    None
}

/// Whether a message with empty lines goes on: frames come after a few lines more, and no other exception before them.
fn frame_follows(lines: &Lines, at: usize) -> bool {
    let mut index = at;
    for _ in 0..2 * MESSAGE_LINES {
        let Some(next) = lines.following(index) else { return false };
        let line = lines.get(next);
        if frame(line, next).is_some() {
            return true;
        }
        if is_head(line) {
            return false;
        }
        index = next;
    }
    false
}

/// Exceptions that occur only in the message of another one, because the text ends before their `Caused by`.
fn unfold(sections: &mut Vec<Section>) {
    let Some(last) = sections.last() else { return };
    let mut inner = Vec::new();
    let mut message = last.message.clone();
    while let Some(found) = NESTED.captures(&message) {
        let one = section(last.index, &found);
        let start = found.get(0).map_or(0, |all| all.start());
        let rest = one.message.clone();
        inner.push((start, one));
        message = rest;
    }
    sections.extend(inner.into_iter().map(|(_, one)| one));
}

/// Index after the lines from `at` on between which no other program wrote.
fn alone(lines: &Lines, at: usize, last: usize) -> usize {
    let mut index = at;
    while index < last {
        match lines.following(index) {
            Some(next) if next == index + 1 => index = next,
            _ => break,
        }
    }
    index + 1
}
