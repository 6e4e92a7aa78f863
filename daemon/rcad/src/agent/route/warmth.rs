//! When a model is worth loading before anybody asks it: builds of a project begin to fail often. Loads none; times come in.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// So many failed builds …
const FAILURES: usize = 2;
/// … within this time say that somebody is at work on it, and that the next one will be asked about.
const WITHIN: Duration = Duration::from_secs(600);
/// A model that was loaded is not loaded again sooner: a server keeps it for five minutes after its last use.
const AGAIN: Duration = Duration::from_secs(240);
/// Projects that are remembered; more of them are not built at once.
const PROJECTS: usize = 64;

/// What was seen of failed builds, and done for them.
#[derive(Debug, Default)]
pub struct Warmth {
    failures: HashMap<String, Vec<Instant>>,
    loaded: Option<Instant>,
    too_large: bool,
}

impl Warmth {
    /// A build of this project has failed; whether the model is to be loaded now.
    pub fn failed(&mut self, project: &str, now: Instant) -> bool {
        self.failures.retain(|_, times| times.last().is_some_and(|last| now.saturating_duration_since(*last) < WITHIN));
        if self.failures.len() >= PROJECTS && !self.failures.contains_key(project) {
            self.failures.clear();
        }
        let times = self.failures.entry(project.to_owned()).or_default();
        times.retain(|time| now.saturating_duration_since(*time) < WITHIN);
        times.push(now);
        let often = times.len() >= FAILURES;
        times.drain(..times.len().saturating_sub(FAILURES));
        let lately = self.loaded.is_some_and(|loaded| now.saturating_duration_since(loaded) < AGAIN);
        if !often || lately || self.too_large {
            return false;
        }
        self.loaded = Some(now);
        true
    }

    /// A model was asked, and so is in memory.
    pub fn used(&mut self, now: Instant) {
        self.loaded = Some(now);
    }

    /// The server said that there is not enough memory: it is not tried again.
    pub fn is_too_large(&mut self) {
        self.too_large = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn the_second_failure_within_minutes_warms_and_not_each_one_after_it() {
        let (mut warmth, t0) = (Warmth::default(), Instant::now());
        let mut at = |minutes: u32, project: &str| warmth.failed(project, t0 + MINUTE * minutes);
        assert!(!at(0, "a"));
        assert!(!at(1, "b"), "each project has its own");
        assert!(at(2, "a"));
        assert!(!at(3, "a") && !at(4, "b"), "it was loaded just now");
        assert!(at(7, "a"));
    }

    #[test]
    fn failures_that_are_far_apart_do_not_warm() {
        let (mut warmth, t0) = (Warmth::default(), Instant::now());
        for n in 0..5 {
            assert!(!warmth.failed("a", t0 + MINUTE * 11 * n));
        }
    }

    #[test]
    fn a_model_that_was_just_asked_or_is_too_large_is_not_loaded() {
        let (mut warmth, t0) = (Warmth::default(), Instant::now());
        warmth.failed("a", t0);
        warmth.used(t0);
        assert!(!warmth.failed("a", t0 + MINUTE));
        assert!(warmth.failed("a", t0 + MINUTE * 5));
        warmth.is_too_large();
        assert!(!warmth.failed("a", t0 + MINUTE * 10));
    }

    #[test]
    fn thousands_of_projects_are_not_remembered() {
        let (mut warmth, t0) = (Warmth::default(), Instant::now());
        for n in 0..5000 {
            warmth.failed(&format!("{n}"), t0);
        }
        assert!(warmth.failures.len() <= PROJECTS);
    }
}
