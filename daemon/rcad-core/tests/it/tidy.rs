//! The house rules that no other tool checks, over every file that is or could be committed. Only reads.

mod cycles;
mod names;
mod table;

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a module must not use, and why. `but` holds the exceptions: who may use what all the same.
struct Wall {
    module: &'static str,
    never: &'static [&'static str],
    but: &'static [(&'static str, &'static str)],
    why: &'static str,
}

#[rustfmt::skip] // One wall, one block of four lines.
const WALLS: &[Wall] = &[
    Wall { module: "rcad_core",
        never: &["rcad", "rcad_store", "std::fs", "std::io", "std::net", "std::env", "std::process", "std::thread", "std::time"],
        but: &[], why: "core is pure: no IO, no clock" },
    Wall { module: "rcad_core::parse",
        never: &["rcad_core::explain", "rcad_core::model::analysis", "rcad_core::render", "rcad_core::fingerprint"],
        but: &[], why: "reading does not know what is made of it" },
    Wall { module: "rcad_store",
        never: &["rcad", "tokio", "reqwest", "std::net", "std::process", "std::time"],
        but: &[], why: "the store is synchronous and knows no network and no clock" },
    Wall { module: "rcad::line::ingest",
        never: &["rcad_store", "rcad::line::reason", "rcad::serve", "rcad::cli", "rcad::daemon"],
        but: &[], why: "data flows one way; ingest is the first stage" },
    Wall { module: "rcad::line::reason",
        never: &["rcad::line::ingest", "rcad::serve", "rcad::cli", "rcad::daemon"],
        but: &[], why: "data flows one way; reason sees a report, not where it came from or goes" },
    Wall { module: "rcad::serve",
        never: &["rcad::line::ingest", "rcad::line::reason", "rcad::cli", "rcad::daemon"],
        but: &[
            ("rcad::serve::http", "rcad::line::ingest"), // `POST reports` brings what `rcad run` has captured.
        ], why: "data flows one way; serve is the last stage" },
    Wall { module: "rcad::cli",
        never: &["rcad_store", "rcad::line::reason", "rcad::line::ingest"],
        but: &[
            ("rcad::cli::lifecycle", "rcad::line::ingest::spool"), // `status` counts what waits while no daemon runs.
            ("rcad::cli::run", "rcad::line::ingest::excerpt"), // Keeps a command's output as the logs of Gradle are kept.
            ("rcad::cli::bench", "rcad_store"), // Asks a model without a daemon, with a store of its own.
            ("rcad::cli::bench", "rcad::line::reason"), // Asks a model about what the rules say of a log.
        ], why: "the command line asks the daemon" },
    Wall { module: "rcad",
        never: &["rcad::line::pipeline"],
        but: &[("rcad::daemon", "rcad::line::pipeline")], why: "the stages are run by the daemon alone" },
];

/// Packages that a manifest must not name.
const MANIFESTS: &[(&str, &[&str])] = &[
    ("daemon/rcad-core/Cargo.toml", &["tokio", "redb", "reqwest", "axum", "notify", "rcad-store", "rcad"]),
    ("daemon/rcad-store/Cargo.toml", &["tokio", "reqwest", "axum", "rcad"]),
];

const MODULE_NAMES: &[&str] = &["util", "utils", "common", "helper", "helpers", "manager", "misc"];

/// Directories of the computer that a file was made on; `concat` keeps this file clean. `/tmp` may stand in tests.
const MACHINE_PATHS: &[&str] = &[concat!("/", "work/"), concat!("/", "root/"), concat!("/", "tmp/")];
const REGISTRIES: &[&str] = &[
    concat!("index.", "crates.io"),
    concat!("repo1.", "maven.org"),
    concat!("pypi.", "org"),
    concat!("registry.", "npmjs.org"),
    concat!("deb.", "debian.org"),
];

const FILE_LINES: usize = 500;
const FUNCTION_LINES: usize = 70;
/// Files that hold data and may be as long as it is.
const TABLES: &[&str] = &[
    "daemon/rcad-core/src/model/category.rs",
    "daemon/rcad-core/src/explain/android.rs",
    "daemon/rcad-core/src/explain/compose.rs",
    "daemon/rcad-core/src/explain/gradle.rs",
    "daemon/rcad-core/src/explain/java.rs",
    "daemon/rcad-core/src/explain/kotlin.rs",
    "daemon/rcad-core/src/explain/runtime.rs",
    "daemon/rcad-core/src/explain/xml.rs",
    "daemon/rcad-core/src/parse/readers/aapt2/messages.rs",
    "daemon/rcad-core/src/parse/readers/databinding/messages.rs",
    "daemon/rcad-core/src/parse/readers/gradle/android.rs",
    "daemon/rcad-core/src/parse/readers/gradle/dependencies.rs",
    "daemon/rcad-core/src/parse/readers/gradle/headlines.rs",
    "daemon/rcad-core/src/parse/readers/gradle/jdk.rs",
    "daemon/rcad-core/src/parse/readers/gradle/network.rs",
    "daemon/rcad-core/src/parse/readers/gradle/plugins.rs",
    "daemon/rcad-core/src/parse/readers/gradle/running.rs",
    "daemon/rcad-core/src/parse/readers/gradle/scripts.rs",
    "daemon/rcad-core/src/parse/readers/gradle/tasks.rs",
    "daemon/rcad-core/src/parse/readers/gradle/variants.rs",
    "daemon/rcad-core/src/parse/readers/gradle/versions.rs",
    "daemon/rcad-core/src/parse/readers/javac/messages.rs",
    "daemon/rcad-core/src/parse/readers/kotlinc/messages/classes.rs",
    "daemon/rcad-core/src/parse/readers/manifest_merger/messages.rs",
    "daemon/rcad-core/src/parse/readers/native_build/messages.rs",
    "daemon/rcad-core/src/parse/readers/r8/messages.rs",
];

/// A line number and what is wrong there.
type Complaints = Vec<(usize, String)>;
/// Looks at one file: its path in the repository, its text.
type Rule = fn(&str, &str) -> Complaints;

const RULES: &[Rule] =
    &[purpose, globs, file_length, function_length, module_names, walls, manifests, foreign_text, test_data];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The crates' sources with their paths.
fn committed_sources() -> Vec<(String, String)> {
    let root = root();
    let files = committed(&root).unwrap_or_else(|| walk(&root, Path::new("")));
    let sources = files.into_iter().filter(|path| module(path).is_some());
    sources.filter_map(|path| std::fs::read_to_string(root.join(&path)).ok().map(|text| (path, text))).collect()
}

#[test]
fn the_repository_is_tidy() {
    let root = root();
    let files = committed(&root).unwrap_or_else(|| walk(&root, Path::new("")));
    assert!(files.len() > 100 && files.iter().any(|f| f == "Cargo.toml"), "only {} files found", files.len());
    for path in TABLES.iter().chain(MANIFESTS.iter().map(|(path, _)| path)) {
        assert!(files.iter().any(|file| file == path), "tidy.rs names {path}, which is not there");
    }
    let mut wrong = Vec::new();
    for path in files {
        // A file that is deleted but not committed so yet, or is no text.
        let Ok(text) = std::fs::read_to_string(root.join(&path)) else { continue };
        let complaints = RULES.iter().flat_map(|rule| rule(&path, &text));
        wrong.extend(complaints.map(|(line, what)| format!("{path}:{line}: {what}")));
    }
    assert!(wrong.is_empty(), "{} things are untidy:\n{}", wrong.len(), wrong.join("\n"));
}

/// Also what is new and not ignored. Nothing where there is no git or no clone.
fn committed(root: &Path) -> Option<Vec<String>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root);
    let output = git.output().ok().filter(|output| output.status.success())?;
    let names = String::from_utf8(output.stdout).ok()?;
    Some(names.split_terminator('\0').map(str::to_owned).collect())
}

fn walk(root: &Path, dir: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root.join(dir)).into_iter().flatten().flatten() {
        let path = dir.join(entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && path != Path::new("target") && path != Path::new(".git") => {
                files.extend(walk(root, &path));
            }
            Ok(kind) if kind.is_file() => files.push(path.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    files
}

fn purpose(path: &str, text: &str) -> Complaints {
    let fine = !path.ends_with(".rs") || text.starts_with("//! ");
    if fine { vec![] } else { vec![(1, "the first line must say with `//!` what the file is for".into())] }
}

fn globs(path: &str, text: &str) -> Complaints {
    let tests = production(text).lines().count();
    let globs = uses(path, text).into_iter().filter(|(_, used)| used.ends_with('*'));
    let bad = globs.filter(|(line, used)| *line <= tests || used != "super::*");
    bad.map(|(line, used)| (line, format!("`use {used}` hides what is used"))).collect()
}

fn file_length(path: &str, text: &str) -> Complaints {
    let lines = text.lines().count();
    let fine = !path.ends_with(".rs") || lines <= FILE_LINES || TABLES.contains(&path);
    if fine { vec![] } else { vec![(lines, format!("{lines} lines are more than {FILE_LINES}"))] }
}

/// Goes by indentation, which rustfmt has made right: a function ends where its own indentation closes a brace.
fn function_length(path: &str, text: &str) -> Complaints {
    if !path.ends_with(".rs") || path.contains("/tests/") || path.ends_with("/tests.rs") {
        return vec![];
    }
    let lines: Vec<&str> = production(text).lines().collect();
    let mut complaints = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let starts = code.starts_with("fn ") || (code.starts_with("pub") && code.contains(" fn "));
        let starts = starts || code.starts_with("const fn ") || code.starts_with("async fn ");
        if starts && !code.ends_with(['}', ';']) {
            let close = format!("{}}}", &line[..line.len() - code.len()]);
            let length = lines[n..].iter().take_while(|line| **line != close).count() + 1;
            if length > FUNCTION_LINES {
                complaints.push((n + 1, format!("a function of {length} lines, more than {FUNCTION_LINES}")));
            }
        }
    }
    complaints
}

fn module_names(path: &str, text: &str) -> Complaints {
    let parts = path.split('/').map(|part| (1, part.split('.').next().unwrap_or_default()));
    let inline = text.lines().enumerate().filter(|_| path.ends_with(".rs"));
    let inline = inline
        .filter_map(|(n, line)| Some((n + 1, line.trim().split_once("mod ")?.1.trim_end_matches([' ', '{', ';']))));
    let bad = parts.chain(inline).filter(|(_, name)| MODULE_NAMES.contains(name));
    bad.map(|(line, name)| (line, format!("`{name}` names no subject"))).collect()
}

fn walls(path: &str, text: &str) -> Complaints {
    let Some(module) = module(path) else { return vec![] };
    let mut complaints = Vec::new();
    for (line, used) in uses(path, production(text)) {
        let used = resolve(&module, &used);
        for wall in WALLS.iter().filter(|wall| within(&module, wall.module)) {
            let excused = wall.but.iter().any(|(who, what)| within(&module, who) && within(&used, what));
            if wall.never.iter().any(|never| within(&used, never)) && !excused && !within(&used, &module) {
                complaints.push((line, format!("{module} must not use {used}: {}", wall.why)));
            }
        }
    }
    complaints
}

fn manifests(path: &str, text: &str) -> Complaints {
    let Some((_, forbidden)) = MANIFESTS.iter().find(|(manifest, _)| *manifest == path) else { return vec![] };
    let mut complaints = Vec::new();
    let mut section = "";
    for (n, line) in text.lines().enumerate() {
        section = if line.starts_with('[') { line } else { section };
        let named = if line.starts_with('[') {
            line.trim_end_matches(']').rsplit('.').next()
        } else {
            line.split(['.', ' ', '=']).next()
        };
        if section.contains("dependencies") && named.is_some_and(|name| forbidden.contains(&name)) {
            complaints.push((n + 1, format!("must not depend on {}", named.unwrap_or_default())));
        }
    }
    complaints
}

fn foreign_text(path: &str, text: &str) -> Complaints {
    let tests = if path.contains("/tests/") { 0 } else { production(text).lines().count() };
    let mut complaints = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let scratch = |dir: &str| dir.contains("tmp") && path.ends_with(".rs") && n >= tests;
        let registries = REGISTRIES.iter().filter(|name| line.contains(**name));
        let paths = MACHINE_PATHS.iter().filter(|dir| !scratch(dir) && names_root(line, dir));
        let found = registries.chain(paths);
        complaints.extend(found.map(|found| (n + 1, format!("`{found}` is of one computer or network"))));
    }
    complaints
}

/// The program holds no test data: what is included in a file of `src` comes from elsewhere.
fn test_data(path: &str, text: &str) -> Complaints {
    let shipped = ["daemon/rcad/src/", "daemon/rcad-core/src/", "daemon/rcad-store/src/"];
    if !shipped.iter().any(|dir| path.starts_with(dir)) || path.contains("/tests/") || path.ends_with("/tests.rs") {
        return vec![];
    }
    let includes = production(text).contains("include_");
    let bad = production(text).lines().enumerate();
    let bad = bad.filter(|(_, line)| includes && line.contains("testdata/") && line.contains('"'));
    bad.map(|(n, _)| (n + 1, "test data has no place in the program".into())).collect()
}

/// Whether `dir` stands here as an absolute path, not as the end of a longer one.
fn names_root(line: &str, dir: &str) -> bool {
    let longer = |before: char| before.is_alphanumeric() || "._-})]*…".contains(before);
    line.match_indices(dir).any(|(at, _)| !line[..at].ends_with(longer))
}

/// The text up to its tests, which stand at the end.
fn production(text: &str) -> &str {
    let tests = ["\n#[cfg(test)]\nmod ", "\n#[cfg(test)]\npub fn "].iter().filter_map(|begin| text.find(begin));
    tests.min().map_or(text, |end| &text[..end])
}

/// `rcad::cli::bench` for `daemon/rcad/src/cli/bench.rs`; nothing for what is no module of the program.
fn module(path: &str) -> Option<String> {
    let (name, file) = path.strip_prefix("daemon/")?.strip_suffix(".rs")?.split_once("/src/")?;
    let name = name.replace('-', "_");
    let file = file.strip_suffix("/mod").unwrap_or(file);
    Some(if matches!(file, "lib" | "main") { name } else { format!("{name}::{}", file.replace('/', "::")) })
}

/// Whether `path` is `outer` or lies in it.
fn within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Every path that the code names, from `use` and from the middle of it, with its line.
fn uses(path: &str, text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut statement = String::new();
    for (n, line) in text.lines().enumerate().filter(|_| path.ends_with(".rs")) {
        let code = line.split("//").next().unwrap_or_default().trim();
        let begins = code.starts_with("use ") || (code.starts_with("pub") && code.contains(" use "));
        if begins || !statement.is_empty() {
            statement.push_str(code);
            if let Some(whole) = statement.strip_suffix(';') {
                let tree = whole.split_once("use ").map_or("", |(_, tree)| tree);
                expand("", tree, &mut |used| found.push((n + 1, used)));
                statement.clear();
            }
            continue;
        }
        let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        let paths = words.map(|word| word.trim_matches(':')).filter(|word| word.contains("::"));
        found.extend(paths.map(|path| (n + 1, path.to_owned())));
    }
    found
}

/// `a::{b, c::{d, e}}` is `a::b`, `a::c::d` and `a::c::e`.
fn expand(before: &str, tree: &str, each: &mut dyn FnMut(String)) {
    let Some((head, inner)) = tree.split_once('{') else {
        let plain = tree.split(" as ").next().unwrap_or_default().trim();
        if !plain.is_empty() {
            each(format!("{before}{plain}").trim_end_matches("::self").to_owned());
        }
        return;
    };
    let (before, mut depth, mut from) = (format!("{before}{}", head.trim()), 0, 0);
    let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
    for (at, c) in inner.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && depth == 0 {
            expand(&before, &inner[from..at], each);
            from = at + 1;
        }
    }
    expand(&before, &inner[from..], each);
}

/// The path from its package on: `crate`, `self` and `super` replaced.
fn resolve(module: &str, used: &str) -> String {
    let package = module.split("::").next().unwrap_or_default();
    let (mut base, mut rest) = (module, used);
    if let Some(below) = used.strip_prefix("crate::") {
        return format!("{package}::{below}");
    }
    while let Some((first @ ("super" | "self"), below)) = rest.split_once("::") {
        base = if first == "super" { base.rsplit_once("::").map_or(package, |(outer, _)| outer) } else { base };
        rest = below;
    }
    if rest == used { used.to_owned() } else { format!("{base}::{rest}") }
}

/// The lines that a rule complains of.
fn lines(rule: Rule, path: &str, text: &str) -> Vec<usize> {
    rule(path, text).into_iter().map(|(line, _)| line).collect()
}

#[test]
fn rules_of_layout_can_fail() {
    assert_eq!(lines(purpose, "a.rs", "use a;\n"), [1]);
    assert_eq!(lines(purpose, "a.rs", "//! Says it.\n"), [0; 0]);
    let tests = "use a::b;\nuse a::*;\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    use a::{b, c::*};\n}\n";
    assert_eq!(lines(globs, "a.rs", tests), [2, 7]);
    assert_eq!(lines(globs, "a.rs", "use super::*;\n"), [1], "that is for tests");
    let long = "//! x\n".repeat(501);
    assert_eq!(lines(file_length, "a.rs", &long), [501]);
    assert_eq!(lines(file_length, TABLES[0], &long), [0; 0]);
    let function =
        |lines: usize| format!("impl A {{\n    pub fn a() {{\n{}    }}\n}}\n", "        b();\n".repeat(lines - 2));
    assert_eq!(lines(function_length, "a.rs", &function(71)), [2]);
    assert_eq!(lines(function_length, "a.rs", &function(70)), [0; 0]);
    assert_eq!(lines(function_length, "a.rs", &format!("//! x\n#[cfg(test)]\nmod tests {{\n{}", function(99))), [0; 0]);
    assert_eq!(lines(module_names, "src/utils/a.rs", ""), [1]);
    assert_eq!(lines(module_names, "src/a.rs", "//! x\nmod helpers;\npub mod common {\n"), [2, 3]);
    assert_eq!(lines(module_names, "src/commons.rs", "mod managers;\n"), [0; 0]);
}

#[test]
fn walls_can_fail() {
    let page = "daemon/rcad/src/serve/page.rs";
    assert_eq!(
        lines(walls, page, "use std::fs;\nuse crate::line::{\n    home,\n    ingest::{spool, Capture},\n};\n"),
        [5, 5]
    );
    assert_eq!(
        lines(walls, page, "fn a() {\n    super::super::line::reason::explain();\n}\n// crate::line::reason\n"),
        [2]
    );
    assert_eq!(lines(walls, page, "use super::links;\nuse crate::line::ingestion;\n"), [0; 0]);
    let spool = "use crate::line::ingest::spool::Spool;\n";
    assert_eq!(lines(walls, "daemon/rcad/src/cli/lifecycle.rs", spool), [0; 0]);
    assert_eq!(lines(walls, "daemon/rcad/src/cli/results.rs", spool), [1]);
    assert_eq!(lines(walls, "daemon/rcad/src/daemon/worker.rs", "use crate::line::pipeline::{self, Done};\n"), [0; 0]);
    assert_eq!(lines(walls, "daemon/rcad/src/client/mod.rs", "use crate::line::pipeline::{self, Done};\n"), [1, 1]);
    assert_eq!(
        lines(walls, "daemon/rcad-core/src/parse/readers/javac.rs", "use super::super::super::explain::explain;\n"),
        [1]
    );
    assert_eq!(lines(walls, "daemon/rcad-core/src/lib.rs", "use std::{fmt, fs::File};\n"), [1]);
    assert_eq!(lines(walls, "daemon/rcad-store/src/store.rs", "use rcad_core::Report;\nuse tokio as t;\n"), [2]);
}

#[test]
fn rules_of_text_can_fail() {
    let manifest = "[package]\nname = \"rcad\"\n[dependencies]\ntokio-stream = \"1\"\ntokio.workspace = true\n[dependencies.redb]\n";
    assert_eq!(lines(manifests, "daemon/rcad-core/Cargo.toml", manifest), [5, 6]);
    assert_eq!(lines(manifests, "daemon/rcad/Cargo.toml", manifest), [0; 0]);
    for dir in MACHINE_PATHS {
        let bad = [format!("{dir}a"), format!("see {dir}"), format!("x=\"{dir}a\""), format!("file:{dir}a")];
        assert_eq!(lines(foreign_text, "a.md", &bad.join("\n")), [1, 2, 3, 4]);
        let fine = [
            format!("build{dir}"),
            format!("$HOME{dir}"),
            format!("…/{dir}").replace("//", "/.."),
            format!("${{d}}{dir}"),
        ];
        assert_eq!(lines(foreign_text, "a.md", &fine.join("\n")), [0; 0], "{fine:?}");
    }
    let scratch = format!("let a = \"{0}\";\n\n#[cfg(test)]\nmod tests {{\n    \"{0}\"\n}}\n", MACHINE_PATHS[2]);
    assert_eq!(lines(foreign_text, "src/a.rs", &scratch), [1]);
    assert_eq!(lines(foreign_text, "daemon/rcad/tests/a.rs", &scratch), [0; 0]);
    let include = "const A: &str = include_str!(\"../../../testdata/a\");\n";
    assert_eq!(lines(test_data, "daemon/rcad/src/cli/bench.rs", include), [1]);
    assert_eq!(lines(test_data, "daemon/rcad/src/a.rs", &format!("#\n#[cfg(test)]\nmod tests {{\n{include}")), [0; 0]);
    assert_eq!(lines(test_data, "daemon/rcad-bench/src/texts.rs", include), [0; 0]);
    let host = format!("a\nhttps://{}/b", REGISTRIES[1]);
    assert_eq!(lines(foreign_text, "a.log", &host), [2]);
}
