//! Checks the whole store for contradictions between its tables. Repairs nothing.

use std::collections::BTreeSet;

use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata};

use super::damaged::damaged_rows;
use super::rows::{fingerprints, readable};
use super::tables::{
    BUILDS, BUILDS_BY_TIME, BY_FINGERPRINT, BY_TIME, CHANGE_OF, CHANGES, CRASHES, JOBS, OPEN, RCAS, REPORTS, SENT,
};
use crate::format::decode;
use crate::records::{Build, Rca, StoredJob};
use crate::{Store, StoreError};

/// Contradictions that are described; more are only counted.
const DESCRIBED: usize = 20;

/// Result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// RCAs that were read.
    pub rcas: u64,
    /// Builds.
    pub builds: u64,
    /// Raw reports.
    pub reports: u64,
    /// How many contradictions there are, rows that can't be decoded included; 0 in a sound store.
    pub wrong: u64,
    /// How many rows can't be decoded.
    pub damaged: u64,
    /// Descriptions of the first ones.
    pub problems: Vec<String>,
}

impl VerifyReport {
    fn expect(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        if !holds {
            self.wrong += 1;
            if self.problems.len() < DESCRIBED {
                self.problems.push(otherwise());
            }
        }
    }
}

impl Store {
    /// Checks every record and index in a snapshot, while others may write. An error means that the file itself can't be
    /// read.
    pub fn verify(&self) -> Result<VerifyReport, StoreError> {
        let txn = self.db.begin_read()?;
        let mut found = VerifyReport::default();
        for row in damaged_rows(&txn, || false)? {
            found.damaged += 1;
            found.expect(false, || format!("{}: {}", row.table, row.why));
        }
        rcas(&txn, &mut found)?;
        builds(&txn, &mut found)?;
        changes(&txn, &mut found)?;
        agent(&txn, &mut found)?;
        Ok(found)
    }
}

/// Each RCA is once in each index and no index has more; each report belongs to one RCA.
fn rcas(txn: &ReadTransaction, found: &mut VerifyReport) -> Result<(), StoreError> {
    let (by_time, by_fingerprint) = (txn.open_table(BY_TIME)?, txn.open_multimap_table(BY_FINGERPRINT)?);
    let (change_of, reports) = (txn.open_table(CHANGE_OF)?, txn.open_table(REPORTS)?);
    let open = txn.open_table(OPEN)?;
    found.reports = reports.len()?;
    let (mut decoded, mut named, mut kept, mut unresolved) = (0, 0, 0, 0);
    for row in txn.open_table(RCAS)?.iter()? {
        let (id, bytes) = row?;
        let id = id.value();
        found.rcas += 1;
        let Some(rca) = readable(decode::<Rca>(bytes.value(), id))? else { continue };
        decoded += 1;
        found.expect(rca.id == id, || format!("the RCA {id} calls itself {}", rca.id));
        found.expect(by_time.get((rca.last_seen_ms, id))?.is_some(), || format!("the RCA {id} is not in the list"));
        found.expect(change_of.get(id)?.is_some(), || format!("the RCA {id} is not in the log of changes"));
        let key = (rca.project.as_deref().unwrap_or_default(), rca.last_seen_ms, id);
        unresolved += u64::from(rca.is_open());
        found.expect(open.get(key)?.is_some() == rca.is_open(), || format!("whether the RCA {id} is open is not said"));
        for fingerprint in fingerprints(&rca).collect::<BTreeSet<_>>() {
            named += 1;
            let mut there = false;
            for other in by_fingerprint.get(fingerprint)? {
                there |= other?.value() == id;
            }
            found.expect(there, || format!("the RCA {id} is not found by its fingerprint {fingerprint}"));
        }
        for report in &rca.reports {
            kept += 1;
            let there = reports.get(report.as_str())?.is_some();
            found.expect(there, || format!("the report {report} of the RCA {id} is not there"));
        }
    }
    if decoded < found.rcas {
        return Ok(()); // How many rows the others should have is unknown.
    }
    let (listed, indexed, stored) = (by_time.len()?, by_fingerprint.len()?, found.reports);
    let (held, marked) = (found.rcas, open.len()?);
    found.expect(marked == unresolved, || format!("{marked} RCAs are marked as open, {unresolved} are"));
    found.expect(listed == held, || format!("the list has {listed} rows for {held} RCAs"));
    found.expect(indexed == named, || format!("{indexed} fingerprints are indexed, the RCAs have {named}"));
    found.expect(stored == kept, || format!("{stored} reports are stored, the RCAs name {kept}"));
    Ok(())
}

/// The RCA that a build names is or was there.
fn builds(txn: &ReadTransaction, found: &mut VerifyReport) -> Result<(), StoreError> {
    let (by_time, crashes) = (txn.open_table(BUILDS_BY_TIME)?, txn.open_table(CRASHES)?);
    let change_of = txn.open_table(CHANGE_OF)?;
    for row in txn.open_table(BUILDS)?.iter()? {
        let (id, bytes) = row?;
        found.builds += 1;
        let Some(build) = readable(decode::<Build>(bytes.value(), id.value()))? else { continue };
        let key = (build.ended_ms, id.value());
        let listed = by_time.get(key)?.is_some() && crashes.get(key)?.is_some() == build.app.is_some();
        found.expect(listed, || format!("the build {} is not in the list of builds", id.value()));
        if let Some(rca) = build.rca {
            let known = change_of.get(rca.as_str())?.is_some();
            found.expect(known, || format!("the build {} ended in the RCA {rca}, which was never there", id.value()));
        }
    }
    let (listed, held) = (by_time.len()?, found.builds);
    found.expect(listed <= held, || format!("the list of builds has {listed} rows for {held} builds"));
    Ok(())
}

/// The change log and its reverse table agree.
fn changes(txn: &ReadTransaction, found: &mut VerifyReport) -> Result<(), StoreError> {
    let (changes, change_of) = (txn.open_table(CHANGES)?, txn.open_table(CHANGE_OF)?);
    for row in change_of.iter()? {
        let (id, number) = row?;
        let row = changes.get(number.value())?;
        let same = row.is_some_and(|other| other.value() == id.value());
        found.expect(same, || format!("the log of changes does not have {} at {}", id.value(), number.value()));
    }
    let (rows, ids) = (changes.len()?, change_of.len()?);
    found.expect(rows == ids, || format!("the log of changes has {rows} rows for {ids} RCAs"));
    Ok(())
}

/// Each job and each sent request belongs to a stored RCA.
fn agent(txn: &ReadTransaction, found: &mut VerifyReport) -> Result<(), StoreError> {
    let rcas = txn.open_table(RCAS)?;
    for row in txn.open_table(JOBS)?.iter()? {
        let (rca, bytes) = row?;
        let rca = rca.value();
        found.expect(rcas.get(rca)?.is_some(), || format!("a job is about the RCA {rca}, which is not there"));
        if let Some(job) = readable(decode::<StoredJob>(bytes.value(), rca))? {
            found.expect(job.rca == rca, || format!("the job of the RCA {rca} is about {}", job.rca));
        }
    }
    for row in txn.open_table(SENT)?.iter()? {
        let (key, _) = row?;
        let (rca, _) = key.value();
        found
            .expect(rcas.get(rca)?.is_some(), || format!("a request was sent about the RCA {rca}, which is not there"));
    }
    Ok(())
}
