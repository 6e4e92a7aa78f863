//! What the agent keeps: jobs until they end, its answers beside the rules', what was found out about models, their
//! mistakes, and the exact bytes that were sent. Knows no model and no clock.

pub(crate) mod jobs;
pub(crate) mod lessons;
pub(crate) mod sent;

use rcad_core::agent::machine::Job;
use rcad_core::agent::model::Ability;
use rcad_core::agent::redact::Redaction;
use rcad_core::model::answer::Style;
use serde::{Deserialize, Serialize};

use crate::records::{decode, encode};
use crate::store::tables::ABILITIES;
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
    /// A person asked for it, whatever is there already.
    #[serde(default)]
    pub asked: bool,
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
    /// What was found out about the model with this digest.
    pub fn ability(&self, digest: &str) -> Result<Option<Ability>, StoreError> {
        let table = self.db.begin_read()?.open_table(ABILITIES)?;
        table.get(digest)?.map(|bytes| decode(bytes.value(), digest)).transpose()
    }

    /// Remembers what was found out about a model, in place of what was known of it.
    pub fn set_ability(&self, digest: &str, ability: &Ability) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        txn.open_table(ABILITIES)?.insert(digest, encode(ability)?.as_slice())?;
        txn.commit()?;
        Ok(())
    }
}
