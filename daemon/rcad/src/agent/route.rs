//! Chooses the model and server to ask, and what to try when it does not answer: retries, circuit breaker, next model.

mod circuit;
mod timeouts;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rcad_core::agent::model::{ChatModel, ModelError, Reply};

use crate::agent::ollama::{Server, StreamChunk};
use circuit::{Circuit, CircuitLimits};

/// Delays before the retries of a transient error.
const RETRY_DELAYS: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(200), Duration::from_millis(400)];

/// A model on a server.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The server.
    pub server: Server,
    /// The model and what it can do.
    pub model: ChatModel,
}

/// The circuit breakers of all models, shared by all jobs.
#[derive(Debug, Default)]
pub struct Circuits {
    limits: CircuitLimits,
    /// By server and model.
    circuits: Mutex<HashMap<(String, String), Circuit>>,
}

impl Circuits {
    /// How long its circuit stays open; nothing if it may be asked.
    pub fn cooldown_left(&self, candidate: &Candidate) -> Option<Duration> {
        self.lock().get(&key(candidate)).and_then(|circuit| circuit.cooldown_left(Instant::now()))
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
    /// Whether the current model has answered and so is in memory.
    loaded: AtomicBool,
}

impl Route {
    /// A route over these candidates, best first.
    pub fn new(candidates: Vec<Candidate>, circuits: Arc<Circuits>) -> Route {
        let mut route = Route { candidates, circuits, at: 0, loaded: AtomicBool::new(false) };
        route.skip_open_circuits();
        route
    }

    /// The current model; nothing when all were given up. Models with an open circuit are skipped when their turn
    /// comes; the current one stays until it is given up.
    pub fn current(&self) -> Option<&Candidate> {
        self.candidates.get(self.at)
    }

    /// Gives up the current model for this job and returns the next.
    pub fn give_up(&mut self) -> Option<&Candidate> {
        self.at += 1;
        self.loaded.store(false, Ordering::Relaxed);
        self.skip_open_circuits();
        self.current()
    }

    /// Asks the current model. Retries transient errors after 100, 200 and 400 ms and reports the result to its
    /// circuit. `prompt_tokens` is an estimate, for the timeouts; never waits beyond `until`.
    pub async fn ask(
        &self,
        body: &[u8],
        prompt_tokens: u32,
        until: Instant,
        on_chunk: &mut (dyn FnMut(StreamChunk<'_>) + Send),
    ) -> Result<Reply, ModelError> {
        let Some(candidate) = self.current() else {
            return Err(ModelError::Rejected { what: "no model is left to ask".to_owned() });
        };
        let cooling_down =
            |cooldown: Duration| ModelError::CircuitOpen { seconds: cooldown.as_secs_f64().ceil() as u64 };
        self.circuits.with(candidate, Circuit::admit).map_err(cooling_down)?;
        let mut delays = RETRY_DELAYS.into_iter();
        let answered = loop {
            let left = until.saturating_duration_since(Instant::now());
            let loaded = self.loaded.load(Ordering::Relaxed);
            let timeouts = timeouts::timeouts(&candidate.model.ability, prompt_tokens, loaded, left);
            let answered = candidate.server.chat(body.to_vec(), timeouts, on_chunk).await;
            match (&answered, delays.next()) {
                (Err(error), Some(wait)) if is_transient(error) && Instant::now() + wait < until => {
                    tracing::debug!(?error, model = candidate.model.name, "is asked again");
                    tokio::time::sleep(wait).await;
                }
                _ => break answered,
            }
        };
        self.circuits.with(candidate, |circuit, now, limits| match &answered {
            Ok(_) => circuit.succeeded(),
            Err(error) if counts_as_failure(error) => circuit.failed(now, limits),
            Err(_) => circuit.inconclusive(now),
        });
        self.loaded.store(answered.is_ok(), Ordering::Relaxed);
        if matches!(answered, Err(ModelError::TimedOut { .. })) {
            unload(candidate.clone());
        }
        answered
    }

    fn skip_open_circuits(&mut self) {
        while self.current().is_some_and(|candidate| self.circuits.cooldown_left(candidate).is_some()) {
            self.at += 1;
        }
    }
}

/// Unloads a model that did not answer in time. Of some 60 requests that are dropped on a busy machine one leaves Ollama
/// (0.33.3) in a state in which it never passes another one on to this model, though nothing keeps it busy; it does again
/// once the model is loaded anew. Nobody waits for it, and a request of somebody else is ended first.
fn unload(candidate: Candidate) {
    tokio::spawn(async move {
        if let Err(error) = candidate.server.unload(&candidate.model.name).await {
            tracing::debug!(?error, model = candidate.model.name, "is not unloaded");
        }
    });
}

/// Whether a retry may succeed.
fn is_transient(error: &ModelError) -> bool {
    matches!(error, ModelError::ServerUnreachable { .. } | ModelError::Busy | ModelError::Crashed)
}

/// Whether the model or its server is at fault, not the request.
fn counts_as_failure(error: &ModelError) -> bool {
    match error {
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
