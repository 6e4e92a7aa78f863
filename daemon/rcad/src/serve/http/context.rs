//! What requests are answered from.

use std::sync::Arc;

use rcad_store::{AnswerCache, Store};
use tokio::sync::broadcast;

use crate::agent::AgentContext;
use crate::line::embedding::Embedding;
use crate::line::inbox::Waker;
use crate::line::ingest::spool::Spool;
use crate::line::search_index::SearchIndex;
use crate::platform::config::Config;
use crate::platform::health::Health;
use crate::platform::home::Home;
use crate::platform::stop::Stop;
use crate::protocol::Stored;
use crate::serve::links::Links;

/// The parts of the daemon that requests read or wake.
pub struct HttpContext {
    pub home: Home,
    pub store: Arc<Store>,
    /// Answers of the last day, in front of the store.
    pub cache: Arc<AnswerCache>,
    pub config: Arc<Config>,
    pub spool: Spool,
    pub links: Arc<Links>,
    pub search: Arc<SearchIndex>,
    pub embedding: Arc<Embedding>,
    pub agent: Arc<AgentContext>,
    pub health: Arc<Health>,
    /// Wakes the capture worker.
    pub waker: Waker,
    /// Tells of each build that is stored.
    pub stored: broadcast::Sender<Stored>,
    /// Ends the daemon, and with it every stream.
    pub stop: Stop,
    /// Unix milliseconds.
    pub started_ms: u64,
}
