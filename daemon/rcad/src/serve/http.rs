//! The daemon's HTTP server: the API for the command line, and the pages that links open. Loopback only.

mod agent;
mod context;
mod envelope;
mod error;
mod feedback;
mod guard;
mod merge;
mod models;
mod pages;
mod policy;
mod rcas;
mod records;
mod reply;
mod search;
mod stats;
mod status;
mod timeline;
mod tools;
mod transfer;

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};

pub use context::HttpContext;
use guard::{require_local, require_reader, require_token};

/// Largest log that `rcad run` may submit, in bytes.
const MAX_SUBMISSION: usize = 32 << 20;

/// All routes.
pub fn router(context: Arc<HttpContext>) -> Router {
    let api = Router::new()
        .route("/status", get(status::status))
        .route("/rcas", get(rcas::list))
        .route("/rcas/{id}", get(rcas::one))
        .route("/rcas/{id}/why", get(merge::why))
        .route("/rcas/{id}/merge/{other}", post(merge::merge))
        .route("/rcas/{id}/split/{other}", post(merge::split))
        .route("/reports", post(rcas::submit))
        .route("/search", get(search::search))
        .route("/events", get(rcas::events))
        .route("/stop", post(rcas::stop))
        .route("/stats", get(stats::stats))
        .route("/timeline", get(timeline::timeline))
        .route("/libraries", get(search::libraries))
        .route("/export", get(transfer::export))
        .route("/import", post(transfer::import))
        .route("/verify", get(transfer::verify))
        .merge(records::routes())
        .merge(models::routes())
        .merge(tools::routes())
        .merge(agent::routes())
        .layer(axum::extract::DefaultBodyLimit::max(MAX_SUBMISSION))
        .route_layer(from_fn_with_state(context.clone(), require_token));
    let pages = Router::new()
        .route("/", get(pages::home))
        .route("/search", get(pages::search))
        .route("/rca/{id}", get(pages::rca))
        .route("/rca/{id}/log", get(pages::log))
        .route("/rca/{id}/audit", get(pages::audit))
        .route("/rca/{id}/rating", post(pages::rate))
        .route("/rca/{id}/steps", get(agent::steps))
        .route_layer(from_fn_with_state(context.clone(), require_reader))
        .layer(from_fn(policy::set));
    Router::new()
        .nest("/api/v1", api)
        .merge(pages)
        .layer(from_fn_with_state(context.clone(), require_local))
        .with_state(context)
}

#[cfg(test)]
mod tests;
