//! `GET stats` and `GET records/stats`: what is stored, how good it is, and how fast the daemon works. Changes nothing.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rcad_store::{Statistics, StoreError};

use super::envelope::{Answer, answer};
use super::{Refusal, store_failed};
use crate::daemon::{App, upkeep};
use crate::platform::stage_times;
use crate::platform::time::now_ms;
use crate::protocol::upkeep::{Cache, Stats};

/// `GET stats`
pub async fn stats(State(app): State<Arc<App>>) -> Result<Json<Stats>, Refusal> {
    let counts = app.cache.counts();
    let (hits, misses, entries) = (counts.hits, counts.misses, counts.entries);
    let cache = Cache { hits, misses, hit_rate: counts.hit_rate(), entries };
    let read = tokio::task::spawn_blocking(move || Ok((statistics(&app)?, app.store.pruned_ms()?))).await;
    let (store, pruned_ms) = match read {
        Ok(read) => read.map_err(store_failed)?,
        Err(e) => return Err(super::refuse(axum::http::StatusCode::INTERNAL_SERVER_ERROR, &e.to_string())),
    };
    Ok(Json(Stats { store, pruned_ms, cache, performance: stage_times::timings() }))
}

/// `GET records/stats`
pub async fn of_the_store(State(app): State<Arc<App>>) -> Answer {
    answer(app, |app| Ok(statistics(app)?)).await
}

fn statistics(app: &App) -> Result<Statistics, StoreError> {
    app.store.statistics(upkeep::grades(&app.config), upkeep::prune_rule(&app.config), now_ms())
}
