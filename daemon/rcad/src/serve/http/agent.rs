//! What is seen of the agent, that it is asked or stopped, and what was sent to a model. Asks no model itself.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use rcad_store::{SentRequest, StoredJob};
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::{Refusal, find, refuse, store_failed};
use crate::agent::watch::Listener;
use crate::daemon::App;
use crate::protocol::agent::{Audit, Explain, Queued, Seen, Sent, Stopped};

/// After so long without news the store is asked whether the job is still there.
const SILENCE: Duration = Duration::from_secs(2);

/// The API's routes; the page's own is in `http`, under the page's key.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/rcas/{id}/steps", get(steps))
        .route("/rcas/{id}/explain", post(explain).delete(stop))
        .route("/rcas/{id}/audit", get(audit))
}

/// `GET rcas/ID/steps`, and the page's stream.
pub async fn steps(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let rca = find(&app, &id)?;
    // Listening begins before it is looked whether there is a job: one that ends between the two is heard.
    let (so_far, listener) = app.watch.subscribe(&rca.id);
    let (send, receive) = mpsc::channel(16);
    match at_work(&app, &rca.id)? {
        Some(before) => {
            // Whoever looked a moment later has seen as much or more; both begin with the same steps.
            let so_far = if so_far.is_empty() { before } else { with_stored(&app, &rca.id, so_far)? };
            tokio::spawn(tell(app, rca.id, so_far, listener, send));
        }
        None => {
            let stored = rca.agent.map(|answer| answer.steps).unwrap_or_default();
            let all: Vec<Seen> = stored.into_iter().map(Seen::Step).chain([Seen::Idle]).collect();
            tokio::spawn(async move {
                for seen in all {
                    // A listener that has gone needs nothing more.
                    if send.send(seen).await.is_err() {
                        return;
                    }
                }
            });
        }
    }
    let events = ReceiverStream::new(receive).map(|seen| {
        let event = sse::Event::default().event("seen");
        Ok::<_, Infallible>(event.json_data(seen).unwrap_or_default())
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

/// Passes on what is seen until the job ends or nobody listens.
async fn tell(app: Arc<App>, id: String, so_far: Vec<Seen>, mut listener: Listener, send: mpsc::Sender<Seen>) {
    let mut new = so_far;
    loop {
        for seen in new {
            let (last, stuck) = (matches!(seen, Seen::Ended { .. } | Seen::Idle), is_stuck(&seen));
            if send.send(seen).await.is_err() || last {
                return;
            }
            if stuck {
                // It may wait for a day; whoever listens is not to.
                let _ = send.send(Seen::Idle).await;
                return;
            }
        }
        new = tokio::select! {
            () = send.closed() => return,
            heard = tokio::time::timeout(SILENCE, listener.next()) => match heard {
                Ok(Some(heard)) => heard,
                Ok(None) => return,
                // A job that waits for a model, or has gone with its failure, says nothing of it.
                Err(_) => match at_work(&app, &id) {
                    Ok(Some(seen)) => seen.into_iter().filter(is_stuck).collect(),
                    Ok(None) | Err(_) => vec![Seen::Idle],
                },
            },
        };
    }
}

/// What was seen so far of the job on this RCA; nothing where there is none.
pub fn at_work(app: &App, rca: &str) -> Result<Option<Vec<Seen>>, Refusal> {
    if let Some(so_far) = app.watch.so_far(rca) {
        return with_stored(app, rca, so_far).map(Some);
    }
    let Some(stored) = job(app, rca)? else { return Ok(None) };
    let steps: Vec<Seen> = stored.job.map(|job| job.steps).unwrap_or_default().into_iter().map(Seen::Step).collect();
    let told = app.agent.told(app).map_err(store_failed)?;
    let running = told.running.as_deref() == Some(rca);
    let mut seen = steps;
    if seen.is_empty() || (told.waiting_for.is_some() && !running) {
        seen.push(Seen::Waiting { why: told.waiting_for.filter(|_| !running) });
    }
    Ok(Some(seen))
}

/// Whether it waits for more than its turn.
fn is_stuck(seen: &Seen) -> bool {
    matches!(seen, Seen::Waiting { why: Some(_) })
}

/// With the steps before it that were taken before the daemon was started again.
fn with_stored(app: &App, rca: &str, so_far: Vec<Seen>) -> Result<Vec<Seen>, Refusal> {
    let Some(Seen::Step(first)) = so_far.iter().find(|seen| matches!(seen, Seen::Step(_))) else { return Ok(so_far) };
    // A step is stored before it is told, so the first that was told is among those that are stored.
    let mut earlier = job(app, rca)?.and_then(|stored| stored.job).map(|job| job.steps).unwrap_or_default();
    earlier.truncate(earlier.iter().position(|step| step == first).unwrap_or(0));
    Ok(earlier.into_iter().map(Seen::Step).chain(so_far).collect())
}

fn job(app: &App, rca: &str) -> Result<Option<StoredJob>, Refusal> {
    Ok(app.store.jobs().map_err(store_failed)?.into_iter().find(|job| job.rca == rca))
}

/// `POST rcas/ID/explain`
async fn explain(State(app): State<Arc<App>>, Path(id): Path<String>, given: Bytes) -> Result<Json<Queued>, Refusal> {
    let how: Explain = match given.is_empty() {
        true => Explain::default(),
        false => serde_json::from_slice(&given).map_err(|e| refuse(StatusCode::BAD_REQUEST, &e.to_string()))?,
    };
    let rca = find(&app, &id)?;
    app.agent.asked(&app, &rca, how).await.map(Json).map_err(store_failed)
}

/// `DELETE rcas/ID/explain`
async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Stopped>, Refusal> {
    let rca = find(&app, &id)?.id;
    Ok(Json(Stopped { stopped: app.agent.cancel(&app, &rca).map_err(store_failed)?, rca }))
}

/// `GET rcas/ID/audit`
async fn audit(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Audit>, Refusal> {
    let rca = find(&app, &id)?.id;
    let sent = app.store.sent(&rca).map_err(store_failed)?;
    let sent = sent.into_iter().map(|SentRequest { at_ms, server, body }| Sent { at_ms, server, body });
    Ok(Json(Audit { sent: sent.collect(), rca }))
}
