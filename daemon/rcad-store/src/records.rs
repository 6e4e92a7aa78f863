//! What lies on disk: versioned JSON records, apart from core's types so that those may change.
//!
//! A field that is added has a default; a field that changes its meaning raises [`VERSION`].

mod packed;
mod phrases;

use rcad_core::agent::beside::{self, Beside};
use rcad_core::model::analysis::{Engine, FoundRight};
use rcad_core::model::answer::{Answer, Style};
use rcad_core::model::environment::Environment;
use rcad_core::model::report::Outcome;
use rcad_core::{Analysis, Report};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::feedback::agent_standing;
use crate::{Resolution, StoreError};

/// Version of the records in this file.
pub const VERSION: u32 = 2;

/// A stored root cause analysis: one a fingerprint and project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rca {
    /// Record version.
    pub v: u32,
    /// 12 hex digits.
    pub id: String,
    /// Root directory of the project, where known.
    pub project: Option<String>,
    /// Last part of it, for people.
    pub project_name: Option<String>,
    /// Failed builds that ended in it.
    pub occurrences: u64,
    /// Unix milliseconds.
    pub first_seen_ms: u64,
    /// Unix milliseconds.
    pub last_seen_ms: u64,
    /// The newest report that ended in it.
    pub last_report: String,
    /// Unix milliseconds at which it was last announced on the desktop.
    #[serde(default)]
    pub announced_ms: Option<u64>,
    /// Versions told by the newest report.
    pub environment: Environment,
    /// The answer for the newest report; its `id` is this record's.
    pub analysis: Analysis,
    /// Whether a person has said that the answer is right.
    #[serde(default)]
    pub user_validated: bool,
    /// How much the record is worth keeping, 0 to 1; see `quality`.
    #[serde(default)]
    pub quality: f64,
    /// Ids of the reports that ended in it and are kept, in the order in which they were put.
    #[serde(default)]
    pub reports: Vec<String>,
    /// What people said of the answers it has had, one word an answer, oldest first.
    #[serde(default)]
    pub feedback: Vec<Feedback>,
    /// The confidence of who wrote the answer, where a person's word has changed the analysis' own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_confidence: Option<f64>,
    /// Unix milliseconds at which a person or a program last changed it; 0 for never.
    #[serde(default)]
    pub updated_ms: u64,
    /// How the answer came about, as far as an analysis does not say it.
    #[serde(default, skip_serializing_if = "Origins::is_empty")]
    pub origins: Origins,
    /// Fingerprints of failures that a person has declared the same as this one (`rcad merge`).
    #[serde(default)]
    pub merged: Vec<String>,
    /// Ids of RCAs that a person has declared to be something else (`rcad split`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<String>,
    /// When its tasks were green again, oldest first. It is open while the newest is older than `last_seen_ms`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resolutions: Vec<Resolution>,
    /// What the agent has to say of it; stands beside the answer, whatever later builds make of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<Box<Answer>>,
    /// The newest answer with other words that a person found right before a later build took its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_right: Option<Box<FoundRight>>,
}

impl Rca {
    /// The answer as it is shown, with all that stands beside it; see [`rcad_core::agent::beside`].
    pub fn shown(&self) -> Analysis {
        let word = agent_standing(self);
        let own = self.agent.as_ref().map_or(0.0, |answer| answer.confidence);
        let beside = Beside {
            now: &self.environment,
            validated: self.user_validated,
            agent: self.agent.as_deref(),
            right: word.map(|said| said.up),
            confidence: word.map_or(own, |said| said.moves(own)),
            found_right: self.found_right.as_deref(),
        };
        let mut shown = beside::shown(&self.analysis, beside);
        // Another program's agent has told of itself when it added the record.
        if self.analysis.engine == Engine::Agent {
            shown.model.clone_from(&self.origins.model);
            shown.iterations = Some(self.origins.iterations);
        }
        shown
    }

    /// Whether what the agent said of this failure needs no asking again: for the versions of its newest build, by this model
    /// (name and digest, as in an answer), with these prompts, in this style or a fuller one, and nobody has called it wrong.
    pub fn agent_answer_stands(&self, model: &str, prompt_version: u32, style: Style) -> bool {
        let right = agent_standing(self).map(|word| word.up);
        let stands = |answer: &Answer| beside::stands(answer, right, &self.environment, model, prompt_version, style);
        self.agent.as_deref().is_some_and(stands)
    }

    /// Whether a person has found an answer right that is here; such a record is never pruned.
    pub fn is_precious(&self) -> bool {
        self.user_validated || self.found_right.is_some() || agent_standing(self).is_some_and(|word| word.up)
    }

    /// Whether its tasks were not green since it was last seen.
    pub fn is_open(&self) -> bool {
        self.resolutions.last().is_none_or(|newest| newest.green_ms < self.last_seen_ms)
    }
}

/// A person's word on an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feedback {
    /// Whether it helped.
    pub up: bool,
    /// In the person's own words.
    pub note: Option<String>,
    /// Unix milliseconds.
    pub at_ms: u64,
    /// Which answer it was about; see `feedback`.
    #[serde(default)]
    pub answer: String,
    /// What the confidence is multiplied with as long as that answer stands.
    #[serde(default = "unchanged")]
    pub multiplier: f64,
    /// Up: the confidence rises to this at most. Down: it falls to this at most.
    #[serde(default)]
    pub bound: f64,
    /// Confidence before the word, 0 to 1.
    #[serde(default)]
    pub before: f64,
    /// Confidence after it, 0 to 1.
    #[serde(default)]
    pub after: f64,
}

impl Feedback {
    /// What the word makes of an answer's own confidence. It only ever moves it its own way: one that is beyond the bound
    /// already stays.
    pub(crate) fn moves(&self, own: f64) -> f64 {
        let moved = own * self.multiplier;
        if self.up { moved.min(self.bound).max(own) } else { moved.max(self.bound).min(own) }
    }
}

fn unchanged() -> f64 {
    1.0
}

/// How an answer came about, and what a program that added it told besides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Origins {
    /// Name and digest of the model that wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Tools that the model called.
    pub tool_calls_made: u32,
    /// Steps that it took.
    pub iterations: u32,
    /// Code around the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_context: Option<String>,
    /// The exception's frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack_trace: Option<String>,
    /// What somebody said when it was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation_feedback: Option<String>,
}

impl Origins {
    /// Whether nothing was told.
    pub fn is_empty(&self) -> bool {
        *self == Origins::default()
    }
}

/// A build that was seen, green ones too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Build {
    /// Record version.
    pub v: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// Unix milliseconds; the start where it is known.
    pub started_ms: Option<u64>,
    /// Unix milliseconds.
    pub ended_ms: u64,
    /// Root directory of the project.
    pub project: Option<String>,
    /// Tasks that were asked for.
    pub tasks: Vec<String>,
    /// Versions told by the capture.
    pub environment: Environment,
    /// The RCA it ended in, for a failed one.
    pub rca: Option<String>,
}

impl Build {
    /// The record of a report's build.
    pub fn of(report: &Report, rca: Option<&str>) -> Build {
        Build {
            v: VERSION,
            outcome: report.outcome,
            started_ms: report.started_ms,
            ended_ms: report.ended_ms,
            project: report.project.clone(),
            tasks: report.tasks.clone(),
            environment: report.environment.clone(),
            rca: rca.map(str::to_owned),
        }
    }
}

/// Bytes for a table.
pub fn encode<T: Serialize>(record: &T) -> Result<Vec<u8>, StoreError> {
    let json = serde_json::to_vec(record).map_err(|e| StoreError::Damaged(e.to_string()))?;
    packed::pack(&json).map_err(|e| StoreError::Damaged(e.to_string()))
}

/// A record out of a table; `place` names it in an error.
pub fn decode<T: DeserializeOwned>(bytes: &[u8], place: &str) -> Result<T, StoreError> {
    let json = packed::unpack(bytes).map_err(|e| StoreError::Damaged(format!("{place}: {e}")))?;
    serde_json::from_slice(&json).map_err(|e| StoreError::Damaged(format!("{place}: {e}")))
}
