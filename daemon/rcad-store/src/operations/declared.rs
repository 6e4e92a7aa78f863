//! Stores what a project declares, and with each build what it changed.

use rcad_core::model::declared::Declared;
use rcad_core::project::overview::changes::changes;

use crate::format::encode;
use crate::records::{Build, ProjectDeclarations};
use crate::store::rows::read;
use crate::store::tables::{BUILDS, DECLARED};
use crate::{Store, StoreError};

impl Store {
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
}
