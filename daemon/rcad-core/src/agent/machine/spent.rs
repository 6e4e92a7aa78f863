//! What a job remembers besides the conversation: how far it is, what went wrong how often and what it has cost. Only data;
//! stored with the job.

use serde::{Deserialize, Serialize};

use crate::agent::answer::Draft;
use crate::agent::grounding::Checked;
use crate::agent::model::{Call, Way};

/// What the model is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// Whatever it wants to look at, by tools.
    Investigating,
    /// Its answer, in the schema.
    Concluding,
    /// Its answer again, without what the evidence does not show.
    Correcting,
}

impl Phase {
    /// With which a job begins that is asked this way.
    pub(super) fn first(way: Way) -> Phase {
        match way {
            Way::Straight => Phase::Concluding,
            Way::Tools => Phase::Investigating,
        }
    }
}

/// How often something did not go as it should; each has an end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tries {
    /// Replies with nothing in them.
    pub(super) empty: u32,
    /// Answers that could not be read.
    pub(super) unread: u32,
    /// Replies that the server could not read.
    pub(super) garbled: u32,
    /// Times that the prompt was too long.
    pub(super) too_long: u32,
    /// The iteration in which a tool was first called that there is not.
    pub(super) unknown_tool: Option<u32>,
    /// Raised for another answer to the same question.
    pub(super) seed: u32,
}

/// What the job has cost so far, over all models and restarts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Spent {
    /// Times that a model was asked; a request that is repeated after a restart counts once.
    pub(super) iterations: u32,
    /// Milliseconds while the daemon lived.
    pub(super) ms: u64,
    /// Unix milliseconds of the last event; nothing before the first.
    pub(super) at_ms: Option<u64>,
    /// Milliseconds of the slowest reply, without loading the model.
    pub(super) slowest_ms: u64,
    pub(super) prompt_tokens: u32,
    pub(super) longest_prompt_tokens: u32,
    pub(super) answer_tokens: u32,
}

/// A call that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Called {
    pub(super) call: Call,
    pub(super) times: u32,
}

/// How long the conversation was when the server last counted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counted {
    pub(super) messages: usize,
    pub(super) tokens: u32,
}

/// A draft of which something did not stand, kept in case that nothing better comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct First {
    pub(super) draft: Draft,
    pub(super) checked: Checked,
}
