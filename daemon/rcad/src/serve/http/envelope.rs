//! The envelope of the contract's operations: `{"success": true, "data": …}`, or an [`HttpError`]. Every request gets
//! one of the two.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::HttpContext;
use super::error::HttpError;
use super::reply::blocking;

/// A result in its envelope.
pub type EnvelopeResult = Result<Json<Value>, HttpError>;

/// Runs blocking work on its own thread and puts the result into the envelope.
pub async fn answer<T: Serialize>(
    context: Arc<HttpContext>,
    work: impl FnOnce(&HttpContext) -> Result<T, HttpError> + Send + 'static,
) -> EnvelopeResult {
    let value = |context: &Arc<HttpContext>| {
        serde_json::to_value(work(context)?).map_err(|e| HttpError::internal(e.to_string()))
    };
    let data = blocking(&context, value).await?;
    Ok(Json(json!({"success": true, "data": data})))
}

/// Parses a request's body; an empty one counts as an empty object.
pub fn body<T: DeserializeOwned>(bytes: &Bytes) -> Result<T, HttpError> {
    let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { bytes };
    serde_json::from_slice(bytes).map_err(|e| HttpError::parameters(format!("the request's body does not read: {e}")))
}
