//! The same assertions against a fake server that replays recordings, also with each reply split anywhere. Records
//! again with `RCAD_BLESS=1`.

use serde_json::Value;

use super::cases::{CASES, Case};
use super::{LONG_TIMEOUTS, Outcome, block_on, chat, server};
use crate::agent::ollama::StreamChunk;
use crate::agent::ollama::answer::ChatStream;
use rcad_testkit::ollama::fake::{Act, Fake, fixture, recorded};
use rcad_testkit::ollama::plain_http::{HttpResponse, exchange};
use rcad_testkit::ollama::{OllamaServer, Script};

#[test]
fn each_recorded_answer_is_read_as_the_real_one_is() {
    for case in CASES {
        for act in [Act::Replay(recorded(case.name)), Act::Pieces(recorded(case.name), 7)] {
            let fake = Fake::start(vec![act]);
            let outcome = chat(&server(&fake.address), case.body(), LONG_TIMEOUTS, || {});
            println!("{}", case.name);
            (case.check)(&outcome);
            assert_eq!(fake.asked()[0].body.as_bytes(), case.body(), "byte for byte what the audit shows");
        }
    }
}

/// Reads a reply that arrives in these pieces.
fn assembled<'b>(pieces: impl Iterator<Item = &'b [u8]>) -> Outcome {
    let (mut answer, mut heard) = (ChatStream::default(), Vec::new());
    let mut hear = |piece: StreamChunk<'_>| {
        heard.push(match piece {
            StreamChunk::Thinking(text) => (true, text.to_owned()),
            StreamChunk::Saying(text) => (false, text.to_owned()),
        });
    };
    let read = || {
        for piece in pieces {
            if answer.push(piece, "scripted", &mut hear)? {
                break;
            }
        }
        answer.end("scripted", &mut hear)
    };
    let result = read();
    Outcome { result, heard }
}

#[test]
fn it_does_not_matter_where_lines_and_characters_are_split() {
    let mut splits = 0;
    for case in CASES {
        let recorded = recorded(case.name);
        if recorded.status != 200 {
            continue;
        }
        (case.check)(&assembled(recorded.body.chunks(1)));
        let whole = assembled([&recorded.body[..]].into_iter());
        // Every position in the first and last lines, which contain all kinds of lines.
        let length = recorded.body.len();
        for at in (0..length.min(1500)).chain(length.saturating_sub(1500)..length) {
            let (a, b) = recorded.body.split_at(at);
            let split = assembled([a, b].into_iter());
            assert_eq!((&split.result, &split.heard), (&whole.result, &whole.heard), "{} at {at}", case.name);
            splits += 1;
        }
    }
    assert!(splits > 10_000);
}

/// Recordings besides chats: name, method, path and body. The pull is from this machine itself, where no registry
/// listens: tests use no network.
const OTHERS: &[(&str, &str, &str, &str)] = &[
    ("version", "GET", "/api/version", ""),
    ("tags", "GET", "/api/tags", ""),
    ("show", "POST", "/api/show", r#"{"model":"scripted"}"#),
    ("ps", "GET", "/api/ps", ""),
    ("pull-no-network", "POST", "/api/pull", r#"{"model":"127.0.0.1:1/x/y","stream":true}"#),
];

/// The real server still replies in the recorded shapes; with `RCAD_BLESS=1` they are recorded again.
#[test]
fn the_recorded_shapes_are_those_of_a_real_server() {
    let Some(lab) = OllamaServer::start() else { return };
    let bless = std::env::var_os("RCAD_BLESS").is_some();
    let mut before = String::new();
    for case in CASES {
        case.model(&lab, &mut before);
        compare(case.name, &ask(&lab, case), bless);
    }
    drop(lab);
    let Some(lab) = OllamaServer::start() else { return };
    lab.create("scripted", &Script::new().turn(rcad_testkit::ollama::script::says("Yes.").thinking("So.")));
    block_on(server(&lab.address).load("scripted", 4096)).unwrap();
    for (name, method, path, body) in OTHERS {
        compare(name, &exchange(&lab.address, method, path, body.as_bytes(), &mut || {}), bless);
    }
}

fn ask(lab: &OllamaServer, case: &Case) -> HttpResponse {
    exchange(&lab.address, "POST", "/api/chat", &case.body(), &mut || {
        if case.killed {
            lab.kill_runner();
        }
    })
}

fn compare(name: &str, answer: &HttpResponse, bless: bool) {
    let answer = scrubbed(answer);
    if bless {
        let text = format!("{} {}\n\n{}", answer.status, answer.kind, String::from_utf8(answer.body).unwrap());
        std::fs::write(fixture(name), text).unwrap();
        return;
    }
    let known = recorded(name);
    assert_eq!((known.status, &known.kind), (answer.status, &answer.kind), "{name}");
    assert_eq!(shapes(&known.body), shapes(&answer.body), "{name}: RCAD_BLESS=1 records it again, then read the diff");
}

/// Without what differs between runs or machines; of more than 60 lines the middle is left out.
fn scrubbed(answer: &HttpResponse) -> HttpResponse {
    let text = String::from_utf8(answer.body.clone()).unwrap();
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| {
            let Ok(mut value) = serde_json::from_str::<Value>(line) else { return line.to_owned() };
            scrub(&mut value);
            value.to_string()
        })
        .collect();
    if lines.len() > 60 {
        lines.drain(40..lines.len() - 3);
    }
    let end = if text.ends_with('\n') { "\n" } else { "" };
    HttpResponse { body: (lines.join("\n") + end).into_bytes(), ..answer.clone() }
}

fn scrub(value: &mut Value) {
    let Value::Object(fields) = value else {
        if let Value::Array(items) = value {
            items.iter_mut().for_each(scrub);
        }
        return;
    };
    fields.remove("tensors");
    for (key, value) in fields.iter_mut() {
        match key.as_str() {
            "created_at" | "modified_at" | "expires_at" => *value = "2026-11-21T12:00:00Z".into(),
            "modelfile" => *value = "FROM scripted.gguf".into(),
            "digest" => *value = "0".repeat(64).into(),
            "id" => *value = "call_1".into(),
            "parameters" if value.is_string() => {
                // The order differs between runs.
                let mut lines: Vec<&str> = value.as_str().unwrap_or_default().lines().collect();
                lines.sort_unstable();
                *value = lines.join("\n").into();
            }
            _ if key.ends_with("_duration") => *value = 1_000_000.into(),
            "error" => *value = value.as_str().unwrap_or_default().replace("registry.ollama.ai/", "registry/").into(),
            _ => scrub(value),
        }
    }
}

/// The kinds of lines, each with its fields and their types; texts and numbers don't count.
fn shapes(body: &[u8]) -> std::collections::BTreeSet<String> {
    let text = String::from_utf8_lossy(body);
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).map_or_else(|_| line.to_owned(), |v| shape(&v)))
        .collect()
}

fn shape(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(_) => "number".into(),
        Value::String(_) => "text".into(),
        Value::Array(items) => format!(
            "[{}]",
            items
                .iter()
                .map(shape)
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect::<Vec<_>>()
                .join("|")
        ),
        Value::Object(fields) => {
            // The server leaves out counts of zero, so their presence is chance.
            let fields = fields.iter().filter(|(key, _)| *key != "prompt_eval_cached_count");
            format!(
                "{{{}}}",
                fields.map(|(key, value)| format!("{key}: {}", shape(value))).collect::<Vec<_>>().join(", ")
            )
        }
    }
}
