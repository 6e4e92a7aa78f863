//! Crashes and the like in a stream of log lines. An event's lines are those of one thread under one tag, from its headline
//! on; lines of others stand between them. What several parts of the system say of one crash is one event.

mod belonging;
mod headline;
mod open;
mod seen;

use super::app_events::{AppEventKind, app_event};
use super::bug_report::AnrTraces;
use super::event::{DeviceEvent, EventKind};
use super::processes::Processes;
use crate::parse::input::logcat::{Entry, entry};
use headline::Headline;
use open::{MOST_LINES, OpenEvent};
use seen::SeenEvents;

/// Events that are written at the same time at most.
const MOST_OPEN: usize = 16;

/// Reads a log line by line and hands out its events.
#[derive(Debug, Default)]
pub struct EventReader {
    processes: Processes,
    open: Vec<OpenEvent>,
    seen: SeenEvents,
    /// Traces of apps that did not respond, of which no event has been handed out.
    traces: Vec<AnrTraces>,
    line: u64,
    above: Above,
    header: LongHeader,
}

/// What the lines above a line without prefix are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Above {
    /// Nothing that has a prefix.
    #[default]
    Bare,
    /// An entry of no event.
    Other,
    /// An entry of the event that began at this line.
    Event(u64),
    /// The header of an entry in the format `long`; the message stands below it.
    Header,
}

/// The last header of the format `long`.
#[derive(Debug, Default)]
struct LongHeader {
    raw: String,
    tag: String,
    priority: char,
    pid: u32,
    tid: u32,
    line: u64,
    /// The event that the header was copied to.
    copied_to: u64,
}

impl EventReader {
    /// The processes that the log has named so far.
    pub fn processes(&mut self) -> &mut Processes {
        &mut self.processes
    }

    /// The process that wrote this entry, such as `com.example.app:sync`, if the log has named it.
    pub fn process<'l>(&'l self, entry: &Entry<'l>) -> Option<&'l str> {
        entry.process.or_else(|| self.processes.name(entry.pid))
    }

    /// The package of the app that was installed, started or shown, if this entry, the last one taken, says so.
    pub fn app_event<'l>(&'l self, entry: &Entry<'l>) -> Option<(&'l str, AppEventKind)> {
        app_event(entry, &self.processes)
    }

    /// Takes the next line, without its end. Returns it taken apart, `None` if it has no prefix of Android's log, and the
    /// events that are complete now.
    pub fn line<'l>(&mut self, raw: &'l str) -> (Option<Entry<'l>>, Vec<DeviceEvent>) {
        self.line += 1;
        let entry = entry(raw);
        let mut ended = Vec::new();
        match &entry {
            Some(entry) if entry.rest.is_empty() && raw.trim_start().starts_with('[') => {
                self.processes.learn(entry);
                self.take_header(raw, entry);
            }
            Some(entry) => {
                let own = self.take(entry, raw, &mut ended);
                self.above = own.map_or(Above::Other, Above::Event);
            }
            None => self.take_bare(raw, &mut ended),
        }
        self.end_where(&mut ended, |open| open.is_done() || open.lines() >= MOST_LINES);
        (entry, ended)
    }

    /// Takes an entry, and the line of it that is kept. Returns the event that it belongs to.
    fn take(&mut self, entry: &Entry<'_>, raw: &str, ended: &mut Vec<DeviceEvent>) -> Option<u64> {
        self.processes.learn(entry);
        let begun = headline::of(entry);
        let mut own = None;
        if !self.open.is_empty() {
            own = self.take_open(entry, raw, begun.as_ref(), ended);
        }
        match begun {
            Some(headline) if own.is_none() => {
                let line = if self.above == Above::Header { self.header.line } else { self.line };
                self.begin(&headline, OpenEvent::new(&headline, entry, line), entry.rest, raw, ended)
            }
            _ => own,
        }
    }

    /// Gives an entry to the open event that it belongs to; ends those that it ends.
    fn take_open(
        &mut self,
        entry: &Entry<'_>,
        raw: &str,
        begun: Option<&Headline<'_>>,
        ended: &mut Vec<DeviceEvent>,
    ) -> Option<u64> {
        let mut own = None;
        let mut at = 0;
        while at < self.open.len() {
            let open = &mut self.open[at];
            let fits = begun.is_none_or(|headline| open.goes_on_with(headline));
            if own.is_none() && fits && open.is_of(entry) {
                own = Some(open.event.line);
                self.push(at, entry.rest, raw);
            } else if open.ends_with(entry) || !fits && open.is_written_by(entry) {
                let open = self.open.remove(at);
                self.hand_out(open, ended);
                continue;
            } else {
                open.pass();
            }
            at += 1;
        }
        own
    }

    /// Begins an event, unless a fuller report of the same was there.
    fn begin(
        &mut self,
        headline: &Headline<'_>,
        open: OpenEvent,
        text: &str,
        raw: &str,
        ended: &mut Vec<DeviceEvent>,
    ) -> Option<u64> {
        let fuller = |other: &OpenEvent| other.is_fuller_than(headline);
        if headline.summary && (self.seen.has(headline.kind, headline.pid) || self.open.iter().any(fuller)) {
            return None;
        }
        if self.open.len() >= MOST_OPEN {
            let oldest = self.open.remove(0);
            self.hand_out(oldest, ended);
        }
        let line = open.event.line;
        self.open.push(open);
        self.push(self.open.len() - 1, text, raw);
        Some(line)
    }

    /// Adds a line to an event. What others had said of the same crash becomes part of it.
    fn push(&mut self, at: usize, text: &str, raw: &str) {
        let open = &mut self.open[at];
        if self.above == Above::Header && self.header.copied_to != open.event.line {
            self.header.copied_to = open.event.line;
            open.copy(&self.header.raw);
        }
        if !open.push(text, raw) {
            return;
        }
        let mut open = self.open.remove(at);
        self.open.retain(|other| !open.absorb(other));
        self.open.insert(at.min(self.open.len()), open);
    }

    fn take_header(&mut self, raw: &str, entry: &Entry<'_>) {
        let header = &mut self.header;
        raw.clone_into(&mut header.raw);
        entry.tag.clone_into(&mut header.tag);
        (header.priority, header.pid, header.tid) = (entry.priority, entry.pid, entry.tid);
        (header.line, header.copied_to) = (self.line, 0);
        self.above = Above::Header;
    }

    /// A line without the log's prefix: pasted without it, or below the first of a message, as some formats show it.
    fn take_bare(&mut self, raw: &str, ended: &mut Vec<DeviceEvent>) {
        // `--------- beginning of crash`
        if raw.starts_with("--------- ") {
            self.above = Above::Bare;
            return;
        }
        match self.above {
            Above::Header if raw.is_empty() => {}
            Above::Header => {
                let tag = std::mem::take(&mut self.header.tag);
                let LongHeader { priority, pid, tid, .. } = self.header;
                self.take(&Entry { priority, tag: &tag, pid, tid, process: None, rest: raw }, raw, ended);
                self.header.tag = tag;
            }
            Above::Event(line) if self.open.iter().any(|open| open.event.line == line && !open.is_bare()) => {
                let at = self.open.iter().position(|open| open.event.line == line);
                at.into_iter().for_each(|at| self.push(at, raw.trim_start(), raw));
            }
            _ => self.take_pasted(raw, ended),
        }
    }

    /// A line of a log that was pasted without prefixes.
    fn take_pasted(&mut self, raw: &str, ended: &mut Vec<DeviceEvent>) {
        let text = raw.trim_start();
        if let Some(headline) = headline::of_text(text) {
            self.end_where(ended, |open| open.is_bare());
            let open = OpenEvent::bare(&headline, self.line);
            self.begin(&headline, open, text, raw, ended);
        } else if let Some(at) = self.open.iter().position(OpenEvent::is_bare) {
            if self.open[at].goes_on(raw) {
                self.push(at, text, raw);
            } else {
                self.open[at].pass();
            }
        }
    }

    /// A line that is no part of the log: it is counted.
    pub fn pass_over(&mut self) {
        self.line += 1;
        self.above = Above::Bare;
    }

    /// The traces that were written of an app that did not respond; they become a part of what the log says of that.
    pub fn add_traces(&mut self, traces: AnrTraces) {
        self.traces.push(traces);
    }

    /// What was added and belongs to no event of the log.
    pub fn finish_traces(&mut self) -> Vec<DeviceEvent> {
        let events = self.traces.drain(..).map(|AnrTraces { process, pid, text }| DeviceEvent {
            kind: EventKind::Anr,
            crash: true,
            summary: false,
            process,
            pid,
            text,
            line: 0,
        });
        events.collect()
    }

    /// Another log begins, of before the device was started: ends all events, and process ids are others' from here on.
    pub fn begin_other_log(&mut self) -> Vec<DeviceEvent> {
        let ended = self.finish();
        self.processes = Processes::default();
        ended
    }

    /// Whether an event is being written.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Nothing has come for a while: ends all events but those of which a fuller report may still come.
    pub fn silence(&mut self) -> Vec<DeviceEvent> {
        let mut ended = Vec::new();
        self.end_where(&mut ended, OpenEvent::is_silent);
        ended
    }

    /// The log has ended: ends all events.
    pub fn finish(&mut self) -> Vec<DeviceEvent> {
        let mut ended = Vec::new();
        self.end_where(&mut ended, |_| true);
        ended
    }

    fn end_where(&mut self, ended: &mut Vec<DeviceEvent>, mut is_over: impl FnMut(&mut OpenEvent) -> bool) {
        let mut at = 0;
        while at < self.open.len() {
            if is_over(&mut self.open[at]) {
                let open = self.open.remove(at);
                self.hand_out(open, ended);
            } else {
                at += 1;
            }
        }
    }

    /// Hands an event out, unless it is known.
    fn hand_out(&mut self, open: OpenEvent, ended: &mut Vec<DeviceEvent>) {
        if !self.seen.is_new(&open) {
            return;
        }
        let mut event = open.finish(&self.processes);
        if let Some(at) = self.traces.iter().position(|traces| event.add_traces(traces)) {
            self.traces.remove(at);
        }
        ended.push(event);
    }
}

#[cfg(test)]
mod tests;
