//! `records/ID/feedback`, `records/ID/judgement` and `prune`: what people say of answers, and what is not worth keeping.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{Path, State};
use rcad_store::Word;
use serde::Deserialize;
use serde_json::json;

use super::envelope::{Answer, Fault, answer, body, find};
use crate::daemon::{App, now_ms, upkeep};
use crate::protocol::upkeep::PruneReport;

/// Longest note, in bytes; it is kept with the RCA.
const NOTE: usize = 4096;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    word: Word,
    note: Option<String>,
}

/// `POST records/ID/feedback`
pub async fn feedback(State(app): State<Arc<App>>, Path(id): Path<String>, given: Bytes) -> Answer {
    let Said { word, note } = body(&given)?;
    let note = note.filter(|note| !note.trim().is_empty());
    if note.as_ref().is_some_and(|note| note.len() > NOTE) {
        return Err(Fault::parameters(format!("`note` is longer than {NOTE} bytes")));
    }
    answer(app, move |app| {
        let id = find(app, &id)?.id;
        let multipliers = upkeep::multipliers(&app.config);
        let said = app.store.feedback(&id, word, note.as_deref(), now_ms(), &multipliers, &app.cache)?;
        app.changed();
        said.ok_or_else(|| Fault::unknown(&id))
    })
    .await
}

/// `GET records/ID/judgement`
pub async fn judgement(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    answer(app, move |app| {
        let rca = find(app, &id)?;
        let judgement = upkeep::prune_rule(&app.config).judge(&rca, now_ms());
        Ok(json!({"id": rca.id, "quality_score": rca.quality, "user_validated": rca.user_validated, "judgement": judgement}))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prune {
    #[serde(default)]
    dry_run: bool,
}

/// `POST prune`
pub async fn prune(State(app): State<Arc<App>>, given: Bytes) -> Answer {
    let Prune { dry_run } = body(&given)?;
    answer(app, move |app| {
        let start = Instant::now();
        let pruned = app.store.prune(&upkeep::prune_rule(&app.config), now_ms(), &app.cache, dry_run)?;
        app.changed();
        Ok(PruneReport { pruned, dry_run, duration_ms: start.elapsed().as_secs_f64() * 1e3 })
    })
    .await
}
