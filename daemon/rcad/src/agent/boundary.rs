//! The boundary to a model: what goes out passes here and has its secrets hidden, what comes back has them again. Nothing else
//! makes the bytes of a request.

use rcad_core::agent::model::{Message, Model, Reply, Request};
use rcad_core::agent::redact::Redaction;
use rcad_core::agent::tools::{Observed, ToolError};
use serde_json::Value;

use crate::agent::ollama::wire;

/// The bytes of a request to this model.
pub fn outgoing(model: &Model, request: &Request, redaction: &mut Redaction) -> Vec<u8> {
    let mut request = request.clone();
    for message in &mut request.messages {
        hide(message, redaction);
    }
    wire::chat_body(&model.name, model.ability.thinks, &request)
}

/// A reply as the program uses it.
pub fn incoming(mut reply: Reply, redaction: &Redaction) -> Reply {
    reply.content = match serde_json::from_str::<Value>(&reply.content) {
        // Put back inside of JSON's strings: a secret may hold a quotation mark.
        Ok(mut value @ (Value::Object(_) | Value::Array(_))) => {
            walk(&mut value, &mut |text| redaction.reveal(text));
            value.to_string()
        }
        _ => redaction.reveal(&reply.content),
    };
    reply.thinking = redaction.reveal(&reply.thinking);
    for call in &mut reply.calls {
        walk(&mut call.arguments, &mut |text| redaction.reveal(text));
    }
    reply
}

/// What a tool answered, each of its texts hidden by itself: in the JSON that it becomes, lines can't be told any more.
pub fn observed(observed: Observed, redaction: &mut Redaction) -> Observed {
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
