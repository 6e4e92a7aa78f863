//! A store of each schema that was ever written, as its program left it, opens and holds everything. Schema 1 is in `migrate`.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use rcad_core::Report;
use rcad_core::agent::model::Ability;
use rcad_core::device::AppEventKind;
use rcad_core::model::analysis::Engine;
use rcad_core::model::answer::Style;
use rcad_core::model::declared::{Declared, DeclaredKind};
use rcad_core::model::device::AppRun;
use rcad_core::model::environment::Environment;
use rcad_core::model::failure::Evidence;
use rcad_core::model::memory::{Agreement, CodeChange, VersionComparison};
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::project::overview::changes::in_words;
use rcad_store::{
    AnswerCache, AppEvent, Build, LogPosition, Multipliers, OwnApp, Rca, Resolution, SentRequest, Store, StoredJob,
    Vote,
};
use rcad_testkit::FailedBuilds;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, TableHandle};
use serde_json::Value;

use crate::store::agent::{answer, begun, lesson, lessons, waiting};
use crate::store::{analysis, report};

/// Names the directory in which [`today_is_written_again`] leaves a store of today's schema.
const MAKE: &str = "RCAD_MAKE_STORE";
const LOG: &str = "/home/dev/.gradle/daemon/8.2.1/daemon-1.out.log";

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// The file of a store in `testdata`.
fn stored(name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let packed = fs::read(testdata(name).join("rca.redb.gz")).unwrap();
    GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
    bytes
}

/// Opens it and holds against it what its program exported: fields may have been added since, none may be gone.
fn open(name: &str, path: &Path) -> Store {
    fs::write(path, stored(name)).unwrap();
    let store = Store::open(path).unwrap();
    assert_eq!(store.damaged().unwrap(), [], "{name}");
    let found = store.verify().unwrap();
    assert_eq!(found.wrong, 0, "{name}: {found:#?}");
    let now: Vec<Value> =
        store.export(None).unwrap().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    let then = fs::read_to_string(testdata(name).join("export.jsonl")).unwrap();
    let then: Vec<Value> = then.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(then.len() > 5 && now.len() == then.len(), "{name}");
    for (now, then) in now.iter().zip(&then) {
        assert!(has(now, then), "{name}: {then:#}\nis now {now:#}");
    }
    for line in then.iter().filter_map(|line| line["failure"].as_object()) {
        for report in line["reports"].as_array().unwrap() {
            let kept = store.report(report["id"].as_str().unwrap()).unwrap().unwrap();
            assert_eq!(Some(kept.text.as_str()), report["text"].as_str());
        }
    }
    store
}

/// Whether all of `then` is in `now`.
fn has(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            then.iter().all(|(name, then)| now.get(name).is_some_and(|now| has(now, then)))
        }
        (Value::Array(now), Value::Array(then)) => {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| has(now, then))
        }
        _ => now == then,
    }
}

/// The RCA about this symbol of the project `app`.
fn about(store: &Store, symbol: &str) -> Rca {
    let mut all = store.with_fingerprint(&format!("v1:{symbol}")).unwrap();
    all.retain(|rca| rca.project.as_deref() == Some("/home/dev/app"));
    all.pop().unwrap()
}

/// What `testdata/make-store 2` put in. Schema 2 had no tables for the agent.
#[test]
fn a_store_of_schema_2_holds_everything_and_takes_jobs() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rca.redb");
    let numbers = |store: &Store| (store.identity().unwrap(), store.last_change().unwrap());
    let left = left_by_schema_2(&path);
    let store = open("store-v2", &path);
    assert_eq!(numbers(&store), left, "nothing is derived again");
    assert_eq!(store.counts().unwrap().builds, 12);
    let listed = store.list(9).unwrap();
    let [shelf, basket, elsewhere, region] = listed.as_slice() else { panic!("{} RCAs", listed.len()) };
    let ids = [shelf, basket, elsewhere, region].map(|rca| rca.id.as_str());
    assert_eq!(ids, ["5e022c546c46", "e0f4c2176904", "e343ef2b7eee", "2330e5dfba17"], "newest first");
    assert!(basket.user_validated && basket.feedback[0].up && basket.is_open());
    assert_eq!((basket.occurrences, basket.reports.len(), basket.resolutions.len()), (6, 3, 2));
    assert_eq!(basket.resolutions[1].versions[0].now.as_deref(), Some("4.4.1"));
    assert_eq!((&basket.split_from[0], &elsewhere.split_from[0]), (&elsewhere.id, &basket.id));
    assert!(!elsewhere.is_open() && !region.is_open(), "green since");
    assert_eq!(region.feedback[0].note.as_deref(), Some("it was the plugin"));
    assert!(region.analysis.confidence < region.own_confidence.unwrap());
    assert_eq!((shelf.analysis.engine, shelf.origins.model.as_deref()), (Engine::Agent, Some("qwen3:8b")));
    let same = store.with_fingerprint(basket.analysis.fingerprint.as_deref().unwrap()).unwrap();
    assert_eq!(same.len(), 2, "of two projects");
    let log = LOG.replace("daemon-1", "daemon-4242");
    assert!(store.is_reported(&log, 10_000, 20_000).unwrap() && !store.is_reported(&log, 0, 10_000).unwrap());
    assert!(store.pruned_ms().unwrap().is_some());
    store.put_job(&waiting(&shelf.id, "v1:shelf", 100)).unwrap();
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!((numbers(&store), store.list(9).unwrap()), (left, listed));
    assert_eq!((store.jobs().unwrap().len(), store.verify().unwrap().wrong), (1, 0));
}

/// The store's identity and the number of its last change, as the file has them.
fn left_by_schema_2(scratch: &Path) -> (u64, u64) {
    fs::write(scratch, stored("store-v2")).unwrap();
    let txn = Database::open(scratch).unwrap().begin_read().unwrap();
    let meta = txn.open_table(TableDefinition::<&str, u64>::new("meta")).unwrap();
    let number = |name| meta.get(name).unwrap().unwrap().value();
    assert_eq!(number("schema"), 2);
    assert!(txn.list_tables().unwrap().all(|table| !table.name().starts_with("agent_")));
    let changes = txn.open_table(TableDefinition::<u64, &str>::new("rca_changes")).unwrap();
    (number("identity"), changes.last().unwrap().unwrap().0.value())
}

#[test]
fn a_store_of_schema_3_holds_everything() {
    let dir = tempfile::tempdir().unwrap();
    let store = open("store-v3", &dir.path().join("rca.redb"));
    has_votes(&store);
    let [basket, till, shelf] = ["basket", "till", "shelf"].map(|symbol| about(&store, symbol));
    assert_eq!(basket.agent.as_deref(), Some(&answer(4_200)));
    assert_eq!(store.jobs().unwrap(), [begun(&shelf.id, 6_000), wanted(&till.id)], "and goes on where it was");
    assert_eq!(store.sent(&basket.id).unwrap(), [sent()]);
    assert_eq!(store.ability("sha256:1").unwrap(), Some(ability()));
    let mut mistakes: Vec<String> = lessons(&store).into_iter().map(|lesson| lesson.mistake).collect();
    mistakes.sort();
    assert_eq!(mistakes, ["\"It was said at 4200.\", answered by: no", "it was the other file"]);
    assert_eq!(store.log_cursors().unwrap(), [LogPosition { path: LOG.into(), offset: 600 }]);
    assert!(store.is_reported(LOG, 601, 800).unwrap() && !store.is_reported(LOG, 0, 600).unwrap());
}

#[test]
fn a_store_of_schema_4_holds_everything() {
    let dir = tempfile::tempdir().unwrap();
    let store = open("store-v4", &dir.path().join("rca.redb"));
    has_votes(&store);
    assert_eq!(
        store.own_apps().unwrap(),
        [(app().package, OwnApp { project: "/home/dev/app".into(), built_ms: 5_000 })]
    );
    assert_eq!(store.device_log("emulator-5554").unwrap().as_deref(), Some("2026-11-22 10:00:00.123"));
    let crashes: Vec<Build> = store.builds_since(0, 99).unwrap().into_iter().map(|(_, build)| build).collect();
    let crashes: Vec<&Build> = crashes.iter().filter(|build| build.app.is_some()).collect();
    assert_eq!((crashes.len(), store.counts().unwrap().crashes, store.crashes_since(8_000).unwrap()), (1, 1, 1));
    assert_eq!(crashes[0].app, Some(app()));
    let changes = store.build("i").unwrap().unwrap().changes;
    assert_eq!(in_words(&changes).unwrap(), "switched on minify for release in :app");
    let events = store.app_events_since(&app().package, 0).unwrap();
    assert_eq!((events.len(), events[0].at_ms, &events[0].kind), (1, 7_500, &AppEventKind::Started { pid: 4242 }));
}

/// What people said, merged and split, and what was seen to be green.
fn has_votes(store: &Store) {
    let [basket, till, shelf] = ["basket", "till", "shelf"].map(|symbol| about(store, symbol));
    assert_eq!(basket.feedback[0].note.as_deref(), Some("it was the plugin"));
    assert!(!basket.feedback[0].up && basket.analysis.confidence < basket.own_confidence.unwrap());
    assert_eq!((till.announced_ms, &till.merged[..]), (Some(2_500), &["v1:till-elsewhere".to_owned()][..]));
    assert_eq!(till.resolutions, [resolution()]);
    assert!(shelf.feedback[0].up && !shelf.user_validated, "it was about another answer");
    assert_eq!(basket.split_from, [shelf.id]);
}

/// Everything that a store can hold, a little of each.
pub fn fill(store: &Store) {
    let (rule, cache) = (Multipliers::default(), AnswerCache::new(0, 0));
    for (report, analysis) in FailedBuilds::new(11).take(6) {
        store.put(&report, Some(&analysis), None).unwrap();
    }
    let put = |id: &str, symbol: &str, at| store.put(&report(id, at), Some(&analysis(symbol)), None).unwrap();
    let basket = put("a", "basket", 1_000).rca.unwrap();
    let till = put("b", "till", 2_000).rca.unwrap();
    let shelf = put("c", "shelf", 3_000).rca.unwrap();
    let told = LogPosition { path: LOG.into(), offset: 700 };
    let kotlin = Environment { kotlin: Some("2.2.21".into()), ..report("d", 4_000).environment };
    let again = Report { environment: kotlin, ..report("d", 4_000) };
    store.put(&again, Some(&analysis("basket")), Some(&told)).unwrap();
    let green = Report { outcome: Outcome::Ok, ..report("e", 5_000) };
    store.put(&green, None, None).unwrap();
    store.settle_log(&LogPosition { path: LOG.into(), offset: 600 }).unwrap();
    store.set_announced(&till, 2_500).unwrap();
    store.feedback(&basket, Vote::Down, Some("it was the plugin"), 4_100, &rule, &cache).unwrap();
    store.feedback(&shelf, Vote::Up, None, 3_100, &rule, &cache).unwrap();
    // What somebody found right gets another answer.
    let mut other = analysis("shelf");
    other.root_cause = Some("`shelf` is private.".into());
    store.put(&report("f", 6_000), Some(&other), None).unwrap();
    let third = Report { project: Some("/home/dev/shop".into()), ..report("g", 7_000) };
    let mut elsewhere = analysis("till");
    elsewhere.fingerprint = Some("v1:till-elsewhere".into());
    let elsewhere = store.put(&third, Some(&elsewhere), None).unwrap().rca.unwrap();
    store.merge(&till, &elsewhere).unwrap();
    store.split(&basket, &shelf).unwrap();
    store.resolve(&[(till.clone(), resolution())]).unwrap();
    ask(store, &basket, &till, &shelf);
    watch(store);
}

/// What devices told.
fn watch(store: &Store) {
    let own = OwnApp { project: "/home/dev/app".into(), built_ms: 5_000 };
    store.add_own_apps(&[app().package], &own).unwrap();
    let crash = Report { origin: Origin::Device, app: Some(app()), tasks: Vec::new(), ..report("h", 8_000) };
    store.put(&crash, Some(&analysis("counter")), None).unwrap();
    store.settle_device_log("emulator-5554", "2026-11-22 10:00:00.123").unwrap();
    let green = Report { outcome: Outcome::Ok, ..report("i", 9_000) };
    store.put(&green, None, None).unwrap();
    store.add_declared("e", "/home/dev/app", 5_000, &[minify("false")]).unwrap();
    store.add_declared("i", "/home/dev/app", 9_000, &[minify("true")]).unwrap();
    let started = AppEventKind::Started { pid: 4242 };
    let model = Some("Pixel 8".to_owned());
    let app = AppEvent { at_ms: 7_500, device: app().device, model, package: app().package, kind: started };
    store.add_app_events(&[app]).unwrap();
}

/// Whether the release build is minified.
pub fn minify(value: &str) -> Declared {
    Declared { kind: DeclaredKind::Minify, module: ":app".into(), name: "release".into(), value: value.into() }
}

fn app() -> AppRun {
    AppRun {
        package: "com.example.books".into(),
        process: "com.example.books:sync".into(),
        device: "emulator-5554".into(),
        model: Some("Pixel 8".into()),
        api: Some(34),
        version: Some("1.2".into()),
        installed_ms: Some(7_000),
        mapping: None,
        unmapped: None,
    }
}

/// What the agent keeps.
fn ask(store: &Store, basket: &str, till: &str, shelf: &str) {
    store.end_job(basket, Some(&answer(4_200))).unwrap();
    store.feedback_on_agent(basket, Vote::Down, Some("no"), 4_300, &Multipliers::default()).unwrap();
    store.put_job(&wanted(till)).unwrap();
    store.put_job(&begun(shelf, 6_000)).unwrap();
    store.put_sent(basket, &sent()).unwrap();
    store.learn(basket, &lesson("m", "it was the other file", 9_000)).unwrap();
    store.set_ability("sha256:1", &ability()).unwrap();
}

fn resolution() -> Resolution {
    let line = |line, text: &str| Evidence { line, text: text.into() };
    Resolution {
        failed_ms: 2_000,
        green_ms: 2_900,
        versions: vec![VersionComparison {
            what: "Kotlin".into(),
            before: Some("1.9.0".into()),
            now: Some("2.2.21".into()),
            agreement: Agreement::Differs,
        }],
        change: Some(CodeChange {
            file: "src/Cart.java".into(),
            line: 7,
            before: vec![line(7, "int x = till;")],
            after: vec![line(8, "int x = 1;")],
            gone: false,
        }),
        fix: None,
        search: None,
    }
}

fn wanted(rca: &str) -> StoredJob {
    StoredJob {
        model: Some("qwen3:8b".into()),
        asked: true,
        style: Some(Style::Teach),
        ..waiting(rca, "v1:till", 2_000)
    }
}

fn sent() -> SentRequest {
    SentRequest { at_ms: 4_150, server: "http://127.0.0.1:11434".into(), body: r#"{"model":"m"}"#.into() }
}

fn ability() -> Ability {
    Ability { context_length: 8192, tokens_per_second: Some(12.5), keeps_schema: true, probe: 3, ..Ability::default() }
}

/// Writes the store of today with what the program says of it, where [`MAKE`] says so.
#[test]
fn today_is_written_again() {
    let Some(dir) = std::env::var_os(MAKE) else { return };
    let (scratch, dir) = (tempfile::tempdir().unwrap(), PathBuf::from(dir));
    let path = scratch.path().join("rca.redb");
    let store = Store::open(&path).unwrap();
    fill(&store);
    let lines: Vec<String> = store.export(None).unwrap().map(Result::unwrap).collect();
    drop(store);
    Database::open(&path).unwrap().compact().unwrap();
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("export.jsonl"), lines.join("\n") + "\n").unwrap();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&fs::read(&path).unwrap()).unwrap();
    fs::write(dir.join("rca.redb.gz"), packed.finish().unwrap()).unwrap();
}
