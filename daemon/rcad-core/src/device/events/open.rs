//! An event whose lines are still being written.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::belonging::Progress;
use super::headline::{Headline, number};
use crate::device::event::{DeviceEvent, EventKind};
use crate::device::processes::Processes;
use crate::parse::input::logcat::Entry;

/// Lines after which an event is complete; a trace of endless recursion has a thousand.
pub const MOST_LINES: usize = 2000;
/// Entries of others after which an event is complete, whatever comes: its own lines are written at once.
pub const FAR: usize = 2000;

/// How long an event is waited for: entries of others and silences.
struct WaitLimits {
    entries: usize,
    silences: u32,
}

const FOR_LINES: WaitLimits = WaitLimits { entries: FAR, silences: 1 };
/// The exception or the tombstone that it leads to comes soon.
const FOR_CRASH: WaitLimits = WaitLimits { entries: 200, silences: 3 };
/// A tombstone takes seconds.
const FOR_REPORT: WaitLimits = WaitLimits { entries: 20_000, silences: 10 };
/// Before the report of an ANR the system writes traces for up to twenty seconds, of thousands of lines each.
const FOR_ANR: WaitLimits = WaitLimits { entries: 200_000, silences: 60 };

/// An event whose lines are still being written.
#[derive(Debug)]
pub struct OpenEvent {
    /// As far as it is known.
    pub event: DeviceEvent,
    alone: bool,
    /// The thread that writes it, its tag and priority; no thread where it was pasted without prefixes.
    writer: Option<(u32, u32)>,
    tag: String,
    priority: char,
    /// Where the log does not show tags, lines are told apart by their text.
    has_tag: bool,
    progress: Progress,
    /// A name of the process that may be cut.
    short_name: String,
    /// An exception that JavaScript has thrown.
    from_script: bool,
    lines: usize,
    /// Entries of others since its last line, and silences.
    since: usize,
    silences: u32,
    content: DefaultHasher,
    /// The lines of a tombstone that say which crash it is.
    which: DefaultHasher,
}

impl OpenEvent {
    /// An event that this entry begins, on this line of the log.
    pub fn new(headline: &Headline<'_>, entry: &Entry<'_>, line: u64) -> OpenEvent {
        // An ANR is written by the system, a tombstone by a process that dumps another.
        let written_by_others =
            matches!(headline.kind, EventKind::Anr | EventKind::Native | EventKind::Killed) || headline.summary;
        let mut open = OpenEvent::bare(headline, line);
        if headline.pid == 0 && !written_by_others {
            open.event.pid = entry.pid;
            open.event.process = entry.process.unwrap_or_default().to_owned();
        }
        open.writer = Some((entry.pid, entry.tid));
        open.priority = entry.priority;
        if !entry.tag.is_empty() {
            entry.tag.clone_into(&mut open.tag);
            open.has_tag = true;
        }
        open
    }

    /// One that a line without prefix begins.
    pub fn bare(headline: &Headline<'_>, line: u64) -> OpenEvent {
        // The kernel's name of a process has fifteen characters at most.
        let cut = headline.kind == EventKind::Native && headline.summary || headline.kind == EventKind::Killed;
        let (name, short_name) = if cut { ("", headline.process) } else { (headline.process, "") };
        let event = DeviceEvent {
            kind: headline.kind,
            crash: headline.crash,
            summary: headline.summary,
            process: name.to_owned(),
            pid: headline.pid,
            text: String::new(),
            line,
        };
        OpenEvent {
            event,
            alone: headline.alone,
            writer: None,
            tag: usual_tag(headline.kind).to_owned(),
            priority: ' ',
            has_tag: false,
            progress: Progress::start(),
            short_name: short_name.to_owned(),
            from_script: false,
            lines: 0,
            since: 0,
            silences: 0,
            content: DefaultHasher::new(),
            which: DefaultHasher::new(),
        }
    }

    /// Lines so far.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Whether it was pasted without prefixes.
    pub fn is_bare(&self) -> bool {
        self.writer.is_none()
    }

    /// Whether it only says that it happened.
    pub fn is_summary(&self) -> bool {
        self.event.summary
    }

    /// Whether all its lines are there.
    pub fn is_done(&self) -> bool {
        !self.may_be_part() && (self.alone || self.progress.done)
    }

    /// Whether it may turn out to be a part of another event.
    fn may_be_part(&self) -> bool {
        let leads_to_crash = match self.event.kind {
            EventKind::JavaScript | EventKind::Linking => true,
            EventKind::WebView => self.event.crash,
            _ => false,
        };
        self.event.summary || leads_to_crash
    }

    fn limits(&self) -> WaitLimits {
        match (self.event.summary, self.event.kind) {
            (true, EventKind::Anr) => FOR_ANR,
            (true, _) => FOR_REPORT,
            (false, _) if self.may_be_part() => FOR_CRASH,
            (false, _) => FOR_LINES,
        }
    }

    /// Takes note of a silence; whether it was the last that the event waits for.
    pub fn is_silent(&mut self) -> bool {
        self.silences += 1;
        self.silences >= self.limits().silences
    }

    /// Takes note of an entry of others.
    pub fn pass(&mut self) {
        self.since += 1;
    }

    /// Whether the thread of this entry writes the event, and under this tag.
    pub fn is_written_by(&self, entry: &Entry<'_>) -> bool {
        let tag = entry.tag == self.tag || !self.has_tag && entry.tag.is_empty();
        // Where the headline was pasted without its prefix, its thread is not known.
        tag && self.writer.is_none_or(|writer| [(entry.pid, entry.tid), (0, 0)].contains(&writer))
    }

    /// Whether this entry is one of the event's.
    pub fn is_of(&self, entry: &Entry<'_>) -> bool {
        if self.alone || !self.is_written_by(entry) {
            return false;
        }
        let sure = self.has_tag || self.is_bare() && !entry.tag.is_empty();
        match self.event.kind {
            EventKind::Exception | EventKind::Anr | EventKind::Native | EventKind::StrictMode if sure => true,
            EventKind::Exception | EventKind::Anr | EventKind::Native | EventKind::StrictMode => {
                self.goes_on(entry.rest)
            }
            _ => entry.priority == self.priority && self.goes_on(entry.rest),
        }
    }

    /// Whether a line goes on with the event by its text.
    pub fn goes_on(&self, line: &str) -> bool {
        !self.alone && !self.progress.done && self.progress.goes_on(self.event.kind, line)
    }

    /// Whether what begins there is more of the same: one error of JavaScript is followed by others.
    pub fn goes_on_with(&self, headline: &Headline<'_>) -> bool {
        self.event.kind == EventKind::JavaScript && headline.kind == EventKind::JavaScript
    }

    /// Whether this is a report of what the headline only mentions.
    pub fn is_fuller_than(&self, headline: &Headline<'_>) -> bool {
        self.event.kind == headline.kind && self.event.pid == headline.pid && headline.pid != 0
    }

    /// Whether this entry is written after all lines of the event: its thread goes on, or the process is killed or gone.
    pub fn ends_with(&self, entry: &Entry<'_>) -> bool {
        if self.may_be_part() || self.since >= FAR {
            return self.since >= self.limits().entries;
        }
        if entry.tid != 0 && self.writer == Some((entry.pid, entry.tid)) {
            return !self.is_of(entry);
        }
        let pid = self.event.pid;
        match self.event.kind {
            EventKind::Anr => false,
            EventKind::Native => entry.tag == "ActivityManager" && names_pid(entry.rest, pid),
            // `Sending signal. PID: 4242 SIG: 9`, by the process that has crashed
            _ => entry.tag == "Process" && entry.pid == pid && entry.rest.contains("SIG: 9"),
        }
    }

    /// Takes a line and the text in it. Whether it says of which process the event is, or what it is.
    pub fn push(&mut self, text: &str, raw: &str) -> bool {
        let known = (self.event.pid, self.from_script);
        self.learn(text.trim_start());
        self.progress.take(self.event.kind, text);
        text.hash(&mut self.content);
        self.copy(raw);
        self.lines += 1;
        (self.since, self.silences) = (0, 0);
        self.lines == 1 || known != (self.event.pid, self.from_script)
    }

    /// Takes a line for the text alone.
    pub fn copy(&mut self, raw: &str) {
        self.event.text.push_str(raw);
        self.event.text.push('\n');
    }

    /// Takes the process from the lines that name it.
    fn learn(&mut self, text: &str) {
        let event = &mut self.event;
        match event.kind {
            // `Process: com.example.app, PID: 4242`
            EventKind::Exception => {
                if let Some((name, pid)) = text.strip_prefix("Process: ").and_then(|rest| rest.split_once(", PID: ")) {
                    name.clone_into(&mut event.process);
                    event.pid = number(pid).map_or(event.pid, |(pid, _)| pid);
                }
                self.from_script |= text.starts_with("com.facebook.react.common.JavascriptException");
            }
            // `PID: 4242`, below `ANR in com.example.app (com.example.app/.MainActivity)`
            EventKind::Anr => {
                if let Some((pid, _)) = text.strip_prefix("PID: ").and_then(number) {
                    event.pid = pid;
                }
            }
            // `pid: 4242, tid: 4250, name: RenderThread  >>> com.example.app <<<`
            EventKind::Native => {
                if ["pid: ", "Timestamp: ", "signal "].iter().any(|start| text.starts_with(start)) {
                    text.hash(&mut self.which);
                }
                if let Some((pid, rest)) = text.strip_prefix("pid: ").and_then(number) {
                    event.pid = pid;
                    let name = rest.split_once(">>> ").and_then(|(_, rest)| rest.split_once(" <<<"));
                    name.map_or("", |(name, _)| name).clone_into(&mut event.process);
                }
            }
            // `StrictMode VmPolicy violation with POLICY_DEATH; shutting down.`
            EventKind::StrictMode => event.crash |= text.contains("POLICY_DEATH"),
            // What does not fit on the screen is drawn all the same.
            EventKind::Flutter => event.crash &= !text.starts_with("A RenderFlex overflowed by "),
            EventKind::JavaScript | EventKind::Unity | EventKind::WebView | EventKind::Killed | EventKind::Linking => {}
        }
    }

    /// Whether the other event is a part of this one, which then says what it said, if that is of use.
    pub fn absorb(&mut self, other: &OpenEvent) -> bool {
        let (event, part) = (&mut self.event, &other.event);
        let same = event.pid != 0 && event.pid == part.pid && !event.summary;
        let (absorbs, says_more) = match (event.kind, part.kind) {
            (EventKind::Native, EventKind::Native) => (true, part.summary && !other.short_name.is_empty()),
            (EventKind::Native, EventKind::WebView) => (true, true),
            (EventKind::Exception, EventKind::JavaScript) => (self.from_script, false),
            (EventKind::Exception, EventKind::Linking) => (true, false),
            (one, other_kind) => (one == other_kind && part.summary, false),
        };
        if !same || !absorbs {
            return false;
        }
        if says_more {
            event.text.insert_str(0, &part.text);
            event.line = event.line.min(part.line);
        }
        true
    }

    /// What its lines say, as a number.
    pub fn content(&self) -> u64 {
        self.content.finish()
    }

    /// Which crash a tombstone is of, as a number.
    pub fn which(&self) -> u64 {
        self.which.finish()
    }

    /// The whole event.
    pub fn finish(mut self, processes: &Processes) -> DeviceEvent {
        if self.event.process.is_empty() {
            let name = processes.name(self.event.pid).unwrap_or(&self.short_name);
            name.clone_into(&mut self.event.process);
        }
        self.event
    }
}

/// The tag of an event that was pasted without.
fn usual_tag(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Exception => "AndroidRuntime",
        EventKind::Anr => "ActivityManager",
        EventKind::Native => "DEBUG",
        EventKind::Flutter => "flutter",
        EventKind::JavaScript => "ReactNativeJS",
        EventKind::Unity => "Unity",
        EventKind::StrictMode => "StrictMode",
        EventKind::WebView | EventKind::Killed | EventKind::Linking => "",
    }
}

/// `Process com.example.app (pid 4242) has died`
fn names_pid(text: &str, pid: u32) -> bool {
    text.split_once("(pid ")
        .and_then(|(_, rest)| rest.split_once(')'))
        .is_some_and(|(found, _)| found.parse() == Ok(pid))
}
