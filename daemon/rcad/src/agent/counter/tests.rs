//! Compares token counts with those of a real server whose model files are read, and with the estimate.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rcad_core::agent::budget::TokenCounter;
use rcad_core::agent::model::{Ability, ChatModel, ChatRole, Message, Request};
use sha2::{Digest, Sha256};

use super::{MODEL_LAYER, TokenCounters, file};
use crate::agent::ollama::{Server, Timeouts, wire};
use rcad_testkit::ollama::OllamaServer;
use rcad_testkit::ollama::script::{Script, says};

/// Typical prompts, with all kinds of word boundaries.
const TEXTS: [&str; 5] = [
    "hello",
    "e: file:///a/Basket.kt:14:17 Unresolved reference 'totl'.\n\n    val total = items.sumOf { it.price * 12345 }\n\t}\r\n\n\n  ",
    "the then   others they're WE'LL the\n\nthe",
    "Größe: 3 m² — naïve café, 値段 ٣٤٥ 🙂🙂",
    "> Task :app:compileKotlin FAILED\n* What went wrong:\n   > com.android.tools:gradle:8.5.2 (1,024 KiB)\n",
];

/// Pairs in these texts that a real vocabulary would merge, too, and some across word boundaries.
const PAIRS: &[&str] = &[
    "t|h", "th|e", " |the", "i|n", " | ", "  |  ", "\n|\n", "1|2", "12|3", "3|4", "123|4", "}|\n", ".|s", ".s|u",
    "(|1", "'|r", "'r|e", ">| ", ":|c", "c|o", "co|m", " |com", ":|com",
];

fn on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// The model as the server reports it.
fn model(server: &Server, name: &str) -> ChatModel {
    let installed = on(server.installed()).unwrap();
    let found = installed.into_iter().find(|model| model.name == format!("{name}:latest")).unwrap();
    let ability = Ability { characters_per_token: Some(2.0), ..Ability::default() };
    ChatModel { name: found.name, digest: found.digest, ability }
}

/// Tokens of a prompt with one message: by the server, and by the counter without the template's control tokens and its
/// end of line, which is a word of its own.
fn counted(lab: &OllamaServer, model: &ChatModel, counter: &dyn TokenCounter, text: &str) -> (u32, u32) {
    let request = Request {
        messages: vec![Message::text(ChatRole::User, text)],
        tools: false,
        schema: None,
        context_tokens: 4096,
        answer_tokens: 20,
        think: false,
        seed: 0,
    };
    let body = wire::chat_body(&model.name, false, &request);
    let rendered = lab.rendered(&body);
    let said = rendered.strip_prefix("<|user|>").and_then(|said| said.strip_suffix("<|assistant|><|turn_0|>"));
    let said = said.unwrap_or_else(|| panic!("{rendered:?}"));
    assert!(said.starts_with(text.trim_end()), "{said:?}");
    let minute = std::time::Duration::from_secs(60);
    let server = Server::new(&lab.address).unwrap();
    let reply = on(server.chat(body, Timeouts { first: minute, next: minute }, &mut |_| {})).unwrap();
    (reply.prompt_tokens, counter.count(said) + 3)
}

#[test]
fn a_prompt_has_the_tokens_that_the_server_counts() {
    let Some(lab) = OllamaServer::start() else { return };
    let server = Server::new(&lab.address).unwrap();
    let plain = Script::new().turn(says("Yes."));
    let mut all = Vec::new();
    for (name, script) in [
        ("bytes", plain.clone()),
        ("gpt2", plain.clone().merging("gpt-2", PAIRS)),
        ("llama3", plain.clone().merging("llama-bpe", PAIRS)),
        ("qwen2", plain.merging("qwen2", PAIRS)),
    ] {
        lab.create(name, &script);
        let model = model(&server, name);
        let counters = TokenCounters::over(vec!["not/there".into(), lab.models()]);
        assert!(Arc::ptr_eq(&counters.own(&model).unwrap(), &counters.own(&model).unwrap()), "it is read once");
        let before = counters.own(&model).unwrap();
        counters.forget();
        assert!(Arc::strong_count(&before) == 1 && !Arc::ptr_eq(&before, &counters.own(&model).unwrap()), "and again");
        let counter = counters.of(&model);
        let counts = TEXTS.map(|text| {
            let (by_server, by_us) = counted(&lab, &model, &*counter, text);
            assert_eq!(by_us, by_server, "{name}: {text:?}");
            by_us
        });
        all.push(counts);
    }
    // Each byte, and the end of the line.
    assert_eq!(all[0][3] as usize, TEXTS[3].len() + 1 + 3);
    assert!(all[1..].iter().all(|counts| counts[2] < all[0][2]), "something was merged: {all:?}");
    assert!(all[1] != all[2] && all[2] != all[3], "they split words in different ways: {all:?}");
}

/// Writes a model directory like Ollama's. Returns the model's digest.
fn store(models: &Path, name: &str, file: Option<&[u8]>) -> String {
    let manifest = format!(
        r#"{{"schemaVersion":2,"layers":[{{"mediaType":"other","digest":"sha256:00"}},{{"mediaType":"{MODEL_LAYER}","digest":"sha256:ab12"}}]}}"#
    );
    let path = models.join("manifests/registry").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, &manifest).unwrap();
    fs::create_dir_all(models.join("blobs")).unwrap();
    if let Some(file) = file {
        fs::write(models.join("blobs/sha256-ab12"), file).unwrap();
    }
    hex::encode(Sha256::digest(manifest.as_bytes()))
}

#[test]
fn what_can_not_be_read_is_estimated() {
    let script = Script::new().file();
    let kind = b"tokenizer.ggml.model";
    let at = script.windows(kind.len()).position(|bytes| bytes == kind).unwrap() + kind.len() + 4 + 8;
    let mut other = script.clone();
    other[at..at + 4].copy_from_slice(b"bert");
    for (what, file, own) in [
        ("whole", Some(&script[..]), true),
        ("of another kind", Some(&other[..]), false),
        ("cut", Some(&script[..at + 100]), false),
        ("missing", None, false),
        ("empty", Some(&b""[..]), false),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let digest = store(dir.path(), "library/m/latest", file);
        let ability = Ability { characters_per_token: Some(2.0), ..Ability::default() };
        let model = ChatModel { name: "m:latest".into(), digest, ability };
        let counters = TokenCounters::over(vec![dir.path().into()]);
        for _ in 0..2 {
            assert_eq!(counters.of(&model).count("hello world!"), if own { 12 } else { 6 }, "{what}");
        }
        let newer = ChatModel { digest: "sha256:00".into(), ..model };
        assert_eq!(counters.of(&newer).count("hello world!"), 6, "{what}, but the server has another one");
    }
}

#[test]
fn a_name_is_looked_for_where_the_server_keeps_it() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["library/m/latest", "library/m/8b", "me/m/latest", "../outside/m/latest"] {
        store(dir.path(), name, Some(&Script::new().file()));
    }
    let digest = store(dir.path(), "library/m/latest", None);
    let found = |name: &str| {
        let model = ChatModel { name: name.into(), digest: format!("sha256:{digest}"), ability: Ability::default() };
        file(dir.path(), &model).is_some()
    };
    for name in ["m:latest", "m", "m:8b", "me/m:latest", "registry/me/m:latest", "registry/library/m:8b"] {
        assert!(found(name), "{name}");
    }
    for name in
        ["n:latest", "you/m:latest", "m:7b", "../outside/m:latest", "a/b/c/m:8b", "", "m:", "/m:8b", "..:latest"]
    {
        assert!(!found(name), "{name}");
    }
}
