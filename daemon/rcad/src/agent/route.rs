//! Which model is asked, on which server, and what is tried when it does not answer: retries, circuit, the next model.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rcad_core::agent::model::{Model, Reply, Trouble};

use crate::ollama::{Heard, Patience, Server};

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
pub struct Circuits {}

/// The candidates of one job, in the order in which they are asked.
#[derive(Debug)]
pub struct Route {
    candidates: Vec<Candidate>,
    at: usize,
}

impl Route {
    /// Over these, best first.
    pub fn new(candidates: Vec<Candidate>, _circuits: Arc<Circuits>) -> Route {
        Route { candidates, at: 0 }
    }

    /// The one that is asked; nothing when all were given up. One whose circuit is open is passed over.
    pub fn current(&self) -> Option<&Candidate> {
        self.candidates.get(self.at)
    }

    /// Gives the current one up for this job.
    pub fn give_up(&mut self) -> Option<&Candidate> {
        self.at += 1;
        self.current()
    }

    /// Asks the current one. What may pass is tried again after 100, 200 and 400 ms; what comes back has counted for its circuit.
    /// `prompt_tokens` is an estimate, for the patience; nothing is waited for beyond `until`.
    pub async fn ask(
        &self,
        body: &[u8],
        _prompt_tokens: u32,
        until: Instant,
        heard: &mut (dyn FnMut(Heard<'_>) + Send),
    ) -> Result<Reply, Trouble> {
        let Some(candidate) = self.current() else { return Err(Trouble::Busy) };
        let patience =
            Patience { first: until.saturating_duration_since(Instant::now()), next: Duration::from_secs(20) };
        candidate.server.chat(body.to_vec(), patience, heard).await
    }
}
