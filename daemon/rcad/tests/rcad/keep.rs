//! Keeping records: the API, feedback, pruning, deleting, statistics.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::lab::Lab;

/// A request to the daemon: the status code and the JSON of its answer.
fn ask(lab: &Lab, method: &str, path: &str, body: &str) -> (u16, Value) {
    let file: Value = serde_json::from_slice(&std::fs::read(lab.state().join("daemon.json")).unwrap()).unwrap();
    let (address, token) = (file["address"].as_str().unwrap(), file["token"].as_str().unwrap());
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("{method} /api/v1/{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    let head = format!("{head}Authorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap_or_else(|e| panic!("{path}: {e}\n{answer}")))
}

/// The content of a successful answer.
#[track_caller]
fn data(lab: &Lab, method: &str, path: &str, body: &Value) -> Value {
    let (status, answer) = ask(lab, method, path, &body.to_string());
    assert!(status == 200 && answer["success"] == true, "{path}: {status} {answer}");
    answer["data"].clone()
}

/// Checks the code and message of a refusal.
#[track_caller]
fn refused(lab: &Lab, method: &str, path: &str, body: &str, code: &str, says: &str) {
    let (status, answer) = ask(lab, method, path, body);
    assert!(status >= 400 && answer["success"] == false && answer.get("data").is_none(), "{path}: {status} {answer}");
    assert_eq!(answer["error"]["code"], code, "{path}: {answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains(says), "{path}: {answer}");
}

fn record(n: u64, confidence: f64) -> Value {
    json!({
        "error_message": format!("cannot find symbol basket{n}"), "error_type": "java_cannot_find_symbol", "language": "java",
        "root_cause": format!("`basket{n}` is not declared."), "fix_guidelines": ["Declare it."], "confidence": confidence,
        "file_path": format!("src/Cart{n}.java"), "line_number": 12, "tool_calls_made": 0, "iterations": 1,
        "user_validated": false, "fingerprint": format!("v1:{n:016x}"),
    })
}

fn started() -> Lab {
    let lab = Lab::bare();
    lab.rcad(&["start"]).ok();
    lab
}

#[test]
fn records_are_added_read_changed_and_deleted_over_the_api() {
    let lab = started();
    let added = data(&lab, "POST", "records", &record(1, 0.8));
    let id = added["id"].as_str().unwrap();
    assert_eq!(added["error_type"], "java_cannot_find_symbol");
    assert_eq!(data(&lab, "GET", &format!("records/{id}"), &json!({})), added);
    // The same record in the shape of an RCA.
    let shown = lab.json(&["show", id, "--format", "json"]);
    assert_eq!((&shown["root_cause"], &shown["engine"]), (&added["root_cause"], &json!("agent")));
    assert_eq!(shown["errors"][0]["line"], 12);
    let changed = data(&lab, "PATCH", &format!("records/{}", &id[..5]), &json!({"confidence": 0.5}));
    assert_eq!((&changed["confidence"], &changed["root_cause"]), (&json!(0.5), &added["root_cause"]));
    refused(&lab, "POST", "records", &record(1, 0.8).to_string(), "ALREADY_EXISTS", id);
    let gone = data(&lab, "DELETE", &format!("records/{id}"), &json!({}));
    assert_eq!(gone["id"], id);
    for (method, path) in [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("GET", "/judgement")] {
        refused(&lab, method, &format!("records/{id}{path}"), "{}", "NOT_FOUND", id);
    }
    let stats = data(&lab, "GET", "records/stats", &json!({}));
    assert_eq!((&stats["rcas"], &stats["quality"]["total"]), (&json!(0), &json!(0)));
    let health = data(&lab, "GET", "records/health", &json!({}));
    assert_eq!((&health["rcas"], &health["embedding"]["state"]), (&json!(0), &json!("missing")));
}

#[test]
fn whatever_is_wrong_with_a_request_is_said_in_the_envelope() {
    let lab = started();
    let id = data(&lab, "POST", "records", &record(1, 0.8))["id"].as_str().unwrap().to_owned();
    let bad = "INVALID_PARAMETERS";
    let mut lacking = record(2, 0.5);
    lacking.as_object_mut().unwrap().remove("root_cause");
    refused(&lab, "POST", "records", &lacking.to_string(), bad, "lacks `root_cause`");
    refused(&lab, "POST", "records", "{\"error_message\": ", bad, "does not read");
    refused(&lab, "POST", "records", "[1]", bad, "not a JSON object");
    refused(&lab, "POST", "records", "", bad, "`confidence`");
    refused(&lab, "PATCH", &format!("records/{id}"), "{\"colour\": 1}", bad, "`colour` is no field");
    refused(&lab, "PATCH", &format!("records/{id}"), "{\"confidence\": 2}", bad, "`confidence` must be");
    let feedback = format!("records/{id}/feedback");
    refused(&lab, "POST", &feedback, "{}", bad, "word");
    refused(&lab, "POST", &feedback, "{\"word\": \"sideways\"}", bad, "sideways");
    let long = json!({"word": "up", "note": "x".repeat(5000)}).to_string();
    refused(&lab, "POST", &feedback, &long, bad, "`note` is longer");
    refused(&lab, "POST", "records/ffffffffffff/feedback", "{\"word\": \"up\"}", "NOT_FOUND", "ffffffffffff");
    refused(&lab, "POST", "prune", "{\"dryrun\": true}", bad, "dryrun");
    refused(&lab, "GET", "records/last1", "", "NOT_FOUND", "last1");
    // More records than there are hexadecimal digits: two ids begin alike.
    let mut first: Vec<String> = vec![id[..1].to_owned()];
    for n in 2..19 {
        let id = data(&lab, "POST", "records", &record(n, 0.8))["id"].as_str().unwrap().to_owned();
        first.push(id[..1].to_owned());
    }
    let twice = first.iter().find(|digit| first.iter().filter(|other| other == digit).count() > 1).unwrap();
    refused(&lab, "DELETE", &format!("records/{twice}"), "", "AMBIGUOUS_ID", "may be any of");
    assert_eq!(lab.status()["rcas"], 18);
}

#[test]
fn records_that_read_alike_are_found_through_every_filter() {
    let lab = started();
    let path = |rest: &str| format!("records/similar?text=basket{rest}");
    refused(&lab, "GET", &path(""), "", "NO_RESULTS", "none of 0 records");
    let mut kotlin = record(2, 0.5);
    (kotlin["language"], kotlin["error_type"]) = (json!("kotlin"), json!("kotlin_unresolved_reference"));
    (kotlin["error_message"], kotlin["project"]) = (json!("Unresolved reference: basket"), json!("/home/dev/shop"));
    let mut java = record(1, 0.9);
    java["error_message"] = json!("cannot find symbol basket");
    let java = data(&lab, "POST", "records", &java)["id"].clone();
    let kotlin = data(&lab, "POST", "records", &kotlin)["id"].clone();
    let mut other = record(3, 0.9);
    (other["error_message"], other["root_cause"]) = (json!("cannot find symbol gadget"), json!("It is not declared."));
    data(&lab, "POST", "records", &other);
    let search = |rest: &str| ask(&lab, "GET", &path(rest), "").1;
    let ids = |answer: &Value| -> Vec<Value> {
        let results = answer["data"]["results"].as_array().cloned().unwrap_or_default();
        results.into_iter().map(|record| record["id"].clone()).collect()
    };
    // The index follows shortly; ask the daemon until it has.
    lab.wait("both to be found", |_| (ids(&search("")).len() == 2).then_some(()));
    let both = search("");
    assert_eq!((&both["data"]["query"], &both["data"]["total_found"]), (&json!("basket"), &json!(2)));
    assert_eq!(both["data"]["results"][0]["fix_guidelines"], json!(["Declare it."]));
    for (filter, expected) in [
        ("&language=kotlin", &kotlin),
        ("&error_type=java_cannot_find_symbol", &java),
        ("&project=/home/dev/shop", &kotlin),
        ("&min_confidence=0.6", &java),
        ("&min_quality_score=0.6", &java),
        ("&language=java&min_confidence=0.9", &java),
    ] {
        assert_eq!(&ids(&search(filter))[..], std::slice::from_ref(expected), "{filter}: {:#}", search(filter));
    }
    assert_eq!(ids(&search("&limit=1")).len(), 1);
    refused(&lab, "GET", &path("&language=kotlin&min_confidence=0.6"), "", "NO_RESULTS", "none of 3 records");
    for (parameters, says) in [
        ("records/similar", "`text` is missing"),
        ("records/similar?text=%20", "`text` is missing"),
        ("records/similar?text=x&limit=0", "`limit`"),
        ("records/similar?text=x&limit=many", "`limit` must be a number"),
        ("records/similar?text=x&min_confidence=2", "`min_confidence`"),
        ("records/similar?text=x&language=cobol", "`language`"),
        ("records/similar?text=x&error_type=nothing", "no category: nothing"),
        ("records/similar?text=x&errortype=nothing", "`errortype` is no parameter"),
    ] {
        refused(&lab, "GET", parameters, "", "INVALID_PARAMETERS", says);
    }
    // Deleted and changed records are no longer found.
    data(&lab, "DELETE", &format!("records/{}", java.as_str().unwrap()), &json!({}));
    assert_eq!(&ids(&search(""))[..], std::slice::from_ref(&kotlin));
    data(&lab, "PATCH", &format!("records/{}", kotlin.as_str().unwrap()), &json!({"language": "xml"}));
    assert!(ids(&search("&language=kotlin")).is_empty());
    lab.wait("the changed one", |_| (ids(&search("&language=xml"))[..] == [kotlin.clone()]).then_some(()));
}

#[test]
fn a_damaged_index_is_built_again_and_a_missing_model_is_said() {
    let lab = started();
    data(&lab, "POST", "records", &record(1, 0.8));
    let search = || ask(&lab, "GET", "records/similar?text=basket1", "").0;
    lab.wait("it to be found", |_| (search() == 200).then_some(()));
    lab.rcad(&["stop"]).ok();
    let words = lab.state().join("index/words");
    for file in std::fs::read_dir(&words).unwrap() {
        std::fs::write(file.unwrap().path(), "damaged").unwrap();
    }
    lab.rcad(&["start"]).ok();
    lab.wait("it to be found again", |_| (search() == 200).then_some(()));
    let health = data(&lab, "GET", "records/health", &json!({}));
    assert_eq!((&health["index"]["documents"], &health["index"]["behind"]), (&json!(1), &json!(0)), "{health}");
    assert_eq!((&health["embedding"]["state"], &health["index"]["vectors"]), (&json!("missing"), &json!(0)));
}

#[test]
fn feedback_moves_the_confidence_and_outlives_a_restart_and_the_next_build() {
    let lab = started();
    let none = lab.rcad(&["feedback", "last", "up"]);
    assert!(none.code == 1 && none.err.contains("nothing is stored yet"), "{none:?}");
    lab.spool(1, "javac-4.4.1.json");
    let before = lab.wait_for_builds(1);
    let (id, confidence) = (before["id"].as_str().unwrap(), before["confidence"].as_f64().unwrap());
    let said = lab.json(&["feedback", "last", "down", "--note", "not this", "--format", "json"]);
    assert_eq!((&said["rca_id"], &said["type"]), (&json!(id), &json!("down")));
    assert_eq!(said["previous_confidence"], confidence);
    assert_eq!(said["new_confidence"], confidence / 2.0);
    assert_eq!((&said["cache_dropped"], &said["repeated"]), (&json!(true), &json!(false)));
    assert!(said["at_ms"].as_u64().unwrap() > 1_700_000_000_000 && said["quality_score"].as_f64().unwrap() < 0.3);
    let again = lab.rcad(&["feedback", &id[..6], "down"]).ok();
    assert!(again.out.contains("already recorded"), "{again:?}");
    lab.rcad(&["restart"]).ok();
    lab.spool(2, "javac-4.4.1.json");
    assert_eq!(lab.wait_for_builds(2)["confidence"], confidence / 2.0, "the next build ends in the same answer");
    let record = data(&lab, "GET", &format!("records/{id}"), &json!({}));
    assert_eq!((&record["validation_feedback"], &record["user_validated"]), (&json!("not this"), &json!(false)));
    let up = lab.rcad(&["feedback", id, "up"]).ok();
    assert!(up.out.contains("marked as right"), "{up:?}");
    let stats = lab.json(&["stats", "--format", "json"]);
    let feedback = &stats["store"]["feedback"];
    assert_eq!((&feedback["total"], &feedback["up"], &feedback["success_rate"]), (&json!(1), &json!(1), &json!(1.0)));
    let unknown = lab.rcad(&["feedback", "zzz", "up"]);
    assert!(unknown.code == 1 && unknown.err.contains("no RCA has the id `zzz`"), "{unknown:?}");
}

#[test]
fn multipliers_are_settings() {
    let lab = Lab::bare_with(&[("RCAD_FEEDBACK_DOWN", "0.9"), ("RCAD_FEEDBACK_FLOOR", "0.75")]);
    lab.rcad(&["start"]).ok();
    let id = data(&lab, "POST", "records", &record(1, 0.8))["id"].clone();
    let said = lab.json(&["feedback", id.as_str().unwrap(), "down", "--format", "json"]);
    assert_eq!(said["new_confidence"], 0.75);
    let lab = Lab::bare_with(&[("RCAD_FEEDBACK_UP", "0.5")]);
    let start = lab.rcad(&["start"]);
    assert!(start.code == 2 && start.err.contains("`feedback.up` must be from 1 to 100"), "{start:?}");
}

#[test]
fn a_wrong_setting_does_not_stop_the_running_daemon() {
    let lab = started();
    std::fs::write(lab.state().join("config.toml"), "[prune]\nbellow = 1.0\n").unwrap();
    let restart = lab.rcad(&["restart"]);
    assert!(restart.code == 2 && restart.err.contains("did you mean `prune.below`?"), "{restart:?}");
    assert_eq!(lab.status()["running"], true);
}

#[test]
fn pruning_tells_first_and_takes_only_what_is_poor_and_old() {
    let lab = started();
    // The golden record's builds are of 2023, so they are old.
    lab.spool(1, "javac-4.4.1.json");
    let id = lab.wait_for_builds(1)["id"].as_str().unwrap().to_owned();
    let poor = data(&lab, "POST", "records", &record(1, 0.1))["id"].clone();
    let judgement = |id: &str| data(&lab, "GET", &format!("records/{id}/judgement"), &json!({}));
    assert_eq!(judgement(&id)["judgement"]["verdict"], "keep", "a good one is kept whatever its age");
    assert_eq!(
        judgement(poor.as_str().unwrap())["judgement"]["verdict"],
        "keep",
        "a poor one is kept while it is young"
    );
    // A poor, old one that the settings prune.
    let kept = lab.json(&["prune", "--format", "json"]);
    assert_eq!((&kept["scanned"], &kept["retained"], &kept["removed"]), (&json!(2), &json!(2), &json!([])));
    lab.rcad(&["stop"]).ok();
    std::fs::write(lab.state().join("config.toml"), "[prune]\nbelow = 1.0\n").unwrap();
    lab.rcad(&["start"]).ok();
    let dry = lab.json(&["prune", "--dry-run", "--format", "json"]);
    assert_eq!((&dry["removed"], &dry["dry_run"]), (&json!([id]), &json!(true)));
    assert_eq!(judgement(&id)["judgement"], json!({"verdict": "prune", "reason": "low_quality"}));
    lab.rcad(&["show", &id]).ok();
    let text = lab.rcad(&["prune", "--dry-run"]).ok();
    assert!(text.out.starts_with("would delete 1 of 2: 1 of low quality, 0 expired; 1 kept"), "{text:?}");
    let mut real = lab.json(&["prune", "--format", "json"]);
    assert!(real["duration_ms"].as_f64().unwrap() > 0.0);
    (real["dry_run"], real["duration_ms"]) = (dry["dry_run"].clone(), dry["duration_ms"].clone());
    assert_eq!(real, dry);
    assert_eq!(lab.rcad(&["show", &id]).code, 1);
    assert_eq!(lab.status()["rcas"], 1);
}

#[test]
fn a_person_keeps_a_failure_for_ever() {
    let lab =
        Lab::bare_with(&[("RCAD_PRUNE_BELOW", "1.0"), ("RCAD_PRUNE_AFTER_DAYS", "0"), ("RCAD_PRUNE_MODE", "off")]);
    lab.rcad(&["start"]).ok();
    for n in 1..4 {
        data(&lab, "POST", "records", &record(n, 0.5));
    }
    let id = lab.json(&["list", "--format", "json"])[0]["id"].as_str().unwrap().to_owned();
    lab.rcad(&["feedback", &id, "up"]).ok();
    assert_eq!(lab.json(&["stats", "--format", "json"])["pruned_ms"], Value::Null, "off");
    let pruned = lab.json(&["prune", "--format", "json"]);
    assert_eq!((&pruned["removed_low_quality"], &pruned["retained"]), (&json!(2), &json!(1)));
    assert_eq!(lab.json(&["list", "--format", "json"])[0]["id"], id.as_str());
}

#[test]
fn the_daemon_prunes_by_itself_when_a_day_has_passed() {
    let lab = Lab::bare_with(&[("RCAD_FAULT", "maintenance:hurry")]);
    lab.rcad(&["start"]).ok();
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    let pruned_ms = |lab: &Lab| lab.json(&["stats", "--format", "json"])["pruned_ms"].as_u64();
    let first = lab.wait("the first prune", pruned_ms);
    lab.rcad(&["stop"]).ok();
    // Everything is poor from now on, but the last prune was just now, which is remembered over restarts.
    std::fs::write(lab.state().join("config.toml"), "[prune]\nbelow = 1.0\n").unwrap();
    lab.rcad(&["start"]).ok();
    std::thread::sleep(Duration::from_secs(1)); // Several rests of a worker in a hurry.
    assert_eq!((pruned_ms(&lab), &lab.status()["rcas"]), (Some(first), &json!(1)));
    // A day later, by the store's note of the last prune.
    lab.rcad(&["stop"]).ok();
    age_the_last_prune(&lab, first - 24 * 3_600_000);
    lab.rcad(&["start"]).ok();
    lab.wait("the prune of the next day", |lab| (lab.status()["rcas"] == 0).then_some(()));
    assert!(lab.wait("its time", |lab| pruned_ms(lab).filter(|at| *at >= first)) >= first);
}

/// Writes the time of the last prune into the store, without a daemon.
fn age_the_last_prune(lab: &Lab, pruned_ms: u64) {
    let store = rcad_store::Store::open(&lab.state().join("rca.redb")).unwrap();
    let nothing = rcad_store::PruneRule { below: 0.0, ..Default::default() };
    let pruned = store.prune(&nothing, pruned_ms, &rcad_store::AnswerCache::new(0, 0), false).unwrap();
    assert_eq!(pruned.removed.len(), 0);
}

#[test]
fn deleting_says_what_is_gone_and_all_only_when_it_is_meant() {
    let lab = started();
    lab.spool(1, "javac-4.4.1.json");
    let id = lab.wait_for_builds(1)["id"].as_str().unwrap().to_owned();
    let gone = lab.rcad(&["delete", &id[..6], "zzz"]);
    assert!(gone.code == 1 && gone.out.contains(&format!("deleted {id}")) && gone.err.contains("`zzz`"), "{gone:?}");
    assert_eq!(lab.rcad(&["list"]).code, 1);
    for n in 1..4 {
        data(&lab, "POST", "records", &record(n, 0.5));
    }
    for args in [&["delete"][..], &["delete", "--yes", "x"], &["delete", "--all", "x"]] {
        assert_eq!(lab.rcad(args).code, 2, "{args:?}");
    }
    let asked = lab.rcad(&["delete", "--all"]);
    assert!(asked.code == 2 && asked.err.contains("all 3 failures") && asked.err.contains("--yes"), "{asked:?}");
    assert_eq!(lab.status()["rcas"], 3);
    assert!(lab.rcad(&["delete", "--all", "--yes"]).ok().out.contains("deleted 3 failures"));
    assert!(lab.rcad(&["delete", "--all", "--yes"]).ok().out.contains("deleted 0 failures"));
    assert_eq!((&lab.status()["rcas"], &lab.status()["builds"]), (&json!(0), &json!(0)));
}

#[test]
fn statistics_count_what_is_stored_and_how_long_it_took() {
    let lab = started();
    let empty = lab.rcad(&["stats"]).ok();
    assert!(empty.out.contains("0 failures") && empty.out.contains("feedback     none"), "{empty:?}");
    lab.spool(1, "javac-4.4.1.json");
    lab.spool(2, "javac-4.4.1.json");
    lab.wait_for_builds(2);
    let stats = lab.json(&["stats", "--format", "json"]);
    let store = &stats["store"];
    assert_eq!((&store["rcas"], &store["occurrences"], &store["builds"]), (&json!(1), &json!(2), &json!(2)));
    assert_eq!(store["by_category"], json!({"java_cannot_find_symbol": 1}));
    // 1700000000 is Tuesday, 2023-11-14; its week began on the 13th.
    assert_eq!(store["by_week"], json!([{"monday_ms": 1_699_833_600_000u64, "builds": 2, "failed": 2}]));
    assert_eq!(store["quality"]["old"], 1);
    let stages: Vec<&str> =
        stats["performance"].as_array().unwrap().iter().map(|t| t["stage"].as_str().unwrap()).collect();
    assert_eq!(stages, ["total", "capture", "retrace", "parse", "changes", "recall", "reason", "store"]);
    for timing in stats["performance"].as_array().unwrap() {
        let figure = |name: &str| timing[name].as_f64().unwrap();
        assert_eq!(timing["count"], 2, "{timing}");
        assert!(figure("mean_ms") > 0.0 && figure("p50_ms") <= figure("p90_ms"), "{timing}");
        assert!(figure("p90_ms") <= figure("p99_ms"), "{timing}");
    }
    assert_eq!(stats["cache"]["entries"].as_u64().map(|n| n <= 256), Some(true));
    let text = lab.rcad(&["stats"]).ok().out;
    for part in
        ["1 failures, seen 2 times; 2 builds", "java_cannot_find_symbol", "2023-11-13  2 builds, 2 failed", "p99"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn without_a_daemon_they_say_what_to_do() {
    let lab = Lab::bare();
    for args in [&["feedback", "last", "up"][..], &["prune"], &["delete", "--all", "--yes"], &["stats"]] {
        let ran = lab.rcad(args);
        assert!(ran.code == 2 && ran.err.contains("hint: rcad start") && ran.out.is_empty(), "{args:?}: {ran:?}");
    }
}
