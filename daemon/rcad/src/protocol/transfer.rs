//! What the daemon answers when everything is taken out of the store, put into it, or checked.

use serde::{Deserialize, Serialize};

/// What has come in with some lines of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportReply {
    /// RCAs that were not there.
    pub added: u64,
    /// RCAs that were there and have got something new.
    pub renewed: u64,
    /// RCAs that were there with all that the file has of them.
    pub unchanged: u64,
    /// Builds that were not there.
    pub builds: u64,
    /// Lines that were left out.
    pub bad: Vec<BadLine>,
    /// How many RCAs and builds the file's last line promises; absent until that line has come.
    pub end: Option<(u64, u64)>,
}

/// A line that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadLine {
    /// 1 is the file's first.
    pub number: u64,
    /// What is wrong with it.
    pub why: String,
}

/// What a look at every record and index has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyReply {
    /// RCAs that were read.
    pub rcas: u64,
    /// Builds.
    pub builds: u64,
    /// Raw reports.
    pub reports: u64,
    /// How many contradictions there are; 0 in a sound store.
    pub wrong: u64,
    /// How many of them are rows that can't be decoded.
    #[serde(default)]
    pub damaged: u64,
    /// The first of them in words.
    pub problems: Vec<String>,
}

/// What had to go so that the store stays below its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrimmedCounts {
    /// Requests to models; the answers stayed.
    #[serde(default)]
    pub sent: u64,
    /// Raw reports; their RCAs stayed.
    pub reports: u64,
    /// Builds that were part of no RCA.
    pub builds: u64,
    /// RCAs.
    pub rcas: u64,
}
