//! Migrates a store of an older schema, inside the transaction that then writes the new schema's number.

use std::collections::HashMap;

use redb::{ReadableTable, WriteTransaction};

use super::rows::{all, list_build, read_rca, write_rca};
use super::tables::{BUILDS, BY_TIME, REPORTS};
use crate::StoreError;
use crate::format::encode;
use crate::records::{Build, VERSION};
use crate::votes::effect::apply;

/// From schema 1: adds to each RCA the ids of its reports and enters it into the change log, oldest first; raises the
/// version of builds. Reports, and rows that can't be decoded, stay as they are.
pub(crate) fn from_1(txn: &WriteTransaction) -> Result<(), StoreError> {
    let mut reports = builds_from_1(txn)?;
    let mut ids = Vec::new();
    for row in txn.open_table(BY_TIME)?.iter()? {
        ids.push(row?.0.value().1.to_owned());
    }
    for id in ids {
        let Some(mut rca) = read_rca(txn, &id)? else { continue };
        let mut own = reports.remove(&id).unwrap_or_default();
        own.sort();
        rca.reports = own.into_iter().map(|(_, report)| report).collect();
        rca.v = VERSION;
        apply(&mut rca); // Its quality.
        write_rca(txn, &rca)?;
    }
    Ok(())
}

/// From a schema before 4: enters each build into the list by time.
pub(crate) fn list_builds(txn: &WriteTransaction) -> Result<(), StoreError> {
    for (id, build) in all::<Build>(&txn.open_table(BUILDS)?)? {
        list_build(txn, &id, &build)?;
    }
    Ok(())
}

/// The stored reports of each RCA, with the end of their builds.
type ReportsOf = HashMap<String, Vec<(u64, String)>>;

fn builds_from_1(txn: &WriteTransaction) -> Result<ReportsOf, StoreError> {
    let mut table = txn.open_table(BUILDS)?;
    let reports = txn.open_table(REPORTS)?;
    let mut reports_of = ReportsOf::new();
    for (id, mut build) in all::<Build>(&table)? {
        build.v = VERSION;
        table.insert(id.as_str(), encode(&build)?.as_slice())?;
        if let (Some(rca), true) = (build.rca, reports.get(id.as_str())?.is_some()) {
            reports_of.entry(rca).or_default().push((build.ended_ms, id));
        }
    }
    Ok(reports_of)
}
