//! Faults in the daemon's workers: `status` reports them, builds are stored or wait, and the daemon stops on request.
//! The faults are injected by `RCAD_FAULT`, which release builds don't have.

use std::io::{BufRead, BufReader};

use serde_json::Value;

use crate::lab::{Lab, Ran};

/// Every worker: its fault point, and its name in `status`.
const WORKERS: [(&str, &str); 7] = [
    ("capture", "capture"),
    ("indexer", "search index"),
    ("agent", "agent"),
    ("embedding", "embedding model"),
    ("maintenance", "maintenance"),
    ("libraries", "library index"),
    ("announcer", "notifications"),
];

/// A running daemon with these faults. Also returns its spool.
fn lab(faults: &str) -> Lab {
    let lab = Lab::bare_with(&[("RCAD_FAULT", faults)]);
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab
}

fn health(lab: &Lab) -> String {
    let status = lab.status();
    let health: Vec<&str> = status["health"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    health.join("\n")
}

fn said(lab: &Lab, what: &str) {
    lab.wait(what, |lab| health(lab).contains(what).then_some(()));
}

fn log(lab: &Lab) -> String {
    std::fs::read_to_string(lab.state().join("log/rcad.log")).unwrap()
}

/// The daemon stops although one of its workers hangs; `rcad stop` gives up after ten seconds.
fn stopped(lab: &Lab) -> Ran {
    lab.rcad(&["stop"]).ok()
}

#[test]
fn a_worker_that_panics_once_is_said_and_goes_on() {
    let faults: Vec<String> = WORKERS.iter().map(|(point, _)| format!("{point}:panic-once")).collect();
    let lab = lab(&faults.join(";"));
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    assert!(lab.waiting().is_empty());
    for (point, name) in WORKERS {
        said(&lab, &format!("{name} has failed once and was started again (it panicked: a test's fault in {point})"));
        assert!(log(&lab).contains(&format!("panic in thread `{name}` at")), "{}", log(&lab));
    }
    assert!(log(&lab).contains("fault.rs:"), "with its place");
    assert_eq!(lab.rcad(&["status"]).code, 1, "not all is well");
    lab.spool(2, "green-4.4.1.json");
    lab.wait_for_builds(2);
    stopped(&lab);
}

#[test]
fn a_worker_that_always_panics_costs_no_build() {
    for (point, name) in WORKERS {
        let mut lab = lab(&format!("{point}:panic"));
        lab.spool(1, "javac-4.4.1.json");
        if point == "capture" {
            said(&lab, "put aside in spool/bad: 1700000000001-1-1.failed.json (its analysis failed 2 times)");
            assert_eq!(lab.status()["bad"], 1);
        } else {
            lab.wait_for_builds(1);
        }
        said(&lab, &format!("{name} has failed"));
        stopped(&lab);
        lab.add_environment("RCAD_FAULT", "");
        lab.rcad(&["start"]).ok();
        lab.spool(2, "javac-4.4.1.json");
        lab.wait_for_builds(if point == "capture" { 1 } else { 2 });
        assert_eq!(lab.status()["health"], serde_json::json!([]), "{name}");
    }
}

#[test]
fn workers_that_hang_are_said_and_keep_neither_the_spool_nor_the_end() {
    let faults: Vec<String> = WORKERS.iter().map(|(point, _)| format!("{point}:hang")).collect();
    let mut lab = lab(&faults.join(";"));
    lab.spool(1, "javac-4.4.1.json");
    // Notifications wait for a build.
    for (_, name) in WORKERS.iter().filter(|(point, _)| *point != "announcer") {
        said(&lab, &format!("{name} has not finished"));
    }
    assert_eq!((lab.status()["waiting"].as_u64(), lab.status()["builds"].as_u64()), (Some(1), Some(0)));
    stopped(&lab);
    assert!(log(&lab).contains("stopped without waiting any longer for"), "{}", log(&lab));
    lab.add_environment("RCAD_FAULT", "announcer:hang");
    lab.rcad(&["start"]).ok();
    lab.wait_for_builds(1);
    said(&lab, "notifications has not finished");
    stopped(&lab);
}

#[test]
fn a_record_that_brings_the_worker_down_twice_is_put_aside_and_the_others_are_stored() {
    let lab = lab("capture@-1-2.failed:panic");
    for n in 1..=3 {
        lab.spool(n, "javac-4.4.1.json");
    }
    lab.wait_for_builds(2);
    said(&lab, "put aside in spool/bad: 1700000000002-1-2.failed.json (its analysis failed 2 times)");
    assert!(lab.state().join("spool/bad/1700000000002-1-2.failed.json").is_file());
    assert!(lab.waiting().is_empty());
    let doctor = lab.rcad(&["doctor"]);
    assert!(doctor.code == 1 && doctor.out.contains("1700000000002-1-2.failed.json"), "{doctor:?}");
    stopped(&lab);
}

/// A crash that the daemon can't catch: after the restart, other records must come first.
#[test]
fn a_record_that_kills_the_daemon_waits_until_the_others_are_stored() {
    let mut lab = lab("");
    lab.rcad(&["stop"]).ok();
    lab.add_environment("RCAD_FAULT", "capture@-1-2.failed:abort");
    for n in 1..=3 {
        lab.spool(n, "javac-4.4.1.json");
    }
    for _ in 0..2 {
        // It may die before or after answering.
        lab.rcad(&["start"]);
        lab.wait_for_end();
    }
    lab.rcad(&["start"]).ok();
    lab.wait_for_builds(2);
    assert_eq!(lab.status()["waiting"], 1);
    stopped(&lab);
    // As after two more crashes.
    let attempts = lab.state().join("spool/.1700000000002-1-2.failed.json.attempts");
    assert_eq!(std::fs::read_to_string(&attempts).unwrap(), "ss");
    std::fs::write(&attempts, "ssss").unwrap();
    lab.rcad(&["start"]).ok();
    said(&lab, "the daemon ended 4 times while it was being analysed");
    assert_eq!((lab.status()["waiting"].as_u64(), lab.status()["bad"].as_u64()), (Some(0), Some(1)));
}

/// Endless streams do not delay the end of the daemon.
#[test]
fn the_daemon_ends_while_somebody_listens() {
    let lab = lab("");
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    let mut listeners: Vec<BufReader<_>> = (0..3).map(|_| lab.events()).collect();
    for listener in &mut listeners {
        let mut head = String::new();
        listener.read_line(&mut head).unwrap();
        assert!(head.contains("200"), "{head}");
    }
    stopped(&lab);
    assert!(log(&lab).trim_end().ends_with("stopped"), "{}", log(&lab));
}

/// Nor do requests that take long.
#[test]
fn the_daemon_ends_while_a_request_is_not_done() {
    let lab = lab("");
    let (mut request, mut head) = (lab.begun_import(), String::new());
    request.read_line(&mut head).unwrap();
    assert!(head.contains("100 Continue"), "{head}");
    stopped(&lab);
    assert!(log(&lab).contains("requests that were still being answered are broken off"), "{}", log(&lab));
}

#[test]
fn a_list_has_a_limit_and_says_so() {
    let lab = lab("");
    let token = format!("Bearer {}", lab.token());
    for (limit, code) in [("1000", 200), ("1001", 400), ("18446744073709551615", 400), ("0", 400), ("many", 400)] {
        let (status, body) = lab.http(&format!("/api/v1/rcas?limit={limit}"), &[("Authorization", &token)]);
        assert_eq!(status, code, "{limit}: {body}");
        assert!(code == 200 || body.contains("limit"), "{body}");
    }
    let refused = lab.rcad(&["list", "-n", "5000"]);
    assert!(refused.code == 2 && refused.err.contains("not from 1 to 1000"), "{refused:?}");
}
