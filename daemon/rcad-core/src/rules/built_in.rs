//! The rules of `rules/*.toml`, which `build.rs` writes as constants. Tests hold the files against `read`, so nothing is
//! checked here.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::condition::{Comparison, Conditions};
use super::owner::Owner;
use super::rule::FailureRule;
use crate::Category;
use crate::pattern::LazyRegex;
use crate::pattern::gram::{self, GRAM};

/// A rule as `build.rs` writes it.
#[derive(Debug)]
pub struct BuiltInRule {
    pub(super) name: &'static str,
    category: &'static str,
    owner: &'static str,
    versions: &'static str,
    learnt: &'static str,
    alone: bool,
    elsewhere: bool,
    pub(super) pattern: &'static str,
    pub(super) literals: &'static [&'static str],
    above: &'static [&'static str],
    below: &'static [&'static str],
    frames: &'static [&'static str],
    without: &'static [&'static str],
    nearby: &'static [&'static str],
    when: &'static [&'static str],
    choices: &'static [(&'static str, &'static str)],
    pub(super) causes: &'static [&'static str],
    fixes: &'static [&'static [&'static str]],
}

/// A text that a rule needs, by three of its bytes.
pub struct Gram {
    /// The bytes, the first in the lowest.
    gram: u32,
    /// Where they stand in the text.
    offset: usize,
    /// The rule's place in [`RULES`].
    rule: usize,
    literal: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/built_in_rules.rs"));

impl BuiltInRule {
    /// The rule itself.
    pub(super) fn rule(&self) -> FailureRule {
        let regexes = |sources: &[&'static str]| sources.iter().map(|source| LazyRegex::new(source)).collect();
        FailureRule {
            name: self.name.into(),
            category: Category::from_id(self.category).unwrap_or(Category::Other),
            line: 0,
            owner: Owner::from_id(self.owner),
            versions: self.versions.into(),
            learnt: self.learnt.into(),
            alone: self.alone,
            matches: Vec::new(),
            not: Vec::new(),
            pattern: LazyRegex::new(self.pattern),
            plain_pattern: OnceLock::new(),
            conditions: Conditions {
                above: regexes(self.above),
                below: regexes(self.below),
                frames: regexes(self.frames),
                without: regexes(self.without),
                nearby: regexes(self.nearby),
                when: self.when.iter().filter_map(|text| Comparison::parse(text)).collect(),
            },
            choices: self.choices.iter().map(|(symbol, text)| ((*symbol).into(), (*text).into())).collect(),
            causes: borrowed(self.causes),
            fixes: self.fixes.iter().map(|wordings| borrowed(wordings)).collect(),
            literals: borrowed(self.literals),
        }
    }
}

/// The places in [`RULES`] of those that may match the line, in no order. Nothing has to be built for it: the tables are
/// constants.
pub fn candidates(line: &str) -> Vec<usize> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    for (at, gram) in bytes.windows(GRAM).map(gram::gram).enumerate() {
        let (word, bit) = gram::bit(gram);
        if FILTER[word] & bit == 0 {
            continue;
        }
        let first = GRAMS.partition_point(|one| one.gram < gram);
        let same = GRAMS[first..].iter().take_while(|one| one.gram == gram);
        let fits = |one: &&Gram| at >= one.offset && bytes[at - one.offset..].starts_with(one.literal.as_bytes());
        found.extend(same.filter(fits).map(|one| one.rule));
    }
    found
}

/// Whether the rule of this name was written for a place that is not the reader's; `None` where there is no such rule.
pub fn is_for_elsewhere(name: &str) -> Option<bool> {
    RULES.iter().find(|rule| rule.name == name).map(|rule| rule.elsewhere)
}

fn borrowed(texts: &[&'static str]) -> Vec<Cow<'static, str>> {
    texts.iter().map(|text| Cow::Borrowed(*text)).collect()
}
