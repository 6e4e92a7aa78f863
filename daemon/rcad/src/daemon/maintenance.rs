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
use crate::platform::time::{DAY_MS, now_ms};

/// Time between two checks of the clock. A timer of a whole day would pause while the machine sleeps.
const LOOK: Duration = Duration::from_secs(600);
/// Work and rest while rows are checked: a twentieth of one processor at most; 10,000 failures take twenty seconds.
const CHECK: Duration = Duration::from_millis(10);
const REST: Duration = Duration::from_millis(190);

/// Limits the size every ten minutes, until the stop is requested. Prunes and looks for damaged rows once a day.
pub fn run(work: &WorkerContext, shared: &Shared) -> Result<()> {
    let mut checked = shared.store.sound_ms().unwrap_or_default();
    loop {
        work.activity.start("limiting the size of the store");
        fault::point("maintenance", "");
        limit_size(shared);
        if work.wait(Some(fault::rest("maintenance", LOOK)), std::future::pending::<()>()) == Woken::Stop {
            return Ok(());
        }
        // Both read every failure; after the wait, so that no start is slowed by them.
        if shared.config.prune.mode != PruneMode::Off {
            work.activity.start("pruning");
            prune_if_due(shared);
        }
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
    use rcad_core::Report;
    use rcad_core::model::environment::Environment;
    use rcad_core::model::report::{Origin, Outcome};
    use rcad_core::parse;
    use rcad_store::{AnswerCache, PruneRule, Store};
    use redb::{Database, TableDefinition};

    use super::{DAY_MS, check_rows, is_due, prune_if_due, run};
    use crate::daemon::supervise::WorkerContext;
    use crate::line::reason;
    use crate::line::shared::Shared;
    use crate::platform::config::Config;
    use crate::platform::health::Health;
    use crate::platform::home::Home;
    use crate::platform::time::now_ms;

    /// A store that prunes any old failure, with one.
    fn shared(home: Home) -> Shared {
        home.create().unwrap();
        let store = Store::open(&home.store()).unwrap();
        put_old(&store, "1");
        let mut config = Config::defaults().unwrap();
        config.prune.below = 1.0;
        Shared::new(home, config, store, tokio::sync::mpsc::unbounded_channel().0).unwrap()
    }

    fn put_old(store: &Store, id: &str) {
        let report = Report {
            id: id.into(),
            origin: Origin::Hook,
            outcome: Outcome::Failed,
            text: "e: file:///p/src/A.kt:3:5 Unresolved reference: name\n".into(),
            project: Some("/p".into()),
            tasks: Vec::new(),
            environment: Environment::default(),
            started_ms: None,
            ended_ms: DAY_MS,
            app: None,
            raw: None,
        };
        let (analysis, _) = reason::explain(&report, None, parse::parse(&report.text)).unwrap();
        store.put(&report, Some(&analysis), None).unwrap();
    }

    #[test]
    fn old_failures_are_pruned_once_a_day() {
        let dir = tempfile::tempdir().unwrap();
        let shared = shared(Home::at(dir.path()));
        prune_if_due(&shared);
        assert_eq!(shared.store.list(9).unwrap(), []);
        put_old(&shared.store, "2");
        prune_if_due(&shared);
        assert_eq!(shared.store.list(9).unwrap().len(), 1, "pruned today");
        let nothing = PruneRule { below: 0.0, ..PruneRule::default() };
        shared.store.prune(&nothing, now_ms() - DAY_MS, &AnswerCache::new(0, 0), false).unwrap();
        prune_if_due(&shared);
        assert_eq!(shared.store.list(9).unwrap(), []);
    }

    #[test]
    fn a_start_prunes_nothing() {
        let (work, dir) = (WorkerContext::alone(), tempfile::tempdir().unwrap());
        let shared = shared(Home::at(dir.path()));
        work.stop.request(); // Read by the first wait.
        run(&work, &shared).unwrap();
        assert_eq!((shared.store.list(9).unwrap().len(), shared.store.pruned_ms().unwrap()), (1, None));
    }

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
