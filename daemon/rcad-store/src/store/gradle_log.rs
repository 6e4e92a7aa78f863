//! How far Gradle's daemon logs were read, and which builds in them a capture script has reported.
//!
//! A script's record carries the log's path and length at that moment. A build's window in the log that contains such a
//! position was reported; any other was missed by the scripts and is reported from the log.

use redb::ReadableTable;

use super::tables::{LOG_CURSORS, LOG_REPORTED};
use crate::{Store, StoreError};

/// A byte position in one of Gradle's daemon logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogPosition {
    /// Absolute path of the log.
    pub path: String,
    /// Bytes from its start.
    pub offset: u64,
}

impl Store {
    /// Position up to which this log's builds are reported; nothing for an unknown log.
    pub fn log_cursor(&self, path: &str) -> Result<Option<u64>, StoreError> {
        let table = self.db.begin_read()?.open_table(LOG_CURSORS)?;
        Ok(table.get(path)?.map(|offset| offset.value()))
    }

    /// Marks everything before this position as reported, and deletes the scripts' positions before it.
    pub fn settle_log(&self, position: &LogPosition) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        {
            txn.open_table(LOG_CURSORS)?.insert(position.path.as_str(), position.offset)?;
            let mut reported = txn.open_table(LOG_REPORTED)?;
            reported
                .retain_in((position.path.as_str(), 0)..=(position.path.as_str(), position.offset), |_, ()| false)?;
        }
        txn.commit()?;
        Ok(())
    }

    /// Whether a script reported a build whose window in the log is `from..=to`.
    pub fn is_reported(&self, path: &str, from: u64, to: u64) -> Result<bool, StoreError> {
        let table = self.db.begin_read()?.open_table(LOG_REPORTED)?;
        Ok(table.range((path, from)..=(path, to))?.next().is_some())
    }

    /// Deletes the positions of logs that Gradle has deleted.
    pub fn forget_logs(&self, exists: impl Fn(&str) -> bool) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        {
            txn.open_table(LOG_CURSORS)?.retain(|path, _| exists(path))?;
            txn.open_table(LOG_REPORTED)?.retain(|(path, _), ()| exists(path))?;
        }
        txn.commit()?;
        Ok(())
    }

    /// Every log with its cursor.
    pub fn log_cursors(&self) -> Result<Vec<LogPosition>, StoreError> {
        let table = self.db.begin_read()?.open_table(LOG_CURSORS)?;
        let mut all = Vec::new();
        for row in table.iter()? {
            let (path, offset) = row?;
            all.push(LogPosition { path: path.value().to_owned(), offset: offset.value() });
        }
        Ok(all)
    }
}
