//! Jobs from the request to the end, with a store and without a daemon. No model answers.

use std::future::ready;

use rcad_core::agent::model::{Ability, ChatModel};
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::parse;
use rcad_store::{AnswerCache, Store};
use rcad_testkit::ollama::fake::{Act, Fake, recorded};
use tokio::sync::mpsc;

use super::{
    Activity, AgentContext, Arc, Candidate, Duration, Ending, Instant, NextJob, Report, Server, StopSignal, TakenJob,
    explain, now_ms, run, run_job,
};
use crate::line::reason;
use crate::line::shared::Shared;
use crate::platform::config::Config;
use crate::platform::health::Health;
use crate::platform::home::Home;
use crate::protocol::agent::ExplainRequest;

/// No server is there.
const NOWHERE: &str = "http://127.0.0.1:1";

struct Lab {
    agent: Arc<AgentContext>,
    /// The failure that is stored and queued.
    rca: String,
    _dir: tempfile::TempDir,
}

impl Lab {
    fn new(server: &str) -> Lab {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::at(dir.path());
        home.create().unwrap();
        let mut config = Config::defaults().unwrap();
        server.clone_into(&mut config.ollama.url);
        let store = Store::open(&home.store()).unwrap();
        let shared = Shared::new(home, config, store, mpsc::unbounded_channel().0).unwrap();
        let agent = Arc::new(AgentContext::new(Arc::new(shared)));
        let report = report();
        let (analysis, _) = reason::explain(&report, None, parse::parse(&report.text)).unwrap();
        let rca = agent.shared.store.put(&report, Some(&analysis), None).unwrap().rca.unwrap();
        agent.explain_failure(&rca).unwrap();
        Lab { agent, rca, _dir: dir }
    }

    fn take(&self) -> TakenJob {
        match self.agent.queue.take(Instant::now(), now_ms()).unwrap() {
            NextJob::Job(taken) => *taken,
            NextJob::Later(_) | NextJob::Empty => panic!("no job"),
        }
    }

    fn delete(&self) {
        assert!(self.agent.shared.store.delete(&self.rca, &AnswerCache::new(0, 0)).unwrap());
    }

    fn is_queued(&self) -> bool {
        !self.agent.shared.store.jobs().unwrap().is_empty()
    }
}

/// The fake's model.
fn scripted(fake: &Fake) -> Vec<Candidate> {
    let ability = Ability { context_length: 40_960, ..Ability::default() };
    let model = ChatModel { name: "scripted".into(), digest: "sha256:1".into(), ability };
    vec![Candidate { server: Server::new(&fake.address).unwrap(), model }]
}

fn report() -> Report {
    Report {
        id: "1".into(),
        origin: Origin::Hook,
        outcome: Outcome::Failed,
        text: "e: file:///p/src/A.kt:3:5 Unresolved reference: name\n".into(),
        project: Some("/p".into()),
        tasks: Vec::new(),
        environment: Environment::default(),
        started_ms: None,
        ended_ms: now_ms(),
        app: None,
        raw: None,
    }
}

fn activity() -> Arc<Activity> {
    Health::default().watch("test", "nothing", Duration::from_secs(60))
}

#[tokio::test]
async fn a_job_that_is_cancelled_while_its_models_are_looked_for_ends() {
    let lab = Lab::new(NOWHERE);
    let taken = lab.take();
    assert!(lab.agent.queue.cancel(&lab.rca).unwrap());
    run_job(&lab.agent, taken, &activity()).await.unwrap();
    assert!(!lab.is_queued(), "{:?}", lab.agent.queue.hold_reason(&lab.rca));
}

#[tokio::test]
async fn the_job_in_which_the_worker_failed_is_not_run_again() {
    let (lab, activity) = (Lab::new(NOWHERE), activity());
    lab.take();
    // As far as it comes without waiting.
    tokio::select! {
        biased;
        ended = run(&lab.agent, &activity) => panic!("{ended:?}"),
        () = ready(()) => {}
    }
    assert!(!lab.is_queued());
}

#[tokio::test]
async fn a_model_is_not_asked_about_a_failure_that_was_deleted() {
    let fake = Fake::start(vec![Act::Replay(recorded("text"))]);
    let lab = Lab::new(&fake.address);
    let mut taken = lab.take();
    let rca = lab.agent.shared.store.get(&lab.rca).unwrap().unwrap();
    lab.delete();
    let how = (&StopSignal::default(), &*activity());
    let answer = explain(&lab.agent, (&rca, &report()), &mut taken.job, scripted(&fake), how).await.unwrap();
    assert_eq!(fake.asked().len(), 0, "a request that is not recorded is not sent");
    assert_eq!(answer.unwrap().ending, Ending::Cancelled);
}

#[tokio::test]
async fn a_job_ends_when_its_failure_is_deleted_while_its_model_is_asked() {
    let fake = Fake::start(vec![Act::Silence]);
    let lab = Lab::new(&fake.address);
    let TakenJob { mut job, cancelled } = lab.take();
    let rca = lab.agent.shared.store.get(&lab.rca).unwrap().unwrap();
    let deleted = async {
        while fake.asked().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(lab.agent.shared.store.sent(&lab.rca).unwrap().len(), 1);
        lab.delete();
        lab.agent.queue.cancel_deleted().unwrap();
        tokio::time::sleep(Duration::from_secs(60)).await;
    };
    let (report, activity) = (report(), activity());
    let answer = tokio::select! {
        answer = explain(&lab.agent, (&rca, &report), &mut job, scripted(&fake), (&cancelled, &activity)) => answer,
        () = deleted => panic!("it goes on"),
    };
    assert_eq!(answer.unwrap().unwrap().ending, Ending::Cancelled);
    assert_eq!((fake.asked().len(), lab.is_queued()), (1, false));
}

#[tokio::test]
async fn a_model_on_a_server_that_the_settings_do_not_name_is_not_waited_for() {
    let lab = Lab::new(NOWHERE);
    let rca = lab.agent.shared.store.get(&lab.rca).unwrap().unwrap();
    let ask = async |model: &str| {
        let how = ExplainRequest { model: Some(model.to_owned()), ..ExplainRequest::default() };
        lab.agent.explain(&rca, how).await.unwrap()
    };
    let refused = ask("x@http://127.0.0.1:2").await;
    assert!(!refused.queued && refused.why.contains("not a server of the settings"), "{refused:?}");
    assert!(ask("x@http://127.0.0.1:1").await.queued, "this one may come back");
}
