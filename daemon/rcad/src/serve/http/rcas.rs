//! `rcas`, `reports`, `events`, `stop`: stored RCAs, submissions of `rcad run`, events of stored builds, stopping the
//! daemon.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use rcad_core::Report;
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_store::Rca;
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{mpsc, oneshot};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::HttpContext;
use super::error::HttpError;
use super::reply::{blocking, find, limit};
use crate::line::crashes::{changes_of, made_by, not_seen_since};
use crate::line::inbox::{self, WakeReason};
use crate::line::resolve::green_again;
use crate::platform::time;
use crate::protocol::devices::{CrashDetail, MadeBy};
use crate::protocol::{RcaDetail, RcaSummary, SubmitReply, SubmittedBuild};

/// Events buffered for a slow listener.
const EVENTS: usize = 256;

#[derive(Deserialize)]
pub struct ListQuery {
    limit: Option<usize>,
}

/// `GET rcas`
pub async fn list(
    State(context): State<Arc<HttpContext>>,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Json<Vec<RcaSummary>>, HttpError> {
    let Query(query) = query.map_err(|e| HttpError::parameters(e.body_text()))?;
    let limit = limit(query.limit)?;
    blocking(&context, move |context| {
        Ok(Json(context.shared.store.list(limit)?.iter().map(|rca| summary(context, rca)).collect()))
    })
    .await
}

/// `GET rcas/ID`
pub async fn one(
    State(context): State<Arc<HttpContext>>,
    Path(id): Path<String>,
) -> Result<Json<RcaDetail>, HttpError> {
    blocking(&context, move |context| Ok(Json(detail(context, find(context, &id)?)))).await
}

/// `POST reports`
pub async fn submit(
    State(context): State<Arc<HttpContext>>,
    Json(given): Json<SubmittedBuild>,
) -> Result<Json<SubmitReply>, HttpError> {
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
        app: None,
        raw: None,
    };
    let (answer, answered) = oneshot::channel();
    let gone = |_| HttpError::stopping();
    let submission = inbox::Submission { report, answer };
    context.shared.waker.send(WakeReason::Submit(Box::new(submission))).map_err(|_| gone(()))?;
    let answer = tokio::select! {
        answer = answered => answer.map_err(|_| HttpError::panicked())?,
        () = context.stop.requested() => return Err(gone(())),
    };
    let id = answer.map_err(HttpError::internal)?;
    blocking(&context, move |context| {
        let rca = id.map(|id| context.shared.store.get(&id)).transpose()?.flatten();
        Ok(Json(SubmitReply { detail: rca.map(|rca| detail(context, rca)) }))
    })
    .await
}

/// `GET events`
pub async fn events(State(context): State<Arc<HttpContext>>) -> impl IntoResponse {
    let (send, receive) = mpsc::channel(EVENTS);
    let mut stored = context.shared.stored.subscribe();
    tokio::spawn(async move {
        loop {
            let news = tokio::select! {
                () = context.stop.requested() => return,
                () = send.closed() => return,
                news = stored.recv() => news,
            };
            match news {
                // A slow listener misses events; it can ask for the list.
                Ok(news) => drop(send.try_send(news)),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    });
    let events = ReceiverStream::new(receive).map(|stored| {
        let event = sse::Event::default().event("stored");
        Ok::<_, Infallible>(event.json_data(stored).unwrap_or_default())
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// `POST stop`
pub async fn stop(State(context): State<Arc<HttpContext>>) -> StatusCode {
    context.stop.request();
    StatusCode::NO_CONTENT
}

/// An RCA with its analysis.
pub fn detail(context: &HttpContext, rca: Rca) -> RcaDetail {
    let text = || context.shared.store.report(&rca.last_report).ok().flatten().map(|report| report.text);
    let crash = crash(context, &rca, text);
    RcaDetail { summary: summary(context, &rca), analysis: rca.shown(), environment: rca.environment, crash }
}

/// The newest crash of an RCA, with the text of its report; nothing for builds, and where the store can't be read.
pub fn crash(context: &HttpContext, rca: &Rca, text: impl FnOnce() -> Option<String>) -> Option<CrashDetail> {
    let store = &context.shared.store;
    let crash = store.build(&rca.last_report).ok()??;
    let app = crash.app.clone()?;
    let build = made_by(store, &crash).ok().flatten().map(|(report, build)| {
        let changes = changes_of(store, &crash, &build).unwrap_or_default();
        MadeBy { report, ended: time::rfc3339(build.ended_ms), tasks: build.tasks, changes }
    });
    let not_seen_since = not_seen_since(store, &crash).ok().flatten();
    Some(CrashDetail { app, build, text: text().unwrap_or_default(), not_seen_since })
}

/// An RCA as in a list.
pub fn summary(context: &HttpContext, rca: &Rca) -> RcaSummary {
    let analysis = rca.shown();
    RcaSummary {
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
        page: context.links.rca(&rca.id),
        green_again: green_again(rca),
    }
}
