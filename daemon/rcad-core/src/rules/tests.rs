//! What every one of rcad's own rules keeps to, whatever it is about.

use std::collections::BTreeSet;

use super::derived::{CHOICE, java_name};
use super::rule::FailureRule;
use super::{RuleSet, in_other_words, read};
use crate::template::placeholders;

/// Groups that become fields of the answer.
const FIELDS: &[&str] = &["symbol", "file", "line", "column", "task", "message"];

/// The groups of a pattern by name, `symbol2` as `symbol`.
fn groups(source: &str) -> BTreeSet<String> {
    let regex = regex::Regex::new(source).unwrap();
    regex.capture_names().flatten().map(|name| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()).collect()
}

/// The placeholders of its words, and the values that it compares.
fn told(rule: &FailureRule) -> BTreeSet<String> {
    let words = rule.causes.iter().chain(rule.fixes.iter().flatten());
    let words = words.flat_map(|wording| placeholders(wording).unwrap()).map(str::to_owned);
    let compared = rule.conditions.when.iter().flat_map(|one| [one.left(), one.right()]).map(str::to_owned);
    words.chain(compared).map(|name| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()).collect()
}

#[test]
fn what_a_pattern_captures_is_told() {
    let mut idle = Vec::new();
    for rule in RuleSet::built_in().iter() {
        let told = told(rule);
        let is_told = |group: &String| {
            FIELDS.contains(&group.as_str())
                || told.contains(group)
                || java_name(group).is_some_and(|java| told.contains(&java))
        };
        let sources = rule.conditions.patterns().chain([&rule.pattern]);
        let groups: BTreeSet<String> = sources.flat_map(|regex| groups(regex.source())).collect();
        idle.extend(groups.into_iter().filter(|group| !is_told(group)).map(|group| format!("{}: {group}", rule.name)));
    }
    assert!(idle.is_empty(), "captured for nothing, say them or write `(?:…)`:\n{}", idle.join("\n"));
}

/// Steps that send their reader back to the message, whose words the rule has captured.
const SENT_BACK: &[&str] = &["as the message says", "that the message names", "what the message says"];

#[test]
fn a_first_step_says_what_it_knows_of_the_message() {
    let captures = |rule: &FailureRule| {
        rule.conditions.patterns().chain([&rule.pattern]).any(|regex| !groups(regex.source()).is_empty())
    };
    for rule in RuleSet::built_in().iter().filter(|rule| captures(rule)) {
        let first = rule.fixes.first().and_then(|wordings| wordings.first());
        let sent_back = first.is_some_and(|first| SENT_BACK.iter().any(|phrase| first.contains(phrase)));
        assert!(!sent_back, "{}: say what the message names: {first:?}", rule.name);
    }
}

#[test]
fn a_rule_that_chooses_says_what_it_chose() {
    for rule in RuleSet::built_in().iter().filter(|rule| !rule.choices.is_empty()) {
        assert!(told(rule).contains(CHOICE), "{} has choices and no `{{choice}}`", rule.name);
    }
}

#[test]
fn choices_are_texts_for_a_symbol() {
    let rule = |pattern: &str, choices: &str| {
        format!(
            "[[rule]]\nname = \"a\"\ncategory = \"other\"\npattern = '{pattern}'\nchoices = {choices}\ncause = \"{{choice}}\"\n"
        )
    };
    let why = |text: &str| read(text).1.first().map(|error| error.why.clone());
    assert_eq!(why(&rule("no property (?P<symbol>[a-z]+)", "{ old = \"new\" }")), None);
    let refused = [
        ("no property [a-z]+", "{ old = \"new\" }", "needs a group `symbol`"),
        ("no property (?P<symbol>[a-z]+)", "[\"old\"]", "must be a table of strings"),
        ("no property (?P<symbol>[a-z]+)", "{ old = 1 }", "must be a table of strings"),
        ("no property (?P<symbol>[a-z]+)", "{}", "{choice}, which the pattern does not capture"),
    ];
    for (pattern, choices, expected) in refused {
        let why = why(&rule(pattern, choices)).unwrap_or_default();
        assert!(why.contains(expected), "{pattern} {choices}: {why}");
    }
}

#[test]
fn a_known_message_is_known_in_other_words() {
    let found = in_other_words("Right-hand side of 'actual' type alias must be a class, not another type alias.");
    let names: Vec<&str> = found.map(|(rule, _)| rule.name.as_ref()).collect();
    assert_eq!(names, ["kotlin-expect-alias-to-alias"]);
}
