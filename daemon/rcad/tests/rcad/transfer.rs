//! Export and import: everything stored moves from one computer to another.

use std::fs;
use std::process::Stdio;

use crate::lab::Lab;

/// A daemon with three failures of two kinds and a green build.
fn remembering() -> Lab {
    let lab = started();
    for (n, golden) in
        ["javac-8.2.1.json", "settings-8.2.1.json", "green-8.2.1.json", "javac-8.2.1.json"].iter().enumerate()
    {
        lab.spool(n as u64, golden);
    }
    lab.wait_for_builds(4);
    lab
}

fn started() -> Lab {
    let lab = Lab::bare();
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab
}

/// The list without the links, which differ between daemons.
fn list(lab: &Lab) -> Vec<serde_json::Value> {
    let mut list = lab.json(&["list", "--format", "json"]).as_array().unwrap().clone();
    list.iter_mut().for_each(|rca| rca["page"] = "".into());
    list
}

#[test]
fn an_export_is_imported_elsewhere_once() {
    let (from, to) = (remembering(), started());
    let file = from.path("memory.jsonl");
    let told = from.rcad(&["export", file.to_str().unwrap()]).ok();
    assert!(told.err.contains("2 failures and 4 builds") && told.out.is_empty(), "{told:?}");
    assert_eq!(from.rcad(&["export"]).ok().out, fs::read_to_string(&file).unwrap(), "the same on standard output");
    let first = to.rcad(&["import", file.to_str().unwrap()]).ok();
    assert!(first.err.contains("2 new failures and 4 builds"), "{first:?}");
    assert_eq!(list(&to), list(&from));
    let again = to.command(&["import"]).stdin(Stdio::from(fs::File::open(&file).unwrap())).output().unwrap();
    let err = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(
        again.status.success() && err.contains("0 new failures and 0 builds") && err.contains("2 unchanged"),
        "{err}"
    );
    assert_eq!(list(&to), list(&from));
    // Both have a record that one of them has imported.
    to.spool(3, "javac-8.2.1.json");
    to.wait("the record", |lab| lab.waiting().is_empty().then_some(()));
    assert_eq!(list(&to), list(&from));
    let doctor = to.rcad(&["doctor"]);
    assert!(doctor.out.contains("2 failures, 4 builds and crashes, 3 logs"), "{doctor:?}");
}

#[test]
fn what_is_no_whole_export_is_told() {
    let (from, to) = (remembering(), started());
    let file = from.path("memory.jsonl");
    from.rcad(&["export", file.to_str().unwrap()]).ok();
    let text = fs::read_to_string(&file).unwrap();
    let import = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        to.rcad(&["import", file.to_str().unwrap()])
    };
    let empty = import(b"");
    assert!(empty.code == 2 && empty.err.contains("is empty"), "{empty:?}");
    let foreign = import(b"BUILD FAILED in 3s\n");
    assert!(foreign.code == 2 && foreign.err.contains("does not begin as an export") && foreign.err.contains("hint:"));
    let missing = to.rcad(&["import", "/nowhere/at/all.jsonl"]);
    assert!(missing.code == 2 && missing.err.contains("/nowhere/at/all.jsonl"), "{missing:?}");
    assert_eq!(to.status()["builds"], 0);
    let second = text.lines().nth(1).unwrap().len();
    let half = import(&text.as_bytes()[..text.find('\n').unwrap() + second + 60]);
    assert!(half.code == 1 && half.err.contains("1 new failures"), "{half:?}");
    assert!(half.err.contains("skipped line 3") && half.err.contains("the file is truncated"), "{half:?}");
    let whole = import(text.as_bytes());
    assert!(whole.code == 0 && whole.err.contains("1 new failures"), "{whole:?}");
    assert_eq!(list(&to), list(&from));
}

/// An older export stays if the new one can't be written.
#[test]
fn an_export_that_cannot_be_written_is_told() {
    let from = remembering();
    let refused = from.rcad(&["export", from.path("none/memory.jsonl").to_str().unwrap()]);
    assert!(refused.code == 2 && refused.err.contains("none/memory.jsonl"), "{refused:?}");
    let of_none = from.rcad(&["export", "--project", "none"]).ok();
    assert_eq!(of_none.out.lines().count(), 2, "{of_none:?}");
    assert!(of_none.err.contains("0 failures and 0 builds"));
}
