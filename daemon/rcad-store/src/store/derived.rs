//! A file of what can be made again: opened when it is first needed, moved away when it is damaged.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::StoreError;

/// Opens a file, or creates it.
type Open<S> = fn(&Path) -> Result<S, StoreError>;

/// A file that may be lost. A damaged one, or one at which redb panics, is moved to the same name with `.damaged` behind it,
/// and a new one begun.
pub struct DerivedFile<S> {
    path: PathBuf,
    open: Open<S>,
    store: Mutex<Option<Arc<S>>>,
}

impl<S> DerivedFile<S> {
    /// The file at `path`, which need not be there yet.
    pub fn new(path: &Path, open: Open<S>) -> DerivedFile<S> {
        DerivedFile { path: path.to_owned(), open, store: Mutex::default() }
    }

    /// What is done with the open file.
    ///
    /// # Errors
    /// Why it failed. The next call begins a new file if this one is damaged.
    pub fn with<T>(&self, work: impl FnOnce(&S) -> Result<T, StoreError>) -> Result<T, String> {
        let store = self.opened().map_err(|error| error.to_string())?;
        let done = catch_unwind(AssertUnwindSafe(|| work(&store)));
        drop(store);
        let (why, is_damaged) = match done {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(error)) => (error.to_string(), error.is_damage()),
            Err(_) => ("it panicked".to_owned(), true), // As redb may, if what it reads makes no sense.
        };
        if is_damaged {
            *self.lock() = None;
            move_away(&self.path).map_err(|error| format!("{why}, and the file can't be moved away: {error}"))?;
        }
        Err(why)
    }

    fn opened(&self) -> Result<Arc<S>, StoreError> {
        let mut store = self.lock();
        if let Some(open) = &*store {
            return Ok(open.clone());
        }
        let opened = Arc::new(self.open_or_begin()?);
        *store = Some(opened.clone());
        Ok(opened)
    }

    /// A file at which redb panics is as damaged as one that it refuses.
    fn open_or_begin(&self) -> Result<S, StoreError> {
        match catch_unwind(|| (self.open)(&self.path)) {
            Ok(Err(error)) if error.is_damage() => {}
            Ok(opened) => return opened,
            Err(_) => {}
        }
        move_away(&self.path)?;
        (self.open)(&self.path)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<S>>> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Moves a damaged file away, in place of an earlier one. It must not be open.
fn move_away(path: &Path) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".damaged");
    std::fs::rename(path, path.with_file_name(name))
}
