//! Export and import of the store as JSON lines.
//!
//! The first line is a header, the last has the expected counts. Each line between is an RCA with all of its builds and
//! stored reports, or a build without an RCA. Lines are imported one by one, so half a file can be used, and importing a
//! file again changes nothing. Positions in Gradle's logs are left out: they belong to one computer.

mod export;
mod import;

pub use export::ExportLines;
pub use import::{ImportReport, RejectedLine};
