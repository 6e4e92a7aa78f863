//! The agent's records on disk.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::StyleV1;

/// `StoredJob`.
#[derive(Serialize, Deserialize)]
pub(crate) struct JobV2 {
    pub(crate) v: u32,
    pub(crate) rca: String,
    pub(crate) fingerprint: String,
    pub(crate) queued_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    #[serde(default)]
    pub(crate) asked: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) style: Option<StyleV1>,
    #[serde(default)]
    pub(crate) machine: Option<MachineState>,
    /// Version 1 of this record kept version 1 of the machine's state here.
    #[serde(default, skip_serializing)]
    pub(crate) job: Option<Value>,
    #[serde(default)]
    pub(crate) server: Option<String>,
    #[serde(default)]
    pub(crate) redaction: RedactionV1,
}

/// The private state of a job's state machine, with its version. A job whose state has another version, or can't be
/// decoded, starts again.
#[derive(Serialize, Deserialize)]
pub(crate) struct MachineState {
    pub(crate) v: u32,
    pub(crate) state: Value,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct RedactionV1 {
    pub(crate) secrets: BTreeMap<String, String>,
    pub(crate) foreign: BTreeSet<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) home: Option<String>,
}

/// `SentRequest`.
#[derive(Serialize, Deserialize)]
pub(crate) struct SentRequestV1 {
    pub(crate) at_ms: u64,
    pub(crate) server: String,
    pub(crate) body: String,
}

/// `rcad_core::agent::lesson::Lesson`.
#[derive(Serialize, Deserialize)]
pub(crate) struct LessonV1 {
    pub(crate) model: String,
    pub(crate) category: String,
    pub(crate) mistake: String,
    pub(crate) refuted: RefutedV1,
    pub(crate) times: u32,
    pub(crate) last_ms: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefutedV1 {
    ByEvidence,
    ByPerson,
}

/// `rcad_core::agent::model::Ability`.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct AbilityV1 {
    pub(crate) context_length: u32,
    pub(crate) tokens_per_second: Option<f64>,
    pub(crate) prompt_tokens_per_second: Option<f64>,
    pub(crate) keeps_schema: bool,
    pub(crate) calls_tools: bool,
    pub(crate) thinks: bool,
    pub(crate) characters_per_token: Option<f64>,
    pub(crate) probed_ms: u64,
    pub(crate) probe: u32,
}
