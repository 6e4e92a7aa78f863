//! What an answer says where the project's files show the cause: logs as compilers print them, beside projects in memory.

use std::collections::BTreeMap;

use rcad_core::code::CodeSources;
use rcad_core::explain::analyze;
use rcad_core::parse::parse;
use rcad_core::project::{DirEntry, Files, look};

/// A project in memory.
struct Project(BTreeMap<&'static str, &'static str>);

impl Files for Project {
    fn read(&self, path: &str) -> Option<String> {
        self.0.get(path).map(|text| (*text).to_owned())
    }

    fn list(&self, dir: &str) -> Vec<DirEntry> {
        let start = if dir.is_empty() { String::new() } else { format!("{dir}/") };
        let below = self.0.keys().filter_map(|path| path.strip_prefix(start.as_str()));
        let mut entries: Vec<DirEntry> = below
            .map(|rest| match rest.split_once('/') {
                Some((name, _)) => DirEntry { name: name.to_owned(), directory: true },
                None => DirEntry { name: rest.to_owned(), directory: false },
            })
            .collect();
        entries.sort();
        entries.dedup();
        entries
    }
}

/// Cause and steps, ` / ` before each step.
fn answer(files: &[(&'static str, &'static str)], log: &str) -> String {
    let mut parsed = parse(log);
    look(&Project(files.iter().copied().collect()), CodeSources::default(), Some("/p"), &mut parsed.failures);
    let analysis = analyze(parsed, Some("/p"));
    format!("{} / {}", analysis.root_cause.unwrap_or_default(), analysis.fix_guidelines.join(" / "))
}

mod edges;
