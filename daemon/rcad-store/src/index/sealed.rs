//! A tantivy directory whose small control files carry a checksum, as its large files already do, so that a flipped bit
//! anywhere is found when the index is opened.

use std::io;
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenDirectoryError, OpenReadError, OpenWriteError};
use tantivy::directory::{DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr};

/// Bytes of the checksum that ends a control file.
const SEAL: usize = 32;

/// Files in a directory, read through memory maps.
#[derive(Clone, Debug)]
pub struct SealedDirectory {
    files: MmapDirectory,
}

impl SealedDirectory {
    /// The directory must exist.
    pub fn open(dir: &Path) -> Result<SealedDirectory, OpenDirectoryError> {
        Ok(SealedDirectory { files: MmapDirectory::open(dir)? })
    }
}

impl Directory for SealedDirectory {
    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let mut bytes = self.files.atomic_read(path)?;
        let length = bytes.len().saturating_sub(SEAL);
        if bytes[length..] != Sha256::digest(&bytes[..length])[..] {
            let broken = io::Error::new(io::ErrorKind::InvalidData, "its checksum is wrong");
            return Err(OpenReadError::IoError { io_error: Arc::new(broken), filepath: path.to_owned() });
        }
        bytes.truncate(length);
        Ok(bytes)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        let mut sealed = data.to_vec();
        sealed.extend_from_slice(&Sha256::digest(data));
        self.files.atomic_write(path, &sealed)
    }

    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.files.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.files.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.files.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.files.open_write(path)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.files.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.files.acquire_lock(lock)
    }

    fn watch(&self, watch_callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(watch_callback)
    }
}
