//! Lengths of the prompts about real builds: each project of `testdata/projects` fails in a real Gradle, and the
//! daemon's request to a model is counted.

use std::fs;

use serde_json::Value;

use crate::gradle::{self, Gradle};
use crate::lab::{Lab, skipped};
use crate::line::projects;
use rcad_testkit::ollama::OllamaServer;
use rcad_testkit::ollama::script::Script;

/// The setting `agent.prompt_tokens`, for which these prompts must not need cutting.
const ROOM: usize = 3_000;

/// Waits for the first request about the newest failure.
fn sent(lab: &Lab) -> Option<Value> {
    let audit = lab.rcad(&["audit", "last"]);
    audit.out.lines().find(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap())
}

/// A daemon that asks a model with one token per byte.
fn lab(server: &OllamaServer, gradle: &'static Gradle, room: &str, more: &[(&str, &str)]) -> Lab {
    server.create("reader", &Script::new().without_tools());
    let room = [("RCAD_AGENT_PROMPT_TOKENS", room), ("RCAD_AGENT_CONTEXT_TOKENS", "32768")];
    let asked = [("RCAD_OLLAMA_URL", server.address.as_str()), ("RCAD_AGENT_MODELS", "['reader']")];
    Lab::with(gradle, &[&asked, &room, more].concat())
}

fn contents(request: &Value) -> impl Iterator<Item = &str> {
    request["messages"].as_array().unwrap().iter().map(|message| message["content"].as_str().unwrap())
}

/// `cargo test --workspace --test rcad prompts_about -- --nocapture` prints a line for each project and one for all.
#[test]
fn prompts_about_real_builds_are_short() {
    let Some(server) = OllamaServer::start() else { return };
    let Some(gradle) = gradle::any() else { return skipped("no Gradle") };
    let lab = lab(&server, gradle, "30000", &[]); // So that nothing is cut.
    let mut all: Vec<usize> = Vec::new();
    for project in projects().into_iter().filter(|project| !project.is_green()) {
        if let Some(why) = project.unfit(gradle) {
            skipped(&format!("{} on Gradle {}: {why}", project.name, gradle.version));
            continue;
        }
        let arguments = project.arguments();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        lab.build(&lab.project(&project.name), &arguments).failed();
        lab.wait_for_builds(all.len() as u64 + 1);
        let request = lab.wait("the model to be asked", sent);
        let characters: usize = contents(&request).map(|text| text.chars().count()).sum();
        let tokens = characters.div_ceil(3);
        let told = project.file().is_none_or(|file| contents(&request).any(|text| text.contains(file)));
        assert!(told && tokens > 300, "{}: short since it tells nothing: {request:#}", project.name);
        println!("{}: {tokens} tokens (3 characters each)", project.name);
        all.push(tokens);
    }
    all.sort_unstable();
    let at = |percent: usize| all[(all.len() - 1) * percent / 100];
    println!("{} projects: p50 {}, p90 {}, max {} tokens", all.len(), at(50), at(90), at(100));
    assert!(all.len() >= 9 && at(90) <= ROOM, "{all:?}");
}

/// Letters of three bytes are estimated as a token each; the model's own tokenizer, if its file is readable, is more
/// accurate and keeps the prompt within its limit.
#[test]
fn a_prompt_has_the_room_that_the_model_s_own_tokenizer_counts() {
    const ROOM: usize = 5_500;
    let Some(server) = OllamaServer::start() else { return };
    let Some(gradle) = gradle::any() else { return skipped("no Gradle") };
    let bytes = |models: &str| {
        let lab = lab(&server, gradle, &ROOM.to_string(), &[("OLLAMA_MODELS", models)]);
        let project = lab.project("java-error");
        let source = project.join("src/main/java/library/Shelf.java");
        let lines: String =
            (0..20).map(|n| format!("        int 本棚にある本の頁数の合計の予備{n} = {n};\n")).collect();
        let text = fs::read_to_string(&source).unwrap();
        let (before, after) = text.split_once("        int total").unwrap();
        fs::write(&source, format!("{before}{lines}        int total{after}")).unwrap();
        let script = project.join("build.gradle");
        let utf8 = "\ncompileJava.options.encoding = 'UTF-8'\n";
        fs::write(&script, fs::read_to_string(&script).unwrap() + utf8).unwrap();
        lab.build(&project, &["build"]).failed();
        lab.wait_for_builds(1);
        let request = lab.wait("the model to be asked", sent);
        contents(&request).map(str::len).sum::<usize>()
    };
    let (own, estimated) = (bytes(server.models().to_str().unwrap()), bytes("not/there"));
    assert!(own <= ROOM && estimated > ROOM, "{own} bytes by its own tokenizer, {estimated} by the estimate");
    assert!(own > ROOM / 2, "{own} bytes: the room is used");
}
