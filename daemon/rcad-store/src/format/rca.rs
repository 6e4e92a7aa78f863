//! A stored failure on disk.

use serde::{Deserialize, Serialize};

use super::analysis::{AnalysisV1, ChangeV1, ComparedV1, FoundRightV1};
use super::answer::AnswerV1;
use super::change::ObservedFixV1;
use super::report::EnvironmentV1;

/// `Rca`; version 1 lacks the fields that have a default.
#[derive(Serialize, Deserialize)]
pub(crate) struct RcaV2 {
    pub(crate) v: u32,
    pub(crate) id: String,
    pub(crate) project: Option<String>,
    pub(crate) project_name: Option<String>,
    pub(crate) occurrences: u64,
    pub(crate) first_seen_ms: u64,
    pub(crate) last_seen_ms: u64,
    pub(crate) last_report: String,
    #[serde(default)]
    pub(crate) announced_ms: Option<u64>,
    pub(crate) environment: EnvironmentV1,
    pub(crate) analysis: AnalysisV1,
    #[serde(default)]
    pub(crate) user_validated: bool,
    #[serde(default)]
    pub(crate) quality: f64,
    #[serde(default)]
    pub(crate) reports: Vec<String>,
    #[serde(default)]
    pub(crate) feedback: Vec<FeedbackV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) own_confidence: Option<f64>,
    #[serde(default)]
    pub(crate) updated_ms: u64,
    #[serde(default, skip_serializing_if = "OriginsV1::is_empty")]
    pub(crate) origins: OriginsV1,
    #[serde(default)]
    pub(crate) merged: Vec<String>,
    #[serde(rename = "apart", default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) split_from: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) resolutions: Vec<ResolutionV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent: Option<Box<AnswerV1>>,
    #[serde(rename = "found_right", default, skip_serializing_if = "Option::is_none")]
    pub(crate) validated_answer: Option<Box<FoundRightV1>>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct FeedbackV1 {
    pub(crate) up: bool,
    pub(crate) note: Option<String>,
    pub(crate) at_ms: u64,
    #[serde(default)]
    pub(crate) answer: String,
    #[serde(default = "unchanged")]
    pub(crate) multiplier: f64,
    #[serde(default)]
    pub(crate) bound: f64,
    #[serde(default)]
    pub(crate) before: f64,
    #[serde(default)]
    pub(crate) after: f64,
}

fn unchanged() -> f64 {
    1.0
}

#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct OriginsV1 {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    pub(crate) tool_calls_made: u32,
    pub(crate) iterations: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) code_context: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stack_trace: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) validation_feedback: Option<String>,
}

impl OriginsV1 {
    fn is_empty(&self) -> bool {
        *self == OriginsV1::default()
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ResolutionV1 {
    pub(crate) failed_ms: u64,
    pub(crate) green_ms: u64,
    #[serde(default)]
    pub(crate) versions: Vec<ComparedV1>,
    #[serde(default)]
    pub(crate) change: Option<ChangeV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fix: Option<ObservedFixV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) search: Option<FixSearchV1>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct FixSearchV1 {
    pub(crate) green: String,
    #[serde(default)]
    pub(crate) begun: u32,
}
