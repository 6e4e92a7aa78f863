//! Builds and crashes in the order of time.

use crate::records::Build;
use crate::store::rows::read;
use crate::store::tables::{BUILDS, BUILDS_BY_TIME, CRASHES};
use crate::{Store, StoreError};

impl Store {
    /// Builds and crashes that ended since this Unix time in milliseconds, with the ids of their reports, newest first.
    pub fn builds_since(&self, since_ms: u64, limit: usize) -> Result<Vec<(String, Build)>, StoreError> {
        let txn = self.db.begin_read()?;
        let builds = txn.open_table(BUILDS)?;
        let mut found = Vec::new();
        for row in txn.open_table(BUILDS_BY_TIME)?.range((since_ms, "")..)?.rev().take(limit) {
            let id = row?.0.value().1.to_owned();
            found.extend(read(&builds, &id)?.map(|build| (id, build)));
        }
        Ok(found)
    }

    /// The newest build that ended before this Unix time in milliseconds and that `wanted` accepts, with the id of its
    /// report; `limit` of them are looked at.
    pub fn build_before(
        &self,
        before_ms: u64,
        limit: usize,
        wanted: impl Fn(&Build) -> bool,
    ) -> Result<Option<(String, Build)>, StoreError> {
        let txn = self.db.begin_read()?;
        let builds = txn.open_table(BUILDS)?;
        for row in txn.open_table(BUILDS_BY_TIME)?.range(..(before_ms, ""))?.rev().take(limit) {
            let id = row?.0.value().1.to_owned();
            if let Some(build) = read(&builds, &id)?.filter(&wanted) {
                return Ok(Some((id, build)));
            }
        }
        Ok(None)
    }

    /// The build or crash of this report.
    pub fn build(&self, report: &str) -> Result<Option<Build>, StoreError> {
        read(&self.db.begin_read()?.open_table(BUILDS)?, report)
    }

    /// Number of crashes since this Unix time in milliseconds.
    pub fn crashes_since(&self, since_ms: u64) -> Result<u64, StoreError> {
        let table = self.db.begin_read()?.open_table(CRASHES)?;
        Ok(table.range((since_ms, "")..)?.count() as u64)
    }
}
