//! Broadcasts what jobs do: what was seen so far, and what comes. Bounded: of what the model writes only the end is kept, so a
//! slow listener misses pieces of text; steps are few and it misses none. Keeps nothing after a job's end.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::protocol::agent::JobEvent;

/// Bytes of streamed text that are kept for who comes late or is slow.
const TEXT: usize = 2048;

/// Steps that are kept; a job of ten rounds has a fraction of it.
const STEPS: usize = 2000;

/// All jobs that are watched or could be, by their RCA.
#[derive(Debug, Default)]
pub struct JobEvents {
    jobs: Mutex<HashMap<String, Arc<WatchedJob>>>,
}

/// One job as it is shown.
#[derive(Debug, Default)]
struct WatchedJob {
    events: Mutex<EventBuffer>,
    news: Notify,
}

#[derive(Debug, Default)]
struct EventBuffer {
    /// With consecutive numbers, some of which are missing.
    kept: VecDeque<(u64, JobEvent)>,
    next: u64,
    /// Bytes of text among them.
    text: usize,
    ended: bool,
}

/// Hears what comes of one job.
#[derive(Debug)]
pub struct Listener {
    job: Arc<WatchedJob>,
    next: u64,
}

impl JobEvents {
    /// Shows something of the job on this RCA. After [`JobEvent::Ended`] nothing of it is kept here: the answer is stored.
    pub fn tell(&self, rca: &str, seen: JobEvent) {
        let ended = matches!(seen, JobEvent::Ended { .. });
        let job = {
            let mut jobs = lock(&self.jobs);
            if ended { jobs.remove(rca).unwrap_or_default() } else { jobs.entry(rca.to_owned()).or_default().clone() }
        };
        lock(&job.events).push(seen);
        job.news.notify_waiters();
    }

    /// What was seen so far of the job on this RCA, and a listener for what comes; also before a job begins.
    pub fn subscribe(&self, rca: &str) -> (Vec<JobEvent>, Listener) {
        let mut jobs = lock(&self.jobs);
        // Somebody asked for a job that never came, and has gone.
        jobs.retain(|_, job| Arc::strong_count(job) > 1 || lock(&job.events).next > 0);
        let job = jobs.entry(rca.to_owned()).or_default().clone();
        drop(jobs);
        let (so_far, next) = {
            let events = lock(&job.events);
            (merged(events.kept.iter().map(|(_, seen)| seen)), events.next)
        };
        (so_far, Listener { job, next })
    }

    /// What was seen so far of a job that is at work on this RCA; nothing where none has begun.
    pub fn so_far(&self, rca: &str) -> Option<Vec<JobEvent>> {
        let job = lock(&self.jobs).get(rca).cloned()?;
        let events = lock(&job.events);
        (events.next > 0).then(|| merged(events.kept.iter().map(|(_, seen)| seen)))
    }
}

impl EventBuffer {
    fn push(&mut self, seen: JobEvent) {
        if let JobEvent::Text { text, .. } = &seen {
            self.text += text.len();
        }
        self.ended |= matches!(seen, JobEvent::Ended { .. });
        self.kept.push_back((self.next, seen));
        self.next += 1;
        while self.text > TEXT {
            let oldest = self.kept.iter().position(|(_, seen)| matches!(seen, JobEvent::Text { .. }));
            let Some((_, JobEvent::Text { text, .. })) = oldest.and_then(|at| self.kept.remove(at)) else { break };
            self.text -= text.len();
        }
        if self.kept.len() > STEPS
            && let Some((_, JobEvent::Text { text, .. })) = self.kept.pop_front()
        {
            self.text -= text.len();
        }
    }
}

impl Listener {
    /// What has come since the last time, at least one; waits for it. Nothing after the end.
    pub async fn next(&mut self) -> Option<Vec<JobEvent>> {
        loop {
            // Before looking: what is told between looking and waiting wakes it too.
            let job = self.job.clone();
            let news = job.news.notified();
            {
                let events = lock(&job.events);
                let new = events.kept.iter().filter(|(number, _)| *number >= self.next).map(|(_, seen)| seen);
                let new = merged(new);
                let missed = self.next < events.next;
                self.next = events.next;
                if !new.is_empty() {
                    return Some(new);
                }
                if events.ended {
                    return None;
                }
                if missed {
                    continue;
                }
            }
            news.await;
        }
    }
}

/// Pieces of text that follow each other as one.
fn merged<'s>(all: impl Iterator<Item = &'s JobEvent>) -> Vec<JobEvent> {
    let mut out: Vec<JobEvent> = Vec::new();
    for seen in all {
        match (out.last_mut(), seen) {
            (Some(JobEvent::Text { thinking, text }), JobEvent::Text { thinking: also, text: more })
                if *thinking == *also =>
            {
                text.push_str(more);
            }
            _ => out.push(seen.clone()),
        }
    }
    out
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No update leaves it half done, so a panic elsewhere does not make it wrong.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use rcad_core::model::answer::{AgentStep, Ending, StepKind};

    use super::{JobEvents, TEXT};
    use crate::protocol::agent::JobEvent;

    fn step(iteration: u32) -> JobEvent {
        JobEvent::Step(AgentStep {
            kind: StepKind::Iteration,
            iteration,
            text: "asked".into(),
            progress: 0.1,
            at_ms: 1,
        })
    }

    fn text(text: &str) -> JobEvent {
        JobEvent::Text { thinking: false, text: text.into() }
    }

    fn ended() -> JobEvent {
        JobEvent::Ended { how: Ending::Answered, confidence: 0.7 }
    }

    async fn all(mut listener: super::Listener) -> Vec<JobEvent> {
        let mut all = Vec::new();
        while let Some(new) = listener.next().await {
            all.extend(new);
        }
        all
    }

    #[tokio::test]
    async fn who_comes_late_gets_what_was_and_what_comes() {
        let events = JobEvents::default();
        events.tell("a", step(1));
        events.tell("b", step(9));
        events.tell("a", text("The "));
        events.tell("a", text("cause"));
        let (so_far, listener) = events.subscribe("a");
        assert_eq!(so_far, [step(1), text("The cause")]);
        assert_eq!(events.so_far("a"), Some(so_far));
        events.tell("a", step(2));
        events.tell("a", ended());
        assert_eq!(all(listener).await, [step(2), ended()]);
        assert_eq!(events.so_far("a"), None, "the end is not kept here");
        assert!(events.so_far("b").is_some());
    }

    #[tokio::test]
    async fn a_slow_listener_misses_text_and_never_a_step() {
        let events = JobEvents::default();
        let (so_far, listener) = events.subscribe("a");
        assert_eq!((so_far.len(), events.so_far("a")), (0, None), "nothing has begun");
        for iteration in 0..50 {
            events.tell("a", step(iteration));
            (0..100).for_each(|_| events.tell("a", text("token ")));
        }
        events.tell("a", ended());
        let heard = all(listener).await;
        assert_eq!(heard.iter().filter(|seen| matches!(seen, JobEvent::Step(_))).count(), 50);
        let bytes: usize =
            heard.iter().map(|seen| if let JobEvent::Text { text, .. } = seen { text.len() } else { 0 }).sum();
        assert!(bytes > TEXT / 2 && bytes <= TEXT, "{bytes}");
        assert_eq!(heard.last(), Some(&ended()));
    }

    #[tokio::test]
    async fn a_listener_waits_for_what_comes_later() {
        let events = std::sync::Arc::new(JobEvents::default());
        let (_, listener) = events.subscribe("a");
        let hearing = tokio::spawn(all(listener));
        tokio::task::yield_now().await;
        events.tell("a", step(1));
        tokio::task::yield_now().await;
        events.tell("a", ended());
        assert_eq!(hearing.await.unwrap(), [step(1), ended()]);
    }

    #[test]
    fn a_job_that_never_came_leaves_nothing() {
        let events = JobEvents::default();
        drop(events.subscribe("never"));
        let kept = events.subscribe("a");
        assert_eq!(events.jobs.lock().unwrap().len(), 1);
        drop(kept);
    }
}
