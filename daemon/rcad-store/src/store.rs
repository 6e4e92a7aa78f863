//! The store itself: opening, putting a report with its answer in one transaction, reading.

pub(crate) mod handle;
mod migrate;
pub(crate) mod rows;
pub(crate) mod size;
pub(crate) mod tables;
pub(crate) mod verify;
mod watched;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::{fs, io};

use rcad_core::{Analysis, Report};
use redb::{ReadableTable, ReadableTableMetadata, StorageBackend, WriteTransaction};
use sha2::{Digest, Sha256};

use crate::gradle_log::{self, LogPosition};
use crate::records::{Build, Origins, Rca, VERSION, decode, encode};
use crate::{StoreError, feedback};
use handle::Handle;
use rows::{read_rca, write_rca};
use tables::{BUILDS, BY_FINGERPRINT, BY_TIME, CHANGES, META, RCAS, REPORTS};

/// Version of the file: 2 since it has an identity and the log of changes, 3 since it has the agent's tables.
const SCHEMA: u64 = 3;
/// Raw reports that are kept of one RCA; the newest one is always among them.
pub(crate) const REPORTS_KEPT: usize = 3;

/// The open store. One process at a time.
pub struct Store {
    pub(crate) db: Handle,
}

/// What [`Store::put`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// The RCA's id; nothing for a build that did not fail.
    pub rca: Option<String>,
    /// Failed builds that ended in it, this one included.
    pub occurrences: u64,
    /// The report was in the store already; nothing was changed.
    pub repeated: bool,
}

/// That an RCA was put, changed or deleted.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Its place in the order of all changes; 1 is the first.
    pub number: u64,
    /// The RCA's id.
    pub id: String,
    /// The RCA as it is now; nothing when it is deleted.
    pub rca: Option<Rca>,
}

/// What an id or its prefix stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup {
    /// Exactly one RCA.
    One(Box<Rca>),
    /// Several ids begin so.
    Ambiguous(Vec<String>),
    /// None does.
    None,
}

/// How much is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// RCAs.
    pub rcas: u64,
    /// Builds seen, green ones too.
    pub builds: u64,
}

impl Store {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if is_missing(path) {
            make(path)?;
        }
        let db = Handle::open(path)?;
        prepare(&db)?;
        Ok(Store { db })
    }

    /// The same on something else than a file, which `source` gives each time that it is opened; for tests of what a
    /// failing disk does.
    #[doc(hidden)]
    pub fn on(source: impl Fn() -> Box<dyn StorageBackend> + Send + Sync + 'static) -> Result<Store, StoreError> {
        let db = Handle::on(Box::new(move || Ok(source())))?;
        prepare(&db)?;
        Ok(Store { db })
    }

    /// A number that no other store has: what is derived from this one carries it.
    pub fn identity(&self) -> Result<u64, StoreError> {
        let meta = self.db.begin_read()?.open_table(META)?;
        Ok(meta.get("identity")?.map_or(0, |value| value.value()))
    }

    /// Whether the report with this id was put before.
    pub fn holds(&self, report: &str) -> Result<bool, StoreError> {
        Ok(self.db.begin_read()?.open_table(BUILDS)?.get(report)?.is_some())
    }

    /// Puts a build with its answer, all or nothing, durable when this returns. Putting the same report again changes nothing,
    /// so a record that was stored but not yet taken from the spool can safely be read twice.
    pub fn put(
        &self,
        report: &Report,
        analysis: Option<&Analysis>,
        told: Option<&LogPosition>,
    ) -> Result<Put, StoreError> {
        let txn = self.db.begin_write()?;
        let known = txn.open_table(BUILDS)?.get(report.id.as_str())?.map(|v| v.value().to_vec());
        if let Some(bytes) = known {
            let build: Build = decode(&bytes, &report.id)?;
            txn.abort()?;
            let occurrences = match &build.rca {
                Some(id) => self.get(id)?.map_or(0, |rca| rca.occurrences),
                None => 0,
            };
            return Ok(Put { rca: build.rca, occurrences, repeated: true });
        }
        let rca = match analysis.and_then(|a| Some((a, a.fingerprint.as_deref()?))) {
            Some((analysis, fingerprint)) => Some(put_rca(&txn, report, analysis, fingerprint)?),
            None => None,
        };
        let id = rca.as_ref().map(|rca| rca.id.as_str());
        txn.open_table(BUILDS)?.insert(report.id.as_str(), encode(&Build::of(report, id))?.as_slice())?;
        if let Some(told) = told {
            gradle_log::tell(&txn, told)?;
        }
        txn.commit()?;
        Ok(Put {
            occurrences: rca.as_ref().map_or(0, |rca| rca.occurrences),
            rca: rca.map(|rca| rca.id),
            repeated: false,
        })
    }

    /// The RCA with exactly this id.
    pub fn get(&self, id: &str) -> Result<Option<Rca>, StoreError> {
        let table = self.db.begin_read()?.open_table(RCAS)?;
        table.get(id)?.map(|bytes| decode(bytes.value(), id)).transpose()
    }

    /// The RCA that `last`, an id or an unambiguous prefix of one stands for.
    pub fn find(&self, name: &str) -> Result<Lookup, StoreError> {
        if name == "last" {
            let newest = self.list(1)?.pop();
            return Ok(newest.map_or(Lookup::None, |rca| Lookup::One(Box::new(rca))));
        }
        if name.is_empty() {
            return Ok(Lookup::None);
        }
        let table = self.db.begin_read()?.open_table(RCAS)?;
        let mut ids = Vec::new();
        for row in table.range(name..)? {
            let (id, _) = row?;
            if !id.value().starts_with(name) || ids.len() == 10 {
                break;
            }
            ids.push(id.value().to_owned());
        }
        match ids.as_slice() {
            [] => Ok(Lookup::None),
            [id] => Ok(self.get(id)?.map_or(Lookup::None, |rca| Lookup::One(Box::new(rca)))),
            _ => Ok(Lookup::Ambiguous(ids)),
        }
    }

    /// RCAs by the time they were last seen, newest first.
    pub fn list(&self, limit: usize) -> Result<Vec<Rca>, StoreError> {
        let txn = self.db.begin_read()?;
        let rcas = txn.open_table(RCAS)?;
        let mut all = Vec::new();
        for row in txn.open_table(BY_TIME)?.iter()?.rev().take(limit) {
            let (key, _) = row?;
            let id = key.value().1.to_owned();
            if let Some(bytes) = rcas.get(id.as_str())? {
                all.push(decode(bytes.value(), &id)?);
            }
        }
        Ok(all)
    }

    /// RCAs with this fingerprint, whatever the project.
    pub fn with_fingerprint(&self, fingerprint: &str) -> Result<Vec<Rca>, StoreError> {
        let table = self.db.begin_read()?.open_multimap_table(BY_FINGERPRINT)?;
        let mut all = Vec::new();
        for id in table.get(fingerprint)? {
            all.extend(self.get(id?.value())?);
        }
        Ok(all)
    }

    /// The report that was stored under this id.
    pub fn report(&self, id: &str) -> Result<Option<Report>, StoreError> {
        let table = self.db.begin_read()?.open_table(REPORTS)?;
        table.get(id)?.map(|bytes| decode(bytes.value(), id)).transpose()
    }

    /// Remembers that an RCA was announced, at this Unix time in milliseconds. An unknown id changes nothing.
    pub fn set_announced(&self, id: &str, announced_ms: u64) -> Result<(), StoreError> {
        self.change_rca(id, |rca| rca.announced_ms = Some(announced_ms)).map(|_| ())
    }

    /// The RCAs that changed after the change with this number, oldest change first, each once; at most `limit`.
    pub fn changes_since(&self, number: u64, limit: usize) -> Result<Vec<Change>, StoreError> {
        let table = self.db.begin_read()?.open_table(CHANGES)?;
        let mut all = Vec::new();
        for row in table.range(number + 1..)?.take(limit) {
            let (number, id) = row?;
            let id = id.value().to_owned();
            all.push(Change { number: number.value(), rca: self.get(&id)?, id });
        }
        Ok(all)
    }

    /// How many RCAs changed after the change with this number.
    pub fn changes_after(&self, number: u64) -> Result<u64, StoreError> {
        let table = self.db.begin_read()?.open_table(CHANGES)?;
        let mut count = 0;
        for row in table.range(number + 1..)? {
            row?;
            count += 1;
        }
        Ok(count)
    }

    /// The number of the newest change; 0 when there is none.
    pub fn last_change(&self) -> Result<u64, StoreError> {
        let table = self.db.begin_read()?.open_table(CHANGES)?;
        Ok(table.last()?.map_or(0, |(number, _)| number.value()))
    }

    /// How much is stored.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        let txn = self.db.begin_read()?;
        Ok(Counts { rcas: txn.open_table(RCAS)?.len()?, builds: txn.open_table(BUILDS)?.len()? })
    }
}

fn is_missing(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.is_file() && metadata.len() == 0,
        Err(e) => e.kind() == io::ErrorKind::NotFound,
    }
}

/// Makes an empty store beside its place and moves it there when it is whole: redb refuses for ever a file whose making
/// was interrupted.
fn make(path: &Path) -> Result<(), StoreError> {
    let unfinished = path.with_extension("new");
    match fs::remove_file(&unfinished) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e.into()),
        _ => {} // An earlier attempt was interrupted.
    }
    prepare(&Handle::open(&unfinished)?)?;
    fs::rename(&unfinished, path)?;
    // The new name must last as the records do; only Unix can sync a directory.
    #[cfg(unix)]
    fs::File::open(path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(())
}

/// Checks the schema, brings what is older to this one, and makes the tables that are not there. All or nothing: what is
/// interrupted is begun again at the next start.
fn prepare(db: &Handle) -> Result<(), StoreError> {
    let txn = db.begin_write()?;
    let schema = tables::meta(&txn, "schema")?;
    match schema {
        Some(SCHEMA) => return Ok(txn.abort()?),
        Some(newer) if newer > SCHEMA => return Err(StoreError::Newer(newer)),
        _ => tables::create(&txn)?,
    }
    if schema == Some(1) {
        migrate::from_1(&txn)?;
    }
    if schema.is_none_or(|schema| schema < 2) {
        tables::set_meta(&txn, "identity", random())?;
    }
    tables::set_meta(&txn, "schema", SCHEMA)?;
    txn.commit()?;
    Ok(())
}

/// 64 bits out of the system's random source, which the standard library keys its hash maps with.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Makes or renews the RCA of a failed report, with its indexes.
fn put_rca(txn: &WriteTransaction, report: &Report, analysis: &Analysis, fingerprint: &str) -> Result<Rca, StoreError> {
    let id = rca_id(fingerprint, report.project.as_deref());
    let before = read_rca(txn, &id)?;
    // Records that waited in the spool may be read out of order; the newest report gives the answer.
    let newest = before.as_ref().is_none_or(|b| b.last_seen_ms <= report.ended_ms);
    let mut rca = match before {
        Some(before) if !newest => Rca {
            occurrences: before.occurrences + 1,
            first_seen_ms: before.first_seen_ms.min(report.ended_ms),
            ..before
        },
        before => renewed(id, report, analysis, before.as_ref()),
    };
    let mut reports = txn.open_table(REPORTS)?;
    reports.insert(report.id.as_str(), encode(report)?.as_slice())?;
    rca.reports.push(report.id.clone());
    while rca.reports.len() > REPORTS_KEPT {
        let oldest = usize::from(rca.reports[0] == rca.last_report);
        reports.remove(rca.reports.remove(oldest).as_str())?;
    }
    write_rca(txn, &rca)?;
    Ok(rca)
}

/// The RCA with the answer of its newest report, and with what was remembered and said of it before.
fn renewed(id: String, report: &Report, analysis: &Analysis, before: Option<&Rca>) -> Rca {
    let mut rca = Rca {
        v: VERSION,
        project: report.project.clone(),
        project_name: report.project_name().map(str::to_owned),
        occurrences: before.map_or(0, |b| b.occurrences) + 1,
        first_seen_ms: before.map_or(report.ended_ms, |b| b.first_seen_ms),
        last_seen_ms: report.ended_ms,
        last_report: report.id.clone(),
        announced_ms: before.and_then(|b| b.announced_ms),
        environment: report.environment.clone(),
        analysis: Analysis { id: Some(id.clone()), ..analysis.clone() },
        user_validated: false,
        quality: 0.0,
        reports: before.map(|b| b.reports.clone()).unwrap_or_default(),
        feedback: before.map(|b| b.feedback.clone()).unwrap_or_default(),
        own_confidence: None,
        updated_ms: before.map_or(0, |b| b.updated_ms),
        origins: Origins::default(),
        merged: before.map(|b| b.merged.clone()).unwrap_or_default(),
        apart: before.map(|b| b.apart.clone()).unwrap_or_default(),
        resolutions: before.map(|b| b.resolutions.clone()).unwrap_or_default(),
        agent: before.and_then(|b| b.agent.clone()),
        found_right: before.and_then(|b| b.found_right.clone()),
        id,
    };
    match before {
        Some(before) => feedback::carry_over(before, &mut rca),
        None => feedback::apply(&mut rca),
    }
    rca
}

/// 12 hex digits that name one mistake in one project.
pub(crate) fn rca_id(fingerprint: &str, project: Option<&str>) -> String {
    let mut hash = Sha256::new();
    hash.update(fingerprint.as_bytes());
    hash.update([0]);
    hash.update(project.unwrap_or_default().as_bytes());
    hex::encode(&hash.finalize()[..6])
}
