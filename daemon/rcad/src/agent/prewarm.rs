//! Decides when a model is loaded before it is asked: as soon as builds of a project fail often.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// This many failed builds of a project within [`WINDOW`] mean that somebody works on it and fails again soon.
const FAILURES: usize = 2;
/// Time in which failed builds are counted.
const WINDOW: Duration = Duration::from_secs(600);
/// Time until a loaded model is loaded again; a server keeps it for five minutes after its last use.
const RELOAD_AFTER: Duration = Duration::from_secs(240);
/// Projects that are counted at a time.
const PROJECTS: usize = 64;

/// Failed builds by project, and when a model was last loaded.
#[derive(Debug, Default)]
pub struct Prewarm {
    failures: HashMap<String, Vec<Instant>>,
    loaded: Option<Instant>,
    /// Whether to load a model as soon as no job waits.
    due: bool,
    is_disabled: bool,
}

impl Prewarm {
    /// Counts a failed build of this project.
    pub fn failed(&mut self, project: &str, now: Instant) {
        self.due |= self.is_worth_it(project, now);
    }

    /// Whether to load a model now. Resets the flag.
    pub fn take_due(&mut self) -> bool {
        std::mem::take(&mut self.due)
    }

    fn is_worth_it(&mut self, project: &str, now: Instant) -> bool {
        self.failures.retain(|_, times| times.last().is_some_and(|last| now.saturating_duration_since(*last) < WINDOW));
        if self.failures.len() >= PROJECTS && !self.failures.contains_key(project) {
            self.failures.clear();
        }
        let times = self.failures.entry(project.to_owned()).or_default();
        times.retain(|time| now.saturating_duration_since(*time) < WINDOW);
        times.push(now);
        let often = times.len() >= FAILURES;
        times.drain(..times.len().saturating_sub(FAILURES));
        let lately = self.loaded.is_some_and(|loaded| now.saturating_duration_since(loaded) < RELOAD_AFTER);
        if !often || lately || self.is_disabled {
            return false;
        }
        self.loaded = Some(now);
        true
    }

    /// Notes that a model was asked and so is in memory.
    pub fn used(&mut self, now: Instant) {
        self.loaded = Some(now);
        self.due = false;
    }

    /// Stops prewarming: the server has too little memory for the model.
    pub fn disable(&mut self) {
        self.is_disabled = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn the_second_failure_within_minutes_warms_and_not_each_one_after_it() {
        let (mut prewarm, t0) = (Prewarm::default(), Instant::now());
        let mut at = |minutes: u32, project: &str| prewarm.is_worth_it(project, t0 + MINUTE * minutes);
        assert!(!at(0, "a"));
        assert!(!at(1, "b"), "each project has its own");
        assert!(at(2, "a"));
        assert!(!at(3, "a") && !at(4, "b"), "it was loaded just now");
        assert!(at(7, "a"));
    }

    #[test]
    fn failures_that_are_far_apart_do_not_warm() {
        let (mut prewarm, t0) = (Prewarm::default(), Instant::now());
        for n in 0..5 {
            assert!(!prewarm.is_worth_it("a", t0 + MINUTE * 11 * n));
        }
    }

    #[test]
    fn a_model_that_was_just_asked_or_is_too_large_is_not_loaded() {
        let (mut prewarm, t0) = (Prewarm::default(), Instant::now());
        prewarm.is_worth_it("a", t0);
        prewarm.used(t0);
        assert!(!prewarm.is_worth_it("a", t0 + MINUTE));
        assert!(prewarm.is_worth_it("a", t0 + MINUTE * 5));
        prewarm.disable();
        assert!(!prewarm.is_worth_it("a", t0 + MINUTE * 10));
    }

    #[test]
    fn thousands_of_projects_are_not_remembered() {
        let (mut prewarm, t0) = (Prewarm::default(), Instant::now());
        for n in 0..5000 {
            prewarm.is_worth_it(&format!("{n}"), t0);
        }
        assert!(prewarm.failures.len() <= PROJECTS);
    }
}
