//! A request to end that any number of threads and tasks can wait for. Once made it stays made.

use std::sync::Arc;

use tokio::sync::watch;

/// One request; its clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    requested: Arc<watch::Sender<bool>>,
}

impl Stop {
    /// Makes the request.
    pub fn request(&self) {
        self.requested.send_replace(true);
    }

    /// Whether it was made.
    pub fn is_requested(&self) -> bool {
        *self.requested.borrow()
    }

    /// Ends as soon as it was made.
    pub async fn requested(&self) {
        // An error means that no sender is left, and `self` holds one.
        let _ = self.requested.subscribe().wait_for(|requested| *requested).await;
    }
}
