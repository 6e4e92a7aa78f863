//! An analysis on disk.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answer::AnswerV1;
use super::change::{BaselineV1, ObservedFixV1, PatchV1, PlaceV1, ProjectChangeV1, SuspectV1};
use super::report::EnvironmentV1;

/// `rcad_core::Analysis`.
#[derive(Serialize, Deserialize)]
pub(crate) struct AnalysisV1 {
    pub(crate) schema: String,
    pub(crate) id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<String>,
    pub(crate) outcome: VerdictV1,
    pub(crate) fingerprint: Option<String>,
    pub(crate) errors: Vec<FailureV1>,
    pub(crate) root_cause: Option<String>,
    pub(crate) fix_guidelines: Vec<String>,
    pub(crate) confidence: f64,
    pub(crate) engine: EngineV1,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) iterations: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tools_used: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rules: Option<WordsV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) memory: Option<MemoryV1>,
    #[serde(default)]
    pub(crate) similar: Vec<SimilarV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) baseline: Option<BaselineV1>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) suspects: Vec<SuspectV1>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) changes: Vec<ProjectChangeV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) act_at: Option<PlaceV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) patch: Option<PatchV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent: Option<Box<AnswerV1>>,
    #[serde(rename = "agent_standing", default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent_status: Option<StandingV1>,
    #[serde(rename = "found_right", default, skip_serializing_if = "Option::is_none")]
    pub(crate) validated_answer: Option<Box<FoundRightV1>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum VerdictV1 {
    Failure,
    None,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EngineV1 {
    Rules,
    Memory,
    Agent,
}

/// `rcad_core::Failure`. A category is its id; one that this program does not know becomes `other`.
#[derive(Serialize, Deserialize)]
pub(crate) struct FailureV1 {
    pub(crate) category: String,
    pub(crate) role: RoleV1,
    pub(crate) language: LanguageV1,
    pub(crate) framework: FrameworkV1,
    pub(crate) message: String,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<u32>,
    pub(crate) column: Option<u32>,
    pub(crate) symbol: Option<String>,
    pub(crate) task: Option<String>,
    pub(crate) process: Option<String>,
    pub(crate) exception: Option<String>,
    pub(crate) details: BTreeMap<String, String>,
    pub(crate) evidence: Vec<EvidenceV1>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) source: Vec<EvidenceV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) explained_by: Option<ExplainedByV1>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ExplainedByV1 {
    pub(crate) failure: u32,
    #[serde(default)]
    pub(crate) again: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoleV1 {
    Root,
    Consequence,
    Independent,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LanguageV1 {
    Kotlin,
    Java,
    Gradle,
    Xml,
    Native,
    Unknown,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FrameworkV1 {
    Android,
    Compose,
    None,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct EvidenceV1 {
    pub(crate) line: u32,
    pub(crate) text: String,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct SimilarV1 {
    pub(crate) id: String,
    pub(crate) score: f64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) why: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) category: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cause: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) project: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) words: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) meaning: Option<f64>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct MemoryV1 {
    pub(crate) id: String,
    pub(crate) engine: EngineV1,
    pub(crate) first_seen: String,
    pub(crate) last_seen: String,
    pub(crate) occurrences: u64,
    pub(crate) project: Option<String>,
    pub(crate) why: Vec<String>,
    pub(crate) environment: Vec<ComparedV1>,
    #[serde(rename = "drift")]
    pub(crate) environment_diff: Vec<String>,
    #[serde(rename = "went_away", default, skip_serializing_if = "Option::is_none")]
    pub(crate) resolution: Option<WentAwayV1>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct WentAwayV1 {
    pub(crate) at: String,
    pub(crate) after_seconds: u64,
    pub(crate) versions: Vec<ComparedV1>,
    pub(crate) change: Option<ChangeV1>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) project: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fix: Option<ObservedFixV1>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ComparedV1 {
    pub(crate) what: String,
    pub(crate) before: Option<String>,
    pub(crate) now: Option<String>,
    pub(crate) agreement: AgreementV1,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AgreementV1 {
    Same,
    Differs,
    Unknown,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ChangeV1 {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) before: Vec<EvidenceV1>,
    pub(crate) after: Vec<EvidenceV1>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) gone: bool,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct WordsV1 {
    pub(crate) root_cause: Option<String>,
    pub(crate) fix_guidelines: Vec<String>,
    pub(crate) confidence: f64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct FoundRightV1 {
    pub(crate) words: WordsV1,
    pub(crate) engine: EngineV1,
    pub(crate) environment: EnvironmentV1,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) differs: Vec<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct StandingV1 {
    pub(crate) headline: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) differs: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) right: Option<bool>,
}
