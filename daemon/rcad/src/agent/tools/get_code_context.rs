//! `get_code_context`: the lines around a location, the function around it and the imports in use. Reads the current
//! file; needs no index.

use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use serde_json::{Value, json};

use super::arguments::{text, whole};
use super::read_file::{self, TextFile};
use super::toolbox::Toolbox;
use crate::code::{self, CodeIndex, Import};

/// Runs the tool.
pub fn run(toolbox: &Toolbox, arguments: &Value) -> ToolResult {
    let TextFile { path, lines, .. } = read_file::read_text(toolbox.project()?, text(arguments, "filePath"), "utf-8")?;
    let line = whole(arguments, "line").unwrap_or_default();
    if line == 0 || line > lines.len() {
        let what = format!("`line` is {line}, but `{path}` has {} lines", lines.len());
        return Err(ToolError::new(ToolErrorCode::LineOutOfRange, what));
    }
    let around = whole(arguments, "contextLines").unwrap_or_default();
    let from = line.saturating_sub(around).max(1);
    let to = line.saturating_add(around).min(lines.len());
    let index = code::read(&path, &lines.join("\n")).unwrap_or_default();
    let wants_function = arguments["includeFunctionDef"].as_bool().unwrap_or_default();
    let function = index.around(&path, line as u32).filter(|_| wants_function);
    let function = function.map(
        |one| json!({"name": one.name, "startLine": one.line, "endLine": one.end_line, "signature": one.signature}),
    );
    Ok(json!({
        "filePath": path,
        "errorLine": line,
        "context": {
            "startLine": from,
            "before": lines[from - 1..line - 1].join("\n"),
            "errorLine": lines[line - 1],
            "after": lines[line..to].join("\n"),
        },
        "functionDefinition": function,
        "relevantImports": imports(&index, &path, from as u32, to as u32),
    }))
}

/// Imports of names in these lines, and all wildcard imports.
fn imports(index: &CodeIndex, path: &str, from: u32, to: u32) -> Vec<Value> {
    let used = index.names_used(path, from, to);
    let relevant = |import: &Import| import.name == "*" || used.contains(&import.name);
    let show = |import: Import| {
        let (module, last) = import.path.rsplit_once('.').unwrap_or(("", &import.path));
        let imported = if last == import.name { last.to_owned() } else { format!("{last} as {}", import.name) };
        json!({"module": module, "imported": imported, "line": import.line})
    };
    index.imports(path).into_iter().filter(relevant).map(show).collect()
}
