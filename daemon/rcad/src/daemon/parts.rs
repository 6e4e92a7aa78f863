//! The parts that workers and requests share, and what each of them gets of these.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use rcad_store::{AnswerCache, Store};
use tokio::sync::{broadcast, mpsc};

use super::announcer::AnnouncerContext;
use super::capture::CaptureContext;
use super::indexer::IndexerContext;
use super::maintenance::MaintenanceContext;
use crate::agent::AgentContext;
use crate::line::announcement::Announcement;
use crate::line::embedding::Embedding;
use crate::line::inbox::Waker;
use crate::line::ingest::spool::Spool;
use crate::line::search_index::SearchIndex;
use crate::platform::config::Config;
use crate::platform::health::Health;
use crate::platform::home::Home;
use crate::platform::stop::Stop;
use crate::platform::time::now_ms;
use crate::protocol::Stored;
use crate::serve::http::HttpContext;
use crate::serve::links::Links;
use crate::serve::notification::Announced;

const HOUR_MS: u64 = 3_600_000;
/// Builds that a slow listener of `GET events` may be behind.
const EVENTS: usize = 256;

/// Made once, handed out to all.
pub struct Parts {
    pub stop: Stop,
    pub health: Arc<Health>,
    pub store: Arc<Store>,
    pub agent: Arc<AgentContext>,
    pub embedding: Arc<Embedding>,
    home: Home,
    cache: Arc<AnswerCache>,
    config: Arc<Config>,
    links: Arc<Links>,
    search: Arc<SearchIndex>,
    stored: broadcast::Sender<Stored>,
}

impl Parts {
    /// Of a daemon that was just started.
    pub fn new(home: Home, config: Config, store: Store, links: Links) -> Result<Parts> {
        let cache = Arc::new(AnswerCache::new(config.cache_answers, config.cache_hours.saturating_mul(HOUR_MS)));
        let embedding = Arc::new(Embedding::new(&home, &config)?);
        let (store, config, search) = (Arc::new(store), Arc::new(config), Arc::new(SearchIndex::new(&home)));
        Ok(Parts {
            agent: Arc::new(AgentContext::new(store.clone(), config.clone(), search.clone(), embedding.clone())),
            stop: Stop::default(),
            health: Arc::default(),
            links: Arc::new(links),
            stored: broadcast::channel(EVENTS).0,
            home,
            store,
            cache,
            config,
            search,
            embedding,
        })
    }

    /// For requests.
    pub fn http(&self, waker: Waker) -> HttpContext {
        HttpContext {
            home: self.home.clone(),
            store: self.store.clone(),
            cache: self.cache.clone(),
            config: self.config.clone(),
            spool: Spool::new(self.home.spool()),
            links: self.links.clone(),
            search: self.search.clone(),
            embedding: self.embedding.clone(),
            agent: self.agent.clone(),
            health: self.health.clone(),
            waker,
            stored: self.stored.clone(),
            stop: self.stop.clone(),
            started_ms: now_ms(),
        }
    }

    /// For the capture worker.
    pub fn capture(&self, waker: Waker, announce: mpsc::UnboundedSender<Announcement>) -> CaptureContext {
        CaptureContext {
            home: self.home.clone(),
            store: self.store.clone(),
            cache: self.cache.clone(),
            config: self.config.clone(),
            spool: Spool::new(self.home.spool()),
            search: self.search.clone(),
            embedding: self.embedding.clone(),
            agent: self.agent.clone(),
            health: self.health.clone(),
            waker,
            stored: self.stored.clone(),
            announce,
            started: Instant::now(),
        }
    }

    /// For the worker that shows notifications.
    pub fn announcer(&self, inbox: mpsc::UnboundedReceiver<Announcement>) -> AnnouncerContext {
        AnnouncerContext {
            store: self.store.clone(),
            config: self.config.clone(),
            links: self.links.clone(),
            health: self.health.clone(),
            inbox,
            announced: Announced::new(self.config.notify_again_minutes),
        }
    }

    /// For the worker that keeps the index up.
    pub fn indexer(&self) -> IndexerContext {
        IndexerContext {
            store: self.store.clone(),
            search: self.search.clone(),
            embedding: self.embedding.clone(),
            health: self.health.clone(),
        }
    }

    /// For the worker that prunes.
    pub fn maintenance(&self) -> MaintenanceContext {
        MaintenanceContext {
            store: self.store.clone(),
            cache: self.cache.clone(),
            config: self.config.clone(),
            search: self.search.clone(),
            health: self.health.clone(),
        }
    }
}
