//! What the agent works with, as the parts of the daemon share it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rcad_store::Store;

use super::code::CodeIndexes;
use super::counter::TokenCounters;
use super::job_events::JobEvents;
use super::prewarm::Prewarm;
use super::queue::JobQueue;
use super::route::Circuits;
use crate::line::embedding::Embedding;
use crate::line::search_index::SearchIndex;
use crate::platform::config::Config;

/// One agent: its queue, who watches it, what it has learnt of models, and what its tools look into.
pub struct AgentContext {
    pub store: Arc<Store>,
    pub config: Arc<Config>,
    /// For the tool that searches what is stored.
    pub search: Arc<SearchIndex>,
    /// Likewise.
    pub embedding: Arc<Embedding>,
    /// Indexes of the code of projects in use.
    pub code: Arc<CodeIndexes>,
    pub queue: JobQueue,
    /// Who is shown what jobs do.
    pub events: Arc<JobEvents>,
    pub circuits: Arc<Circuits>,
    pub counters: TokenCounters,
    prewarm: Mutex<Prewarm>,
}

impl AgentContext {
    /// With nothing in hand.
    pub fn new(
        store: Arc<Store>,
        config: Arc<Config>,
        search: Arc<SearchIndex>,
        embedding: Arc<Embedding>,
    ) -> AgentContext {
        let events = Arc::<JobEvents>::default();
        AgentContext {
            queue: JobQueue::new(store.clone(), events.clone()),
            circuits: Arc::default(),
            counters: TokenCounters::new(),
            code: Arc::default(),
            prewarm: Mutex::default(),
            store,
            config,
            search,
            embedding,
            events,
        }
    }

    /// A build of this project has failed.
    pub(super) fn note_failure(&self, project: &str) {
        self.with_prewarm(|prewarm| prewarm.failed(project, Instant::now()));
    }

    pub(super) fn with_prewarm<T>(&self, change: impl FnOnce(&mut Prewarm) -> T) -> T {
        change(&mut self.prewarm.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
