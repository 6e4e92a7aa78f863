//! The queue of jobs: which is next, which waits for a model, which runs and how it is cancelled. Asks no model.
//!
//! The jobs themselves are in the store and outlive the daemon; what is kept here is what a new start forgets.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rcad_core::model::answer::{Answer, Ending};
use rcad_store::{Store, StoreError, StoredJob};
use tokio::sync::Notify;

use super::job_events::JobEvents;
use crate::platform::stop::Stop;
use crate::protocol::agent::{AgentStatus, JobEvent};

/// Jobs that wait, at most; the oldest failures go first.
const WAITING: usize = 20;
/// A failure that no model could be asked about for so long is not asked about any more.
const STALE_MS: u64 = 24 * 3_600_000;
/// Jobs that can't be asked now are tried again after so long.
pub const AGAIN: Duration = Duration::from_secs(60);

/// The queue of one daemon.
pub struct JobQueue {
    store: Arc<Store>,
    events: Arc<JobEvents>,
    woken: Notify,
    state: Mutex<QueueState>,
}

#[derive(Default)]
struct QueueState {
    /// The job in hand, and what cancels it.
    running: Option<(String, Stop)>,
    /// Jobs that can't be asked now, by the model that was requested; nothing: any model.
    held: HashMap<Option<String>, Hold>,
}

/// Why jobs are not asked before a time.
#[derive(Clone, Debug)]
struct Hold {
    until: Instant,
    why: String,
    /// No server is there: only who has asked for an answer hears of it.
    absent: bool,
}

/// A job in hand.
pub struct TakenJob {
    /// As it is stored.
    pub job: StoredJob,
    /// Requested when somebody cancels it, or deletes its failure.
    pub cancelled: Stop,
}

/// What is next.
pub enum NextJob {
    /// A job, in hand from now on: [`JobQueue::end`] or [`JobQueue::hold`] lets go of it.
    Job(Box<TakenJob>),
    /// All that wait can't be asked for so long.
    Later(Duration),
    /// None waits.
    Empty,
}

impl JobQueue {
    /// The queue over the jobs of a store.
    pub fn new(store: Arc<Store>, events: Arc<JobEvents>) -> JobQueue {
        JobQueue { store, events, woken: Notify::new(), state: Mutex::default() }
    }

    /// Queues a job, durable when this returns. One that it displaces (an older one of the same failure) is told to have ended.
    pub fn put(&self, job: &StoredJob) -> Result<(), StoreError> {
        {
            let mut state = self.state();
            let before = self.store.jobs()?;
            self.store.put_job(job)?;
            let after = self.store.jobs()?;
            for gone in before.iter().filter(|old| !after.iter().any(|job| job.rca == old.rca)) {
                self.tell_ended(&gone.rca, "another build has failed in the same way since; its job is run instead");
            }
            state.held.remove(&job.model);
        }
        self.wake();
        Ok(())
    }

    /// The job that is next, which is in hand from now on: what a person asked for first, then the newest failure. Jobs that
    /// are too old or too many end.
    pub fn take(&self, now: Instant, now_ms: u64) -> Result<NextJob, StoreError> {
        let mut state = self.state();
        let mut jobs = self.store.jobs()?;
        // Stable: among equals the newest stays first.
        jobs.sort_by_key(|job| !job.asked);
        for stale in jobs.extract_if(.., |job| job.queued_ms.saturating_add(STALE_MS) < now_ms) {
            self.drop_job(&stale.rca, "no model could be asked about it for a day")?;
        }
        // One that was asked for or has begun is not displaced.
        let mut room = WAITING;
        for old in jobs.extract_if(.., |job| {
            let kept = job.asked || job.job.is_some() || room > 0;
            room = room.saturating_sub(1);
            !kept
        }) {
            self.drop_job(&old.rca, "too many newer failures wait for a model")?;
        }
        state.held.retain(|model, hold| now < hold.until && jobs.iter().any(|job| job.model == *model));
        let Some(at) = jobs.iter().position(|job| !state.held.contains_key(&job.model)) else {
            let soonest = state.held.values().map(|hold| hold.until.saturating_duration_since(now)).min();
            return Ok(soonest.map_or(NextJob::Empty, NextJob::Later));
        };
        let job = jobs.swap_remove(at);
        let cancelled = Stop::default();
        state.running = Some((job.rca.clone(), cancelled.clone()));
        Ok(NextJob::Job(Box::new(TakenJob { job, cancelled })))
    }

    /// Ends the job in hand, with an answer or without; what was answered before stays where there is none.
    pub fn end(&self, rca: &str, answer: Option<&Answer>, how: Ending, confidence: f64) -> Result<(), StoreError> {
        let mut state = self.state();
        self.store.end_job(rca, answer)?;
        state.running = None;
        drop(state);
        self.events.tell(rca, JobEvent::Ended { how, confidence });
        Ok(())
    }

    /// Ends the job in hand without an answer, and says why.
    pub fn give_up(&self, rca: &str, why: &str) -> Result<(), StoreError> {
        self.end(rca, None, Ending::GaveUp { why: why.to_owned() }, 0.0)
    }

    /// Puts the job in hand back: neither it nor another one that requests the same model is tried before [`AGAIN`] is over.
    pub fn hold(&self, job: &StoredJob, why: &str, absent: bool, now: Instant) {
        let mut state = self.state();
        state.running = None;
        state.held.insert(job.model.clone(), Hold { until: now + AGAIN, why: why.to_owned(), absent });
    }

    /// Whether the job of this RCA is in hand or was begun before.
    pub fn is_begun(&self, rca: &str) -> Result<bool, StoreError> {
        if self.state().running.as_ref().is_some_and(|(running, _)| running == rca) {
            return Ok(true);
        }
        Ok(self.store.jobs()?.iter().any(|job| job.rca == rca && job.job.is_some()))
    }

    /// Puts the job in hand back as it is stored.
    pub fn release(&self) {
        self.state().running = None;
    }

    /// Cancels the job of an RCA. Whether there was one.
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
            self.events.tell(rca, JobEvent::Ended { how: Ending::Cancelled, confidence: 0.0 });
        }
        Ok(waits)
    }

    /// Cancels the jobs of failures that were deleted.
    pub fn cancel_deleted(&self) -> Result<(), StoreError> {
        let state = self.state();
        if let Some((rca, cancelled)) = &state.running
            && self.store.get(rca)?.is_none()
        {
            cancelled.request();
        }
        Ok(())
    }

    /// Ends a job that was in hand when its worker failed: begun again, it would bring the worker down again.
    pub fn give_up_abandoned(&self) -> Result<(), StoreError> {
        let running = self.state().running.as_ref().map(|(rca, _)| rca.clone());
        let Some(rca) = running else { return Ok(()) };
        tracing::error!(rca, "its job is given up, since the agent failed; the rules' answer stands");
        self.give_up(&rca, "rcad itself failed; rcad.log says where")
    }

    /// Wakes whoever waits for a job.
    pub fn wake(&self) {
        self.woken.notify_one();
    }

    /// Waits until something was queued. For one at a time.
    pub async fn woken(&self) {
        self.woken.notified().await;
    }

    /// What is done, for `status`.
    pub fn working(&self) -> Result<AgentStatus, StoreError> {
        let state = self.state();
        let jobs = self.store.jobs()?;
        let running = state.running.as_ref().map(|(rca, _)| rca.clone());
        let waiting = jobs.iter().filter(|job| Some(&job.rca) != running.as_ref());
        let hold = |job: &StoredJob| state.held.get(&job.model);
        let told: Vec<&StoredJob> =
            waiting.filter(|job| job.asked || !hold(job).is_some_and(|hold| hold.absent)).collect();
        let waiting_for = told.iter().find_map(|job| hold(job)).map(|hold| hold.why.clone());
        Ok(AgentStatus { running, waiting: told.len(), waiting_for })
    }

    /// Why the job of this RCA can't be asked now; nothing where only its turn has not come, or it has none.
    pub fn held(&self, rca: &str) -> Result<Option<String>, StoreError> {
        let state = self.state();
        let job = self.store.jobs()?.into_iter().find(|job| job.rca == rca);
        Ok(job.and_then(|job| state.held.get(&job.model)).map(|hold| hold.why.clone()))
    }

    fn drop_job(&self, rca: &str, why: &str) -> Result<(), StoreError> {
        self.store.end_job(rca, None)?;
        self.tell_ended(rca, why);
        Ok(())
    }

    fn tell_ended(&self, rca: &str, why: &str) {
        self.events.tell(rca, JobEvent::Ended { how: Ending::GaveUp { why: why.to_owned() }, confidence: 0.0 });
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        // No update leaves it half done, so a panic elsewhere does not make it wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
