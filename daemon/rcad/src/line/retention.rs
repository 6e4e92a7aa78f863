//! What the settings say about keeping records: what a vote does, where grades begin, what is pruned. Prunes nothing.

use rcad_store::{Grades, Multipliers, PruneRule};

use crate::platform::config::Config;

/// What a person's vote does to an answer's confidence.
pub fn multipliers(config: &Config) -> Multipliers {
    Multipliers {
        up: config.feedback_up,
        down: config.feedback_down,
        ceiling: config.feedback_ceiling,
        floor: config.feedback_floor,
    }
}

/// What is worth keeping.
pub fn prune_rule(config: &Config) -> PruneRule {
    PruneRule {
        below: config.prune_below,
        after_days: config.prune_after_days,
        expire_days: config.prune_expire_days,
        notice_days: config.prune_notice_days,
    }
}

/// Where the grades begin.
pub fn grades(config: &Config) -> Grades {
    Grades { excellent: config.quality_excellent, good: config.quality_good, fair: config.quality_fair }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::config::Prune;

    #[test]
    fn the_default_settings_are_the_contracts() {
        let config = Config::defaults().unwrap();
        assert_eq!(multipliers(&config), Multipliers::default());
        assert_eq!(prune_rule(&config), PruneRule::default());
        assert_eq!(grades(&config), Grades::default());
        assert_eq!((config.prune, config.cache_hours), (Prune::Daily, 24));
    }
}
