//! Loads a model before it is asked, where that is worth it: builds of a project begin to fail often.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use rcad_core::agent::model::Trouble;

use super::route::Candidate;
use super::{AgentContext, candidates};

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
pub struct Prewarm {
    failures: HashMap<String, Vec<Instant>>,
    loaded: Option<Instant>,
    /// A model is to be loaded as soon as no job waits.
    due: bool,
    too_large: bool,
}

impl Prewarm {
    /// A build of this project has failed.
    pub fn failed(&mut self, project: &str, now: Instant) {
        self.due |= self.is_worth_it(project, now);
    }

    /// Whether a model is to be loaded now; asked again, no more.
    pub fn take_due(&mut self) -> bool {
        std::mem::take(&mut self.due)
    }

    fn is_worth_it(&mut self, project: &str, now: Instant) -> bool {
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
        self.due = false;
    }

    /// The server said that there is not enough memory: it is not tried again.
    pub fn is_too_large(&mut self) {
        self.too_large = true;
    }
}

/// Loads the model that would be asked next, so that the next question finds it in memory.
pub async fn load(agent: &AgentContext) {
    let found = candidates::candidates(&agent.store, &agent.config, None).await;
    let Some(Candidate { server, model }) = found.ok().and_then(|candidates| candidates.into_iter().next()) else {
        return;
    };
    match server.load(&model.name, candidates::window(&agent.config, &model.ability)).await {
        Ok(()) => tracing::debug!(model = model.name, "is in memory before it is asked"),
        Err(trouble) => {
            tracing::info!(model = model.name, ?trouble, "could not be loaded before it is asked");
            if trouble == Trouble::OutOfMemory {
                agent.with_prewarm(Prewarm::is_too_large);
            }
        }
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
        prewarm.is_too_large();
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
