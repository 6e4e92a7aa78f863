//! The test lines of a user's own rules, read as a log would be.

use super::input::lines::Lines;
use super::readers::custom;
use crate::rules::RuleSet;

/// A test line that a rule does not treat as its author says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The line.
    pub line: String,
    /// What happens instead of what should.
    pub what: String,
}

/// Tries the test lines of the rule at `index` as a log would be read, with the rules before it in force.
pub fn test(rules: &RuleSet, index: usize) -> Vec<Miss> {
    if index >= rules.len() {
        return Vec::new();
    }
    let rule = rules.get(index);
    let mut misses = Vec::new();
    let mut miss = |line: &String, what: String| misses.push(Miss { line: line.clone(), what });
    for line in &rule.matches {
        let found = taker(rules, line);
        match found {
            None => miss(line, "should match and does not".to_owned()),
            Some(name) if name != rule.name => miss(line, format!("is matched by `{name}` first")),
            Some(_) => {}
        }
    }
    for line in rule.not.iter().filter(|line| taker(rules, line).is_some_and(|name| name == rule.name)) {
        miss(line, "should not match and does".to_owned());
    }
    misses
}

/// Tries the test texts of the rule at `index` of rcad's own: each is read as a log, and one of its failures must be
/// explained by the rule.
pub fn test_known(rules: &RuleSet, index: usize) -> Vec<Miss> {
    let rule = rules.get(index);
    let explained = |text: &str| -> Vec<String> {
        let parsed = super::parse_lines(&Lines::new(text), RuleSet::none(), rules);
        let rules = parsed.failures.into_iter().map(|failure| failure.rule.unwrap_or_default().into_owned());
        rules.collect()
    };
    let head = |text: &str| text.trim_start().lines().next().unwrap_or_default().to_owned();
    let mut misses = Vec::new();
    for text in &rule.matches {
        let found = explained(text);
        let what = match found.first() {
            _ if found.iter().any(|name| *name == rule.name) => continue,
            None => "no failure is found in it; a line that is a failure by itself needs `alone`".to_owned(),
            Some(other) if rules.iter().any(|rule| rule.name == *other) => format!("is explained by `{other}`"),
            Some(_) => "its failure is not explained by the rule".to_owned(),
        };
        misses.push(Miss { line: head(text), what });
    }
    for text in rule.not.iter().filter(|text| explained(text).iter().any(|name| *name == rule.name)) {
        misses.push(Miss { line: head(text), what: "should not match and does".to_owned() });
    }
    misses
}

/// The name of the rule that takes a line.
fn taker(rules: &RuleSet, line: &str) -> Option<String> {
    let lines = Lines::new(line);
    let found = (0..lines.len()).find_map(|index| custom::failure(&lines, rules, index));
    found?.rule.map(|name| name.into_owned())
}
