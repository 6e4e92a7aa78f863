//! The rules for keeping records: effect of a vote, grades, pruning; and reports of damaged rows. Prunes nothing
//! itself.

use rcad_store::{Grades, Multipliers, PruneRule, Store};

use crate::platform::config::Config;
use crate::platform::health::Health;

/// Effect of a person's vote on an answer's confidence.
pub fn multipliers(config: &Config) -> Multipliers {
    Multipliers {
        up: config.feedback.up,
        down: config.feedback.down,
        ceiling: config.feedback.ceiling,
        floor: config.feedback.floor,
    }
}

/// Which records are pruned.
pub fn prune_rule(config: &Config) -> PruneRule {
    PruneRule {
        below: config.prune.below,
        after_days: config.prune.after_days,
        expire_days: config.prune.expire_days,
        notice_days: config.prune.notice_days,
    }
}

/// The limits of the grades.
pub fn grades(config: &Config) -> Grades {
    Grades { excellent: config.quality.excellent, good: config.quality.good, fair: config.quality.fair }
}

/// Reports the number of rows that can't be decoded. Reads the whole store.
pub fn report_damage(store: &Store, health: &Health) {
    let problem = match store.damaged() {
        Ok(damaged) if damaged.is_empty() => None,
        Ok(damaged) => {
            let first = &damaged[0];
            tracing::warn!(rows = damaged.len(), table = first.table, key = first.key, why = first.why, "damaged rows");
            let count = damaged.len();
            let rows = if count == 1 { "1 damaged record".to_owned() } else { format!("{count} damaged records") };
            Some(format!("the store has {rows} that cannot be read and are ignored; see rcad doctor"))
        }
        Err(error) => Some(format!("the store cannot be checked: {error}")),
    };
    health.set("store rows", problem);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::config::PruneMode;

    #[test]
    fn the_default_settings_are_the_contracts() {
        let config = Config::defaults().unwrap();
        assert_eq!(multipliers(&config), Multipliers::default());
        assert_eq!(prune_rule(&config), PruneRule::default());
        assert_eq!(grades(&config), Grades::default());
        assert_eq!(config.prune.mode, PruneMode::Daily);
    }
}
