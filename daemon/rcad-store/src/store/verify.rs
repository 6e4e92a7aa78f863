//! Checks the whole store for contradictions between its tables. Repairs nothing.

use std::collections::BTreeSet;

use rcad_core::Report;
use rcad_core::agent::lesson::Lesson;
use rcad_core::agent::model::Ability;
use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, TableHandle};

use super::rows::fingerprints;
use super::tables::{
    ABILITIES, BUILDS, BY_FINGERPRINT, BY_TIME, CHANGE_OF, CHANGES, JOBS, LESSONS, OPEN, RCAS, REPORTS, SENT,
};
use crate::format::{OnDisk, decode};
use crate::records::{Build, Rca, SentRequest, StoredJob};
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

    /// The record, where its row can be decoded.
    fn read<T: OnDisk>(&mut self, table: &str, key: &str, bytes: &[u8]) -> Option<T> {
        let record = decode(bytes, key);
        self.damaged += u64::from(record.is_err());
        let why = |error: &StoreError| format!("{table}: {error}");
        self.expect(record.is_ok(), || record.as_ref().err().map(why).unwrap_or_default());
        record.ok()
    }
}

impl Store {
    /// Checks every record and index in a snapshot, while others may write. An error means that the file itself can't be
    /// read.
    pub fn verify(&self) -> Result<VerifyReport, StoreError> {
        let txn = self.db.begin_read()?;
        let mut found = VerifyReport::default();
        rcas(&txn, &mut found)?;
        builds(&txn, &mut found)?;
        changes(&txn, &mut found)?;
        agent(&txn, &mut found)?;
        Ok(found)
    }
}

/// Each RCA is once in each index and no index has more; each report belongs to one RCA and decodes.
fn rcas(txn: &ReadTransaction, found: &mut VerifyReport) -> Result<(), StoreError> {
    let (by_time, by_fingerprint) = (txn.open_table(BY_TIME)?, txn.open_multimap_table(BY_FINGERPRINT)?);
    let (change_of, reports) = (txn.open_table(CHANGE_OF)?, txn.open_table(REPORTS)?);
    let open = txn.open_table(OPEN)?;
    let (mut named, mut kept, mut unresolved) = (0, 0, 0);
    for row in txn.open_table(RCAS)?.iter()? {
        let (id, bytes) = row?;
        let id = id.value();
        found.rcas += 1;
        let Some(rca) = found.read::<Rca>(RCAS.name(), id, bytes.value()) else { continue };
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
            let bytes = reports.get(report.as_str())?;
            found.expect(bytes.is_some(), || format!("the report {report} of the RCA {id} is not there"));
            if let Some(bytes) = bytes {
                found.reports += 1;
                found.read::<Report>(REPORTS.name(), report, bytes.value());
            }
        }
    }
    if found.damaged > 0 {
        return Ok(()); // Their counts are unknown.
    }
    let (listed, indexed, stored) = (by_time.len()?, by_fingerprint.len()?, reports.len()?);
    let (held, marked) = (found.rcas, open.len()?);
    found.expect(marked == unresolved, || format!("{marked} RCAs are marked as open, {unresolved} are"));
    found.expect(listed == held, || format!("the list has {listed} rows for {held} RCAs"));
    found.expect(indexed == named, || format!("{indexed} fingerprints are indexed, the RCAs have {named}"));
    found.expect(stored == kept, || format!("{stored} reports are stored, the RCAs name {kept}"));
    Ok(())
}

/// Each build decodes, and the RCA that it names is or was there.
fn builds(txn: &ReadTransaction, found: &mut VerifyReport) -> Result<(), StoreError> {
    let change_of = txn.open_table(CHANGE_OF)?;
    for row in txn.open_table(BUILDS)?.iter()? {
        let (id, bytes) = row?;
        found.builds += 1;
        let Some(build) = found.read::<Build>(BUILDS.name(), id.value(), bytes.value()) else { continue };
        if let Some(rca) = build.rca {
            let known = change_of.get(rca.as_str())?.is_some();
            found.expect(known, || format!("the build {} ended in the RCA {rca}, which was never there", id.value()));
        }
    }
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

/// The agent's rows decode; each job and each sent request belongs to a stored RCA.
fn agent(txn: &ReadTransaction, found: &mut VerifyReport) -> Result<(), StoreError> {
    let rcas = txn.open_table(RCAS)?;
    for row in txn.open_table(JOBS)?.iter()? {
        let (rca, bytes) = row?;
        let rca = rca.value();
        found.expect(rcas.get(rca)?.is_some(), || format!("a job is about the RCA {rca}, which is not there"));
        let Some(job) = found.read::<StoredJob>(JOBS.name(), rca, bytes.value()) else { continue };
        found.expect(job.rca == rca, || format!("the job of the RCA {rca} is about {}", job.rca));
    }
    for row in txn.open_table(SENT)?.iter()? {
        let (key, bytes) = row?;
        let (rca, number) = key.value();
        found
            .expect(rcas.get(rca)?.is_some(), || format!("a request was sent about the RCA {rca}, which is not there"));
        found.read::<SentRequest>(SENT.name(), &format!("{rca}/{number}"), bytes.value());
    }
    for row in txn.open_table(ABILITIES)?.iter()? {
        let (digest, bytes) = row?;
        found.read::<Ability>(ABILITIES.name(), digest.value(), bytes.value());
    }
    for row in txn.open_table(LESSONS)?.iter()? {
        let (key, bytes) = row?;
        found.read::<Lesson>(LESSONS.name(), key.value(), bytes.value());
    }
    Ok(())
}
