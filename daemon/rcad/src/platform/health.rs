//! Current problems of the daemon's parts, and what each worker is doing. Read by `status` and `doctor`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The health of one daemon.
#[derive(Debug, Default)]
pub struct Health {
    problems: Mutex<BTreeMap<&'static str, HealthProblem>>,
    activities: Mutex<Vec<Arc<Activity>>>,
}

#[derive(Debug)]
struct HealthProblem {
    text: String,
    /// When to stop reporting it; nothing: when the part reports again.
    until: Option<Instant>,
}

impl Health {
    /// Sets or clears the problem of a part.
    pub fn set(&self, part: &'static str, problem: Option<String>) {
        let mut problems = lock(&self.problems);
        match problem {
            Some(text) => problems.insert(part, HealthProblem { text, until: None }),
            None => problems.remove(part),
        };
    }

    /// Reports an incident of a part for the time `shown`.
    pub fn note(&self, part: &'static str, text: String, shown: Duration) {
        lock(&self.problems).insert(part, HealthProblem { text, until: Instant::now().checked_add(shown) });
    }

    /// Starts watching whether a worker gets stuck.
    pub fn watch(&self, name: &'static str, meanwhile: &'static str, limit: Duration) -> Arc<Activity> {
        let activity = Arc::new(Activity { name, meanwhile, limit, busy: Mutex::default() });
        lock(&self.activities).push(activity.clone());
        activity
    }

    /// All current problems, a sentence each.
    pub fn problems(&self) -> Vec<String> {
        let now = Instant::now();
        let mut problems = lock(&self.problems);
        problems.retain(|_, problem| problem.until.is_none_or(|until| now < until));
        let mut all: Vec<String> = problems.values().map(|problem| problem.text.clone()).collect();
        drop(problems);
        all.extend(lock(&self.activities).iter().filter_map(|activity| activity.stuck(now)));
        all
    }
}

/// What one worker is doing.
#[derive(Debug)]
pub struct Activity {
    name: &'static str,
    meanwhile: &'static str,
    limit: Duration,
    busy: Mutex<Option<(Instant, String)>>,
}

impl Activity {
    /// Starts a task, or reports progress with it.
    pub fn start(&self, what: &str) {
        *lock(&self.busy) = Some((Instant::now(), what.to_owned()));
    }

    /// Waits for work.
    pub fn end(&self) {
        *lock(&self.busy) = None;
    }

    /// The current task; nothing while waiting.
    pub fn current(&self) -> Option<String> {
        lock(&self.busy).as_ref().map(|(_, what)| what.clone())
    }

    fn stuck(&self, now: Instant) -> Option<String> {
        let busy = lock(&self.busy);
        let (since, what) = busy.as_ref()?;
        let seconds = now.saturating_duration_since(*since);
        let (name, meanwhile) = (self.name, self.meanwhile);
        (seconds >= self.limit).then(|| {
            format!(
                "{name} has not finished {what} for {} s; meanwhile {meanwhile}\nhint: rcad restart",
                seconds.as_secs()
            )
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every update is complete in itself, so a poisoned lock is safe to use.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_stands_until_its_part_works_again_and_a_note_until_its_time() {
        let health = Health::default();
        health.set("spool", Some("it is full".into()));
        health.note("capture", "it was restarted".into(), Duration::from_secs(60));
        health.note("agent", "it was restarted long ago".into(), Duration::ZERO);
        assert_eq!(health.problems(), ["it was restarted", "it is full"]);
        health.set("spool", None);
        assert_eq!(health.problems(), ["it was restarted"]);
    }

    #[test]
    fn a_worker_that_does_not_come_on_is_said_and_one_that_waits_is_not() {
        let health = Health::default();
        let (stuck, well) = (
            health.watch("capture", "builds wait in the spool", Duration::ZERO),
            health.watch("search index", "searches miss the newest failures", Duration::from_secs(600)),
        );
        assert!(health.problems().is_empty());
        stuck.start("1-1-1.failed.json");
        well.start("what has changed");
        let problems = health.problems();
        assert!(problems[0].starts_with("capture has not finished 1-1-1.failed.json for 0 s; meanwhile builds wait"));
        assert_eq!(problems.len(), 1);
        stuck.end();
        assert!(health.problems().is_empty());
    }
}
