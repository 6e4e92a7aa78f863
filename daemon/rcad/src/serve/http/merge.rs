//! Why failures were matched, and a person's decisions to merge or split two of them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use rcad_core::memory::environment::compare;
use rcad_core::{fingerprint, render};
use rcad_store::{MergeOutcome, Rca, Store, StoreError, current_vote};

use super::HttpContext;
use super::error::HttpError;
use super::reply::{blocking, find};
use crate::line::recall::{SIMILAR_MEANING, SIMILAR_WORDS};
use crate::line::resolve::resolution_summary;
use crate::protocol::memory::{MatchExplanation, MergeDecision, RcaRef};

/// `GET rcas/ID/why`
pub async fn why(
    State(context): State<Arc<HttpContext>>,
    Path(id): Path<String>,
) -> Result<Json<MatchExplanation>, HttpError> {
    blocking(&context, move |context| explain(context, &find(context, &id)?).map(Json)).await
}

fn explain(context: &HttpContext, rca: &Rca) -> Result<MatchExplanation, HttpError> {
    let analysis = &rca.analysis;
    let parts = analysis.primary().map(fingerprint::parts).unwrap_or_default();
    let named = parts.into_iter().filter(|(_, value)| !value.is_empty());
    let environment = match &analysis.memory {
        Some(memory) => memory.environment.clone(),
        None => compare(&rca.environment, &rca.environment),
    };
    let others = |ids: &[String]| {
        ids.iter().map(|id| other(&context.shared.store, id)).collect::<Result<Vec<RcaRef>, StoreError>>()
    };
    Ok(MatchExplanation {
        id: rca.id.clone(),
        fingerprint: analysis.fingerprint.clone(),
        parts: named.map(|(name, value)| (name.to_owned(), value.trim().to_owned())).collect(),
        memory: analysis.memory.clone(),
        environment,
        similar: analysis.similar.clone(),
        words_threshold: SIMILAR_WORDS,
        meaning_threshold: SIMILAR_MEANING,
        merged: others(&merged(&context.shared.store, rca)?)?,
        apart: others(&rca.split_from)?,
        word: current_vote(rca).map(|word| word.up),
        resolutions: rca.resolutions.iter().map(resolution_summary).collect(),
    })
}

/// `POST rcas/ID/merge/OTHER`
pub async fn merge(
    state: State<Arc<HttpContext>>,
    ids: Path<(String, String)>,
) -> Result<Json<MergeDecision>, HttpError> {
    blocking(&state.0, move |context| decide(context, &ids.0, "merged", Store::merge)).await
}

/// `POST rcas/ID/split/OTHER`
pub async fn split(
    state: State<Arc<HttpContext>>,
    ids: Path<(String, String)>,
) -> Result<Json<MergeDecision>, HttpError> {
    blocking(&state.0, move |context| decide(context, &ids.0, "split", Store::split)).await
}

fn decide(
    context: &HttpContext,
    ids: &(String, String),
    what: &str,
    how: impl Fn(&Store, &str, &str) -> Result<MergeOutcome, StoreError>,
) -> Result<Json<MergeDecision>, HttpError> {
    let (one, two) = (find(context, &ids.0)?, find(context, &ids.1)?);
    let changed = match how(&context.shared.store, &one.id, &two.id)? {
        MergeOutcome::Done => true,
        MergeOutcome::Already => false,
        MergeOutcome::Refused(why) => {
            let text = format!("{} and {} can't be {what}: {why}", one.id, two.id);
            return Err(HttpError::new(StatusCode::UNPROCESSABLE_ENTITY, "NOT_MERGEABLE", text));
        }
        MergeOutcome::Unknown(id) => return Err(HttpError::unknown(&id)),
    };
    // Cached answers may have changed, in other projects too.
    context.shared.cache.clear();
    context.shared.search.wake();
    let named = |rca: &Rca| RcaRef { id: rca.id.clone(), line: Some(render::one_line(&rca.shown())) };
    Ok(Json(MergeDecision { one: named(&one), other: named(&two), changed }))
}

/// Ids of the RCAs whose fingerprints a person has merged with this one's.
fn merged(store: &Store, rca: &Rca) -> Result<Vec<String>, StoreError> {
    let mut ids = Vec::new();
    for fingerprint in &rca.merged {
        let own = |other: &&Rca| other.analysis.fingerprint.as_ref() == Some(fingerprint);
        ids.extend(store.with_fingerprint(fingerprint)?.iter().filter(own).map(|other| other.id.clone()));
    }
    Ok(ids)
}

fn other(store: &Store, id: &str) -> Result<RcaRef, StoreError> {
    let line = store.get(id)?.map(|rca| render::one_line(&rca.shown()));
    Ok(RcaRef { id: id.to_owned(), line })
}
