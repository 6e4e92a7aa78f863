//! Runs the tools that a model may call. Arguments are validated; a call takes at most two seconds, reads only files of
//! the project and never panics. The tools' descriptions are in core.

pub mod android_build;
mod arguments;
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
mod toolbox;
pub mod wiki;

use std::sync::Arc;
use std::time::{Duration, Instant};

use rcad_core::agent::model::ToolCall;
use rcad_core::agent::tools::{self, ToolError, ToolErrorCode, ToolResult};
use serde_json::Value;

pub use toolbox::{FailedBuild, Memories, Toolbox};

use crate::platform::stage_times;

/// Time limit of one call.
pub const TOOL_TIMEOUT: Duration = Duration::from_secs(2);

impl Toolbox {
    /// Runs a model's call.
    pub fn call(self: &Arc<Toolbox>, call: &ToolCall) -> ToolResult {
        let Some(tool) = tools::find(&call.name) else { return Err(unknown(&call.name)) };
        let arguments = tools::validate(tool, &call.arguments)?;
        let begin = Instant::now();
        let toolbox = self.clone();
        let observed = bound::run(tool.name, TOOL_TIMEOUT, move || toolbox.run(tool.name, &arguments));
        stage_times::record_tool(tool.name, begin.elapsed());
        observed.map(bound::fit)
    }

    /// Runs a tool with arguments that were validated.
    fn run(&self, name: &str, arguments: &Value) -> ToolResult {
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
            _ => Err(ToolError::new(
                ToolErrorCode::InternalError,
                format!("{name} can't be run by this version of rcad"),
            )),
        }
    }
}

fn unknown(name: &str) -> ToolError {
    let all: Vec<&str> = tools::TOOLS.iter().map(|tool| tool.name).collect();
    let name: String = name.chars().take(60).collect();
    ToolError::new(ToolErrorCode::InvalidParameters, format!("there is no tool `{name}`; there are {}", all.join(", ")))
}
