//! What the daemon answers by HTTP: the API for the command line, and the pages that links open.
//!
//! Loopback only. A foreign `Host` or `Origin` is refused, so that no web site reaches it through the user's browser.

mod agent;
mod envelope;
mod feedback;
mod merge;
mod models;
mod policy;
mod records;
mod search;
mod similar;
mod stats;
mod tools;
mod transfer;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::SystemTime;

use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use rcad_core::Report;
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_store::{Lookup, Rca, StoreError};
use serde::Deserialize;
use tokio::sync::oneshot;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::BroadcastStream;

use crate::daemon::App;
use crate::daemon::worker::Event;
use crate::install::hook;
use crate::platform::time::{self, now_ms};
use crate::protocol::{Detail, Problem, SearchIndex, Status, Submission, Submitted, Summary};
use crate::serve::page;

/// Largest log that `rcad run` may submit, in bytes.
const MAX_SUBMISSION: usize = 32 << 20;
/// RCAs of a list, where no limit is given.
const LIST: usize = 20;

/// All routes.
pub fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/status", get(status))
        .route("/rcas", get(rcas))
        .route("/rcas/{id}", get(rca))
        .route("/rcas/{id}/why", get(merge::why))
        .route("/rcas/{id}/merge/{other}", post(merge::merge))
        .route("/rcas/{id}/split/{other}", post(merge::split))
        .route("/reports", post(submit))
        .route("/search", get(search::search))
        .route("/events", get(events))
        .route("/stop", post(stop))
        .route("/stats", get(stats::stats))
        .route("/export", get(transfer::export))
        .route("/import", post(transfer::import))
        .route("/verify", get(transfer::verify))
        .merge(records::routes())
        .merge(models::routes())
        .merge(tools::routes())
        .merge(agent::routes())
        .layer(axum::extract::DefaultBodyLimit::max(MAX_SUBMISSION))
        .route_layer(from_fn_with_state(app.clone(), require_token));
    let pages = Router::new()
        .route("/", get(list_page))
        .route("/rca/{id}", get(rca_page))
        .route("/rca/{id}/steps", get(agent::steps))
        .route_layer(from_fn_with_state(app.clone(), require_key))
        .layer(from_fn(policy::set));
    Router::new()
        .nest("/api/v1", api)
        .merge(pages)
        .layer(from_fn_with_state(app.clone(), require_local))
        .with_state(app)
}

async fn require_local(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let port = app.links.address().rsplit(':').next().unwrap_or_default().to_owned();
    let local = |authority: &str| authority == app.links.address() || authority == format!("localhost:{port}");
    let host = text(request.headers(), header::HOST).is_some_and(local);
    let origin = text(request.headers(), header::ORIGIN);
    let origin = origin.is_none_or(|origin| origin.strip_prefix("http://").is_some_and(local));
    if host && origin {
        next.run(request).await
    } else {
        refuse(StatusCode::FORBIDDEN, "not from this machine").into_response()
    }
}

async fn require_token(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let given = text(request.headers(), header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    if given.is_some_and(|token| app.links.is_token(token)) {
        next.run(request).await
    } else {
        refuse(StatusCode::UNAUTHORIZED, "the token of daemon.json is missing or wrong").into_response()
    }
}

#[derive(Deserialize)]
struct Key {
    #[serde(default)]
    key: String,
}

async fn require_key(
    State(app): State<Arc<App>>,
    Query(Key { key }): Query<Key>,
    request: Request,
    next: Next,
) -> Response {
    // The key of a page opens what that page loads.
    let path = request.uri().path();
    if app.links.opens(path.strip_suffix("/steps").unwrap_or(path), &key) {
        next.run(request).await
    } else {
        let text = "This link is not valid. `rcad open last` opens the newest one.";
        (StatusCode::FORBIDDEN, Html(page::message(text))).into_response()
    }
}

async fn status(State(app): State<Arc<App>>) -> Result<Json<Status>, Refusal> {
    let counts = app.store.counts().map_err(store_failed)?;
    let last = app.store.list(1).map_err(store_failed)?.pop();
    let (dropped_failed, dropped_ok) = app.spool.dropped();
    Ok(Json(Status {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        pid: std::process::id(),
        address: app.links.address().to_owned(),
        started_ms: app.started_ms,
        waiting: app.spool.waiting().map_or(0, |files| files.len() as u64),
        bad: app.spool.bad().map_or(0, |files| files.len() as u64),
        dropped_failed,
        dropped_ok,
        rcas: counts.rcas,
        builds: counts.builds,
        page: app.links.list(),
        index: index(&app),
        health: health(&app),
        trimmed: transfer::trimmed(&app)?,
        last: last.map(|rca| summary(&app, &rca)),
        embedding: app.embedding.told(),
        agent: app.agent.told(&app).map_err(store_failed)?,
    }))
}

fn index(app: &App) -> SearchIndex {
    let state = app.indexer.index.state();
    let (words, meaning) = (state.documents, state.vectors);
    SearchIndex { opened: state.opened, words, meaning, behind: state.behind, problem: state.problem }
}

fn health(app: &App) -> Vec<String> {
    let noticed = app.health.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut health: Vec<String> = noticed.iter().map(|(_, problem)| problem.clone()).collect();
    for gradle_home in hook::gradle_homes(&app.home) {
        match hook::check(&app.home, &gradle_home) {
            Ok(hook::State::Installed) => {}
            Ok(_) => health.push(format!(
                "the hook in {} is missing or damaged; `rcad setup` puts it back",
                gradle_home.display()
            )),
            Err(e) => health.push(format!("the hook in {} can't be checked: {e:#}", gradle_home.display())),
        }
    }
    health.extend(app.embedding.problem());
    if app.spool.dropped_lately(SystemTime::now()) {
        let (failed, _) = app.spool.dropped();
        health
            .push(format!("{failed} failed builds were dropped because the spool was full while the daemon was away"));
    }
    health
}

#[derive(Deserialize)]
struct ListQuery {
    limit: Option<usize>,
}

async fn rcas(State(app): State<Arc<App>>, Query(query): Query<ListQuery>) -> Result<Json<Vec<Summary>>, Refusal> {
    let found = app.store.list(query.limit.unwrap_or(LIST));
    Ok(Json(found.map_err(store_failed)?.iter().map(|rca| summary(&app, rca)).collect()))
}

async fn rca(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Detail>, Refusal> {
    Ok(Json(detail(&app, find(&app, &id)?)))
}

async fn submit(State(app): State<Arc<App>>, Json(given): Json<Submission>) -> Result<Json<Submitted>, Refusal> {
    let report = Report {
        id: given.id,
        origin: Origin::Run,
        outcome: Outcome::Failed,
        text: given.text,
        project: given.project,
        tasks: given.command,
        environment: Environment::default(),
        started_ms: Some(given.started_ms),
        ended_ms: given.ended_ms,
    };
    let (answer, answered) = oneshot::channel();
    let gone = |_| refuse(StatusCode::SERVICE_UNAVAILABLE, "the daemon is stopping");
    app.worker.send(Event::Submit(Box::new(report), answer)).map_err(|_| gone(()))?;
    let rca = match answered.await.map_err(|_| gone(()))?.map_err(store_failed)? {
        Some(id) => app.store.get(&id).map_err(store_failed)?,
        None => None,
    };
    Ok(Json(Submitted { detail: rca.map(|rca| detail(&app, rca)) }))
}

async fn events(State(app): State<Arc<App>>) -> impl IntoResponse {
    let stored = BroadcastStream::new(app.stored.subscribe());
    // A listener that lags misses events; it asks for the list when it needs to be sure.
    let events = stored.filter_map(|stored| stored.ok()).map(|stored| {
        let event = sse::Event::default().event("stored");
        Ok::<_, Infallible>(event.json_data(stored).unwrap_or_default())
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

async fn stop(State(app): State<Arc<App>>) -> StatusCode {
    app.watch.close();
    app.stop.notify_one();
    StatusCode::NO_CONTENT
}

async fn list_page(State(app): State<Arc<App>>) -> Result<Html<String>, Refusal> {
    let rcas = app.store.list(100).map_err(store_failed)?;
    Ok(Html(page::list(&rcas, |id| app.links.rca(id), now_ms())))
}

async fn rca_page(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Html<String>, Refusal> {
    let rca = find(&app, &id)?;
    let report = app.store.report(&rca.last_report).map_err(store_failed)?;
    let at_work = agent::at_work(&app, &rca.id)?;
    Ok(Html(page::rca(&rca, report.as_ref(), at_work.as_deref(), &app.links, now_ms())))
}

fn find(app: &App, id: &str) -> Result<Rca, Refusal> {
    match app.store.find(id).map_err(store_failed)? {
        Lookup::One(rca) => Ok(*rca),
        Lookup::Ambiguous(ids) => {
            Err(refuse(StatusCode::CONFLICT, &format!("`{id}` may be any of {}", ids.join(", "))))
        }
        Lookup::None if id == "last" => Err(refuse(StatusCode::NOT_FOUND, "nothing is stored yet")),
        Lookup::None => Err(refuse(StatusCode::NOT_FOUND, &format!("no RCA has the id `{id}`"))),
    }
}

fn detail(app: &App, rca: Rca) -> Detail {
    Detail { summary: summary(app, &rca), analysis: rca.shown(), environment: rca.environment }
}

fn summary(app: &App, rca: &Rca) -> Summary {
    let analysis = rca.shown();
    Summary {
        id: rca.id.clone(),
        fingerprint: analysis.fingerprint.clone(),
        occurrences: rca.occurrences,
        first_seen: time::rfc3339(rca.first_seen_ms),
        last_seen: time::rfc3339(rca.last_seen_ms),
        project: rca.project.clone(),
        category: analysis.primary().map_or("other", |f| f.category.id()).to_owned(),
        line: rcad_core::render::one_line(&analysis),
        engine: analysis.engine,
        confidence: analysis.confidence,
        root_cause: analysis.root_cause,
        page: app.links.rca(&rca.id),
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Why a request is not answered.
struct Refusal(StatusCode, String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(Problem { error: self.1 })).into_response()
    }
}

fn refuse(status: StatusCode, error: &str) -> Refusal {
    Refusal(status, error.to_owned())
}

#[allow(clippy::needless_pass_by_value)] // as `map_err` gives it
fn store_failed(error: StoreError) -> Refusal {
    Refusal(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
}
