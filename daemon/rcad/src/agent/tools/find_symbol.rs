//! `find_symbol`: where the project declares or uses a name: `total`, `Basket.total` or `com.example.Basket`. Covers
//! the project's own Kotlin and Java sources, no libraries.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use serde_json::{Value, json};

use super::arguments::{text, whole};
use super::toolbox::Toolbox;
use super::{bound, read_file};
use crate::code::{CodeIndex, Declaration};

/// Share of the tool's time for updating the index.
const INDEX: Duration = Duration::from_millis(1_300);

/// Declarations and uses that are compared with a qualified name.
const MOST: usize = 5_000;

/// Names that are suggested for an unknown one.
const LIKE: usize = 3;

/// Runs the tool.
pub fn run(toolbox: &Toolbox, arguments: &Value) -> ToolResult {
    let name = text(arguments, "name").trim_end_matches("()");
    let not_found = |why: String| ToolError::new(ToolErrorCode::FunctionNotFound, why);
    let Some(root) = toolbox.root.as_deref() else {
        return Err(not_found("the failure came without a project, so that nothing is declared".into()));
    };
    let index = index(toolbox, root);
    let limit = whole(arguments, "limit").unwrap_or(1);
    let matches = match text(arguments, "kind") {
        "references" => references(&index, root, name, limit),
        _ => definitions(&index, name, limit),
    };
    if !matches.is_empty() {
        return Ok(json!({"matches": matches}));
    }
    if index.is_partial() {
        return Err(late(&index));
    }
    let simple = name.rsplit('.').next().unwrap_or(name);
    let like = index.like(simple, LIKE);
    let like = if like.is_empty() { String::new() } else { format!("; there is {}", like.join(", ")) };
    let left_out = match index.left_out() {
        0 => String::new(),
        count => format!(" ({count} more are too large or too many)"),
    };
    let files = index.files().count();
    Err(not_found(format!("`{name}` is not in the project's {files} Kotlin and Java files{left_out}{like}")))
}

/// The project's index, as far as time allows.
pub(super) fn index(toolbox: &Toolbox, root: &Path) -> Arc<CodeIndex> {
    toolbox.code.within(root, INDEX.min(bound::time_left()))
}

/// The error for an incomplete index.
pub(super) fn late(index: &CodeIndex) -> ToolError {
    let what = format!("{} files are not read yet; the same call again reads on", index.left_out());
    ToolError::new(ToolErrorCode::Timeout, what)
}

fn definitions(index: &CodeIndex, name: &str, limit: usize) -> Vec<Value> {
    let simple = name.rsplit('.').next().unwrap_or(name);
    let found = index.definitions(simple, MOST).into_iter().map(|one| (container(index, &one), one));
    let fits = |(container, _): &(String, Declaration)| ends_with(&format!("{container}.{simple}"), name);
    let show = |(container, one): (String, Declaration)| {
        json!({
            "name": one.name,
            "kind": one.kind.word(),
            "filePath": one.file,
            "line": one.line,
            "signature": one.signature,
            "container": container,
        })
    };
    found.filter(fits).take(limit).map(show).collect()
}

/// Uses of the last name. For a qualified name, only in files that name its container.
fn references(index: &CodeIndex, root: &Path, name: &str, limit: usize) -> Vec<Value> {
    let mut names = name.rsplit('.');
    let simple = names.next().unwrap_or(name);
    let owner = names.next();
    let mut texts: HashMap<String, Vec<String>> = HashMap::new();
    let mut matches = Vec::new();
    for one in index.references(simple, MOST) {
        if matches.len() == limit || bound::time_is_up() {
            break;
        }
        if owner.is_some_and(|owner| !index.mentions(&one.file, owner)) {
            continue;
        }
        let lines = texts.entry(one.file.clone()).or_insert_with(|| {
            read_file::read_text(root, &one.file, "utf-8").map_or_else(|_| Vec::new(), |file| file.lines)
        });
        let line = lines.get(one.line as usize - 1).map_or("", |line| line.trim());
        matches.push(json!({
            "name": one.name,
            "kind": if one.call { "call" } else { "use" },
            "filePath": one.file,
            "line": one.line,
            "signature": line,
            "container": one.within,
        }));
    }
    matches
}

/// Package and classes: `com.example.Basket`.
fn container(index: &CodeIndex, one: &Declaration) -> String {
    let package = index.package(&one.file).unwrap_or_default();
    let parts = [Some(package).filter(|package| !package.is_empty()), one.container.clone()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(".")
}

/// Whether a qualified name ends with these names.
fn ends_with(full: &str, name: &str) -> bool {
    full.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}
