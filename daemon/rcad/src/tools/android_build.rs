//! Not there yet.

use rcad_core::agent::tools::{Code, Observed, ToolError};
use serde_json::Value;

use super::Toolbox;

/// Runs the tool.
pub fn run(_toolbox: &Toolbox, _arguments: &Value) -> Observed {
    Err(ToolError::new(Code::InternalError, "this tool is not there yet"))
}
