//! Data that the tools work on: the project, its code index, the failed build and the stored failures. Runs no tool.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use rcad_core::model::environment::Environment;
use serde_json::Value;

use crate::code::CodeIndexes;

/// A failed build: its analysis, log and versions.
#[derive(Clone, Debug, Default)]
pub struct FailedBuild {
    /// The rules' answer.
    pub analysis: Option<rcad_core::Analysis>,
    /// The build's log.
    pub log: String,
    /// Versions of the build, as far as they are known.
    pub environment: Environment,
}

/// Searches stored failures for `vector_search_db`.
pub trait Memories: Send + Sync {
    /// The records found, as the tool's data.
    fn search(&self, arguments: &Value) -> ToolResult;
}

/// Data that the tools of one job read.
pub struct Toolbox {
    /// The project's root, without symbolic links; nothing if there is no project.
    pub root: Option<PathBuf>,
    /// Code indexes of the projects in use.
    pub code: Arc<CodeIndexes>,
    /// The failed build.
    pub build: FailedBuild,
    /// Stored failures.
    pub memories: Arc<dyn Memories>,
    /// Whether `web_search_wiki` may use the network.
    pub web: bool,
}

impl Toolbox {
    /// The project's root, or why there is none.
    pub fn project(&self) -> Result<&Path, ToolError> {
        let none = "the failure came without a project: there is only its log";
        self.root.as_deref().ok_or_else(|| ToolError::new(ToolErrorCode::FileNotFound, none))
    }
}
