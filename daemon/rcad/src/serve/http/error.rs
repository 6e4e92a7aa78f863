//! Errors of requests. All routes use one shape: a status code and `{"success": false, "error": {"code", "message"}}`.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rcad_store::{RecordError, StoreError};
use serde_json::json;

/// Why a request is not answered.
#[derive(Debug)]
pub struct HttpError {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl HttpError {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> HttpError {
        HttpError { status, code, message: message.into() }
    }

    /// The request is invalid.
    pub fn parameters(message: impl Into<String>) -> HttpError {
        HttpError::new(StatusCode::BAD_REQUEST, "INVALID_PARAMETERS", message)
    }

    /// Nothing that is stored matches.
    pub fn no_results(message: impl Into<String>) -> HttpError {
        HttpError::new(StatusCode::NOT_FOUND, "NO_RESULTS", message)
    }

    /// Something named in the request does not exist.
    pub fn not_found(message: impl Into<String>) -> HttpError {
        HttpError::new(StatusCode::NOT_FOUND, "NOT_FOUND", message)
    }

    /// No RCA has this id.
    pub fn unknown(id: &str) -> HttpError {
        HttpError::not_found(match id {
            "last" => "nothing is stored yet".to_owned(),
            id => format!("no RCA has the id `{id}`"),
        })
    }

    /// The id is a prefix of several RCAs' ids.
    pub fn ambiguous(id: &str, all: &[String]) -> HttpError {
        let message = format!("`{id}` may be any of {}", all.join(", "));
        HttpError::new(StatusCode::CONFLICT, "AMBIGUOUS_ID", message)
    }

    /// The RCA's row can't be decoded.
    pub fn damaged(id: &str, why: &str) -> HttpError {
        let hint = format!("hint: rcad delete {id} removes it; its next build stores it anew");
        let message = format!("the record {id} is damaged ({why})\n{hint}");
        HttpError::new(StatusCode::UNPROCESSABLE_ENTITY, "INTERNAL_ERROR", message)
    }

    /// The daemon is stopping.
    pub fn stopping() -> HttpError {
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, "STOPPING", "the daemon is stopping")
    }

    /// An internal error.
    pub fn internal(message: impl Into<String>) -> HttpError {
        HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_ERROR", message)
    }

    /// The work panicked.
    pub fn panicked() -> HttpError {
        HttpError::internal("rcad itself failed; rcad.log says where")
    }
}

impl From<StoreError> for HttpError {
    fn from(error: StoreError) -> HttpError {
        let message = format!("{error}\nhint: rcad doctor");
        HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, "DB_CONNECTION_FAILED", message)
    }
}

impl From<RecordError> for HttpError {
    fn from(error: RecordError) -> HttpError {
        match error {
            RecordError::Store(error) => error.into(),
            RecordError::Exists(_) => HttpError::new(StatusCode::CONFLICT, "ALREADY_EXISTS", error.to_string()),
            RecordError::Missing(_) | RecordError::Field { .. } => HttpError::parameters(error.to_string()),
        }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let error = json!({"code": self.code, "message": self.message});
        (self.status, Json(json!({"success": false, "error": error}))).into_response()
    }
}
