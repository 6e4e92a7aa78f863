//! The analysis: the public answer, schema `rcad.analysis/1`.

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::environment::Environment;
use super::failure::Failure;
use super::memory::{ResolutionSummary, VersionComparison};
use crate::Category;

/// The schema's name, in every analysis.
pub const SCHEMA: &str = "rcad.analysis/1";

/// Whether the text holds a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It does.
    Failure,
    /// It does not; then there are no errors and no root cause.
    None,
}

/// Who wrote the root cause.
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

/// A failure that was seen before, as an analysis shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PastFailure {
    /// The RCA that is remembered; the analysis' own id when it was seen in this project.
    pub id: String,
    /// Who wrote its answer; `memory` itself writes none.
    pub engine: Engine,
    /// RFC 3339, UTC.
    pub first_seen: String,
    /// RFC 3339, UTC; before this build.
    pub last_seen: String,
    /// Failed builds that ended in it, before this one.
    pub occurrences: u64,
    /// Root directory of its project.
    pub project: Option<String>,
    /// How it was matched, and why it answers by itself or does not, in words.
    pub why: Vec<String>,
    /// Versions then and now, those of which either is known.
    pub environment: Vec<VersionComparison>,
    /// What of it differs, or is known of one time only, in words: `Kotlin 1.9.0 then, 2.2.21 now`.
    #[serde(rename = "drift")]
    pub environment_diff: Vec<String>,
    /// When a build was green again after the last time but this one, and what differed then.
    #[serde(rename = "went_away", default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<ResolutionSummary>,
}

/// A past RCA that was recalled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Similar {
    /// Its id.
    pub id: String,
    /// 1 for the same fingerprint, lower the less alike.
    pub score: f64,
    /// Why it was recalled, in words for people, e.g. `same category, similar words (0.71) and meaning (0.83)`.
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
    /// Share of the words that both have, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<f64>,
    /// Cosine of the vectors, where both are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<f64>,
}

impl Similar {
    /// Whether it is the same failure, seen elsewhere.
    pub fn is_same(&self) -> bool {
        self.score >= 1.0 && self.words.is_none()
    }
}

/// The words of an answer.
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

/// An answer that a person found right and that another one stands in place of now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValidatedAnswer {
    /// What it said.
    pub words: AnswerText,
    /// Who wrote it.
    pub engine: Engine,
    /// Versions of the build that it was about.
    pub environment: Environment,
    /// What of them differs now, in words; counted anew each time it is shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<String>,
}

/// How the agent's answer stands beside an analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentAnswerStatus {
    /// Its words are the analysis' own, since the rules could not tell.
    pub headline: bool,
    /// It is about an older build: what differs since, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<String>,
    /// Whether a person has said that it is right; nothing where nobody has said anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
}

impl AnswerText {
    /// Those that an analysis has now.
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
    /// Whether the text holds a failure.
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
    /// Who wrote the root cause.
    pub engine: Engine,
    /// The model's name and digest, where a model wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How often that model was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
    /// Tools that it called, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools_used: Vec<String>,
    /// What the rules say, where the agent's words stand in their place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<AnswerText>,
    /// That it was seen before; absent for a failure that was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<PastFailure>,
    /// The same mistake elsewhere and mistakes that are like it, best first.
    #[serde(default)]
    pub similar: Vec<Similar>,
    /// What the agent has to say of it, where a model was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<Box<Answer>>,
    /// How that stands beside this answer.
    #[serde(rename = "agent_standing", default, skip_serializing_if = "Option::is_none")]
    pub agent_status: Option<AgentAnswerStatus>,
    /// An older answer, with other words, that a person found right.
    #[serde(rename = "found_right", default, skip_serializing_if = "Option::is_none")]
    pub validated_answer: Option<Box<ValidatedAnswer>>,
}

impl Analysis {
    /// The primary failure.
    pub fn primary(&self) -> Option<&Failure> {
        self.errors.first()
    }

    /// The answer for a text that holds no failure.
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
            agent: None,
            agent_status: None,
            validated_answer: None,
        }
    }
}
