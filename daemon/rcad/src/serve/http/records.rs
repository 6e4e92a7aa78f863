//! `records…`: the store's operations as the contract names them, in its envelope. What they mean stands in the store.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use rcad_store::Record;
use serde_json::{Value, json};

use super::envelope::{Answer, Fault, answer, body, find};
use super::{feedback, similar, stats};
use crate::daemon::App;
use crate::platform::time::now_ms;
use crate::protocol::upkeep::{Cleared, Deleted};

/// Below `/api/v1`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/records", post(add).delete(clear))
        .route("/records/stats", get(stats::of_the_store))
        .route("/records/similar", get(similar::similar))
        .route("/records/health", get(health))
        .route("/records/{id}", get(read).patch(update).delete(delete))
        .route("/records/{id}/feedback", post(feedback::feedback))
        .route("/records/{id}/judgement", get(feedback::judgement))
        .route("/prune", post(feedback::prune))
}

async fn add(State(app): State<Arc<App>>, given: Bytes) -> Answer {
    let given: Value = body(&given)?;
    answer(app, move |app| {
        let added = app.store.add(&given, now_ms())?;
        app.changed();
        Ok(added)
    })
    .await
}

async fn read(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    answer(app, move |app| Ok(Record::from(&find(app, &id)?))).await
}

async fn update(State(app): State<Arc<App>>, Path(id): Path<String>, given: Bytes) -> Answer {
    let given: Value = body(&given)?;
    answer(app, move |app| {
        let id = find(app, &id)?.id;
        let updated = app.store.update(&id, &given, now_ms(), &app.cache)?;
        app.changed();
        updated.ok_or_else(|| Fault::unknown(&id))
    })
    .await
}

async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    answer(app, move |app| {
        let rca = find(app, &id)?;
        if !app.store.delete(&rca.id, &app.cache)? {
            return Err(Fault::unknown(&id));
        }
        app.changed();
        Ok(Deleted { id: rca.id, line: rcad_core::render::one_line(&rca.analysis) })
    })
    .await
}

async fn clear(State(app): State<Arc<App>>) -> Answer {
    answer(app, |app| {
        let cleared = app.store.clear(&app.cache)?;
        app.changed();
        Ok(Cleared { cleared })
    })
    .await
}

/// What is there and what does not work. That the embedding model is not there is no problem: the rest works without it.
async fn health(State(app): State<Arc<App>>) -> Answer {
    answer(app, |app| {
        let counts = app.store.counts()?;
        let problems = super::health(app);
        let index = app.indexer.index.state();
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
            "embedding": app.embedding.told(),
        }))
    })
    .await
}
