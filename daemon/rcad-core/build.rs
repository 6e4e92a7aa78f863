//! Writes the rules of `rules/*.toml` as constants, so that no run spends time on reading them. Whether they are valid is
//! told by `tests/it/known.rs`; here only what can't be written is refused.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use toml::{Table, Value};

#[allow(dead_code)]
#[path = "src/pattern/needed.rs"]
mod needed;

fn main() {
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=src/pattern/needed.rs");
    let mut files: Vec<PathBuf> =
        fs::read_dir("rules").expect("rules/").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort();
    let mut out = String::from("pub static RULES: &[BuiltInRule] = &[\n");
    for file in &files {
        for rule in rules(file) {
            write_rule(&mut out, &rule);
        }
    }
    out.push_str("];\n");
    let to = Path::new(&env::var("OUT_DIR").expect("OUT_DIR")).join("built_in_rules.rs");
    fs::write(to, out).expect("the rules are written");
}

fn rules(file: &Path) -> Vec<Table> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let table: Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let rules = table.get("rule").and_then(Value::as_array).cloned().unwrap_or_default();
    rules.into_iter().filter_map(|rule| rule.as_table().cloned()).collect()
}

fn write_rule(out: &mut String, rule: &Table) {
    let text = |key: &str| rule.get(key).and_then(Value::as_str).unwrap_or_default();
    let list = |key: &str| strings(rule.get(key));
    out.push_str("    BuiltInRule {\n");
    for key in ["name", "category", "owner", "versions", "learnt", "pattern"] {
        let _ = writeln!(out, "        {key}: {:?},", text(key));
    }
    let _ = writeln!(out, "        alone: {},", rule.get("alone").and_then(Value::as_bool).unwrap_or(false));
    let literals = needed::needed(text("pattern"));
    let literals = literals.unwrap_or_else(|| panic!("rule {}: its pattern needs no fixed text", text("name")));
    let _ = writeln!(out, "        literals: &{literals:?},");
    for key in ["above", "below", "frames", "without", "when"] {
        let _ = writeln!(out, "        {key}: &{:?},", list(key));
    }
    let _ = writeln!(out, "        causes: &{:?},", list("cause"));
    let fixes = rule.get("fixes").and_then(Value::as_array).cloned().unwrap_or_default();
    let fixes: Vec<String> = fixes.iter().map(|fix| format!("&{:?}", strings(Some(fix)))).collect();
    let _ = writeln!(out, "        fixes: &[{}],\n    }},", fixes.join(", "));
}

/// A list of strings, or a single one as a list.
fn strings(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(entries)) => entries.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}
