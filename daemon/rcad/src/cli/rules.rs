//! rules: lists a user's own rules and runs their tests.

use std::path::PathBuf;

use anyhow::{Result, bail};
use rcad_core::parse::rule_tests;

use crate::cli::output::Exit;
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
