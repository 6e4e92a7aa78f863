//! rules: lists a user's own rules, runs their tests, and makes one from a failure.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use rcad_core::Analysis;
use rcad_core::parse::{self, rule_tests};
use rcad_core::rules::{RuleSet, draft};

use super::analyze::{explained, read};
use crate::cli::output::Exit;
use crate::client::Client;
use crate::line::rule_files::{LoadedRules, RuleFile, RulePath, directories, files, load, project_here};
use crate::platform::home::{Home, tilde};

/// `rcad rules`
#[derive(clap::Args)]
pub struct RulesArgs {
    #[command(subcommand)]
    what: RulesAction,
}

#[derive(clap::Subcommand)]
enum RulesAction {
    /// List the active rules, in the order they are tried
    List,
    /// Print a rule made from a failure, to be completed: `rcad rules new >> .rcad/rules/own.toml`
    New {
        /// A log file, `-` for standard input, or the id of a stored failure
        #[arg(default_value = "last")]
        failure: String,
    },
    /// Run each rule's test lines; exit code 1 if one fails or a rule is invalid
    Test {
        /// Rule files; default: the active ones
        files: Vec<PathBuf>,
    },
}

/// `rcad rules`
pub fn rules(args: &RulesArgs) -> Result<Exit> {
    match &args.what {
        RulesAction::List => list(),
        RulesAction::New { failure } => new(failure),
        RulesAction::Test { files } => test(files),
    }
}

fn list() -> Result<Exit> {
    let loaded = here()?;
    if loaded.files.is_empty() {
        return none();
    }
    for file in &loaded.files {
        for rule in file.rules.clone().map(|at| loaded.rules.get(at)) {
            println!("{:<28}  {:<34}  {}:{}", rule.name, rule.category.id(), tilde(&file.path), rule.line);
        }
    }
    let problems = loaded.problems();
    problems.iter().for_each(|problem| eprintln!("invalid: {problem}"));
    Ok(if problems.is_empty() { Exit::Success } else { Exit::Empty })
}

fn new(failure: &str) -> Result<Exit> {
    let analysis = if failure == "-" || Path::new(failure).is_file() {
        explained(parse::parse_kept(&read(failure, RuleSet::none())?, RuleSet::none()), None)
    } else {
        stored(failure)?
    };
    let Some(primary) = analysis.primary() else {
        eprintln!("No failure found in {failure}.");
        return Ok(Exit::Empty);
    };
    let cause = analysis.root_cause.as_deref().unwrap_or(&primary.message);
    print!("{}", draft(primary, cause, &analysis.fix_guidelines));
    eprintln!("Replace cause and fixes by what helped, then run `rcad rules test`.");
    Ok(Exit::Success)
}

fn stored(id: &str) -> Result<Analysis> {
    match Client::connect(&Home::find()?)?.rca(id)? {
        Ok(detail) => Ok(detail.analysis),
        Err(problem) => bail!("{problem}"),
    }
}

fn test(paths: &[PathBuf]) -> Result<Exit> {
    if let Some(missing) = paths.iter().find(|path| !path.is_file()) {
        bail!("{} is not a file", missing.display());
    }
    let named: Vec<RulePath> = paths.iter().map(|path| RulePath::named(path)).collect();
    let loaded = if paths.is_empty() { here()? } else { load(&named) };
    if loaded.files.is_empty() {
        return none();
    }
    let mut wrong = 0;
    for file in &loaded.files {
        println!("{}", tilde(&file.path));
        wrong += test_file(&loaded, file);
    }
    let count = loaded.rules.len() + loaded.files.iter().map(|file| file.refused.len()).sum::<usize>();
    println!("\n{} of {count} {} passed", count - wrong, if count == 1 { "rule" } else { "rules" });
    Ok(if wrong == 0 { Exit::Success } else { Exit::Empty })
}

/// Prints a line for each rule, more for a failed one. Returns the number of failed rules.
fn test_file(loaded: &LoadedRules, file: &RuleFile) -> usize {
    let mut wrong = file.refused.len();
    for index in file.rules.clone() {
        let rule = loaded.rules.get(index);
        let misses = rule_tests::test(&loaded.rules, index);
        let lines = match rule.matches.len() + rule.not.len() {
            0 => "no test lines".to_owned(),
            1 => "1 line".to_owned(),
            n => format!("{n} lines"),
        };
        let word = if misses.is_empty() { "ok" } else { "FAILED" };
        println!("  {word:<8} {:<28}  {:<34}  {lines}", rule.name, rule.category.id());
        for miss in &misses {
            println!("           {}: {}", miss.what, miss.line);
        }
        wrong += usize::from(!misses.is_empty());
    }
    for refused in &file.refused {
        let name = refused.rule.as_deref().unwrap_or("");
        println!("  INVALID  {name}{}line {}: {}", if name.is_empty() { "" } else { ", " }, refused.line, refused.why);
    }
    wrong
}

fn here() -> Result<LoadedRules> {
    let home = Home::find()?;
    Ok(load(&files(&directories(&home, project_here().as_deref()))))
}

fn none() -> Result<Exit> {
    let home = tilde(&Home::find()?.rules());
    eprintln!("No rules found: neither {home}/*.toml nor .rcad/rules/*.toml in this project.");
    Ok(Exit::Empty)
}
