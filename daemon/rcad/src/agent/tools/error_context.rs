//! `get_user_error_context`: the build's report in place of an editor's state: failing file and position, all
//! diagnostics, the end of the console. Reads no files.

use rcad_core::Failure;
use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use serde_json::{Value, json};

use super::toolbox::Toolbox;

/// Lines of the console's end.
const CONSOLE: usize = 50;

/// Longest line of the console that is shown, in characters.
const WIDTH: usize = 300;

/// Runs the tool.
pub fn run(toolbox: &Toolbox, arguments: &Value) -> ToolResult {
    let errors = toolbox.build.analysis.as_ref().map(|analysis| analysis.errors.as_slice()).unwrap_or_default();
    let wanted = |name: &str| arguments[name].as_bool().unwrap_or_default();
    if errors.is_empty() && wanted("captureDiagnostics") {
        return Err(ToolError::new(
            ToolErrorCode::NoDiagnostics,
            "nothing of what the build said was recognised as an error",
        ));
    }
    let Some(failing) = errors.iter().find(|failure| failure.file.is_some()) else {
        let messages: Vec<&str> = errors.iter().take(3).map(|failure| failure.message.as_str()).collect();
        let messages = messages.join("; ").chars().take(600).collect::<String>();
        return Err(ToolError::new(
            ToolErrorCode::NoActiveEditor,
            format!("the build names no failing file; it says: {messages}"),
        ));
    };
    let file = failing.details.get("source_file").or(failing.file.as_ref());
    let line = failing.source.iter().find(|one| Some(one.line) == failing.line);
    let diagnostics: Vec<Value> = errors.iter().map(diagnostic).collect();
    Ok(json!({
        "activeFile": file,
        "cursorPosition": {"line": failing.line, "column": failing.column},
        "selectedText": line.filter(|_| wanted("captureSelection")).map(|line| &line.text),
        "diagnostics": wanted("captureDiagnostics").then_some(diagnostics),
        "terminalOutput": wanted("captureTerminal").then(|| tail(&toolbox.build.log)),
    }))
}

/// The readers recognise only errors, so the severity is fixed.
fn diagnostic(failure: &Failure) -> Value {
    json!({
        "severity": "error",
        "message": failure.message,
        "filePath": failure.details.get("source_file").or(failure.file.as_ref()),
        "line": failure.line,
        "column": failure.column,
        "source": failure.task.as_deref().unwrap_or(failure.category.id()),
    })
}

fn tail(log: &str) -> String {
    let mut last: Vec<String> =
        log.lines().rev().take(CONSOLE).map(|line| line.chars().take(WIDTH).collect()).collect();
    last.reverse();
    last.join("\n")
}
