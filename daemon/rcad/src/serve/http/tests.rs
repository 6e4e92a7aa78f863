//! All routes over a socket, answered by a thread that must not use the store. No model answers.

use std::future::IntoFuture;
use std::time::Duration;

use rcad_core::model::environment::Environment;
use rcad_core::model::failure::Language;
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::{Analysis, Category, Failure, Report};
use rcad_store::{BarredThread, Store};
use reqwest::{Method, Response};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use super::{Arc, HttpContext, router};
use crate::agent::AgentContext;
use crate::agent::queue::{NextJob, TakenJob};
use crate::line::inbox::WakeReason;
use crate::line::shared::Shared;
use crate::platform::config::Config;
use crate::platform::home::Home;
use crate::platform::http_client;
use crate::platform::stop::StopSignal;
use crate::platform::time::now_ms;
use crate::serve::links::Links;

const TOKEN: &str = "token";

/// Time limit for whatever must happen.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Every route but the streams and `stop`, with a body for it; `ID` and `OTHER` are stored failures. Those that delete are last.
const ROUTES: &[(&str, &str, &str)] = &[
    ("GET", "/", ""),
    ("GET", "/search?q=one", ""),
    ("GET", "/search", ""),
    ("GET", "/rca/ID", ""),
    ("GET", "/rca/ID/log", ""),
    ("GET", "/rca/ID/audit", ""),
    ("POST", "/rca/ID/rating", "token=FORM&word=up&note="),
    ("GET", "/api/v1/status", ""),
    ("GET", "/api/v1/rcas", ""),
    ("GET", "/api/v1/rcas/ID", ""),
    ("GET", "/api/v1/rcas/ID/why", ""),
    ("POST", "/api/v1/rcas/OTHER/explain", ""),
    ("DELETE", "/api/v1/rcas/OTHER/explain", ""),
    ("POST", "/api/v1/rcas/ID/merge/OTHER", ""),
    ("POST", "/api/v1/rcas/ID/split/OTHER", ""),
    ("GET", "/api/v1/rcas/ID/audit", ""),
    ("POST", "/api/v1/reports", r#"{"id": "9", "text": "", "command": [], "started_ms": 1, "ended_ms": 2}"#),
    ("GET", "/api/v1/search?text=one", ""),
    ("GET", "/api/v1/stats", ""),
    ("GET", "/api/v1/timeline", ""),
    ("GET", "/api/v1/export", ""),
    ("POST", "/api/v1/import?first=1", "{}"),
    ("GET", "/api/v1/verify", ""),
    ("POST", "/api/v1/records", "{}"),
    ("GET", "/api/v1/records/stats", ""),
    ("GET", "/api/v1/records/similar?text=one", ""),
    ("GET", "/api/v1/records/health", ""),
    ("GET", "/api/v1/records/ID", ""),
    ("PATCH", "/api/v1/records/ID", r#"{"confidence": 0.5}"#),
    ("POST", "/api/v1/records/ID/feedback", r#"{"word": "up"}"#),
    ("GET", "/api/v1/records/ID/judgement", ""),
    ("GET", "/api/v1/models", ""),
    ("POST", "/api/v1/models", ""),
    ("POST", "/api/v1/models/probe", r#"{"name": "x", "server": "http://127.0.0.1:1"}"#),
    ("POST", "/api/v1/tools/read_file", r#"{"rca": "ID", "arguments": {}}"#),
    ("POST", "/api/v1/prune", ""),
    ("DELETE", "/api/v1/records/damaged", ""),
    ("DELETE", "/api/v1/records/ID", ""),
    ("DELETE", "/api/v1/records", ""),
];

/// A server on this thread, which is barred from the store.
struct Lab {
    context: Arc<HttpContext>,
    client: reqwest::Client,
    /// The failure that is stored.
    rca: String,
    /// Another one.
    other: String,
    _barred: BarredThread,
    _dir: tempfile::TempDir,
}

impl Lab {
    async fn new() -> Lab {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::at(dir.path());
        home.create().unwrap();
        let mut config = Config::defaults().unwrap();
        "http://127.0.0.1:1".clone_into(&mut config.ollama.url);
        config.prune.expire_days = 1;
        let store = Store::open(&home.store()).unwrap();
        let (rca, other) = (put(&store, "one"), put(&store, "two"));
        let (waker, wakes) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared::new(home, config, store, waker).unwrap());
        let agent = Arc::new(AgentContext::new(shared.clone()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let links = Arc::new(Links::new(&listener.local_addr().unwrap().to_string(), TOKEN));
        let context = Arc::new(HttpContext { shared, agent, links, stop: StopSignal::default(), started_ms: 0 });
        tokio::spawn(axum::serve(listener, router(context.clone())).into_future());
        tokio::spawn(capture(wakes, rca.clone()));
        let client = http_client::builder().no_proxy().timeout(TIMEOUT).build().unwrap();
        Lab { context, client, rca, other, _barred: BarredThread::here(), _dir: dir }
    }

    /// The response to a request; a handler that panics sends none.
    async fn ask(&self, method: &str, target: &str, body: &str) -> Response {
        let links = &self.context.links;
        let named = |text: &str| {
            text.replace("ID", &self.rca).replace("OTHER", &self.other).replace("FORM", &links.form_token())
        };
        let url = format!("http://{}{}", links.address(), named(target));
        let kind = if target.starts_with("/api/") { "application/json" } else { "application/x-www-form-urlencoded" };
        let cookie = format!("{}={}", links.cookie_name(), links.session());
        let request = self.client.request(Method::from_bytes(method.as_bytes()).unwrap(), url);
        let request =
            request.bearer_auth(TOKEN).header("Content-Type", kind).header("Cookie", cookie).body(named(body));
        request.send().await.unwrap_or_else(|error| panic!("{method} {target}: {error:?}"))
    }

    /// Status code and body.
    async fn answer(&self, method: &str, target: &str, body: &str) -> (u16, String) {
        let response = self.ask(method, target, body).await;
        (response.status().as_u16(), response.text().await.unwrap())
    }

    /// Queues the failure's job and takes it, as the agent's worker does.
    async fn running_job(&self) -> TakenJob {
        assert_eq!(self.answer("POST", "/api/v1/rcas/ID/explain", "").await.0, 200);
        let context = self.context.clone();
        let taken = tokio::task::spawn_blocking(move || context.agent.queue.take(std::time::Instant::now(), now_ms()));
        match taken.await.unwrap().unwrap() {
            NextJob::Job(taken) => *taken,
            NextJob::Later(_) | NextJob::Empty => panic!("no job"),
        }
    }
}

/// Stores a failure that was seen long ago. Returns its id.
fn put(store: &Store, name: &str) -> String {
    let report = Report {
        id: name.into(),
        origin: Origin::Hook,
        outcome: Outcome::Failed,
        text: format!("e: Unresolved reference: {name}\n"),
        project: Some("/p".into()),
        tasks: Vec::new(),
        environment: Environment::default(),
        started_ms: None,
        ended_ms: 1,
        app: None,
        raw: None,
    };
    let failure = Failure::new(Category::ALL[0], Language::Kotlin, format!("Unresolved reference: {name}"));
    let analysis = Analysis { fingerprint: Some(format!("v1:{name}")), errors: vec![failure], ..Analysis::none() };
    store.put(&report, Some(&analysis), None).unwrap().rca.unwrap()
}

/// Answers submissions as the capture worker does.
async fn capture(mut wakes: mpsc::UnboundedReceiver<WakeReason>, rca: String) {
    while let Some(reason) = wakes.recv().await {
        if let WakeReason::Submit(submission) = reason {
            submission.answer.send(Ok(Some(rca.clone()))).unwrap();
        }
    }
}

#[tokio::test]
async fn no_route_uses_the_store_on_the_thread_that_answers() {
    let lab = Lab::new().await;
    // It reads the store when it begins, and again when nothing has happened for a while.
    assert_eq!(lab.answer("POST", "/api/v1/rcas/ID/explain", "").await.0, 200);
    let steps = lab.ask("GET", "/api/v1/rcas/ID/steps", "").await;
    let events = lab.ask("GET", "/api/v1/events", "").await;
    for (method, target, body) in ROUTES {
        let (status, answer) = lab.answer(method, target, body).await;
        assert!(status != 405 && (status != 404 || !answer.is_empty()), "{method} {target} is no route");
        assert!(status < 500, "{method} {target}: {status} {answer}");
    }
    assert!(steps.text().await.unwrap().ends_with("{\"seen\":\"idle\"}\n\n"), "its failure was deleted");
    assert_eq!((lab.answer("POST", "/api/v1/stop", "").await.0, events.status().as_u16()), (204, 200));
}

#[tokio::test]
async fn every_route_with_a_limit_has_a_highest() {
    let lab = Lab::new().await;
    for (target, highest) in [
        ("/api/v1/rcas?", 1000),
        ("/api/v1/timeline?", 1000),
        ("/api/v1/search?text=one&", 1000),
        ("/api/v1/records/similar?text=one&", 100),
    ] {
        for limit in [1, highest] {
            let (status, answer) = lab.answer("GET", &format!("{target}limit={limit}"), "").await;
            assert_ne!(status, 400, "{target}{limit}: {answer}");
        }
        for limit in ["0", &(highest + 1).to_string(), "18446744073709551615", "18446744073709551616", "-1", "many"] {
            let (status, answer) = lab.answer("GET", &format!("{target}limit={limit}"), "").await;
            assert!(status == 400 && answer.contains("limit"), "{target}{limit}: {status} {answer}");
        }
    }
}

#[tokio::test]
async fn whatever_deletes_a_failure_cancels_its_running_job() {
    for (method, target) in [("DELETE", "/api/v1/records/ID"), ("DELETE", "/api/v1/records"), ("POST", "/api/v1/prune")]
    {
        let lab = Lab::new().await;
        let TakenJob { cancelled, .. } = lab.running_job().await;
        assert_eq!(lab.answer("PATCH", "/api/v1/records/OTHER", r#"{"confidence": 0.0}"#).await.0, 200);
        assert!(!cancelled.is_requested(), "its own failure is still there");
        assert_eq!(lab.answer(method, target, "").await.0, 200);
        assert!(cancelled.is_requested(), "{method} {target}");
    }
}
