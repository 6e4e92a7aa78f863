//! Import cycles: modules of a crate that use each other in a circle, found from the paths that the code names.
//!
//! Looked at folder by folder: a module counts with everything below it, and a file that has a folder of its own counts as
//! one more part beside the modules in that folder. Tests may use what they like.

use std::collections::{BTreeMap, BTreeSet};

use super::{committed_sources, module, resolve, uses, within};

/// A path in the code: the module that names it, the module that it leads to, and where it stands.
struct Edge {
    from: String,
    to: String,
    at: String,
}

/// The part of a folder that stands for the folder's own file.
const ITSELF: &str = "(itself)";

#[test]
fn no_module_uses_itself_through_others() {
    let found: Vec<String> = cycles(&committed_sources()).into_values().collect();
    assert!(found.is_empty(), "import cycles:\n{}", found.join("\n"));
}

#[test]
fn cycles_are_found() {
    let cycle_of = |files: &[(&str, &str)]| {
        let files: Vec<(String, String)> =
            files.iter().map(|(path, text)| (format!("daemon/rcad-core/src/{path}"), (*text).to_owned())).collect();
        cycles(&files).into_iter().map(|(folder, path)| format!("{folder}: {path}")).collect::<Vec<_>>().join("\n")
    };
    let lib = ("lib.rs", "//! x\npub mod a;\npub mod b;\npub mod c;\n");
    let one_way = [lib, ("a.rs", "use crate::b::B;\n"), ("b.rs", "use crate::c::C;\n"), ("c.rs", "//! x\n")];
    assert_eq!(cycle_of(&one_way), "");
    let round =
        [lib, ("a.rs", "use crate::b::B;\n"), ("b.rs", "use crate::c::C;\n"), ("c.rs", "use super::a::{A, D};\n")];
    let said = cycle_of(&round);
    for step in
        ["rcad_core: ", "a -> b (daemon/rcad-core/src/a.rs:1)", "b -> c", "c -> a (daemon/rcad-core/src/c.rs:1)"]
    {
        assert!(said.contains(step), "{step}: {said}");
    }
    let below = [
        lib,
        ("a.rs", "mod x;\n"),
        ("a/x.rs", "fn f() {\n    crate::b::f();\n}\n"),
        ("b.rs", "use crate::a::A;\n"),
        ("c.rs", ""),
    ];
    assert!(
        cycle_of(&below).contains("a -> b (daemon/rcad-core/src/a/x.rs:2)"),
        "a folder counts as one: {}",
        cycle_of(&below)
    );
    let child =
        [lib, ("a.rs", "mod x;\nuse x::X;\nstruct A;\n"), ("a/x.rs", "use super::A;\n"), ("b.rs", ""), ("c.rs", "")];
    assert!(cycle_of(&child).starts_with("rcad_core::a: "), "a file and its folder: {}", cycle_of(&child));
    let again = [
        lib,
        ("a.rs", "mod x;\nmod y;\npub use y::Y;\nuse x::X;\n"),
        ("a/x.rs", "use super::Y;\n"),
        ("a/y.rs", ""),
        ("b.rs", ""),
        ("c.rs", ""),
    ];
    assert_eq!(cycle_of(&again), "", "what is exported again is of the module that has it");
    let tests = [
        lib,
        ("a.rs", "use crate::b::B;\n"),
        ("b.rs", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n"),
        ("c.rs", ""),
    ];
    assert_eq!(cycle_of(&tests), "", "tests may use what they like");
}

/// For each folder with a cycle, the shortest one that was found, a line for each of its steps. `files` are paths with texts.
fn cycles(files: &[(String, String)]) -> BTreeMap<String, String> {
    let mut folders: BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>> = BTreeMap::new();
    for edge in edges(files) {
        let (folder, from, to) = split(&edge.from, &edge.to);
        folders.entry(folder).or_default().entry(from).or_default().entry(to).or_insert(edge.at);
    }
    let found = folders.into_iter().filter_map(|(folder, parts)| {
        let path = parts.keys().filter_map(|start| circle(&parts, start)).min_by_key(Vec::len)?;
        let steps = path.windows(2).map(|pair| format!("  {} -> {} ({})", pair[0], pair[1], parts[&pair[0]][&pair[1]]));
        Some((folder.clone(), format!("in {folder}:\n{}", steps.collect::<Vec<_>>().join("\n"))))
    });
    found.collect()
}

/// The shortest way from a part back to itself.
fn circle(parts: &BTreeMap<String, BTreeMap<String, String>>, start: &str) -> Option<Vec<String>> {
    let mut seen = BTreeSet::new();
    let mut ways = vec![vec![start.to_owned()]];
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            for next in parts.get(&way[way.len() - 1]).into_iter().flat_map(BTreeMap::keys) {
                let way: Vec<String> = way.iter().chain([next]).cloned().collect();
                if next == start {
                    return Some(way);
                }
                if seen.insert(next.clone()) {
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}

/// The folder in which two modules part, and their parts of it.
fn split(from: &str, to: &str) -> (String, String, String) {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split("::").collect(), to.split("::").collect());
    let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let part = |module: &[&str]| module.get(shared).unwrap_or(&ITSELF).to_string();
    (from[..shared].join("::"), part(&from), part(&to))
}

fn edges(files: &[(String, String)]) -> Vec<Edge> {
    // A package's `lib.rs` and `main.rs` are one module here; the first one, the library's, is looked at.
    let sources: BTreeMap<String, (&str, String)> =
        production_sources(files).into_iter().rev().map(|(path, module, text)| (module, (path, text))).collect();
    let named: BTreeMap<&String, Vec<(usize, String)>> =
        sources.iter().map(|(module, (path, text))| (module, uses(path, text))).collect();
    let mut found = Vec::new();
    for (from, paths) in &named {
        for (line, used) in paths {
            let Some(to) = target(from, used, &sources, 0).filter(|to| to != *from) else { continue };
            found.push(Edge { from: (*from).clone(), to, at: format!("{}:{line}", sources[*from].0) });
        }
    }
    found
}

/// The module of the same crate that a path leads to, also over `pub use`.
fn target(from: &str, used: &str, sources: &BTreeMap<String, (&str, String)>, depth: usize) -> Option<String> {
    let package = from.split("::").next().unwrap_or_default();
    let mut whole = resolve(from, used);
    if !whole.starts_with(&format!("{package}::")) {
        let first = used.split("::").next().unwrap_or_default();
        whole = sources.contains_key(&format!("{from}::{first}")).then(|| format!("{from}::{used}"))?;
    }
    let mut module = whole.as_str();
    while !sources.contains_key(module) {
        module = module.rsplit_once("::")?.0;
    }
    let name = whole[module.len()..].trim_start_matches("::").split("::").next().unwrap_or_default();
    if name.is_empty() || depth > 8 {
        return Some(module.to_owned());
    }
    let (path, text) = &sources[module];
    let exported: String =
        text.lines().filter(|line| line.starts_with("pub use ")).map(|line| format!("{line}\n")).collect();
    let again =
        uses(path, &exported).into_iter().find(|(_, one)| one.rsplit("::").next() == Some(name) && module != from);
    again.map_or_else(|| Some(module.to_owned()), |(_, one)| target(module, &one, sources, depth + 1))
}

/// Path, module and text of each file that is no test, without the tests in it.
pub(super) fn production_sources(files: &[(String, String)]) -> Vec<(&str, String, String)> {
    let tests: Vec<String> =
        files.iter().filter_map(|(path, text)| Some(test_modules(&module(path)?, text))).flatten().collect();
    let sources = files.iter().filter_map(|(path, text)| Some((path.as_str(), module(path)?, without_tests(text))));
    sources.filter(|(_, module, _)| !tests.iter().any(|test| within(module, test))).collect()
}

/// The text with its tests blanked and `pub(in …)` gone, so that line numbers stay.
fn without_tests(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end: Option<String> = None;
    let mut test = false;
    for line in text.lines() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        if let Some(close) = &end {
            end = Some(close.clone()).filter(|close| line != close);
        } else if code == "#[cfg(test)]" {
            test = true;
        } else if test && !code.starts_with("#[") && !code.starts_with("//") {
            test = false;
            end = (!code.ends_with([';', '}'])).then(|| format!("{indent}}}"));
        } else if !test {
            let plain = code.split_once("pub(in ").and_then(|(_, rest)| rest.split_once(')')).map(|(_, rest)| rest);
            out.push_str(plain.unwrap_or(line));
        }
        out.push('\n');
    }
    out
}

/// Modules of their own file that are declared for tests only.
fn test_modules(module: &str, text: &str) -> Vec<String> {
    let mut lines = text.lines().map(str::trim).peekable();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        if line != "#[cfg(test)]" {
            continue;
        }
        while lines.next_if(|line| line.starts_with("#[")).is_some() {}
        let name = lines.peek().and_then(|line| line.split_once("mod ")?.1.strip_suffix(';'));
        found.extend(name.map(|name| format!("{module}::{name}")));
    }
    found
}
