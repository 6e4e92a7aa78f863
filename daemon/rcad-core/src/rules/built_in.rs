//! The rules of `rules/*.toml`, which `build.rs` writes as constants. Tests hold the files against `read`, so nothing is
//! checked here.

use std::borrow::Cow;

use super::condition::{Comparison, Conditions};
use super::owner::Owner;
use super::rule::FailureRule;
use crate::Category;
use crate::pattern::LazyRegex;

/// A rule as `build.rs` writes it.
#[derive(Debug)]
pub struct BuiltInRule {
    pub(super) name: &'static str,
    category: &'static str,
    owner: &'static str,
    versions: &'static str,
    learnt: &'static str,
    alone: bool,
    pub(super) pattern: &'static str,
    pub(super) literals: &'static [&'static str],
    above: &'static [&'static str],
    below: &'static [&'static str],
    frames: &'static [&'static str],
    without: &'static [&'static str],
    when: &'static [&'static str],
    causes: &'static [&'static str],
    fixes: &'static [&'static [&'static str]],
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
            conditions: Conditions {
                above: regexes(self.above),
                below: regexes(self.below),
                frames: regexes(self.frames),
                without: regexes(self.without),
                when: self.when.iter().filter_map(|text| Comparison::parse(text)).collect(),
            },
            causes: borrowed(self.causes),
            fixes: self.fixes.iter().map(|wordings| borrowed(wordings)).collect(),
            literals: borrowed(self.literals),
        }
    }
}

fn borrowed(texts: &[&'static str]) -> Vec<Cow<'static, str>> {
    texts.iter().map(|text| Cow::Borrowed(*text)).collect()
}
