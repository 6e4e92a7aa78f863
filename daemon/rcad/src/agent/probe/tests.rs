//! Probes of scripted models on a real server, and what is made of their answers.

use serde_json::json;

use super::{Ability, ModelError, ToolCall, Value, generates_text, is_expected_call, keeps_schema, probe};
use crate::agent::ollama::Server;
use rcad_testkit::ollama::OllamaServer;
use rcad_testkit::ollama::fake::{Act, Fake, recorded};
use rcad_testkit::ollama::plain_http::HttpResponse;
use rcad_testkit::ollama::script::{Script, calls, says};

#[test]
fn an_answer_keeps_to_the_schema_or_does_not() {
    let good = r#"{"file":"Basket.kt","line":14,"tool":"kotlinc","symbols":["totl"]}"#;
    assert!(keeps_schema(good));
    for (from, to) in [
        ("14", "0"),
        ("14", "100"),
        ("14", "\"14\""),
        ("kotlinc", "gradle"),
        ("[\"totl\"]", "[]"),
        ("[\"totl\"]", "[\"a\",\"b\",\"c\",\"d\"]"),
        ("[\"totl\"]", "[1]"),
        ("[\"totl\"]", "\"totl\""),
        ("\"file\"", "\"path\""),
        ("}", ",\"more\":1}"),
        ("}", ""),
        ("{", "Here it is: {"),
    ] {
        let bad = good.replace(from, to);
        assert!(!keeps_schema(&bad), "{bad}");
    }
}

#[test]
fn a_call_is_the_one_that_was_asked_for_or_is_not() {
    let call = |name: &str, arguments: Value| ToolCall { id: String::new(), name: name.into(), arguments };
    let right = json!({ "filePath": "src/Probe.kt", "lineStart": 1, "lineEnd": 3 });
    assert!(is_expected_call(&call("read_file", right.clone())));
    assert!(!is_expected_call(&call("get_code_context", right.clone())));
    assert!(!is_expected_call(&call("find_everything", right)));
    for wrong in [
        json!({ "filePath": "src/Other.kt", "lineStart": 1, "lineEnd": 3 }),
        json!({ "filePath": "src/Probe.kt" }),
        json!({ "path": "src/Probe.kt", "lineStart": 1, "lineEnd": 3 }),
        json!({}),
    ] {
        assert!(!is_expected_call(&call("read_file", wrong.clone())), "{wrong}");
    }
}

#[test]
fn a_model_for_embeddings_is_told_apart() {
    let can = |all: &[&str]| generates_text(&all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>(), "m");
    assert!(can(&["completion", "tools"]) && can(&[]));
    assert!(!can(&["embedding"]));
    assert!(!generates_text(&[], "nomic-embed-text:latest"), "an old server says nothing");
}

fn found(address: &str, model: &str) -> Result<Ability, ModelError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(probe(&Server::new(address).unwrap(), model, 16_384, 7))
}

#[test]
fn real_models_are_found_out() {
    let Some(lab) = OllamaServer::start() else { return };
    let caller = Script::new().turn(calls("read_file", json!({ "filePath": "src/Other.kt" }))).turn(says("Enough."));
    lab.create("able", &caller.clone().passing_the_probe());
    lab.create("clumsy", &caller);
    lab.create("clumsy-native", &caller.native());
    lab.create("talker", &Script::new().turn(says("I would read the file.").thinking("Let me see.")));
    lab.create("plain", &Script::new().turn(says("I can't do that.")).without_tools().context_tokens(8192));
    let ability = |model: &str| found(&lab.address, model).unwrap();
    let able = ability("able");
    assert!(able.keeps_schema && able.calls_tools && !able.thinks, "{able:?}");
    assert_eq!((able.context_length, able.probed_ms, able.probe), (32_768, 7, super::VERSION));
    let (reads, writes) = (able.prompt_tokens_per_second.unwrap(), able.tokens_per_second.unwrap());
    assert!(reads > 1.0 && writes > 1.0, "{able:?}");
    // In these models each byte is a token, plus some control tokens.
    let characters = able.characters_per_token.unwrap();
    assert!(characters > 0.95 && characters <= 1.0, "{able:?}");
    // The server's own grammar makes this call one that it can't parse: the model's mistake, not a refusal.
    let native = ability("clumsy-native");
    assert!(native.keeps_schema && !native.calls_tools, "{native:?}");
    let clumsy = ability("clumsy");
    assert!(clumsy.keeps_schema && !clumsy.calls_tools, "it calls the tool with other arguments: {clumsy:?}");
    let talker = ability("talker");
    assert!(talker.keeps_schema && !talker.calls_tools && talker.thinks, "{talker:?}");
    let plain = ability("plain");
    assert!(plain.keeps_schema && !plain.calls_tools && plain.context_length == 8192, "{plain:?}");
    assert_eq!(found(&lab.address, "none"), Err(ModelError::ModelNotFound { model: "none".into() }));
}

#[test]
fn a_model_that_ends_in_the_middle_is_not_judged() {
    let loaded = HttpResponse { status: 200, kind: "application/json".into(), body: br#"{"done":true}"#.to_vec() };
    let fake = Fake::start(vec![Act::Replay(loaded), Act::Cut(recorded("text"), 40)]);
    assert_eq!(found(&fake.address, "scripted"), Err(ModelError::Crashed));
}

#[test]
fn a_server_that_is_not_there_says_nothing_of_a_model() {
    assert!(matches!(found("http://127.0.0.1:9", "m"), Err(ModelError::ServerUnreachable { .. })));
}
