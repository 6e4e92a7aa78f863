//! Mistakes of models by model and category, which the next prompts warn of.

use serde::{Deserialize, Serialize};

use crate::Category;

/// How a mistake was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refuted {
    /// The evidence does not support it.
    ByEvidence,
    /// A person voted it down.
    ByPerson,
}

/// One mistake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// The model's name, without its digest.
    pub model: String,
    /// Category of the failure that it was about.
    pub category: Category,
    /// What was wrong, in one sentence for a prompt; without secrets and paths of the machine.
    pub mistake: String,
    /// How it was found.
    pub refuted: Refuted,
    /// How often it was made.
    pub times: u32,
    /// Unix milliseconds at which it was last made.
    pub last_ms: u64,
}
