//! The test lines of a user's own rules, read as a log would be.

use super::input::lines::Lines;
use crate::rules::UserRules;

/// A test line that a rule does not treat as its author says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The line.
    pub line: String,
    /// What happens instead of what should.
    pub what: String,
}

/// Tries the test lines of the rule at `index` as a log would be read, with the rules before it in force.
pub fn test(rules: &UserRules, index: usize) -> Vec<Miss> {
    let Some(rule) = rules.all().get(index) else { return Vec::new() };
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

/// The name of the rule that takes a line.
fn taker(rules: &UserRules, line: &str) -> Option<String> {
    let lines = Lines::new(line);
    let found = (0..lines.len()).find_map(|index| rules.read(lines.get(index)));
    found?.rule.map(|name| name.into_owned())
}
