//! Routes of the agent: events of a job, starting and stopping one, and the requests sent to models.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use rcad_store::{SentRequest, StoredJob};
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::HttpContext;
use super::error::HttpError;
use super::reply::{blocking, blocking_async, find};
use crate::agent::job_events::JobListener;
use crate::protocol::agent::{AuditReply, ExplainReply, ExplainRequest, JobEvent, SentBody, StopReply};

/// After this time without events, the store is asked whether the job still exists.
const CHECK_AFTER: Duration = Duration::from_secs(2);

/// The API's routes; the page's own is in `http`, protected like every page.
pub fn routes() -> Router<Arc<HttpContext>> {
    Router::new()
        .route("/rcas/{id}/steps", get(steps))
        .route("/rcas/{id}/explain", post(explain).delete(stop))
        .route("/rcas/{id}/audit", get(audit))
}

/// What a client sees of the job on an RCA.
struct JobView {
    rca: String,
    /// Past events; nothing without a job.
    so_far: Option<Vec<JobEvent>>,
    listener: JobListener,
    /// Steps of the stored answer.
    stored: Vec<JobEvent>,
}

/// `GET rcas/ID/steps`, and the page's stream.
pub async fn steps(State(context): State<Arc<HttpContext>>, Path(id): Path<String>) -> Result<Response, HttpError> {
    let view = blocking(&context, move |context| view(context, &id)).await?;
    let (send, receive) = mpsc::channel(16);
    match view.so_far {
        Some(so_far) => {
            tokio::spawn(forward(context, view.rca, so_far, view.listener, send));
        }
        None => {
            tokio::spawn(async move {
                for event in view.stored.into_iter().chain([JobEvent::Idle]) {
                    // The client has disconnected.
                    if send.send(event).await.is_err() {
                        return;
                    }
                }
            });
        }
    }
    let events = ReceiverStream::new(receive).map(|event| {
        let message = sse::Event::default().event("seen");
        Ok::<_, Infallible>(message.json_data(event).unwrap_or_default())
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

fn view(context: &HttpContext, id: &str) -> Result<JobView, HttpError> {
    let rca = find(context, id)?;
    // Subscribe before looking for a job, so that the end of one in between is not missed.
    let (new_events, listener) = context.agent.events.subscribe(&rca.id);
    let so_far = match at_work(context, &rca.id)? {
        // The later of the two has at least as many events; both begin with the same steps.
        Some(before) if new_events.is_empty() => Some(before),
        Some(_) => Some(with_stored(context, &rca.id, new_events)?),
        None => None,
    };
    let stored = rca.agent.map(|answer| answer.steps).unwrap_or_default().into_iter().map(JobEvent::Step).collect();
    Ok(JobView { rca: rca.id, so_far, listener, stored })
}

/// Forwards events until the job ends or the client disconnects.
async fn forward(
    context: Arc<HttpContext>,
    id: String,
    so_far: Vec<JobEvent>,
    mut listener: JobListener,
    send: mpsc::Sender<JobEvent>,
) {
    let mut new = so_far;
    loop {
        for event in new {
            let (last, stuck) = (matches!(event, JobEvent::Ended { .. } | JobEvent::Idle), is_stuck(&event));
            let sent = tokio::select! {
                sent = send.send(event) => sent,
                () = context.stop.requested() => return,
            };
            if sent.is_err() || last {
                return;
            }
            if stuck {
                // The job may wait for a day; don't keep the client waiting.
                let _ = send.send(JobEvent::Idle).await;
                return;
            }
        }
        let new_events = tokio::select! {
            () = send.closed() => return,
            () = context.stop.requested() => return,
            new_events = tokio::time::timeout(CHECK_AFTER, listener.next()) => new_events,
        };
        new = match new_events {
            Ok(Some(new_events)) => new_events,
            Ok(None) => return,
            // A job that waits for a model, or was deleted with its failure, sends no event.
            Err(_) => {
                let id = id.clone();
                match blocking(&context, move |context| at_work(context, &id)).await {
                    Ok(Some(event)) => event.into_iter().filter(is_stuck).collect(),
                    Ok(None) | Err(_) => vec![JobEvent::Idle],
                }
            }
        };
    }
}

/// Past events of the job on this RCA; nothing if there is none.
pub fn at_work(context: &HttpContext, rca: &str) -> Result<Option<Vec<JobEvent>>, HttpError> {
    if let Some(so_far) = context.agent.events.so_far(rca) {
        return with_stored(context, rca, so_far).map(Some);
    }
    let Some(stored) = job(context, rca)? else { return Ok(None) };
    let steps: Vec<JobEvent> =
        stored.job.map(|job| job.steps).unwrap_or_default().into_iter().map(JobEvent::Step).collect();
    let hold_reason = context.agent.queue.hold_reason(rca)?;
    let mut event = steps;
    if event.is_empty() || hold_reason.is_some() {
        event.push(JobEvent::Waiting { why: hold_reason });
    }
    Ok(Some(event))
}

/// Whether it waits for more than its turn.
fn is_stuck(event: &JobEvent) -> bool {
    matches!(event, JobEvent::Waiting { why: Some(_) })
}

/// Adds the steps from before the daemon's restart.
fn with_stored(context: &HttpContext, rca: &str, so_far: Vec<JobEvent>) -> Result<Vec<JobEvent>, HttpError> {
    let Some(JobEvent::Step(first)) = so_far.iter().find(|event| matches!(event, JobEvent::Step(_))) else {
        return Ok(so_far);
    };
    // A step is stored before it is sent, so the first one sent is among the stored ones.
    let mut earlier = job(context, rca)?.and_then(|stored| stored.job).map(|job| job.steps).unwrap_or_default();
    earlier.truncate(earlier.iter().position(|step| step == first).unwrap_or(0));
    Ok(earlier.into_iter().map(JobEvent::Step).chain(so_far).collect())
}

fn job(context: &HttpContext, rca: &str) -> Result<Option<StoredJob>, HttpError> {
    Ok(context.shared.store.jobs()?.into_iter().find(|job| job.rca == rca))
}

/// `POST rcas/ID/explain`
async fn explain(
    State(context): State<Arc<HttpContext>>,
    Path(id): Path<String>,
    given: Bytes,
) -> Result<Json<ExplainReply>, HttpError> {
    let how: ExplainRequest = match given.is_empty() {
        true => ExplainRequest::default(),
        false => serde_json::from_slice(&given).map_err(|e| HttpError::parameters(e.to_string()))?,
    };
    blocking_async(&context, |context| async move {
        let rca = find(&context, &id)?;
        Ok(Json(context.agent.explain(&rca, how).await?))
    })
    .await
}

/// `DELETE rcas/ID/explain`
async fn stop(State(context): State<Arc<HttpContext>>, Path(id): Path<String>) -> Result<Json<StopReply>, HttpError> {
    blocking(&context, move |context| {
        let rca = find(context, &id)?.id;
        Ok(Json(StopReply { stopped: context.agent.queue.cancel(&rca)?, rca }))
    })
    .await
}

/// `GET rcas/ID/audit`
async fn audit(State(context): State<Arc<HttpContext>>, Path(id): Path<String>) -> Result<Json<AuditReply>, HttpError> {
    blocking(&context, move |context| {
        let rca = find(context, &id)?.id;
        let sent = context.shared.store.sent(&rca)?.into_iter();
        let sent = sent.map(|SentRequest { at_ms, server, body }| SentBody { at_ms, server, body });
        Ok(Json(AuditReply { sent: sent.collect(), rca }))
    })
    .await
}
