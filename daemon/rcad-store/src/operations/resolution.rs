//! Open failures of a project, and closing them when their tasks succeed again. Claims no cause.

use rcad_core::model::memory::ObservedFix;
use redb::ReadableTable;

use crate::records::{Build, Rca, Resolution};
use crate::store::rows::{read, read_rca, write_rca};
use crate::store::tables::{BUILDS, BY_TIME, OPEN, RCAS};
use crate::{Store, StoreError};

/// Most resolutions that are kept per RCA, the newest.
const KEPT: usize = 10;

/// Open RCAs that are looked at for a failed build; crashes are open, too.
const LOOKED_AT: usize = 50;

/// RCAs among which unfinished searches are looked for, those last seen: of more failed builds no snapshot is kept.
const SEARCHED: usize = 300;

/// An open RCA with its newest failed build.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenFailure {
    /// The RCA.
    pub rca: Rca,
    /// Its newest build.
    pub build: Build,
}

impl Store {
    /// Failures of the project that are open and were last seen before this Unix time in milliseconds, newest first; no
    /// crashes, which no build can close.
    pub fn open_rcas(&self, project: &str, before_ms: u64, limit: usize) -> Result<Vec<OpenFailure>, StoreError> {
        let txn = self.db.begin_read()?;
        let builds = txn.open_table(BUILDS)?;
        let rcas = txn.open_table(RCAS)?;
        let mut all = Vec::new();
        for row in txn.open_table(OPEN)?.range((project, 0, "")..(project, before_ms, ""))?.rev().take(limit) {
            let Some(rca) = read::<Rca>(&rcas, row?.0.value().2)? else { continue };
            if let Some(build) = read::<Build>(&builds, &rca.last_report)?.filter(|build| build.app.is_none()) {
                all.push(OpenFailure { rca, build });
            }
        }
        Ok(all)
    }

    /// The failed build of any project that is open and was last seen the latest.
    pub fn newest_open(&self) -> Result<Option<Rca>, StoreError> {
        Ok(self.all_open(1)?.pop().map(|open| open.rca))
    }

    /// Failed builds of all projects that are open, those last seen the latest first.
    pub fn all_open(&self, limit: usize) -> Result<Vec<OpenFailure>, StoreError> {
        let txn = self.db.begin_read()?;
        let (builds, rcas) = (txn.open_table(BUILDS)?, txn.open_table(RCAS)?);
        let mut open = Vec::new();
        for row in txn.open_table(OPEN)?.iter()? {
            let (key, _) = row?;
            let (_, seen_ms, id) = key.value();
            open.push((seen_ms, id.to_owned()));
        }
        open.sort();
        let mut all = Vec::new();
        for (_, id) in open.iter().rev().take(LOOKED_AT + limit) {
            let Some(rca) = read::<Rca>(&rcas, id)? else { continue };
            if let Some(build) = read::<Build>(&builds, &rca.last_report)?.filter(|build| build.app.is_none()) {
                all.push(OpenFailure { rca, build });
            }
            if all.len() == limit {
                break;
            }
        }
        Ok(all)
    }

    /// Closes these RCAs, by id, in one transaction. An unknown id, and one that has failed again since, is ignored.
    pub fn resolve(&self, resolved: &[(String, Resolution)]) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        for (id, resolution) in resolved {
            let Some(mut rca) = read_rca(&txn, id)? else { continue };
            if rca.last_seen_ms != resolution.failed_ms || !rca.is_open() {
                continue;
            }
            rca.resolutions.push(resolution.clone());
            let surplus = rca.resolutions.len().saturating_sub(KEPT);
            rca.resolutions.drain(..surplus);
            write_rca(&txn, &rca)?;
        }
        txn.commit()?;
        Ok(())
    }

    /// Finishes the search for what differed, with what was found, in the resolution of an RCA, by its id, that ended at this
    /// Unix time in milliseconds; whether there is such a resolution.
    pub fn finish_fix_search(&self, id: &str, green_ms: u64, fix: Option<&ObservedFix>) -> Result<bool, StoreError> {
        self.change_resolution(id, green_ms, |resolution| {
            resolution.fix = fix.cloned();
            resolution.search = None;
        })
    }

    /// Notes that the search of this resolution begins once more, so that one that brings the program down ends some time;
    /// whether there is such a resolution.
    pub fn begin_fix_search(&self, id: &str, green_ms: u64) -> Result<bool, StoreError> {
        self.change_resolution(id, green_ms, |resolution| {
            if let Some(search) = &mut resolution.search {
                search.begun += 1;
            }
        })
    }

    /// RCAs that are resolved and for which it has not been found out what differed, those last seen first.
    pub fn unfinished_fix_searches(&self) -> Result<Vec<Rca>, StoreError> {
        let txn = self.db.begin_read()?;
        let rcas = txn.open_table(RCAS)?;
        let mut found = Vec::new();
        for row in txn.open_table(BY_TIME)?.iter()?.rev().take(SEARCHED) {
            let rca: Option<Rca> = read(&rcas, row?.0.value().1)?;
            found.extend(rca.filter(|rca| rca.resolved().is_some_and(|newest| newest.search.is_some())));
        }
        Ok(found)
    }

    fn change_resolution(
        &self,
        id: &str,
        green_ms: u64,
        change: impl FnOnce(&mut Resolution),
    ) -> Result<bool, StoreError> {
        let txn = self.db.begin_write()?;
        let Some(mut rca) = read_rca(&txn, id)? else { return Ok(false) };
        let Some(resolution) = rca.resolutions.iter_mut().rev().find(|one| one.green_ms == green_ms) else {
            return Ok(false);
        };
        change(resolution);
        write_rca(&txn, &rca)?;
        txn.commit()?;
        Ok(true)
    }
}
