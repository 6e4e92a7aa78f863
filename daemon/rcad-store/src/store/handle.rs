//! The database handle: reopens the file after the disk has failed, and compacts it. Knows no table.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use redb::backends::FileBackend;
use redb::{Database, ReadTransaction, ReadableDatabase, StorageBackend, WriteTransaction};

use super::barred;
use super::watched::Watched;
use crate::StoreError;

/// redb's default is a gigabyte; a few thousand RCAs need little.
const CACHE_BYTES: usize = 4 << 20;

/// Opens the storage: the file, or a test's substitute.
pub(crate) type Source = Box<dyn Fn() -> Result<Box<dyn StorageBackend>, StoreError> + Send + Sync>;

/// An open database. After a failed write redb refuses everything until it is reopened; the next caller reopens it here, so
/// that a full disk is used again as soon as it has room.
pub(crate) struct Handle {
    /// Nothing while it can't be reopened.
    db: RwLock<Option<Arc<Database>>>,
    source: Source,
    failed: Arc<AtomicBool>,
    path: Option<PathBuf>,
    /// Bytes of redb's cache.
    cache: usize,
}

impl Handle {
    /// Opens the file, or creates it.
    pub(crate) fn open(path: &Path) -> Result<Handle, StoreError> {
        Handle::open_with(path, CACHE_BYTES)
    }

    /// The same with a cache of so many bytes.
    pub(crate) fn open_with(path: &Path, cache: usize) -> Result<Handle, StoreError> {
        let file = path.to_owned();
        let source = move || -> Result<Box<dyn StorageBackend>, StoreError> {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&file)?;
            Ok(Box::new(FileBackend::new(file)?))
        };
        Ok(Handle { path: Some(path.to_owned()), ..Handle::on_with(Box::new(source), cache)? })
    }

    /// The same on another storage.
    pub(crate) fn on(source: Source) -> Result<Handle, StoreError> {
        Handle::on_with(source, CACHE_BYTES)
    }

    fn on_with(source: Source, cache: usize) -> Result<Handle, StoreError> {
        let failed = Arc::new(AtomicBool::new(false));
        let db = open(&source, &failed, cache)?;
        Ok(Handle { db: RwLock::new(Some(Arc::new(db))), source, failed, path: None, cache })
    }

    /// Path of the file.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// A snapshot of what is committed.
    pub(crate) fn begin_read(&self) -> Result<ReadTransaction, StoreError> {
        Ok(self.database()?.begin_read()?)
    }

    /// The write transaction; waits for the one before it.
    pub(crate) fn begin_write(&self) -> Result<WriteTransaction, StoreError> {
        Ok(self.database()?.begin_write()?)
    }

    /// Compacts and truncates the file; whether that was possible: not during another transaction. New transactions wait.
    pub(crate) fn compact(&self) -> Result<bool, StoreError> {
        let mut shared = self.db.write().unwrap_or_else(PoisonError::into_inner);
        let Some(db) = shared.as_mut().and_then(Arc::get_mut) else { return Ok(false) };
        match db.compact() {
            Ok(_) => Ok(true),
            Err(redb::CompactionError::Storage(error)) => Err(error.into()),
            Err(_) => Ok(false), // A transaction is open.
        }
    }

    fn database(&self) -> Result<Arc<Database>, StoreError> {
        barred::check();
        {
            let db = self.db.read().unwrap_or_else(PoisonError::into_inner);
            if let (Some(db), false) = (&*db, self.failed.load(Ordering::Acquire)) {
                return Ok(db.clone());
            }
        }
        let mut shared = self.db.write().unwrap_or_else(PoisonError::into_inner);
        if let (Some(db), false) = (&*shared, self.failed.load(Ordering::Acquire)) {
            return Ok(db.clone()); // Another thread reopened it.
        }
        *shared = None; // The file stays locked until the last clone is dropped.
        let db = Arc::new(open(&self.source, &self.failed, self.cache)?);
        *shared = Some(db.clone());
        Ok(db)
    }
}

fn open(source: &Source, failed: &Arc<AtomicBool>, cache: usize) -> Result<Database, StoreError> {
    failed.store(false, Ordering::Release);
    let watched = Watched::new(source()?, failed.clone());
    Ok(Database::builder().set_cache_size(cache).create_with_backend(watched)?)
}
