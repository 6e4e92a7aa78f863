//! A stop request that any number of threads and tasks can wait for. It can't be withdrawn.

use std::sync::Arc;

use tokio::sync::watch;

/// A stop request, shared by its clones.
#[derive(Clone, Debug, Default)]
pub struct StopSignal {
    requested: Arc<watch::Sender<bool>>,
}

impl StopSignal {
    /// Makes the request.
    pub fn request(&self) {
        self.requested.send_replace(true);
    }

    /// Whether it was made.
    pub fn is_requested(&self) -> bool {
        *self.requested.borrow()
    }

    /// Waits until it is made.
    pub async fn requested(&self) {
        // Fails only without a sender, but `self` has one.
        let _ = self.requested.subscribe().wait_for(|requested| *requested).await;
    }
}
