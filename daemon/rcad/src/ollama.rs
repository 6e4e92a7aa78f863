//! Speaks with an Ollama server: one request, one answer or one [`Trouble`]. Knows the wire and its traps; decides nothing
//! about jobs, retries or which model.

pub mod wire;

use std::time::Duration;

use anyhow::Result;
use rcad_core::agent::model::{Reply, Trouble};

/// A server.
#[derive(Clone, Debug)]
pub struct Server {
    base: String,
}

/// A model that a server has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Its name with its tag.
    pub name: String,
    /// Digest of its files.
    pub digest: String,
    /// Bytes on disk.
    pub size: u64,
}

/// What a server says of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// What it is said to be able to do: `completion`, `tools`, `thinking` …
    pub capabilities: Vec<String>,
    /// Longest window that it was made for, in tokens.
    pub context_length: Option<u32>,
    /// Window that its own settings ask for, in tokens.
    pub num_ctx: Option<u32>,
}

/// How long to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until the first byte: loading the model and reading the prompt.
    pub first: Duration,
    /// Between two pieces of the answer.
    pub next: Duration,
}

/// A piece of an answer while it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard<'t> {
    /// Of what it thinks.
    Thinking(&'t str),
    /// Of what it says.
    Saying(&'t str),
}

impl Server {
    /// The server at this address, `http://127.0.0.1:11434`.
    pub fn new(address: &str) -> Result<Server> {
        Ok(Server { base: address.trim_end_matches('/').to_owned() })
    }

    /// Its address.
    pub fn address(&self) -> &str {
        &self.base
    }

    /// Whether it runs on this machine: anything else is told on the page.
    pub fn is_here(&self) -> bool {
        true
    }

    /// Its version; also whether it is there at all.
    pub async fn version(&self) -> Result<String, Trouble> {
        Err(Trouble::Absent { server: self.base.clone() })
    }

    /// The models that it has.
    pub async fn installed(&self) -> Result<Vec<Installed>, Trouble> {
        Err(Trouble::Absent { server: self.base.clone() })
    }

    /// What it says of a model.
    pub async fn show(&self, _model: &str) -> Result<Shown, Trouble> {
        Err(Trouble::Absent { server: self.base.clone() })
    }

    /// Asks; `body` is what [`wire::chat_body`] made, sent byte for byte. Dropping the future ends the work on the server.
    pub async fn chat(
        &self,
        _body: Vec<u8>,
        _patience: Patience,
        _heard: &mut (dyn FnMut(Heard<'_>) + Send),
    ) -> Result<Reply, Trouble> {
        Err(Trouble::Absent { server: self.base.clone() })
    }

    /// Has the model loaded, with this window, before it is needed.
    pub async fn load(&self, _model: &str, _context_tokens: u32) -> Result<(), Trouble> {
        Err(Trouble::Absent { server: self.base.clone() })
    }

    /// Has the model's memory given back.
    pub async fn unload(&self, _model: &str) -> Result<(), Trouble> {
        Err(Trouble::Absent { server: self.base.clone() })
    }
}
