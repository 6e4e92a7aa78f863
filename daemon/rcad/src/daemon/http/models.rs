//! Hears that files of a model have come. Reads none of them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use crate::daemon::App;

/// `POST models`
pub async fn changed(State(app): State<Arc<App>>) -> StatusCode {
    // It may have to wait until the model that is being loaded is loaded.
    let renewed = tokio::task::spawn_blocking(move || {
        app.embedding.renew();
        // It makes the vectors of what was stored without a model.
        app.indexer.wake();
    });
    if renewed.await.is_ok() { StatusCode::NO_CONTENT } else { StatusCode::INTERNAL_SERVER_ERROR }
}
