//! A real Ollama server with scripted models. Independent of rcad.
//!
//! ```ignore
//! let Some(server) = OllamaServer::start() else { return };    // says SKIPPED where there is no Ollama
//! let script = Script::new()
//!     .turn(calls("read_file", json!({ "filePath": "src/A.kt" })))   // asked first, it calls a tool
//!     .turn(says("I have seen enough."))                             // then it talks; the last turn is repeated
//!     .answers(r#"{"cause":[],"fixes":[],"confidence":10}"#);        // and this is what it says under a schema
//! server.create("obedient", &script.passing_the_probe());      // now a model of `server.address` that rcad gives tools
//! ```
//!
//! Everything about it is real but the weights: the model file is a table of which token follows which, and the chat
//! template picks the turn by how many answers stand in the conversation already. `says(…).thinking(…)` makes a model that
//! can think, `endless()` one that never ends, `silent()` one that says nothing; [`OllamaServer::freeze`] makes any of them slow,
//! [`OllamaServer::kill_runner`] has it die. In a prompt each byte is a token and so is each mark, so counts can be foretold;
//! [`Script::merging`] has a model whose tokens are longer.

pub mod fake;
pub mod gguf;
pub mod plain_http;
pub mod script;

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub use script::Script;

/// The Ollama version that the tests were written with; another version may answer differently.
pub const VERSION: &str = "0.33.3";

/// A running server with its own directory. Stopped on drop, with everything it has started.
pub struct OllamaServer {
    /// `http://127.0.0.1:port`.
    pub address: String,
    child: Child,
    said: Arc<Mutex<String>>,
    home: tempfile::TempDir,
}

/// The `ollama` program; prints a message and returns nothing if it is not installed.
pub fn program() -> Option<PathBuf> {
    let named = std::env::var_os("RCAD_TEST_OLLAMA").map(PathBuf::from);
    let tools = std::env::var_os("RCAD_TOOLS").map(PathBuf::from);
    let tools = tools.or_else(|| Some(std::env::home_dir()?.join(".cache/rcad-tools")));
    let program = named.or_else(|| Some(tools?.join(format!("ollama-{VERSION}/bin/ollama"))))?;
    if !program.is_file() {
        eprintln!("SKIPPED: no real Ollama server; scripts/tools ollama builds one");
    }
    program.is_file().then_some(program)
}

impl OllamaServer {
    /// Starts a server; prints a message and returns nothing if Ollama is not installed.
    pub fn start() -> Option<OllamaServer> {
        let program = program()?;
        // Another program may take the port in between.
        Some((0..5).find_map(|_| OllamaServer::try_start(&program)).expect("the server does not start"))
    }

    fn try_start(program: &PathBuf) -> Option<OllamaServer> {
        let home = tempfile::tempdir().unwrap();
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let mut command = Command::new("sh");
        command.args(["-c", UNDER_WATCH]).arg(program);
        // Isolated: its own directories, no proxy, no network.
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", home.path()).env("OLLAMA_MODELS", home.path().join("models"));
        command.env("OLLAMA_HOST", &address).env("OLLAMA_NO_CLOUD", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut first = String::new();
        while !first.contains("Listening on") {
            match lines.next() {
                Some(Ok(line)) => first += &(line + "\n"),
                _ => {
                    eprintln!("{first}");
                    let _ = child.wait(); // closes its input first
                    return None;
                }
            }
        }
        let said = Arc::new(Mutex::new(first));
        let all = said.clone();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                *all.lock().unwrap() += &(line + "\n");
            }
        });
        Some(OllamaServer { address: format!("http://{address}"), child, said, home })
    }

    /// Creates a model that follows the script.
    pub fn create(&self, name: &str, script: &Script) {
        let file = script.file();
        let digest = hex::encode(Sha256::digest(&file));
        let blob = format!("/api/blobs/sha256:{digest}");
        // The server does not read a blob that it has already; it hangs up instead.
        if plain_http::exchange(&self.address, "HEAD", &blob, b"", &mut || {}).status != 200 {
            let (status, answer) = plain_http::post(&self.address, &blob, &file);
            assert!(status == 201, "{status} {answer}\n{}", self.log());
        }
        let mut body = json!({
            "model": name,
            "files": { "scripted.gguf": format!("sha256:{digest}") },
            // One thread: on a busy processor two may wait for each other forever.
            "parameters": { "stop": ["<|eot|>"], "temperature": 0, "seed": 1, "num_thread": 1 },
            "stream": false,
        });
        if let Some(template) = script.template() {
            body["template"] = template.into();
        }
        let (status, answer) = self.post("/api/create", &body);
        assert!(status == 200 && answer.contains("success"), "{status} {answer}\n{}", self.log());
    }

    /// Sends a request without rcad's code. Returns status and body.
    pub fn post(&self, path: &str, body: &Value) -> (u16, String) {
        plain_http::post(&self.address, path, body.to_string().as_bytes())
    }

    /// The prompt that the server makes of a chat request.
    pub fn rendered(&self, chat: &[u8]) -> String {
        let mut body: Value = serde_json::from_slice(chat).unwrap();
        body["_debug_render_only"] = true.into();
        let (status, answer) = self.post("/api/chat", &body);
        let answer: Value = serde_json::from_str(&answer).unwrap_or_else(|e| panic!("{status} {e}: {answer}"));
        answer["_debug_info"]["rendered_template"].as_str().unwrap_or_else(|| panic!("{status} {answer}")).to_owned()
    }

    /// Its model directory.
    pub fn models(&self) -> PathBuf {
        self.home.path().join("models")
    }

    /// The server's output so far.
    pub fn log(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    /// Process ids of the model runners.
    pub fn runners(&self) -> Vec<u32> {
        children(self.child.id()).into_iter().flat_map(children).collect()
    }

    /// Kills the model runners, as the kernel does when memory runs out.
    pub fn kill_runner(&self) {
        self.runners().into_iter().for_each(|id| signal("-KILL", id));
    }

    /// Suspends the model runners.
    pub fn freeze(&self) {
        self.runners().into_iter().for_each(|id| signal("-STOP", id));
    }

    /// Resumes them.
    pub fn thaw(&self) {
        self.runners().into_iter().for_each(|id| signal("-CONT", id));
    }
}

impl Drop for OllamaServer {
    fn drop(&mut self) {
        self.kill_runner(); // Suspended ones would be waited for.
        let _ = self.child.wait();
    }
}

/// Stops the server when the test process ends for any reason, since that closes this input.
const UNDER_WATCH: &str = r#""$0" serve & exec 2>&-; read -r _; kill $!; wait"#;

fn children(process: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    let children = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok());
    children.flat_map(|ids| ids.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<u32>>()).collect()
}

fn signal(which: &str, id: u32) {
    let _ = Command::new("kill").args([which, &id.to_string()]).stderr(Stdio::null()).status();
}
