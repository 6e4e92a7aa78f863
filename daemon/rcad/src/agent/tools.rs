//! Runs the tools that a model may call. Arguments are validated, a call takes two seconds at most, reads nothing outside
//! the project and never panics. The tools' descriptions are in core.

pub mod android_build;
pub mod bound;
pub mod error_context;
pub mod find_callers_of_function;
pub mod find_symbol;
pub mod get_code_context;
pub mod location;
pub mod manifest;
pub mod read_file;
#[cfg(test)]
mod tests;
pub mod wiki;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rcad_core::agent::model::Call;
use rcad_core::agent::tools::{self, Code, Observed, ToolError};
use rcad_core::model::environment::Environment;
use serde_json::Value;

use crate::agent::code::CodeIndexes;
use crate::platform::stage_times;

/// Time limit of one call.
pub const TOOL_TIMEOUT: Duration = Duration::from_secs(2);

/// What is known of the failed build: the analysis, its log, its versions.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The rules' answer.
    pub analysis: Option<rcad_core::Analysis>,
    /// The build's log.
    pub log: String,
    /// Versions that the build ran with, as far as they are known.
    pub environment: Environment,
}

/// Searches stored failures for `vector_search_db`.
pub trait Memories: Send + Sync {
    /// The records found, as the tool's data.
    fn search(&self, arguments: &Value) -> Observed;
}

/// What the tools of one job read.
pub struct Toolbox {
    /// The project's root, without symbolic links; nothing where there is none.
    pub root: Option<PathBuf>,
    /// Indexes of projects in use.
    pub code: Arc<CodeIndexes>,
    /// The failed build.
    pub told: Told,
    /// Stored failures.
    pub memories: Arc<dyn Memories>,
    /// Whether `web_search_wiki` may use the network.
    pub web: bool,
}

impl Toolbox {
    /// Runs a call as a model wrote it.
    pub fn call(self: &Arc<Toolbox>, call: &Call) -> Observed {
        let Some(tool) = tools::find(&call.name) else { return Err(unknown(&call.name)) };
        let arguments = tools::validate(tool, &call.arguments)?;
        let begin = Instant::now();
        let toolbox = self.clone();
        let observed = bound::run(tool.name, TOOL_TIMEOUT, move || toolbox.run(tool.name, &arguments));
        stage_times::record_tool(tool.name, begin.elapsed());
        observed.map(bound::fit)
    }

    /// The project's root, or why there is none.
    pub fn project(&self) -> Result<&Path, ToolError> {
        let none = "the failure came without a project: there is only its log";
        self.root.as_deref().ok_or_else(|| ToolError::new(Code::FileNotFound, none))
    }

    /// Runs a tool with arguments that were validated.
    fn run(&self, name: &str, arguments: &Value) -> Observed {
        match name {
            "read_file" => read_file::run(self, arguments),
            "get_code_context" => get_code_context::run(self, arguments),
            "find_callers_of_function" => find_callers_of_function::run(self, arguments),
            "find_symbol" => find_symbol::run(self, arguments),
            "vector_search_db" => self.memories.search(arguments),
            "web_search_wiki" => wiki::run(self, arguments),
            "get_user_error_context" => error_context::run(self, arguments),
            "android_build" => android_build::run(self, arguments),
            "analyze_manifest" => manifest::run(self, arguments),
            _ => Err(ToolError::new(Code::InternalError, format!("{name} can't be run by this version of rcad"))),
        }
    }
}

fn unknown(name: &str) -> ToolError {
    let all: Vec<&str> = tools::TOOLS.iter().map(|tool| tool.name).collect();
    let name: String = name.chars().take(60).collect();
    ToolError::new(Code::InvalidParameters, format!("there is no tool `{name}`; there are {}", all.join(", ")))
}

/// A validated text argument; empty if omitted.
fn text<'a>(arguments: &'a Value, name: &str) -> &'a str {
    arguments[name].as_str().unwrap_or_default()
}

/// A validated whole-number argument.
fn whole(arguments: &Value, name: &str) -> Option<usize> {
    usize::try_from(arguments[name].as_u64()?).ok()
}
