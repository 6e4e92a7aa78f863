//! Deletes old snapshots, those above a limit of bytes, and texts that none has any more.

use std::collections::{HashMap, HashSet};

use redb::{ReadableTable, WriteTransaction};

use super::SnapshotStore;
use super::form::{self, FailedForm, ListForm};
use super::records::TextHash;
use super::tables::{COUNTS, DROPPED, FAILED, FAILED_BY_TIME, GREEN, LISTS, TEXTS, split};
use super::write::lists_in_use;
use crate::StoreError;

/// A file is compacted when more than this many bytes, and more than half of it, are free.
const WORTH_COMPACTING: u64 = 8 << 20;

/// A snapshot, as far as pruning needs it.
struct PrunedRow {
    ended_ms: u64,
    list: [u8; 16],
    /// Its key.
    key: PrunedKey,
    /// Texts that only it has.
    own: Vec<TextHash>,
    bytes: u64,
}

enum PrunedKey {
    Green { project: String, id: String },
    Failed { report: String },
}

/// What stays, and how many bytes that is.
#[derive(Default)]
struct Staying {
    lists: HashSet<[u8; 16]>,
    texts: HashSet<TextHash>,
    bytes: u64,
}

impl SnapshotStore {
    /// Deletes snapshots of failed builds that ended before `failed_since_ms` (Unix milliseconds), then, of those that
    /// would take more than `most` bytes together, the oldest, then the texts that no snapshot has; how many snapshots
    /// were deleted. Takes longer with the number of texts: for once in many builds.
    pub fn prune(&self, most: u64, failed_since_ms: u64) -> Result<usize, StoreError> {
        let txn = self.db.begin_write()?;
        let mut rows = rows(&txn)?;
        rows.sort_by_key(|row| std::cmp::Reverse(row.ended_ms));
        let (mut staying, mut gone) = (Staying::default(), Vec::new());
        for row in rows {
            let is_old = matches!(row.key, PrunedKey::Failed { .. }) && row.ended_ms < failed_since_ms;
            if is_old || !staying.takes(&txn, &row, most)? {
                gone.push(row);
            }
        }
        for row in &gone {
            remove(&txn, row)?;
        }
        let used = lists_in_use(&txn)?;
        txn.open_table(LISTS)?.retain(|list, _| used.contains(list))?;
        txn.open_table(TEXTS)?.retain(|hash, _| staying.texts.contains(&TextHash(*hash)))?;
        txn.open_table(COUNTS)?.insert(DROPPED, 0)?;
        txn.commit()?;
        let bytes = self.bytes();
        if bytes.saturating_sub(staying.bytes) > WORTH_COMPACTING.max(bytes / 2) {
            self.db.compact()?;
        }
        Ok(gone.len())
    }
}

impl Staying {
    /// Takes a snapshot in, if it and what it has fit below the limit.
    fn takes(&mut self, txn: &WriteTransaction, row: &PrunedRow, most: u64) -> Result<bool, StoreError> {
        let mut more = row.bytes;
        let mut texts: HashMap<TextHash, u64> = HashMap::new();
        let table = txn.open_table(TEXTS)?;
        let mut want = |hash: TextHash| -> Result<(), StoreError> {
            if !self.texts.contains(&hash) && !texts.contains_key(&hash) {
                let bytes = table.get(&hash.0)?.map_or(0, |packed| packed.value().len() as u64);
                texts.insert(hash, bytes);
            }
            Ok(())
        };
        row.own.iter().try_for_each(|hash| want(*hash))?;
        if !self.lists.contains(&row.list) {
            let lists = txn.open_table(LISTS)?;
            // Without its list a snapshot is of no use.
            let Some(packed) = lists.get(&row.list)? else { return Ok(false) };
            let Ok(files) = form::read::<ListForm>(packed.value()).and_then(ListForm::files) else { return Ok(false) };
            more += packed.value().len() as u64;
            files.iter().filter_map(|file| file.hash).try_for_each(want)?;
        }
        more += texts.values().sum::<u64>();
        if self.bytes + more > most {
            return Ok(false);
        }
        self.bytes += more;
        self.lists.insert(row.list);
        self.texts.extend(texts.into_keys());
        Ok(true)
    }
}

/// All snapshots that can be read.
fn rows(txn: &WriteTransaction) -> Result<Vec<PrunedRow>, StoreError> {
    let mut all = Vec::new();
    for row in txn.open_table(GREEN)?.iter()? {
        let (key, value) = row?;
        let ((project, ended_ms, id), bytes) = (key.value(), value.value().len() as u64);
        let Some((list, _)) = split(value.value()) else { continue };
        let key = PrunedKey::Green { project: project.to_owned(), id: id.to_owned() };
        all.push(PrunedRow { ended_ms, list, key, own: Vec::new(), bytes });
    }
    for row in txn.open_table(FAILED)?.iter()? {
        let (report, value) = row?;
        let Some((list, packed)) = split(value.value()) else { continue };
        let form = form::read::<FailedForm>(packed).and_then(|form| Ok((form.ended_ms, form.differing()?)));
        let (ended_ms, differing) = form.unwrap_or_default(); // What can't be read counts as old.
        let own = differing.into_iter().filter_map(|file| file.hash).collect();
        let key = PrunedKey::Failed { report: report.value().to_owned() };
        all.push(PrunedRow { ended_ms, list, key, own, bytes: value.value().len() as u64 });
    }
    Ok(all)
}

fn remove(txn: &WriteTransaction, row: &PrunedRow) -> Result<(), StoreError> {
    match &row.key {
        PrunedKey::Green { project, id } => {
            txn.open_table(GREEN)?.remove((project.as_str(), row.ended_ms, id.as_str()))?;
        }
        PrunedKey::Failed { report } => {
            txn.open_table(FAILED)?.remove(report.as_str())?;
            txn.open_table(FAILED_BY_TIME)?.remove((row.ended_ms, report.as_str()))?;
        }
    }
    Ok(())
}
