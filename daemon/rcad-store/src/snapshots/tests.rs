//! What was put comes back, whatever happens to the file, and nothing stays that nobody needs.

use std::fs;
use std::path::PathBuf;

use rcad_core::model::environment::Environment;
use redb::ReadableTableMetadata;

use super::SnapshotStore;
use super::records::{
    DifferingFile, FailedSnapshot, SameFilesQuery, Snapshot, SnapshotFile, SnapshotFit, SnapshotQuery, TextHash,
};
use super::tables::{FAILED_BY_TIME, LISTS, TEXTS};
use crate::store::derived::DerivedFile;

struct Kept {
    _dir: tempfile::TempDir,
    path: PathBuf,
    store: SnapshotStore,
}

fn kept() -> Kept {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("snapshots.redb");
    Kept { store: SnapshotStore::open(&path).unwrap(), path, _dir: dir }
}

/// A snapshot of these files, each a name and a text.
fn snapshot(id: &str, branch: &str, tasks: &[&str], ended_ms: u64, files: &[(&str, &str)]) -> Snapshot {
    let file = |(path, text): &(&str, &str)| SnapshotFile {
        path: (*path).to_owned(),
        size: text.len() as u64,
        changed_ns: 5,
        hash: Some(TextHash::of(text.as_bytes())),
    };
    Snapshot {
        id: id.into(),
        project: "/home/dev/shop".into(),
        branch: (!branch.is_empty()).then(|| branch.to_owned()),
        head: Some("abc".into()),
        clean: Some(true),
        tasks: tasks.iter().map(|task| (*task).to_owned()).collect(),
        ended_ms,
        environment: Environment { gradle: Some("8.2.1".into()), ..Environment::default() },
        content: Some(TextHash::of(format!("{files:?}").as_bytes())),
        passed: 1,
        files: files.iter().map(file).collect(),
    }
}

fn put(store: &SnapshotStore, snapshot: &Snapshot, texts: &[&str]) {
    let mut writer = store.write().unwrap();
    for text in texts {
        assert_eq!(writer.text(text.as_bytes()).unwrap(), TextHash::of(text.as_bytes()));
    }
    writer.put(snapshot).unwrap();
}

fn put_failed(store: &SnapshotStore, report: &str, ended_ms: u64, text: &str, base: &Snapshot) -> FailedSnapshot {
    let mut writer = store.write().unwrap();
    let hash = writer.text(text.as_bytes()).unwrap();
    let failed = FailedSnapshot {
        report: report.into(),
        based_on: base.id.clone(),
        project: base.project.clone(),
        branch: None,
        head: None,
        clean: None,
        tasks: vec!["assemble".into(), "test".into()],
        ended_ms,
        fingerprint: Some("v1:one".into()),
        content: base.content,
        differing: vec![
            DifferingFile { path: "A.kt".into(), hash: Some(hash) },
            DifferingFile { path: "B.kt".into(), hash: None },
        ],
        unknown: vec!["C".into()],
        base: base.files.clone(),
    };
    writer.put_failed(&failed).unwrap();
    failed
}

fn latest(store: &SnapshotStore, branch: &str, tasks: &[&str], until_ms: u64) -> Option<(String, SnapshotFit)> {
    let tasks: Vec<String> = tasks.iter().map(|task| (*task).to_owned()).collect();
    let branch = (!branch.is_empty()).then_some(branch);
    let wanted = SnapshotQuery { project: "/home/dev/shop", branch, tasks: &tasks, until_ms };
    store.latest(&wanted).unwrap().map(|(snapshot, fit)| (snapshot.id, fit))
}

fn text(store: &SnapshotStore, text: &str) -> Option<Vec<u8>> {
    store.text(TextHash::of(text.as_bytes())).unwrap()
}

fn counts(store: &SnapshotStore) -> (u64, u64, u64) {
    let txn = store.db.begin_read().unwrap();
    let texts = txn.open_table(TEXTS).unwrap().len().unwrap();
    let lists = txn.open_table(LISTS).unwrap().len().unwrap();
    (texts, lists, txn.open_table(FAILED_BY_TIME).unwrap().len().unwrap())
}

#[test]
fn what_was_put_comes_back_after_the_file_was_opened_again() {
    let kept = kept();
    let mut one = snapshot("one", "main", &["assemble", "test"], 10, &[("A.kt", "class A"), ("B.kt", "class B")]);
    one.files[1].hash = None;
    put(&kept.store, &one, &["class A"]);
    let failed = put_failed(&kept.store, "report", 20, "class A {", &one);
    // As after a kill: what was begun is not there.
    let mut writer = kept.store.write().unwrap();
    writer.text(b"never put").unwrap();
    drop(writer);
    drop(kept.store);
    let store = SnapshotStore::open(&kept.path).unwrap();
    assert_eq!(store.newest("/home/dev/shop").unwrap(), Some(one.clone()));
    assert_eq!(text(&store, "class A").unwrap(), b"class A");
    assert_eq!(text(&store, "never put"), None);
    assert_eq!(store.failed("report").unwrap(), Some(failed.clone()));
    assert_eq!(store.newest_failed("/home/dev/shop").unwrap(), Some(failed.clone()));
    assert_eq!(store.newest_failed("/home/dev").unwrap(), None);
    assert_eq!(store.green("/home/dev/shop", 10, "one").unwrap(), Some(one.clone()));
    assert_eq!(store.green("/home/dev/shop", 11, "one").unwrap(), None);
    assert_eq!((store.failed("other").unwrap(), store.newest("/home/dev").unwrap()), (None, None));
    assert_eq!(failed.text_at("A.kt"), Some(Some(TextHash::of(b"class A {"))));
    assert_eq!((failed.text_at("B.kt"), failed.text_at("C.kt")), (Some(None), Some(None)));
    assert_eq!((failed.text_at("C"), failed.text_at("C/a.kt")), (None, None), "not known");
    assert!(store.bytes() > 0);
}

/// The file as it lies on the disk while it is open is what a kill leaves.
#[test]
fn a_killed_process_loses_nothing_that_was_put() {
    let kept = kept();
    put(&kept.store, &snapshot("one", "main", &["test"], 10, &[("A.kt", "class A")]), &["class A"]);
    let mut writer = kept.store.write().unwrap();
    writer.text(b"not yet put").unwrap();
    let copy = kept.path.with_file_name("copy.redb");
    fs::copy(&kept.path, &copy).unwrap();
    let store = SnapshotStore::open(&copy).unwrap();
    assert_eq!(latest(&store, "main", &["test"], 99), Some(("one".into(), SnapshotFit::SameTasks)));
    assert_eq!((text(&store, "class A").is_some(), text(&store, "not yet put")), (true, None));
    assert!(!copy.with_file_name("copy.redb.damaged").exists());
}

#[test]
fn the_nearest_snapshot_is_found_and_it_says_how_near_it_is() {
    let kept = kept();
    let store = &kept.store;
    assert_eq!(latest(store, "main", &["test"], 99), None);
    put(store, &snapshot("old", "main", &["test", "assemble"], 10, &[]), &[]);
    put(store, &snapshot("other tasks", "main", &["lint"], 20, &[]), &[]);
    put(store, &snapshot("other branch", "topic", &["assemble", "test"], 30, &[]), &[]);
    let near = |id: &str, fit| Some((id.to_owned(), fit));
    assert_eq!(latest(store, "main", &["assemble", "test", "test"], 99), near("old", SnapshotFit::SameTasks));
    assert_eq!(latest(store, "main", &["build"], 99), near("other tasks", SnapshotFit::SameBranch));
    assert_eq!(latest(store, "main", &["build"], 19), near("old", SnapshotFit::SameBranch), "none that ended later");
    assert_eq!(latest(store, "next", &["test"], 99), near("other branch", SnapshotFit::SameProject));
    assert_eq!(latest(store, "", &["test"], 99), near("other branch", SnapshotFit::SameProject));
    assert_eq!(latest(store, "main", &["test"], 9), None);
    put(store, &Snapshot { project: "/home/dev/shop2".into(), ..snapshot("far", "main", &["test"], 40, &[]) }, &[]);
    assert_eq!(latest(store, "next", &["test"], 99), near("other branch", SnapshotFit::SameProject));
}

#[test]
fn a_damaged_file_is_moved_away_and_begun_anew() {
    let kept = kept();
    put(&kept.store, &snapshot("one", "main", &["test"], 10, &[("A.kt", "class A")]), &["class A"]);
    drop(kept.store);
    let whole = fs::read(&kept.path).unwrap();
    let mut torn = whole.clone();
    torn.truncate(whole.len() / 2);
    let mut scribbled = whole;
    scribbled[..4096].fill(0x5a);
    for damaged in [torn, scribbled, b"no database".to_vec()] {
        fs::write(&kept.path, &damaged).unwrap();
        let file = DerivedFile::new(&kept.path, SnapshotStore::open);
        let begun = file.with(|store| {
            assert_eq!(latest(store, "main", &["test"], 99), None);
            put(store, &snapshot("two", "main", &["test"], 20, &[("A.kt", "class A")]), &["class A"]);
            assert!(text(store, "class A").is_some());
            Ok(())
        });
        assert_eq!(begun, Ok(()));
        assert_eq!(fs::read(kept.path.with_file_name("snapshots.redb.damaged")).unwrap(), damaged);
    }
    let open = SnapshotStore::open(&kept.path).unwrap();
    assert!(matches!(SnapshotStore::open(&kept.path), Err(crate::StoreError::Locked)), "it is in use, not damaged");
    drop(open);
}

#[test]
fn a_text_and_a_list_are_kept_once() {
    let kept = kept();
    let files = [("A.kt", "class A"), ("a/A.kt", "class A"), ("B.kt", "class B")];
    put(&kept.store, &snapshot("one", "main", &["test"], 10, &files), &["class A", "class A", "class B"]);
    put(&kept.store, &snapshot("two", "main", &["test"], 20, &files), &["class B"]);
    assert_eq!(counts(&kept.store), (2, 1, 0));
    put(&kept.store, &snapshot("three", "main", &["test"], 30, &files[..2]), &[]);
    assert_eq!(counts(&kept.store), (2, 2, 0));
}

#[test]
fn of_a_project_the_last_of_each_kind_and_three_more_stay() {
    let kept = kept();
    let store = &kept.store;
    for n in 0..20 {
        let contents = format!("class A{n}");
        let branch = if n == 0 { "topic" } else { "main" };
        put(store, &snapshot(&n.to_string(), branch, &["test"], n, &[("A.kt", &contents)]), &[&contents]);
    }
    let ids: Vec<_> = (0..20).filter_map(|until| latest(store, "main", &["test"], until)).collect();
    let stay: Vec<_> = [0, 16, 17, 18, 19].map(|n: u64| n.to_string()).to_vec();
    let mut found: Vec<_> = ids.into_iter().map(|(id, _)| id).collect();
    found.dedup();
    assert_eq!(found, stay);
    assert_eq!(counts(store).1, 5, "the lists of the others are gone");
    assert_eq!(store.prune(u64::MAX, 0).unwrap(), 0);
    assert_eq!(counts(store), (5, 5, 0), "and now their texts");
    assert!(text(store, "class A0").is_some() && text(store, "class A15").is_none());
    for n in 100..200 {
        put(store, &snapshot("many", &format!("branch{n}"), &["test"], n, &[]), &[]);
    }
    assert_eq!(counts(store).1, 1, "thirty in all, of which none has files");
}

#[test]
fn above_its_limit_the_oldest_go() {
    let kept = kept();
    // Two texts that can't be packed.
    let noise = |seed: u64| -> String {
        let mut x = seed;
        let mut next = || {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            char::from(33 + (x >> 33) as u8 % 90)
        };
        (0..20_000).map(|_| next()).collect()
    };
    let (old, new) = (noise(1), noise(2));
    let one = snapshot("one", "main", &["test"], 10, &[("A.kt", &old)]);
    put(&kept.store, &one, &[&old]);
    put(&kept.store, &snapshot("two", "topic", &["test"], 20, &[("A.kt", &new)]), &[&new]);
    put_failed(&kept.store, "early", 15, "early", &one);
    assert_eq!(kept.store.prune(100_000, 0).unwrap(), 0);
    assert_eq!(kept.store.prune(25_000, 0).unwrap(), 2);
    assert!(
        text(&kept.store, &new).is_some() && text(&kept.store, &old).is_none() && text(&kept.store, "early").is_none()
    );
    assert_eq!(latest(&kept.store, "main", &["test"], 99), Some(("two".into(), SnapshotFit::SameProject)));
    assert_eq!(kept.store.prune(10, 0).unwrap(), 1);
    assert_eq!(counts(&kept.store), (0, 0, 0));
}

#[test]
fn a_failed_build_keeps_what_it_was_compared_with() {
    let kept = kept();
    let store = &kept.store;
    let base = snapshot("green", "main", &["test"], 10, &[("A.kt", "class A"), ("B.kt", "class B")]);
    put(store, &base, &["class A", "class B"]);
    put_failed(store, "first", 20, "class A {", &base);
    put_failed(store, "first", 21, "class A {", &base);
    assert_eq!(counts(store).2, 1, "the same report");
    for n in 100..110 {
        put(store, &snapshot(&n.to_string(), "main", &["test"], n, &[]), &[]);
    }
    assert_eq!(store.prune(u64::MAX, 0).unwrap(), 0);
    let failed = store.failed("first").unwrap().unwrap();
    assert_eq!((failed.base, failed.based_on.as_str()), (base.files.clone(), "green"));
    assert!(text(store, "class B").is_some() && text(store, "class A {").is_some());
    assert_eq!(store.prune(u64::MAX, 22).unwrap(), 1, "too old");
    assert_eq!((store.failed("first").unwrap(), text(store, "class B")), (None, None));
    for n in 0..210 {
        put_failed(store, &format!("r{n}"), n, "class A {", &base);
    }
    assert_eq!(counts(store).2, 200);
    assert!(store.failed("r9").unwrap().is_none() && store.failed("r10").unwrap().is_some());
}

#[test]
fn builds_with_the_same_files_and_tasks_are_counted() {
    let kept = kept();
    let store = &kept.store;
    let files: &[(&str, &str)] = &[("A.kt", "class A")];
    let one = Snapshot { passed: 3, ..snapshot("one", "main", &["test", "assemble"], 10, files) };
    put(store, &one, &["class A"]);
    put(store, &Snapshot { passed: 7, ..snapshot("other tasks", "main", &["test"], 11, files) }, &["class A"]);
    put(store, &snapshot("other files", "main", &["assemble", "test"], 12, &[]), &[]);
    put_failed(store, "a", 13, "class A", &one);
    put_failed(store, "b", 14, "class A", &one);
    put_failed(store, "c", 15, "class A", &snapshot("other files", "main", &[], 12, &[]));
    let tasks = ["assemble".to_owned(), "test".to_owned()];
    let wanted = |other_than| SameFilesQuery {
        project: "/home/dev/shop",
        tasks: &tasks,
        content: one.content.unwrap(),
        other_than,
    };
    assert_eq!((store.passed(&wanted("")).unwrap(), store.passed(&wanted("one")).unwrap()), (3, 0));
    assert_eq!(store.failed_with(&wanted("b")).unwrap(), [Some("v1:one".to_owned())]);
    assert_eq!(store.failed_with(&wanted("")).unwrap().len(), 2);
    let elsewhere = SameFilesQuery { project: "/home/dev", ..wanted("") };
    assert_eq!((store.passed(&elsewhere).unwrap(), store.failed_with(&elsewhere).unwrap().len()), (0, 0));
}
