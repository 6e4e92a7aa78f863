//! Something that happened to an app, in a device's log.

use super::bug_report::AnrTraces;
use super::processes::package;

/// What kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// An exception that nobody caught.
    Exception,
    /// The app did not respond.
    Anr,
    /// A signal in native code.
    Native,
    /// An error in Dart code that nobody caught.
    Flutter,
    /// An error in JavaScript that nobody caught: React Native, Cordova, a page in a WebView.
    JavaScript,
    /// A C# exception that nobody caught.
    Unity,
    /// The process that draws a WebView has crashed or was killed.
    WebView,
    /// The system killed the app, mostly for its memory.
    Killed,
    /// A violation of the strict mode that the app has switched on.
    StrictMode,
    /// A class that the runtime rejects, a native library or method that is not there.
    Linking,
}

/// Something that happened to an app, in a device's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceEvent {
    /// What kind.
    pub kind: EventKind,
    /// Whether the app ended or hung, or a part of it failed and nobody handled it. Everything else is only a notice.
    pub crash: bool,
    /// Whether the log only says that it happened, in a line.
    pub summary: bool,
    /// The process that it happened to, such as `com.example.app:sync`; empty if the log does not name it.
    pub process: String,
    /// Its id; 0 if the format shows none.
    pub pid: u32,
    /// Its lines as they stand in the log, each with `\n`.
    pub text: String,
    /// Number of its first line, from 1.
    pub line: u64,
}

impl DeviceEvent {
    /// The app: the process without its part behind `:`.
    pub fn package(&self) -> &str {
        package(&self.process)
    }

    /// Adds the traces that were written of it; `false` where they are of something else.
    pub fn add_traces(&mut self, traces: &AnrTraces) -> bool {
        let fits =
            self.kind == EventKind::Anr && (traces.pid == self.pid || self.pid == 0) && traces.process == self.process;
        if fits {
            self.text += &traces.text;
        }
        fits
    }
}
