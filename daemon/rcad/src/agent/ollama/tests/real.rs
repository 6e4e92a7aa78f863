//! Tests against a real server.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use rcad_core::agent::model::{AnsweredCall, ChatRole, Message, ModelError, Request};
use rcad_core::agent::tools;
use serde_json::json;

use super::cases::CASES;
use super::{LONG_TIMEOUTS, block_on, chat, request, server};
use crate::agent::ollama::{Timeouts, wire};
use rcad_testkit::ollama::OllamaServer;
use rcad_testkit::ollama::script::{Script, calls, endless, says};

#[test]
fn each_shape_is_read_from_a_real_server() {
    let Some(lab) = OllamaServer::start() else { return };
    let mut before = String::new();
    for case in CASES {
        println!("{}", case.name);
        case.model(&lab, &mut before);
        let outcome = chat(&server(&lab.address), case.body(), LONG_TIMEOUTS, || {
            if case.killed {
                lab.kill_runner();
            }
        });
        (case.check)(&outcome);
    }
}

fn body(request: &Request) -> Vec<u8> {
    wire::chat_body("scripted", false, request)
}

/// Ends only when it is stopped: more tokens than anybody waits for.
fn forever() -> Vec<u8> {
    body(&Request { context_tokens: 32_768, answer_tokens: 32_000, ..request() })
}

#[test]
fn a_server_tells_what_it_is_and_has() {
    let Some(lab) = OllamaServer::start() else { return };
    let server = server(&lab.address);
    assert_eq!(block_on(server.installed()).unwrap(), []);
    lab.create("scripted", &Script::new().turn(says("Yes.").thinking("So.")).context_tokens(8192));
    lab.create("simple", &Script::new().turn(says("Yes.")).without_tools());
    let version = block_on(server.version()).unwrap();
    assert!(version.split('.').count() == 3, "{version}");
    let mut installed = block_on(server.installed()).unwrap();
    installed.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<&str> = installed.iter().map(|model| model.name.as_str()).collect();
    assert_eq!(names, ["scripted:latest", "simple:latest"]);
    assert!(installed.iter().all(|model| model.digest.len() >= 64 && model.size > 100_000), "{installed:?}");
    assert_ne!(installed[0].digest, installed[1].digest);
    let shown = block_on(server.show("scripted")).unwrap();
    assert_eq!((shown.context_length, shown.num_ctx), (Some(8192), None));
    assert!(["completion", "tools", "thinking"].iter().all(|can| shown.capabilities.contains(&(*can).to_owned())));
    assert_eq!(block_on(server.show("simple")).unwrap().capabilities, ["completion"]);
    assert_eq!(block_on(server.show("nope")), Err(ModelError::ModelNotFound { model: "nope".into() }));
}

#[test]
fn a_model_is_loaded_with_the_window_that_was_sent_and_unloaded() {
    let Some(lab) = OllamaServer::start() else { return };
    lab.create("scripted", &Script::new().turn(says("Yes.")));
    let server = server(&lab.address);
    let windows = || block_on(server.ps()).unwrap().iter().map(|m| m.context_tokens).collect::<Vec<_>>();
    assert_eq!(windows(), []);
    block_on(server.load("scripted", 2048)).unwrap();
    assert_eq!(windows(), [Some(2048)]);
    let asked = Request { context_tokens: 2048, ..request() };
    let warm = chat(&server, body(&asked), LONG_TIMEOUTS, || {}).result.unwrap();
    assert_eq!((windows(), warm.content.as_str()), (vec![Some(2048)], "Yes."));
    // `hello`, the end of the line, and three control tokens.
    assert_eq!(warm.prompt_tokens, 9);
    let runner = lab.runners();
    chat(&server, body(&Request { context_tokens: 4096, ..request() }), LONG_TIMEOUTS, || {}).result.unwrap();
    assert_eq!(windows(), [Some(4096)]);
    assert_ne!(lab.runners(), runner, "another window is another process");
    block_on(server.unload("scripted")).unwrap();
    // The server answers at once; if the last request has not let go of the runner yet, it ends when that does.
    let asked = Instant::now();
    while !windows().is_empty() {
        assert!(asked.elapsed() < Duration::from_secs(20), "still loaded: {:?}", windows());
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(block_on(server.load("nope", 2048)), Err(ModelError::ModelNotFound { model: "nope".into() }));
}

#[test]
fn a_request_that_is_dropped_ends_on_the_server_and_the_next_is_answered() {
    let Some(lab) = OllamaServer::start() else { return };
    lab.create("scripted", &Script::new().turn(endless()).answers(r#"{"cause":"a b","confidence":1}"#));
    let server = server(&lab.address);
    let pieces = Mutex::new(0);
    block_on(async {
        let mut hear = |_: crate::agent::ollama::StreamChunk<'_>| *pieces.lock().unwrap() += 1;
        let mut asking = Box::pin(server.chat(forever(), LONG_TIMEOUTS, &mut hear));
        std::future::poll_fn(|context| {
            assert!(asking.as_mut().poll(context).is_pending(), "it ends by itself");
            if *pieces.lock().unwrap() > 3 { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
        drop(asking);
        // The server answers one request of a model at a time, so this one waits for the other.
        let next = Request { schema: Some(super::schema()), context_tokens: 32_768, ..request() };
        let timeouts = Timeouts { first: Duration::from_secs(20), ..LONG_TIMEOUTS };
        let mut reply = server.chat(body(&next), timeouts, &mut |_| {}).await;
        if let Err(ModelError::TimedOut { .. }) = reply {
            // The server's own fault, which `Route` answers in this way.
            server.unload("scripted").await.unwrap();
            reply = server.chat(body(&next), timeouts, &mut |_| {}).await;
        }
        let reply = reply.unwrap_or_else(|error| panic!("{error:?}; the server says:\n{}", lab.log()));
        assert!(lab.log().contains("cancel task"), "the first was not ended but came to its end: {}", lab.log());
        assert!(reply.content.contains("a b"), "{reply:?}");
    });
}

#[test]
fn a_model_that_died_is_loaded_again_by_the_next_request() {
    let Some(lab) = OllamaServer::start() else { return };
    lab.create("scripted", &Script::new().turn(endless()));
    let server = server(&lab.address);
    let died = chat(&server, forever(), LONG_TIMEOUTS, || lab.kill_runner());
    assert_eq!(died.result, Err(ModelError::Crashed));
    let again = chat(&server, body(&request()), LONG_TIMEOUTS, || {}).result.unwrap();
    assert!(again.cut && again.load_ms > 0, "{again:?}");
}

#[test]
fn a_model_that_stops_in_the_middle_is_not_waited_for_beyond_the_timeouts() {
    let Some(lab) = OllamaServer::start() else { return };
    lab.create("scripted", &Script::new().turn(endless()));
    let server = server(&lab.address);
    let timeouts = Timeouts { next: Duration::from_secs(1), ..LONG_TIMEOUTS };
    let slow = chat(&server, forever(), timeouts, || lab.freeze());
    assert_eq!(slow.result, Err(ModelError::TimedOut { seconds: 1 }));
    assert!(!slow.heard.is_empty());
    // Still suspended: now nothing arrives at all.
    let timeouts = Timeouts { first: Duration::from_secs(1), ..LONG_TIMEOUTS };
    let same_window = || body(&Request { context_tokens: 32_768, ..request() });
    let silent = chat(&server, same_window(), timeouts, || {});
    assert_eq!((silent.result, silent.heard), (Err(ModelError::TimedOut { seconds: 1 }), vec![]));
    lab.thaw();
    assert!(chat(&server, same_window(), LONG_TIMEOUTS, || {}).result.unwrap().cut);
}

/// A call, its result, an answer: with the server's ids, in both of its conversation modes.
#[test]
fn a_conversation_with_a_tool_goes_on_to_its_answer() {
    let Some(lab) = OllamaServer::start() else { return };
    let script = Script::new().turn(calls("read_file", json!({ "filePath": "src/A.kt" }))).turn(says("Enough."));
    let script = script.answers(r#"{"cause":"a b","confidence":7}"#);
    lab.create("rendered", &script);
    lab.create("native", &script.native());
    let server = server(&lab.address);
    for model in ["rendered", "native"] {
        let ask = |request: &Request| {
            chat(&server, wire::chat_body(model, false, request), LONG_TIMEOUTS, || {}).result.unwrap()
        };
        let mut asked = Request { tools: true, ..request() };
        let reply = ask(&asked);
        let call = reply.calls[0].clone();
        let answers = Some(AnsweredCall { id: call.id.clone(), name: call.name.clone() });
        asked.messages.push(Message { calls: reply.calls, ..Message::text(ChatRole::Assistant, reply.content) });
        asked.messages.push(Message { answers, ..Message::text(ChatRole::Tool, "fun main() {}") });
        let reply = ask(&asked);
        assert_eq!((reply.content.as_str(), reply.calls.len()), ("Enough.", 0), "{model}");
        asked.messages.push(Message::text(ChatRole::Assistant, reply.content));
        asked.messages.push(Message::text(ChatRole::User, "Answer now."));
        let answer = ask(&Request { schema: Some(super::schema()), ..asked.clone() });
        assert_eq!(answer.content, r#"{"cause":"a b","confidence":7}"#, "{model}");
        if model == "rendered" {
            let names: String = tools::TOOLS.iter().map(|tool| format!("{}\n", tool.name)).collect();
            let expected = format!(
                "<|system|>{names}<|user|>hello\n<|assistant|><tool_call>\n\
                 {{\"name\": \"read_file\", \"arguments\": {{\"filePath\":\"src/A.kt\"}}}}\n</tool_call><|eot|>\n\
                 <|tool|>fun main() {{}}\n<|assistant|>Enough.<|eot|>\n<|user|>Answer now.\n<|assistant|><|turn_1|>"
            );
            assert_eq!(lab.rendered(&wire::chat_body(model, false, &asked)), expected);
        }
    }
}

/// Two conversations at once on one model: the server handles them one after the other and does not mix them up.
#[test]
fn requests_at_the_same_time_are_each_answered() {
    let Some(lab) = OllamaServer::start() else { return };
    lab.create("scripted", &Script::new().turn(says("Yes, it is so.")));
    let server = server(&lab.address);
    block_on(async {
        let (mut a, mut b) =
            (|_: crate::agent::ollama::StreamChunk<'_>| {}, |_: crate::agent::ollama::StreamChunk<'_>| {});
        let (a, b) = tokio::join!(
            server.chat(body(&request()), LONG_TIMEOUTS, &mut a),
            server.chat(body(&request()), LONG_TIMEOUTS, &mut b)
        );
        assert_eq!((a.unwrap().content, b.unwrap().content), ("Yes, it is so.".into(), "Yes, it is so.".into()));
    });
}

/// Whole-program tests rely on this for models that get tools, or don't.
#[test]
fn a_scripted_model_passes_the_probe_or_does_not() {
    let Some(lab) = OllamaServer::start() else { return };
    let script = Script::new().turn(says("No.")).answers(r#"{"cause":"a b","confidence":7}"#);
    lab.create("unable", &script);
    lab.create("able", &script.clone().passing_the_probe());
    lab.create("able-native", &script.passing_the_probe().native());
    let server = server(&lab.address);
    for (model, calls_tools) in [("unable", false), ("able", true), ("able-native", true)] {
        let ability = block_on(crate::agent::probe::probe(&server, model, 8192, 1)).unwrap();
        assert_eq!((ability.calls_tools, ability.keeps_schema), (calls_tools, true), "{model}: {ability:?}");
        let system = Message::text(ChatRole::System, "You explain.");
        let asked =
            Request { tools: true, messages: vec![system, Message::text(ChatRole::User, "hello")], ..request() };
        let reply = chat(&server, wire::chat_body(model, false, &asked), LONG_TIMEOUTS, || {}).result.unwrap();
        assert_eq!(reply.content, "No.", "{model}");
    }
}
