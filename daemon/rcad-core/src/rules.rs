//! A user's own rules: a pattern, what it means, what to do, as TOML. Read, checked and matched here; where the files are is
//! not known here.
//!
//! A rule that is wrong in any way is refused with its line, and the others still count. What a rule can cost is bounded:
//! the pattern's length and compiled size, and that it needs some fixed text, so that most lines are never tried.

mod read;

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use regex::Regex;

use crate::model::failure::{Failure, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::{Category, pattern};

pub use read::read;

/// One rule that was accepted.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What its author calls it.
    pub name: String,
    /// What a line that it matches is.
    pub category: Category,
    /// 1-based line of the file at which it begins.
    pub line: u32,
    /// Lines that its author says it matches.
    pub matches: Vec<String>,
    /// Lines that its author says it does not match.
    pub not: Vec<String>,
    regex: Regex,
    wording: Wording,
    /// Texts one of which stands in every line that matches.
    literals: Vec<String>,
}

/// Why a rule, or a whole file, is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// 1-based line of the file.
    pub line: u32,
    /// The rule's name, where it is known.
    pub rule: Option<String>,
    /// What is wrong, and what would be right.
    pub why: String,
}

/// Rules in the order in which they are tried; the first that matches a line counts.
#[derive(Debug, Default)]
pub struct Rules {
    rules: Vec<Rule>,
    literals: Option<AhoCorasick>,
    /// The rule of each literal.
    owners: Vec<usize>,
}

static NONE: LazyLock<Rules> = LazyLock::new(Rules::default);

/// A test line that a rule does not treat as its author says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The line.
    pub line: String,
    /// What happens instead of what should.
    pub what: String,
}

impl Rules {
    /// No rules.
    pub fn none() -> &'static Rules {
        &NONE
    }

    /// These rules.
    pub fn new(rules: Vec<Rule>) -> Rules {
        let texts = rules.iter().enumerate().flat_map(|(at, rule)| rule.literals.iter().map(move |text| (at, text)));
        let (owners, texts): (Vec<usize>, Vec<&String>) = texts.unzip();
        let literals = AhoCorasick::new(texts).ok().filter(|_| !rules.is_empty());
        Rules { literals, owners, rules }
    }

    /// The rules.
    pub fn all(&self) -> &[Rule] {
        &self.rules
    }

    /// Texts one of which stands in every line that any of the rules matches.
    pub fn literals(&self) -> Vec<String> {
        self.rules.iter().flat_map(|rule| rule.literals.iter().cloned()).collect()
    }

    /// The failure that the first rule makes of the line, which is cleaned of prefixes and colours.
    pub fn read(&self, line: &str) -> Option<Failure> {
        let hits = self.literals.as_ref()?.find_overlapping_iter(line);
        let mut candidates: Vec<usize> = hits.map(|hit| self.owners[hit.pattern().as_usize()]).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find_map(|at| self.rules[at].read(line))
    }

    /// Tries the test lines of the rule at `index` as a log would be read, with the rules before it in force.
    pub fn test(&self, index: usize) -> Vec<Miss> {
        let Some(rule) = self.rules.get(index) else { return Vec::new() };
        let mut misses = Vec::new();
        let mut miss = |line: &String, what: String| misses.push(Miss { line: line.clone(), what });
        for line in &rule.matches {
            let found = self.taker(line);
            match found {
                None => miss(line, "should match and does not".to_owned()),
                Some(name) if name != rule.name => miss(line, format!("is matched by `{name}` first")),
                Some(_) => {}
            }
        }
        for line in rule.not.iter().filter(|line| self.taker(line).is_some_and(|name| name == rule.name)) {
            miss(line, "should not match and does".to_owned());
        }
        misses
    }

    /// The name of the rule that takes a line.
    fn taker(&self, line: &str) -> Option<String> {
        let lines = Lines::new(line);
        let found = (0..lines.len()).find_map(|index| self.read(lines.get(index)));
        found?.rule.map(|name| name.into_owned())
    }
}

impl Rule {
    fn read(&self, line: &str) -> Option<Failure> {
        let found = self.regex.captures(line)?;
        let mut failure = Failure::new(self.category, language(self.category), line.trim());
        failure.framework = pattern::framework(self.category);
        failure.wording = Some(self.wording.clone());
        failure.rule = Some(self.name.clone().into());
        for name in self.regex.capture_names().flatten() {
            if let Some(value) = found.name(name) {
                pattern::set(&mut failure, name, value.as_str());
            }
        }
        Some(failure)
    }
}

/// What most things of a category are written in.
fn language(category: Category) -> Language {
    match category.id().split('_').next().unwrap_or_default() {
        "kotlin" | "compose" => Language::Kotlin,
        "java" => Language::Java,
        "gradle" | "agp" => Language::Gradle,
        "xml" | "aapt" | "manifest" | "databinding" => Language::Xml,
        "native" => Language::Native,
        _ => Language::Unknown,
    }
}
