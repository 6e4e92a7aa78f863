//! Which model is asked, on which server, and what is tried when it does not answer: retries, circuit, the next model.

mod circuit;
mod timeouts;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rcad_core::agent::model::{Model, ModelError, Reply};

use crate::agent::ollama::{Server, StreamChunk};
use circuit::{Circuit, CircuitLimits};

/// What may pass is tried again after these times.
const AGAIN: [Duration; 3] = [Duration::from_millis(100), Duration::from_millis(200), Duration::from_millis(400)];

/// A model on a server.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Where it is.
    pub server: Server,
    /// Which it is and what it can do.
    pub model: Model,
}

/// Which models are not asked for a while, since they failed too often; one for all jobs.
#[derive(Debug, Default)]
pub struct Circuits {
    limits: CircuitLimits,
    /// By server and model.
    circuits: Mutex<HashMap<(String, String), Circuit>>,
}

impl Circuits {
    /// How long this one rests; nothing for one that may be asked.
    pub fn rests(&self, candidate: &Candidate) -> Option<Duration> {
        self.lock().get(&key(candidate)).and_then(|circuit| circuit.rests(Instant::now()))
    }

    fn with<T>(&self, candidate: &Candidate, change: impl FnOnce(&mut Circuit, Instant, CircuitLimits) -> T) -> T {
        change(self.lock().entry(key(candidate)).or_default(), Instant::now(), self.limits)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(String, String), Circuit>> {
        self.circuits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(candidate: &Candidate) -> (String, String) {
    (candidate.server.address().to_owned(), candidate.model.name.clone())
}

/// The candidates of one job, in the order in which they are asked.
#[derive(Debug)]
pub struct Route {
    candidates: Vec<Candidate>,
    circuits: Arc<Circuits>,
    at: usize,
    /// The current one has answered and so is in memory.
    loaded: AtomicBool,
}

impl Route {
    /// Over these, best first.
    pub fn new(candidates: Vec<Candidate>, circuits: Arc<Circuits>) -> Route {
        let mut route = Route { candidates, circuits, at: 0, loaded: AtomicBool::new(false) };
        route.pass_over_resting();
        route
    }

    /// The one that is asked; nothing when all were given up. One whose circuit was open when its turn came was passed over;
    /// it stays the same until it is given up.
    pub fn current(&self) -> Option<&Candidate> {
        self.candidates.get(self.at)
    }

    /// Gives the current one up for this job.
    pub fn give_up(&mut self) -> Option<&Candidate> {
        self.at += 1;
        self.loaded.store(false, Ordering::Relaxed);
        self.pass_over_resting();
        self.current()
    }

    /// Asks the current one. What may pass is tried again after 100, 200 and 400 ms; what comes back has counted for its circuit.
    /// `prompt_tokens` is an estimate, for the timeouts; nothing is waited for beyond `until`.
    pub async fn ask(
        &self,
        body: &[u8],
        prompt_tokens: u32,
        until: Instant,
        heard: &mut (dyn FnMut(StreamChunk<'_>) + Send),
    ) -> Result<Reply, ModelError> {
        let Some(candidate) = self.current() else {
            return Err(ModelError::Rejected { what: "no model is left to ask".to_owned() });
        };
        let resting = |rest: Duration| ModelError::CircuitOpen { seconds: rest.as_secs_f64().ceil() as u64 };
        self.circuits.with(candidate, Circuit::begin).map_err(resting)?;
        let mut again = AGAIN.into_iter();
        let answered = loop {
            let left = until.saturating_duration_since(Instant::now());
            let loaded = self.loaded.load(Ordering::Relaxed);
            let timeouts = timeouts::timeouts(&candidate.model.ability, prompt_tokens, loaded, left);
            let answered = candidate.server.chat(body.to_vec(), timeouts, heard).await;
            match (&answered, again.next()) {
                (Err(trouble), Some(wait)) if may_pass(trouble) && Instant::now() + wait < until => {
                    tracing::debug!(?trouble, model = candidate.model.name, "is asked again");
                    tokio::time::sleep(wait).await;
                }
                _ => break answered,
            }
        };
        self.circuits.with(candidate, |circuit, now, limits| match &answered {
            Ok(_) => circuit.succeeded(),
            Err(trouble) if is_its_fault(trouble) => circuit.failed(now, limits),
            Err(_) => circuit.unjudged(now),
        });
        self.loaded.store(answered.is_ok(), Ordering::Relaxed);
        answered
    }

    fn pass_over_resting(&mut self) {
        while self.current().is_some_and(|candidate| self.circuits.rests(candidate).is_some()) {
            self.at += 1;
        }
    }
}

/// Whether the same question may be answered a moment later.
fn may_pass(trouble: &ModelError) -> bool {
    matches!(trouble, ModelError::ServerUnreachable { .. } | ModelError::Busy | ModelError::Crashed)
}

/// Whether the model or its server failed, rather than what it was asked.
fn is_its_fault(trouble: &ModelError) -> bool {
    match trouble {
        ModelError::ServerUnreachable { .. }
        | ModelError::NotOllama { .. }
        | ModelError::Busy
        | ModelError::OutOfMemory
        | ModelError::Crashed
        | ModelError::TimedOut { .. }
        | ModelError::MalformedReply { .. } => true,
        ModelError::ModelNotFound { .. }
        | ModelError::PromptTooLong { .. }
        | ModelError::Unsupported { .. }
        | ModelError::Rejected { .. }
        | ModelError::CircuitOpen { .. } => false,
    }
}

#[cfg(test)]
mod tests;
