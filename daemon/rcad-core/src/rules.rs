//! Known failures as data: what proves one in a log, what it means and what helps. rcad's own are in `rules/*.toml` of
//! this crate, a user's in the same format in files that the caller reads.
//!
//! An invalid rule is rejected with its line; the others stay. The cost of a rule is limited: the pattern's length and
//! compiled size, and it must require some fixed text, so that most lines are never tried.

mod built_in;
mod condition;
mod derived;
mod draft;
mod nearest;
mod other_words;
mod owner;
mod read;
mod rule;
#[cfg(test)]
mod tests;
mod vocabulary;
mod words;

use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};

pub use built_in::is_for_elsewhere;
pub use condition::{Comparison, Conditions};
pub use draft::draft;
#[cfg(test)]
pub use nearest::words_of;
pub use nearest::{Near, nearest};
use other_words::PlainText;
pub use owner::Owner;
pub use read::read;
pub use rule::{FailureRule, RuleError};
pub use words::is_word;

/// Rules in order.
#[derive(Debug, Default)]
pub struct RuleSet {
    rules: Vec<RuleEntry>,
    literals: Option<AhoCorasick>,
    /// The rule of each literal.
    owners: Vec<usize>,
}

/// A rule, of which nothing is made before it may match.
#[derive(Debug)]
enum RuleEntry {
    Read(Box<FailureRule>),
    BuiltIn(&'static built_in::BuiltInRule, OnceLock<Box<FailureRule>>),
}

static NONE: LazyLock<RuleSet> = LazyLock::new(RuleSet::default);

static BUILT_IN: LazyLock<RuleSet> = LazyLock::new(|| {
    let rules = built_in::RULES.iter().map(|rule| RuleEntry::BuiltIn(rule, OnceLock::new())).collect();
    RuleSet { rules, ..RuleSet::default() }
});

/// Nearest rules whose patterns are tried on a message in other words.
const ASKED: usize = 16;

/// The built-in rules that match the text in other words, with what they capture there, nearest first. Only for what nothing
/// recognised: the first that is asked for takes as long as some hundred lines.
pub fn in_other_words(text: &str) -> impl Iterator<Item = (&'static FailureRule, Vec<(String, String)>)> {
    let plain = PlainText::of(text);
    let rules = nearest(text, ASKED).into_iter().map(|near| RuleSet::built_in().get(near.rule));
    rules.filter_map(move |rule| Some((rule, plain.captured(rule.plain_pattern())?)))
}

impl RuleSet {
    /// No rules.
    pub fn none() -> &'static RuleSet {
        &NONE
    }

    /// The rules that rcad comes with.
    pub fn built_in() -> &'static RuleSet {
        &BUILT_IN
    }

    /// These rules.
    pub fn new(rules: Vec<FailureRule>) -> RuleSet {
        let literals: Vec<(usize, String)> = rules
            .iter()
            .enumerate()
            .flat_map(|(at, rule)| rule.literals.iter().map(move |text| (at, text.clone().into_owned())))
            .collect();
        let entries = rules.into_iter().map(|rule| RuleEntry::Read(Box::new(rule))).collect();
        RuleSet::indexed(entries, literals.iter().map(|(at, text)| (*at, text.as_str())))
    }

    fn indexed<'t>(rules: Vec<RuleEntry>, literals: impl Iterator<Item = (usize, &'t str)>) -> RuleSet {
        let (owners, texts): (Vec<usize>, Vec<&str>) = literals.unzip();
        // Most runs ask for a few lines: what is quick to build is quickest.
        let kind = Some(AhoCorasickKind::NoncontiguousNFA);
        let literals = AhoCorasick::builder().kind(kind).build(texts).ok().filter(|_| !rules.is_empty());
        RuleSet { rules, literals, owners }
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The rules.
    pub fn iter(&self) -> impl Iterator<Item = &FailureRule> {
        (0..self.rules.len()).map(|at| self.get(at))
    }

    /// The rule at `index`, which must be below [`RuleSet::len`].
    pub fn get(&self, index: usize) -> &FailureRule {
        match &self.rules[index] {
            RuleEntry::Read(rule) => rule,
            RuleEntry::BuiltIn(rule, made) => made.get_or_init(|| Box::new(rule.rule())),
        }
    }

    /// The regular expression of the rule at `index`, which must be below [`RuleSet::len`]; nothing is made for it.
    pub fn pattern(&self, index: usize) -> &str {
        match &self.rules[index] {
            RuleEntry::Read(rule) => rule.pattern.source(),
            RuleEntry::BuiltIn(rule, _) => rule.pattern,
        }
    }

    /// The rule of this name.
    pub fn named(&self, name: &str) -> Option<&FailureRule> {
        let is_it = |entry: &RuleEntry| match entry {
            RuleEntry::Read(rule) => rule.name == name,
            RuleEntry::BuiltIn(rule, _) => rule.name == name,
        };
        self.rules.iter().position(is_it).map(|at| self.get(at))
    }

    /// Texts, one of which occurs in every line that a rule matches.
    pub fn literals(&self) -> Vec<String> {
        self.iter().flat_map(|rule| rule.literals.iter().map(|text| text.clone().into_owned())).collect()
    }

    /// The rules that may match the line, which has no prefixes and colours, in their order.
    pub fn candidates(&self, line: &str) -> Vec<&FailureRule> {
        let built_in = matches!(self.rules.first(), Some(RuleEntry::BuiltIn(..)));
        let hits = self.literals.iter().flat_map(|literals| literals.find_overlapping_iter(line));
        let mut candidates: Vec<usize> = if built_in {
            built_in::candidates(line)
        } else {
            hits.map(|hit| self.owners[hit.pattern().as_usize()]).collect()
        };
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().map(|at| self.get(at)).collect()
    }
}
