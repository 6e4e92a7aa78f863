//! Which program wrote which line of Android's log, so that a trace can be followed through the lines of others.

use std::collections::HashMap;

use crate::parse::input::logcat::Entry;

/// Lines between two of one source that are looked through.
const REACH: usize = 300;

/// Lines below one with a prefix that belong to it without having one (Android Studio's consoles, `adb logcat -v long`).
const BELOW: usize = 400;

/// A thread that writes with one tag and priority.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// `V` to `F`, a space where it is not known.
    pub priority: char,
    /// Empty in formats that don't show it.
    pub tag: String,
    /// 0 in formats that don't show it.
    pub pid: u32,
    /// 0 in formats that don't show it.
    pub tid: u32,
    /// The app, where a console names it.
    pub process: Option<String>,
}

impl Source {
    /// Whether it is the report that Android makes of a crash.
    pub fn is_crash(&self) -> bool {
        self.tag == "AndroidRuntime" && matches!(self.priority, 'E' | 'F' | ' ')
    }

    fn is(&self, entry: &Entry<'_>) -> bool {
        self.priority == entry.priority
            && self.pid == entry.pid
            && self.tid == entry.tid
            && self.tag == entry.tag
            && self.process.as_deref() == entry.process
    }
}

/// The sources of a text's lines.
#[derive(Default)]
pub struct Sources {
    all: Vec<Source>,
    known: HashMap<Source, usize>,
    /// Line and source, of lines that have a prefix.
    lines: Vec<(usize, usize)>,
}

impl Sources {
    /// Notes that the line at `index` has this prefix. Indices must grow.
    pub fn add(&mut self, index: usize, entry: &Entry<'_>) {
        let last = self.lines.last().map(|(_, source)| *source).filter(|source| self.all[*source].is(entry));
        let source = last.unwrap_or_else(|| self.place(entry));
        self.lines.push((index, source));
    }

    fn place(&mut self, entry: &Entry<'_>) -> usize {
        let Entry { priority, pid, tid, .. } = *entry;
        let source =
            Source { priority, tag: entry.tag.to_owned(), pid, tid, process: entry.process.map(str::to_owned) };
        let next = self.all.len();
        let place = *self.known.entry(source.clone()).or_insert(next);
        if place == next {
            self.all.push(source);
        }
        place
    }

    fn id(&self, index: usize) -> Option<usize> {
        let after = self.lines.partition_point(|(line, _)| *line <= index);
        let (line, source) = self.lines[..after].last()?;
        (index - line <= BELOW).then_some(*source)
    }

    /// Whether the line at `index` has a prefix of its own.
    pub fn has(&self, index: usize) -> bool {
        self.lines.binary_search_by_key(&index, |(line, _)| *line).is_ok()
    }

    /// Who wrote the line at `index`; the one above where it has no prefix of its own.
    pub fn of(&self, index: usize) -> Option<&Source> {
        self.id(index).map(|source| &self.all[source])
    }

    /// The next line of whoever wrote the one at `index`; `end` is the number of lines.
    pub fn following(&self, index: usize, end: usize) -> Option<usize> {
        let last = (index + 1 + REACH).min(end);
        let Some(source) = self.id(index) else { return (index + 1 < end).then_some(index + 1) };
        (index + 1..last).find(|line| self.id(*line) == Some(source))
    }

    /// The line before of whoever wrote the one at `index`.
    pub fn preceding(&self, index: usize) -> Option<usize> {
        let source = self.id(index);
        (index.saturating_sub(REACH)..index).rev().find(|line| self.id(*line) == source)
    }
}
