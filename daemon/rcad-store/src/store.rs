//! Opening the store, reading it, and changing one RCA. `operations` has everything larger.

pub(crate) mod barred;
pub(crate) mod cascade;
pub(crate) mod damaged;
pub(crate) mod derived;
pub(crate) mod gradle_log;
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

use rcad_core::Report;
use redb::{ReadableTable, ReadableTableMetadata, StorageBackend};

use crate::StoreError;
use crate::format::decode;
use crate::records::Rca;
use handle::Handle;
use rows::{read, read_rca, readable, write_rca};
use tables::{BUILDS, BY_FINGERPRINT, BY_TIME, CHANGES, CRASHES, META, RCAS, REPORTS};

/// Version of the file: 2 since it has an identity and the log of changes, 3 since it has the agent's tables,
/// 4 since it has those of devices and the list of builds by time.
const SCHEMA: u64 = 4;

/// The open store. One process at a time.
pub struct Store {
    pub(crate) db: Handle,
}

/// An RCA that was put, changed or deleted.
#[derive(Clone, Debug, PartialEq)]
pub struct RcaChange {
    /// Its number in the order of all changes, from 1.
    pub number: u64,
    /// The RCA's id.
    pub id: String,
    /// The RCA as it is now; nothing when it is deleted.
    pub rca: Option<Rca>,
}

/// Result of looking up an id or a prefix of one.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup {
    /// Exactly one RCA.
    One(Box<Rca>),
    /// The RCA with this id can't be decoded; the second text says why.
    Damaged(String, String),
    /// Several ids have this prefix.
    Ambiguous(Vec<String>),
    /// No id has it.
    None,
}

/// Numbers of stored records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// RCAs.
    pub rcas: u64,
    /// Builds, successful ones too.
    pub builds: u64,
    /// Crashes of apps.
    pub crashes: u64,
}

impl Store {
    /// Opens the file, or creates it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if is_missing(path) {
            make(path)?;
        }
        let db = Handle::open(path)?;
        prepare(&db)?;
        Ok(Store { db })
    }

    /// The same on a storage that `source` opens; for tests with failing disks.
    #[doc(hidden)]
    pub fn on(source: impl Fn() -> Box<dyn StorageBackend> + Send + Sync + 'static) -> Result<Store, StoreError> {
        let db = Handle::on(Box::new(move || Ok(source())))?;
        prepare(&db)?;
        Ok(Store { db })
    }

    /// Random number of this store, by which derived data names it.
    pub fn identity(&self) -> Result<u64, StoreError> {
        let meta = self.db.begin_read()?.open_table(META)?;
        Ok(meta.get("identity")?.map_or(0, |value| value.value()))
    }

    /// Whether the report with this id was put.
    pub fn holds(&self, report: &str) -> Result<bool, StoreError> {
        Ok(self.db.begin_read()?.open_table(BUILDS)?.get(report)?.is_some())
    }

    /// The RCA with exactly this id; nothing for an unknown id or a row that can't be decoded.
    pub fn get(&self, id: &str) -> Result<Option<Rca>, StoreError> {
        read(&self.db.begin_read()?.open_table(RCAS)?, id)
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
            [id] => match table.get(id.as_str())?.map(|bytes| decode(bytes.value(), id)) {
                Some(Ok(rca)) => Ok(Lookup::One(Box::new(rca))),
                Some(Err(StoreError::Damaged(why))) => Ok(Lookup::Damaged(id.clone(), why)),
                Some(Err(error)) => Err(error),
                None => Ok(Lookup::None),
            },
            _ => Ok(Lookup::Ambiguous(ids)),
        }
    }

    /// RCAs by the time they were last seen, newest first.
    pub fn list(&self, limit: usize) -> Result<Vec<Rca>, StoreError> {
        let txn = self.db.begin_read()?;
        let rcas = txn.open_table(RCAS)?;
        let mut all = Vec::new();
        for row in txn.open_table(BY_TIME)?.iter()?.rev() {
            if all.len() == limit {
                break;
            }
            all.extend(read(&rcas, row?.0.value().1)?);
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

    /// The report with this id; nothing for an unknown id or a row that can't be decoded.
    pub fn report(&self, id: &str) -> Result<Option<Report>, StoreError> {
        read(&self.db.begin_read()?.open_table(REPORTS)?, id)
    }

    /// Changes an RCA, durable when this returns; the changed RCA, or nothing for an unknown id. `change` must keep the id.
    pub(crate) fn change_rca(&self, id: &str, change: impl FnOnce(&mut Rca)) -> Result<Option<Rca>, StoreError> {
        let txn = self.db.begin_write()?;
        let Some(mut rca) = read_rca(&txn, id)? else { return Ok(None) };
        change(&mut rca);
        write_rca(&txn, &rca)?;
        txn.commit()?;
        Ok(Some(rca))
    }

    /// Every RCA that can be decoded, in the order of the ids.
    pub(crate) fn each_rca(&self, mut each: impl FnMut(Rca)) -> Result<(), StoreError> {
        for row in self.db.begin_read()?.open_table(RCAS)?.iter()? {
            let (id, bytes) = row?;
            readable(decode(bytes.value(), id.value()))?.map(&mut each);
        }
        Ok(())
    }

    /// Stores when an RCA was announced, in Unix milliseconds. An unknown id is ignored.
    pub fn set_announced(&self, id: &str, announced_ms: u64) -> Result<(), StoreError> {
        self.change_rca(id, |rca| rca.announced_ms = Some(announced_ms)).map(|_| ())
    }

    /// The RCAs that changed after the change with this number, oldest change first, each once; at most `limit`.
    pub fn changes_since(&self, number: u64, limit: usize) -> Result<Vec<RcaChange>, StoreError> {
        let table = self.db.begin_read()?.open_table(CHANGES)?;
        let mut all = Vec::new();
        for row in table.range(number + 1..)?.take(limit) {
            let (number, id) = row?;
            let id = id.value().to_owned();
            all.push(RcaChange { number: number.value(), rca: self.get(&id)?, id });
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

    /// Numbers of stored records.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        let txn = self.db.begin_read()?;
        let crashes = txn.open_table(CRASHES)?.len()?;
        let builds = txn.open_table(BUILDS)?.len()?.saturating_sub(crashes);
        Ok(Counts { rcas: txn.open_table(RCAS)?.len()?, builds, crashes })
    }
}

fn is_missing(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.is_file() && metadata.len() == 0,
        Err(e) => e.kind() == io::ErrorKind::NotFound,
    }
}

/// Creates an empty store under another name and renames it when it is complete, since redb can't open a file whose
/// creation was interrupted.
fn make(path: &Path) -> Result<(), StoreError> {
    let unfinished = path.with_extension("new");
    match fs::remove_file(&unfinished) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e.into()),
        _ => {} // An earlier attempt was interrupted.
    }
    prepare(&Handle::open(&unfinished)?)?;
    fs::rename(&unfinished, path)?;
    // Make the rename durable; only Unix can sync a directory.
    #[cfg(unix)]
    fs::File::open(path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(())
}

/// Checks the schema, migrates an older one and creates missing tables, in one transaction.
fn prepare(db: &Handle) -> Result<(), StoreError> {
    let txn = db.begin_write()?;
    let schema = tables::meta(&txn, "schema")?;
    match schema {
        Some(SCHEMA) if tables::has_app_events(&txn)? => return Ok(txn.abort()?),
        Some(newer) if newer > SCHEMA => return Err(StoreError::Newer(newer)),
        _ => tables::create(&txn)?,
    }
    if schema == Some(1) {
        migrate::from_1(&txn)?;
    }
    if schema != Some(SCHEMA) {
        migrate::list_builds(&txn)?;
    }
    if schema.is_none_or(|schema| schema < 2) {
        tables::set_meta(&txn, "identity", random())?;
    }
    tables::set_meta(&txn, "schema", SCHEMA)?;
    txn.commit()?;
    Ok(())
}

/// 64 random bits, from the keys that the standard library gives its hash maps.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
