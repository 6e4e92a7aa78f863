//! How builds of the same tasks with the same files ended.

use redb::ReadableTable;

use super::SnapshotStore;
use super::form::{self, FailedForm, GreenForm, hex_of, task_set};
use super::records::SameFilesQuery;
use super::tables::{FAILED, GREEN, rows_of};
use crate::StoreError;

impl SnapshotStore {
    /// Builds that have passed, as far as they were kept when later ones came.
    pub fn passed(&self, wanted: &SameFilesQuery<'_>) -> Result<u32, StoreError> {
        let (tasks, content) = (task_set(wanted.tasks), hex_of(Some(wanted.content)));
        let txn = self.db.begin_read()?;
        let mut passed = 0;
        for row in txn.open_table(GREEN)?.range(rows_of(wanted.project, u64::MAX - 1))? {
            let (_, bytes) = row?;
            let Some((_, form)) = form::row::<GreenForm>(bytes.value()) else { continue };
            if form.content == content && form.tasks == tasks && form.id != wanted.other_than {
                passed = passed.max(form.passed);
            }
        }
        Ok(passed)
    }

    /// Builds that have failed, each with the fingerprint of what failed in it; of all projects the last 200 are kept.
    pub fn failed_with(&self, wanted: &SameFilesQuery<'_>) -> Result<Vec<Option<String>>, StoreError> {
        let (tasks, content) = (task_set(wanted.tasks), hex_of(Some(wanted.content)));
        let txn = self.db.begin_read()?;
        let mut failed = Vec::new();
        for row in txn.open_table(FAILED)?.iter()? {
            let (report, bytes) = row?;
            let Some((_, form)) = form::row::<FailedForm>(bytes.value()) else { continue };
            if report.value() != wanted.other_than
                && form.project == wanted.project
                && form.content == content
                && form.tasks == tasks
            {
                failed.push(form.fingerprint);
            }
        }
        Ok(failed)
    }
}
