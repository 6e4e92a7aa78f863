//! The table of cases in `testdata/README.md`, made from the cases themselves.
//!
//! `RCAD_BLESS=1 cargo test -p rcad-core --test it table` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use rcad_core::Category;
use serde::Deserialize;

/// Cases that a category should have, besides a near miss.
const ENOUGH: usize = 3;

const BEGIN: &str = "<!-- made by `RCAD_BLESS=1 cargo test -p rcad-core --test it table` -->\n";
const END: &str = "<!-- end of what is made -->\n";

/// `testdata/parse/versions.toml`: which tool of which version made the logs of a directory whose names begin so.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    directory: String,
    #[serde(default)]
    prefix: String,
    tool: String,
    version: String,
}

#[derive(Deserialize)]
struct Versions {
    recorded: Vec<Recorded>,
}

#[derive(Deserialize)]
struct Subject {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    tool: String,
    versions: String,
    category: String,
    near: Option<String>,
}

/// What there is of one category.
#[derive(Default)]
struct Row {
    recorded: usize,
    built: usize,
    near: usize,
    /// Tool to versions.
    tools: BTreeMap<String, BTreeSet<String>>,
}

#[test]
fn the_table_is_that_of_the_cases() {
    let rows = rows();
    let readme = testdata().join("README.md");
    let text = std::fs::read_to_string(&readme).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let wanted = format!("{before}{BEGIN}{}{END}{after}", table(&rows));
    if std::env::var_os("RCAD_BLESS").is_some() {
        std::fs::write(&readme, wanted).unwrap();
    } else {
        assert_eq!(text, wanted, "the table is old; see the head of this test");
    }
}

#[test]
fn every_category_has_cases() {
    let rows = rows();
    let few: Vec<String> = Category::ALL
        .iter()
        .filter_map(|category| {
            let row = rows.get(category.id());
            let (cases, near) = row.map_or((0, 0), |row| (row.recorded + row.built, row.near));
            (cases < ENOUGH || near == 0).then(|| format!("{category}: {cases} cases, {near} near misses"))
        })
        .collect();
    assert!(few.is_empty(), "{} categories have too few cases\n{}", few.len(), few.join("\n"));
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

fn rows() -> BTreeMap<String, Row> {
    let mut rows = BTreeMap::new();
    recorded(&mut rows);
    built(&mut rows);
    rows
}

fn recorded(rows: &mut BTreeMap<String, Row>) {
    let root = testdata().join("parse");
    let versions: Versions = toml::from_str(&std::fs::read_to_string(root.join("versions.toml")).unwrap()).unwrap();
    for directory in entries(&root).into_iter().filter(|path| path.is_dir()) {
        let tool = directory.file_name().unwrap().to_string_lossy().into_owned();
        for expect in entries(&directory).into_iter().filter(|path| path.extension().is_some_and(|end| end == "expect"))
        {
            let name = expect.file_stem().unwrap().to_string_lossy().into_owned();
            let made = versions.recorded.iter().find(|made| made.directory == tool && name.starts_with(&made.prefix));
            let made = made.unwrap_or_else(|| panic!("versions.toml does not say what made {tool}/{name}"));
            let text = std::fs::read_to_string(&expect).unwrap();
            // Every distinct category that the log shows counts once.
            let mut found: BTreeSet<&str> = text.lines().filter_map(|line| line.strip_prefix("category: ")).collect();
            if found.is_empty() {
                found.insert("none");
            }
            for category in found {
                let row: &mut Row = rows.entry(category.to_owned()).or_default();
                row.recorded += 1;
                row.tools.entry(made.tool.clone()).or_default().insert(made.version.clone());
            }
        }
    }
}

fn built(rows: &mut BTreeMap<String, Row>) {
    for path in
        entries(&testdata().join("messages")).into_iter().filter(|path| path.extension().is_some_and(|e| e == "toml"))
    {
        let subject: Subject = toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for case in subject.case {
            let row: &mut Row = rows.entry(case.category).or_default();
            row.built += 1;
            row.tools.entry(case.tool).or_default().insert(case.versions);
            if let Some(near) = case.near {
                rows.entry(near).or_default().near += 1;
            }
        }
    }
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

fn table(rows: &BTreeMap<String, Row>) -> String {
    let mut out =
        String::from("| category | recorded | built | near misses | tools and versions |\n|---|---:|---:|---:|---|\n");
    let sum = |count: fn(&Row) -> usize| rows.values().map(count).sum::<usize>();
    for (category, row) in rows {
        let tools: Vec<String> = row
            .tools
            .iter()
            .map(|(tool, versions)| format!("{tool} {}", versions.iter().cloned().collect::<Vec<_>>().join(", ")))
            .collect();
        let (recorded, built, near) = (row.recorded, row.built, row.near);
        writeln!(out, "| `{category}` | {recorded} | {built} | {near} | {} |", tools.join("; ")).unwrap();
    }
    let (recorded, built, near) = (sum(|row| row.recorded), sum(|row| row.built), sum(|row| row.near));
    writeln!(out, "| **all** | {recorded} | {built} | {near} | |").unwrap();
    out
}
