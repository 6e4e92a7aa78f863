//! The envelope of the contract's operations: `{"success": true, "data": …}`, or `{"success": false, "error": {"code",
//! "message"}}`. Whatever a request holds, it gets one of the two.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rcad_store::{Lookup, Rca, RecordError, StoreError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::HttpContext;

/// An answer in its envelope.
pub type Answer = Result<Json<Value>, Fault>;

/// Why there is none.
#[derive(Debug)]
pub struct Fault {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl Fault {
    /// What was asked is not to be understood.
    pub fn parameters(message: impl Into<String>) -> Fault {
        Fault { status: StatusCode::BAD_REQUEST, code: "INVALID_PARAMETERS", message: message.into() }
    }

    /// Nothing is stored that fits.
    pub fn no_results(message: impl Into<String>) -> Fault {
        Fault { status: StatusCode::NOT_FOUND, code: "NO_RESULTS", message: message.into() }
    }

    /// No RCA is named so.
    pub fn unknown(id: &str) -> Fault {
        let message =
            if id == "last" { "nothing is stored yet".to_owned() } else { format!("no RCA has the id `{id}`") };
        Fault { status: StatusCode::NOT_FOUND, code: "NOT_FOUND", message }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        let message = format!("{error}\nhint: rcad doctor");
        Fault { status: StatusCode::INTERNAL_SERVER_ERROR, code: "DB_CONNECTION_FAILED", message }
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Fault {
        match error {
            RecordError::Store(error) => error.into(),
            RecordError::Exists(_) => {
                Fault { status: StatusCode::CONFLICT, code: "ALREADY_EXISTS", message: error.to_string() }
            }
            RecordError::Missing(_) | RecordError::Field { .. } => Fault::parameters(error.to_string()),
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let error = json!({"code": self.code, "message": self.message});
        (self.status, Json(json!({"success": false, "error": error}))).into_response()
    }
}

/// Does the work on a thread that may wait for the disk, and puts what it gives into the envelope.
pub async fn answer<T: Serialize>(
    context: Arc<HttpContext>,
    work: impl FnOnce(&HttpContext) -> Result<T, Fault> + Send + 'static,
) -> Answer {
    let value = move || serde_json::to_value(work(&context)?).map_err(|e| internal(&e));
    let data = tokio::task::spawn_blocking(value).await.map_err(|e| internal(&e))??;
    Ok(Json(json!({"success": true, "data": data})))
}

/// A request's body; none at all is an empty object.
pub fn body<T: DeserializeOwned>(bytes: &Bytes) -> Result<T, Fault> {
    let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { bytes };
    serde_json::from_slice(bytes).map_err(|e| Fault::parameters(format!("the request's body does not read: {e}")))
}

/// The RCA that `last`, an id or an unambiguous prefix of one stands for.
pub fn find(context: &HttpContext, id: &str) -> Result<Rca, Fault> {
    match context.store.find(id)? {
        Lookup::One(rca) => Ok(*rca),
        Lookup::None => Err(Fault::unknown(id)),
        Lookup::Damaged(id, why) => Err(internal(&super::reply::damaged(&id, &why))),
        Lookup::Ambiguous(ids) => {
            let message = format!("`{id}` may be any of {}", ids.join(", "));
            Err(Fault { status: StatusCode::CONFLICT, code: "AMBIGUOUS_ID", message })
        }
    }
}

/// Something that must not happen has happened.
pub fn internal(error: &dyn std::fmt::Display) -> Fault {
    Fault { status: StatusCode::INTERNAL_SERVER_ERROR, code: "INTERNAL_ERROR", message: error.to_string() }
}
