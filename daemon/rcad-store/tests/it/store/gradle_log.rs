//! How far Gradle's logs were read and what scripts told of them.

use rcad_store::{LogPosition, Store};

use crate::store::{Lab, analysis, report};

const LOG: &str = "/home/dev/.gradle/daemon/8.2.1/daemon-4242.out.log";
/// Sorts directly behind [`LOG`].
const OTHER: &str = "/home/dev/.gradle/daemon/8.2.1/daemon-4242.out.log2";

fn at(path: &str, offset: u64) -> LogPosition {
    LogPosition { path: path.into(), offset }
}

fn tell(store: &Store, id: &str, path: &str, offset: u64) {
    let put = store.put(&report(id, offset), Some(&analysis("basket")), Some(&at(path, offset))).unwrap();
    assert!(!put.repeated);
}

#[test]
fn a_window_was_told_when_a_script_stood_in_it() {
    let lab = Lab::new();
    tell(&lab.store, "a", LOG, 500);
    for (from, to, told) in [(400, 600, true), (500, 500, true), (500, 900, true), (0, 499, false), (501, 900, false)] {
        assert_eq!(lab.store.is_reported(LOG, from, to).unwrap(), told, "{from}..={to}");
    }
    assert!(!lab.store.is_reported(OTHER, 0, u64::MAX).unwrap());
    assert!(lab.reopen().store.is_reported(LOG, 400, 600).unwrap());
}

#[test]
fn settling_forgets_what_was_told_of_that_log_up_to_there() {
    let lab = Lab::new();
    tell(&lab.store, "a", LOG, 500);
    tell(&lab.store, "b", LOG, 900);
    tell(&lab.store, "c", OTHER, 500);
    lab.store.settle_log(&at(LOG, 600)).unwrap();
    assert!(!lab.store.is_reported(LOG, 0, 600).unwrap());
    assert!(lab.store.is_reported(LOG, 601, 1000).unwrap(), "a build that is under way");
    assert!(lab.store.is_reported(OTHER, 400, 600).unwrap(), "another log");
    assert_eq!((lab.store.log_cursor(LOG).unwrap(), lab.store.log_cursor(OTHER).unwrap()), (Some(600), None));
}

#[test]
fn cursors_are_kept_and_may_go_back() {
    let lab = Lab::new();
    assert_eq!(lab.store.log_cursors().unwrap(), []);
    lab.store.settle_log(&at(OTHER, 7)).unwrap();
    lab.store.settle_log(&at(LOG, 600)).unwrap();
    lab.store.settle_log(&at(LOG, 20)).unwrap(); // The log was shortened and began anew.
    let lab = lab.reopen();
    assert_eq!(lab.store.log_cursors().unwrap(), [at(LOG, 20), at(OTHER, 7)]);
}

#[test]
fn deleted_logs_are_forgotten() {
    let lab = Lab::new();
    for (id, path) in [("a", LOG), ("b", OTHER)] {
        tell(&lab.store, id, path, 500);
        lab.store.settle_log(&at(path, 100)).unwrap();
    }
    lab.store.forget_logs(|path| path == OTHER).unwrap();
    assert_eq!(lab.store.log_cursors().unwrap(), [at(OTHER, 100)]);
    assert!(!lab.store.is_reported(LOG, 0, u64::MAX).unwrap() && lab.store.is_reported(OTHER, 0, u64::MAX).unwrap());
    assert_eq!(lab.store.counts().unwrap().builds, 2, "their builds stay");
}
