//! The record `rcad.build/1` that the capture scripts write, and the report it becomes.
//!
//! This is a wire format: `testdata/wire` holds the records that the Groovy side must write and this side must read.

use rcad_core::Report;
use rcad_core::report::{Environment, Origin, Outcome};
use serde::Deserialize;

use super::gradle_log::marker_time;
use super::{ToldAt, failure_block, test_results};

/// The schema that is read here.
pub const SCHEMA: &str = "rcad.build/1";

/// One build as the script saw it. Unknown fields are let through: a newer script may write more.
#[derive(Debug, Deserialize)]
pub struct BuildRecord {
    /// [`SCHEMA`].
    pub schema: String,
    /// How the build ended.
    pub outcome: Outcome,
    /// Unix milliseconds, where the script could know.
    #[serde(default)]
    pub started_ms: Option<u64>,
    /// Unix milliseconds.
    pub ended_ms: u64,
    /// Gradle's version.
    #[serde(default)]
    pub gradle: Option<String>,
    /// Version of the JVM that ran the build.
    #[serde(default)]
    pub java: Option<String>,
    /// Operating system as the JVM names it.
    #[serde(default)]
    pub os: Option<String>,
    /// Root directory of the build.
    #[serde(default)]
    pub root: Option<String>,
    /// Directory in which Gradle was called.
    #[serde(default)]
    pub cwd: Option<String>,
    /// Requested tasks.
    #[serde(default)]
    pub tasks: Vec<String>,
    /// Gradle's daemon log and its length when this was written.
    #[serde(default)]
    pub daemon_log: Option<DaemonLog>,
    /// What Gradle threw.
    #[serde(default)]
    pub failure: Option<Thrown>,
    /// The build's own output.
    #[serde(default)]
    pub log: Option<Slice>,
}

/// Gradle's daemon log.
#[derive(Debug, Deserialize)]
pub struct DaemonLog {
    /// Absolute path.
    pub path: String,
    /// Length in bytes when the record was made.
    pub end: u64,
}

/// An exception with its causes.
#[derive(Debug, Deserialize)]
pub struct Thrown {
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
    pub causes: Vec<Thrown>,
}

/// The build's output, its middle left out when it was too long.
#[derive(Debug, Deserialize)]
pub struct Slice {
    /// Its beginning, or all of it.
    pub head: String,
    /// Bytes left out between head and tail.
    #[serde(default)]
    pub gap: u64,
    /// Its end.
    #[serde(default)]
    pub tail: String,
}

impl BuildRecord {
    /// Reads a record. The error says what is wrong with it.
    pub fn read(json: &[u8]) -> Result<BuildRecord, String> {
        let record: BuildRecord = serde_json::from_slice(json).map_err(|e| e.to_string())?;
        if record.schema != SCHEMA {
            return Err(format!("schema {} is not {SCHEMA}", record.schema));
        }
        Ok(record)
    }

    /// Where in the daemon log this was told.
    pub fn told(&self) -> Option<ToldAt> {
        self.daemon_log.as_ref().map(|log| ToldAt { path: log.path.clone(), offset: log.end })
    }

    /// The report, under the id of its spool file: the log, then what Gradle threw in Gradle's own layout, then the
    /// failed tests out of their XML files.
    pub fn into_report(self, id: String) -> Report {
        let mut text = self.log.as_ref().map(Slice::join).unwrap_or_default();
        // Flow actions can't know when the build began; the first line of the slice is the daemon's start marker.
        let started_ms = self.started_ms.or_else(|| text.lines().next().and_then(marker_time));
        if let Some(thrown) = &self.failure {
            let told_by_gradle = text.contains("* What went wrong:");
            append(&mut text, &failure_block::render(thrown, told_by_gradle));
            let tests = test_results::failed_tests(&text, started_ms);
            append(&mut text, &tests);
        }
        Report {
            id,
            origin: Origin::Hook,
            outcome: self.outcome,
            text,
            project: self.root.or(self.cwd),
            tasks: self.tasks,
            environment: Environment { gradle: self.gradle, java: self.java, os: self.os },
            started_ms,
            ended_ms: self.ended_ms,
        }
    }
}

impl Slice {
    fn join(&self) -> String {
        if self.gap == 0 {
            return format!("{}{}", self.head, self.tail);
        }
        format!("{}\n[rcad: {} bytes of output left out here]\n{}", self.head, self.gap, self.tail)
    }
}

fn append(text: &mut String, block: &str) {
    if !block.is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(block);
    }
}
