//! Opens the index's one writer, with retries for its lock.

use core::time::Duration; // A length; the clock stays walled off.

use tantivy::directory::error::LockError;
use tantivy::indexer::IndexWriterOptions;
use tantivy::{Index, IndexWriter, TantivyError};

/// How often a lock that is held is tried.
const BUSY: usize = 50;
/// Pause between two tries.
const MOMENT: Duration = Duration::from_millis(10);

/// Opens the writer. A child process holds the previous writer's lock between fork and exec: some milliseconds on a busy
/// machine.
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
