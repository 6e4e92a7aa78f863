//! A dependency between modules that is missing.

use super::super::build::edges::Edge;
use super::super::contents::ProjectContents;
use super::homes::DeclaredHome;
use super::script_place::NewLine;
use crate::Failure;

/// What is missing between two modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MissingEdge {
    /// Directory of the failing module.
    pub(super) from: String,
    /// Path of the module that has the name.
    pub(super) to: String,
    pub(super) home: DeclaredHome,
    pub(super) gap: Gap,
    /// The dependency that the failing module needs.
    pub(super) line: NewLine,
    /// Whether the failing file imports the name, or needs not to.
    pub(super) imported: bool,
}

/// Why the other module is not seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    NoEdge,
    /// A module in between keeps it to itself.
    Hidden(Edge, Edge),
    /// A dependency of other sources, or of the run alone.
    Elsewhere(Edge),
    /// The settings do not include it, which this line does.
    NotIncluded(NewLine),
}

/// The failing line as the project has it.
pub(super) fn line_of(project: &ProjectContents, location: &str, failure: &Failure) -> Option<String> {
    let text = project.files.read(location)?;
    let at = usize::try_from(failure.line?).ok()?.checked_sub(1)?;
    text.lines().nth(at).map(str::to_owned)
}
