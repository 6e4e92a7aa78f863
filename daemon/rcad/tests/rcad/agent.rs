//! The agent in the daemon: a real build fails, a real Ollama server is asked, and its answer is shown beside the
//! rules' answer.

use serde_json::{Value, json};

use crate::gradle;
use crate::lab::{Lab, skipped};
use rcad_testkit::ollama::script::{ScriptTurn, calls, says};
use rcad_testkit::ollama::{OllamaServer, Script};

const SHELF: &str = "src/main/java/library/Shelf.java";

/// A good answer about the project `java-error`.
fn right() -> String {
    let cause = json!({ "text": "`Book` has no method `pageCount`, which `Shelf` calls.",
        "cites": [{ "file": SHELF, "line": 16, "quote": "total += book.pageCount();" }] });
    json!({ "cause": [cause], "fixes": [{ "text": "Call a method that `Book` has.", "file": SHELF }], "confidence": 90 })
        .to_string()
}

/// A model that passes the probe's tool call and continues with these turns.
fn calling(turn: ScriptTurn) -> Script {
    let probe = json!({ "filePath": "src/Probe.kt", "lineStart": 1, "lineEnd": 3 });
    Script::new().turn(calls("read_file", probe)).turn(turn)
}

/// A daemon that asks this model.
fn lab(server: &OllamaServer, name: &str, script: &Script) -> Option<Lab> {
    let Some(gradle) = gradle::any() else {
        skipped("no Gradle");
        return None;
    };
    server.create(name, script);
    let models = format!("['{name}']");
    // In these models each byte is a token.
    let tokens = [("RCAD_AGENT_PROMPT_TOKENS", "9000"), ("RCAD_AGENT_CONTEXT_TOKENS", "30000")];
    let server = [("RCAD_OLLAMA_URL", server.address.as_str()), ("RCAD_AGENT_MODELS", &models)];
    Some(Lab::with(gradle, &[server, tokens].concat()))
}

fn fail(lab: &Lab) -> Value {
    lab.build(&lab.project("java-error"), &["build"]).failed();
    lab.wait_for_builds(1)
}

/// Has the model probed and loaded; then it stays silent.
fn slow(lab: &Lab, server: &OllamaServer) {
    let list = lab.rcad(&["model", "list"]);
    assert!(list.out.contains("straight"), "{list:?}");
    server.freeze();
}

/// The failure, once it has the agent's answer.
fn answered(lab: &Lab) -> Value {
    lab.wait("the model's answer", |lab| {
        let shown = lab.json(&["show", "last", "--format", "json"]);
        shown["agent"].is_object().then_some(shown)
    })
}

#[test]
fn the_rules_answer_at_once_and_the_model_beside_it() {
    let Some(server) = OllamaServer::start() else { return };
    let Some(lab) = lab(&server, "straight", &Script::new().without_tools().answers(&right())) else { return };
    let at_once = fail(&lab);
    assert_eq!(at_once["engine"], "rules");
    let shown = answered(&lab);
    let agent = &shown["agent"];
    assert_eq!(agent["ending"]["ending"], "answered", "{agent:#}");
    assert!(agent["model"].as_str().unwrap().starts_with("straight:latest@sha256:"), "{agent:#}");
    assert_eq!(agent["cause"][0]["cites"][0]["line"], 16);
    assert_eq!(agent["iterations"], 1);
    assert!(agent["confidence"].as_f64().unwrap() >= 0.5, "{agent:#}");
    for field in ["root_cause", "fix_guidelines", "engine", "confidence", "fingerprint"] {
        assert_eq!(shown[field], at_once[field], "the rules know this failure well and their {field} stands");
    }
    // The same failure again needs no model: the answer stays.
    lab.build(&lab.project("java-error"), &["build"]).failed();
    lab.wait_for_builds(2);
    let told = lab.wait("the queue to empty", |lab| {
        let agent = lab.status()["agent"].clone();
        (agent["waiting"] == 0 && agent["running"].is_null()).then(|| lab.json(&["show", "last", "--format", "json"]))
    });
    assert_eq!(told["agent"]["made_ms"], agent["made_ms"]);
}

#[test]
fn a_model_that_calls_tools_is_given_them() {
    let Some(server) = OllamaServer::start() else { return };
    let look = calls("get_code_context", json!({ "filePath": SHELF, "line": 16 }));
    let script = calling(look).turn(says("I have seen enough.")).answers(&right());
    let Some(lab) = lab(&server, "caller", &script) else { return };
    fail(&lab);
    let agent = answered(&lab)["agent"].clone();
    assert_eq!(agent["ending"]["ending"], "answered", "{agent:#}");
    assert_eq!(agent["tools_used"], json!({ "get_code_context": 1, "read_file": 1 }), "{agent:#}");
    let kinds: Vec<&str> = agent["steps"].as_array().unwrap().iter().filter_map(|step| step["kind"].as_str()).collect();
    for kind in ["started", "iteration", "action", "tool_error", "observation", "synthesis", "complete"] {
        assert!(kinds.contains(&kind), "no {kind} among {kinds:?}");
    }
}

/// Requests that were sent about the newest failure.
fn asked(lab: &Lab) -> usize {
    let audit = lab.rcad(&["audit", "last"]);
    audit.out.lines().filter(|line| line.starts_with('{')).count()
}

/// Killed three times during the model's answer: each time it continues; then the rules' answer stays and the reason is
/// shown.
#[test]
fn a_job_that_was_interrupted_goes_on_and_not_for_ever() {
    let Some(server) = OllamaServer::start() else { return };
    let Some(lab) = lab(&server, "slow", &Script::new().without_tools()) else { return };
    slow(&lab, &server);
    let before = fail(&lab);
    for attempt in 1..=3 {
        // A request is stored before it is sent.
        lab.wait("the model to be asked", |lab| (asked(lab) == attempt).then_some(()));
        lab.kill_daemon();
        lab.rcad(&["start"]).ok();
    }
    let shown = answered(&lab);
    assert_eq!(shown["agent"]["ending"]["ending"], "gave_up", "{shown:#}");
    assert_eq!(shown["root_cause"], before["root_cause"]);
    assert_eq!(lab.status()["builds"], 1);
}

#[test]
fn a_person_can_stop_a_job_and_ask_for_another() {
    let Some(server) = OllamaServer::start() else { return };
    let Some(lab) = lab(&server, "slow", &Script::new().without_tools()) else { return };
    server.create("good", &Script::new().without_tools().answers(&right()));
    slow(&lab, &server);
    fail(&lab);
    lab.wait("the job to run", |lab| lab.status()["agent"]["running"].is_string().then_some(()));
    lab.rcad(&["explain", "last", "--stop"]).ok();
    server.thaw();
    assert_eq!(answered(&lab)["agent"]["ending"]["ending"], "cancelled");
    lab.rcad(&["explain", "last", "--model", "good", "--follow"]).ok();
    assert_eq!(answered(&lab)["agent"]["ending"]["ending"], "answered");
}

#[test]
fn without_a_server_nothing_else_changes() {
    let Some(gradle) = gradle::any() else { return skipped("no Gradle") };
    let lab = Lab::with(gradle, &[("RCAD_OLLAMA_URL", "http://127.0.0.1:1")]);
    let shown = fail(&lab);
    assert_eq!(shown["engine"], "rules");
    assert!(shown.get("agent").is_none(), "{shown:#}");
    let status = lab.status();
    assert_eq!(status["health"], json!([]), "a server that is not there is no fault");
    let asked = lab.rcad(&["explain", "last"]).ok();
    assert!(asked.err.contains("127.0.0.1:1") || asked.out.contains("127.0.0.1:1"), "{asked:?}");
    lab.build(&lab.project("java-error"), &["build"]).failed();
    assert_eq!(lab.wait_for_builds(2)["memory"]["occurrences"], 1);
}
