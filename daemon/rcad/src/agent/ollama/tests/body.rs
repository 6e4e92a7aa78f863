//! Request bodies.

use rcad_core::agent::model::{AnsweredCall, ChatRole, Message, Request, ToolCall};
use serde_json::{Value, json};

use super::{request, schema};
use crate::agent::ollama::wire::chat_body;

fn sent(thinks: bool, request: &Request) -> Value {
    serde_json::from_slice(&chat_body("qwen3:8b", thinks, request)).unwrap()
}

#[test]
fn the_window_is_always_named_and_nothing_is_cut_without_a_word() {
    let body = sent(false, &request());
    let expected = json!({
        "model": "qwen3:8b",
        "messages": [{ "role": "user", "content": "hello" }],
        "stream": true,
        "truncate": false,
        "shift": false,
        "options": { "num_ctx": 4096, "num_predict": 100, "temperature": 0.0, "seed": 0 },
    });
    assert_eq!(body, expected);
}

#[test]
fn another_seed_is_another_answer() {
    let body = sent(false, &Request { seed: 7, ..request() });
    assert_eq!(body["options"]["seed"], 7);
    assert!(body["options"]["temperature"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_model_is_told_whether_to_think_only_if_it_can() {
    let think = |thinks, think, schema| sent(thinks, &Request { think, schema, ..request() }).get("think").cloned();
    assert_eq!(think(false, false, None), None);
    assert_eq!(think(false, true, None), None, "an error otherwise");
    assert_eq!(think(false, true, Some(schema())), None);
    assert_eq!(think(true, true, None), Some(true.into()));
    assert_eq!(think(true, false, None), Some(false.into()), "left out means yes");
    assert_eq!(think(true, true, Some(schema())), Some(false.into()), "the schema would not hold");
}

#[test]
fn a_schema_and_the_tools_are_sent_when_asked_for() {
    let body = sent(false, &Request { schema: Some(schema()), tools: true, ..request() });
    assert_eq!(body["format"], schema());
    assert_eq!(body["tools"], rcad_core::agent::tools::schemas());
    assert!(body["tools"].as_array().is_some_and(|tools| tools.len() > 5));
    let body = sent(false, &request());
    assert!(body.get("format").is_none() && body.get("tools").is_none());
}

#[test]
fn calls_and_their_results_find_each_other() {
    let call = |arguments| ToolCall { id: "call_1".into(), name: "read_file".into(), arguments };
    let message = Message {
        thinking: "So.".into(),
        calls: vec![call(json!({ "filePath": "a" })), call(json!("text"))],
        ..Message::text(ChatRole::Assistant, "")
    };
    let answers = Some(AnsweredCall { id: "call_1".into(), name: "read_file".into() });
    let unnamed = Some(AnsweredCall { id: String::new(), name: "read_file".into() });
    let result = Message { answers, ..Message::text(ChatRole::Tool, "fun main() {}") };
    let older = Message { answers: unnamed, ..Message::text(ChatRole::Tool, "x") };
    let body = sent(true, &Request { messages: vec![message, result, older], ..request() });
    let function =
        |arguments: Value| json!({ "id": "call_1", "function": { "name": "read_file", "arguments": arguments } });
    let expected = json!([
        {
            "role": "assistant", "content": "", "thinking": "So.",
            "tool_calls": [function(json!({ "filePath": "a" })), function(json!({}))],
        },
        { "role": "tool", "content": "fun main() {}", "tool_name": "read_file", "tool_call_id": "call_1" },
        { "role": "tool", "content": "x", "tool_name": "read_file" },
    ]);
    assert_eq!(body["messages"], expected);
}
