//! The capture worker without its thread.

use std::fs;
use std::io::Write;

use rcad_core::Report;
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_store::Store;
use tokio::sync::{mpsc, oneshot};

use super::{
    CaptureContext, CaptureLine, CaptureWorker, Duration, GradleLogs, Instant, RuleBook, Submission, VecDeque,
    WorkerContext,
};
use crate::daemon::parts::Parts;
use crate::line::shared::Shared;
use crate::platform::config::Config;
use crate::platform::home::Home;
use crate::serve::links::Links;

/// A record as a script writes it.
const RECORD: &str = include_str!("../../../../../testdata/wire/javac-4.4.1.json");
const STARTED: &str = "2026-11-22T18:14:40.712+0800 [DEBUG] [x] The daemon has started executing the build.\n";
const FINISHED: &str = "2026-11-22T18:14:41.712+0800 [DEBUG] [x] The daemon has finished executing the build.\n";

fn context(dir: &std::path::Path) -> CaptureContext {
    let home = Home::at(&dir.join("rcad"));
    home.create().unwrap();
    let gradle_home = dir.join("gradle");
    fs::create_dir_all(gradle_home.join("daemon/8.2.1")).unwrap();
    fs::write(home.hooks_json(), serde_json::json!({ "gradle_homes": [&gradle_home] }).to_string()).unwrap();
    let store = Store::open(&home.store()).unwrap();
    let mut config = Config::defaults().unwrap();
    config.agent.mode = crate::platform::config::AgentMode::Off;
    let shared = Shared::new(home, config, store, mpsc::unbounded_channel().0).unwrap();
    Parts::new(shared, Links::new("127.0.0.1:1", "token")).capture(mpsc::unbounded_channel().0)
}

fn submission() -> (Submission, oneshot::Receiver<Result<Option<String>, String>>) {
    let report = Report {
        id: "run-1".into(),
        origin: Origin::Run,
        outcome: Outcome::Failed,
        text: "e: file:///p/src/A.kt:3:5 Unresolved reference: x\n".into(),
        project: Some("/p".into()),
        tasks: Vec::new(),
        environment: Environment::default(),
        started_ms: Some(1),
        ended_ms: 2,
        app: None,
        raw: None,
    };
    let (answer, answered) = oneshot::channel();
    (Submission { report, answer }, answered)
}

#[test]
fn a_submission_that_waits_for_gradles_log_keeps_no_record_waiting() {
    let dir = tempfile::tempdir().unwrap();
    let (context, work) = (context(dir.path()), WorkerContext::alone());
    let line = CaptureLine { context: &context, work: &work, rules: RuleBook::default(), project: None };
    let mut worker = CaptureWorker { line, watches: None, logs: GradleLogs::default() };
    worker.read_gradle_logs();
    // A build is running in a living Gradle daemon.
    let log = dir.path().join(format!("gradle/daemon/8.2.1/daemon-{}.out.log", std::process::id()));
    let mut log = fs::File::create(log).unwrap();
    log.write_all(STARTED.as_bytes()).unwrap();

    let (submission, mut answered) = submission();
    let mut submitted = VecDeque::from([(submission, Instant::now() + Duration::from_secs(3600))]);
    worker.answer_submissions(&mut submitted);
    assert_eq!(submitted.len(), 1, "it waits for the end of the build in the log");
    fs::write(context.shared.home.spool().join("1700000000000-1-1.failed.json"), RECORD).unwrap();
    worker.line.empty_spool();
    assert_eq!(context.shared.store.counts().unwrap().builds, 1, "and the record is stored meanwhile");
    assert!(answered.try_recv().is_err());

    log.write_all(FINISHED.as_bytes()).unwrap();
    worker.answer_submissions(&mut submitted);
    assert!(submitted.is_empty());
    let rca = answered.try_recv().unwrap().unwrap().unwrap();
    assert!(context.shared.store.get(&rca).unwrap().is_some());
    assert_eq!(fs::read_dir(context.shared.home.spool()).unwrap().count(), 0, "no count of attempts is left behind");
}
