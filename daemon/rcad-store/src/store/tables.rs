//! The tables of the store's file, and its metadata. Never changes an RCA.

use redb::{MultimapTableDefinition, ReadableTable, TableDefinition, TableHandle, WriteTransaction};

use crate::StoreError;

/// Metadata by name: `schema`, `identity` and others.
pub(crate) const META: TableDefinition<&str, u64> = TableDefinition::new("meta");
/// [`crate::Rca`] by id.
pub(crate) const RCAS: TableDefinition<&str, &[u8]> = TableDefinition::new("rcas");
/// [`crate::Build`] by the id of its report.
pub(crate) const BUILDS: TableDefinition<&str, &[u8]> = TableDefinition::new("builds");
/// Raw reports of failed builds by their ids.
pub(crate) const REPORTS: TableDefinition<&str, &[u8]> = TableDefinition::new("reports");
/// When each RCA was last seen, in Unix milliseconds, with its id.
pub(crate) const BY_TIME: TableDefinition<(u64, &str), ()> = TableDefinition::new("rcas_by_time");
/// Ids of the RCAs with a fingerprint.
pub(crate) const BY_FINGERPRINT: MultimapTableDefinition<&str, &str> =
    MultimapTableDefinition::new("rcas_by_fingerprint");
/// The change log: one row per RCA, deleted ones too, in the order of their last change. Derived data follows it.
pub(crate) const CHANGES: TableDefinition<u64, &str> = TableDefinition::new("rca_changes");
/// The number of an RCA's row in the change log.
pub(crate) const CHANGE_OF: TableDefinition<&str, u64> = TableDefinition::new("rca_change_of");

/// Project, last failed build (Unix milliseconds) and id of each open RCA.
pub(crate) const OPEN: TableDefinition<(&str, u64, &str), ()> = TableDefinition::new("rcas_open");

/// [`crate::StoredJob`] by the id of its RCA.
pub(crate) const JOBS: TableDefinition<&str, &[u8]> = TableDefinition::new("agent_jobs");
/// [`Ability`](rcad_core::agent::model::Ability) of models by the digests of their files.
pub(crate) const ABILITIES: TableDefinition<&str, &[u8]> = TableDefinition::new("agent_abilities");
/// Mistakes of models, by a key of their text.
pub(crate) const LESSONS: TableDefinition<&str, &[u8]> = TableDefinition::new("agent_lessons");
/// [`crate::SentRequest`] by the id of its RCA and a serial number.
pub(crate) const SENT: TableDefinition<(&str, u64), &[u8]> = TableDefinition::new("agent_sent");

/// Position up to which each of Gradle's logs is reported, in bytes, by its path.
pub(crate) const LOG_CURSORS: TableDefinition<&str, u64> = TableDefinition::new("gradle_log_cursors");
/// Positions in Gradle's logs that scripts reported, behind those cursors.
pub(crate) const LOG_REPORTED: TableDefinition<(&str, u64), ()> = TableDefinition::new("gradle_log_told");

/// [`crate::OwnApp`] by its package.
pub(crate) const OWN_APPS: TableDefinition<&str, &[u8]> = TableDefinition::new("own_apps");
/// [`crate::ProjectDeclarations`] by the project's root directory.
pub(crate) const DECLARED: TableDefinition<&str, &[u8]> = TableDefinition::new("project_declarations");
/// The device's time up to which its log is read, by its serial number.
pub(crate) const DEVICE_LOGS: TableDefinition<&str, &str> = TableDefinition::new("device_logs");

/// [`crate::AppEvent`] by its Unix milliseconds, device, package and what happened; the device's model.
pub(crate) const APP_EVENTS: TableDefinition<(u64, &str, &str, &str), &str> = TableDefinition::new("app_events");

/// When each build ended, in Unix milliseconds, with its id; crashes too.
pub(crate) const BUILDS_BY_TIME: TableDefinition<(u64, &str), ()> = TableDefinition::new("builds_by_time");
/// Those that are crashes.
pub(crate) const CRASHES: TableDefinition<(u64, &str), ()> = TableDefinition::new("crashes_by_time");

/// Creates missing tables.
pub(crate) fn create(txn: &WriteTransaction) -> Result<(), StoreError> {
    txn.open_table(META)?;
    txn.open_table(RCAS)?;
    txn.open_table(BUILDS)?;
    txn.open_table(REPORTS)?;
    txn.open_table(BY_TIME)?;
    txn.open_multimap_table(BY_FINGERPRINT)?;
    txn.open_table(CHANGES)?;
    txn.open_table(CHANGE_OF)?;
    txn.open_table(OPEN)?;
    txn.open_table(JOBS)?;
    txn.open_table(ABILITIES)?;
    txn.open_table(LESSONS)?;
    txn.open_table(SENT)?;
    txn.open_table(LOG_CURSORS)?;
    txn.open_table(LOG_REPORTED)?;
    txn.open_table(OWN_APPS)?;
    txn.open_table(DECLARED)?;
    txn.open_table(DEVICE_LOGS)?;
    txn.open_table(APP_EVENTS)?;
    txn.open_table(BUILDS_BY_TIME)?;
    txn.open_table(CRASHES)?;
    Ok(())
}

/// Whether there is the table that was added without a new number of the schema: older programs of the same pass over it.
pub(crate) fn has_app_events(txn: &WriteTransaction) -> Result<bool, StoreError> {
    Ok(txn.list_tables()?.any(|table| table.name() == APP_EVENTS.name()))
}

/// A metadata value.
pub(crate) fn meta(txn: &WriteTransaction, name: &str) -> Result<Option<u64>, StoreError> {
    Ok(txn.open_table(META)?.get(name)?.map(|value| value.value()))
}

/// Sets a metadata value.
pub(crate) fn set_meta(txn: &WriteTransaction, name: &str, value: u64) -> Result<(), StoreError> {
    txn.open_table(META)?.insert(name, value)?;
    Ok(())
}
