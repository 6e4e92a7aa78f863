//! What routes share: a thread on which a request may wait, the RCA that an id names, the length of a list.

use std::sync::Arc;

use rcad_store::{Lookup, Rca};

use super::HttpContext;
use super::error::HttpError;

/// Most entries that a list may be asked for.
pub const MOST: usize = 1000;
/// Entries of a list, where no limit is given.
const LIST: usize = 20;

/// Does work that may wait for the disk on a thread of its own: one thread answers all requests, and no one waits for another.
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

/// How many entries a list gets.
pub fn limit(given: Option<usize>) -> Result<usize, HttpError> {
    match given.unwrap_or(LIST) {
        limit @ 1..=MOST => Ok(limit),
        limit => Err(HttpError::parameters(format!("`limit` is {limit}, not from 1 to {MOST}"))),
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
    use super::{LIST, MOST, limit};

    #[test]
    fn a_list_is_as_long_as_asked_and_not_endless() {
        assert_eq!([limit(None).unwrap(), limit(Some(1)).unwrap(), limit(Some(MOST)).unwrap()], [LIST, 1, MOST]);
        assert!(limit(Some(0)).is_err());
        let error = format!("{:?}", limit(Some(usize::MAX)).unwrap_err());
        assert!(error.contains("not from 1 to 1000"), "{error}");
    }
}
