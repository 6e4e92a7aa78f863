//! The bytes on the wire, both ways. Only here are Ollama's field names known.

use rcad_core::agent::model::Request;

/// The body of a chat request, streaming, with `num_ctx`, `truncate: false` and `shift: false`. `thinks` is whether the model
/// can think: then it must be told not to where a schema is given.
pub fn chat_body(_model: &str, _thinks: bool, _request: &Request) -> Vec<u8> {
    Vec::new()
}
