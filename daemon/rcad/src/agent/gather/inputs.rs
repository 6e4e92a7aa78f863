//! The sources that evidence is gathered from.

use rcad_core::Analysis;
use rcad_core::project::{self, Files};

use crate::code::CodeIndex;

/// The sources of the evidence.
pub(super) struct GatherInputs<'s> {
    pub analysis: &'s Analysis,
    /// Lines of the log.
    pub log: Vec<&'s str>,
    pub code: &'s CodeIndex,
    pub files: &'s dyn Files,
    /// The project's root in the report.
    pub root: Option<&'s str>,
}

impl GatherInputs<'_> {
    /// A file's lines, with secrets masked.
    pub fn lines(&self, path: &str) -> Vec<String> {
        project::shown_lines(self.files, path).unwrap_or_default()
    }
}
