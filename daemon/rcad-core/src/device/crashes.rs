//! Crashes in a stream of log lines. A crash's lines are those of one thread under one tag, from its headline on; lines of
//! others stand between them.

use super::processes::{Processes, package};
use crate::parse::input::logcat::{Entry, entry};

/// Lines of a crash at most; a trace of endless recursion has a thousand.
const MOST_LINES: usize = 2000;
/// Crashes that are written at the same time at most.
const MOST_OPEN: usize = 16;
/// Entries of others after which a crash is complete, whatever comes: its own lines are written at once.
const FAR: usize = 2000;

/// What kind of crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashKind {
    /// An exception that nobody caught.
    Exception,
    /// The app did not respond.
    Anr,
    /// A signal in native code.
    Native,
}

/// A crash in a device's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceCrash {
    /// What kind.
    pub kind: CrashKind,
    /// The process that crashed, such as `com.example.app:sync`; empty if the log does not name it.
    pub process: String,
    /// Its id; 0 if the format shows none.
    pub pid: u32,
    /// Its lines as they stand in the log, each with `\n`.
    pub text: String,
    /// Number of its first line, from 1.
    pub line: u64,
}

impl DeviceCrash {
    /// The app: the process without its part behind `:`.
    pub fn package(&self) -> &str {
        package(&self.process)
    }
}

/// Reads a log line by line and hands out its crashes.
#[derive(Debug, Default)]
pub struct CrashReader {
    processes: Processes,
    open: Vec<Open>,
    line: u64,
}

/// A crash whose lines are still being written.
#[derive(Debug)]
struct Open {
    crash: DeviceCrash,
    /// The thread that writes it, and its tag.
    writer: (u32, u32),
    tag: &'static str,
    lines: usize,
    /// Entries of others since its last line.
    since: usize,
}

impl CrashReader {
    /// The processes that the log has named so far.
    pub fn processes(&mut self) -> &mut Processes {
        &mut self.processes
    }

    /// Takes the next line, without its end; the crashes that are complete now.
    pub fn line(&mut self, raw: &str) -> Vec<DeviceCrash> {
        self.line += 1;
        let Some(entry) = entry(raw) else { return self.bare_line(raw) };
        self.processes.learn(&entry);
        let begun = headline(&entry);
        let mut ended = Vec::new();
        let mut at = 0;
        while at < self.open.len() {
            let open = &mut self.open[at];
            let own = open.is_of(&entry);
            if own && begun.is_none() && open.lines < MOST_LINES {
                open.learn(entry.rest);
                open.push(raw);
            } else if own || open.since >= FAR || open.ends_with(&entry) {
                ended.push(self.open.remove(at).finish(&self.processes));
                continue;
            } else {
                open.since += 1;
            }
            at += 1;
        }
        if let Some((kind, tag)) = begun {
            if self.open.len() == MOST_OPEN {
                ended.push(self.open.remove(0).finish(&self.processes));
            }
            let mut open = Open::new(kind, tag, (entry.pid, entry.tid), self.line);
            open.learn(entry.rest);
            open.push(raw);
            self.open.push(open);
        }
        ended
    }

    /// A line without the log's prefix: pasted without it, or below the first of a message, as some formats show it.
    fn bare_line(&mut self, raw: &str) -> Vec<DeviceCrash> {
        let begins = raw.trim_start().starts_with("FATAL EXCEPTION");
        let ended = if begins { self.finish() } else { Vec::new() };
        if begins {
            self.open.push(Open::new(CrashKind::Exception, "AndroidRuntime", (0, 0), self.line));
        }
        if let [open] = self.open.as_mut_slice() {
            open.learn(raw.trim_start());
            open.push(raw);
        }
        ended
    }

    /// Whether a crash is being written.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Ends all crashes: nothing more has come for a while, or the log has ended.
    pub fn finish(&mut self) -> Vec<DeviceCrash> {
        self.open.drain(..).map(|open| open.finish(&self.processes)).collect()
    }
}

/// The kind of crash that this entry begins, and the tag of its lines.
fn headline(entry: &Entry<'_>) -> Option<(CrashKind, &'static str)> {
    match entry.tag {
        // `FATAL EXCEPTION: main`; of a system process `*** FATAL EXCEPTION IN SYSTEM PROCESS: main`
        "AndroidRuntime" if entry.rest.trim_start_matches("*** ").starts_with("FATAL EXCEPTION") => {
            Some((CrashKind::Exception, "AndroidRuntime"))
        }
        "ActivityManager" if entry.rest.starts_with("ANR in ") => Some((CrashKind::Anr, "ActivityManager")),
        "DEBUG" if entry.rest.starts_with("*** *** ***") => Some((CrashKind::Native, "DEBUG")),
        _ => None,
    }
}

impl Open {
    fn new(kind: CrashKind, tag: &'static str, writer: (u32, u32), line: u64) -> Open {
        // An ANR is written by the system, a tombstone by a process that dumps another.
        let pid = if kind == CrashKind::Exception { writer.0 } else { 0 };
        let crash = DeviceCrash { kind, process: String::new(), pid, text: String::new(), line };
        Open { crash, writer, tag, lines: 0, since: 0 }
    }

    fn push(&mut self, raw: &str) {
        if self.lines < MOST_LINES {
            self.crash.text.push_str(raw);
            self.crash.text.push('\n');
        }
        self.lines += 1;
        self.since = 0;
    }

    fn is_of(&self, entry: &Entry<'_>) -> bool {
        // Where the headline was pasted without its prefix, its thread is not known.
        entry.tag == self.tag && [(entry.pid, entry.tid), (0, 0)].contains(&self.writer)
    }

    /// Whether this entry is written after all lines of the crash: its thread goes on, or the process is killed or gone.
    fn ends_with(&self, entry: &Entry<'_>) -> bool {
        if entry.tid != 0 && (entry.pid, entry.tid) == self.writer {
            return entry.tag != self.tag;
        }
        let pid = self.crash.pid;
        match self.crash.kind {
            // `Sending signal. PID: 4242 SIG: 9`, by the process that has crashed
            CrashKind::Exception => entry.tag == "Process" && entry.pid == pid && entry.rest.contains("SIG: 9"),
            CrashKind::Anr => false,
            CrashKind::Native => entry.tag == "ActivityManager" && names_pid(entry.rest, pid),
        }
    }

    /// Takes the process from the lines that name it.
    fn learn(&mut self, text: &str) {
        let crash = &mut self.crash;
        match crash.kind {
            // `Process: com.example.app, PID: 4242`
            CrashKind::Exception => {
                if let Some((name, pid)) = text.strip_prefix("Process: ").and_then(|rest| rest.split_once(", PID: ")) {
                    crash.process = name.to_owned();
                    crash.pid = pid.trim().parse().unwrap_or(crash.pid);
                }
            }
            // `ANR in com.example.app (com.example.app/.MainActivity)`, then `PID: 4242`
            CrashKind::Anr => {
                if let Some(rest) = text.strip_prefix("ANR in ") {
                    crash.process = rest.split(' ').next().unwrap_or_default().to_owned();
                } else if let Some(pid) = text.strip_prefix("PID: ") {
                    crash.pid = pid.trim().parse().unwrap_or(crash.pid);
                }
            }
            // `pid: 4242, tid: 4250, name: RenderThread  >>> com.example.app <<<`
            CrashKind::Native => {
                if let Some(rest) = text.strip_prefix("pid: ") {
                    crash.pid = rest.split(',').next().and_then(|pid| pid.parse().ok()).unwrap_or(crash.pid);
                    let name = rest.split_once(">>> ").and_then(|(_, rest)| rest.split_once(" <<<"));
                    crash.process = name.map_or_else(String::new, |(name, _)| name.to_owned());
                }
            }
        }
    }

    fn finish(mut self, processes: &Processes) -> DeviceCrash {
        if self.crash.process.is_empty() {
            self.crash.process = processes.name(self.crash.pid).unwrap_or_default().to_owned();
        }
        self.crash
    }
}

/// `Process com.example.app (pid 4242) has died`
fn names_pid(text: &str, pid: u32) -> bool {
    text.split_once("(pid ")
        .and_then(|(_, rest)| rest.split_once(')'))
        .is_some_and(|(found, _)| found.parse() == Ok(pid))
}

#[cfg(test)]
mod tests;
