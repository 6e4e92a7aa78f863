//! A model as the agent sees it: what it can do, what is said to it and what it says. Not the wire format of any server.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A model that is installed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// As the server calls it, e.g. `qwen3:8b`.
    pub name: String,
    /// The server's digest of its files; the same name may get other files.
    pub digest: String,
    /// What it can do.
    pub ability: Ability,
}

impl Model {
    /// `qwen3:8b@sha256:…`, as an answer names it.
    pub fn name_and_digest(&self) -> String {
        match (self.digest.is_empty(), self.digest.contains(':')) {
            (true, _) => self.name.clone(),
            (false, true) => format!("{}@{}", self.name, self.digest),
            (false, false) => format!("{}@sha256:{}", self.name, self.digest),
        }
    }
}

/// What a model can do, as it was found out by asking it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ability {
    /// Most tokens that prompt and answer may have together.
    pub context_length: u32,
    /// Tokens that it writes in a second; nothing while it was not measured.
    pub tokens_per_second: Option<f64>,
    /// Tokens of a prompt that it reads in a second; nothing while it was not measured.
    pub prompt_tokens_per_second: Option<f64>,
    /// Whether its answer kept to a JSON schema.
    pub keeps_schema: bool,
    /// Whether it called the tool that it was to call, with the right arguments.
    pub calls_tools: bool,
    /// Whether it thinks before it answers.
    pub thinks: bool,
    /// Characters of a prompt that a token stands for, as counted by the server.
    pub characters_per_token: Option<f64>,
    /// Unix milliseconds at which this was found out.
    pub probed_ms: u64,
    /// Version of the questions that it was found out with.
    pub probe: u32,
}

/// How a model is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// All evidence in one question, one answer in the schema.
    Straight,
    /// It may call tools before it answers.
    Tools,
}

impl Ability {
    /// The way that suits it: tools only for who calls them properly.
    pub fn way(&self) -> Way {
        if self.calls_tools { Way::Tools } else { Way::Straight }
    }
}

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Role {
    System,
    User,
    Assistant,
    Tool,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// The text.
    pub content: String,
    /// What the assistant thought before it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub thinking: String,
    /// Tools that the assistant calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
    /// The call that a tool's message answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Answered>,
}

impl Message {
    /// A message that is only text.
    pub fn text(role: Role, content: impl Into<String>) -> Message {
        Message { role, content: content.into(), thinking: String::new(), calls: Vec::new(), answers: None }
    }
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The server's name for this call; may be empty.
    pub id: String,
    /// The tool.
    pub name: String,
    /// An object, as the model wrote it; not validated.
    pub arguments: Value,
}

/// Which call a tool's message answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// [`Call::id`].
    pub id: String,
    /// The tool.
    pub name: String,
}

/// What a model is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// Whether the tools of [`super::tools`] are offered.
    pub tools: bool,
    /// The JSON schema that the answer must keep to; nothing while tools may be called.
    pub schema: Option<Value>,
    /// Most tokens of prompt and answer together; the same in each request of a job, since another window loads the model
    /// again.
    pub context_tokens: u32,
    /// Most tokens of the answer.
    pub answer_tokens: u32,
    /// Whether it may think first.
    pub think: bool,
    /// Another one gives another answer to the same question.
    pub seed: u32,
}

/// What a model said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply {
    /// The text.
    pub content: String,
    /// What it thought before it.
    pub thinking: String,
    /// Tools that it calls.
    pub calls: Vec<Call>,
    /// Whether the answer ended because there was no more room.
    pub cut: bool,
    /// Tokens of the prompt, as the server counted them.
    pub prompt_tokens: u32,
    /// Tokens of the answer.
    pub answer_tokens: u32,
    /// Tokens of the prompt that the server had read for an earlier request.
    pub cached_tokens: u32,
    /// Microseconds that reading the rest of the prompt took; 0 where the server does not say.
    pub read_us: u64,
    /// Microseconds that writing the answer took; 0 where the server does not say.
    pub write_us: u64,
    /// Milliseconds that loading the model took.
    pub load_ms: u64,
    /// Milliseconds from the request to the reply's end.
    pub took_ms: u64,
}

/// Why a model did not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "trouble")]
pub enum Trouble {
    /// No server answers at this address.
    Absent {
        /// The server's address.
        server: String,
    },
    /// What answers at this address is no server of models.
    Foreign {
        /// The address.
        server: String,
    },
    /// The server does not have the model.
    Missing {
        /// The model.
        model: String,
    },
    /// The prompt does not fit into the window.
    TooLong {
        /// Tokens of the prompt, where the server told them.
        tokens: Option<u32>,
    },
    /// The server has more to do than it takes on.
    Busy,
    /// There was not enough memory for the model.
    OutOfMemory,
    /// The model or the server ended in the middle of the answer.
    Died,
    /// Nothing came for longer than the model's speed explains.
    Slow {
        /// Seconds that were waited.
        seconds: u64,
    },
    /// What came is not what the protocol says, or the server could not read what the model wrote.
    Garbled {
        /// What is wrong with it.
        what: String,
    },
    /// The model can't do what it was asked for (tools, thinking).
    Unable {
        /// What it can't do.
        what: String,
    },
    /// The server refused the request.
    Refused {
        /// In its own words.
        what: String,
    },
    /// It failed so often lately that it is not asked for a while.
    Resting {
        /// Seconds until it is asked again.
        seconds: u64,
    },
}
