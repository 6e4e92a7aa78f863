//! `records/ID/feedback`, `records/ID/judgement` and `prune`: people's votes, and pruning.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{Path, State};
use rcad_store::{FeedbackResult, Vote, VoteTarget};
use serde::Deserialize;
use serde_json::json;

use super::HttpContext;
use super::envelope::{EnvelopeResult, answer, body};
use super::error::HttpError;
use super::reply::find;
use crate::line::retention;
use crate::platform::time::now_ms;
use crate::protocol::maintenance::PruneReport;

/// Longest note, in bytes; it is stored with the RCA.
pub const NOTE: usize = 4096;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FeedbackBody {
    word: Vote,
    note: Option<String>,
    /// The answer that the vote is about; nothing for the leading one.
    about: Option<VoteTarget>,
}

/// `POST records/ID/feedback`
pub async fn feedback(State(context): State<Arc<HttpContext>>, Path(id): Path<String>, given: Bytes) -> EnvelopeResult {
    let FeedbackBody { word, note, about } = body(&given)?;
    let note = note.filter(|note| !note.trim().is_empty());
    if note.as_ref().is_some_and(|note| note.len() > NOTE) {
        return Err(HttpError::parameters(format!("`note` is longer than {NOTE} bytes")));
    }
    answer(context, move |context| rate(context, &id, word, note.as_deref(), about)).await
}

/// Stores a vote on the answer that leads, or on the one that it is `about`.
pub fn rate(
    context: &HttpContext,
    id: &str,
    word: Vote,
    note: Option<&str>,
    about: Option<VoteTarget>,
) -> Result<FeedbackResult, HttpError> {
    let rca = find(context, id)?;
    let id = &rca.id;
    let multipliers = retention::multipliers(&context.shared.config);
    let leads = || rca.shown().agent_status.is_some_and(|standing| standing.headline);
    let result = if about.map_or_else(leads, |about| about == VoteTarget::Agent) {
        if rca.agent.as_ref().is_none_or(|answer| answer.cause.is_empty()) {
            return Err(HttpError::no_results(format!("no model has said anything of the cause of {id}")));
        }
        context.shared.store.feedback_on_agent(id, word, note, now_ms(), &multipliers)?
    } else {
        context.shared.store.feedback(id, word, note, now_ms(), &multipliers, &context.shared.cache)?
    };
    context.shared.search.wake();
    result.ok_or_else(|| HttpError::unknown(id))
}

/// `GET records/ID/judgement`
pub async fn judgement(State(context): State<Arc<HttpContext>>, Path(id): Path<String>) -> EnvelopeResult {
    answer(context, move |context| {
        let rca = find(context, &id)?;
        let judgement = retention::prune_rule(&context.shared.config).judge(&rca, now_ms());
        Ok(json!({"id": rca.id, "quality_score": rca.quality, "user_validated": rca.user_validated, "judgement": judgement}))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PruneBody {
    #[serde(default)]
    dry_run: bool,
}

/// `POST prune`
pub async fn prune(State(context): State<Arc<HttpContext>>, given: Bytes) -> EnvelopeResult {
    let PruneBody { dry_run } = body(&given)?;
    answer(context, move |context| {
        let start = Instant::now();
        let pruned = context.shared.store.prune(
            &retention::prune_rule(&context.shared.config),
            now_ms(),
            &context.shared.cache,
            dry_run,
        )?;
        context.agent.queue.cancel_deleted()?;
        context.shared.search.wake();
        Ok(PruneReport { pruned, dry_run, duration_ms: start.elapsed().as_secs_f64() * 1e3 })
    })
    .await
}
