//! The tables of the file of snapshots, and how their rows are keyed.

use redb::TableDefinition;

/// Packed texts by their hashes.
pub(super) const TEXTS: TableDefinition<&[u8; 16], &[u8]> = TableDefinition::new("texts");
/// Packed lists of files by the hashes of their JSON. Builds between which nothing changed share one.
pub(super) const LISTS: TableDefinition<&[u8; 16], &[u8]> = TableDefinition::new("lists");
/// Snapshots by project, end in Unix milliseconds and id: the hash of the list, then the rest, packed.
pub(super) const GREEN: TableDefinition<(&str, u64, &str), &[u8]> = TableDefinition::new("green");
/// The same of failed builds, by the ids of their reports.
pub(super) const FAILED: TableDefinition<&str, &[u8]> = TableDefinition::new("failed");
/// When each of these ended, in Unix milliseconds.
pub(super) const FAILED_BY_TIME: TableDefinition<(u64, &str), ()> = TableDefinition::new("failed_by_time");
/// Numbers by name: [`DROPPED`].
pub(super) const COUNTS: TableDefinition<&str, u64> = TableDefinition::new("counts");
/// Snapshots that were dropped since texts were last looked through.
pub(super) const DROPPED: &str = "dropped";

/// The keys of a project's snapshots, up to this time.
pub(super) fn rows_of(project: &str, until_ms: u64) -> std::ops::Range<(&str, u64, &str)> {
    (project, 0, "")..(project, until_ms.saturating_add(1), "")
}

/// The hash of the list and the rest of a row.
pub(super) fn split(row: &[u8]) -> Option<([u8; 16], &[u8])> {
    row.split_first_chunk().map(|(list, rest)| (*list, rest))
}
