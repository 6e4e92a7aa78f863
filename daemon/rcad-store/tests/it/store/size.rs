//! A store that is too large: what goes, in which order, and what never does.

use rcad_core::model::report::Outcome;
use rcad_store::{AnswerCache, Multipliers, Store, TrimReport, Vote};

use crate::store::{Lab, analysis, report};

/// A log that does not get small by packing.
fn noise(seed: u64) -> String {
    let mut state = seed;
    let mut letter = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b' ' + (state >> 58) as u8)
    };
    (0..4000).map(|_| letter()).collect()
}

/// Sixty failures and sixty green builds, one of each a second; the oldest failure was found right.
fn large() -> Lab {
    let lab = Lab::new();
    for n in 0..60 {
        let mut failed = report(&format!("r{n}"), n * 1000);
        failed.text = noise(n);
        lab.store.put(&failed, Some(&analysis(&format!("s{n}"))), None).unwrap();
        let mut green = report(&format!("g{n}"), n * 1000 + 500);
        green.outcome = Outcome::Ok;
        green.tasks = vec![noise(n + 1000)];
        lab.store.put(&green, None, None).unwrap();
    }
    let oldest = lab.store.list(99).unwrap().pop().unwrap().id;
    let said = lab.store.feedback(&oldest, Vote::Up, None, 1, &Multipliers::default(), &AnswerCache::new(1, 1));
    assert!(said.unwrap().is_some());
    lab
}

fn sound(store: &Store) {
    let found = store.verify().unwrap();
    assert_eq!(found.wrong, 0, "{found:#?}");
}

#[test]
fn a_store_below_its_size_is_left_alone() {
    let lab = large();
    let before = lab.store.last_change().unwrap();
    assert_eq!(lab.store.keep_below(64 << 20).unwrap(), TrimReport::default());
    assert_eq!((lab.store.last_change().unwrap(), lab.store.verify().unwrap().reports), (before, 60));
}

#[test]
fn the_oldest_reports_go_first_and_their_answers_stay() {
    let lab = large();
    let before = lab.store.last_change().unwrap();
    let gone = lab.store.keep_below(500 << 10).unwrap();
    assert!(gone.reports > 5 && gone.reports < 60, "{gone:?}");
    assert_eq!((gone.builds, gone.rcas), (0, 0));
    for n in 0..60 {
        let kept = lab.store.report(&format!("r{n}")).unwrap().is_some();
        assert_eq!(kept, n >= gone.reports, "{n} of {gone:?}");
    }
    assert_eq!(lab.store.list(99).unwrap().len(), 60);
    assert_eq!(lab.store.last_change().unwrap(), before, "nothing is found in another way now");
    assert_eq!(lab.store.trimmed().unwrap(), gone);
    sound(&lab.store);
    assert_eq!(lab.store.keep_below(500 << 10).unwrap(), TrimReport::default(), "that was enough");
}

#[test]
fn green_builds_go_next_and_what_was_found_right_never() {
    let lab = large();
    let gone = lab.store.keep_below(200 << 10).unwrap();
    assert_eq!((gone.reports, gone.rcas), (60, 0), "{gone:?}");
    assert!(gone.builds > 10 && !lab.store.holds("g0").unwrap() && lab.store.holds("g59").unwrap(), "{gone:?}");
    sound(&lab.store);
    let gone = lab.store.keep_below(1).unwrap();
    assert_eq!(gone.rcas, 59, "{gone:?}");
    let left = lab.store.list(99).unwrap();
    assert!(left.len() == 1 && left[0].user_validated && left[0].last_report == "r0", "{left:?}");
    assert_eq!((lab.store.trimmed().unwrap().rcas, lab.store.trimmed().unwrap().reports), (59, 60));
    sound(&lab.store);
    lab.fail("new", "basket", 99_000);
    sound(&lab.reopen().store);
}

#[test]
fn a_file_that_is_mostly_free_is_cut_off_while_nobody_reads() {
    let lab = Lab::new();
    for n in 0..1200 {
        let mut failed = report(&format!("r{n}"), n);
        failed.text = (0..3).map(|part| noise(n * 3 + part)).collect();
        lab.store.put(&failed, Some(&analysis(&format!("s{}", n % 400))), None).unwrap();
    }
    let before = lab.store.file_bytes().unwrap();
    assert!(before > 12 << 20, "{before}");
    assert_eq!(lab.store.keep_below(2 << 20).unwrap().rcas, 0);
    let mut reader = lab.store.export(None).unwrap();
    assert!(reader.next().unwrap().is_ok());
    assert!(!lab.store.compact().unwrap(), "somebody reads");
    drop(reader);
    lab.store.compact().unwrap();
    let after = lab.store.file_bytes().unwrap();
    assert!(after < before / 2, "{before} {after}");
    sound(&lab.store);
    assert!(!lab.store.compact().unwrap(), "it is small now");
}
