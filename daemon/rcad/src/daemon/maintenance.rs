//! The worker that prunes and looks for damage once a day and keeps the store's file below its maximum size.

use std::time::{Duration, Instant};

use anyhow::Result;
use rcad_store::Store;

use super::supervise::{Woken, WorkerContext};
use crate::line::retention::{prune_rule, report_damage};
use crate::line::shared::Shared;
use crate::platform::config::PruneMode;
use crate::platform::fault;
use crate::platform::health::Health;
use crate::platform::time::now_ms;

/// Time between two checks of the clock. A timer of a whole day would pause while the machine sleeps.
const LOOK: Duration = Duration::from_secs(600);
const DAY_MS: u64 = 24 * 3_600_000;
/// Work and rest while rows are checked: a twentieth of one processor at most; 10,000 failures take twenty seconds.
const CHECK: Duration = Duration::from_millis(10);
const REST: Duration = Duration::from_millis(190);

/// Prunes and limits the size every ten minutes, until the stop is requested. Looks for damaged rows once a day.
pub fn run(work: &WorkerContext, shared: &Shared) -> Result<()> {
    let mut checked = shared.store.sound_ms().unwrap_or_default();
    loop {
        work.activity.start("pruning");
        fault::point("maintenance", "");
        if shared.config.prune.mode != PruneMode::Off {
            prune_if_due(shared);
        }
        limit_size(shared);
        if work.wait(Some(LOOK), std::future::pending::<()>()) == Woken::Stop {
            return Ok(());
        }
        // After the wait, so that no start is slowed by it.
        if is_due(checked, now_ms()) {
            checked = Some(now_ms());
            check_rows(work, &shared.store, &shared.health);
        }
    }
}

/// Reads the whole store, slowly. Only a sound one is noted as checked: damage is found again after the next start.
fn check_rows(work: &WorkerContext, store: &Store, health: &Health) {
    const WHAT: &str = "checking the store";
    work.activity.start(WHAT);
    let mut begun = Instant::now();
    let damaged = store.damaged_until(|| {
        if begun.elapsed() >= CHECK {
            work.wait(Some(REST), std::future::pending::<()>());
            work.activity.start(WHAT);
            begun = Instant::now();
        }
        work.stop.is_requested()
    });
    if work.stop.is_requested() {
        return;
    }
    if let Ok(all @ [first, ..]) = damaged.as_deref() {
        tracing::warn!(rows = all.len(), table = first.table, key = first.key, why = first.why, "damaged rows");
    }
    let checked = damaged.and_then(|damaged| {
        if damaged.is_empty() {
            store.set_sound(now_ms())?;
        }
        Ok(damaged.len() as u64)
    });
    report_damage(health, checked);
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
    use rcad_store::Store;
    use redb::{Database, TableDefinition};

    use super::{DAY_MS, check_rows, is_due};
    use crate::daemon::supervise::WorkerContext;
    use crate::platform::health::Health;

    #[test]
    fn a_prune_is_due_a_day_after_the_last() {
        let now = 100 * DAY_MS;
        assert!(is_due(None, now) && is_due(Some(now - DAY_MS), now) && is_due(Some(now - 9 * DAY_MS), now));
        assert!(!is_due(Some(now - DAY_MS + 1), now) && !is_due(Some(now), now));
        assert!(is_due(Some(now + 1), now), "the clock was set back");
    }

    #[test]
    fn damage_is_said_and_only_a_sound_store_is_noted() {
        let (work, health) = (WorkerContext::alone(), Health::default());
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("rca.redb");
        drop(Store::open(&path).unwrap());
        let db = Database::open(&path).unwrap();
        let txn = db.begin_write().unwrap();
        txn.open_table(TableDefinition::<&str, &[u8]>::new("rcas")).unwrap().insert("id", &b"{}"[..]).unwrap();
        txn.commit().unwrap();
        drop(db);
        let store = Store::open(&path).unwrap();
        check_rows(&work, &store, &health);
        assert!(health.problems()[0].contains("1 damaged record that cannot be read"), "{:?}", health.problems());
        assert_eq!(store.sound_ms().unwrap(), None);
        store.delete_damaged().unwrap();
        check_rows(&work, &store, &health);
        assert!(health.problems().is_empty() && store.sound_ms().unwrap().is_some());
    }

    #[test]
    fn a_check_that_is_stopped_says_nothing() {
        let (work, health) = (WorkerContext::alone(), Health::default());
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("rca.redb")).unwrap();
        work.stop.request();
        check_rows(&work, &store, &health);
        assert_eq!(store.sound_ms().unwrap(), None);
    }
}
