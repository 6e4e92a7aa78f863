//! Known failures in `rules/*.toml`: each file reads without an error, each rule says what a rule of rcad's own must say,
//! and its test texts are explained by it and by no other.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use rcad_core::parse::parse;
use rcad_core::parse::rule_tests::test_known;
use rcad_core::rules::{FailureRule, RuleSet, read};

/// The files, sorted.
pub fn files() -> Vec<PathBuf> {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let mut files: Vec<PathBuf> = fs::read_dir(rules).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn all() -> Vec<FailureRule> {
    let mut all = Vec::new();
    for file in files() {
        let (rules, refused) = read(&fs::read_to_string(&file).unwrap());
        assert_eq!(refused, [], "{}", file.display());
        all.extend(rules);
    }
    all
}

#[test]
fn every_rule_says_what_it_must() {
    let mut names = HashSet::new();
    for rule in all() {
        assert!(names.insert(rule.name.clone()), "{} twice", rule.name);
        let kebab = rule.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(kebab, "{}: a name is in lower case with `-`", rule.name);
        assert!(rule.owner.is_some(), "{}: whose code is it? `owner` is missing", rule.name);
        assert!(rule.learnt.is_empty() || rule.learnt.starts_with("https://"), "{}: `learnt` is no address", rule.name);
        assert!(!rule.versions.is_empty(), "{}: `versions` is missing", rule.name);
        assert!(!rule.matches.is_empty(), "{}: no text that it matches", rule.name);
    }
    assert_eq!(names.len(), RuleSet::built_in().len(), "build.rs has written all of them");
}

#[test]
fn every_rule_answers_its_own_texts() {
    let rules = RuleSet::new(all());
    let mut wrong = Vec::new();
    for index in 0..rules.len() {
        let misses = test_known(&rules, index);
        wrong.extend(misses.into_iter().map(|miss| format!("{}: {}: {}", rules.get(index).name, miss.what, miss.line)));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_message_of_a_compiler_stays_with_the_build_script_that_it_is_about() {
    let of = |file: &str| {
        let log = format!(
            "e: file:///home/dev/basket/{file}:3:5 Too many characters in a character literal ''mavenCentral''\n"
        );
        parse(&log).failures.into_iter().next().map(|failure| (failure.category.id(), failure.rule.is_some()))
    };
    assert_eq!(of("settings.gradle.kts"), Some(("gradle_script_compile", true)));
    assert_eq!(of("src/main/kotlin/Basket.kt"), Some(("kotlin_syntax", true)));
}

#[test]
fn what_is_built_in_is_what_was_read() {
    for (rule, built_in) in all().iter().zip(RuleSet::built_in().iter()) {
        let both = [rule, built_in].map(|rule| (&rule.name, rule.category, rule.owner, rule.alone, &rule.learnt));
        assert_eq!(both[0], both[1]);
    }
}

#[test]
fn every_line_that_a_rule_matches_leads_to_it() {
    let built_in = RuleSet::built_in();
    for rule in all() {
        for line in rule.matches.iter().flat_map(|text| text.lines()).filter(|line| rule.captures(line).is_some()) {
            let found = built_in.candidates(line).iter().any(|candidate| candidate.name == rule.name);
            assert!(found, "{} is not looked at for {line}", rule.name);
        }
    }
}

#[test]
fn the_cause_below_many_frames_is_seen() {
    let frames = "\tat com.example.basket.Shelf.open(Shelf.kt:12)\n".repeat(90);
    let log = format!(
        "e: Daemon compilation failed: null\njava.lang.Exception\n{frames}Caused by: java.lang.Exception: Could not close incremental caches in D:\\basket\\build: lookups.tab\n{frames}\tSuppressed: java.lang.IllegalArgumentException: this and base files have different roots: C:\\oak\\A.kt and D:\\basket.\n"
    );
    let first = parse(&log).failures.into_iter().next().expect("a failure");
    assert!(first.details["known"].ends_with("different-roots"), "{}", first.details["known"]);
}

#[test]
fn a_line_that_a_rule_knows_is_quoted_and_not_the_heading_above_it() {
    let log = "Details:\n\tMod file: none\n\tFailure message: Mod File oakmod.jar needs language provider oak:2 or above to load\n";
    let failures = parse(log).failures;
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].evidence[0].line, 3);
}

#[test]
fn a_message_ends_where_gradle_goes_on() {
    let log = "java.lang.ClassCastException: com.example.Oak cannot be cast to com.example.Shelf\n> Task :app:lint UP-TO-DATE\nNote: no\n";
    let first = parse(log).failures.into_iter().next().expect("a failure");
    assert_eq!(first.message, "com.example.Oak cannot be cast to com.example.Shelf");
}
