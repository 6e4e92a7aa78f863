//! The parts of the daemon that workers and requests share.

use std::sync::Arc;

use anyhow::Result;
use rcad_store::{AnswerCache, Store};
use tokio::sync::broadcast;

use super::embedding::Embedding;
use super::inbox::Waker;
use super::ingest::spool::Spool;
use super::mappings::Mappings;
use super::own_apps::OwnApps;
use super::search_index::SearchIndex;
use super::snapshot::Snapshots;
use crate::device::board::DeviceBoard;
use crate::libraries::Libraries;
use crate::platform::config::Config;
use crate::platform::health::Health;
use crate::platform::home::Home;
use crate::protocol::StoredBuild;

/// Answers kept in memory.
const CACHED_ANSWERS: usize = 256;

/// How long each is kept there.
const CACHED_MS: u64 = 24 * 3_600_000;

/// Builds that a slow listener of `GET events` may be behind.
const EVENTS: usize = 256;

/// The store, what is derived from it, and how workers are reached.
pub struct Shared {
    pub home: Home,
    pub store: Arc<Store>,
    /// Recalled answers of the last day.
    pub cache: AnswerCache,
    pub config: Arc<Config>,
    pub spool: Spool,
    pub search: Arc<SearchIndex>,
    pub embedding: Arc<Embedding>,
    pub health: Arc<Health>,
    /// The apps of the user's projects.
    pub apps: OwnApps,
    /// The mappings of their minified builds.
    pub mappings: Mappings,
    /// What the user's projects looked like when they were green.
    pub snapshots: Snapshots,
    /// What the libraries in Gradle's caches have.
    pub libraries: Libraries,
    /// The attached devices.
    pub devices: DeviceBoard,
    /// Wakes the capture worker.
    pub waker: Waker,
    /// Announces each stored build to the listeners of `GET events`.
    pub stored: broadcast::Sender<StoredBuild>,
}

impl Shared {
    /// The shared parts of a daemon that is starting. Opens neither index nor model.
    pub fn new(home: Home, config: Config, store: Store, waker: Waker) -> Result<Shared> {
        Ok(Shared {
            cache: AnswerCache::new(CACHED_ANSWERS, CACHED_MS),
            embedding: Arc::new(Embedding::new(&home, &config)?),
            search: Arc::new(SearchIndex::new(&home)),
            spool: Spool::new(home.spool()),
            health: Arc::default(),
            apps: OwnApps::new(&store, &config.devices.apps)?,
            mappings: Mappings::open(&home.mappings()),
            snapshots: Snapshots::new(&home.snapshots(), config.snapshots),
            libraries: Libraries::new(&home.libraries(), config.libraries),
            devices: DeviceBoard::default(),
            stored: broadcast::channel(EVENTS).0,
            store: Arc::new(store),
            config: Arc::new(config),
            home,
            waker,
        })
    }
}
