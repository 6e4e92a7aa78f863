//! The walls: which of its crate's modules, and which other crates, a top-level module may use. The table under
//! "Modules" in ARCHITECTURE.md is the one list; every module has a row there.

use std::collections::BTreeMap;

use super::cycles::production_sources;
use super::{committed_sources, resolve, root, uses};

/// A module with what it may use, as its row says.
type Rows = BTreeMap<String, Vec<String>>;

#[test]
fn every_module_keeps_to_its_row() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let wrong = complaints(&rows(&text), &committed_sources());
    assert!(wrong.is_empty(), "the table of ARCHITECTURE.md says otherwise:\n{}", wrong.join("\n"));
}

#[test]
fn rows_are_checked() {
    let table =
        "| module | may use | what it is |\n|---|---|---|\n| `rcad_core::a` | `b` | x |\n| `rcad_core::b` | – | x |\n";
    let source = |path: &str, text: &str| (format!("daemon/rcad-core/src/{path}"), text.to_owned());
    let fine = [
        source("a.rs", "use crate::b::B;\nuse crate::C;\n"),
        source("b/x.rs", "use super::y::Y;\n"),
        source("lib.rs", ""),
    ];
    assert_eq!(complaints(&rows(table), &fine), [""; 0]);
    let back = [source("a.rs", ""), source("b/x.rs", "//! x\nuse crate::a::A;\n")];
    assert_eq!(complaints(&rows(table), &back), ["daemon/rcad-core/src/b/x.rs:2: `rcad_core::b` may not use `a`"]);
    let other = [source("a.rs", "use rcad_store::Store;\n"), source("b.rs", "")];
    assert_eq!(
        complaints(&rows(table), &other),
        ["daemon/rcad-core/src/a.rs:1: `rcad_core::a` may not use `rcad_store`"]
    );
    let missing = [source("a.rs", ""), source("b.rs", ""), source("c.rs", "")];
    assert_eq!(complaints(&rows(table), &missing), ["`rcad_core::c` has no row"]);
    assert_eq!(complaints(&rows(table), &missing[..1]), ["`rcad_core::b` has a row, but is not there"]);
}

/// The rows whose first cell is a module of one of the crates.
fn rows(text: &str) -> Rows {
    let name = |cell: &str| cell.trim().strip_prefix('`')?.strip_suffix('`').map(str::to_owned);
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix('|')?.split('|').collect();
        let module = name(cells.first()?).filter(|name| name.contains("::"))?;
        Some((module, cells.get(1)?.split(',').filter_map(name).collect()))
    };
    text.lines().filter_map(row).collect()
}

fn complaints(rows: &Rows, files: &[(String, String)]) -> Vec<String> {
    let sources = production_sources(files);
    let top = |module: &str| module.splitn(3, "::").take(2).collect::<Vec<_>>().join("::");
    let mut modules: Vec<String> = sources.iter().map(|(_, module, _)| top(module)).collect();
    modules.retain(|module| module.contains("::"));
    modules.sort();
    modules.dedup();
    let crates: Vec<&str> = modules.iter().filter_map(|module| module.split("::").next()).collect();
    let crates: Vec<&str> = crates.into_iter().chain(["rcad", "rcad_core", "rcad_store"]).collect();
    let missing =
        modules.iter().filter(|module| !rows.contains_key(*module)).map(|module| format!("`{module}` has no row"));
    let absent =
        rows.keys().filter(|row| !modules.contains(row)).map(|row| format!("`{row}` has a row, but is not there"));
    let mut wrong: Vec<String> = missing.chain(absent).collect();
    for (path, module, text) in &sources {
        let own = top(module);
        let Some(may) = rows.get(&own) else { continue };
        for (line, used) in uses(path, text) {
            let used = top(&resolve(module, &used));
            let Some((package, name)) = used.split_once("::") else { continue };
            let other = if own.starts_with(&format!("{package}::")) {
                modules.contains(&used).then_some(name)
            } else {
                crates.contains(&package).then_some(package)
            };
            if let Some(other) = other.filter(|other| used != own && !may.iter().any(|one| one == other)) {
                wrong.push(format!("{path}:{line}: `{own}` may not use `{other}`"));
            }
        }
    }
    wrong.dedup();
    wrong
}
