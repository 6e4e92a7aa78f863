//! The search index, and how its worker is woken.

use std::sync::{Mutex, PoisonError};

use rcad_store::Index;
use tokio::sync::Notify;

use crate::platform::home::Home;

/// How soon the index has to be updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// When no more changes arrive: indexing would take half of the processor from an import.
    WhenSettled,
    /// At once.
    Now,
}

/// The search index of a daemon.
pub struct SearchIndex {
    /// For searching. Empty until the worker has opened it.
    pub index: Index,
    changed: Mutex<Option<Urgency>>,
    woken: Notify,
}

impl SearchIndex {
    /// The index of this home. Touches no file.
    pub fn new(home: &Home) -> SearchIndex {
        SearchIndex { index: Index::open(&home.index()), changed: Mutex::default(), woken: Notify::new() }
    }

    /// Wakes the worker: the store or the files of the embedding model have changed.
    pub fn wake(&self) {
        *self.changed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Urgency::Now);
        self.woken.notify_one();
    }

    /// Like [`SearchIndex::wake`], with more changes to come.
    pub fn wake_when_settled(&self) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(Urgency::WhenSettled);
        self.woken.notify_one();
    }

    /// Waits for a change and resets it. For the worker alone.
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
