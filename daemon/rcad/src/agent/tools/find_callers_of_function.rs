//! `find_callers_of_function`: direct and indirect callers of a function, breadth first. Uses names, packages and
//! imports, not types.

use std::time::Instant;

use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use serde_json::{Value, json};

use super::arguments::{text, whole};
use super::toolbox::Toolbox;
use super::{bound, find_symbol, location};

/// Runs the tool.
pub fn run(toolbox: &Toolbox, arguments: &Value) -> ToolResult {
    let until = Instant::now() + bound::time_left();
    let unavailable = |why: String| ToolError::new(ToolErrorCode::LspUnavailable, why);
    let root = toolbox.root.as_deref().ok_or_else(|| unavailable("the failure came without a project".into()))?;
    let file = location::find(&location::open(root)?, text(arguments, "filePath"))?;
    let name = text(arguments, "functionName");
    let index = find_symbol::index(toolbox, root);
    if !index.files().any(|known| known == file) {
        return Err(match index.is_partial() {
            true => find_symbol::late(&index),
            false => unavailable(format!("`{file}` is not in the index, which holds Kotlin and Java sources")),
        });
    }
    let depth = whole(arguments, "maxDepth").unwrap_or(1) as u32;
    let Some(found) = index.callers(name, &file, depth, until) else {
        let declared = index.declared_in(&file).into_iter().filter(|one| !one.kind.is_type()).map(|one| one.name);
        let declared: Vec<String> = declared.take(20).collect();
        let what = format!("`{file}` declares no `{name}`; it declares {}", declared.join(", "));
        return Err(ToolError::new(ToolErrorCode::FunctionNotFound, what));
    };
    if found.late && found.callers.is_empty() {
        return Err(ToolError::new(ToolErrorCode::Timeout, "there was no time to look through all callers"));
    }
    let callers: Vec<Value> = found
        .callers
        .iter()
        .map(|one| {
            json!({
                "callerName": one.name,
                "filePath": one.file,
                "line": one.line,
                "callChain": one.chain,
                "depth": one.depth,
            })
        })
        .collect();
    let mut data = json!({"functionName": name, "filePath": file, "callers": callers, "totalCallers": found.total});
    if found.late || index.is_partial() {
        data["note"] = json!("there was no time for all files; there may be more callers");
    }
    Ok(data)
}
