//! Messages of export, import and verification.

use serde::{Deserialize, Serialize};

/// The result of importing some lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportReply {
    /// New RCAs.
    pub added: u64,
    /// RCAs that were updated.
    pub renewed: u64,
    /// RCAs that had everything already.
    pub unchanged: u64,
    /// New builds.
    pub builds: u64,
    /// Lines that were skipped.
    pub bad: Vec<BadLine>,
    /// Numbers of RCAs and builds by the file's last line; nothing before that line.
    pub end: Option<(u64, u64)>,
}

/// A skipped line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadLine {
    /// 1 is the file's first.
    pub number: u64,
    /// What is wrong with it.
    pub why: String,
}

/// The result of verifying every record and index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyReply {
    /// RCAs read.
    pub rcas: u64,
    /// Builds.
    pub builds: u64,
    /// Raw reports.
    pub reports: u64,
    /// Number of contradictions; 0 in a sound store.
    pub wrong: u64,
    /// How many of them are damaged rows.
    #[serde(default)]
    pub damaged: u64,
    /// The first of them, in words.
    pub problems: Vec<String>,
}

/// Records removed to keep the store below its maximum size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrimmedCounts {
    /// Requests to models; the answers were kept.
    #[serde(default)]
    pub sent: u64,
    /// Raw reports; their RCAs were kept.
    pub reports: u64,
    /// Builds without an RCA.
    pub builds: u64,
    /// RCAs.
    pub rcas: u64,
}
