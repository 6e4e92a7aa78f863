//! Broadcasts what jobs do: past events and new ones. Bounded: only the end of the streamed text is kept, so a slow
//! listener may miss text but no steps. Keeps nothing after a job's end.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::protocol::agent::JobEvent;

/// Bytes of streamed text that are kept for late or slow listeners.
const TEXT: usize = 2048;

/// Steps that are kept; a job of ten rounds has far fewer.
const STEPS: usize = 2000;

/// Jobs with events or listeners, by RCA.
#[derive(Debug, Default)]
pub struct JobEvents {
    jobs: Mutex<HashMap<String, Arc<WatchedJob>>>,
}

/// The events of one job.
#[derive(Debug, Default)]
struct WatchedJob {
    events: Mutex<EventBuffer>,
    news: Notify,
}

#[derive(Debug, Default)]
struct EventBuffer {
    /// With increasing numbers, which have gaps.
    kept: VecDeque<(u64, JobEvent)>,
    next: u64,
    /// Bytes of text in `kept`.
    text: usize,
    ended: bool,
}

/// Receives the events of one job.
#[derive(Debug)]
pub struct JobListener {
    job: Arc<WatchedJob>,
    next: u64,
}

impl JobEvents {
    /// Sends an event of the job on this RCA. [`JobEvent::Ended`] discards its events: by then the answer is stored.
    pub fn emit(&self, rca: &str, event: JobEvent) {
        let ended = matches!(event, JobEvent::Ended { .. });
        let job = {
            let mut jobs = lock(&self.jobs);
            if ended { jobs.remove(rca).unwrap_or_default() } else { jobs.entry(rca.to_owned()).or_default().clone() }
        };
        lock(&job.events).push(event);
        job.news.notify_waiters();
    }

    /// Past events of the job on this RCA, and a listener for new ones. Works before a job starts, too.
    pub fn subscribe(&self, rca: &str) -> (Vec<JobEvent>, JobListener) {
        let mut jobs = lock(&self.jobs);
        // Drops jobs that never started and have no listeners left.
        jobs.retain(|_, job| Arc::strong_count(job) > 1 || lock(&job.events).next > 0);
        let job = jobs.entry(rca.to_owned()).or_default().clone();
        drop(jobs);
        let (so_far, next) = {
            let events = lock(&job.events);
            (merged(events.kept.iter().map(|(_, event)| event)), events.next)
        };
        (so_far, JobListener { job, next })
    }

    /// Past events of the job on this RCA; nothing if none has started.
    pub fn so_far(&self, rca: &str) -> Option<Vec<JobEvent>> {
        let job = lock(&self.jobs).get(rca).cloned()?;
        let events = lock(&job.events);
        (events.next > 0).then(|| merged(events.kept.iter().map(|(_, event)| event)))
    }
}

impl EventBuffer {
    fn push(&mut self, event: JobEvent) {
        if let JobEvent::Text { text, .. } = &event {
            self.text += text.len();
        }
        self.ended |= matches!(event, JobEvent::Ended { .. });
        self.kept.push_back((self.next, event));
        self.next += 1;
        while self.text > TEXT {
            let oldest = self.kept.iter().position(|(_, event)| matches!(event, JobEvent::Text { .. }));
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

impl JobListener {
    /// Waits for new events and returns them, at least one; nothing after the end.
    pub async fn next(&mut self) -> Option<Vec<JobEvent>> {
        loop {
            // Registered before looking, so that events sent in between wake it.
            let job = self.job.clone();
            let news = job.news.notified();
            {
                let events = lock(&job.events);
                let new = events.kept.iter().filter(|(number, _)| *number >= self.next).map(|(_, event)| event);
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

/// Merges successive pieces of text.
fn merged<'s>(all: impl Iterator<Item = &'s JobEvent>) -> Vec<JobEvent> {
    let mut out: Vec<JobEvent> = Vec::new();
    for event in all {
        match (out.last_mut(), event) {
            (Some(JobEvent::Text { thinking, text }), JobEvent::Text { thinking: also, text: more })
                if *thinking == *also =>
            {
                text.push_str(more);
            }
            _ => out.push(event.clone()),
        }
    }
    out
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every update is complete in itself, so a poisoned lock is safe to use.
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

    async fn all(mut listener: super::JobListener) -> Vec<JobEvent> {
        let mut all = Vec::new();
        while let Some(new) = listener.next().await {
            all.extend(new);
        }
        all
    }

    #[tokio::test]
    async fn who_comes_late_gets_what_was_and_what_comes() {
        let events = JobEvents::default();
        events.emit("a", step(1));
        events.emit("b", step(9));
        events.emit("a", text("The "));
        events.emit("a", text("cause"));
        let (so_far, listener) = events.subscribe("a");
        assert_eq!(so_far, [step(1), text("The cause")]);
        assert_eq!(events.so_far("a"), Some(so_far));
        events.emit("a", step(2));
        events.emit("a", ended());
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
            events.emit("a", step(iteration));
            (0..100).for_each(|_| events.emit("a", text("token ")));
        }
        events.emit("a", ended());
        let received = all(listener).await;
        assert_eq!(received.iter().filter(|event| matches!(event, JobEvent::Step(_))).count(), 50);
        let bytes: usize =
            received.iter().map(|event| if let JobEvent::Text { text, .. } = event { text.len() } else { 0 }).sum();
        assert!(bytes > TEXT / 2 && bytes <= TEXT, "{bytes}");
        assert_eq!(received.last(), Some(&ended()));
    }

    #[tokio::test]
    async fn a_listener_waits_for_what_comes_later() {
        let events = std::sync::Arc::new(JobEvents::default());
        let (_, listener) = events.subscribe("a");
        let hearing = tokio::spawn(all(listener));
        tokio::task::yield_now().await;
        events.emit("a", step(1));
        tokio::task::yield_now().await;
        events.emit("a", ended());
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
