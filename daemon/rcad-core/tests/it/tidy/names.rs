//! Names: a type's name has one meaning in the workspace, names that were replaced don't come back, and no folder holds
//! more than can be looked through.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::cycles::production_sources;
use super::{committed, committed_sources, root, walk};

/// Names of code that were replaced, each with what stands in its place. Checked as whole words in code, comments included.
const RETIRED: &[(&str, &str)] = &[
    ("memory::alike", "memory::similarity"),
    ("agent::fence", "agent::delimiter"),
    ("agent::beside", "agent::overlay"),
    ("machine::trouble", "machine::errors"),
    ("Trouble", "ModelError"),
    ("WentAway", "ResolutionSummary"),
    ("FoundRight", "ValidatedAnswer"),
    ("Sought", "ParsedQuery"),
    ("Wish", "ModelSelector"),
    ("ModelTokens", "ModelTokenizer"),
    ("TokensError", "TokenizerError"),
    ("may_be_one", "can_merge"),
    ("log_told", "is_reported"),
    ("agent_answer_stands", "agent_answer_is_current"),
    ("keeps_words", "keeps_text"),
    ("rcad_store::contract", "rcad_store::api"),
    ("rcad_store::vote_effect", "rcad_store::votes::effect"),
    ("crate::put", "crate::operations::put"),
    ("rcad_core::failure", "rcad_core::model::failure"),
    ("rcad_core::analysis", "rcad_core::model::analysis"),
    ("rcad_core::report", "rcad_core::model::report"),
    ("rcad_core::category", "rcad_core::model::category"),
    ("parse::sieve::", "parse::input::sieve::"),
    ("Patience", "Timeouts"),
    ("Heard", "StreamChunk"),
    ("ToldAt", "ScriptPosition"),
    ("Lent", "EmbeddingGuard"),
    ("agent::begin", "agent::job_start"),
    ("ollama::trouble", "ollama::server_error"),
    ("route::patience", "route::timeouts"),
    ("protocol::upkeep", "protocol::maintenance"),
    ("code::held", "code::cache"),
    ("gather::known", "gather::evidence"),
    ("model_rest", "model_unloader"),
    ("unload_after_rest", "unload_if_idle"),
    ("hook::mend", "hook::repair"),
    ("find_out_some", "probe_some"),
    ("pass_over_resting", "skip_open_circuits"),
    ("told_during", "stored_during"),
];

/// Entries of a folder; a module's file and its folder are one.
const ENTRIES: usize = 20;

/// Folders of data, and those that are larger still.
const LARGE: &[&str] = &["daemon/rcad/src/cli", "daemon/rcad/tests/rcad", "testdata/*"];

#[test]
fn a_types_name_is_defined_once() {
    let twice = twice(&committed_sources());
    let places: Vec<String> = twice.iter().map(|(name, places)| format!("{name}: {}", places.join(", "))).collect();
    assert!(places.is_empty(), "types of the same name:\n{}", places.join("\n"));
}

#[test]
fn retired_names_stay_away() {
    let mut found = Vec::new();
    for (path, text) in committed_sources() {
        for (number, line) in (1..).zip(text.lines()) {
            for (old, new) in RETIRED.iter().filter(|(old, _)| holds(line, old)) {
                found.push(format!("{path}:{number}: `{old}` is `{new}` now"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn folders_can_be_looked_through() {
    let files = committed(&root()).unwrap_or_else(|| walk(&root(), Path::new("")));
    let folders = folders(&files);
    let large: Vec<String> = folders
        .iter()
        .filter(|(folder, entries)| entries.len() > ENTRIES && !LARGE.iter().any(|known| covers(known, folder)))
        .map(|(folder, entries)| format!("{folder}: {} entries", entries.len()))
        .collect();
    assert!(large.is_empty(), "more than {ENTRIES} entries:\n{}", large.join("\n"));
    let needed = |known: &&&str| folders.iter().any(|(folder, all)| all.len() > ENTRIES && covers(known, folder));
    let gone: Vec<&&str> = LARGE.iter().filter(|known| !needed(known)).collect();
    assert!(gone.is_empty(), "{gone:?} are small enough: take them out of LARGE");
}

#[test]
fn rules_of_names_can_fail() {
    let source = |path: &str, text: &str| (format!("daemon/rcad-core/src/{path}.rs"), text.to_owned());
    let files = [
        source("a", "pub struct Found {\n}\nenum Kind {\n}\n"),
        source("b", "struct Found;\n// struct Kind\n#[cfg(test)]\nmod tests {\n    struct Kind;\n}\n"),
    ];
    assert_eq!(twice(&files).into_keys().collect::<Vec<_>>(), ["Found"]);
    assert!(holds("use rcad_core::memory::alike::alike;", "memory::alike"));
    assert!(!holds("use rcad_core::memory::alikes;", "memory::alike"));
    let many: Vec<String> =
        (0..9).flat_map(|n| [format!("a/f{n}.rs"), format!("a/f{n}/x.rs"), format!("a/f{n}/y.rs")]).collect();
    assert_eq!(folders(&many)["a"].len(), 9);
    assert!(covers("testdata/*", "testdata/wire") && covers("testdata/*", "testdata/a/b") && !covers("a", "a/b"));
}

/// Each type's name that several files or places define, with these.
fn twice(files: &[(String, String)]) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, _, text) in production_sources(files) {
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.trim_start();
            let code = code.strip_prefix("pub").map_or(code, |rest| rest.trim_start_matches(|c| c != ' ').trim_start());
            let rest = ["struct ", "enum ", "trait ", "union "].iter().find_map(|word| code.strip_prefix(word));
            let name: String =
                rest.into_iter().flat_map(|rest| rest.chars().take_while(|c| c.is_alphanumeric())).collect();
            if !name.is_empty() {
                found.entry(name).or_default().push(format!("{path}:{number}"));
            }
        }
    }
    found.retain(|_, places| places.len() > 1);
    found
}

/// Whether `name` stands in the line as a name of its own.
fn holds(line: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).any(|(at, _)| {
        let open = name.ends_with(':') || !line[at + name.len()..].starts_with(part);
        open && !line[..at].ends_with(part)
    })
}

/// The entries of each folder, without their endings.
fn folders(files: &[String]) -> BTreeMap<String, BTreeSet<String>> {
    let mut folders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let mut below = file.as_str();
        while let Some((folder, entry)) = below.rsplit_once('/') {
            let stem = entry.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(entry);
            folders.entry(folder.to_owned()).or_default().insert(stem.to_owned());
            below = folder;
        }
    }
    folders
}

/// `testdata/*` covers every folder below `testdata`.
fn covers(known: &str, folder: &str) -> bool {
    known.strip_suffix('*').map_or(known == folder, |start| folder.starts_with(start))
}
