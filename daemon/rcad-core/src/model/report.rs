//! A report: raw text with its origin. Made by `ingest`, read by `parse`.

use serde::{Deserialize, Serialize};

use super::device::AppRun;
use super::environment::Environment;

/// How a report reached us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The capture script inside a Gradle build.
    Hook,
    /// The Gradle daemon's own log, read from outside.
    GradleLog,
    /// `rcad run -- …`.
    Run,
    /// A file or standard input given to `rcad analyze`.
    File,
    /// The log of an Android device: a crash of an app, no build.
    Device,
}

/// How the build ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It succeeded.
    Ok,
    /// It failed.
    Failed,
    /// A person stopped it; not a failure.
    Cancelled,
    /// Unknown; the text decides.
    Unknown,
}

/// One thing to diagnose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Id of the captured event; the same when it is read again.
    pub id: String,
    /// How it reached us.
    pub origin: Origin,
    /// How the build ended.
    pub outcome: Outcome,
    /// The log as text, UTF-8, line numbers as in the source.
    pub text: String,
    /// Root directory of the project, absolute.
    pub project: Option<String>,
    /// The tasks that were asked for.
    pub tasks: Vec<String>,
    /// Versions from the capture.
    pub environment: Environment,
    /// Unix time in milliseconds at which the build started, where known.
    pub started_ms: Option<u64>,
    /// Unix time in milliseconds at which the build ended.
    pub ended_ms: u64,
    /// The app that crashed, for a report of a device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<AppRun>,
    /// The text as logged, where the names of a minified build were mapped back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
}

impl Report {
    /// Last part of the project's directory, for headings.
    pub fn project_name(&self) -> Option<&str> {
        let root = self.project.as_deref()?;
        root.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().filter(|name| !name.is_empty())
    }
}
