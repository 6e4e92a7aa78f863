//! The client's handling of every kind of reply. The same assertions run against a real server with scripted models and
//! against a fake one that replays recordings.

mod body;
mod broken;
mod cases;
mod errors;
mod real;
mod replayed;

use rcad_core::agent::model::{ChatRole, Message, ModelError, Reply, Request};
use serde_json::json;
use std::time::Duration;

use super::{Server, StreamChunk, Timeouts};

/// Long enough for a busy machine.
const LONG_TIMEOUTS: Timeouts = Timeouts { first: Duration::from_secs(60), next: Duration::from_secs(60) };

/// Runs it on one thread, like the daemon.
fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

fn server(address: &str) -> Server {
    Server::new(address).unwrap()
}

/// `hello`, without tools and schema.
pub fn request() -> Request {
    Request {
        messages: vec![Message::text(ChatRole::User, "hello")],
        tools: false,
        schema: None,
        context_tokens: 4096,
        answer_tokens: 100,
        think: false,
        seed: 0,
    }
}

/// A schema; the scripts answer in its order.
fn schema() -> serde_json::Value {
    json!({
        "type": "object",
        "properties": {
            "cause": { "type": "string" },
            "confidence": { "type": "integer", "minimum": 0, "maximum": 100 },
        },
        "required": ["cause", "confidence"],
        "additionalProperties": false,
    })
}

/// The result of a chat, and its chunks.
#[derive(Debug)]
struct Outcome {
    result: Result<Reply, ModelError>,
    /// `true` for thinking.
    heard: Vec<(bool, String)>,
}

/// Asks, and calls `first` at the first chunk.
fn chat(server: &Server, body: Vec<u8>, timeouts: Timeouts, mut first: impl FnMut() + Send) -> Outcome {
    let mut heard = Vec::new();
    let result = block_on(server.chat(body, timeouts, &mut |piece| {
        if heard.is_empty() {
            first();
        }
        heard.push(match piece {
            StreamChunk::Thinking(text) => (true, text.to_owned()),
            StreamChunk::Saying(text) => (false, text.to_owned()),
        });
    }));
    Outcome { result, heard }
}
