//! Keeps the file below a size. Deletes first sent requests, then raw reports, oldest first, then builds without an RCA,
//! then the RCAs that were not seen for longest. Never deletes a validated RCA.

use std::collections::BTreeMap;

use rcad_core::model::report::Outcome;
use redb::{ReadableTable, ReadableTableMetadata, TableStats, WriteTransaction};

use super::cascade::{remove_rca, remove_sent};
use super::rows::{forget_reports, read, read_rca, readable, remove_build};
use super::tables::{BUILDS, BY_TIME, META, RCAS, REPORTS, SENT, meta, set_meta};
use crate::format::decode;
use crate::records::{Build, Rca};
use crate::{Store, StoreError};

/// Most rows that one transaction removes, so that a build waits for no more than that.
const TOGETHER: usize = 200;
/// Percent of the limit that deleting goes down to, so that the next build does not exceed it again.
const DOWN_TO: u64 = 90;
/// A file is compacted when more than this many bytes, and more than half of it, are free.
const WORTH_COMPACTING: u64 = 8 << 20;

/// What was deleted to keep the file below its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrimReport {
    /// Requests to models; the answers stayed.
    pub sent: u64,
    /// Raw reports; their RCAs stayed.
    pub reports: u64,
    /// Builds that were part of no RCA.
    pub builds: u64,
    /// RCAs.
    pub rcas: u64,
}

const NAMES: [&str; 4] = ["trimmed_reports", "trimmed_builds", "trimmed_rcas", "trimmed_sent"];

impl Store {
    /// Bytes of the file; nothing where there is none.
    pub fn file_bytes(&self) -> Option<u64> {
        Some(std::fs::metadata(self.db.path()?).ok()?.len())
    }

    /// What was deleted since the store was created.
    pub fn trimmed(&self) -> Result<TrimReport, StoreError> {
        let table = self.db.begin_read()?.open_table(META)?;
        let count = |name: &str| Ok::<_, StoreError>(table.get(name)?.map_or(0, |count| count.value()));
        let (reports, builds, rcas) = (count(NAMES[0])?, count(NAMES[1])?, count(NAMES[2])?);
        Ok(TrimReport { reports, builds, rcas, sent: count(NAMES[3])? })
    }

    /// Deletes rows when the stored data takes more than `most` bytes; what was deleted. Free pages do not count: they
    /// are used again.
    pub fn keep_below(&self, most: u64) -> Result<TrimReport, StoreError> {
        let mut gone = TrimReport::default();
        if self.file_bytes().is_some_and(|bytes| bytes <= most) || self.live_bytes()? <= most {
            return Ok(gone);
        }
        let target = most / 100 * DOWN_TO;
        loop {
            let too_much = self.live_bytes()?.saturating_sub(target);
            if too_much == 0 {
                return Ok(gone);
            }
            let mut now = TrimReport { sent: self.drop_sent(too_much)?, ..TrimReport::default() };
            if now.sent == 0 {
                now.reports = self.drop_reports(too_much)?;
            }
            if now.sent + now.reports == 0 {
                now.builds = self.drop_builds(too_much)?;
            }
            if now.sent + now.reports + now.builds == 0 {
                now.rcas = self.drop_rcas(too_much)?;
            }
            if now == TrimReport::default() {
                return Ok(gone); // All that is left is validated.
            }
            gone.sent += now.sent;
            gone.reports += now.reports;
            gone.builds += now.builds;
            gone.rcas += now.rcas;
        }
    }

    /// Compacts the file when that frees much; whether it was done. Writers wait meanwhile, so call it when none is
    /// expected.
    pub fn compact(&self) -> Result<bool, StoreError> {
        let Some(bytes) = self.file_bytes() else { return Ok(false) };
        let free = bytes.saturating_sub(self.live_bytes()?);
        if free < WORTH_COMPACTING || free < bytes / 2 { Ok(false) } else { self.db.compact() }
    }

    /// Bytes of the pages in use.
    fn live_bytes(&self) -> Result<u64, StoreError> {
        let txn = self.db.begin_read()?;
        let sum = |stats: TableStats| stats.stored_bytes() + stats.metadata_bytes() + stats.fragmented_bytes();
        let mut bytes = 0;
        for table in txn.list_tables()? {
            bytes += sum(txn.open_untyped_table(table)?.stats()?);
        }
        for table in txn.list_multimap_tables()? {
            bytes += sum(txn.open_untyped_multimap_table(table)?.stats()?);
        }
        Ok(bytes)
    }

    /// Deletes sent requests of the RCAs that were not seen for longest, until `too_much` bytes are freed; how many.
    fn drop_sent(&self, too_much: u64) -> Result<u64, StoreError> {
        let txn = self.db.begin_read()?;
        let table = txn.open_table(SENT)?;
        let (mut due, mut bytes) = (Vec::new(), 0);
        for row in txn.open_table(BY_TIME)?.iter()? {
            let (key, _) = row?;
            let id = key.value().1;
            if bytes >= too_much {
                break;
            }
            let before = bytes;
            for row in table.range((id, 0)..=(id, u64::MAX))? {
                bytes += row?.1.value().len() as u64;
            }
            if bytes > before {
                due.push(id.to_owned());
            }
        }
        drop((txn, table));
        let mut gone = 0;
        for some in due.chunks(TOGETHER) {
            let txn = self.db.begin_write()?;
            let mut now = 0;
            for id in some {
                now += remove_sent(&txn, id)?;
            }
            count(&txn, NAMES[3], now as usize)?;
            txn.commit()?;
            gone += now;
        }
        Ok(gone)
    }

    /// Deletes the oldest raw reports, until `too_much` bytes are freed; how many.
    fn drop_reports(&self, too_much: u64) -> Result<u64, StoreError> {
        let txn = self.db.begin_read()?;
        let (builds, reports) = (txn.open_table(BUILDS)?, txn.open_table(REPORTS)?);
        let mut oldest: Vec<(u64, String, String)> = Vec::new();
        for row in txn.open_table(RCAS)?.iter()? {
            let (id, bytes) = row?;
            let Some(rca) = readable(decode::<Rca>(bytes.value(), id.value()))? else { continue };
            for report in rca.reports {
                let build: Option<Build> = read(&builds, &report)?;
                oldest.push((build.map_or(0, |build| build.ended_ms), report, rca.id.clone()));
            }
        }
        oldest.sort();
        let (mut due, mut bytes) = (Vec::new(), 0);
        for (_, report, rca) in oldest {
            if bytes >= too_much {
                break;
            }
            bytes += reports.get(report.as_str())?.map_or(0, |row| row.value().len() as u64) + report.len() as u64;
            due.push((rca, report));
        }
        drop((txn, builds, reports));
        for some in due.chunks(TOGETHER) {
            let txn = self.db.begin_write()?;
            let mut of: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            some.iter().for_each(|(rca, report)| of.entry(rca).or_default().push(report));
            for (rca, reports) in of {
                forget_reports(&txn, rca, &reports)?;
            }
            count(&txn, NAMES[0], some.len())?;
            txn.commit()?;
        }
        Ok(due.len() as u64)
    }

    /// Deletes the oldest builds without an RCA, until `too_much` bytes are freed; how many.
    fn drop_builds(&self, too_much: u64) -> Result<u64, StoreError> {
        let txn = self.db.begin_read()?;
        let rcas = txn.open_table(RCAS)?;
        let mut oldest = Vec::new();
        for row in txn.open_table(BUILDS)?.iter()? {
            let (id, bytes) = row?;
            let Some(build) = readable(decode::<Build>(bytes.value(), id.value()))? else { continue };
            let part = match &build.rca {
                Some(rca) => rcas.get(rca.as_str())?.is_some(),
                None => build.outcome == Outcome::Failed,
            };
            if !part {
                oldest.push((build.ended_ms, id.value().to_owned(), bytes.value().len() as u64));
            }
        }
        drop((txn, rcas));
        oldest.sort();
        let mut bytes = 0;
        let due = oldest.iter().take_while(|(_, id, size)| {
            let wanted = bytes < too_much;
            bytes += size + id.len() as u64;
            wanted
        });
        let due: Vec<(u64, &str)> = due.map(|(ended_ms, id, _)| (*ended_ms, id.as_str())).collect();
        for some in due.chunks(TOGETHER) {
            let txn = self.db.begin_write()?;
            for (ended_ms, id) in some {
                remove_build(&txn, id, *ended_ms)?;
            }
            count(&txn, NAMES[1], some.len())?;
            txn.commit()?;
        }
        Ok(due.len() as u64)
    }

    /// Deletes the RCAs that were not seen for longest and are not validated, until `too_much` bytes are freed; how many.
    fn drop_rcas(&self, too_much: u64) -> Result<u64, StoreError> {
        let txn = self.db.begin_read()?;
        let rcas = txn.open_table(RCAS)?;
        let (mut due, mut bytes) = (Vec::new(), 0);
        for row in txn.open_table(BY_TIME)?.iter()? {
            let (key, _) = row?;
            let id = key.value().1.to_owned();
            let Some(row) = rcas.get(id.as_str())? else { continue };
            if bytes >= too_much {
                break;
            }
            let Some(rca) = readable(decode::<Rca>(row.value(), &id))? else { continue };
            if !rca.is_precious() {
                bytes += row.value().len() as u64;
                due.push(id);
            }
        }
        drop((txn, rcas));
        let mut gone = 0;
        for some in due.chunks(TOGETHER) {
            let txn = self.db.begin_write()?;
            let mut now = 0;
            for id in some {
                // It may have been validated meanwhile.
                if read_rca(&txn, id)?.is_some_and(|rca| !rca.is_precious()) && remove_rca(&txn, id)? {
                    now += 1;
                }
            }
            count(&txn, NAMES[2], now)?;
            txn.commit()?;
            gone += now as u64;
        }
        Ok(gone)
    }
}

fn count(txn: &WriteTransaction, name: &str, more: usize) -> Result<(), StoreError> {
    let before = meta(txn, name)?.unwrap_or(0);
    set_meta(txn, name, before + more as u64)
}
