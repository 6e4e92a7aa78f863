//! What does not work in the daemon, by part, and what each worker is busy with. Read by `status` and `doctor`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The problems of one daemon.
#[derive(Debug, Default)]
pub struct Health {
    problems: Mutex<BTreeMap<&'static str, HealthProblem>>,
    activities: Mutex<Vec<Arc<Activity>>>,
}

#[derive(Debug)]
struct HealthProblem {
    text: String,
    /// When it is no news any more; nothing: until the part reports again.
    until: Option<Instant>,
}

impl Health {
    /// Says that a part does not work, in words for people, or that it works again.
    pub fn set(&self, part: &'static str, problem: Option<String>) {
        let mut problems = lock(&self.problems);
        match problem {
            Some(text) => problems.insert(part, HealthProblem { text, until: None }),
            None => problems.remove(part),
        };
    }

    /// Says what has happened to a part; after `shown` it is not told any more.
    pub fn note(&self, part: &'static str, text: String, shown: Duration) {
        lock(&self.problems).insert(part, HealthProblem { text, until: Instant::now().checked_add(shown) });
    }

    /// Begins to watch whether a worker gets stuck.
    pub fn watch(&self, name: &'static str, meanwhile: &'static str, limit: Duration) -> Arc<Activity> {
        let activity = Arc::new(Activity { name, meanwhile, limit, busy: Mutex::default() });
        lock(&self.activities).push(activity.clone());
        activity
    }

    /// Everything that does not work, a sentence each.
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

/// What one worker does now.
#[derive(Debug)]
pub struct Activity {
    name: &'static str,
    meanwhile: &'static str,
    limit: Duration,
    busy: Mutex<Option<(Instant, String)>>,
}

impl Activity {
    /// It begins with something, or has come further with it.
    pub fn start(&self, what: &str) {
        *lock(&self.busy) = Some((Instant::now(), what.to_owned()));
    }

    /// It waits for work.
    pub fn end(&self) {
        *lock(&self.busy) = None;
    }

    /// What it is busy with; nothing while it waits.
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
    // No update leaves it half done, so a panic elsewhere does not make it wrong.
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
