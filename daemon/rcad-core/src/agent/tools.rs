//! The tools that a model may call: a table of descriptors, from which schemas, validation and the reference page are made.
//! Runs nothing.

mod check;
mod descriptor;
mod page;
mod schema;
mod table;

use serde_json::{Value, json};

pub use check::validate;
pub use descriptor::{ANY_TOOL, Parameter, ParameterType, ToolDescriptor, ToolError, ToolErrorCode, ToolResult};
pub use page::reference;
pub use schema::schemas;
pub use table::TOOLS;

/// The tool with this name.
pub fn find(name: &str) -> Option<&'static ToolDescriptor> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// A tool's result as JSON: `{"success": true, "data": …}` or `{"success": false, "error": {"code", "message"}}`.
pub fn envelope(observed: &ToolResult) -> Value {
    match observed {
        Ok(data) => json!({"success": true, "data": data}),
        Err(error) => json!({"success": false, "error": error}),
    }
}
