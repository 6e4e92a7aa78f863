//! The files of projects whose builds were green, and what differed from them when a build failed: a redb file of its own.
//! All of it is derived: the file may be deleted at any time, and a damaged one is moved away.

mod form;
mod prune;
pub(crate) mod records;
mod same_files;
mod tables;
mod write;

use std::path::Path;

use redb::{ReadTransaction, ReadableTable};

use crate::StoreError;
use crate::store::handle::Handle;
use form::{FailedForm, GreenForm, ListForm, task_set};
use records::{FailedSnapshot, Snapshot, SnapshotFile, SnapshotFit, SnapshotQuery, TextHash};
use tables::{COUNTS, FAILED, FAILED_BY_TIME, GREEN, LISTS, TEXTS, rows_of};

pub use write::SnapshotWriter;

/// Failed builds that are looked at for the newest of a project.
const LOOKED_AT: usize = 30;

/// redb's cache. A text is read once and seldom again.
const CACHE_BYTES: usize = 1 << 20;

/// The open file. One process at a time.
pub struct SnapshotStore {
    db: Handle,
}

impl SnapshotStore {
    /// Opens the file, or creates it.
    ///
    /// # Errors
    /// When another process has it open, it is damaged or of another version of the database, or the disk does not let it be
    /// opened or created.
    pub fn open(path: &Path) -> Result<SnapshotStore, StoreError> {
        let db = Handle::open_with(path, CACHE_BYTES)?;
        let txn = db.begin_write()?;
        txn.open_table(TEXTS)?;
        txn.open_table(LISTS)?;
        txn.open_table(GREEN)?;
        txn.open_table(FAILED)?;
        txn.open_table(FAILED_BY_TIME)?;
        txn.open_table(COUNTS)?;
        txn.commit()?;
        Ok(SnapshotStore { db })
    }

    /// The newest snapshot of the same project, branch and tasks, else of the same project and branch, else of the same
    /// project; says which it is.
    pub fn latest(&self, wanted: &SnapshotQuery<'_>) -> Result<Option<(Snapshot, SnapshotFit)>, StoreError> {
        let txn = self.db.begin_read()?;
        let tasks = task_set(wanted.tasks);
        let mut best: Option<(SnapshotFit, [u8; 16], GreenForm)> = None;
        for row in txn.open_table(GREEN)?.range(rows_of(wanted.project, wanted.until_ms))?.rev() {
            let (_, bytes) = row?;
            let Some((list, form)) = form::row::<GreenForm>(bytes.value()) else { continue };
            let fit = match form.branch.as_deref() == wanted.branch {
                true if form.tasks == tasks => SnapshotFit::SameTasks,
                true => SnapshotFit::SameBranch,
                false => SnapshotFit::SameProject,
            };
            if best.as_ref().is_none_or(|(known, ..)| fit < *known) {
                best = Some((fit, list, form));
            }
            if fit == SnapshotFit::SameTasks {
                break;
            }
        }
        let Some((fit, list, form)) = best else { return Ok(None) };
        Ok(files(&txn, &list)?.map(|files| (form.snapshot(files), fit)))
    }

    /// The newest snapshot of a project, whatever was built.
    pub fn newest(&self, project: &str) -> Result<Option<Snapshot>, StoreError> {
        let wanted = SnapshotQuery { project, branch: None, tasks: &[], until_ms: u64::MAX };
        let txn = self.db.begin_read()?;
        let table = txn.open_table(GREEN)?;
        let Some(row) = table.range(rows_of(wanted.project, wanted.until_ms))?.next_back() else { return Ok(None) };
        let (_, bytes) = row?;
        let Some((list, form)) = form::row::<GreenForm>(bytes.value()) else { return Ok(None) };
        Ok(files(&txn, &list)?.map(|files| form.snapshot(files)))
    }

    /// The snapshot of the project's green build that ended at this Unix time in milliseconds and has this id.
    pub fn green(&self, project: &str, ended_ms: u64, id: &str) -> Result<Option<Snapshot>, StoreError> {
        let txn = self.db.begin_read()?;
        let Some(bytes) = txn.open_table(GREEN)?.get((project, ended_ms, id))? else { return Ok(None) };
        let Some((list, form)) = form::row::<GreenForm>(bytes.value()) else { return Ok(None) };
        Ok(files(&txn, &list)?.map(|files| form.snapshot(files)))
    }

    /// Whether there is a snapshot of a green build of the project.
    pub fn has_green(&self, project: &str) -> Result<bool, StoreError> {
        let txn = self.db.begin_read()?;
        Ok(txn.open_table(GREEN)?.range(rows_of(project, u64::MAX - 1))?.next().transpose()?.is_some())
    }

    /// What the newest of a project's failed builds found, if it is among the last of all.
    pub fn newest_failed(&self, project: &str) -> Result<Option<FailedSnapshot>, StoreError> {
        let txn = self.db.begin_read()?;
        let failed = txn.open_table(FAILED)?;
        for row in txn.open_table(FAILED_BY_TIME)?.iter()?.rev().take(LOOKED_AT) {
            let Some(bytes) = failed.get(row?.0.value().1)? else { continue };
            let Some((list, form)) = form::row::<FailedForm>(bytes.value()) else { continue };
            if form.project == project {
                return Ok(files(&txn, &list)?.and_then(|base| form.failed(base).ok()));
            }
        }
        Ok(None)
    }

    /// What a failed build with this report's id found; nothing where it is not kept.
    pub fn failed(&self, report: &str) -> Result<Option<FailedSnapshot>, StoreError> {
        let txn = self.db.begin_read()?;
        let Some(bytes) = txn.open_table(FAILED)?.get(report)? else { return Ok(None) };
        let Some((list, form)) = form::row::<FailedForm>(bytes.value()) else { return Ok(None) };
        Ok(files(&txn, &list)?.and_then(|base| form.failed(base).ok()))
    }

    /// A text; nothing where it is not kept or can't be decoded.
    pub fn text(&self, hash: TextHash) -> Result<Option<Vec<u8>>, StoreError> {
        let txn = self.db.begin_read()?;
        let Some(packed) = txn.open_table(TEXTS)?.get(&hash.0)? else { return Ok(None) };
        // The wrong text would be a wrong claim.
        Ok(form::unpack(packed.value()).ok().filter(|text| TextHash::of(text) == hash))
    }

    /// Begins to write: texts first, then what they belong to. Others that write wait meanwhile.
    pub fn write(&self) -> Result<SnapshotWriter, StoreError> {
        SnapshotWriter::begin(&self.db)
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.db.path().and_then(|path| std::fs::metadata(path).ok()).map_or(0, |known| known.len())
    }
}

/// The files of a list; nothing where it is gone or can't be decoded.
fn files(txn: &ReadTransaction, list: &[u8; 16]) -> Result<Option<Vec<SnapshotFile>>, StoreError> {
    let Some(packed) = txn.open_table(LISTS)?.get(list)? else { return Ok(None) };
    Ok(form::read::<ListForm>(packed.value()).and_then(ListForm::files).ok())
}

#[cfg(test)]
mod tests;
