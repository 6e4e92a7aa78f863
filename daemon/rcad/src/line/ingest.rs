//! Turns everything that comes in into a [`Capture`]: a report, and the file to delete once it is stored.
//!
//! Knows Gradle's formats and the spool. Does not know the store or the later stages.

pub mod attempts;
pub mod build_record;
mod exception;
pub mod excerpt;
pub mod failure_block;
pub mod gradle_log;
pub mod spool;
pub mod test_results;

use std::path::PathBuf;

use rcad_core::Report;

/// A captured build on its way to the store.
#[derive(Debug)]
pub struct Capture {
    /// The report to diagnose.
    pub report: Report,
    /// Its spool file, to delete after the result is stored.
    pub spooled: Option<PathBuf>,
    /// Position in a Gradle daemon's log up to which the script has reported, so that the log isn't reported again.
    pub position: Option<ScriptPosition>,
}

/// A byte position in one of Gradle's daemon logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptPosition {
    /// Absolute path of the log.
    pub path: String,
    /// Bytes from its start.
    pub offset: u64,
}
