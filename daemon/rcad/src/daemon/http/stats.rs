//! `GET stats`: what is stored, how good it is, and how fast the daemon works. Changes nothing.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::daemon::App;
use crate::performance;
use crate::protocol::upkeep::{Cache, Stats};

/// `GET stats`
pub async fn stats(State(app): State<Arc<App>>) -> Json<Stats> {
    let counts = app.cache.counts();
    let (hits, misses, entries) = (counts.hits, counts.misses, counts.entries);
    let cache = Cache { hits, misses, hit_rate: counts.hit_rate(), entries };
    Json(Stats { cache, performance: performance::timings() })
}
