//! The queue of jobs: which is next, which is on hold, which runs and how it is cancelled. Asks no model.
//!
//! The jobs are in the store and survive the daemon; the state here does not.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rcad_core::model::answer::{Answer, Ending};
use rcad_store::{Store, StoreError, StoredJob};
use tokio::sync::Notify;

use super::job_events::JobEvents;
use crate::platform::stop::StopSignal;
use crate::protocol::agent::{AgentStatus, JobEvent};

/// Waiting jobs at most; the oldest failures are discarded first.
const MAX_WAITING: usize = 20;
/// A job that could not be run for this time is discarded.
const MAX_AGE_MS: u64 = 24 * 3_600_000;
/// Jobs on hold are tried again after this time.
pub const RETRY_AFTER: Duration = Duration::from_secs(60);

/// The queue of a daemon.
pub struct JobQueue {
    store: Arc<Store>,
    events: Arc<JobEvents>,
    wait: Notify,
    state: Mutex<QueueState>,
}

#[derive(Default)]
struct QueueState {
    /// The running job's RCA, and what cancels it.
    running: Option<(String, StopSignal)>,
    /// Jobs on hold, by requested model; `None` for jobs that request none.
    holds: HashMap<Option<String>, JobHold>,
}

/// Why jobs are on hold, and until when.
#[derive(Clone, Debug)]
struct JobHold {
    until: Instant,
    why: String,
    /// No server is reachable. Reported only for jobs that a person asked for.
    absent: bool,
}

/// A job that was taken from the queue.
pub struct TakenJob {
    /// As it is stored.
    pub job: StoredJob,
    /// Requested when a person cancels the job or deletes its failure.
    pub cancelled: StopSignal,
}

/// What to run next.
pub enum NextJob {
    /// Run this job; [`JobQueue::end`] or [`JobQueue::hold`] finishes it.
    Job(Box<TakenJob>),
    /// All jobs are on hold; the first for this time.
    Later(Duration),
    /// No job is queued.
    Empty,
}

impl JobQueue {
    /// A queue over the jobs in a store.
    pub fn new(store: Arc<Store>, events: Arc<JobEvents>) -> JobQueue {
        JobQueue { store, events, wait: Notify::new(), state: Mutex::default() }
    }

    /// Queues a job; durable when this returns. Ends an older job of the same failure.
    pub fn put(&self, job: &StoredJob) -> Result<(), StoreError> {
        {
            let mut state = self.state();
            let before = self.store.jobs()?;
            self.store.put_job(job)?;
            let after = self.store.jobs()?;
            for gone in before.iter().filter(|old| !after.iter().any(|job| job.rca == old.rca)) {
                self.emit_ended(&gone.rca, "another build has failed in the same way since; its job is run instead");
            }
            state.holds.remove(&job.model);
        }
        self.wake();
        Ok(())
    }

    /// Takes the next job: one that a person asked for first, then the newest failure. Discards jobs that are too old
    /// or too many.
    pub fn take(&self, now: Instant, now_ms: u64) -> Result<NextJob, StoreError> {
        let mut state = self.state();
        let mut jobs = self.store.jobs()?;
        // A stable sort: the newest stays first among equals.
        jobs.sort_by_key(|job| !job.asked);
        for stale in jobs.extract_if(.., |job| job.queued_ms.saturating_add(MAX_AGE_MS) < now_ms) {
            self.discard(&stale.rca, "no model could be asked about it for a day")?;
        }
        // Jobs that a person asked for or that have started are kept.
        let mut room = MAX_WAITING;
        for old in jobs.extract_if(.., |job| {
            let kept = job.asked || job.job.is_some() || room > 0;
            room = room.saturating_sub(1);
            !kept
        }) {
            self.discard(&old.rca, "too many newer failures wait for a model")?;
        }
        state.holds.retain(|model, hold| now < hold.until && jobs.iter().any(|job| job.model == *model));
        let Some(at) = jobs.iter().position(|job| !state.holds.contains_key(&job.model)) else {
            let soonest = state.holds.values().map(|hold| hold.until.saturating_duration_since(now)).min();
            return Ok(soonest.map_or(NextJob::Empty, NextJob::Later));
        };
        let job = jobs.swap_remove(at);
        let cancelled = StopSignal::default();
        state.running = Some((job.rca.clone(), cancelled.clone()));
        Ok(NextJob::Job(Box::new(TakenJob { job, cancelled })))
    }

    /// Ends the running job. Without an answer, the stored one stays.
    pub fn end(&self, rca: &str, answer: Option<&Answer>, how: Ending, confidence: f64) -> Result<(), StoreError> {
        let mut state = self.state();
        self.store.end_job(rca, answer)?;
        state.running = None;
        drop(state);
        self.events.emit(rca, JobEvent::Ended { how, confidence });
        Ok(())
    }

    /// Ends the running job without an answer, and says why.
    pub fn give_up(&self, rca: &str, why: &str) -> Result<(), StoreError> {
        self.end(rca, None, Ending::GaveUp { why: why.to_owned() }, 0.0)
    }

    /// Puts the running job on hold: no job that requests the same model is tried before [`RETRY_AFTER`].
    pub fn hold(&self, job: &StoredJob, why: &str, absent: bool, now: Instant) {
        let mut state = self.state();
        state.running = None;
        state.holds.insert(job.model.clone(), JobHold { until: now + RETRY_AFTER, why: why.to_owned(), absent });
    }

    /// Whether the job of this RCA runs or has run before.
    pub fn is_started(&self, rca: &str) -> Result<bool, StoreError> {
        if self.state().running.as_ref().is_some_and(|(running, _)| running == rca) {
            return Ok(true);
        }
        Ok(self.store.jobs()?.iter().any(|job| job.rca == rca && job.job.is_some()))
    }

    /// Returns the running job to the queue as it is stored.
    pub fn release(&self) {
        self.state().running = None;
    }

    /// Cancels the job of an RCA. Returns whether there was one.
    pub fn cancel(&self, rca: &str) -> Result<bool, StoreError> {
        let state = self.state();
        if let Some((running, cancelled)) = &state.running
            && running == rca
        {
            cancelled.request();
            return Ok(true);
        }
        let waits = self.store.jobs()?.iter().any(|job| job.rca == rca);
        if waits {
            self.store.end_job(rca, None)?;
            self.events.emit(rca, JobEvent::Ended { how: Ending::Cancelled, confidence: 0.0 });
        }
        Ok(waits)
    }

    /// Cancels the running job if its failure was deleted.
    pub fn cancel_deleted(&self) -> Result<(), StoreError> {
        let state = self.state();
        if let Some((rca, cancelled)) = &state.running
            && self.store.get(rca)?.is_none()
        {
            cancelled.request();
        }
        Ok(())
    }

    /// Ends the job that ran when the worker failed; running it again might fail the same way.
    pub fn give_up_abandoned(&self) -> Result<(), StoreError> {
        let running = self.state().running.as_ref().map(|(rca, _)| rca.clone());
        let Some(rca) = running else { return Ok(()) };
        tracing::error!(rca, "its job is given up, since the agent failed; the rules' answer stands");
        self.give_up(&rca, "rcad itself failed; rcad.log says where")
    }

    /// Wakes the worker.
    pub fn wake(&self) {
        self.wait.notify_one();
    }

    /// Waits until a job is queued. For one waiter at a time.
    pub async fn wait(&self) {
        self.wait.notified().await;
    }

    /// The agent's state, for `status`.
    pub fn working(&self) -> Result<AgentStatus, StoreError> {
        let state = self.state();
        let jobs = self.store.jobs()?;
        let running = state.running.as_ref().map(|(rca, _)| rca.clone());
        let waiting = jobs.iter().filter(|job| Some(&job.rca) != running.as_ref());
        let hold = |job: &StoredJob| state.holds.get(&job.model);
        let visible: Vec<&StoredJob> =
            waiting.filter(|job| job.asked || !hold(job).is_some_and(|hold| hold.absent)).collect();
        let waiting_for = visible.iter().find_map(|job| hold(job)).map(|hold| hold.why.clone());
        Ok(AgentStatus { running, waiting: visible.len(), waiting_for })
    }

    /// Why the job of this RCA is on hold; nothing if it is only queued or does not exist.
    pub fn hold_reason(&self, rca: &str) -> Result<Option<String>, StoreError> {
        let state = self.state();
        let job = self.store.jobs()?.into_iter().find(|job| job.rca == rca);
        Ok(job.and_then(|job| state.holds.get(&job.model)).map(|hold| hold.why.clone()))
    }

    fn discard(&self, rca: &str, why: &str) -> Result<(), StoreError> {
        self.store.end_job(rca, None)?;
        self.emit_ended(rca, why);
        Ok(())
    }

    fn emit_ended(&self, rca: &str, why: &str) {
        self.events.emit(rca, JobEvent::Ended { how: Ending::GaveUp { why: why.to_owned() }, confidence: 0.0 });
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        // Every update is complete in itself, so a poisoned lock is safe to use.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
