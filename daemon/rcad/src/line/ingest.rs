//! Everything that comes in becomes a [`Capture`]: a report, and the file to take away once it is stored.
//!
//! Knows Gradle's formats and the spool; never the store, never what is made of a report.

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

/// A report on its way in.
#[derive(Debug)]
pub struct Capture {
    /// What is to be diagnosed.
    pub report: Report,
    /// The spool file that holds it; it goes away only after the result is stored.
    pub spooled: Option<PathBuf>,
    /// Where in a Gradle daemon's log the script stood when it told this, so that the log isn't reported again.
    pub told: Option<ScriptPosition>,
}

/// A byte position in one of Gradle's daemon logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptPosition {
    /// Absolute path of the log.
    pub path: String,
    /// Bytes from its start.
    pub offset: u64,
}
