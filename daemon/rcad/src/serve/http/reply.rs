//! Helpers for routes: blocking work, looking up an RCA, the length of a list.

use std::sync::Arc;

use rcad_store::{Lookup, Rca};

use super::HttpContext;
use super::error::HttpError;

/// Longest list.
pub const MAX_LIST: usize = 1000;
/// Default length of a list.
const DEFAULT_LIST: usize = 20;

/// Runs blocking work on its own thread, since a single thread answers all requests.
pub async fn blocking<T: Send + 'static>(
    context: &Arc<HttpContext>,
    work: impl FnOnce(&Arc<HttpContext>) -> Result<T, HttpError> + Send + 'static,
) -> Result<T, HttpError> {
    let context = context.clone();
    let done = tokio::task::spawn_blocking(move || work(&context)).await;
    done.unwrap_or_else(|_| Err(HttpError::panicked()))
}

/// The same for work that also waits for the network. Ends when the daemon does.
pub async fn blocking_async<T: Send + 'static, W: Future<Output = Result<T, HttpError>>>(
    context: &Arc<HttpContext>,
    work: impl FnOnce(Arc<HttpContext>) -> W + Send + 'static,
) -> Result<T, HttpError> {
    let runtime = tokio::runtime::Handle::current();
    blocking(context, move |context| {
        runtime.block_on(async {
            tokio::select! {
                done = work(context.clone()) => done,
                () = context.stop.requested() => Err(HttpError::stopping()),
            }
        })
    })
    .await
}

/// Checks the requested length of a list.
pub fn limit(given: Option<usize>) -> Result<usize, HttpError> {
    match given.unwrap_or(DEFAULT_LIST) {
        limit @ 1..=MAX_LIST => Ok(limit),
        limit => Err(HttpError::parameters(format!("`limit` is {limit}, not from 1 to {MAX_LIST}"))),
    }
}

/// The RCA that `last`, an id or an unambiguous prefix of one stands for.
pub fn find(context: &HttpContext, id: &str) -> Result<Rca, HttpError> {
    match context.shared.store.find(id)? {
        Lookup::One(rca) => Ok(*rca),
        Lookup::Damaged(id, why) => Err(HttpError::damaged(&id, &why)),
        Lookup::Ambiguous(all) => Err(HttpError::ambiguous(id, &all)),
        Lookup::None => Err(HttpError::unknown(id)),
    }
}

#[cfg(test)]
mod tests {
    use super::{DEFAULT_LIST, MAX_LIST, limit};

    #[test]
    fn a_list_is_as_long_as_asked_and_not_endless() {
        assert_eq!(
            [limit(None).unwrap(), limit(Some(1)).unwrap(), limit(Some(MAX_LIST)).unwrap()],
            [DEFAULT_LIST, 1, MAX_LIST]
        );
        assert!(limit(Some(0)).is_err());
        let error = format!("{:?}", limit(Some(usize::MAX)).unwrap_err());
        assert!(error.contains("not from 1 to 1000"), "{error}");
    }
}
