//! A model as the agent sees it: its abilities, requests, replies and errors. Not the wire format of any server.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An installed model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatModel {
    /// As the server calls it, e.g. `qwen3:8b`.
    pub name: String,
    /// The server's digest of its files; the files of a name may change.
    pub digest: String,
    /// Its abilities.
    pub ability: Ability,
}

impl ChatModel {
    /// `qwen3:8b@sha256:…`, as an answer names it.
    pub fn name_and_digest(&self) -> String {
        match (self.digest.is_empty(), self.digest.contains(':')) {
            (true, _) => self.name.clone(),
            (false, true) => format!("{}@{}", self.name, self.digest),
            (false, false) => format!("{}@sha256:{}", self.name, self.digest),
        }
    }
}

/// What a model can do, as a probe found out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ability {
    /// Most tokens of prompt and answer together.
    pub context_length: u32,
    /// Tokens that it writes per second; nothing before it was measured.
    pub tokens_per_second: Option<f64>,
    /// Prompt tokens that it reads per second; nothing before it was measured.
    pub prompt_tokens_per_second: Option<f64>,
    /// Whether its answer followed a JSON schema.
    pub keeps_schema: bool,
    /// Whether it called a tool with the right arguments.
    pub calls_tools: bool,
    /// Whether it thinks before it answers.
    pub thinks: bool,
    /// Characters per token of a prompt, as counted by the server.
    pub characters_per_token: Option<f64>,
    /// Unix milliseconds of the probe.
    pub probed_ms: u64,
    /// Version of the probe.
    pub probe: u32,
}

/// How a model is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobMode {
    /// One request with all evidence, one answer in the schema.
    #[serde(rename = "straight")]
    SingleShot,
    /// It may call tools before it answers.
    #[serde(rename = "tools")]
    ToolLoop,
}

impl Ability {
    /// The mode that suits it: tools only for a model that calls them properly.
    pub fn mode(&self) -> JobMode {
        if self.calls_tools { JobMode::ToolLoop } else { JobMode::SingleShot }
    }
}

/// Author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum ChatRole {
    System,
    User,
    Assistant,
    Tool,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Its author.
    pub role: ChatRole,
    /// The text.
    pub content: String,
    /// The assistant's thinking before it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub thinking: String,
    /// Tools that the assistant calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// The call that a tool's message answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<AnsweredCall>,
}

impl Message {
    /// A message that is only text.
    pub fn text(role: ChatRole, content: impl Into<String>) -> Message {
        Message { role, content: content.into(), thinking: String::new(), calls: Vec::new(), answers: None }
    }
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The server's name for this call; may be empty.
    pub id: String,
    /// The tool.
    pub name: String,
    /// An object, as the model wrote it; not validated.
    pub arguments: Value,
}

/// Which call a tool's message answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnsweredCall {
    /// [`ToolCall::id`].
    pub id: String,
    /// The tool.
    pub name: String,
}

/// A request to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// Whether the tools of [`super::tools`] are offered.
    pub tools: bool,
    /// The JSON schema that the answer must follow; nothing while tools may be called.
    pub schema: Option<Value>,
    /// Most tokens of prompt and answer together; the same in each request of a job, since another value reloads the model.
    pub context_tokens: u32,
    /// Most tokens of the answer.
    pub answer_tokens: u32,
    /// Whether it may think first.
    pub think: bool,
    /// Another seed gives another reply to the same request.
    pub seed: u32,
}

/// A model's reply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply {
    /// The text.
    pub content: String,
    /// Its thinking before the text.
    pub thinking: String,
    /// Tools that it calls.
    pub calls: Vec<ToolCall>,
    /// Whether it was cut at the token limit.
    pub cut: bool,
    /// Tokens of the prompt, as the server counted them.
    pub prompt_tokens: u32,
    /// Tokens of the answer.
    pub answer_tokens: u32,
    /// Tokens of the prompt that the server had cached.
    pub cached_tokens: u32,
    /// Microseconds for reading the rest of the prompt; 0 where the server does not say.
    pub read_us: u64,
    /// Microseconds for writing the answer; 0 where the server does not say.
    pub write_us: u64,
    /// Milliseconds for loading the model.
    pub load_ms: u64,
    /// Milliseconds from the request to the reply's end.
    pub took_ms: u64,
}

/// Why a request to a model failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "trouble")]
pub enum ModelError {
    /// No server answers at this address.
    #[serde(rename = "absent")]
    ServerUnreachable {
        /// The server's address.
        server: String,
    },
    /// The server at this address is not Ollama.
    #[serde(rename = "foreign")]
    NotOllama {
        /// The address.
        server: String,
    },
    /// The server does not have the model.
    #[serde(rename = "missing")]
    ModelNotFound {
        /// The model.
        model: String,
    },
    /// The prompt does not fit the context window.
    #[serde(rename = "too_long")]
    PromptTooLong {
        /// Tokens of the prompt, where the server reports them.
        tokens: Option<u32>,
    },
    /// The server is overloaded.
    Busy,
    /// Not enough memory for the model.
    OutOfMemory,
    /// The model or the server ended in the middle of the answer.
    #[serde(rename = "died")]
    Crashed,
    /// No reply within the time that the model's speed allows.
    #[serde(rename = "slow")]
    TimedOut {
        /// Seconds that were waited.
        seconds: u64,
    },
    /// The reply breaks the protocol, or the server could not parse what the model wrote.
    #[serde(rename = "garbled")]
    MalformedReply {
        /// What is wrong with it.
        what: String,
    },
    /// The model does not support what was requested (tools, thinking).
    #[serde(rename = "unable")]
    Unsupported {
        /// What it can't do.
        what: String,
    },
    /// The server refused the request.
    #[serde(rename = "refused")]
    Rejected {
        /// In its own words.
        what: String,
    },
    /// It failed too often lately; its circuit is open.
    #[serde(rename = "resting")]
    CircuitOpen {
        /// Seconds until it is asked again.
        seconds: u64,
    },
}
