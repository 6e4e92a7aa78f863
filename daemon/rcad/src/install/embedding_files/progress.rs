//! The progress of a download, as it is reported to the caller.

use super::ModelFile;

/// A step of a download.
#[derive(Debug)]
pub enum DownloadEvent<'a> {
    /// The file was right already.
    InPlace(&'a ModelFile),
    /// The cache had it.
    Cached(&'a ModelFile),
    /// Its download begins, or goes on, with so many bytes here.
    Begin(&'a ModelFile, u64),
    /// So many bytes of it are here.
    Have(u64),
    /// The connection was cut, for this reason; the rest is asked for.
    Cut(&'a ModelFile, String),
    /// It is whole, right, and has its name.
    Done(&'a ModelFile),
}
