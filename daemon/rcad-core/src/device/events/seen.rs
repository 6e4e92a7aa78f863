//! Which events were handed out: other parts of the system mention them later, and what an app does again and again fails again
//! and again.

use std::collections::VecDeque;

use super::open::{FAR, OpenEvent};
use crate::device::event::EventKind;

/// Events that are remembered.
const MOST: usize = 256;

/// What is remembered of one.
#[derive(Debug)]
struct SeenEvent {
    kind: EventKind,
    pid: u32,
    summary: bool,
    content: u64,
    which: u64,
    line: u64,
}

/// Events that were handed out.
#[derive(Debug, Default)]
pub struct SeenEvents {
    recent: VecDeque<SeenEvent>,
}

impl SeenEvents {
    /// Whether an event of this kind happened to this process.
    pub fn has(&self, kind: EventKind, pid: u32) -> bool {
        pid != 0 && self.recent.iter().any(|seen| seen.kind == kind && seen.pid == pid)
    }

    /// Takes note of an event; `false` if it was there before.
    pub fn is_new(&mut self, open: &OpenEvent) -> bool {
        let seen = SeenEvent {
            kind: open.event.kind,
            pid: open.event.pid,
            summary: open.is_summary(),
            content: open.content(),
            which: open.which(),
            line: open.event.line,
        };
        if self.recent.iter().any(|before| seen.repeats(before)) {
            return false;
        }
        if self.recent.len() == MOST {
            self.recent.pop_front();
        }
        self.recent.push_back(seen);
        true
    }
}

impl SeenEvent {
    fn repeats(&self, before: &SeenEvent) -> bool {
        if self.kind != before.kind || self.pid != before.pid || self.pid == 0 {
            return false;
        }
        match self.kind {
            // A process ends but once; after the device was started again another one may have its id.
            EventKind::Native => {
                let near = self.line.saturating_sub(before.line) < FAR as u64;
                self.summary || !before.summary && (near || self.which == before.which)
            }
            EventKind::Killed => true,
            EventKind::Exception | EventKind::Anr => self.summary,
            _ => self.content == before.content,
        }
    }
}
