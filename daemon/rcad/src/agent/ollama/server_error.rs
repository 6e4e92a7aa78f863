//! Maps a server's errors to [`ModelError`]: by the status, or by the message if the status is not specific.

use rcad_core::agent::model::ModelError;
use serde_json::Value;

/// Longest error message that is kept, in characters.
const WORDS: usize = 300;

/// An error as the server reports it.
pub(super) struct ServerError {
    words: String,
    /// The type of a llama-server error, which Ollama passes on as JSON inside its own message.
    kind: String,
    prompt_tokens: Option<u32>,
}

impl ServerError {
    /// From the body of an error reply; nothing if it is not one of Ollama's.
    fn read(body: &[u8]) -> Option<ServerError> {
        let body: Value = serde_json::from_slice(body).ok()?;
        Some(ServerError::of(body.get("error")?))
    }

    /// From the value of `error`.
    pub fn of(error: &Value) -> ServerError {
        let nested = error.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
        let inner = nested.as_ref().unwrap_or(error);
        let inner = inner.get("error").unwrap_or(inner);
        let words = inner.get("message").unwrap_or(inner);
        let words = words.as_str().map_or_else(|| words.to_string(), str::to_owned);
        let tokens = inner.get("n_prompt_tokens").and_then(Value::as_u64);
        ServerError {
            words: shorten(&words),
            kind: inner.get("type").and_then(Value::as_str).unwrap_or_default().to_owned(),
            prompt_tokens: tokens.and_then(|tokens| u32::try_from(tokens).ok()),
        }
    }

    /// The error that its message stands for, whatever the status.
    fn known(&self, model: &str) -> Option<ModelError> {
        let words = self.words.to_lowercase();
        let says = |texts: &[&str]| texts.iter().any(|text| words.contains(text));
        if self.kind == "exceed_context_size_error" || says(TOO_LONG) {
            return Some(ModelError::PromptTooLong { tokens: self.prompt_tokens });
        }
        if says(OUT_OF_MEMORY) {
            return Some(ModelError::OutOfMemory);
        }
        if says(MISWRITTEN) {
            return Some(ModelError::MalformedReply { what: self.words.clone() });
        }
        if says(DEAD) {
            return Some(ModelError::Crashed);
        }
        if says(UNABLE) {
            return Some(ModelError::Unsupported { what: self.words.clone() });
        }
        if says(BUSY) {
            return Some(ModelError::Busy);
        }
        (says(MISSING) && words.contains("model")).then(|| ModelError::ModelNotFound { model: model.to_owned() })
    }

    /// An error in a streamed answer. An unknown one has ended it, too.
    pub fn in_an_answer(&self, model: &str) -> ModelError {
        self.known(model).unwrap_or(ModelError::Crashed)
    }

    /// An error in a pull.
    pub fn in_a_pull(self, model: &str) -> ModelError {
        self.known(model).unwrap_or(ModelError::Rejected { what: self.words })
    }
}

const TOO_LONG: &[&str] = &[
    "exceeds the context length",
    "longer than the context length",
    "exceeds the available context size",
    "exceed_context_size",
];
// From Ollama's own list for dying runners, and its check before it starts one.
const OUT_OF_MEMORY: &[&str] = &[
    "requires more system memory",
    "out of memory",
    "out of device memory",
    "outofdevicememory",
    "out_of_device_memory",
    "cudamalloc failed",
    "hipmalloc failed",
    "failed to allocate",
    "allocation failed",
    "not enough memory",
    "insufficient memory",
    "outofmemory",
];
// The model wrote a tool call that the server's parser could not read.
const MISWRITTEN: &[&str] = &[
    "parsing tool call",
    "invalid tool call arguments",
    "xml syntax error",
    "empty grammar stack",
    "failed to parse input",
];
const DEAD: &[&str] = &[
    "process has terminated",
    "process no longer running",
    "error was encountered while running the model",
    "error reading llama-server response",
    "timed out waiting for llama",
    "connection reset",
    "unexpected eof",
];
const UNABLE: &[&str] = &["does not support"];
const BUSY: &[&str] = &["server busy", "maximum pending requests", "too many requests"];
const MISSING: &[&str] = &["not found", "file does not exist"];

/// What an error reply means.
pub(super) fn of_status(status: u16, body: &[u8], model: &str) -> ModelError {
    let error = ServerError::read(body);
    if let Some(known) = error.as_ref().and_then(|error| error.known(model)) {
        return known;
    }
    let words = error.map(|error| error.words).filter(|words| !words.is_empty());
    match status {
        429 | 503 => ModelError::Busy,
        404 if words.is_some() && !model.is_empty() => ModelError::ModelNotFound { model: model.to_owned() },
        300..=399 => ModelError::Rejected { what: format!("status {status}: redirects are not followed") },
        // A server on loopback refuses other host names this way.
        403 if body.is_empty() => {
            ModelError::Rejected { what: "status 403: it does not answer requests to this host name".into() }
        }
        _ => ModelError::Rejected { what: words.unwrap_or_else(|| format!("status {status}: {}", start(body))) },
    }
}

/// The beginning of unexpected content, for an error message.
pub(super) fn start(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]);
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("`{}`", text.trim())
}

fn shorten(words: &str) -> String {
    match words.char_indices().nth(WORDS) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
}

/// What a connection error means, before any reply.
pub(super) fn of_connection(error: &reqwest::Error, server: &str) -> ModelError {
    if error.is_connect() {
        return ModelError::ServerUnreachable { server: server.to_owned() };
    }
    let mut source: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = source {
        let words = error.to_string();
        // hyper's messages for bytes that are not HTTP.
        if words.contains("invalid HTTP") || words.contains("parsed") {
            return ModelError::NotOllama { server: server.to_owned() };
        }
        source = error.source();
    }
    ModelError::Crashed
}
