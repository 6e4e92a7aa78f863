//! Builds and crashes in the order of time.

use rcad_core::model::declared::Declared;
use rcad_core::project::overview::changes::changes;

use crate::format::encode;
use crate::records::{Build, ProjectDeclarations};
use crate::store::rows::read;
use crate::store::tables::{BUILDS, BUILDS_BY_TIME, CRASHES, DECLARED};
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

    /// Records what a project declared when the successful build of this report ended, and with that build what is otherwise
    /// than at the one before. Does nothing where a newer build was recorded.
    pub fn add_declared(&self, report: &str, project: &str, at_ms: u64, all: &[Declared]) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        {
            let mut declared = txn.open_table(DECLARED)?;
            let before: Option<ProjectDeclarations> = read(&declared, project)?;
            if before.as_ref().is_some_and(|before| before.at_ms > at_ms || before.all == all) {
                return Ok(());
            }
            let now = ProjectDeclarations { at_ms, all: all.to_vec() };
            declared.insert(project, encode(&now)?.as_slice())?;
            let mut builds = txn.open_table(BUILDS)?;
            if let (Some(before), Some(mut build)) = (before, read::<Build>(&builds, report)?) {
                build.changes = changes(&before.all, all);
                builds.insert(report, encode(&build)?.as_slice())?;
            }
        }
        txn.commit()?;
        Ok(())
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
