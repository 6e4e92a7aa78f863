//! The models that explain failures, as people see them: listed with their abilities, and pulled on request.

use serde_json::{Value, json};

use crate::lab::{Lab, Ran};
use rcad_testkit::ollama::OllamaServer;
use rcad_testkit::ollama::fake::{Act, Fake, recorded};
use rcad_testkit::ollama::script::{Script, calls, says};

/// A lab with a daemon that asks this server; `more` has further variables.
fn lab(address: &str, more: &[(&str, &str)]) -> Lab {
    let mut environment = vec![("RCAD_OLLAMA_URL", address)];
    environment.extend(more);
    let lab = Lab::bare_with(&environment);
    lab.rcad(&["start"]).ok();
    lab
}

/// The models for explanations of `rcad model list --format json`.
fn listed(lab: &Lab, more: &[&str]) -> Vec<Value> {
    let args: Vec<&str> = ["model", "list", "--format", "json"].iter().chain(more).copied().collect();
    let all: Value = serde_json::from_str(&lab.rcad(&args).out).unwrap();
    all.as_array().unwrap().iter().filter(|model| model["use"] == "explanations").cloned().collect()
}

fn list(lab: &Lab, more: &[&str]) -> Ran {
    let args: Vec<&str> = ["model", "list"].iter().chain(more).copied().collect();
    lab.rcad(&args)
}

#[test]
fn each_model_is_asked_once_what_it_can_do() {
    let Some(server) = OllamaServer::start() else { return };
    let caller = Script::new().turn(calls("read_file", json!({ "filePath": "src/Other.kt" }))).turn(says("Enough."));
    server.create("able", &caller.passing_the_probe());
    server.create("plain", &Script::new().turn(says("I can't do that.")).without_tools());
    let lab = lab(&server.address, &[]);
    let unknown = listed(&lab, &["--no-probe"]);
    assert_eq!(unknown.len(), 2);
    assert!(unknown.iter().all(|model| model["probed"] == false && model["place"].is_null()), "{unknown:?}");
    let first = list(&lab, &[]);
    assert_eq!(first.err.matches("probing ").count(), 2, "{first:?}");
    let again = list(&lab, &[]);
    assert!(!again.err.contains("probing "), "it is remembered: {again:?}");
    let known = listed(&lab, &[]);
    let told = |n: usize| {
        let model = &known[n];
        (model["name"].as_str().unwrap(), model["place"].as_u64(), model["way"].as_str(), model["tools"].as_bool())
    };
    assert_eq!(told(0), ("able:latest", Some(1), Some("tools"), Some(true)), "{known:?}");
    assert_eq!(told(1), ("plain:latest", Some(2), Some("straight"), Some(false)), "{known:?}");
    assert!(known.iter().all(|model| model["schema"] == true && model["window"] == 32_768), "{known:?}");
    assert!(known.iter().all(|model| model["reads"].as_f64() > Some(1.0)), "{known:?}");
    let third = list(&lab, &["--again"]);
    assert_eq!(third.err.matches("probing ").count(), 2, "{third:?}");
    lab.rcad(&["restart"]).ok();
    assert!(listed(&lab, &["--no-probe"]).iter().all(|model| model["probed"] == true), "also after a restart");
}

#[test]
fn what_the_settings_name_is_asked_first_and_what_is_missing_is_told() {
    let Some(server) = OllamaServer::start() else { return };
    server.create("a", &Script::new().turn(says("I am one of two.")));
    server.create("b", &Script::new().turn(says("I am the other one.")));
    let lab = lab(&server.address, &[("RCAD_AGENT_MODELS", "['b', 'qwen3:8b']")]);
    let ran = list(&lab, &[]);
    assert!(ran.out.contains("rcad model pull qwen3:8b"), "{ran:?}");
    let known = listed(&lab, &[]);
    assert_eq!((&known[0]["name"], &known[0]["place"]), (&json!("b:latest"), &json!(1)));
    assert!(known[1]["place"].is_null() && known[1]["why"].as_str().unwrap().contains("names others"), "{known:?}");
}

#[test]
fn without_a_server_it_says_what_can_be_done() {
    let lab = lab("http://127.0.0.1:9", &[]);
    let ran = list(&lab, &[]);
    let says = ["no model server answers at http://127.0.0.1:9", "a model is optional", "rules and memory"];
    assert!(says.iter().all(|words| ran.out.contains(words)), "{ran:?}");
    assert!(listed(&lab, &[]).is_empty());
    lab.rcad(&["stop"]).ok();
    assert!(list(&lab, &[]).out.contains("hint: rcad start"), "nor without a daemon");
}

#[test]
fn a_model_is_pulled_when_somebody_says_so() {
    let fake = Fake::start(vec![Act::Replay(recorded("pull"))]);
    let lab = Lab::bare_with(&[("RCAD_OLLAMA_URL", &fake.address)]);
    let ran = lab.rcad(&["model", "pull", "qwen3:8b"]).ok();
    assert!(
        ran.err.contains("pulling 4c27e0f5b5ad") && ran.err.contains("verifying"),
        "no terminal, so lines: {ran:?}"
    );
    assert!(ran.out.contains("qwen3:8b is installed on "), "{ran:?}");
    let asked = fake.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!(serde_json::from_str::<Value>(&asked[0].body).unwrap()["model"], "qwen3:8b");
}

#[test]
fn a_pull_that_does_not_come_to_its_end_says_what_to_do() {
    for (act, says) in [
        (Act::Replay(recorded("pull-broken-off")), "run the same command again to resume"),
        (Act::Replay(recorded("pull-missing")), "Ollama has no model named `qwen3:8b`"),
    ] {
        let fake = Fake::start(vec![act]);
        let lab = Lab::bare_with(&[("RCAD_OLLAMA_URL", &fake.address)]);
        let ran = lab.rcad(&["model", "pull", "qwen3:8b"]);
        assert!(ran.code == 2 && ran.err.contains(says) && ran.err.contains("hint:"), "{says}: {ran:?}");
    }
    let lab = Lab::bare_with(&[("RCAD_OLLAMA_URL", "http://127.0.0.1:9")]);
    let ran = lab.rcad(&["model", "pull", "qwen3:8b"]);
    assert!(ran.code == 2 && ran.err.contains("no model server answers at http://127.0.0.1:9"), "{ran:?}");
    let ran = lab.rcad(&["model", "pull", "all-MiniLM-L6-v2"]);
    assert!(ran.code == 2 && ran.err.contains("rcad model fetch"), "{ran:?}");
}
