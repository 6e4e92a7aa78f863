//! The store's contents as JSON lines: out of one store, into another, as often as one likes.
//!
//! The first line says what the file is, the last how much it should hold. Between them each RCA is a line with all of its
//! builds and kept reports, and so is each build that ended in no RCA: a line is put whole or not at all, so half a file is
//! worth its half, and the same file again changes nothing. How far Gradle's logs were read is not part of it: that is of one
//! computer.

mod export;
mod import;

pub use export::ExportLines;
pub use import::{ImportReport, RejectedLine};
