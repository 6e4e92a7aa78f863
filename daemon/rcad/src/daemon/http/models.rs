//! Hears that files of a model have come. Reads none of them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use crate::daemon::App;

/// `POST models`
pub async fn changed(State(app): State<Arc<App>>) -> StatusCode {
    app.embedding.renew();
    StatusCode::NO_CONTENT
}
