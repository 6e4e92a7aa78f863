//! What a person says of two failures: one, or not one. And green builds after open failures.

use rcad_core::Analysis;
use rcad_core::model::change::{Change, ChangeKind, ChangeSubject};
use rcad_core::model::memory::ObservedFix;
use rcad_core::model::report::Outcome;
use rcad_store::{FixSearch, MergeOutcome, Resolution};

use super::{Lab, analysis, report};

/// A failed build with the same symbol as `x` but other words, so another fingerprint.
fn fail_alike(lab: &Lab, id: &str, ended_ms: u64) -> String {
    let other = Analysis { fingerprint: Some("v1:x-elsewhere".into()), ..analysis("x") };
    lab.store.put(&report(id, ended_ms), Some(&other), None).unwrap().rca.unwrap()
}

fn remembered(lab: &Lab, fingerprint: &str) -> Vec<String> {
    let mut ids: Vec<String> = lab.store.remembered(fingerprint).unwrap().into_iter().map(|rca| rca.id).collect();
    ids.sort();
    ids
}

#[test]
fn merged_ones_are_remembered_together_until_they_are_split_and_again() {
    let lab = Lab::new();
    let one = lab.fail("1", "x", 10).rca.unwrap();
    let other = fail_alike(&lab, "2", 20);
    let mut both = vec![one.clone(), other.clone()];
    both.sort();
    assert_eq!(remembered(&lab, "v1:x"), [one.as_str()]);
    assert_eq!(lab.store.merge(&one, &other).unwrap(), MergeOutcome::Done);
    assert_eq!(lab.store.merge(&other, &one).unwrap(), MergeOutcome::Already);
    lab.fail("3", "x", 30); // A new build keeps the decision.
    let lab = lab.reopen();
    assert_eq!((remembered(&lab, "v1:x"), remembered(&lab, "v1:x-elsewhere")), (both.clone(), both.clone()));
    assert_eq!(lab.store.split(&one, &other).unwrap(), MergeOutcome::Done);
    assert_eq!(remembered(&lab, "v1:x"), [one.as_str()]);
    assert_eq!(lab.store.get(&one).unwrap().unwrap().split_from, [other.as_str()]);
    assert_eq!(lab.store.split(&other, &one).unwrap(), MergeOutcome::Already);
    assert_eq!(lab.store.merge(&one, &other).unwrap(), MergeOutcome::Done);
    assert_eq!(remembered(&lab, "v1:x"), both);
    assert!(lab.store.get(&one).unwrap().unwrap().split_from.is_empty());
}

#[test]
fn another_symbol_the_same_record_and_an_unknown_one_are_refused() {
    let lab = Lab::new();
    let (x, y) = (lab.fail("1", "x", 10).rca.unwrap(), lab.fail("2", "y", 20).rca.unwrap());
    let before = lab.store.last_change().unwrap();
    let refused = lab.store.merge(&x, &y).unwrap();
    assert_eq!(refused, MergeOutcome::Refused("the symbol differs: `x` and `y`".into()));
    assert!(matches!(lab.store.merge(&x, &x).unwrap(), MergeOutcome::Refused(_)));
    assert!(matches!(lab.store.split(&x, &x).unwrap(), MergeOutcome::Refused(_)));
    assert_eq!(lab.store.merge(&x, "none").unwrap(), MergeOutcome::Unknown("none".into()));
    assert_eq!(lab.store.last_change().unwrap(), before, "nothing was changed");
}

fn resolution(failed_ms: u64, green_ms: u64) -> Resolution {
    Resolution { failed_ms, green_ms, versions: Vec::new(), change: None, fix: None, search: None }
}

fn open(lab: &Lab, before_ms: u64) -> Vec<String> {
    lab.store.open_rcas("/home/dev/app", before_ms, 20).unwrap().into_iter().map(|open| open.rca.id).collect()
}

#[test]
fn a_failure_is_open_until_its_tasks_are_green_and_again_when_it_returns() {
    let lab = Lab::new();
    let (x, y) = (lab.fail("1", "x", 10).rca.unwrap(), lab.fail("2", "y", 20).rca.unwrap());
    assert_eq!(open(&lab, 100), [y.clone(), x.clone()]);
    assert_eq!(open(&lab, 20), [x.as_str()], "a green build says nothing of what failed after it");
    assert!(lab.store.open_rcas("/home/dev/other", 100, 20).unwrap().is_empty());
    lab.store.resolve(&[(x.clone(), resolution(10, 30)), ("none".into(), resolution(1, 2))]).unwrap();
    assert_eq!(open(&lab, 100), [y.as_str()]);
    lab.store.resolve(&[(x.clone(), resolution(10, 30))]).unwrap();
    assert_eq!(lab.store.get(&x).unwrap().unwrap().resolutions.len(), 1, "the same green build again");
    lab.fail("3", "x", 40);
    assert_eq!(open(&lab, 100), [x.clone(), y]);
    lab.store.resolve(&[(x.clone(), resolution(10, 50))]).unwrap();
    assert_eq!(open(&lab, 100)[0], x, "it has failed again since");
    lab.store.resolve(&[(x.clone(), resolution(40, 60))]).unwrap();
    let kept: Vec<u64> = lab.reopen().store.get(&x).unwrap().unwrap().resolutions.iter().map(|r| r.green_ms).collect();
    assert_eq!(kept, [30, 60], "what was seen before is kept");
}

#[test]
fn what_differed_is_added_to_the_resolution_that_it_is_of() {
    let lab = Lab::new();
    let x = lab.fail("1", "x", 10).rca.unwrap();
    lab.store.resolve(&[(x.clone(), resolution(10, 30))]).unwrap();
    let change = Change {
        after: Some("pageCount".into()),
        line: Some(16),
        ..Change::new(ChangeKind::Renamed, ChangeSubject::Function, "pages", "Book.java")
    };
    let diff = Some("-int pages();\n+int pageCount();\n".to_owned());
    let fix = ObservedFix { tied: true, files: 1, changes: vec![change], diff };
    let found = Some(&fix);
    assert!(lab.store.finish_fix_search(&x, 30, found).unwrap());
    assert!(!lab.store.finish_fix_search(&x, 31, found).unwrap());
    assert!(!lab.store.finish_fix_search("none", 30, found).unwrap());
    let lab = lab.reopen();
    let stored = lab.store.get(&x).unwrap().unwrap();
    assert_eq!(stored.resolved().unwrap().fix, Some(fix));
    lab.fail("2", "x", 40);
    let again = lab.store.get(&x).unwrap().unwrap();
    assert!(again.resolved().is_none() && again.resolutions[0].fix.is_some(), "kept for the next time");
}

#[test]
fn a_search_for_what_differed_is_known_until_it_is_finished() {
    let lab = Lab::new();
    let x = lab.fail("1", "x", 10).rca.unwrap();
    let y = lab.fail("2", "y", 11).rca.unwrap();
    let search = Some(FixSearch { green: "green".into(), begun: 0 });
    lab.store.resolve(&[(x.clone(), Resolution { search: search.clone(), ..resolution(10, 30) })]).unwrap();
    lab.store.resolve(&[(y, resolution(11, 30))]).unwrap();
    let lab = lab.reopen();
    let unfinished = || lab.store.unfinished_fix_searches().unwrap();
    assert_eq!(unfinished().iter().map(|rca| rca.id.as_str()).collect::<Vec<_>>(), [x.as_str()]);
    assert_eq!(unfinished()[0].resolved().unwrap().search, search);
    assert!(lab.store.begin_fix_search(&x, 30).unwrap());
    assert_eq!(unfinished()[0].resolved().unwrap().search.as_ref().unwrap().begun, 1);
    assert!(lab.store.finish_fix_search(&x, 30, None).unwrap());
    assert!(unfinished().is_empty());
}

#[test]
fn the_newest_that_is_open_is_found_in_any_project() {
    let lab = Lab::new();
    assert!(lab.store.newest_open().unwrap().is_none());
    let (x, y) = (lab.fail("1", "x", 10).rca.unwrap(), lab.fail("2", "y", 20).rca.unwrap());
    let newest = || lab.store.newest_open().unwrap().map(|rca| rca.id);
    assert_eq!(newest(), Some(y.clone()));
    lab.store.resolve(&[(y, resolution(20, 30))]).unwrap();
    assert_eq!(newest(), Some(x.clone()));
    lab.store.resolve(&[(x, resolution(10, 30))]).unwrap();
    assert_eq!(newest(), None);
}

#[test]
fn the_open_ones_come_with_their_tasks() {
    let lab = Lab::new();
    lab.fail("1", "x", 10);
    let found = lab.store.open_rcas("/home/dev/app", 100, 20).unwrap().pop().unwrap();
    assert_eq!((found.build.outcome, found.build.tasks), (Outcome::Failed, vec![":app:assembleDebug".to_owned()]));
}
