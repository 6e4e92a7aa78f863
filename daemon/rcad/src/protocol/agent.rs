//! Messages about the agent: events of its jobs, requests for explanations, and what was sent to models.

use rcad_core::model::answer::{AgentStep, Ending, Style};
use serde::{Deserialize, Serialize};

/// An event of a job, in order of occurrence; each is a server-sent event named `seen`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "seen")]
pub enum JobEvent {
    /// The job waits for its turn.
    Waiting {
        /// What else it waits for, in words for people: no model can be asked now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// A step of the job.
    Step(AgentStep),
    /// A piece of the model's output. Pieces may be missing, steps never are.
    Text {
        /// Whether it is thinking, not answering.
        thinking: bool,
        /// The text.
        text: String,
    },
    /// The job has ended and its answer is stored; no events follow.
    Ended {
        /// How it ended.
        how: Ending,
        /// Confidence of the answer, 0 to 1.
        confidence: f64,
    },
    /// No job runs for this failure; no events follow.
    Idle,
}

/// `POST rcas/ID/explain`: asks for an explanation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExplainRequest {
    /// The model to ask; nothing for the default.
    pub model: Option<String>,
    /// Style of the answer; nothing for that of the settings.
    pub style: Option<Style>,
    /// Whether to ask again if there is an answer.
    pub again: bool,
}

/// Whether the explanation was queued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainReply {
    /// The RCA's whole id.
    pub rca: String,
    /// Whether a job runs or waits; false if there is an answer already.
    pub queued: bool,
    /// Why, in words for people.
    pub why: String,
}

/// `DELETE rcas/ID/explain`: whether a job was stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopReply {
    /// The RCA's whole id.
    pub rca: String,
    /// Whether a job was waiting or at work.
    pub stopped: bool,
}

/// `GET rcas/ID/audit`: the requests sent to models about a failure, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditReply {
    /// The RCA's whole id.
    pub rca: String,
    /// Each request.
    pub sent: Vec<SentBody>,
}

/// One request to a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentBody {
    /// Unix milliseconds.
    pub at_ms: u64,
    /// Address of the server.
    pub server: String,
    /// The body, byte for byte.
    pub body: String,
}

/// The agent's state, for `status`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentStatus {
    /// The RCA being explained.
    pub running: Option<String>,
    /// Failures that wait.
    pub waiting: usize,
    /// Why they wait, in words for people; nothing if only for their turn.
    pub waiting_for: Option<String>,
}
