//! The worker that updates the search index from the store.

use std::cell::Cell;
use std::time::Duration;

use anyhow::Result;
use rcad_store::StoreError;

use super::supervise::{Woken, WorkerContext};
use crate::line::search_index::{SearchIndex, Urgency};
use crate::line::shared::Shared;
use crate::platform::fault;

/// Delay before a retry after an error.
const RETRY_AFTER: Duration = Duration::from_secs(30);
/// How long to wait for further changes during an import.
const SETTLED: Duration = Duration::from_secs(2);

/// Opens the index and updates it until the stop is requested.
pub fn run(work: &WorkerContext, shared: &Shared) -> Result<()> {
    loop {
        work.activity.start("taking in what has changed");
        fault::point("indexer", "");
        let failed = catch_up(work, shared).err();
        let retry_after = failed.is_some().then_some(RETRY_AFTER);
        let problem = failed.map(|e| format!("searches may miss the newest failures ({e}); it is tried again"));
        shared.health.set("index", problem);
        if !changed(work, &shared.search, retry_after) {
            return Ok(());
        }
    }
}

/// Waits for a change or for `limit`. Returns false when the stop is requested.
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
    let reported = Cell::new(false);
    let index = &shared.search.index;
    let progress = |_, _| {
        if let (Some(why), false) = (index.state().problem, reported.replace(true)) {
            tracing::warn!(why, "the search index can't be used and is built again");
        }
        work.activity.start("taking in what has changed");
        !work.stop.is_requested()
    };
    let embedder = shared.embedding.acquire();
    index.catch_up(&shared.store, embedder.as_deref(), &progress)
}
