//! The agent's state, shared by the daemon's workers and requests.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::counter::TokenCounters;
use super::job_events::JobEvents;
use super::prewarm::Prewarm;
use super::queue::JobQueue;
use super::route::Circuits;
use crate::code::CodeIndexes;
use crate::line::shared::Shared;

/// The agent: its queue, its listeners, what it knows of models, and the data of its tools.
pub struct AgentContext {
    pub shared: Arc<Shared>,
    /// Code indexes of the projects in use.
    pub code: Arc<CodeIndexes>,
    pub queue: JobQueue,
    /// Broadcasts what jobs do.
    pub events: Arc<JobEvents>,
    pub circuits: Arc<Circuits>,
    pub counters: TokenCounters,
    prewarm: Mutex<Prewarm>,
}

impl AgentContext {
    /// With an empty queue state.
    pub fn new(shared: Arc<Shared>) -> AgentContext {
        let events = Arc::<JobEvents>::default();
        AgentContext {
            queue: JobQueue::new(shared.store.clone(), events.clone()),
            circuits: Arc::default(),
            counters: TokenCounters::new(),
            code: Arc::default(),
            prewarm: Mutex::default(),
            shared,
            events,
        }
    }

    /// Counts a failed build of this project.
    pub(super) fn note_failure(&self, project: &str) {
        self.with_prewarm(|prewarm| prewarm.failed(project, Instant::now()));
    }

    pub(super) fn with_prewarm<T>(&self, change: impl FnOnce(&mut Prewarm) -> T) -> T {
        change(&mut self.prewarm.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
