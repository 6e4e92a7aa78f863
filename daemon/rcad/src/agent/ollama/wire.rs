//! Ollama's wire format, both ways. The only module that knows its field names. Opens no connection.

use rcad_core::agent::model::{ChatRole, Message, Reply, Request, ToolCall};
use rcad_core::agent::tools;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The body of a streaming chat request with `num_ctx`, `truncate: false` and `shift: false`. `thinks`: whether the
/// model can think; then thinking is switched off if there is a schema.
///
/// Leaves out `keep_alive`: how long a model stays in memory is the server owner's decision.
pub fn chat_body(model: &str, thinks: bool, request: &Request) -> Vec<u8> {
    let body = ChatRequest {
        model,
        messages: request.messages.iter().map(WireMessage::of).collect(),
        tools: request.tools.then(tools::schemas).filter(|tools| tools.as_array().is_some_and(|t| !t.is_empty())),
        format: request.schema.as_ref(),
        // Ollama silently ignores the schema while a model thinks. A model that can think does so by default, and for
        // one that can't `true` is an error.
        think: thinks.then_some(request.think && request.schema.is_none()),
        stream: true,
        // Otherwise Ollama silently drops the beginning of a long prompt.
        truncate: false,
        shift: false,
        options: ChatOptions {
            num_ctx: request.context_tokens,
            num_predict: request.answer_tokens,
            // At temperature 0 the seed has no effect.
            temperature: if request.seed == 0 { 0.0 } else { RETRY_TEMPERATURE },
            seed: request.seed,
        },
    };
    bytes(&body)
}

/// High enough for a different answer, low enough for a sensible one.
const RETRY_TEMPERATURE: f32 = 0.6;

/// The body that loads a model with this context window, or unloads it.
pub(super) fn load_body(model: &str, context_tokens: Option<u32>) -> Vec<u8> {
    let mut body = Map::new();
    body.insert("model".into(), model.into());
    body.insert("messages".into(), Value::Array(Vec::new()));
    body.insert("stream".into(), false.into());
    match context_tokens {
        Some(tokens) => {
            body.insert("options".into(), Value::Object(Map::from_iter([("num_ctx".to_owned(), tokens.into())])))
        }
        None => body.insert("keep_alive".into(), 0.into()),
    };
    bytes(&body)
}

/// `{"model": …}`, with `"stream": true` if streamed.
pub(super) fn model_body(model: &str, stream: bool) -> Vec<u8> {
    let mut body = Map::from_iter([("model".to_owned(), Value::from(model))]);
    if stream {
        body.insert("stream".into(), true.into());
    }
    bytes(&body)
}

/// The model named in a body.
pub(super) fn model_of(body: &[u8]) -> String {
    #[derive(Deserialize)]
    struct ModelField {
        model: String,
    }
    serde_json::from_slice::<ModelField>(body).map(|named| named.model).unwrap_or_default()
}

fn bytes(body: &impl Serialize) -> Vec<u8> {
    // Fails only for maps with keys that are not strings; there are none.
    serde_json::to_vec(body).unwrap_or_default()
}

#[derive(Serialize)]
struct ChatRequest<'r> {
    model: &'r str,
    messages: Vec<WireMessage<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'r Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    think: Option<bool>,
    stream: bool,
    truncate: bool,
    shift: bool,
    options: ChatOptions,
}

#[derive(Serialize)]
struct ChatOptions {
    num_ctx: u32,
    num_predict: u32,
    temperature: f32,
    seed: u32,
}

#[derive(Serialize)]
struct WireMessage<'r> {
    role: ChatRole,
    content: &'r str,
    #[serde(skip_serializing_if = "str::is_empty")]
    thinking: &'r str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<WireCall<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_name: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'r str>,
}

#[derive(Serialize)]
struct WireCall<'r> {
    #[serde(skip_serializing_if = "str::is_empty")]
    id: &'r str,
    function: WireFunction<'r>,
}

#[derive(Serialize)]
struct WireFunction<'r> {
    name: &'r str,
    arguments: Value,
}

impl<'r> WireMessage<'r> {
    fn of(message: &'r Message) -> WireMessage<'r> {
        let answers = message.answers.as_ref();
        WireMessage {
            role: message.role,
            content: &message.content,
            thinking: &message.thinking,
            tool_calls: message.calls.iter().map(WireCall::of).collect(),
            tool_name: answers.map(|call| call.name.as_str()),
            tool_call_id: answers.map(|call| call.id.as_str()).filter(|id| !id.is_empty()),
        }
    }
}

impl<'r> WireCall<'r> {
    fn of(call: &'r ToolCall) -> WireCall<'r> {
        // The server rejects the whole conversation if arguments are not an object.
        let arguments = if call.arguments.is_object() { call.arguments.clone() } else { Value::Object(Map::new()) };
        WireCall { id: &call.id, function: WireFunction { name: &call.name, arguments } }
    }
}

/// One line of a streamed answer.
#[derive(Debug, Default, Deserialize)]
pub(super) struct ChatLine {
    pub error: Option<Value>,
    pub message: Option<MessageDelta>,
    #[serde(default)]
    pub done: bool,
    done_reason: Option<String>,
    load_duration: Option<u64>,
    prompt_eval_count: Option<u32>,
    prompt_eval_cached_count: Option<u32>,
    prompt_eval_duration: Option<u64>,
    eval_count: Option<u32>,
    eval_duration: Option<u64>,
}

/// The content that a line adds to the message.
#[derive(Debug, Default, Deserialize)]
pub(super) struct MessageDelta {
    pub content: Option<String>,
    pub thinking: Option<String>,
    tool_calls: Option<Vec<ReceivedCall>>,
}

#[derive(Debug, Deserialize)]
struct ReceivedCall {
    id: Option<String>,
    function: ReceivedFunction,
}

#[derive(Debug, Deserialize)]
struct ReceivedFunction {
    name: String,
    arguments: Option<Value>,
}

impl ChatLine {
    /// Adds its tool calls and counts to the reply. The caller adds the texts, which it also streams.
    pub fn apply_to(self, reply: &mut Reply) {
        for asked in self.message.and_then(|message| message.tool_calls).unwrap_or_default() {
            let arguments = asked.function.arguments.unwrap_or_else(|| Value::Object(Map::new()));
            reply.calls.push(ToolCall { id: asked.id.unwrap_or_default(), name: asked.function.name, arguments });
        }
        if self.done {
            reply.cut = self.done_reason.as_deref() == Some("length");
            reply.prompt_tokens = self.prompt_eval_count.unwrap_or_default();
            reply.answer_tokens = self.eval_count.unwrap_or_default();
            reply.cached_tokens = self.prompt_eval_cached_count.unwrap_or_default();
            reply.read_us = self.prompt_eval_duration.unwrap_or_default() / 1000;
            reply.write_us = self.eval_duration.unwrap_or_default() / 1000;
            reply.load_ms = self.load_duration.unwrap_or_default() / 1_000_000;
        }
    }
}

#[derive(Deserialize)]
pub(super) struct VersionReply {
    pub version: String,
}

/// The reply of `/api/tags` and `/api/ps`.
#[derive(Deserialize)]
pub(super) struct ModelsReply {
    pub models: Vec<ListedModel>,
}

#[derive(Deserialize)]
pub(super) struct ListedModel {
    pub name: String,
    #[serde(default)]
    pub digest: String,
    #[serde(default)]
    pub size: u64,
    /// Only in `/api/ps`: the allocated context window.
    #[cfg(test)]
    pub context_length: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct ShowReply {
    #[serde(default)]
    pub capabilities: Vec<String>,
    #[serde(default)]
    model_info: Map<String, Value>,
    #[serde(default)]
    parameters: String,
}

impl ShowReply {
    /// The longest context window, in `model_info` under the architecture's name, e.g. `llama.context_length`.
    pub fn context_length(&self) -> Option<u32> {
        let architecture = self.model_info.get("general.architecture").and_then(Value::as_str).unwrap_or("llama");
        let length = self.model_info.get(&format!("{architecture}.context_length"))?;
        u32::try_from(length.as_u64()?).ok()
    }

    /// The context window set in the Modelfile; a line `num_ctx    8192` in `parameters`.
    pub fn num_ctx(&self) -> Option<u32> {
        let mut words = self.parameters.lines().map(|line| line.split_whitespace());
        words.find_map(|mut line| if line.next() == Some("num_ctx") { line.next()?.parse().ok() } else { None })
    }
}

/// One line of a pull.
#[derive(Deserialize)]
pub(super) struct PullLine {
    pub error: Option<Value>,
    pub status: Option<String>,
    pub total: Option<u64>,
    pub completed: Option<u64>,
}
