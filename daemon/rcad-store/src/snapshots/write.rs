//! Writes a snapshot with its texts in one transaction, and drops what it makes superfluous.

use std::collections::HashSet;

use redb::{ReadableTable, ReadableTableMetadata, WriteTransaction};

use super::form::{self, FailedForm, GreenForm, ListForm};
use super::records::{FailedSnapshot, Snapshot, SnapshotFile, TextHash};
use super::tables::{COUNTS, DROPPED, FAILED, FAILED_BY_TIME, GREEN, LISTS, TEXTS, rows_of, split};
use crate::StoreError;
use crate::store::handle::Handle;

/// Snapshots of a project that are kept beside the last one of each branch and set of tasks.
const MORE_OF_PROJECT: usize = 3;
/// Snapshots of a project, whatever they are of.
const MOST_OF_PROJECT: usize = 30;
/// Snapshots of failed builds.
const MOST_FAILED: u64 = 200;

/// Texts and the snapshot that they belong to. Nothing is kept of one that is dropped before its end.
pub struct SnapshotWriter {
    txn: WriteTransaction,
}

impl SnapshotWriter {
    pub(super) fn begin(db: &Handle) -> Result<SnapshotWriter, StoreError> {
        let mut txn = db.begin_write()?;
        // Else the whole file is read when it is opened after a kill.
        txn.set_quick_repair(true);
        Ok(SnapshotWriter { txn })
    }

    /// Keeps a text, unless it is there; its hash.
    pub fn text(&mut self, text: &[u8]) -> Result<TextHash, StoreError> {
        let hash = TextHash::of(text);
        let mut texts = self.txn.open_table(TEXTS)?;
        if texts.get(&hash.0)?.is_none() {
            texts.insert(&hash.0, form::pack(text)?.as_slice())?;
        }
        Ok(hash)
    }

    /// Puts the snapshot of a green build, durable when this returns; how many were dropped since the texts were last
    /// looked through. Of its project the last one of each branch and set of tasks stays, and three more.
    pub fn put(self, snapshot: &Snapshot) -> Result<u64, StoreError> {
        let list = self.list(&snapshot.files)?;
        let packed = form::pack(&form::json(&GreenForm::of(snapshot))?)?;
        let key = (snapshot.project.as_str(), snapshot.ended_ms, snapshot.id.as_str());
        self.txn.open_table(GREEN)?.insert(key, [&list[..], &packed].concat().as_slice())?;
        let gone = self.drop_superfluous(&snapshot.project)?;
        self.end(&gone)
    }

    /// Puts what a failed build found, durable when this returns; how many were dropped since the texts were last looked
    /// through. Of all projects the last 200 stay.
    pub fn put_failed(self, failed: &FailedSnapshot) -> Result<u64, StoreError> {
        let list = self.list(&failed.base)?;
        let packed = form::pack(&form::json(&FailedForm::of(failed))?)?;
        let mut gone = Vec::new();
        {
            let (mut rows, mut by_time) = (self.txn.open_table(FAILED)?, self.txn.open_table(FAILED_BY_TIME)?);
            if let Some(old) = rows.insert(failed.report.as_str(), [&list[..], &packed].concat().as_slice())?
                && let Some((list, form)) = split(old.value())
            {
                gone.push(list);
                if let Ok(old) = form::read::<FailedForm>(form) {
                    by_time.remove((old.ended_ms, failed.report.as_str()))?;
                }
            }
            by_time.insert((failed.ended_ms, failed.report.as_str()), ())?;
            while by_time.len()? > MOST_FAILED {
                let Some(oldest) = by_time.pop_first()?.map(|(key, _)| key.value().1.to_owned()) else { break };
                let old = rows.remove(oldest.as_str())?;
                gone.extend(old.and_then(|old| split(old.value()).map(|(list, _)| list)));
            }
        }
        self.end(&gone)
    }

    /// Keeps a list, unless it is there; its hash.
    fn list(&self, files: &[SnapshotFile]) -> Result<[u8; 16], StoreError> {
        let json = form::json(&ListForm::of(files))?;
        let TextHash(hash) = TextHash::of(&json);
        let mut lists = self.txn.open_table(LISTS)?;
        if lists.get(&hash)?.is_none() {
            lists.insert(&hash, form::pack(&json)?.as_slice())?;
        }
        Ok(hash)
    }

    /// Drops snapshots of a project that newer ones have made superfluous; the lists of these.
    fn drop_superfluous(&self, project: &str) -> Result<Vec<[u8; 16]>, StoreError> {
        let mut table = self.txn.open_table(GREEN)?;
        let (mut seen, mut more, mut kept, mut gone) = (HashSet::new(), 0, 0, Vec::new());
        for row in table.range(rows_of(project, u64::MAX - 1))?.rev() {
            let (key, bytes) = row?;
            let (_, ended_ms, id) = key.value();
            let read = split(bytes.value()).map(|(list, form)| (list, form::read::<GreenForm>(form)));
            let stays = match &read {
                Some((_, Ok(form))) => {
                    let is_last = seen.insert((form.branch.clone(), form.tasks.clone()));
                    more += usize::from(!is_last);
                    is_last || more <= MORE_OF_PROJECT
                }
                _ => false, // Nobody can read it.
            };
            kept += usize::from(stays);
            if !stays || kept > MOST_OF_PROJECT {
                gone.push((ended_ms, id.to_owned(), read.map(|(list, _)| list)));
            }
        }
        for (ended_ms, id, _) in &gone {
            table.remove((project, *ended_ms, id.as_str()))?;
        }
        Ok(gone.into_iter().filter_map(|(.., list)| list).collect())
    }

    /// Deletes lists that nothing has any more, counts the dropped and commits.
    fn end(self, dropped: &[[u8; 16]]) -> Result<u64, StoreError> {
        let count = {
            let mut counts = self.txn.open_table(COUNTS)?;
            let before = counts.get(DROPPED)?.map_or(0, |count| count.value());
            let count = before + dropped.len() as u64;
            if count != before {
                counts.insert(DROPPED, count)?;
            }
            count
        };
        if !dropped.is_empty() {
            let used = lists_in_use(&self.txn)?;
            let mut lists = self.txn.open_table(LISTS)?;
            for list in dropped.iter().filter(|list| !used.contains(*list)) {
                lists.remove(list)?;
            }
        }
        self.txn.commit()?;
        Ok(count)
    }
}

/// The lists that snapshots have.
pub(super) fn lists_in_use(txn: &WriteTransaction) -> Result<HashSet<[u8; 16]>, StoreError> {
    let mut used = HashSet::new();
    for row in txn.open_table(GREEN)?.iter()? {
        used.extend(split(row?.1.value()).map(|(list, _)| list));
    }
    for row in txn.open_table(FAILED)?.iter()? {
        used.extend(split(row?.1.value()).map(|(list, _)| list));
    }
    Ok(used)
}
