//! A row of any table that can't be decoded: passed over by every operation, named, and deleted when somebody wants it.

use std::collections::BTreeMap;

use rcad_core::Category;
use rcad_core::agent::model::Ability;
use rcad_core::model::report::Outcome;
use rcad_store::{
    AnswerCache, Filters, Grades, Index, LogPosition, Lookup, Multipliers, PruneRule, Query, Resolution, SentRequest,
    Store, StoreError, Vote,
};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, TableHandle};
use serde_json::json;

use crate::store::agent::{answer, begun, lesson, waiting};
use crate::store::disk::Disk;
use crate::store::fixtures::fill;
use crate::store::{analysis, report};

type StringTable = TableDefinition<'static, &'static str, &'static [u8]>;

const SENT: TableDefinition<(&str, u64), &[u8]> = TableDefinition::new("agent_sent");
const NAMED: [&str; 8] =
    ["rcas", "builds", "reports", "agent_jobs", "agent_abilities", "agent_lessons", "own_apps", "project_declarations"];
/// Nothing, no record, another record, half of one.
const GARBAGE: [&[u8]; 4] = [b"", b"{}", b"{\"v\":2,\"id\":7}", b"\x0e\x4b\x4c\x4a"];
const AT: u64 = 50_000;

/// The file of a full store, before and after `damage`.
fn file(damage: impl FnOnce(&Database)) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rca.redb");
    fill(&Store::open(&path).unwrap());
    let db = Database::create(&path).unwrap();
    damage(&db);
    drop(db);
    std::fs::read(&path).unwrap()
}

/// Puts garbage in place of each row of the table whose number is divisible by `each`; how many rows.
fn damage(db: &Database, table: &'static str, each: usize, garbage: &[u8]) -> usize {
    let txn = db.begin_write().unwrap();
    let mut damaged = 0;
    if table == SENT.name() {
        let mut rows = txn.open_table(SENT).unwrap();
        let mut keys: Vec<(String, u64)> = Vec::new();
        for row in rows.iter().unwrap() {
            let (key, _) = row.unwrap();
            keys.push((key.value().0.to_owned(), key.value().1));
        }
        for (id, number) in keys.iter().step_by(each) {
            rows.insert((id.as_str(), *number), garbage).unwrap();
            damaged += 1;
        }
    } else {
        let mut rows = txn.open_table(StringTable::new(table)).unwrap();
        let keys: Vec<String> = rows.iter().unwrap().map(|row| row.unwrap().0.value().to_owned()).collect();
        for key in keys.iter().step_by(each) {
            rows.insert(key.as_str(), garbage).unwrap();
            damaged += 1;
        }
    }
    txn.commit().unwrap();
    damaged
}

fn ids(db: &[u8]) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rca.redb");
    std::fs::write(&path, db).unwrap();
    let txn = Database::open(&path).unwrap().begin_read().unwrap();
    let rows = txn.open_table(StringTable::new("rcas")).unwrap();
    rows.iter().unwrap().map(|row| row.unwrap().0.value().to_owned()).collect()
}

type Operation = fn(&Store, &[String]) -> Result<(), StoreError>;

fn each(ids: &[String], run: impl Fn(&str) -> Result<(), StoreError>) -> Result<(), StoreError> {
    ids.iter().try_for_each(|id| run(id))
}

/// Everything that a store can be asked for, by name.
const OPERATIONS: &[(&str, Operation)] = &[
    ("holds", |store, _| store.holds("a").map(drop)),
    ("put again", |store, _| store.put(&report("a", 1_000), Some(&analysis("basket")), None).map(drop)),
    ("put", |store, _| {
        for symbol in ["basket", "till", "shelf", "new"] {
            store.put(&report(&format!("new-{symbol}"), AT), Some(&analysis(symbol)), None)?;
        }
        Ok(())
    }),
    ("put green", |store, _| {
        let mut green = report("green", AT);
        green.outcome = Outcome::Ok;
        store.put(&green, None, Some(&LogPosition { path: "/log".into(), offset: 1 })).map(drop)
    }),
    ("get", |store, ids| each(ids, |id| store.get(id).map(drop))),
    ("find", |store, ids| each(ids, |id| store.find(&id[..8]).map(drop))),
    ("find last", |store, _| store.find("last").map(|found| assert!(matches!(found, Lookup::One(_) | Lookup::None)))),
    ("list", |store, _| store.list(1).and_then(|_| store.list(usize::MAX)).map(drop)),
    ("remembered", |store, _| store.remembered("v1:till").and_then(|_| store.with_fingerprint("v1:basket")).map(drop)),
    ("report", |store, _| store.report("a").and_then(|_| store.report("d")).map(drop)),
    ("announced", |store, ids| each(ids, |id| store.set_announced(id, AT))),
    ("changes", |store, _| store.changes_since(0, usize::MAX).and_then(|_| store.changes_after(0)).map(drop)),
    ("counts", |store, _| store.counts().map(drop)),
    ("feedback", |store, ids| {
        each(ids, |id| store.feedback(id, Vote::Up, None, AT, &Multipliers::default(), &cache()).map(drop))
    }),
    ("feedback on agent", |store, ids| {
        each(ids, |id| store.feedback_on_agent(id, Vote::Down, None, AT, &Multipliers::default()).map(drop))
    }),
    ("merge", |store, ids| each(ids, |id| store.merge(id, &ids[0]).map(drop))),
    ("split", |store, ids| each(ids, |id| store.split(id, &ids[0]).map(drop))),
    ("open", |store, _| store.open_rcas("/home/dev/app", AT, 99).map(drop)),
    ("resolve", |store, ids| {
        let resolution =
            Resolution { failed_ms: 3_000, green_ms: AT, versions: Vec::new(), change: None, fix: None, search: None };
        store.resolve(&ids.iter().map(|id| (id.clone(), resolution.clone())).collect::<Vec<_>>())
    }),
    ("statistics", |store, _| store.statistics(Grades::default(), PruneRule::default(), AT).map(drop)),
    ("dry prune", |store, _| store.prune(&all(), u64::MAX, &cache(), true).map(drop)),
    ("prune", |store, _| store.prune(&all(), u64::MAX, &cache(), false).map(drop)),
    ("add", |store, _| {
        let record = json!({
            "error_message": "cannot find symbol", "error_type": "java_cannot_find_symbol", "language": "java",
            "root_cause": "It is not declared.", "fix_guidelines": [], "confidence": 0.5, "file_path": null,
            "line_number": null, "tool_calls_made": 0, "iterations": 0, "user_validated": false,
        });
        store.add(&record, AT).map(drop).map_err(store_error)
    }),
    ("update", |store, ids| {
        each(ids, |id| store.update(id, &json!({"confidence": 0.4}), AT, &cache()).map(drop).map_err(store_error))
    }),
    ("export", |store, _| store.export(None)?.try_for_each(|line| line.map(drop))),
    ("export of a project", |store, _| store.export(Some("app"))?.try_for_each(|line| line.map(drop))),
    ("import", |store, _| {
        let other = Disk::default().open()?;
        fill(&other);
        let lines: Vec<String> = other.export(None)?.collect::<Result<_, _>>()?;
        let numbered: Vec<(u64, &str)> = (1..).zip(lines.iter().map(String::as_str)).collect();
        store.import(&numbered).map(|imported| assert!(imported.bad.is_empty(), "{imported:?}"))
    }),
    ("keep below", |store, _| store.keep_below(0).map(drop)),
    ("trimmed", |store, _| store.trimmed().and_then(|_| store.pruned_ms()).map(drop)),
    ("jobs", |store, _| store.jobs().map(drop)),
    ("put job", |store, ids| each(ids, |id| store.put_job(&waiting(id, "v1:till", AT)))),
    ("put begun job", |store, ids| each(ids, |id| store.put_job(&begun(id, AT)))),
    ("end job", |store, ids| each(ids, |id| store.end_job(id, Some(&answer(AT))))),
    ("learn", |store, ids| {
        each(ids, |id| store.learn(id, &lesson("m", "it was the other file", AT)))?;
        each(ids, |id| store.learn(id, &lesson("m", "it was this file", AT)))
    }),
    ("lessons", |store, _| store.lessons("m", Category::ALL[0], 9, AT).map(drop)),
    ("forget lessons", |store, _| store.forget_lessons("m").map(drop)),
    ("ability", |store, _| store.ability("sha256:1").map(drop)),
    ("set ability", |store, _| store.set_ability("sha256:1", &Ability::default())),
    ("sent", |store, ids| each(ids, |id| store.sent(id).map(drop))),
    ("put sent", |store, ids| {
        let sent = SentRequest { at_ms: AT, server: "http://127.0.0.1:1".into(), body: "{}".into() };
        each(ids, |id| store.put_sent(id, &sent).map(drop))
    }),
    ("log", |store, _| store.log_cursors().and_then(|_| store.forget_logs(|_| false))),
    ("search", |store, _| {
        let dir = tempfile::tempdir()?;
        let index = Index::open(dir.path());
        index.catch_up_with(store, &|texts| Ok(texts.iter().map(|_| vec![0.0; 384]).collect()))?;
        let filters = Filters::default();
        index.search(&Query { text: "basket", vector: None, filters: &filters, limit: 9 })?;
        store.search_similar(&index, "basket", None, &filters, 9).map(drop)
    }),
    ("verify", |store, _| store.verify().map(drop)),
    ("compact", |store, _| store.compact().map(drop)),
    ("delete", |store, ids| each(ids, |id| store.delete(id, &cache()).map(|was_there| assert!(was_there)))),
    ("clear", |store, _| store.clear(&cache()).map(drop)),
];

fn cache() -> AnswerCache {
    AnswerCache::new(9, u64::MAX)
}

fn all() -> PruneRule {
    PruneRule { below: 2.0, after_days: 1, ..PruneRule::default() }
}

fn store_error(error: rcad_store::RecordError) -> StoreError {
    match error {
        rcad_store::RecordError::Store(error) => error,
        other => panic!("{other}"),
    }
}

#[test]
fn no_operation_fails_because_of_damaged_rows() {
    for table in NAMED.into_iter().chain([SENT.name()]) {
        for (garbage, each) in GARBAGE.into_iter().zip([1, 2, 1, 3]) {
            let mut damaged = 0;
            let bytes = file(|db| damaged = damage(db, table, each, garbage));
            assert!(damaged > 0, "{table}");
            let ids = ids(&bytes);
            for (name, run) in OPERATIONS {
                let store = Disk::with(bytes.clone()).open().unwrap();
                if let Err(error) = run(&store, &ids) {
                    panic!("{name} with {damaged} damaged rows of {table}: {error}");
                }
                store.delete_damaged().unwrap();
                let found = store.verify().unwrap();
                assert_eq!(found.wrong, 0, "after {name} with damaged rows of {table}: {found:#?}");
            }
        }
    }
}

#[test]
fn damaged_rows_are_named_counted_and_deleted() {
    for table in NAMED.into_iter().chain([SENT.name()]) {
        let mut damaged = 0;
        let bytes = file(|db| damaged = damage(db, table, 2, b"{"));
        let store = Disk::with(bytes).open().unwrap();
        let named = store.damaged().unwrap();
        assert_eq!(named.len(), damaged, "{named:?}");
        assert!(named.iter().all(|row| row.table == table && !row.key.is_empty() && !row.why.is_empty()), "{named:?}");
        let found = store.verify().unwrap();
        assert_eq!(found.damaged as usize, damaged);
        assert!(found.problems.iter().any(|problem| problem.contains(table)), "{found:?}");
        assert_eq!(store.delete_damaged().unwrap(), named);
        assert_eq!(store.damaged().unwrap(), []);
        assert_eq!(store.delete_damaged().unwrap(), []);
    }
}

#[test]
fn a_check_counts_damaged_logs_of_damaged_failures_too() {
    let mut damaged = 0;
    let bytes = file(|db| damaged = damage(db, "rcas", 1, b"{") + damage(db, "reports", 1, b"{"));
    let store = Disk::with(bytes).open().unwrap();
    let found = store.verify().unwrap();
    assert_eq!((found.damaged as usize, store.damaged().unwrap().len()), (damaged, damaged), "{found:?}");
    assert!(found.reports > 0, "{found:?}");
}

#[test]
fn a_search_for_damage_ends_when_it_is_told_to() {
    let store = Disk::with(file(|db| assert!(damage(db, "rcas", 1, b"{") > 1))).open().unwrap();
    assert_eq!(store.damaged_until(|| true).unwrap(), store.damaged().unwrap()[..1]);
}

/// What is whole beside a damaged row.
#[test]
fn what_can_be_decoded_is_still_found() {
    let mut whole = BTreeMap::new();
    let bytes = file(|_| {});
    let store = Disk::with(bytes).open().unwrap();
    for rca in store.list(usize::MAX).unwrap() {
        whole.insert(rca.id.clone(), rca);
    }
    let lines = store.export(None).unwrap().count();
    let store = Disk::with(file(|db| assert_eq!(damage(db, "rcas", whole.len(), b"{}"), 1))).open().unwrap();
    let (lost, _) = whole.pop_first().unwrap();
    let found: BTreeMap<_, _> = store.list(usize::MAX).unwrap().into_iter().map(|rca| (rca.id.clone(), rca)).collect();
    assert_eq!(found, whole);
    assert_eq!(store.list(1).unwrap().len(), 1, "the newest of those that are whole");
    assert!(matches!(store.find(&lost).unwrap(), Lookup::Damaged(id, _) if id == lost));
    let exported: Vec<String> = store.export(None).unwrap().map(Result::unwrap).collect();
    assert!(exported.len() >= lines - 1 && !exported.iter().any(|line| line.contains(&format!("\"id\":\"{lost}\""))));
    let end: serde_json::Value = serde_json::from_str(exported.last().unwrap()).unwrap();
    assert_eq!(end["end"]["damaged"], 1, "{end}");
}

/// The raw logs are what was captured; they outlive the answer that can't be decoded.
#[test]
fn a_build_takes_the_place_of_a_damaged_failure_and_keeps_its_count_and_its_logs() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rca.redb");
    let store = Store::open(&path).unwrap();
    for (id, at) in [("a", 100), ("b", 200)] {
        store.put(&report(id, at), Some(&analysis("basket")), None).unwrap();
    }
    drop(store);
    damage(&Database::create(&path).unwrap(), "rcas", 1, b"{}");
    let store = Store::open(&path).unwrap();
    let put = store.put(&report("c", 300), Some(&analysis("basket")), None).unwrap();
    assert_eq!((put.occurrences, put.repeated), (3, false));
    let rca = store.list(1).unwrap().remove(0);
    assert_eq!((rca.first_seen_ms, rca.last_seen_ms), (100, 300));
    assert_eq!(rca.reports, ["a", "b", "c"]);
    assert_eq!(store.report("a").unwrap(), Some(report("a", 100)));
    assert_eq!(store.verify().unwrap().wrong, 0);
}

#[test]
fn a_damaged_failure_is_deleted_with_its_logs() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rca.redb");
    let store = Store::open(&path).unwrap();
    let id = store.put(&report("a", 100), Some(&analysis("basket")), None).unwrap().rca.unwrap();
    store.put_job(&waiting(&id, "v1:basket", 100)).unwrap();
    drop(store);
    damage(&Database::create(&path).unwrap(), "rcas", 1, b"{}");
    let store = Store::open(&path).unwrap();
    assert!(store.delete(&id, &cache()).unwrap());
    assert_eq!((store.report("a").unwrap(), store.jobs().unwrap()), (None, vec![]));
    assert_eq!(store.verify().unwrap().wrong, 0);
    assert!(!store.delete(&id, &cache()).unwrap());
}
