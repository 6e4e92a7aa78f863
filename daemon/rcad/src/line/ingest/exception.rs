//! An exception as the capture scripts write it into a record.

use serde::Deserialize;

/// An exception that ended a build, with its causes.
#[derive(Debug, Deserialize)]
pub struct GradleException {
    /// Name of its class.
    pub class: String,
    /// Its message.
    #[serde(default)]
    pub message: Option<String>,
    /// Script and line, e.g. `Build file '/p/build.gradle' line: 3`.
    #[serde(default)]
    pub location: Option<String>,
    /// Stack frames, innermost first.
    #[serde(default)]
    pub frames: Vec<String>,
    /// Causes; several for a build with several failures.
    #[serde(default)]
    pub causes: Vec<GradleException>,
}
