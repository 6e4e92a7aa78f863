//! Messages about the models that the agent may ask.

use serde::{Deserialize, Serialize};

/// The models of all servers of the settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentModels {
    /// In the order in which they are asked; behind them those that are not.
    pub models: Vec<AgentModel>,
    /// Servers that did not answer, and names in the settings that no server has: a sentence each, with what can be done.
    pub problems: Vec<String>,
}

/// A model on a server, and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentModel {
    /// As the server calls it.
    pub name: String,
    /// Address of the server.
    pub server: String,
    /// Digest of its files.
    pub digest: String,
    /// Bytes on the server's disk.
    pub bytes: u64,
    /// Whether it was asked what it can do; what follows is only known then.
    pub probed: bool,
    /// Most tokens of prompt and answer together.
    pub window: Option<u32>,
    /// Tokens of a prompt that it reads in a second.
    pub reads: Option<f64>,
    /// Tokens that it writes in a second.
    pub writes: Option<f64>,
    /// Whether its answer kept to a JSON schema.
    pub schema: Option<bool>,
    /// Whether it called a tool properly.
    pub tools: Option<bool>,
    /// Whether it can think before it answers.
    pub thinks: Option<bool>,
    /// How it is asked: `straight` or `tools`.
    pub way: Option<String>,
    /// Its place in the order in which models are asked; 1 is first.
    pub place: Option<u32>,
    /// Why there, or why not at all.
    pub why: String,
}

/// Asks for a model to be asked what it can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The model.
    pub name: String,
    /// Address of its server.
    pub server: String,
}
