//! Opening: again, twice, garbage, newer.

use std::fs;

use rcad_store::{Lookup, Store, StoreError};
use redb::{Database, TableDefinition};

use crate::store::Lab;

const META: TableDefinition<&str, u64> = TableDefinition::new("meta");
const RCAS: TableDefinition<&str, &[u8]> = TableDefinition::new("rcas");

/// The error that opening this file gives.
fn refusal(path: &std::path::Path) -> StoreError {
    match Store::open(path) {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => error,
    }
}

#[test]
fn a_second_opener_is_told_that_it_is_locked() {
    let lab = Lab::new();
    let path = lab.dir.path().join("rca.redb");
    assert!(matches!(refusal(&path), StoreError::Locked));
    lab.fail("a", "basket", 100);
    assert_eq!(lab.reopen().list().len(), 1, "the first one was not disturbed");
}

#[test]
fn what_is_no_store_is_refused_and_left_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rca.redb");
    let noise: Vec<u8> = (0..70_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for garbage in [&b"no database"[..], &noise, b"redb\x1a\x0a\xa9\x0d\x0a"] {
        fs::write(&path, garbage).unwrap();
        assert!(matches!(refusal(&path), StoreError::Failed(_)));
        assert_eq!(fs::read(&path).unwrap(), garbage);
    }
    assert!(matches!(refusal(dir.path()), StoreError::Failed(_)), "a directory");
    assert!(matches!(refusal(&dir.path().join("none/rca.redb")), StoreError::Failed(_)), "no such directory");
}

#[test]
fn a_store_whose_making_was_interrupted_is_made_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rca.redb");
    // What redb leaves when it is killed in the middle: its length is set, its first bytes are not.
    fs::write(dir.path().join("rca.new"), vec![0; 1 << 20]).unwrap();
    drop(Store::open(&path).unwrap());
    fs::write(&path, "").unwrap();
    assert_eq!(Store::open(&path).unwrap().counts().unwrap().builds, 0, "an empty file is no store yet");
    let names: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["rca.redb"], "nothing is left over");
}

#[test]
fn a_store_that_lost_its_end_is_refused() {
    let lab = Lab::new();
    for n in 0..200 {
        lab.fail(&format!("r{n}"), &format!("s{n}"), n);
    }
    let path = lab.dir.path().join("rca.redb");
    drop(lab.store);
    let whole = fs::read(&path).unwrap();
    for part in [10, 2, 1] {
        fs::write(&path, &whole[..whole.len() / (part + 1)]).unwrap();
        assert!(matches!(refusal(&path), StoreError::Failed(_)), "1/{} of it", part + 1);
    }
}

#[test]
fn a_newer_store_is_refused_every_time() {
    let lab = Lab::new();
    lab.fail("a", "basket", 100);
    let path = lab.dir.path().join("rca.redb");
    drop(lab.store);
    let db = Database::create(&path).unwrap();
    let txn = db.begin_write().unwrap();
    txn.open_table(META).unwrap().insert("schema", 5).unwrap();
    txn.commit().unwrap();
    drop(db);
    for _ in 0..2 {
        let error = refusal(&path);
        assert!(matches!(error, StoreError::Newer(5)), "{error}");
        assert!(error.to_string().contains("newer rcad (schema 5)"), "{error}");
    }
    let db = Database::create(&path).unwrap();
    let txn = db.begin_write().unwrap();
    txn.open_table(META).unwrap().insert("schema", 3).unwrap();
    txn.commit().unwrap();
    drop(db);
    let store = Store::open(&path).unwrap();
    assert_eq!((store.list(9).unwrap().len(), store.verify().unwrap().wrong), (1, 0), "nothing was touched");
}

#[test]
fn a_row_that_cannot_be_decoded_is_named() {
    let lab = Lab::new();
    let id = lab.fail("a", "basket", 100).rca.unwrap();
    let path = lab.dir.path().join("rca.redb");
    let Lab { store, dir: _dir } = lab;
    drop(store);
    let db = Database::create(&path).unwrap();
    let txn = db.begin_write().unwrap();
    txn.open_table(RCAS).unwrap().insert(id.as_str(), &b"{\"v\":1}"[..]).unwrap();
    txn.commit().unwrap();
    drop(db);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.get(&id).unwrap(), None);
    match store.find(&id).unwrap() {
        Lookup::Damaged(found, why) => assert!(found == id && why.contains("missing field"), "{why}"),
        other => panic!("{other:?}"),
    }
}
