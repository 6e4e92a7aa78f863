//! Mistakes of models, remembered: what was wrong with an answer, by model and category, told before the next question.

use serde::{Deserialize, Serialize};

use crate::Category;

/// How a mistake was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refuted {
    /// The evidence does not show what was said.
    ByEvidence,
    /// A person has said that the answer is wrong.
    ByPerson,
}

/// One mistake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// The model's name, without its digest.
    pub model: String,
    /// Category of the failure that it was about.
    pub category: Category,
    /// What was wrong, in one sentence that can be put before a model; without secrets and paths of the machine.
    pub mistake: String,
    /// How it was found.
    pub refuted: Refuted,
    /// How often it was made.
    pub times: u32,
    /// Unix milliseconds at which it was last made.
    pub last_ms: u64,
}
