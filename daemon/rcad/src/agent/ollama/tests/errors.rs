//! The meaning of a server's error messages: a table, with a near miss for each.

use rcad_core::agent::model::ModelError;

use crate::agent::ollama::server_error::of_status;

#[test]
fn a_server_s_words_are_told_apart_by_what_can_be_done_about_them() {
    let long = ModelError::PromptTooLong { tokens: None };
    let table = [
        (400, "the input length exceeds the context length", long.clone()),
        (400, "the prompt is longer than the context length currently available for this model", long),
        (
            500,
            "llama runner process has terminated: error loading model: unable to allocate CPU buffer",
            ModelError::Crashed,
        ),
        (500, "llama-server process has terminated: cudaMalloc failed: out of memory", ModelError::OutOfMemory),
        (500, "llama-server process no longer running: 9 killed", ModelError::Crashed),
        (500, "model requires more system memory (9.1 GiB) than is available (3.2 GiB)", ModelError::OutOfMemory),
        (500, "error parsing tool call: raw='{\"a\"', err=unexpected end of JSON input", garbled()),
        (500, "XML syntax error on line 3: unexpected EOF", garbled()),
        (500, "llama-server chat error: Unexpected empty grammar stack after accepting piece: <", garbled()),
        (400, "registry/library/t:latest does not support tools", ModelError::Unsupported { what: String::new() }),
        (404, "model 'qwen3:8b' not found", ModelError::ModelNotFound { model: "m".into() }),
        (404, "model \"qwen3:8b\" not found, try pulling it first", ModelError::ModelNotFound { model: "m".into() }),
        (503, "whatever it says", ModelError::Busy),
        (500, "option \"num_ctx\" must be of type integer", ModelError::Rejected { what: String::new() }),
        (400, "template: :1: function \"foo\" not found", ModelError::Rejected { what: String::new() }),
        (500, "this is a memory of something else", ModelError::Rejected { what: String::new() }),
    ];
    for (status, words, expected) in table {
        let body = serde_json::json!({ "error": words }).to_string();
        let model_error = of_status(status, body.as_bytes(), "m");
        assert_eq!(
            std::mem::discriminant(&model_error),
            std::mem::discriminant(&expected),
            "{status} {words}: {model_error:?}"
        );
        if let ModelError::Unsupported { what } | ModelError::Rejected { what } | ModelError::MalformedReply { what } =
            &model_error
        {
            assert_eq!(what, words, "in its own words");
        } else {
            assert_eq!(model_error, expected);
        }
    }
}

fn garbled() -> ModelError {
    ModelError::MalformedReply { what: String::new() }
}

#[test]
fn an_error_inside_an_error_is_unpacked() {
    let inner = r#"{"error":{"code":400,"message":"request (5004 tokens) exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":5004,"n_ctx":1024}}"#;
    let body = serde_json::json!({ "error": inner }).to_string();
    assert_eq!(of_status(400, body.as_bytes(), "m"), ModelError::PromptTooLong { tokens: Some(5004) });
    let other = r#"{"error":{"code":400,"message":"JSON schema conversion failed: cannot resolve $ref","type":"invalid_request_error"}}"#;
    let body = serde_json::json!({ "error": other }).to_string();
    let what = "JSON schema conversion failed: cannot resolve $ref".to_owned();
    assert_eq!(of_status(400, body.as_bytes(), "m"), ModelError::Rejected { what });
    // As JSON, not as a string with JSON in it.
    let body = serde_json::json!({ "error": { "message": "no such thing" } }).to_string();
    assert_eq!(of_status(400, body.as_bytes(), "m"), ModelError::Rejected { what: "no such thing".into() });
}

#[test]
fn a_long_error_is_shortened_and_a_strange_one_is_shown() {
    let body = serde_json::json!({ "error": "ö".repeat(5000) }).to_string();
    let ModelError::Rejected { what } = of_status(500, body.as_bytes(), "m") else { panic!() };
    assert!(what.chars().count() == 301 && what.ends_with('…'));
    let ModelError::Rejected { what } = of_status(502, b"<html>\r\n\x1b[31mBad \xff gateway", "m") else { panic!() };
    assert!(what.contains("502") && what.contains("Bad") && !what.contains(['\u{1b}', '\n']), "{what}");
}
