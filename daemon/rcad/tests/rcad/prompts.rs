//! How long the prompts about real builds are: each project of `testdata/projects` fails in a real Gradle, and what the daemon
//! sends to a model about it is counted.

use serde_json::Value;

use crate::gradle;
use crate::lab::{Lab, skipped};
use crate::line::projects;
use crate::ollama::Server;
use crate::ollama::script::Script;

/// The setting `agent_prompt_tokens`, which these prompts must not need to be cut for.
const ROOM: usize = 3_000;

/// The first request about the newest failure, once there is one.
fn sent(lab: &Lab) -> Option<Value> {
    let audit = lab.rcad(&["audit", "last"]);
    audit.out.lines().find(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap())
}

/// `cargo test --workspace --test rcad prompts_about -- --nocapture` prints a line for each project and one for all.
#[test]
fn prompts_about_real_builds_are_short() {
    let Some(server) = Server::start() else { return };
    let Some(gradle) = gradle::any() else { return skipped("no Gradle") };
    server.create("reader", &Script::new().without_tools());
    // To this model each byte is a token, so nothing is cut for want of room.
    let room = [("RCAD_AGENT_PROMPT_TOKENS", "30000"), ("RCAD_AGENT_CONTEXT_TOKENS", "32768")];
    let asked = [("RCAD_OLLAMA_URL", server.address.as_str()), ("RCAD_AGENT_MODELS", "['reader']")];
    let lab = Lab::with(gradle, &[asked, room].concat());
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
        let messages = request["messages"].as_array().unwrap();
        let characters: usize = messages.iter().map(|said| said["content"].as_str().unwrap().chars().count()).sum();
        let tokens = characters.div_ceil(3);
        assert!(tokens > 300, "{}: no prompt: {request:#}", project.name);
        println!("{}: {tokens} tokens (3 characters each)", project.name);
        all.push(tokens);
    }
    all.sort_unstable();
    let at = |percent: usize| all[(all.len() - 1) * percent / 100];
    println!("{} projects: p50 {}, p90 {}, max {} tokens", all.len(), at(50), at(90), at(100));
    assert!(all.len() >= 9 && at(90) <= ROOM, "{all:?}");
}
