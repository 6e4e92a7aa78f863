//! The worker that keeps the search index up with the store.

use std::cell::Cell;
use std::time::Duration;

use anyhow::Result;
use rcad_store::StoreError;

use super::supervise::{Woken, WorkerContext};
use crate::line::search_index::{SearchIndex, Urgency};
use crate::line::shared::Shared;
use crate::platform::fault;

/// After an error it is tried again so much later, if nothing changes before.
const AGAIN: Duration = Duration::from_secs(30);
/// While much is coming in, the worker waits until nothing came for so long.
const SETTLED: Duration = Duration::from_secs(2);

/// Opens the index and takes in what changes, until it is to end.
pub fn run(work: &WorkerContext, shared: &Shared) -> Result<()> {
    loop {
        work.activity.start("taking in what has changed");
        fault::point("indexer", "");
        let failed = catch_up(work, shared).err();
        let again = failed.is_some().then_some(AGAIN);
        let problem = failed.map(|e| format!("searches may miss the newest failures ({e}); it is tried again"));
        shared.health.set("index", problem);
        if !changed(work, &shared.search, again) {
            return Ok(());
        }
    }
}

/// Waits for a change or for `limit`; false when the worker is to end.
fn changed(work: &WorkerContext, search: &SearchIndex, mut limit: Option<Duration>) -> bool {
    loop {
        match work.wait(limit, search.changed()) {
            Woken::By(Urgency::Now) | Woken::Timeout => return true,
            Woken::By(Urgency::WhenSettled) => limit = Some(SETTLED),
            Woken::Stop => return false,
        }
    }
}

fn catch_up(work: &WorkerContext, shared: &Shared) -> Result<(), StoreError> {
    let told = Cell::new(false);
    let index = &shared.search.index;
    let progress = |_, _| {
        if let (Some(why), false) = (index.state().problem, told.replace(true)) {
            tracing::warn!(why, "the search index can't be used and is built again");
        }
        work.activity.start("taking in what has changed");
        !work.stop.is_requested()
    };
    let embedder = shared.embedding.acquire();
    index.catch_up(&shared.store, embedder.as_deref(), &progress)
}
