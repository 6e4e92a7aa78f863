//! What is remembered of a failure: when it was seen, in which environment, and what had changed when it was gone.

use serde::{Deserialize, Serialize};

use super::failure::Evidence;

/// That the same tasks were green after a failure, and what differed: observed, which is not the same as its cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResolutionSummary {
    /// RFC 3339, UTC.
    pub at: String,
    /// From the failed build to the green one.
    pub after_seconds: u64,
    /// Versions that differed.
    pub versions: Vec<VersionComparison>,
    /// What became of the failing place; nothing where it could not be looked at.
    pub change: Option<CodeChange>,
}

/// Whether a version is the same in both builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    /// It is.
    Same,
    /// It is another one.
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

/// The failing place then and later. Both lists are empty where its lines are as they were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeChange {
    /// The project's file.
    pub file: String,
    /// The failing line then.
    pub line: u32,
    /// Lines that are gone.
    pub before: Vec<Evidence>,
    /// Lines that stand there instead, numbered as in the file later.
    pub after: Vec<Evidence>,
    /// The file is no longer there, or nothing of the lines around is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}
