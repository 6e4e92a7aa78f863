//! The only place that writes an RCA's row: its indexes, the log of changes and its reports go with it in one transaction.

use redb::{ReadableTable, WriteTransaction};

use super::tables::{BY_FINGERPRINT, BY_TIME, CHANGE_OF, CHANGES, OPEN, RCAS, REPORTS};
use crate::agent::{jobs, sent};
use crate::records::{Rca, decode, encode};
use crate::{Store, StoreError};

/// The RCA with exactly this id, as this transaction has left it.
pub(crate) fn read_rca(txn: &WriteTransaction, id: &str) -> Result<Option<Rca>, StoreError> {
    txn.open_table(RCAS)?.get(id)?.map(|bytes| decode(bytes.value(), id)).transpose()
}

/// Puts the RCA in place of the one with its id, if there is one.
pub(crate) fn write_rca(txn: &WriteTransaction, rca: &Rca) -> Result<(), StoreError> {
    let id = rca.id.as_str();
    if let Some(before) = read_rca(txn, id)? {
        leave_indexes(txn, &before)?;
    }
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

/// Takes the RCA away with its reports, its job and what was sent about it; whether it was there. The builds that ended in it stay, and go on naming it: a record
/// of one that is read again must not come as new.
pub(crate) fn remove_rca(txn: &WriteTransaction, id: &str) -> Result<bool, StoreError> {
    let Some(rca) = read_rca(txn, id)? else { return Ok(false) };
    leave_indexes(txn, &rca)?;
    txn.open_table(RCAS)?.remove(id)?;
    let mut reports = txn.open_table(REPORTS)?;
    for report in &rca.reports {
        reports.remove(report.as_str())?;
    }
    jobs::remove_job(txn, id)?;
    sent::remove_sent(txn, id)?;
    note_change(txn, id)?;
    Ok(true)
}

/// Takes raw reports of an RCA away. Nothing that is derived from it changes by that.
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

impl Store {
    /// Changes an RCA, durable when this returns; the RCA as it is then, or nothing for an unknown id. `change` must leave
    /// its id alone.
    pub(crate) fn change_rca(&self, id: &str, change: impl FnOnce(&mut Rca)) -> Result<Option<Rca>, StoreError> {
        let txn = self.db.begin_write()?;
        let Some(mut rca) = read_rca(&txn, id)? else { return Ok(None) };
        change(&mut rca);
        write_rca(&txn, &rca)?;
        txn.commit()?;
        Ok(Some(rca))
    }
}

/// Every fingerprint by which the RCA is found: its own, and those that a person has merged into it.
pub(crate) fn fingerprints(rca: &Rca) -> impl Iterator<Item = &str> {
    rca.analysis.fingerprint.iter().chain(&rca.merged).map(String::as_str)
}

fn leave_indexes(txn: &WriteTransaction, rca: &Rca) -> Result<(), StoreError> {
    let id = rca.id.as_str();
    txn.open_table(BY_TIME)?.remove((rca.last_seen_ms, id))?;
    txn.open_table(OPEN)?.remove((rca.project.as_deref().unwrap_or_default(), rca.last_seen_ms, id))?;
    let mut by_fingerprint = txn.open_multimap_table(BY_FINGERPRINT)?;
    for fingerprint in fingerprints(rca) {
        by_fingerprint.remove(fingerprint, id)?;
    }
    Ok(())
}

/// What is derived from the RCA is renewed by this.
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
