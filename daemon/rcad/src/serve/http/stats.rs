//! `GET stats` and `GET records/stats`: what is stored, its quality, and how fast the daemon works. Changes nothing.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rcad_store::{Statistics, StoreError};

use super::HttpContext;
use super::envelope::{EnvelopeResult, answer};
use super::error::HttpError;
use super::reply::blocking;
use crate::line::retention;
use crate::platform::stage_times;
use crate::platform::time::now_ms;
use crate::protocol::maintenance::{CacheStats, Stats};

/// `GET stats`
pub async fn stats(State(context): State<Arc<HttpContext>>) -> Result<Json<Stats>, HttpError> {
    let counts = context.shared.cache.counts();
    let (hits, misses, entries) = (counts.hits, counts.misses, counts.entries);
    let cache = CacheStats { hits, misses, hit_rate: counts.hit_rate(), entries };
    let read = blocking(&context, |context| Ok((statistics(context)?, context.shared.store.pruned_ms()?)));
    let (store, pruned_ms) = read.await?;
    Ok(Json(Stats { store, pruned_ms, cache, performance: stage_times::timings() }))
}

/// `GET records/stats`
pub async fn store_stats(State(context): State<Arc<HttpContext>>) -> EnvelopeResult {
    answer(context, |context| Ok(statistics(context)?)).await
}

fn statistics(context: &HttpContext) -> Result<Statistics, StoreError> {
    context.shared.store.statistics(
        retention::grades(&context.shared.config),
        retention::prune_rule(&context.shared.config),
        now_ms(),
    )
}
