//! Single frames of stack traces, for those who show them.

use super::readers::stack_trace::{own, trace};

pub use own::is_own;

/// The class of the frame on this line, with its package; nothing for another line.
pub fn frame_class(line: &str) -> Option<String> {
    trace::frame(line, 0).map(|frame| frame.class)
}

/// The prefix that all classes of an app share, by the name of its process; nothing for a process that is no app's.
pub fn app_package(process: &str) -> Option<String> {
    process.contains('.').then(|| own::package(process))
}
