//! The search index as the parts of the daemon share it: what is searched, and how the worker that keeps it up is woken.

use std::sync::{Mutex, PoisonError};

use rcad_store::Index;
use tokio::sync::Notify;

use crate::platform::home::Home;

/// How soon the index is to take in what has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// As soon as nothing more comes: taking it in would take half of the processor from an import.
    WhenSettled,
    /// At once.
    Now,
}

/// The index, and how its worker is woken.
pub struct SearchIndex {
    /// To be searched. Empty until the worker has opened it.
    pub index: Index,
    changed: Mutex<Option<Urgency>>,
    woken: Notify,
}

impl SearchIndex {
    /// The index of this home. Touches no file.
    pub fn new(home: &Home) -> SearchIndex {
        SearchIndex { index: Index::open(&home.index()), changed: Mutex::default(), woken: Notify::new() }
    }

    /// The store has changed, or files of the embedding model have come.
    pub fn wake(&self) {
        *self.changed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Urgency::Now);
        self.woken.notify_one();
    }

    /// The store has changed, and more is coming.
    pub fn wake_when_settled(&self) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(Urgency::WhenSettled);
        self.woken.notify_one();
    }

    /// Waits for a change, and forgets it. For the worker alone.
    pub async fn changed(&self) -> Urgency {
        loop {
            self.woken.notified().await;
            let changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(urgency) = changed {
                return urgency;
            }
        }
    }
}
