//! `records…`: the store's operations as named by the contract, in its envelope.

mod similar;

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::routing::{delete as deleting, get, post};
use rcad_store::{Lookup, RcaRecord};
use serde_json::{Value, json};

use super::envelope::{EnvelopeResult, answer, body};
use super::error::HttpError;
use super::reply::find;
use super::{HttpContext, feedback, stats};
use crate::line::retention::report_damage;
use crate::platform::time::now_ms;
use crate::protocol::maintenance::{ClearReply, DeleteReply};

/// Below `/api/v1`.
pub fn routes() -> Router<Arc<HttpContext>> {
    Router::new()
        .route("/records", post(add).delete(clear))
        .route("/records/damaged", deleting(delete_damaged))
        .route("/records/stats", get(stats::store_stats))
        .route("/records/similar", get(similar::similar))
        .route("/records/health", get(health))
        .route("/records/{id}", get(read).patch(update).delete(delete))
        .route("/records/{id}/feedback", post(feedback::feedback))
        .route("/records/{id}/judgement", get(feedback::judgement))
        .route("/prune", post(feedback::prune))
}

async fn add(State(context): State<Arc<HttpContext>>, given: Bytes) -> EnvelopeResult {
    let given: Value = body(&given)?;
    answer(context, move |context| {
        let added = context.shared.store.add(&given, now_ms())?;
        context.shared.search.wake();
        Ok(added)
    })
    .await
}

async fn read(State(context): State<Arc<HttpContext>>, Path(id): Path<String>) -> EnvelopeResult {
    answer(context, move |context| Ok(RcaRecord::from(&find(context, &id)?))).await
}

async fn update(State(context): State<Arc<HttpContext>>, Path(id): Path<String>, given: Bytes) -> EnvelopeResult {
    let given: Value = body(&given)?;
    answer(context, move |context| {
        let id = find(context, &id)?.id;
        let updated = context.shared.store.update(&id, &given, now_ms(), &context.shared.cache)?;
        context.shared.search.wake();
        updated.ok_or_else(|| HttpError::unknown(&id))
    })
    .await
}

async fn delete(State(context): State<Arc<HttpContext>>, Path(id): Path<String>) -> EnvelopeResult {
    answer(context, move |context| {
        let (id, line) = match context.shared.store.find(&id)? {
            Lookup::Damaged(id, why) => (id, format!("it was damaged ({why})")),
            _ => find(context, &id).map(|rca| (rca.id, rcad_core::render::one_line(&rca.analysis)))?,
        };
        if !context.shared.store.delete(&id, &context.shared.cache)? {
            return Err(HttpError::unknown(&id));
        }
        context.agent.queue.cancel_deleted()?;
        context.shared.search.wake();
        Ok(DeleteReply { id, line })
    })
    .await
}

async fn delete_damaged(State(context): State<Arc<HttpContext>>) -> EnvelopeResult {
    answer(context, |context| {
        let deleted = context.shared.store.delete_damaged()?;
        report_damage(&context.shared.health, Ok(0));
        context.agent.queue.cancel_deleted()?;
        context.shared.search.wake();
        Ok(deleted)
    })
    .await
}

async fn clear(State(context): State<Arc<HttpContext>>) -> EnvelopeResult {
    answer(context, |context| {
        let cleared = context.shared.store.clear(&context.shared.cache)?;
        context.agent.queue.cancel_deleted()?;
        context.shared.search.wake();
        Ok(ClearReply { cleared })
    })
    .await
}

/// The health of the store and index. A missing embedding model is no problem: everything else works without it.
async fn health(State(context): State<Arc<HttpContext>>) -> EnvelopeResult {
    answer(context, |context| {
        let counts = context.shared.store.counts()?;
        let problems = super::status::health(context);
        let index = context.shared.search.index.state();
        Ok(json!({
            "healthy": problems.is_empty(),
            "problems": problems,
            "rcas": counts.rcas,
            "builds": counts.builds,
            "index": {
                "opened": index.opened,
                "documents": index.documents,
                "vectors": index.vectors,
                "behind": index.behind,
                "problem": index.problem,
            },
            "embedding": context.shared.embedding.status(),
        }))
    })
    .await
}
