//! What is said about the agent: what is seen of it while it works, that a failure is to be explained, what was sent.

use rcad_core::model::answer::{AgentStep, Ending, Style};
use serde::{Deserialize, Serialize};

/// What is seen of a job, in the order in which it happens; a server-sent event named `seen` each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "seen")]
pub enum JobEvent {
    /// It waits for its turn.
    Waiting {
        /// For what else it waits, in words for people: no model can be asked now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// A step was taken.
    Step(AgentStep),
    /// A piece of what the model writes. Pieces may be missing, steps never are.
    Text {
        /// Whether it only thinks so far.
        thinking: bool,
        /// As it came.
        text: String,
    },
    /// It has ended; nothing follows. Told when the answer is stored.
    Ended {
        /// How.
        how: Ending,
        /// Confidence of the answer, 0 to 1.
        confidence: f64,
    },
    /// No job is at work on this failure; nothing follows.
    Idle,
}

/// `POST rcas/ID/explain`: how a failure is to be explained.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExplainRequest {
    /// The model to ask; nothing for the one that is asked anyhow.
    pub model: Option<String>,
    /// How the answer is to be written; nothing for the setting's way.
    pub style: Option<Style>,
    /// Also where an answer stands already.
    pub again: bool,
}

/// What became of the wish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainReply {
    /// The RCA's whole id.
    pub rca: String,
    /// Whether a job is at work on it or waits for its turn; false where an answer stands already.
    pub queued: bool,
    /// Why, in words for people.
    pub why: String,
}

/// `DELETE rcas/ID/explain`: whether there was a job to stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopReply {
    /// The RCA's whole id.
    pub rca: String,
    /// Whether a job was waiting or at work.
    pub stopped: bool,
}

/// `GET rcas/ID/audit`: what was sent to any model about a failure, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditReply {
    /// The RCA's whole id.
    pub rca: String,
    /// Each request.
    pub sent: Vec<SentBody>,
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentBody {
    /// Unix milliseconds.
    pub at_ms: u64,
    /// Address of the server.
    pub server: String,
    /// The body, byte for byte.
    pub body: String,
}

/// What the agent does, for `status`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentStatus {
    /// The RCA that a model is asked about.
    pub running: Option<String>,
    /// Failures that wait for it.
    pub waiting: usize,
    /// Why they wait, in words for people; nothing where only their turn has not come.
    pub waiting_for: Option<String>,
}
