//! Writes RCA and build rows, each with its indexes and the change log in one transaction. Nothing else writes them.
//!
//! A row that can't be decoded counts as absent when read, and is replaced when written.

use redb::{ReadableMultimapTable, ReadableTable, WriteTransaction};

use super::tables::{
    BUILDS, BUILDS_BY_TIME, BY_FINGERPRINT, BY_TIME, CHANGE_OF, CHANGES, CRASHES, OPEN, RCAS, REPORTS,
};
use crate::StoreError;
use crate::format::{OnDisk, decode, encode};
use crate::records::{Build, Rca};

/// Nothing in place of a decoding error; other errors stay.
pub(crate) fn readable<T>(record: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match record {
        Ok(record) => Ok(Some(record)),
        Err(StoreError::Damaged(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The record under this key; nothing where there is none, or where its row can't be decoded.
pub(crate) fn read<T: OnDisk>(
    table: &impl ReadableTable<&'static str, &'static [u8]>,
    key: &str,
) -> Result<Option<T>, StoreError> {
    match table.get(key)? {
        Some(bytes) => readable(decode(bytes.value(), key)),
        None => Ok(None),
    }
}

/// Every record whose row can be decoded, with its key, in the order of the keys.
pub(crate) fn all<T: OnDisk>(
    table: &impl ReadableTable<&'static str, &'static [u8]>,
) -> Result<Vec<(String, T)>, StoreError> {
    let mut all = Vec::new();
    for row in table.iter()? {
        let (key, bytes) = row?;
        if let Some(record) = readable(decode(bytes.value(), key.value()))? {
            all.push((key.value().to_owned(), record));
        }
    }
    Ok(all)
}

/// The RCA with exactly this id, as this transaction sees it.
pub(crate) fn read_rca(txn: &WriteTransaction, id: &str) -> Result<Option<Rca>, StoreError> {
    read(&txn.open_table(RCAS)?, id)
}

/// Writes an RCA, in place of the one with its id.
pub(crate) fn write_rca(txn: &WriteTransaction, rca: &Rca) -> Result<(), StoreError> {
    let id = rca.id.as_str();
    leave_indexes(txn, id)?;
    txn.open_table(RCAS)?.insert(id, encode(rca)?.as_slice())?;
    txn.open_table(BY_TIME)?.insert((rca.last_seen_ms, id), ())?;
    let mut by_fingerprint = txn.open_multimap_table(BY_FINGERPRINT)?;
    for fingerprint in fingerprints(rca) {
        by_fingerprint.insert(fingerprint, id)?;
    }
    if rca.is_open() {
        txn.open_table(OPEN)?.insert((rca.project.as_deref().unwrap_or_default(), rca.last_seen_ms, id), ())?;
    }
    note_change(txn, id)
}

/// Deletes raw reports of an RCA. No index changes by that.
pub(crate) fn forget_reports(txn: &WriteTransaction, id: &str, gone: &[&str]) -> Result<(), StoreError> {
    let mut reports = txn.open_table(REPORTS)?;
    for report in gone {
        reports.remove(*report)?;
    }
    let Some(mut rca) = read_rca(txn, id)? else { return Ok(()) };
    rca.reports.retain(|report| !gone.contains(&report.as_str()));
    txn.open_table(RCAS)?.insert(id, encode(&rca)?.as_slice())?;
    Ok(())
}

/// Writes a build; `bytes` are its row.
pub(crate) fn write_build(txn: &WriteTransaction, id: &str, build: &Build, bytes: &[u8]) -> Result<(), StoreError> {
    txn.open_table(BUILDS)?.insert(id, bytes)?;
    list_build(txn, id, build)
}

/// Enters a build into the lists by time.
pub(crate) fn list_build(txn: &WriteTransaction, id: &str, build: &Build) -> Result<(), StoreError> {
    txn.open_table(BUILDS_BY_TIME)?.insert((build.ended_ms, id), ())?;
    if build.app.is_some() {
        txn.open_table(CRASHES)?.insert((build.ended_ms, id), ())?;
    }
    Ok(())
}

/// Takes a build whose time is not known out of the lists. Reads both.
pub(crate) fn unlist_build(txn: &WriteTransaction, id: &str) -> Result<(), StoreError> {
    for list in [BUILDS_BY_TIME, CRASHES] {
        txn.open_table(list)?.retain(|(_, listed), ()| listed != id)?;
    }
    Ok(())
}

/// Deletes a build.
pub(crate) fn remove_build(txn: &WriteTransaction, id: &str, ended_ms: u64) -> Result<(), StoreError> {
    txn.open_table(BUILDS)?.remove(id)?;
    txn.open_table(BUILDS_BY_TIME)?.remove((ended_ms, id))?;
    txn.open_table(CRASHES)?.remove((ended_ms, id))?;
    Ok(())
}

/// Whether there is a row with this id, even one that can't be decoded.
pub(crate) fn has_row(txn: &WriteTransaction, id: &str) -> Result<bool, StoreError> {
    Ok(txn.open_table(RCAS)?.get(id)?.is_some())
}

/// End (Unix milliseconds) and id of each build of this RCA, oldest first. Reads all builds: only for an RCA that can't be
/// decoded.
pub(crate) fn builds_of(txn: &WriteTransaction, id: &str) -> Result<Vec<(u64, String)>, StoreError> {
    let mut found = Vec::new();
    for (build, record) in all::<Build>(&txn.open_table(BUILDS)?)? {
        if record.rca.as_deref() == Some(id) {
            found.push((record.ended_ms, build));
        }
    }
    found.sort();
    Ok(found)
}

/// Every fingerprint that finds the RCA: its own and those merged into it.
pub(crate) fn fingerprints(rca: &Rca) -> impl Iterator<Item = &str> {
    rca.analysis.fingerprint.iter().chain(&rca.merged).map(String::as_str)
}

/// Removes the RCA with this id from all indexes.
pub(crate) fn leave_indexes(txn: &WriteTransaction, id: &str) -> Result<(), StoreError> {
    let Some(rca) = read_rca(txn, id)? else {
        return if has_row(txn, id)? { leave_indexes_by_id(txn, id) } else { Ok(()) };
    };
    txn.open_table(BY_TIME)?.remove((rca.last_seen_ms, id))?;
    txn.open_table(OPEN)?.remove((rca.project.as_deref().unwrap_or_default(), rca.last_seen_ms, id))?;
    let mut by_fingerprint = txn.open_multimap_table(BY_FINGERPRINT)?;
    for fingerprint in fingerprints(&rca) {
        by_fingerprint.remove(fingerprint, id)?;
    }
    Ok(())
}

/// The same for an RCA that can't be decoded, by scanning each index.
fn leave_indexes_by_id(txn: &WriteTransaction, id: &str) -> Result<(), StoreError> {
    txn.open_table(BY_TIME)?.retain(|(_, other), ()| other != id)?;
    txn.open_table(OPEN)?.retain(|(_, _, other), ()| other != id)?;
    let mut by_fingerprint = txn.open_multimap_table(BY_FINGERPRINT)?;
    let mut named = Vec::new();
    for row in by_fingerprint.iter()? {
        let (fingerprint, ids) = row?;
        for other in ids {
            if other?.value() == id {
                named.push(fingerprint.value().to_owned());
            }
        }
    }
    for fingerprint in named {
        by_fingerprint.remove(fingerprint.as_str(), id)?;
    }
    Ok(())
}

/// Enters the RCA into the change log, so that derived data follows.
pub(crate) fn note_change(txn: &WriteTransaction, id: &str) -> Result<(), StoreError> {
    let mut changes = txn.open_table(CHANGES)?;
    let mut change_of = txn.open_table(CHANGE_OF)?;
    let number = changes.last()?.map_or(0, |(number, _)| number.value()) + 1;
    if let Some(before) = change_of.insert(id, number)? {
        changes.remove(before.value())?;
    }
    changes.insert(number, id)?;
    Ok(())
}
