//! The boundary to a model: hides secrets in requests and reveals them in replies. No other code makes the bytes of a
//! request.

use rcad_core::agent::model::{ChatModel, Message, Reply, Request};
use rcad_core::agent::redact::Redaction;
use rcad_core::agent::tools::{self, ToolError, ToolResult};
use serde_json::Value;

use crate::agent::ollama::wire;

/// The bytes of a request to this model.
pub fn outgoing(model: &ChatModel, request: &Request, redaction: &mut Redaction) -> Vec<u8> {
    let mut request = request.clone();
    for message in &mut request.messages {
        hide(message, redaction);
    }
    wire::chat_body(&model.name, model.ability.thinks, &request)
}

/// A reply with the secrets in place of their placeholders, except in the arguments of tools that use the network.
/// There every secret of the job is hidden, also one that the model wrote in full.
pub fn incoming(mut reply: Reply, redaction: &mut Redaction) -> Reply {
    reply.content = match serde_json::from_str::<Value>(&reply.content) {
        // Replaced inside JSON strings, so that a quotation mark in a secret is escaped.
        Ok(mut value @ (Value::Object(_) | Value::Array(_))) => {
            walk(&mut value, &mut |text| redaction.reveal(text));
            value.to_string()
        }
        _ => redaction.reveal(&reply.content),
    };
    reply.thinking = redaction.reveal(&reply.thinking);
    for call in &mut reply.calls {
        let is_local = tools::find(&call.name).is_some_and(|tool| !tool.uses_network);
        walk(&mut call.arguments, &mut |text| if is_local { redaction.reveal(text) } else { redaction.hide(text) });
    }
    reply
}

/// A tool's result with secrets hidden in each of its texts. After encoding as JSON, line breaks could not be
/// recognised any more.
pub fn observed(observed: ToolResult, redaction: &mut Redaction) -> ToolResult {
    match observed {
        Ok(mut value) => {
            walk(&mut value, &mut |text| redaction.hide(text));
            Ok(value)
        }
        Err(error) => Err(ToolError::new(error.code, redaction.hide(&error.message))),
    }
}

fn hide(message: &mut Message, redaction: &mut Redaction) {
    message.content = redaction.hide(&message.content);
    message.thinking = redaction.hide(&message.thinking);
    for call in &mut message.calls {
        walk(&mut call.arguments, &mut |text| redaction.hide(text));
    }
}

fn walk(value: &mut Value, change: &mut dyn FnMut(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(items) => items.iter_mut().for_each(|item| walk(item, change)),
        Value::Object(fields) => fields.values_mut().for_each(|field| walk(field, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use rcad_core::agent::model::{Reply, ToolCall};
    use rcad_core::agent::redact::Redaction;
    use serde_json::{Value, json};

    use super::incoming;

    /// What a tool of this name gets when the model calls it with this text.
    fn argument(redaction: &mut Redaction, tool: &str, text: &str) -> String {
        let call =
            ToolCall { id: String::new(), name: tool.to_owned(), arguments: json!({"query": text, "all": [text]}) };
        let reply = Reply { calls: vec![call], ..Reply::default() };
        let arguments = &incoming(reply, redaction).calls[0].arguments;
        assert_eq!(arguments["query"], arguments["all"][0]);
        arguments["query"].as_str().map(str::to_owned).unwrap()
    }

    #[test]
    fn a_web_query_never_holds_a_secret_of_the_job() {
        // Nothing but its context tells that this is a password.
        let mut redaction = Redaction::default();
        assert_eq!(redaction.hide("password = \"hunter2\""), "password = \"<SECRET_1>\"");
        let token = "token = \"7Jq2mZx0Rk5vTn8wLp3sYd6u\"";
        assert_eq!(redaction.hide(token), "token = \"<SECRET_2>\"");
        for (asked, sent) in [
            ("login fails with <SECRET_1>", "login fails with <SECRET_1>"),
            ("rejected 7Jq2mZx0Rk5vTn8wLp3sYd6u", "rejected <SECRET_2>"),
            ("no secret in this", "no secret in this"),
        ] {
            assert_eq!(argument(&mut redaction, "web_search_wiki", asked), sent);
            assert_eq!(argument(&mut redaction, "a_tool_of_a_later_version", asked), sent);
        }
        assert_eq!(argument(&mut redaction, "vector_search_db", "<SECRET_1>"), "hunter2");
    }

    #[test]
    fn answers_are_revealed_inside_of_their_json() {
        let mut redaction = Redaction::default();
        let written = "password = 'a\"b\\c'";
        let hidden = redaction.hide(written);
        assert!(!hidden.contains("a\"b"), "{hidden}");
        let reply = Reply { content: json!({"cause": hidden}).to_string(), ..Reply::default() };
        let content: Value = serde_json::from_str(&incoming(reply, &mut redaction).content).unwrap();
        assert_eq!(content["cause"], written);
    }
}
