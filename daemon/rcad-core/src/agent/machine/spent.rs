//! Phase, retries and usage of a job. Data only; stored with the job.

use serde::{Deserialize, Serialize};

use crate::agent::answer::Draft;
use crate::agent::grounding::CheckedDraft;
use crate::agent::model::{JobMode, ToolCall};

/// What is requested of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// Tool calls.
    Investigating,
    /// Its answer, in the schema.
    Concluding,
    /// Its answer again, without what the evidence does not show.
    Correcting,
}

impl Phase {
    /// The first phase of a job in this mode.
    pub(super) fn first(mode: JobMode) -> Phase {
        match mode {
            JobMode::SingleShot => Phase::Concluding,
            JobMode::ToolLoop => Phase::Investigating,
        }
    }
}

/// How often each recoverable problem occurred; each count is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RetryCounts {
    /// Empty replies.
    pub(super) empty: u32,
    /// Answers that could not be read.
    pub(super) unread: u32,
    /// Replies that the server could not read.
    pub(super) garbled: u32,
    /// Prompts that were too long.
    pub(super) too_long: u32,
    /// The iteration in which an unknown tool was first called.
    pub(super) unknown_tool: Option<u32>,
    /// Raised to get another reply to the same request.
    pub(super) seed: u32,
}

/// Cost of the job so far, over all models and restarts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Usage {
    /// Requests; one that is repeated after a restart counts once.
    pub(super) iterations: u32,
    /// Milliseconds in which the daemon ran.
    pub(super) ms: u64,
    /// Unix milliseconds of the last event; nothing before the first.
    pub(super) at_ms: Option<u64>,
    /// Milliseconds of the slowest reply, without loading the model.
    pub(super) slowest_ms: u64,
    pub(super) prompt_tokens: u32,
    pub(super) longest_prompt_tokens: u32,
    pub(super) answer_tokens: u32,
}

/// A call and how often it was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CallCount {
    pub(super) call: ToolCall,
    pub(super) times: u32,
}

/// The server's last token count, and for how many messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TokenCount {
    pub(super) messages: usize,
    pub(super) tokens: u32,
}

/// A draft that was sent back, used if no better one comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FirstDraft {
    pub(super) draft: Draft,
    pub(super) checked: CheckedDraft,
}
