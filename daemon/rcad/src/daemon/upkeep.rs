//! What keeps the memory good by itself: the daily prune. What is pruned is decided by the store's rule and the settings.

use std::sync::Arc;
use std::time::Duration;

use rcad_store::{Grades, Multipliers, PruneRule};

use super::App;
use crate::platform::config::{Config, Prune};
use crate::platform::time::now_ms;

/// Between two looks at the clock. A timer for a whole day would stand still while the machine sleeps.
const LOOK: Duration = Duration::from_secs(600);
const DAY_MS: u64 = 24 * 3_600_000;

/// Prunes once a day as long as it is polled; the time of the last one is kept in the store.
pub async fn prune_daily(app: Arc<App>) {
    if app.config.prune == Prune::Off {
        return;
    }
    loop {
        let app = app.clone();
        // A panic in there ends that prune; the next look tries again.
        let _ = tokio::task::spawn_blocking(move || prune_if_due(&app)).await;
        tokio::time::sleep(LOOK).await;
    }
}

fn prune_if_due(app: &App) {
    let now = now_ms();
    let pruned = match app.store.pruned_ms() {
        Ok(last) if !is_due(last, now) => return,
        Ok(_) => app.store.prune(&prune_rule(&app.config), now, &app.cache, false),
        Err(e) => Err(e),
    };
    let problem = pruned.as_ref().err().map(|e| format!("what is old can't be pruned: {e}"));
    app.report_health("prune", problem);
    match pruned {
        Ok(pruned) if !pruned.removed.is_empty() => {
            tracing::info!(removed = pruned.removed.len(), retained = pruned.retained, "pruned");
            app.changed();
        }
        Ok(_) => {}
        Err(e) => tracing::warn!(error = %e, "not pruned"),
    }
}

/// A time that is still to come was written by a clock that was wrong.
fn is_due(last_ms: Option<u64>, now_ms: u64) -> bool {
    last_ms.is_none_or(|last| now_ms.checked_sub(last).is_none_or(|since| since >= DAY_MS))
}

/// What a person's word does, by the settings.
pub fn multipliers(config: &Config) -> Multipliers {
    Multipliers {
        up: config.feedback_up,
        down: config.feedback_down,
        ceiling: config.feedback_ceiling,
        floor: config.feedback_floor,
    }
}

/// What is worth keeping, by the settings.
pub fn prune_rule(config: &Config) -> PruneRule {
    PruneRule {
        below: config.prune_below,
        after_days: config.prune_after_days,
        expire_days: config.prune_expire_days,
        notice_days: config.prune_notice_days,
    }
}

/// Where the grades begin, by the settings.
pub fn grades(config: &Config) -> Grades {
    Grades { excellent: config.quality_excellent, good: config.quality_good, fair: config.quality_fair }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prune_is_due_a_day_after_the_last() {
        let now = 100 * DAY_MS;
        assert!(is_due(None, now) && is_due(Some(now - DAY_MS), now) && is_due(Some(now - 9 * DAY_MS), now));
        assert!(!is_due(Some(now - DAY_MS + 1), now) && !is_due(Some(now), now));
        assert!(is_due(Some(now + 1), now), "the clock was set back");
    }

    #[test]
    fn the_default_settings_are_the_contracts() {
        let config = Config::defaults().unwrap();
        assert_eq!(multipliers(&config), Multipliers::default());
        assert_eq!(prune_rule(&config), PruneRule::default());
        assert_eq!(grades(&config), Grades::default());
        assert_eq!((config.prune, config.cache_hours), (Prune::Daily, 24));
    }
}
