//! One row for each kind of chat reply: the script that makes a real model reply so, the request, and what the client
//! must make of it.

use rcad_core::agent::model::{AnsweredCall, ChatRole, Message, ModelError, Reply, Request, ToolCall};
use rcad_core::agent::tools;
use serde_json::json;

use super::{Outcome, request, schema};
use crate::agent::ollama::wire;
use rcad_testkit::ollama::OllamaServer;
use rcad_testkit::ollama::script::{Script, calls, endless, repeating, says, silent};

/// A kind of reply.
pub struct Case {
    /// Also the name of its file in `testdata/ollama`.
    pub name: &'static str,
    pub script: fn() -> Script,
    /// A model name that does not exist.
    pub model: &'static str,
    /// Whether the model can think.
    pub thinks: bool,
    pub request: fn() -> Request,
    /// Whether the model runner is killed at the first chunk.
    pub killed: bool,
    pub check: fn(&Outcome),
}

impl Case {
    /// Creates the model of this case, unless the case before used the same.
    pub fn model(&self, lab: &OllamaServer, before: &mut String) {
        let script = (self.script)();
        let same = format!("{script:?}");
        if *before != same {
            lab.create("scripted", &script);
            *before = same;
        }
    }

    pub fn body(&self) -> Vec<u8> {
        wire::chat_body(self.model, self.thinks, &(self.request)())
    }
}

const PLAIN: Case = Case {
    name: "",
    script: talker,
    model: "scripted",
    thinks: false,
    request,
    killed: false,
    check: |_| panic!("no check"),
};

/// Cases of one script are adjacent, since creating and loading a model takes longest.
pub const CASES: &[Case] = &[
    Case { name: "text", check: text, ..PLAIN },
    Case { name: "schema", request: with_schema, check: kept_schema, ..PLAIN },
    Case { name: "too-long", request: too_long, check: is_too_long, ..PLAIN },
    Case { name: "unknown-model", model: "nope", check: missing, ..PLAIN },
    Case {
        name: "no-thinking",
        thinks: true,
        request: || Request { think: true, ..request() },
        check: unable,
        ..PLAIN
    },
    Case { name: "text-native", script: || talker().native(), check: text, ..PLAIN },
    Case { name: "schema-native", script: || talker().native(), request: with_schema, check: kept_schema, ..PLAIN },
    Case { name: "too-long-native", script: || talker().native(), request: too_long, check: is_too_long, ..PLAIN },
    Case {
        name: "thinking",
        script: thinker,
        thinks: true,
        request: || Request { think: true, ..request() },
        check: thinking,
        ..PLAIN
    },
    Case { name: "thinking-off", script: thinker, thinks: true, check: text, ..PLAIN },
    Case { name: "schema-thinking", script: thinker, thinks: true, request: with_schema, check: kept_schema, ..PLAIN },
    Case { name: "tool", script: caller, request: with_tools, check: called, ..PLAIN },
    Case { name: "tool-answered", script: caller, request: with_result, check: text, ..PLAIN },
    Case { name: "schema-after-tools", script: caller, request: concluding, check: kept_schema, ..PLAIN },
    Case { name: "tool-native", script: || caller().native(), request: with_tools, check: called, ..PLAIN },
    Case { name: "tool-answered-native", script: || caller().native(), request: with_result, check: text, ..PLAIN },
    Case { name: "tools-two", script: two_calls, request: with_tools, check: called_twice, ..PLAIN },
    Case { name: "tool-unknown", script: stranger, request: with_tools, check: empty, ..PLAIN },
    Case {
        name: "tool-unknown-native",
        script: || stranger().native(),
        request: with_tools,
        check: only_what_there_is,
        ..PLAIN
    },
    Case { name: "empty", script: || Script::new().turn(silent()), check: empty, ..PLAIN },
    Case { name: "no-tools", script: || talker().without_tools(), request: with_tools, check: unable, ..PLAIN },
    Case { name: "cut", script: || Script::new().turn(endless()), check: cut, ..PLAIN },
    Case { name: "window-full", script: || Script::new().turn(endless()), request: window_full, check: cut, ..PLAIN },
    Case { name: "died", script: || Script::new().turn(endless()), request: long, killed: true, check: died, ..PLAIN },
    Case { name: "repeating", script: || Script::new().turn(repeating()), request: long, check: stopped, ..PLAIN },
];

const TEXT: &str = "The build fails: `größe` is unknown.";
const THOUGHT: &str = "Let me look at the log first.";
const ANSWER: &str = r#"{"cause":"`größe` is unknown","confidence":80}"#;

fn talker() -> Script {
    Script::new().turn(says(TEXT)).answers(ANSWER)
}

fn thinker() -> Script {
    Script::new().turn(says(TEXT).thinking(THOUGHT)).answers(ANSWER)
}

fn caller() -> Script {
    Script::new().turn(calls("read_file", json!({ "filePath": "src/A.kt" }))).turn(says(TEXT)).answers(ANSWER)
}

fn two_calls() -> Script {
    let first = calls("read_file", json!({ "filePath": "src/A.kt" }));
    Script::new().turn(first.calls("read_file", json!({ "filePath": "src/B.kt" })))
}

/// Calls an unknown tool.
fn stranger() -> Script {
    Script::new().turn(calls("run_shell", json!({ "command": "id" })))
}

fn long() -> Request {
    Request { context_tokens: 16_384, answer_tokens: 16_000, ..request() }
}

fn window_full() -> Request {
    Request { context_tokens: 512, answer_tokens: 4000, ..request() }
}

fn with_schema() -> Request {
    Request { schema: Some(schema()), ..request() }
}

fn with_tools() -> Request {
    Request { tools: true, ..request() }
}

fn too_long() -> Request {
    Request { messages: vec![Message::text(ChatRole::User, "x".repeat(2000))], context_tokens: 1024, ..request() }
}

/// After a call and its result.
fn with_result() -> Request {
    let mut request = with_tools();
    let call = ToolCall { id: "call_1".into(), name: "read_file".into(), arguments: json!({ "filePath": "src/A.kt" }) };
    let answers = Some(AnsweredCall { id: call.id.clone(), name: call.name.clone() });
    request.messages.push(Message { calls: vec![call], ..Message::text(ChatRole::Assistant, "") });
    request.messages.push(Message { answers, ..Message::text(ChatRole::Tool, "fun main() {}") });
    request
}

/// The last request of a conversation with tools, which are still listed so that the prompt begins as before.
fn concluding() -> Request {
    let mut request = with_result();
    request.messages.push(Message::text(ChatRole::Assistant, "I have seen enough."));
    request.messages.push(Message::text(ChatRole::User, "Answer now."));
    Request { schema: Some(schema()), ..request }
}

#[track_caller]
fn reply(outcome: &Outcome) -> &Reply {
    let reply = outcome.result.as_ref().unwrap_or_else(|_| panic!("{outcome:?}"));
    let heard = |thought: bool| -> String {
        outcome.heard.iter().filter(|(is, _)| *is == thought).map(|(_, text)| text.as_str()).collect()
    };
    assert_eq!(
        (heard(true), heard(false)),
        (reply.thinking.clone(), reply.content.clone()),
        "what was heard is the reply"
    );
    assert!(reply.prompt_tokens > 0, "{reply:?}");
    reply
}

#[track_caller]
fn model_error(outcome: &Outcome) -> &ModelError {
    outcome.result.as_ref().err().unwrap_or_else(|| panic!("{outcome:?}"))
}

fn text(outcome: &Outcome) {
    let reply = reply(outcome);
    assert_eq!((reply.content.as_str(), reply.thinking.as_str(), reply.cut), (TEXT, "", false));
    assert!(outcome.heard.len() > 2, "in pieces: {:?}", outcome.heard);
    assert!(reply.calls.is_empty() && reply.answer_tokens > 2, "{reply:?}");
}

fn thinking(outcome: &Outcome) {
    let reply = reply(outcome);
    assert_eq!((reply.content.as_str(), reply.thinking.trim_end()), (TEXT, THOUGHT));
    let first_said = outcome.heard.iter().position(|(thought, _)| !thought).unwrap();
    assert!(first_said > 0 && outcome.heard[first_said..].iter().all(|(thought, _)| !thought), "{:?}", outcome.heard);
}

fn kept_schema(outcome: &Outcome) {
    let reply = reply(outcome);
    assert_eq!((reply.content.as_str(), reply.thinking.as_str(), reply.cut), (ANSWER, "", false));
    assert!(reply.calls.is_empty());
}

fn called(outcome: &Outcome) {
    let reply = reply(outcome);
    assert_eq!(reply.content, "");
    let [call] = &reply.calls[..] else { panic!("{reply:?}") };
    assert_eq!((call.name.as_str(), &call.arguments), ("read_file", &json!({ "filePath": "src/A.kt" })));
    assert!(!call.id.is_empty());
}

fn called_twice(outcome: &Outcome) {
    let files: Vec<&str> =
        reply(outcome).calls.iter().map(|call| call.arguments["filePath"].as_str().unwrap()).collect();
    assert_eq!(files, ["src/A.kt", "src/B.kt"]);
}

/// Neither error nor answer.
fn empty(outcome: &Outcome) {
    let reply = reply(outcome);
    assert!(reply.content.is_empty() && reply.calls.is_empty() && !reply.cut, "{reply:?}");
}

fn cut(outcome: &Outcome) {
    let reply = reply(outcome);
    assert!(reply.cut && reply.content.starts_with("tick tock tick "), "{reply:?}");
}

fn died(outcome: &Outcome) {
    assert_eq!(model_error(outcome), &ModelError::Crashed);
    assert!(!outcome.heard.is_empty());
}

fn stopped(outcome: &Outcome) {
    assert!(
        matches!(model_error(outcome), ModelError::MalformedReply { what } if what.contains("repeat")),
        "{outcome:?}"
    );
    assert!(outcome.heard.len() > 10);
}

/// The server's grammar for calls knows the tools' names.
fn only_what_there_is(outcome: &Outcome) {
    let calls = &reply(outcome).calls;
    assert!(!calls.is_empty() && calls.iter().all(|call| tools::find(&call.name).is_some()), "{calls:?}");
}

fn is_too_long(outcome: &Outcome) {
    let ModelError::PromptTooLong { tokens: Some(tokens) } = model_error(outcome) else { panic!("{outcome:?}") };
    assert!((2000..2020).contains(tokens), "a token for each byte and mark: {tokens}");
}

fn missing(outcome: &Outcome) {
    assert_eq!(model_error(outcome), &ModelError::ModelNotFound { model: "nope".into() });
}

fn unable(outcome: &Outcome) {
    assert!(
        matches!(model_error(outcome), ModelError::Unsupported { what } if what.contains("does not support")),
        "{outcome:?}"
    );
}
