//! Cases built from the tools' message catalogues, for tools and versions that are not run here: every
//! `testdata/messages/<subject>.toml`, a list of `[[case]]` with
//!
//! - `name`, `tool` and `versions` (as in the table of `testdata/README.md`), `source` (where the message is defined);
//! - `text`, the log, and `category`, what its primary failure is (`none`: it holds no failure);
//! - `file`, `line`, `symbol`, `task`, `process`, `exception` of the primary failure, each checked where it is given;
//! - `words`: each must stand in the cause or the steps, `a|b` means either, letters' case does not matter;
//! - `never`: none may stand there: what the text does not prove, or nobody can follow;
//! - `first`: words that the first step has, as in `words`; `sure` and `unsure`: its confidence is at least, or at most, so many percent;
//! - `near`: the category that the text looks like and is not;
//! - `kept_back`: written before its rule was looked at; counted on its own, as a measure of what the rules give for
//!   texts that they were not made with.

use std::path::{Path, PathBuf};

use rcad_core::explain::analyze;
use rcad_core::parse::parse;
use rcad_core::{Analysis, Category};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subject {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // `tool`, `versions` and `source` are for the table in testdata/README.md.
struct Case {
    name: String,
    tool: String,
    versions: String,
    source: String,
    text: String,
    category: String,
    file: Option<String>,
    line: Option<u32>,
    symbol: Option<String>,
    task: Option<String>,
    process: Option<String>,
    exception: Option<String>,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    never: Vec<String>,
    #[serde(default)]
    first: Vec<String>,
    sure: Option<f64>,
    unsure: Option<f64>,
    near: Option<String>,
    #[serde(default)]
    kept_back: bool,
}

/// Kept-back cases may be wrong: they measure, and a share below this is a step backwards.
const KEPT_BACK_SHARE: f64 = 0.6;

#[test]
fn every_message_has_its_expected_answer() {
    let (mut wrong, mut kept_back, mut kept_back_right) = (Vec::new(), 0usize, 0usize);
    for (subject, case) in cases() {
        let faults = faults(&case);
        if case.kept_back {
            kept_back += 1;
            kept_back_right += usize::from(faults.is_empty());
            if !faults.is_empty() {
                println!("kept back, {subject}: {}: {}", case.name, faults.join("; "));
            }
        } else if !faults.is_empty() {
            wrong.push(format!("{subject}: {}: {}", case.name, faults.join("; ")));
        }
    }
    println!("kept back: {kept_back_right} of {kept_back} right");
    assert!(wrong.is_empty(), "{} cases are wrong\n{}", wrong.len(), wrong.join("\n"));
    let least = f64::from(u32::try_from(kept_back).unwrap()) * KEPT_BACK_SHARE;
    assert!(f64::from(u32::try_from(kept_back_right).unwrap()) >= least, "{kept_back_right} of {kept_back} kept back");
}

#[test]
fn names_are_unique_and_categories_exist() {
    let mut seen = std::collections::HashSet::new();
    for (subject, case) in cases() {
        assert!(seen.insert(case.name.clone()), "{subject}: {} twice", case.name);
        for category in std::iter::once(&case.category).chain(&case.near) {
            let known = category == "none" || Category::ALL.iter().any(|one| one.id() == category);
            assert!(known, "{subject}: {}: no category {category}", case.name);
        }
        assert_ne!(Some(&case.category), case.near.as_ref(), "{subject}: {}", case.name);
    }
}

fn cases() -> Vec<(String, Case)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/messages");
    let mut files: Vec<PathBuf> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    files.sort();
    files.iter().flat_map(|path| subject(path)).collect()
}

fn subject(path: &Path) -> Vec<(String, Case)> {
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let subject: Subject = toml::from_str(&std::fs::read_to_string(path).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    subject.case.into_iter().map(|case| (name.clone(), case)).collect()
}

fn faults(case: &Case) -> Vec<String> {
    let analysis = analyze(parse(&case.text), None);
    let Some(primary) = analysis.errors.first() else {
        return if case.category == "none" { Vec::new() } else { vec![format!("{}: no failure found", case.category)] };
    };
    let mut faults = Vec::new();
    let mut compare = |what: &str, want: Option<&str>, got: Option<&str>| {
        if want.is_some() && want != got {
            faults.push(format!("{what} {} instead of {}", got.unwrap_or("(none)"), want.unwrap_or("(none)")));
        }
    };
    compare("category", Some(&case.category), Some(primary.category.id()));
    compare("file", case.file.as_deref(), primary.file.as_deref());
    let numbers = (case.line.map(|line| line.to_string()), primary.line.map(|line| line.to_string()));
    compare("line", numbers.0.as_deref(), numbers.1.as_deref());
    compare("symbol", case.symbol.as_deref(), primary.symbol.as_deref());
    compare("task", case.task.as_deref(), primary.task.as_deref());
    compare("process", case.process.as_deref(), primary.process.as_deref());
    compare("exception", case.exception.as_deref(), primary.exception.as_deref());
    faults.extend(missing_words(case, &analysis));
    faults
}

/// Words that the answer lacks, or has and must not have.
fn missing_words(case: &Case, analysis: &Analysis) -> Vec<String> {
    let cause = analysis.root_cause.clone().unwrap_or_default();
    let said = format!("{cause}\n{}", analysis.fix_guidelines.join("\n")).to_lowercase();
    let first = analysis.fix_guidelines.first().map(|step| step.to_lowercase()).unwrap_or_default();
    let holds = |text: &str, word: &str| word.split('|').any(|one| text.contains(&one.to_lowercase()));
    let shown = said.replace('\n', " / ");
    let missing =
        case.words.iter().filter(|word| !holds(&said, word)).map(|word| format!("`{word}` is not in: {shown}"));
    let banned = case.never.iter().filter(|word| holds(&said, word)).map(|word| format!("`{word}` is in: {shown}"));
    let not_first = case.first.iter().filter(|word| !holds(&first, word));
    let not_first = not_first.map(|word| format!("`{word}` is not in the first step: {first}"));
    missing.chain(banned).chain(not_first).chain(wrong_confidence(case, analysis)).collect()
}

fn wrong_confidence(case: &Case, analysis: &Analysis) -> Option<String> {
    let percent = analysis.confidence * 100.0;
    let low = case.sure.is_some_and(|least| percent < least - 0.1);
    let high = case.unsure.is_some_and(|most| percent > most + 0.1);
    (low || high).then(|| format!("its confidence is {percent:.0} %"))
}
