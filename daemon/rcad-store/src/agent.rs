//! What the agent keeps: jobs until they end, its answers beside the rules', what was found out about models, their
//! mistakes, and the exact bytes that were sent. Knows no model and no clock.

use rcad_core::Category;
use rcad_core::agent::answer::Answer;
use rcad_core::agent::lesson::Lesson;
use rcad_core::agent::machine::Job;
use rcad_core::agent::model::Ability;
use rcad_core::agent::question::Style;
use rcad_core::agent::redact::Redaction;
use serde::{Deserialize, Serialize};

use crate::{Store, StoreError};

/// A job as it lies on disk, one an RCA.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredJob {
    /// Record version.
    pub v: u32,
    /// The RCA that it is about.
    pub rca: String,
    /// Of its primary failure; a fingerprint is queued once.
    pub fingerprint: String,
    /// Unix milliseconds at which the failure was last seen: the newest is next.
    pub queued_ms: u64,
    /// The model that a person asked for by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How a person wants the answer written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<Style>,
    /// How far it is; nothing while it was not begun.
    pub job: Option<Job>,
    /// Address of the server that is asked, once one was chosen.
    #[serde(default)]
    pub server: Option<String>,
    /// What its placeholders stand for.
    #[serde(default)]
    pub redaction: Redaction,
}

/// A request as it was sent to a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentRequest {
    /// Unix milliseconds.
    pub at_ms: u64,
    /// Address of the server.
    pub server: String,
    /// The body, byte for byte; it is JSON and so UTF-8.
    pub body: String,
}

impl Store {
    /// Keeps a job, new or further than before, durable when this returns.
    pub fn put_job(&self, _job: &StoredJob) -> Result<(), StoreError> {
        Ok(())
    }

    /// Jobs that have not ended, the newest failure first.
    pub fn jobs(&self) -> Result<Vec<StoredJob>, StoreError> {
        Ok(Vec::new())
    }

    /// Ends a job: its answer, where there is one, and the job's end are durable together.
    pub fn end_job(&self, _rca: &str, _answer: Option<&Answer>) -> Result<(), StoreError> {
        Ok(())
    }

    /// What was found out about the model with this digest.
    pub fn ability(&self, _digest: &str) -> Result<Option<Ability>, StoreError> {
        Ok(None)
    }

    /// Remembers what was found out about a model.
    pub fn set_ability(&self, _digest: &str, _ability: &Ability) -> Result<(), StoreError> {
        Ok(())
    }

    /// Remembers a mistake; the same one again (model, category and words) is counted.
    pub fn learn(&self, _lesson: &Lesson) -> Result<(), StoreError> {
        Ok(())
    }

    /// Mistakes that were made with failures of this category, by this model first, the most relevant first; at most `limit`.
    pub fn lessons(
        &self,
        _model: &str,
        _category: Category,
        _limit: usize,
        _now_ms: u64,
    ) -> Result<Vec<Lesson>, StoreError> {
        Ok(Vec::new())
    }

    /// Keeps what is about to be sent, before it is sent.
    pub fn put_sent(&self, _rca: &str, _sent: &SentRequest) -> Result<(), StoreError> {
        Ok(())
    }

    /// What was sent about an RCA, oldest first.
    pub fn sent(&self, _rca: &str) -> Result<Vec<SentRequest>, StoreError> {
        Ok(Vec::new())
    }
}
