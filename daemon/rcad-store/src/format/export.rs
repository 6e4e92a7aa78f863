//! A line of an export.

use serde::{Deserialize, Serialize};

use super::rca::RcaV2;
use super::report::{BuildV2, ReportV1};

/// Name of the format, in the first line of every export.
pub const FORMAT: &str = "rcad.export/1";

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum LineV1 {
    /// The first.
    Header(HeaderV1),
    /// An RCA with all that belongs to it.
    Failure(Box<FailedV1>),
    /// A build that ended in none.
    Build(Box<NamedV1>),
    /// The last.
    End(EndV1),
}

#[derive(Serialize, Deserialize)]
pub(crate) struct HeaderV1 {
    pub(crate) format: String,
    /// Version of the records.
    pub(crate) version: u32,
    /// The project that the file is about; all of them where none is named.
    #[serde(default)]
    pub(crate) project: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct FailedV1 {
    pub(crate) rca: RcaV2,
    pub(crate) builds: Vec<NamedV1>,
    pub(crate) reports: Vec<ReportV1>,
}

/// A build and the id of its report.
#[derive(Serialize, Deserialize)]
pub(crate) struct NamedV1 {
    pub(crate) id: String,
    #[serde(flatten)]
    pub(crate) build: BuildV2,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct EndV1 {
    pub(crate) failures: u64,
    pub(crate) builds: u64,
    /// Rows that could not be decoded and are not in the file.
    #[serde(default)]
    pub(crate) damaged: u64,
}
