//! How it goes: failures a day, time to green, causes, and how fast answers came, over the last two weeks.

use std::collections::{BTreeMap, HashMap};

use rcad_core::model::report::Outcome;
use rcad_store::{Build, Rca};

use crate::platform::time::DAY_MS;
use crate::protocol::maintenance::Timing;

/// Days that are looked at.
pub const DAYS: usize = 14;

/// Figures of the last [`DAYS`] days.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trends {
    /// Builds and crashes of each day, the oldest first; the last one ends now.
    pub days: Vec<Day>,
    /// How long each failure took to become green again, in seconds, the shortest first.
    pub to_green_s: Vec<u64>,
    /// Failed builds and crashes by the title of their category.
    pub causes: BTreeMap<String, u64>,
    /// Failed builds and crashes whose failure had been seen before.
    pub seen_before: u64,
    /// Failed builds and crashes with an answer.
    pub answered: u64,
    /// How long it took from taking a capture to its stored answer, since the daemon's start.
    pub answer: Option<Timing>,
}

/// The builds of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Day {
    /// Builds that succeeded.
    pub green: u64,
    /// Builds that failed.
    pub red: u64,
    /// Crashes.
    pub crashes: u64,
}

impl Trends {
    /// Counts builds and crashes since [`since`] and the failures that they ended in, by id.
    pub fn of(builds: &[(String, Build)], rcas: &HashMap<String, Rca>, now_ms: u64) -> Trends {
        let mut all = Trends { days: vec![Day::default(); DAYS], ..Trends::default() };
        for (_, build) in builds {
            let back = usize::try_from(now_ms.saturating_sub(build.ended_ms) / DAY_MS).unwrap_or(DAYS);
            let Some(day) = (DAYS - 1).checked_sub(back).and_then(|day| all.days.get_mut(day)) else { continue };
            match build.outcome {
                _ if build.app.is_some() => day.crashes += 1,
                Outcome::Failed => day.red += 1,
                Outcome::Ok => day.green += 1,
                Outcome::Cancelled | Outcome::Unknown => {}
            }
            let Some(rca) = build.rca.as_ref().and_then(|id| rcas.get(id)) else { continue };
            all.answered += 1;
            all.seen_before += u64::from(build.ended_ms > rca.first_seen_ms);
            let title = rca.shown().primary().map_or("Other", |primary| primary.category.title());
            *all.causes.entry(title.to_owned()).or_default() += 1;
        }
        let since = since(now_ms);
        let resolved = rcas.values().flat_map(|rca| &rca.resolutions).filter(|one| one.green_ms >= since);
        all.to_green_s = resolved.map(|one| one.green_ms.saturating_sub(one.failed_ms) / 1_000).collect();
        all.to_green_s.sort_unstable();
        all
    }

    /// The time to green of the failure in the middle, in seconds.
    pub fn median_to_green_s(&self) -> Option<u64> {
        self.to_green_s.get(self.to_green_s.len() / 2).copied()
    }
}

/// Where the first of the days begins, in Unix milliseconds.
pub fn since(now_ms: u64) -> u64 {
    now_ms.saturating_sub(DAYS as u64 * DAY_MS)
}

#[cfg(test)]
mod tests {
    use rcad_core::model::environment::Environment;

    use super::*;

    #[test]
    fn builds_are_counted_by_day_and_old_ones_are_not() {
        let build = |ended_ms, outcome| Build {
            v: 2,
            outcome,
            started_ms: None,
            ended_ms,
            project: None,
            tasks: Vec::new(),
            environment: Environment::default(),
            rca: None,
            app: None,
            changes: Vec::new(),
        };
        let now = 100 * DAY_MS;
        let builds = [
            (now - 1, Outcome::Failed),
            (now - 1, Outcome::Ok),
            (now - 1, Outcome::Cancelled),
            (now - DAY_MS - 1, Outcome::Failed),
            (now - 14 * DAY_MS, Outcome::Failed),
            (now + 5, Outcome::Ok),
        ];
        let builds: Vec<(String, Build)> = builds.map(|(at, outcome)| (String::new(), build(at, outcome))).into();
        let trends = Trends::of(&builds, &HashMap::new(), now);
        assert_eq!(trends.days.len(), DAYS);
        assert_eq!(trends.days[DAYS - 1], Day { green: 2, red: 1, crashes: 0 });
        assert_eq!(trends.days[DAYS - 2], Day { green: 0, red: 1, crashes: 0 });
        assert_eq!(trends.days.iter().map(|day| day.red).sum::<u64>(), 2, "the last is too old");
        assert_eq!(trends.median_to_green_s(), None);
    }
}
