//! A device's log as it comes, line by line: which process a line is of, and where a crash begins and ends. What a crash
//! means is read by `parse`.

pub mod crashes;
mod processes;

pub use crashes::{CrashKind, CrashReader, DeviceCrash};
pub use processes::{Processes, package};
