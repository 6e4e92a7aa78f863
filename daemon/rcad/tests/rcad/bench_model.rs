//! `rcad bench model` with a real server: a model that knows one answer, and one that knows none.

use std::path::Path;

use serde_json::{Value, json};

use crate::lab::{Lab, Ran, run};
use rcad_testkit::ollama::script::says;
use rcad_testkit::ollama::{OllamaServer, Script};

/// In the tests' models each byte is a token.
const ROOM: [(&str, &str); 3] = [
    ("RCAD_AGENT_CONTEXT_TOKENS", "16000"),
    ("RCAD_AGENT_PROMPT_TOKENS", "12000"),
    ("RCAD_AGENT_ANSWER_TOKENS", "1500"),
];

/// Runs the cases of this name.
fn bench(lab: &Lab, server: &OllamaServer, model: &str, only: &str, more: &[&str]) -> Ran {
    let args = ["bench", "model", model, "--server", &server.address, "--only", only];
    run(&mut lab.command(&[&args, more].concat()))
}

/// The JSON of its only case.
fn graded(lab: &Lab, server: &OllamaServer, model: &str, only: &str) -> (Value, Value) {
    let ran = bench(lab, server, model, only, &["--format", "json"]);
    let told: Value = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    assert_eq!(told["cases"].as_array().map(Vec::len), Some(1), "{told}");
    (told["cases"][0].clone(), told)
}

#[test]
fn a_model_is_graded_by_what_it_answers() {
    let Some(server) = OllamaServer::start() else { return };
    let lab = Lab::bare_with(&ROOM);
    let knows = json!({
        "cause": [{
            "text": "There is no `totalOf`: the function is called `sumOfPrices`.",
            "cites": [
                {"file": "src/main/kotlin/shop/Checkout.kt", "line": 7, "quote": "basket.totalOf()"},
                {"file": "src/main/kotlin/shop/Basket.kt", "line": 5, "quote": "fun sumOfPrices(): Long"},
            ],
        }],
        "fixes": [{"text": "Call the function by its new name."}],
        "confidence": 95,
    });
    server.create("knows", &Script::new().turn(says("I have seen enough.")).answers(&knows.to_string()));
    let (case, told) = graded(&lab, &server, "knows", "renamed-function");
    assert_eq!(case["verdict"], "right", "{told}");
    assert_eq!((&told["all"]["right"], &told["all"]["grounded_percent"]), (&1.into(), &100.0.into()), "{told}");
    assert!(told["all"]["prompt_tokens"]["p50"].as_f64().is_some_and(|tokens| tokens > 1000.0), "{told}");
    // The same statement about another project is refuted by the evidence.
    let (case, told) = graded(&lab, &server, "knows", "misspelt-member");
    assert_eq!(case["verdict"], "not_sure", "{told}");
    assert!(case["dropped"].as_array().is_some_and(|dropped| !dropped.is_empty()), "{told}");

    server.create(
        "modest",
        &Script::new().turn(says("I have seen enough.")).answers(r#"{"cause":[],"fixes":[],"confidence":0}"#),
    );
    assert_eq!(graded(&lab, &server, "modest", "misspelt-member").0["verdict"], "not_sure");
    assert_eq!(graded(&lab, &server, "modest", "compiler-errors-lost").0["verdict"], "right", "nobody could know");
    let table = bench(&lab, &server, "modest", "compiler-errors-lost", &[]);
    assert!(table.out.contains("accuracy") && table.out.contains("kotlin and java"), "{table:?}");
    assert!(!Path::new(&lab.state()).join("rca.redb").exists(), "nothing of it is kept");
}

#[test]
fn what_cannot_be_measured_says_why() {
    let lab = Lab::bare();
    let absent = lab.rcad(&["bench", "model", "any", "--server", "http://127.0.0.1:9"]);
    assert_eq!(absent.code, 2, "{absent:?}");
    assert!(absent.err.contains("http://127.0.0.1:9") && absent.err.contains("ollama serve"), "{absent:?}");
    let none = lab.rcad(&["bench", "model", "any", "--only", "no such case"]);
    assert!(none.code == 2 && none.err.contains("hint: `--only gradle`"), "{none:?}");
}
