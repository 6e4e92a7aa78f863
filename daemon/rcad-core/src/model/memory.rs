//! The history of a failure: versions then and now, and how it was resolved.

use serde::{Deserialize, Serialize};

use super::change::Change;
use super::failure::Evidence;

/// The same tasks succeeded after a failure, and what differed then. Observed only: not necessarily the fix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResolutionSummary {
    /// RFC 3339, UTC.
    pub at: String,
    /// Seconds from the failed build to the successful one.
    pub after_seconds: u64,
    /// Versions that differed.
    pub versions: Vec<VersionComparison>,
    /// How the failing code changed; nothing where it could not be read.
    pub change: Option<CodeChange>,
    /// The project, where it is another one than that of the earlier failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// What differed in the project's files; nothing where one of the two states is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<ObservedFix>,
}

/// What differed between a project whose build failed and the same project when its tasks succeeded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedFix {
    /// Whether the changes are tied to the failure; otherwise they only happened in between.
    pub tied: bool,
    /// Number of files that differed.
    pub files: u32,
    /// A few changes from the failed to the green state, those with the strongest tie first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Their lines as a unified diff, cut, and without what looks like a secret; `…` stands for the lines that were cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
}

/// Whether a version is the same in both builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    /// The same.
    Same,
    /// Another one.
    Differs,
    /// Known of one build only.
    Unknown,
}

/// One version in both builds; at least one of them is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionComparison {
    /// `Gradle`, `AGP`, `Kotlin`, `Compose compiler`, `JDK`, `dependency`.
    pub what: String,
    /// In the earlier build.
    pub before: Option<String>,
    /// In the later build.
    pub now: Option<String>,
    /// Whether they are the same.
    pub agreement: Agreement,
}

/// How the failing code changed. Both lists are empty where it did not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeChange {
    /// The project's file.
    pub file: String,
    /// The failing line then.
    pub line: u32,
    /// Removed lines.
    pub before: Vec<Evidence>,
    /// Added lines, with their numbers in the later file.
    pub after: Vec<Evidence>,
    /// The file, or all of the lines around, were removed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}
