//! The client: what it makes of each shape that a server answers in, told by the same assertions about a real server with
//! scripted models and about a stand-in that replays what the real one was recorded with.

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

/// More than enough on a busy machine.
const LONG_TIMEOUTS: Timeouts = Timeouts { first: Duration::from_secs(60), next: Duration::from_secs(60) };

/// Runs it as the daemon does: on one thread.
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

/// A schema, in whose order the scripts answer.
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

/// What a chat came to, and the pieces in which it came.
#[derive(Debug)]
struct Outcome {
    result: Result<Reply, ModelError>,
    /// With `true` for thoughts.
    heard: Vec<(bool, String)>,
}

/// Asks, and does something when the first piece is heard.
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
