//! Progress of a download.

use super::ModelFile;

/// An event of a download.
#[derive(Debug)]
pub enum DownloadEvent<'a> {
    /// The file was there already.
    Present(&'a ModelFile),
    /// The file was in the cache.
    Cached(&'a ModelFile),
    /// Its download starts or resumes at this number of bytes.
    Started(&'a ModelFile, u64),
    /// This number of bytes has arrived in all.
    Received(u64),
    /// The connection broke, for this reason; the download resumes.
    Interrupted(&'a ModelFile, String),
    /// It is complete and verified.
    Done(&'a ModelFile),
}
