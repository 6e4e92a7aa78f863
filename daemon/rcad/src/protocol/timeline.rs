//! The answer to `GET timeline`: builds, installed and started apps and crashes in the order of time.

use rcad_core::model::declared::DeclaredChange;
use serde::{Deserialize, Serialize};

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimelineEvent {
    /// Unix milliseconds.
    pub at_ms: u64,
    /// What happened.
    pub kind: TimelineKind,
    /// Root directory of the project, where known.
    pub project: Option<String>,
    /// Tasks of a build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<String>,
    /// The app, for what happened on a device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The device's model, or its serial number where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The app's `versionName`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The stored failure that a build or crash ended in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rca: Option<String>,
    /// Its cause in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// For a crash: Unix milliseconds at which the build of the app ended, as far as times tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built_ms: Option<u64>,
    /// What changed in the project's declarations: in a successful build, since the successful one before; in the build whose
    /// app crashed, since the app that was installed before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<DeclaredChange>,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimelineKind {
    /// A build succeeded.
    Built,
    /// A build failed.
    Failed,
    /// A build was stopped, or its end is not known.
    Ended,
    /// An app was installed or replaced.
    Installed,
    /// An app was started.
    Started,
    /// An app crashed.
    Crashed,
}
