//! Which lines belong to an event, by their text: where the log shows no tag, and for writers that say other things under
//! the same one.

use super::headline::is_script_error;
use crate::device::event::EventKind;

/// Lines of a message before the first frame, at most.
const LONGEST_MESSAGE: usize = 60;
/// Width of the bar below a block of Flutter, at least.
const BAR: usize = 20;

/// How far the lines of an event have come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Lines since the last exception's first one; nothing once its frames have begun.
    message: Option<usize>,
    /// It goes on until its bar, whatever it says before.
    block: bool,
    /// Nothing more belongs to it.
    pub done: bool,
}

impl Progress {
    /// At the first line.
    pub fn start() -> Progress {
        Progress { message: Some(0), block: false, done: false }
    }

    /// Whether a line goes on with an event of this kind.
    pub fn goes_on(self, kind: EventKind, line: &str) -> bool {
        let text = line.trim_start();
        let in_message = self.message.is_some_and(|lines| lines < LONGEST_MESSAGE);
        match kind {
            EventKind::Exception | EventKind::StrictMode => in_message || is_frame(text) || is_cause(text),
            EventKind::Linking => is_frame(text) || is_cause(text) || line.starts_with("    "),
            EventKind::Anr => is_of_anr(line),
            EventKind::Native => is_of_tombstone(line),
            EventKind::Flutter => self.block || in_message || is_dart_frame(text),
            EventKind::JavaScript => is_of_script(line),
            EventKind::Unity => in_message || text.is_empty() || is_unity_frame(text),
            EventKind::WebView | EventKind::Killed => false,
        }
    }

    /// Takes note of a line that belongs to the event.
    pub fn take(&mut self, kind: EventKind, line: &str) {
        let text = line.trim_start();
        self.message = self.message.map(|lines| lines + 1);
        match kind {
            EventKind::Exception | EventKind::StrictMode if is_cause(text) => self.message = Some(0),
            EventKind::Exception | EventKind::StrictMode if is_frame(text) => self.message = None,
            EventKind::Flutter if text.contains(" EXCEPTION CAUGHT BY ") => self.block = true,
            EventKind::Flutter if self.block => self.done = is_bar(text),
            EventKind::Flutter if text.starts_with('#') => self.message = None,
            EventKind::Unity if text.starts_with("(Filename: ") => self.done = true,
            EventKind::Unity if is_unity_frame(text) => self.message = None,
            _ => {}
        }
    }
}

/// `════════════════════════════════`
fn is_bar(text: &str) -> bool {
    let text = text.trim_end();
    text.chars().all(|letter| letter == '═') && text.chars().count() >= BAR
}

fn is_frame(text: &str) -> bool {
    text.starts_with("at ") || text.starts_with("... ") || text.starts_with("[CIRCULAR REFERENCE")
}

fn is_cause(text: &str) -> bool {
    text.starts_with("Caused by: ") || text.starts_with("Suppressed: ")
}

/// `#0      _HomeState.build (package:app/main.dart:42:7)`, `<asynchronous suspension>`
fn is_dart_frame(text: &str) -> bool {
    text.starts_with('#') || text.starts_with("<asynchronous suspension>") || text.starts_with("(elided ")
}

/// `  at Player.Update () [0x00000] in <…>:0`, `UnityEngine.Debug:LogException(Exception)`, `(Filename: … Line: 0)`
fn is_unity_frame(text: &str) -> bool {
    let called = || text.split('(').next().is_some_and(|name| name.contains(':') && !name.contains(' '));
    text.starts_with("at ")
        || text.starts_with('(')
        || text.starts_with("Rethrow as ")
        || text.ends_with(')') && called()
}

/// Below an error of JavaScript: its stack, the components that it is in, and the errors that follow from it.
fn is_of_script(line: &str) -> bool {
    line.is_empty()
        || line.starts_with([' ', '\t'])
        || line.starts_with("at ")
        || line.starts_with("in ")
        || line.starts_with("This error is located at:")
        || is_script_error(line)
}

/// What the activity manager's report of an ANR says.
fn is_of_anr(line: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "PID: ",
        "UID: ",
        "Reason: ",
        "Parent: ",
        "Frozen: ",
        "ErrorId: ",
        "Load: ",
        "Annotation: ",
        "Subject: ",
        "-----",
        "some ",
        "full ",
        "CPU usage ",
        "Android time",
        "Trace",
        "Criticality",
    ];
    line.is_empty()
        || line.starts_with([' ', '\t', '+'])
        || line.starts_with(|letter: char| letter.is_ascii_digit()) && line.contains("% ")
        || BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
}

/// What a tombstone says.
fn is_of_tombstone(line: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "Build fingerprint: ",
        "Revision: ",
        "ABI: ",
        "Timestamp: ",
        "Process uptime: ",
        "Cmdline: ",
        "Executable: ",
        "pid: ",
        "uid: ",
        "signal ",
        "Abort message: ",
        "Cause: ",
        "backtrace:",
        "stack:",
        "memory ",
        "code around",
        "tagged_addr",
        "esr: ",
        "#",
        "Note: ",
        "--- --- ---",
        "Version '",
        "Native Crash TID",
        "fault addr",
        "*** *** ***",
        "Kernel Release: ",
    ];
    line.is_empty() || line.starts_with([' ', '\t']) || BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
}
