//! Whatever happens to the index's files, the next catch-up finds every RCA again.

use std::cell::{Cell, RefCell};
use std::fs;
use std::path::{Path, PathBuf};

use rcad_core::Report;
use rcad_store::{Index, Store};

use crate::index::{Lab, numbered};

const RCAS: usize = 60;

/// A lab with an index of several segments and deleted documents.
fn lab() -> Lab {
    let mut lab = Lab::new();
    for n in 0..RCAS as u64 {
        let (report, analysis) = numbered(n);
        lab.store.put(&report, Some(&analysis), None).unwrap();
        if n % 20 == 0 {
            lab.catch_up();
            let again = Report { id: format!("{} again", report.id), ..report };
            lab.store.put(&again, Some(&analysis), None).unwrap();
        }
    }
    lab.catch_up();
    check(&lab);
    lab.reopen();
    lab
}

/// Every RCA of the store is found by its own message.
#[track_caller]
fn check(lab: &Lab) {
    assert_eq!(lab.index.state().documents, RCAS as u64);
    assert_eq!((lab.index.state().behind, lab.index.state().problem), (0, None));
    for rca in lab.store.list(usize::MAX).unwrap() {
        let message = &rca.analysis.primary().unwrap().message;
        assert!(lab.find(message).contains(&rca.id), "{message}");
    }
}

/// Catches up; what was wrong with the index, and how many changes were taken in.
fn catch_up(lab: &Lab) -> (Option<String>, u64) {
    let (problem, taken) = (RefCell::new(None), Cell::new(0));
    let progress = |done, _| {
        problem.replace_with(|before| before.take().or(lab.index.state().problem));
        taken.set(done);
        true
    };
    lab.index.catch_up(&lab.store, None, &progress).unwrap();
    (problem.into_inner(), taken.get())
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            all.extend(files(&entry));
        } else {
            all.push(entry);
        }
    }
    all.sort();
    all
}

#[test]
fn an_index_that_is_whole_is_used_as_it_is() {
    let mut lab = lab();
    assert_eq!(catch_up(&lab), (None, 0));
    check(&lab);
    lab.reopen();
    lab.put("/q", 1, "e: file:///p/A.kt:1:1 Unresolved reference 'oneMore'.\n");
    assert_eq!(catch_up(&lab), (None, 1));
    assert_eq!(lab.find("oneMore").len(), 1);
}

#[test]
fn each_damaged_file_is_noticed() {
    let mut lab = lab();
    let pristine = lab.dir.path().join("pristine");
    copy(&lab.index_dir(), &pristine);
    let names = files(&pristine);
    let names: Vec<&Path> = names.iter().map(|file| file.strip_prefix(&pristine).unwrap()).collect();
    assert!(names.len() > 15, "{names:?}");
    let mut rebuilt = 0;
    for name in names.iter().filter(|name| !name.to_string_lossy().ends_with(".lock")) {
        let bytes = fs::read(pristine.join(name)).unwrap();
        let last = bytes.len() - 1;
        let cut = |length: usize| Some(bytes[..length].to_vec());
        let flipped = |at: usize| Some([&bytes[..at], &[bytes[at] ^ 0x10], &bytes[at + 1..]].concat());
        let foreign = Some(b"foreign".to_vec());
        for damaged in [None, cut(0), cut(last / 2), cut(last), flipped(0), flipped(last / 2), flipped(last), foreign] {
            lab.index = Index::open(Path::new("")); // Closed, while its files are changed.
            fs::remove_dir_all(lab.index_dir()).unwrap();
            copy(&pristine, &lab.index_dir());
            match &damaged {
                Some(damaged) => fs::write(lab.index_dir().join(name), damaged).unwrap(),
                None => fs::remove_file(lab.index_dir().join(name)).unwrap(),
            }
            lab.reopen();
            rebuilt += u32::from(catch_up(&lab).1 == RCAS as u64);
            check(&lab);
        }
    }
    // The others are leftovers that nothing reads.
    assert!(rebuilt as usize > names.len() * 6, "{rebuilt} of {} files", names.len());
}

#[test]
fn an_index_that_is_missing_foreign_or_ahead_of_the_store_is_built_again() {
    let mut lab = lab();
    fs::remove_dir_all(lab.index_dir()).unwrap();
    lab.reopen();
    assert_eq!(catch_up(&lab), (None, RCAS as u64), "that there is none is no problem");
    check(&lab);

    fs::remove_dir_all(lab.index_dir()).unwrap();
    fs::create_dir(lab.index_dir()).unwrap();
    fs::write(lab.index_dir().join("words"), "a file where the directory should be").unwrap();
    lab.reopen();
    let (problem, taken) = catch_up(&lab);
    assert!(problem.is_some() && taken == RCAS as u64, "{problem:?}");
    check(&lab);

    let backup = lab.dir.path().join("backup.redb");
    fs::copy(lab.dir.path().join("rca.redb"), &backup).unwrap();
    lab.put("/q", 1, "e: file:///p/A.kt:1:1 Unresolved reference 'lostLater'.\n");
    lab.catch_up();
    assert_eq!(lab.find("lostLater").len(), 1);
    lab.store = Store::open(&backup).unwrap();
    lab.reopen();
    let (problem, taken) = catch_up(&lab);
    assert!(problem.is_some_and(|why| why.contains("ahead of the store")) && taken == RCAS as u64);
    assert_eq!(lab.find("lostLater"), [""; 0]);
    check(&lab);

    let other = Lab::new();
    let id = other.put("/p", 1, "e: file:///p/A.kt:1:1 Unresolved reference 'ofTheOther'.\n");
    lab.store = other.store;
    lab.reopen();
    let (problem, taken) = catch_up(&lab);
    assert!(problem.is_some_and(|why| why.contains("of another store")) && taken == 1);
    assert_eq!(lab.find("ofTheOther"), [id]);
    assert_eq!(lab.index.state().documents, 1);
}

#[test]
fn work_that_was_stopped_stays_and_goes_on() {
    let mut lab = Lab::new();
    for (report, analysis) in (0..250).map(numbered) {
        lab.store.put(&report, Some(&analysis), None).unwrap();
    }
    lab.index.catch_up(&lab.store, None, &|done, total| !(done >= 100 && total == 250)).unwrap();
    let state = lab.index.state();
    assert_eq!((state.documents, state.behind), (100, 150));
    assert!(!lab.find("symbol7").is_empty());
    lab.reopen();
    let first = Cell::new(None);
    let progress = |_, total| {
        first.set(first.get().or(Some(total)));
        true
    };
    lab.index.catch_up(&lab.store, None, &progress).unwrap();
    assert_eq!(first.get(), Some(150), "what was done is not done again");
    let state = lab.index.state();
    assert_eq!((state.documents, state.behind), (250, 0));
}

fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let target = to.join(file.strip_prefix(from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&file, target).unwrap();
    }
}
