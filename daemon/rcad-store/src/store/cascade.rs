//! Deletes an RCA with everything that belongs to it, in one transaction: its indexes, reports, job and sent requests.
//!
//! Its builds stay, so that a spool record that is read again is not taken for a new one.

use redb::WriteTransaction;

use super::rows::{builds_of, has_row, leave_indexes, note_change, read_rca};
use super::tables::{JOBS, RCAS, REPORTS, SENT};
use crate::StoreError;

/// Removes the RCA with everything that belongs to it, also when its row can't be decoded; whether it was there.
pub(crate) fn remove_rca(txn: &WriteTransaction, id: &str) -> Result<bool, StoreError> {
    if !has_row(txn, id)? {
        return Ok(false);
    }
    leave_indexes(txn, id)?;
    let logs = match read_rca(txn, id)? {
        Some(rca) => rca.reports,
        // Only its builds tell which reports belong to it.
        None => builds_of(txn, id)?.into_iter().map(|(_, build)| build).collect(),
    };
    let mut reports = txn.open_table(REPORTS)?;
    for log in logs {
        reports.remove(log.as_str())?;
    }
    txn.open_table(RCAS)?.remove(id)?;
    txn.open_table(JOBS)?.remove(id)?;
    remove_sent(txn, id)?;
    note_change(txn, id)?;
    Ok(true)
}

/// Removes what was sent about an RCA; how many requests.
pub(crate) fn remove_sent(txn: &WriteTransaction, rca: &str) -> Result<u64, StoreError> {
    let (mut table, mut gone) = (txn.open_table(SENT)?, 0);
    table.retain_in((rca, 0)..=(rca, u64::MAX), |_, _| {
        gone += 1;
        false
    })?;
    Ok(gone)
}
