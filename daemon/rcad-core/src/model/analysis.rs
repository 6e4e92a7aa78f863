//! The analysis: the public answer, schema `rcad.analysis/1`.

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::change::{Baseline, Change, Patch, ProjectPlace, Suspect};
use super::environment::Environment;
use super::failure::Failure;
use super::memory::{ResolutionSummary, VersionComparison};
use crate::Category;

/// The schema's name, in every analysis.
pub const SCHEMA: &str = "rcad.analysis/1";

/// Whether the text has a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It does.
    Failure,
    /// It does not; then there are no errors and no root cause.
    None,
}

/// What produced the root cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// Readers and templates, without a model.
    Rules,
    /// An answer that was stored before, for the same failure in the same environment.
    Memory,
    /// A local model.
    Agent,
}

/// An earlier occurrence of the failure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PastFailure {
    /// The earlier RCA's id; the analysis' own where it was seen in this project.
    pub id: String,
    /// Engine that produced its answer; never `memory`.
    pub engine: Engine,
    /// RFC 3339, UTC.
    pub first_seen: String,
    /// RFC 3339, UTC; before this build.
    pub last_seen: String,
    /// Failed builds that ended in it, before this one.
    pub occurrences: u64,
    /// Root directory of its project.
    pub project: Option<String>,
    /// How it was matched, and why its answer is used or not, for people.
    pub why: Vec<String>,
    /// Versions then and now, where either is known.
    pub environment: Vec<VersionComparison>,
    /// Versions that differ or are known of one time only, for people: `Kotlin 1.9.0 then, 2.2.21 now`.
    #[serde(rename = "drift")]
    pub environment_diff: Vec<String>,
    /// How the earlier occurrence was resolved.
    #[serde(rename = "went_away", default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<ResolutionSummary>,
}

/// A similar RCA.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Similar {
    /// Its id.
    pub id: String,
    /// 1 for the same fingerprint, lower for less similar ones.
    pub score: f64,
    /// Why it is similar, for people, e.g. `same category, similar words (0.71) and meaning (0.83)`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// Category of its primary failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<Category>,
    /// Its cause in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// Root directory of its project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Share of common words, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<f64>,
    /// Cosine of the vectors, where both are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<f64>,
}

impl Similar {
    /// Whether it is the same failure in another project.
    pub fn is_same(&self) -> bool {
        self.score >= 1.0 && self.words.is_none()
    }
}

/// The text of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerText {
    /// One to three sentences.
    pub root_cause: Option<String>,
    /// What to do, most useful first.
    pub fix_guidelines: Vec<String>,
    /// 0 to 1.
    pub confidence: f64,
}

/// An answer that a person validated and that another one has replaced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValidatedAnswer {
    /// Its text.
    pub words: AnswerText,
    /// Engine that produced it.
    pub engine: Engine,
    /// Versions of its build.
    pub environment: Environment,
    /// Versions that differ now, for people; computed each time it is shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<String>,
}

/// How the agent's answer relates to the analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentAnswerStatus {
    /// Its text is the analysis' own, since the rules found no cause.
    pub headline: bool,
    /// Versions that differ since the build that it is about, for people.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<String>,
    /// The vote on it; nothing without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
}

impl AnswerText {
    /// The current text of an analysis.
    pub fn of(analysis: &Analysis) -> AnswerText {
        AnswerText {
            root_cause: analysis.root_cause.clone(),
            fix_guidelines: analysis.fix_guidelines.clone(),
            confidence: analysis.confidence,
        }
    }
}

/// The answer for one report. Fields may be added, none is renamed or removed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// [`SCHEMA`].
    pub schema: String,
    /// RCA id, absent while it is not stored.
    pub id: Option<String>,
    /// Path that was analysed, for `rcad analyze`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether the text has a failure.
    pub outcome: Verdict,
    /// Stable over clones, line shifts and time stamps, e.g. `v1:9f2c…`.
    pub fingerprint: Option<String>,
    /// Every distinct failure, the primary one first.
    pub errors: Vec<Failure>,
    /// One to three sentences that name the actual symbols, files and versions.
    pub root_cause: Option<String>,
    /// What to do, most useful first.
    pub fix_guidelines: Vec<String>,
    /// 0 to 1.
    pub confidence: f64,
    /// Engine that produced the root cause.
    pub engine: Engine,
    /// The model's name and digest, where a model wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Requests to that model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
    /// Tools that it called, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools_used: Vec<String>,
    /// The rules' answer, where the agent's replaces it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<AnswerText>,
    /// The earlier occurrence, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<PastFailure>,
    /// The same failure in other projects and similar failures, best first.
    #[serde(default)]
    pub similar: Vec<Similar>,
    /// What the project is compared with; nothing where it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Baseline>,
    /// What changed since then that is tied to the failure, the strongest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspects: Vec<Suspect>,
    /// What else changed since then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The place to act, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act_at: Option<ProjectPlace>,
    /// A change to make, where the reason is certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<Patch>,
    /// The agent's answer, where a model was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<Box<Answer>>,
    /// How the agent's answer relates to this one.
    #[serde(rename = "agent_standing", default, skip_serializing_if = "Option::is_none")]
    pub agent_status: Option<AgentAnswerStatus>,
    /// An older answer with another text that a person validated.
    #[serde(rename = "found_right", default, skip_serializing_if = "Option::is_none")]
    pub validated_answer: Option<Box<ValidatedAnswer>>,
}

impl Analysis {
    /// The primary failure.
    pub fn primary(&self) -> Option<&Failure> {
        self.errors.first()
    }

    /// The answer for a text without a failure.
    pub fn none() -> Analysis {
        Analysis {
            schema: SCHEMA.to_owned(),
            id: None,
            source: None,
            outcome: Verdict::None,
            fingerprint: None,
            errors: Vec::new(),
            root_cause: None,
            fix_guidelines: Vec::new(),
            confidence: 1.0,
            engine: Engine::Rules,
            model: None,
            iterations: None,
            tools_used: Vec::new(),
            rules: None,
            memory: None,
            similar: Vec::new(),
            baseline: None,
            suspects: Vec::new(),
            changes: Vec::new(),
            act_at: None,
            patch: None,
            agent: None,
            agent_status: None,
            validated_answer: None,
        }
    }
}
