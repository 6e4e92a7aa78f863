//! A store with damaged records, and one of a newer rcad: every command still answers, and nothing is lost.

use std::path::Path;

use redb::{Database, ReadableTable, TableDefinition};
use serde_json::Value;

use crate::lab::Lab;

type Rows = TableDefinition<'static, &'static str, &'static [u8]>;

const META: TableDefinition<&str, u64> = TableDefinition::new("meta");
const TABLES: [&str; 5] = ["rcas", "builds", "reports", "agent_jobs", "agent_lessons"];

/// A store with two failures and no daemon. Returns the ids, newest first.
fn filled() -> (Lab, Vec<String>) {
    let lab = Lab::bare();
    lab.rcad(&["start"]).ok();
    lab.spool(1, "javac-4.4.1.json");
    lab.spool(2, "settings-8.2.1.json");
    lab.wait_for_builds(2);
    let listed = lab.json(&["list", "--format", "json"]);
    let ids = listed.as_array().unwrap().iter().map(|rca| rca["id"].as_str().unwrap().to_owned()).collect();
    lab.rcad(&["stop"]).ok();
    (lab, ids)
}

fn store(lab: &Lab) -> std::path::PathBuf {
    lab.state().join("rca.redb")
}

/// Replaces the row with this key by garbage.
fn damage(path: &Path, table: &'static str, key: &str) {
    let db = Database::create(path).unwrap();
    let txn = db.begin_write().unwrap();
    txn.open_table(Rows::new(table)).unwrap().insert(key, &b"{\"v\":2}"[..]).unwrap();
    txn.commit().unwrap();
}

fn first_key(path: &Path, table: &'static str) -> String {
    let db = Database::create(path).unwrap();
    let txn = db.begin_write().unwrap();
    let key = txn.open_table(Rows::new(table)).unwrap().first().unwrap().map(|(key, _)| key.value().to_owned());
    key.unwrap_or_else(|| "ffffffffffff".to_owned())
}

#[test]
fn every_command_answers_in_spite_of_damaged_records() {
    let (lab, ids) = filled();
    for table in TABLES {
        let key = if table == "rcas" { ids[0].clone() } else { first_key(&store(&lab), table) };
        damage(&store(&lab), table, &key);
    }
    lab.rcad(&["start"]).ok();
    let doctor = lab.rcad(&["doctor"]);
    assert!(doctor.out.contains("rcad delete --damaged"), "{doctor:?}");
    for table in TABLES {
        assert!(doctor.out.contains(&format!("{table}: a stored row can't be decoded")), "{table}: {}", doctor.out);
    }
    let said = lab.status()["health"].to_string();
    assert!(said.contains("5 damaged records") && said.contains("rcad doctor"), "{said}");
    for args in [&["list"][..], &["search", "anything"], &["stats"], &["prune", "--dry-run"], &["show", "last"]] {
        let ran = lab.rcad(args);
        assert!(ran.code < 2 && !ran.err.contains("decoded"), "{args:?}: {ran:?}");
    }
    let listed = lab.json(&["list", "--format", "json"]);
    assert_eq!(listed.as_array().unwrap().len(), 1, "the other one");
    assert_eq!(listed[0]["id"], ids[1]);
    let file = lab.path("export.jsonl");
    let exported = lab.rcad(&["export", file.to_str().unwrap()]).ok();
    assert!(exported.err.contains("damaged records were left out"), "{exported:?}");
    let shown = lab.rcad(&["show", &ids[0]]);
    assert!(shown.code > 0 && shown.err.contains(&format!("rcad delete {}", ids[0])), "{shown:?}");
    // A build with the same failure as the damaged one is stored as usual.
    lab.spool(3, "settings-8.2.1.json");
    lab.spool(4, "javac-4.4.1.json");
    lab.wait_for_builds(4);
    assert_eq!(lab.json(&["list", "--format", "json"]).as_array().unwrap().len(), 2);
}

#[test]
fn damaged_records_are_deleted_by_id_or_all() {
    let (lab, ids) = filled();
    damage(&store(&lab), "rcas", &ids[0]);
    damage(&store(&lab), "agent_lessons", "0011");
    lab.rcad(&["start"]).ok();
    lab.rcad(&["doctor"]);
    assert!(lab.status()["health"].to_string().contains("2 damaged records"));
    let deleted = lab.rcad(&["delete", &ids[0][..8]]).ok();
    assert!(deleted.out.contains(&format!("deleted {}", ids[0])), "{deleted:?}");
    let deleted = lab.rcad(&["delete", "--damaged"]).ok();
    assert_eq!(deleted.out, "deleted agent_lessons 0011\n");
    assert_eq!(lab.rcad(&["delete", "--damaged"]).ok().out, "no damaged records\n");
    assert_eq!(lab.status()["health"], serde_json::json!([]), "well again");
    assert!(lab.rcad(&["doctor"]).out.contains("1 failures, 2 builds and crashes, 1 logs"));
}

/// Sets the schema version of the store. Returns the previous one.
fn set_schema(path: &Path, schema: u64) -> u64 {
    let db = Database::create(path).unwrap();
    let txn = db.begin_write().unwrap();
    let before = txn.open_table(META).unwrap().insert("schema", schema).unwrap().unwrap().value();
    txn.commit().unwrap();
    before
}

#[test]
fn a_store_of_a_newer_rcad_is_left_alone_and_builds_wait() {
    let (lab, ids) = filled();
    let today = set_schema(&store(&lab), 99);
    lab.spool(3, "javac-4.4.1.json");
    let started = lab.rcad(&["start"]);
    assert!(started.code > 0 && started.err.contains("newer rcad (schema 99)"), "{started:?}");
    for command in ["status", "doctor"] {
        let ran = lab.rcad(&[command]);
        assert!(ran.code > 0 && ran.out.contains("newer rcad (schema 99)"), "{ran:?}");
        assert!(ran.out.contains("install that version again, or move"), "{ran:?}");
    }
    let status: Value = lab.json(&["status", "--format", "json"]);
    assert!(status["start_failure"].as_str().unwrap().contains("schema 99"), "{status}");
    assert!(lab.rcad(&["status"]).out.contains("1 build is waiting"));
    // The newer version is installed again.
    assert_eq!(set_schema(&store(&lab), today), 99);
    lab.rcad(&["start"]).ok();
    lab.wait_for_builds(3);
    let listed = lab.json(&["list", "--format", "json"]);
    let mut found: Vec<&str> = listed.as_array().unwrap().iter().map(|rca| rca["id"].as_str().unwrap()).collect();
    found.sort_unstable();
    let mut expected: Vec<&str> = ids.iter().map(String::as_str).collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
    lab.rcad(&["stop"]).ok();
    let status = lab.json(&["status", "--format", "json"]);
    assert_eq!(status["start_failure"], Value::Null, "a start that succeeded is the last one");
}
