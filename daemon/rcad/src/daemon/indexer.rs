//! The worker that keeps the search index up with the store.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use rcad_store::{Store, StoreError};

use super::supervise::{Woken, Work};
use crate::line::embedding::Embedding;
use crate::line::search_index::{SearchIndex, Urgency};
use crate::platform::fault;
use crate::platform::health::Health;

/// After an error it is tried again so much later, if nothing changes before.
const AGAIN: Duration = Duration::from_secs(30);
/// While much is coming in, the worker waits until nothing came for so long.
const SETTLED: Duration = Duration::from_secs(2);

/// What the worker works on.
pub struct IndexerContext {
    pub store: Arc<Store>,
    pub search: Arc<SearchIndex>,
    pub embedding: Arc<Embedding>,
    pub health: Arc<Health>,
}

/// Opens the index and takes in what changes, until it is to end.
pub fn run(work: &Work, context: &IndexerContext) -> Result<()> {
    loop {
        work.activity.begin("taking in what has changed");
        fault::point("indexer", "");
        let failed = catch_up(work, context).err();
        let again = failed.is_some().then_some(AGAIN);
        let problem = failed.map(|e| format!("searches may miss the newest failures ({e}); it is tried again"));
        context.health.set("index", problem);
        if !changed(work, &context.search, again) {
            return Ok(());
        }
    }
}

/// Waits for a change or for `limit`; false when the worker is to end.
fn changed(work: &Work, search: &SearchIndex, mut limit: Option<Duration>) -> bool {
    loop {
        match work.wait(limit, search.changed()) {
            Woken::By(Urgency::Now) | Woken::Timeout => return true,
            Woken::By(Urgency::WhenSettled) => limit = Some(SETTLED),
            Woken::Stop => return false,
        }
    }
}

fn catch_up(work: &Work, context: &IndexerContext) -> Result<(), StoreError> {
    let told = Cell::new(false);
    let index = &context.search.index;
    let progress = |_, _| {
        if let (Some(why), false) = (index.state().problem, told.replace(true)) {
            tracing::warn!(why, "the search index can't be used and is built again");
        }
        work.activity.begin("taking in what has changed");
        !work.stop.is_requested()
    };
    let lent = context.embedding.lend();
    index.catch_up(&context.store, lent.as_deref(), &progress)
}
