//! The rules for keeping records: effect of a vote, grades, pruning; and what is said of damaged rows. Prunes nothing
//! itself.

use rcad_store::{Grades, Multipliers, PruneRule, StoreError};

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

/// Shows in `status` how many rows can't be decoded, by whoever has counted them.
pub fn report_damage(health: &Health, damaged: Result<u64, StoreError>) {
    let rows = match damaged {
        Ok(0) => None,
        Ok(1) => Some("1 damaged record".to_owned()),
        Ok(count) => Some(format!("{count} damaged records")),
        Err(error) => return health.set("store rows", Some(format!("the store cannot be checked: {error}"))),
    };
    let said = |rows| format!("the store has {rows} that cannot be read and are ignored; see rcad doctor");
    health.set("store rows", rows.map(said));
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
