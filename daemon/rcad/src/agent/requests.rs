//! Queues jobs: for failed builds, and for people who ask. Runs none.

use rcad_core::agent::machine::errors::describe;
use rcad_core::agent::redact::Redaction;
use rcad_core::model::answer::{Answer, Ending};
use rcad_store::{Rca, StoreError, StoredJob};

use super::AgentContext;
use super::candidates::{self, ModelSelector};
use crate::platform::config;
use crate::platform::time::now_ms;
use crate::protocol::agent::{ExplainReply, ExplainRequest};

/// Failures older than this are not explained; their records waited in the spool.
const OLD_MS: u64 = 24 * 3_600_000;

impl AgentContext {
    /// Queues the job of a failure that was just stored; durable when this returns. Does nothing if the agent is off,
    /// the failure is old, or its job is queued already.
    pub fn explain_failure(&self, rca: &str) -> Result<(), StoreError> {
        if self.shared.config.agent.mode == config::AgentMode::Off {
            return Ok(());
        }
        let Some(rca) = self.shared.store.get(rca)? else { return Ok(()) };
        self.note_failure(rca.project.as_deref().unwrap_or_default());
        let old = now_ms().saturating_sub(rca.last_seen_ms) >= OLD_MS;
        if old || self.shared.store.jobs()?.iter().any(|job| job.rca == rca.id) {
            self.queue.wake(); // It may have to load a model for the next one.
            return Ok(());
        }
        self.queue.put(&job(&rca, ExplainRequest::default()))
    }

    /// Queues the job that a person asks for, before those of failed builds, and says what it waits for.
    pub async fn explain(&self, rca: &Rca, how: ExplainRequest) -> Result<ExplainReply, StoreError> {
        let queued = |queued, why: &str| ExplainReply { rca: rca.id.clone(), queued, why: why.to_owned() };
        let installed = candidates::inventory(&self.shared.store, &self.shared.config).await;
        let selector = how.model.as_deref().map(ModelSelector::read);
        if let Some(server) = selector.as_ref().and_then(|selector| installed.unknown_server(selector)) {
            let why = format!("{server} is not a server of the settings: name the model with it in `agent.models`");
            return Ok(queued(false, &why));
        }
        let unavailable = match &selector {
            Some(selector) => installed.unavailable(selector),
            None if installed.models.is_empty() => installed.errors.first().map(|(_, error)| error.clone()),
            None => None,
        };
        if let (Some(error), Some(selector)) = (&unavailable, &selector)
            && !candidates::is_unreachable(error)
        {
            return Ok(queued(false, &describe(error, &selector.name)));
        }
        if self.queue.is_started(&rca.id)? {
            return Ok(queued(true, "a model is at work on it already"));
        }
        if rca.agent.as_deref().is_some_and(is_final) && !how.again && how.model.is_none() && how.style.is_none() {
            return Ok(queued(false, "a model has answered already; ask with --again for another answer"));
        }
        self.queue.put(&job(rca, ExplainRequest { again: true, ..how }))?;
        Ok(match unavailable {
            Some(error) => queued(true, &describe(&error, "the model")),
            None => queued(true, "a model is asked as soon as it is free"),
        })
    }
}

fn job(rca: &Rca, how: ExplainRequest) -> StoredJob {
    StoredJob {
        rca: rca.id.clone(),
        fingerprint: rca.analysis.fingerprint.clone().unwrap_or_default(),
        queued_ms: if how.again { now_ms() } else { rca.last_seen_ms },
        asked: how.again,
        model: how.model,
        style: how.style,
        job: None,
        server: None,
        redaction: Redaction::new(std::env::var("HOME").ok().as_deref()),
    }
}

/// Whether the model gave a conclusive or "unsure" answer.
pub fn is_final(answer: &Answer) -> bool {
    matches!(answer.ending, Ending::Answered | Ending::Unsure { .. })
}
