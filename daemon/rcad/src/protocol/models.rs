//! Messages about the models that the agent may ask.

use serde::{Deserialize, Serialize};

/// The models of all servers of the settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentModels {
    /// The models to ask, in order, then the others.
    pub models: Vec<AgentModel>,
    /// Unreachable servers, and models of the settings that no server has, each with a hint.
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
    /// Whether it was probed; the following fields need that.
    pub probed: bool,
    /// Context window: most tokens of prompt and answer together.
    pub window: Option<u32>,
    /// Reading speed, in tokens a second.
    pub reads: Option<f64>,
    /// Writing speed, in tokens a second.
    pub writes: Option<f64>,
    /// Whether its answer kept to the schema.
    pub schema: Option<bool>,
    /// Whether it called a tool properly.
    pub tools: Option<bool>,
    /// Whether it can think before it answers.
    pub thinks: Option<bool>,
    /// The mode in which it is asked: `straight` or `tools`.
    pub way: Option<String>,
    /// Its position in the order of models; 1 is first.
    pub place: Option<u32>,
    /// Why it has this position, or is not asked.
    pub why: String,
}

/// Asks the daemon to probe a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbeRequest {
    /// The model.
    pub name: String,
    /// Address of its server.
    pub server: String,
}
