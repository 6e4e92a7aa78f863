//! The store's contents as JSON lines: out of one store, into another, as often as one likes.
//!
//! The first line says what the file is, the last how much it should hold. Between them each RCA is a line with all of its
//! builds and kept reports, and so is each build that ended in no RCA: a line is put whole or not at all, so half a file is
//! worth its half, and the same file again changes nothing. How far Gradle's logs were read is not part of it: that is of one
//! computer.

mod export;
mod import;

use rcad_core::Report;
use serde::{Deserialize, Serialize};

use crate::{Build, Rca};

pub use export::Export;
pub use import::{BadLine, Imported};

/// The format's name, in every first line.
pub const FORMAT: &str = "rcad.export/1";

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Line {
    /// The first.
    Header(Header),
    /// An RCA with all that belongs to it.
    Failure(Box<Failed>),
    /// A build that ended in none.
    Build(Box<Named>),
    /// The last.
    End(End),
}

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: String,
    /// Version of the records.
    version: u32,
    /// The project that the file is about; all of them where none is named.
    #[serde(default)]
    project: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Failed {
    rca: Rca,
    builds: Vec<Named>,
    reports: Vec<Report>,
}

/// A build and the id of its report.
#[derive(Debug, Serialize, Deserialize)]
struct Named {
    id: String,
    #[serde(flatten)]
    build: Build,
}

#[derive(Debug, Serialize, Deserialize)]
struct End {
    failures: u64,
    builds: u64,
}
