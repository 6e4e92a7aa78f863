//! What putting a report changes, and what it must leave alone.

use rcad_core::model::report::Outcome;
use rcad_store::{Counts, PutOutcome};

use crate::store::{Lab, analysis, report};

#[test]
fn a_new_report_makes_an_rca() {
    let lab = Lab::new();
    let put = lab.fail("a", "basket", 100);
    let id = put.rca.clone().unwrap();
    assert_eq!((put.occurrences, put.repeated), (1, false));
    assert!(id.len() == 12 && id.chars().all(|c| c.is_ascii_hexdigit()), "{id}");
    let rca = lab.store.get(&id).unwrap().unwrap();
    assert_eq!(rca.analysis.id.as_deref(), Some(id.as_str()));
    assert_eq!(rca.analysis.errors, analysis("basket").errors);
    assert_eq!((rca.first_seen_ms, rca.last_seen_ms, rca.announced_ms), (100, 100, None));
    assert_eq!((rca.project.as_deref(), rca.project_name.as_deref()), (Some("/home/dev/app"), Some("app")));
    assert_eq!((rca.last_report.as_str(), rca.environment.gradle.as_deref()), ("a", Some("8.2.1")));
    assert!(lab.store.holds("a").unwrap() && !lab.store.holds("b").unwrap());
}

#[test]
fn the_same_report_again_changes_nothing() {
    let lab = Lab::new();
    let first = lab.fail("a", "basket", 100);
    let before = lab.store.list(9).unwrap();
    // Even where the answer has become another one meanwhile.
    let second = lab.fail("a", "till", 900);
    assert_eq!(second, PutOutcome { repeated: true, ..first });
    assert_eq!(lab.store.list(9).unwrap(), before);
    assert_eq!(lab.store.counts().unwrap(), Counts { rcas: 1, builds: 1, crashes: 0 });
}

#[test]
fn a_repeated_report_is_told_the_count_of_today() {
    let lab = Lab::new();
    lab.fail("a", "basket", 100);
    lab.fail("b", "basket", 200);
    assert_eq!(lab.fail("a", "basket", 100).occurrences, 2);
}

#[test]
fn another_build_with_the_same_failure_counts_and_renews() {
    let lab = Lab::new();
    let first = lab.fail("a", "basket", 100);
    let second = lab.fail("b", "basket", 300);
    assert_eq!(second, PutOutcome { occurrences: 2, ..first });
    let rca = lab.store.list(9).unwrap().pop().unwrap();
    assert_eq!((rca.occurrences, rca.first_seen_ms, rca.last_seen_ms), (2, 100, 300));
    assert_eq!(rca.last_report, "b");
    assert_eq!(lab.list().len(), 1, "the old place in the order of time is gone");
}

#[test]
fn an_older_record_that_is_read_late_counts_but_does_not_renew() {
    let lab = Lab::new();
    let newest = lab.fail("b", "basket", 300);
    let mut older = analysis("basket");
    older.root_cause = Some("An older answer.".into());
    let late = lab.store.put(&report("a", 100), Some(&older), None).unwrap();
    assert_eq!((&late.rca, late.occurrences), (&newest.rca, 2));
    let rca = lab.store.list(9).unwrap().pop().unwrap();
    assert_eq!((rca.first_seen_ms, rca.last_seen_ms, rca.last_report.as_str()), (100, 300, "b"));
    assert_eq!(rca.analysis.root_cause.as_deref(), Some("`basket` is not declared."));
    assert_eq!(lab.store.report("a").unwrap().unwrap(), report("a", 100), "its text is kept as well");
    // One between the two moves neither end.
    lab.fail("c", "basket", 200);
    let rca = lab.store.list(9).unwrap().pop().unwrap();
    assert_eq!((rca.occurrences, rca.first_seen_ms, rca.last_seen_ms), (3, 100, 300));
}

#[test]
fn a_green_build_is_a_build_without_an_rca() {
    let lab = Lab::new();
    let mut green = report("a", 100);
    green.outcome = Outcome::Ok;
    assert_eq!(lab.store.put(&green, None, None).unwrap(), PutOutcome { rca: None, occurrences: 0, repeated: false });
    assert_eq!(lab.store.put(&green, None, None).unwrap(), PutOutcome { rca: None, occurrences: 0, repeated: true });
    assert_eq!(lab.store.counts().unwrap(), Counts { rcas: 0, builds: 1, crashes: 0 });
    assert_eq!(lab.store.report("a").unwrap(), None, "nobody asks for a green build's log");
}

#[test]
fn being_announced_survives_later_builds() {
    let lab = Lab::new();
    let id = lab.fail("b", "basket", 200).rca.unwrap();
    lab.store.set_announced(&id, 250).unwrap();
    lab.fail("c", "basket", 300);
    lab.fail("a", "basket", 100);
    let lab = lab.reopen();
    let rca = lab.store.get(&id).unwrap().unwrap();
    assert_eq!((rca.announced_ms, rca.occurrences, rca.last_seen_ms), (Some(250), 3, 300));
    lab.store.set_announced("ffffffffffff", 1).unwrap();
    assert_eq!(lab.store.counts().unwrap().rcas, 1, "an unknown id makes nothing");
}

#[test]
fn a_report_comes_back_as_it_was() {
    let lab = Lab::new();
    let mut odd = report("a", 100);
    odd.text = "\u{1b}[31me: Zeile – 行\u{0}\r\n".repeat(40_000);
    lab.store.put(&odd, Some(&analysis("basket")), None).unwrap();
    let lab = lab.reopen();
    assert_eq!(lab.store.report("a").unwrap(), Some(odd));
    assert_eq!(lab.store.report("b").unwrap(), None);
}
