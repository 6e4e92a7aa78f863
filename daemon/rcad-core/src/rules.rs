//! A user's rules as TOML: a pattern, its category, cause and fixes. Parses, checks and matches them; the caller reads the
//! files.
//!
//! An invalid rule is rejected with its line; the others stay. The cost of a rule is limited: the pattern's length and
//! compiled size, and it must require some fixed text, so that most lines are never tried.

mod read;
mod rule;

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::model::failure::Failure;

pub use read::read;
pub use rule::{RuleError, UserRule};

/// Rules in order; the first that matches a line counts.
#[derive(Debug, Default)]
pub struct UserRules {
    rules: Vec<UserRule>,
    literals: Option<AhoCorasick>,
    /// The rule of each literal.
    owners: Vec<usize>,
}

static NONE: LazyLock<UserRules> = LazyLock::new(UserRules::default);

impl UserRules {
    /// No rules.
    pub fn none() -> &'static UserRules {
        &NONE
    }

    /// These rules.
    pub fn new(rules: Vec<UserRule>) -> UserRules {
        let texts = rules.iter().enumerate().flat_map(|(at, rule)| rule.literals.iter().map(move |text| (at, text)));
        let (owners, texts): (Vec<usize>, Vec<&String>) = texts.unzip();
        let literals = AhoCorasick::new(texts).ok().filter(|_| !rules.is_empty());
        UserRules { literals, owners, rules }
    }

    /// The rules.
    pub fn all(&self) -> &[UserRule] {
        &self.rules
    }

    /// Texts, one of which occurs in every line that a rule matches.
    pub fn literals(&self) -> Vec<String> {
        self.rules.iter().flat_map(|rule| rule.literals.iter().cloned()).collect()
    }

    /// The failure by the first rule that matches the line, which has no prefixes and colours.
    pub fn read(&self, line: &str) -> Option<Failure> {
        let hits = self.literals.as_ref()?.find_overlapping_iter(line);
        let mut candidates: Vec<usize> = hits.map(|hit| self.owners[hit.pattern().as_usize()]).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find_map(|at| self.rules[at].read(line))
    }
}
