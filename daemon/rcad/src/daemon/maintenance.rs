//! The worker that prunes once a day and keeps the store's file below its maximum size.

use std::time::Duration;

use anyhow::Result;
use rcad_store::Store;

use super::supervise::{Woken, WorkerContext};
use crate::line::retention::{prune_rule, report_damage};
use crate::line::shared::Shared;
use crate::platform::config::PruneMode;
use crate::platform::fault;
use crate::platform::time::now_ms;

/// Time between two checks of the clock. A timer of a whole day would pause while the machine sleeps.
const LOOK: Duration = Duration::from_secs(600);
const DAY_MS: u64 = 24 * 3_600_000;

/// Prunes and limits the size every ten minutes, until the stop is requested. Looks for damaged rows at the start and
/// once a day.
pub fn run(work: &WorkerContext, shared: &Shared) -> Result<()> {
    let mut checked = None;
    loop {
        if is_due(checked, now_ms()) {
            work.activity.start("checking the store");
            checked = Some(now_ms());
            report_damage(&shared.store, &shared.health);
        }
        work.activity.start("pruning");
        fault::point("maintenance", "");
        if shared.config.prune.mode != PruneMode::Off {
            prune_if_due(shared);
        }
        limit_size(shared);
        if work.wait(Some(LOOK), std::future::pending::<()>()) == Woken::Stop {
            return Ok(());
        }
    }
}

fn prune_if_due(shared: &Shared) {
    let now = now_ms();
    let pruned = match shared.store.pruned_ms() {
        Ok(last) if !is_due(last, now) => return,
        Ok(_) => shared.store.prune(&prune_rule(&shared.config), now, &shared.cache, false),
        Err(e) => Err(e),
    };
    shared.health.set("prune", pruned.as_ref().err().map(|e| format!("old records can't be pruned: {e}")));
    match pruned {
        Ok(pruned) if !pruned.removed.is_empty() => {
            tracing::info!(removed = pruned.removed.len(), retained = pruned.retained, "pruned");
            shared.search.wake();
        }
        Ok(_) => {}
        Err(e) => tracing::warn!(error = %e, "not pruned"),
    }
}

/// Usually this only reads the size of the file.
fn limit_size(shared: &Shared) {
    let trimmed = shared.store.keep_below(shared.config.store.max_mb.saturating_mul(1 << 20));
    let problem = trimmed.as_ref().err().map(|e| format!("the store can't be kept below store_max_mb: {e}"));
    shared.health.set("store size", problem);
    if let Ok(trimmed) = trimmed
        && trimmed != rcad_store::TrimReport::default()
    {
        let rcad_store::TrimReport { sent, reports, builds, rcas } = trimmed;
        tracing::info!(sent, reports, builds, rcas, "removed old records so that the store stays below its size");
        shared.search.wake();
    }
}

/// Truncates the free end of the store's file. Call it after the last write.
pub fn compact(store: &Store) {
    match store.compact() {
        Ok(true) => tracing::info!("the store's file was compacted"),
        Ok(false) => {}
        Err(e) => tracing::warn!(error = %e, "the store's file was not compacted"),
    }
}

/// A time in the future was written while the clock was wrong.
fn is_due(last_ms: Option<u64>, now_ms: u64) -> bool {
    last_ms.is_none_or(|last| now_ms.checked_sub(last).is_none_or(|since| since >= DAY_MS))
}

#[cfg(test)]
mod tests {
    use super::{DAY_MS, is_due};

    #[test]
    fn a_prune_is_due_a_day_after_the_last() {
        let now = 100 * DAY_MS;
        assert!(is_due(None, now) && is_due(Some(now - DAY_MS), now) && is_due(Some(now - 9 * DAY_MS), now));
        assert!(!is_due(Some(now - DAY_MS + 1), now) && !is_due(Some(now), now));
        assert!(is_due(Some(now + 1), now), "the clock was set back");
    }
}
