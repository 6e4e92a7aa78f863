//! The database behind its transactions, so that it can be compacted while the store is shared. Knows no table.

use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use redb::{Database, ReadTransaction, ReadableDatabase, StorageBackend, WriteTransaction};

use crate::StoreError;

/// redb would take up to a gigabyte; a few thousand RCAs need little.
const CACHE_BYTES: usize = 4 << 20;

/// An open database.
pub(crate) struct Handle {
    db: RwLock<Database>,
    path: Option<PathBuf>,
}

impl Handle {
    /// Opens the file, or makes it.
    pub(crate) fn open(path: &Path) -> Result<Handle, StoreError> {
        let db = Database::builder().set_cache_size(CACHE_BYTES).create(path)?;
        Ok(Handle { db: RwLock::new(db), path: Some(path.to_owned()) })
    }

    /// The same on something else than a file.
    pub(crate) fn on(backend: impl StorageBackend) -> Result<Handle, StoreError> {
        let db = Database::builder().set_cache_size(CACHE_BYTES).create_with_backend(backend)?;
        Ok(Handle { db: RwLock::new(db), path: None })
    }

    /// Where the file is.
    #[allow(dead_code)] // Its size is looked at there.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// A view of what is committed now.
    pub(crate) fn begin_read(&self) -> Result<ReadTransaction, StoreError> {
        Ok(self.db.read().unwrap_or_else(PoisonError::into_inner).begin_read()?)
    }

    /// The one transaction that may write; waits for the one before it. Nothing of it stays without a commit.
    pub(crate) fn begin_write(&self) -> Result<WriteTransaction, StoreError> {
        Ok(self.db.read().unwrap_or_else(PoisonError::into_inner).begin_write()?)
    }
}
