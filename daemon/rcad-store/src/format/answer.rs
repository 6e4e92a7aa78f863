//! A model's answer on disk.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::report::EnvironmentV1;

/// `rcad_core::agent::answer::Answer`.
#[derive(Serialize, Deserialize)]
pub(crate) struct AnswerV1 {
    pub(crate) ending: EndingV1,
    pub(crate) model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) elsewhere: Option<String>,
    pub(crate) prompt_version: u32,
    pub(crate) style: StyleV1,
    pub(crate) environment: EnvironmentV1,
    pub(crate) cause: Vec<ClaimV1>,
    pub(crate) fixes: Vec<FixV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) teaching: Option<TeachingV1>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) dropped: Vec<DroppedV1>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) warnings: Vec<String>,
    pub(crate) confidence: f64,
    pub(crate) factors: FactorsV1,
    pub(crate) iterations: u32,
    pub(crate) tools_used: BTreeMap<String, u32>,
    pub(crate) prompt_tokens: u32,
    pub(crate) longest_prompt_tokens: u32,
    pub(crate) answer_tokens: u32,
    pub(crate) took_ms: u64,
    pub(crate) made_ms: u64,
    pub(crate) steps: Vec<StepV1>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "ending")]
pub(crate) enum EndingV1 {
    Answered,
    Unsure { why: String },
    GaveUp { why: String },
    Cancelled,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StyleV1 {
    Brief,
    Teach,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ClaimV1 {
    pub(crate) text: String,
    pub(crate) cites: Vec<CiteV1>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct CiteV1 {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) quote: String,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct FixV1 {
    pub(crate) text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    #[serde(default)]
    pub(crate) unverified: bool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct TeachingV1 {
    pub(crate) concept: String,
    pub(crate) mistake: String,
    pub(crate) find_it: String,
    pub(crate) exercise: String,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct DroppedV1 {
    pub(crate) text: String,
    pub(crate) why: String,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct FactorsV1 {
    pub(crate) model: f64,
    pub(crate) verified: f64,
    pub(crate) known: f64,
    pub(crate) simple: f64,
    pub(crate) contained: f64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StepV1 {
    pub(crate) kind: StepKindV1,
    pub(crate) iteration: u32,
    pub(crate) text: String,
    pub(crate) progress: f64,
    pub(crate) at_ms: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StepKindV1 {
    Started,
    Iteration,
    Thought,
    Action,
    Observation,
    ToolError,
    Synthesis,
    Complete,
    Error,
}
