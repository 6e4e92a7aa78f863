//! How requests outside the contract's envelope are answered or refused, and the thread on which they may wait.

use std::sync::Arc;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rcad_store::{Lookup, Rca, StoreError};

use super::HttpContext;
use crate::protocol::Problem;

/// Most entries that a list may be asked for.
pub const MOST: usize = 1000;
/// Entries of a list, where no limit is given.
const LIST: usize = 20;

/// What is said to requests that are in hand at the end.
pub const STOPPING: &str = "the daemon is stopping";

/// What is said when the daemon has a mistake.
pub const FAILED: &str = "rcad itself failed; rcad.log says where";

/// Why a request is not answered.
#[derive(Debug)]
pub struct Refusal(StatusCode, String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(Problem { error: self.1 })).into_response()
    }
}

pub fn refuse(status: StatusCode, error: &str) -> Refusal {
    Refusal(status, error.to_owned())
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        Refusal(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

/// Does work that may wait for the disk on a thread of its own: one thread answers all requests, and no one waits for another.
pub async fn blocking<T: Send + 'static>(
    context: &Arc<HttpContext>,
    work: impl FnOnce(&Arc<HttpContext>) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let context = context.clone();
    let done = tokio::task::spawn_blocking(move || work(&context)).await;
    done.unwrap_or_else(|_| Err(refuse(StatusCode::INTERNAL_SERVER_ERROR, FAILED)))
}

/// The same for work that also waits for the network. Ends when the daemon does.
pub async fn blocking_async<T: Send + 'static, W: Future<Output = Result<T, Refusal>>>(
    context: &Arc<HttpContext>,
    work: impl FnOnce(Arc<HttpContext>) -> W + Send + 'static,
) -> Result<T, Refusal> {
    let runtime = tokio::runtime::Handle::current();
    blocking(context, move |context| {
        runtime.block_on(async {
            tokio::select! {
                done = work(context.clone()) => done,
                () = context.stop.requested() => Err(refuse(StatusCode::SERVICE_UNAVAILABLE, STOPPING)),
            }
        })
    })
    .await
}

/// How many entries a list gets.
pub fn limit(given: Option<usize>) -> Result<usize, Refusal> {
    match given.unwrap_or(LIST) {
        limit @ 1..=MOST => Ok(limit),
        limit => Err(refuse(StatusCode::BAD_REQUEST, &format!("`limit` is {limit}, not from 1 to {MOST}"))),
    }
}

/// The RCA that `last`, an id or an unambiguous prefix of one stands for.
pub fn find(context: &HttpContext, id: &str) -> Result<Rca, Refusal> {
    match context.store.find(id)? {
        Lookup::One(rca) => Ok(*rca),
        Lookup::Damaged(id, why) => Err(refuse(StatusCode::UNPROCESSABLE_ENTITY, &damaged(&id, &why))),
        Lookup::Ambiguous(ids) => {
            Err(refuse(StatusCode::CONFLICT, &format!("`{id}` may be any of {}", ids.join(", "))))
        }
        Lookup::None if id == "last" => Err(refuse(StatusCode::NOT_FOUND, "nothing is stored yet")),
        Lookup::None => Err(refuse(StatusCode::NOT_FOUND, &format!("no RCA has the id `{id}`"))),
    }
}

/// The message for an RCA whose row can't be decoded.
pub fn damaged(id: &str, why: &str) -> String {
    format!("the record {id} is damaged ({why})\nhint: rcad delete {id} removes it; its next build stores it anew")
}

#[cfg(test)]
mod tests {
    use super::{LIST, MOST, limit};

    #[test]
    fn a_list_is_as_long_as_asked_and_not_endless() {
        assert_eq!([limit(None).unwrap(), limit(Some(1)).unwrap(), limit(Some(MOST)).unwrap()], [LIST, 1, MOST]);
        assert!(limit(Some(0)).is_err());
        let refused = limit(Some(usize::MAX)).unwrap_err();
        assert!(refused.1.ends_with("not from 1 to 1000"), "{}", refused.1);
    }
}
