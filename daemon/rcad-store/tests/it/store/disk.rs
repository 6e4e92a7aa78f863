//! A disk that is full at any moment, and one that loses its power: an error at most, and nothing that was acknowledged.

use std::io;
use std::sync::{Arc, Mutex};

use rcad_store::{Store, StoreError};
use redb::StorageBackend;

use crate::store::migrate;
use crate::store::work::{change, contents};

/// A file in memory. A clone is the same file.
#[derive(Clone, Debug, Default)]
pub struct Disk(Arc<Mutex<Platters>>);

#[derive(Debug, Default)]
struct Platters {
    /// What a reader sees.
    bytes: Vec<u8>,
    /// What is left after a power failure, whatever happens to `pending`.
    durable: Vec<u8>,
    /// Writes and new lengths since the last sync.
    pending: Vec<Pending>,
    /// Writes, new lengths and syncs that still succeed; without it all do.
    room: Option<u64>,
    /// How many there have been.
    writes: u64,
}

#[derive(Clone, Debug)]
enum Pending {
    Write(usize, Vec<u8>),
    Length(usize),
}

impl Pending {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Pending::Write(at, data) => {
                bytes.resize(bytes.len().max(at + data.len()), 0);
                bytes[*at..at + data.len()].copy_from_slice(data);
            }
            Pending::Length(length) => bytes.resize(*length, 0),
        }
    }
}

impl Disk {
    /// A disk with this file on it.
    pub fn with(bytes: Vec<u8>) -> Disk {
        Disk(Arc::new(Mutex::new(Platters { durable: bytes.clone(), bytes, ..Platters::default() })))
    }

    /// A store on it.
    pub fn open(&self) -> Result<Store, StoreError> {
        let disk = self.clone();
        Store::on(move || Box::new(disk.clone()))
    }

    /// So many more writes succeed; all of them for nothing.
    pub fn leave_room(&self, writes: Option<u64>) {
        self.0.lock().unwrap().room = writes;
    }

    /// How often it was written.
    pub fn writes(&self) -> u64 {
        self.0.lock().unwrap().writes
    }

    /// What is on it after the power has failed: what was synced, and of the rest any part, as the seed says.
    pub fn after_power_loss(&self, seed: u64) -> Disk {
        let platters = self.0.lock().unwrap();
        let mut bytes = platters.durable.clone();
        let mut state = seed;
        for pending in &platters.pending {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if state >> 63 == 0 {
                pending.apply(&mut bytes);
            }
        }
        Disk::with(bytes)
    }

    fn write_something(&self, what: Option<Pending>) -> io::Result<()> {
        let mut platters = self.0.lock().unwrap();
        match &mut platters.room {
            Some(0) => return Err(io::ErrorKind::StorageFull.into()),
            Some(room) => *room -= 1,
            None => {}
        }
        platters.writes += 1;
        let Platters { bytes, durable, pending, .. } = &mut *platters;
        match what {
            Some(what) => {
                what.apply(bytes);
                pending.push(what);
            }
            None => {
                pending.drain(..).for_each(|what| what.apply(durable));
            }
        }
        Ok(())
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.lock().unwrap().bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let platters = self.0.lock().unwrap();
        let from = offset as usize;
        let read = platters.bytes.get(from..from + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(read);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.write_something(Some(Pending::Length(len as usize)))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.write_something(None)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.write_something(Some(Pending::Write(offset as usize, data.to_vec())))
    }
}

/// How many changes the tests make.
const CHANGES: u64 = 24;

/// What a store holds before each change, and after the last.
fn steps() -> Vec<Vec<String>> {
    let store = Disk::default().open().unwrap();
    let mut steps = vec![contents(&store)];
    for n in 0..CHANGES {
        change(&store, n).unwrap();
        steps.push(contents(&store));
    }
    steps
}

/// Makes changes until one fails; its number.
fn work(store: &Store) -> u64 {
    (0..CHANGES).find(|n| change(store, *n).is_err()).unwrap_or(CHANGES)
}

/// The last change was not acknowledged: it may be there or not, but not in part.
fn is_whole(store: &Store, failed: u64, steps: &[Vec<String>], when: &str) {
    let found = contents(store);
    let there = found == steps[failed as usize] || steps.get(failed as usize + 1) == Some(&found);
    assert!(there, "{when}: change {failed} is there in part, or one before it is lost\n{found:#?}");
}

/// The writes that making a store takes, and all the changes after it.
fn writes() -> (u64, u64) {
    let disk = Disk::default();
    let store = disk.open().unwrap();
    let made = disk.writes();
    assert_eq!(work(&store), CHANGES);
    (made, disk.writes() - made)
}

#[test]
fn a_disk_that_is_full_at_any_write_costs_nothing_and_is_used_again() {
    let steps = steps();
    let (_, writes) = writes();
    assert!(writes > 100, "{writes}");
    for room in 0..writes {
        let disk = Disk::default();
        let store = disk.open().unwrap();
        disk.leave_room(Some(room));
        let failed = work(&store);
        assert!(failed < CHANGES, "{room} of {writes} writes were enough");
        // The same store, still open, is used as soon as there is room.
        disk.leave_room(None);
        is_whole(&store, failed, &steps, &format!("after {room} writes"));
        for n in failed..CHANGES {
            change(&store, n).unwrap();
        }
        assert_eq!(contents(&store), steps[CHANGES as usize], "after {room} writes, and then the rest");
    }
}

#[test]
fn a_power_failure_at_any_write_costs_nothing_that_was_acknowledged() {
    let steps = steps();
    let (_, writes) = writes();
    for room in 0..writes {
        let disk = Disk::default();
        let store = disk.open().unwrap();
        disk.leave_room(Some(room));
        let failed = work(&store);
        let left = disk.after_power_loss(room);
        drop(store);
        is_whole(&left.open().unwrap(), failed, &steps, &format!("after {room} writes"));
    }
}

#[test]
fn a_migration_that_is_interrupted_at_any_write_is_done_again() {
    let old = migrate::schema_1();
    let disk = Disk::with(old.clone());
    drop(disk.open().unwrap());
    let writes = disk.writes();
    assert!(writes > 10, "{writes}");
    let mut interrupted = 0;
    for room in 0..writes {
        let disk = Disk::with(old.clone());
        disk.leave_room(Some(room));
        interrupted += u64::from(disk.open().is_err());
        migrate::is_complete(&disk.after_power_loss(room).open().unwrap());
        disk.leave_room(None);
        migrate::is_complete(&disk.open().unwrap());
    }
    assert!(interrupted > writes / 2, "{interrupted} of {writes}");
}
