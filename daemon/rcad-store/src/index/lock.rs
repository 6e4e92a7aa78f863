//! The index's one writer, with patience for its lock. Writes nothing by itself.

use core::time::Duration; // A length; the clock stays walled off.

use tantivy::directory::error::LockError;
use tantivy::indexer::IndexWriterOptions;
use tantivy::{Index, IndexWriter, TantivyError};

/// A lock that is held is tried so often …
const BUSY: usize = 50;
/// … and so much later each time.
const MOMENT: Duration = Duration::from_millis(10);

/// Opens the writer. A program that this one starts holds the lock of the writer before it from its fork until it is
/// executed: some milliseconds on a busy machine.
pub fn writer(index: &Index) -> Result<IndexWriter, TantivyError> {
    let options = || IndexWriterOptions::builder().num_worker_threads(1).num_merge_threads(1).build();
    for _ in 0..BUSY {
        match index.writer_with_options(options()) {
            Err(TantivyError::LockFailure(LockError::LockBusy, _)) => std::thread::sleep(MOMENT),
            opened => return opened,
        }
    }
    index.writer_with_options(options())
}
