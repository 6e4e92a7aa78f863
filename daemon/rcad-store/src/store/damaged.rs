//! Finds rows that can't be decoded, and deletes them on request. Every other read skips them.

use std::collections::HashSet;

use rcad_core::Report;
use rcad_core::agent::lesson::Lesson;
use rcad_core::agent::model::Ability;
use redb::{ReadTransaction, ReadableTable, TableDefinition, TableHandle, WriteTransaction};
use serde::{Deserialize, Serialize};

use super::cascade::remove_rca;
use super::rows::{all, forget_reports, unlist_build};
use super::tables::{ABILITIES, BUILDS, DECLARED, JOBS, LESSONS, META, OWN_APPS, RCAS, REPORTS, SENT, set_meta};
use crate::format::decode;
use crate::records::{Build, OwnApp, ProjectDeclarations, Rca, SentRequest, StoredJob};
use crate::{Store, StoreError};

/// A row that can't be decoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamagedRow {
    /// `rcas`, `builds`, `reports`, `agent_jobs`, `agent_abilities`, `agent_lessons` or `agent_sent`.
    pub table: String,
    /// Its key: an RCA's id for the RCA and its job, that id with a number for a sent request.
    pub key: String,
    /// Why it can't be decoded.
    pub why: String,
}

type StringTable = TableDefinition<'static, &'static str, &'static [u8]>;

/// Key in [`META`] of the time at which all rows were last found sound.
const SOUND_MS: &str = "sound_ms";

/// All tables with string keys; sent requests have pairs. RCAs come first, since their reports are found by their builds.
const NAMED: [StringTable; 8] = [RCAS, BUILDS, REPORTS, JOBS, ABILITIES, LESSONS, OWN_APPS, DECLARED];

impl Store {
    /// Every row that can't be decoded. Reads the whole store.
    pub fn damaged(&self) -> Result<Vec<DamagedRow>, StoreError> {
        self.damaged_until(|| false)
    }

    /// The same, but only what was found until `stop`, which is called after each row, says that it is enough. Call it
    /// with pauses in `stop` to read slowly; others may write meanwhile.
    pub fn damaged_until(&self, stop: impl FnMut() -> bool) -> Result<Vec<DamagedRow>, StoreError> {
        damaged_rows(&self.db.begin_read()?, stop)
    }

    /// Unix time in milliseconds at which all rows were last found sound; see [`Store::set_sound`].
    pub fn sound_ms(&self) -> Result<Option<u64>, StoreError> {
        let meta = self.db.begin_read()?.open_table(META)?;
        Ok(meta.get(SOUND_MS)?.map(|value| value.value()))
    }

    /// Stores that all rows were found sound at this Unix time in milliseconds.
    pub fn set_sound(&self, now_ms: u64) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        set_meta(&txn, SOUND_MS, now_ms)?;
        txn.commit()?;
        Ok(())
    }

    /// Deletes every row that can't be decoded, an RCA with everything that belongs to it; what was deleted.
    pub fn delete_damaged(&self) -> Result<Vec<DamagedRow>, StoreError> {
        let mut deleted = self.damaged()?;
        let txn = self.db.begin_write()?;
        let mut kept = Vec::new();
        for row in &deleted {
            // It may have been replaced meanwhile.
            kept.push(is_damaged(&txn, row)?);
        }
        let mut still = kept.into_iter();
        deleted.retain(|_| still.next().unwrap_or_default());
        for row in &deleted {
            delete(&txn, row)?;
        }
        if deleted.iter().any(|row| row.table == RCAS.name()) {
            forget_unnamed_reports(&txn)?;
        }
        txn.commit()?;
        Ok(deleted)
    }
}

/// The rows of a snapshot that can't be decoded, as far as `stop`, called after each row, lets it read.
pub(super) fn damaged_rows(
    txn: &ReadTransaction,
    mut stop: impl FnMut() -> bool,
) -> Result<Vec<DamagedRow>, StoreError> {
    let mut found = Vec::new();
    for table in NAMED {
        for row in txn.open_table(table)?.iter()? {
            let (key, bytes) = row?;
            found.extend(damage(table.name(), key.value(), bytes.value()));
            if stop() {
                return Ok(found);
            }
        }
    }
    for row in txn.open_table(SENT)?.iter()? {
        let (key, bytes) = row?;
        let (rca, number) = key.value();
        found.extend(damage(SENT.name(), &format!("{rca}/{number}"), bytes.value()));
        if stop() {
            return Ok(found);
        }
    }
    Ok(found)
}

fn damage(table: &str, key: &str, bytes: &[u8]) -> Option<DamagedRow> {
    let decoded = match table {
        "rcas" => decode::<Rca>(bytes, key).map(drop),
        "builds" => decode::<Build>(bytes, key).map(drop),
        "reports" => decode::<Report>(bytes, key).map(drop),
        "agent_jobs" => decode::<StoredJob>(bytes, key).map(drop),
        "agent_abilities" => decode::<Ability>(bytes, key).map(drop),
        "own_apps" => decode::<OwnApp>(bytes, key).map(drop),
        "project_declarations" => decode::<ProjectDeclarations>(bytes, key).map(drop),
        "agent_lessons" => decode::<Lesson>(bytes, key).map(drop),
        _ => decode::<SentRequest>(bytes, key).map(drop),
    };
    let why = decoded.err()?.to_string();
    Some(DamagedRow { table: table.to_owned(), key: key.to_owned(), why })
}

fn is_damaged(txn: &WriteTransaction, row: &DamagedRow) -> Result<bool, StoreError> {
    let bytes = match sent_key(row) {
        Some(key) => txn.open_table(SENT)?.get(key)?.map(|bytes| bytes.value().to_vec()),
        None => txn.open_table(rows(&row.table))?.get(row.key.as_str())?.map(|bytes| bytes.value().to_vec()),
    };
    Ok(bytes.is_some_and(|bytes| damage(&row.table, &row.key, &bytes).is_some()))
}

fn delete(txn: &WriteTransaction, row: &DamagedRow) -> Result<(), StoreError> {
    let key = row.key.as_str();
    if let Some(key) = sent_key(row) {
        txn.open_table(SENT)?.remove(key)?;
    } else if row.table == RCAS.name() {
        remove_rca(txn, key)?;
    } else if row.table == REPORTS.name() {
        let rcas = all::<Rca>(&txn.open_table(RCAS)?)?;
        for (id, _) in rcas.iter().filter(|(_, rca)| rca.reports.iter().any(|report| report == key)) {
            forget_reports(txn, id, &[key])?;
        }
        txn.open_table(REPORTS)?.remove(key)?;
    } else if row.table == BUILDS.name() {
        txn.open_table(BUILDS)?.remove(key)?;
        unlist_build(txn, key)?;
    } else {
        txn.open_table(rows(&row.table))?.remove(key)?;
    }
    Ok(())
}

/// The table with this name, which is one of [`NAMED`].
fn rows(name: &str) -> TableDefinition<'_, &'static str, &'static [u8]> {
    TableDefinition::new(name)
}

/// The key of a request that was sent; nothing for a row of another table.
fn sent_key(row: &DamagedRow) -> Option<(&str, u64)> {
    let (rca, number) = row.key.rsplit_once('/').filter(|_| row.table == SENT.name())?;
    Some((rca, number.parse().ok()?))
}

/// Deletes reports that no RCA names: those of a damaged RCA whose builds are damaged too.
fn forget_unnamed_reports(txn: &WriteTransaction) -> Result<(), StoreError> {
    let rcas = all::<Rca>(&txn.open_table(RCAS)?)?;
    let named: HashSet<String> = rcas.into_iter().flat_map(|(_, rca)| rca.reports).collect();
    txn.open_table(REPORTS)?.retain(|report, _| named.contains(report))?;
    Ok(())
}
