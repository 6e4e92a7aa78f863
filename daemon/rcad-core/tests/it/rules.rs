//! Custom rules: what is accepted, what is refused and at which line, and what a rule does to a log.

mod needed;

use rcad_core::Category;
use rcad_core::explain::analyze;
use rcad_core::model::failure::Role;
use rcad_core::parse::input::sieve::WHOLE;
use rcad_core::parse::rule_tests::test;
use rcad_core::parse::{parse, parse_with};
use rcad_core::rules::{RuleSet, read};

const GOOD: &str = r#"
[[rule]]
name = "artifact store down"
pattern = 'Received status code (?P<status>5[0-9]{2}) from (?P<symbol>https://artifacts\.example\.com[^ ]*)'
category = "gradle_network_tls"
cause = "The artifact store answers {status} for {symbol}."
fixes = ["Look at status.example.com; if it is green, run the build again."]
matches = ["> Received status code 503 from https://artifacts.example.com/a.pom: Busy"]
not = ["> Received status code 404 from https://artifacts.example.com/a.pom"]

[[rule]]
name = "old basket"
pattern = 'symbol: +class (?P<symbol>LegacyBasket)'
category = "java_cannot_find_symbol"
cause = "{symbol} was removed from the basket library in version 4."
fixes = ["Use `com.example.basket.Basket`."]
"#;

fn rules(text: &str) -> RuleSet {
    let (rules, refused) = read(text);
    assert_eq!(refused, []);
    RuleSet::new(rules)
}

#[test]
fn a_rule_is_read_with_its_line_and_its_test_lines_are_tried() {
    let rules = rules(GOOD);
    assert_eq!(rules.iter().map(|rule| rule.line).collect::<Vec<_>>(), [2, 11]);
    assert_eq!(test(&rules, 0), []);
    let wrong = GOOD.replace("matches = [\"> Received status code 503", "matches = [\"> Received status code 403");
    let misses = test(&self::rules(&wrong), 0);
    assert_eq!(misses.len(), 1);
    assert_eq!(misses[0].what, "should match and does not");
    let greedy = GOOD.replace("5[0-9]{2}", "[0-9]+");
    assert_eq!(test(&self::rules(&greedy), 0)[0].what, "should not match and does");
    let twice = format!("{GOOD}{}", GOOD.replace("artifact store", "second store").replace("old", "very old"));
    assert_eq!(test(&self::rules(&twice), 2)[0].what, "is matched by `artifact store down` first");
}

#[test]
fn what_is_wrong_is_refused_with_its_line_and_the_others_stay() {
    let cases = [
        ("5[0-9]{2}", "5[0-9{2}", 4, "unclosed character class"),
        ("5[0-9]{2}", "[0-9]{900}{900}", 4, "too large"),
        ("gradle_network_tls", "gradle_netwrk_tls", 5, "did you mean `gradle_network_tls`?"),
        (
            "answers {status}",
            "answers {statu}",
            6,
            "{statu}, which the pattern does not capture; did you mean `status`?",
        ),
        ("answers {status}", "answers {status", 6, "has a `{` without `}`"),
        ("Look at", "Look at {place}:", 7, "{place}, which the pattern does not capture"),
        ("fixes = [\"Look", "fixs = [\"Look", 7, "`fixs` is no key of a rule; did you mean `fixes`?"),
        ("name = \"artifact store down\"\n", "", 2, "`name` is missing"),
        ("name = \"artifact store down\"", "name = \"\"", 3, "`name` is empty"),
        ("name = \"artifact store down\"", "name = 3", 3, "`name` must be a string"),
        (
            "Received status code (?P<status>5[0-9]{2}) from (?P<symbol>https://artifacts\\.example\\.com[^ ]*)",
            ".*",
            4,
            "every line",
        ),
        (
            "Received status code (?P<status>5[0-9]{2}) from (?P<symbol>https://artifacts\\.example\\.com[^ ]*)",
            "[a-z]+ [0-9]",
            4,
            "three letters",
        ),
    ];
    for (from, to, line, why) in cases {
        let text = GOOD.replacen(from, to, 1);
        assert_ne!(text, GOOD, "{from}");
        let (rules, refused) = read(&text);
        assert_eq!(refused.len(), 1, "{to}");
        assert!(refused[0].why.contains(why), "{}: {}", refused[0].why, why);
        assert_eq!((refused[0].line, rules.len(), &*rules[0].name), (line, 1, "old basket"), "{to}");
    }
    let (rules, refused) = read(&format!("{GOOD}{}", GOOD.replace("artifact", "other")));
    assert_eq!((rules.len(), refused[0].line), (3, 28));
    assert!(refused[0].why.contains("also that of the rule in line 11"), "{}", refused[0].why);
    let (rules, refused) = read("[[rule]]\nname = \"a\n");
    assert_eq!((rules.len(), refused.len(), refused[0].line), (0, 1, 2));
    let (_, refused) = read("# none\n[rules]\nname = \"a\"\n");
    assert_eq!((refused[0].line, refused[0].why.as_str()), (2, "`rules` is no part of a rule file; `[[rule]]` is"));
}

const LOG: &str = "> Task :app:compileJava FAILED\n/p/A.java:3: error: cannot find symbol\n    LegacyBasket basket;\n    ^\n  symbol:   class LegacyBasket\n  location: class A\n1 error\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileJava'.\n> Compilation failed; see the compiler error output for details.\n\nBUILD FAILED in 1s\n";

#[test]
fn a_rule_goes_before_the_built_in_ones_and_learns_where_they_stood() {
    let parsed = parse_with(LOG, &rules(GOOD));
    assert_eq!(parsed.trace.readings[0].rule.as_deref(), Some("old basket"));
    let analysis = analyze(parsed, None);
    assert_eq!(analysis.errors.len(), 1);
    let root = &analysis.errors[0];
    assert_eq!((root.role, root.category), (Role::Root, Category::JavaCannotFindSymbol));
    assert_eq!(
        (root.file.as_deref(), root.line, root.task.as_deref()),
        (Some("/p/A.java"), Some(3), Some(":app:compileJava"))
    );
    let cause = analysis.root_cause.unwrap();
    assert_eq!(cause, "A.java:3: LegacyBasket was removed from the basket library in version 4.");
    assert_eq!(analysis.fix_guidelines, ["Use `com.example.basket.Basket`."]);
}

#[test]
fn a_rule_names_what_a_number_or_a_librarys_frame_does_not() {
    for (log, symbol) in [
        (
            "* What went wrong:\nExecution failed for task ':app:mergeExtDexDebug'.\n> Failed to transform '/c/shelf-2.0.jar' using Jetifier. Reason: IllegalArgumentException, message: Unsupported class file major version 65. (Run with --stacktrace for more details.)\n",
            "shelf-2.0.jar",
        ),
        (
            "java.lang.RuntimeException: Error occurred while instrumenting class org.old.Regex\nCaused by: java.lang.RuntimeException: JSR/RET are not supported with computeFrames option\n\tat org.objectweb.asm.Frame.execute(Frame.java:1021)\n",
            "org.old.Regex",
        ),
    ] {
        assert_eq!(parse(log).failures[0].symbol.as_deref(), Some(symbol), "{log}");
    }
}

#[test]
fn a_rule_chooses_its_words_by_the_symbol() {
    let rules = rules(
        r#"
[[rule]]
name = "old basket"
pattern = 'Basket plugin: no property (?P<symbol>[A-Za-z]+)'
choices = { colour = "paint {rgb}" }
category = "other"
cause = "{symbol} is gone."
fixes = [["Write `{choice}`.", "Remove `{symbol}`."]]
"#,
    );
    for (name, step) in [("colour", "Write `paint {rgb}`."), ("handle", "Remove `handle`.")] {
        let log = format!("> Basket plugin: no property {name}\n");
        assert_eq!(analyze(parse_with(&log, &rules), None).fix_guidelines, [step]);
    }
}

#[test]
fn a_wording_about_the_symbol_is_for_the_one_that_the_rule_names() {
    let rules = rules(
        r#"
[[rule]]
name = "basket settings"
pattern = 'The basket (?:has no handle called (?P<symbol>[a-z]+)|cannot hold (?P<most>[0-9]+) books)'
category = "other"
cause = ["There is no {symbol}.", "{most} books are too many."]
fixes = [["Add {symbol}.", "Take out some of the {most} books."]]
"#,
    );
    // The place at which it is thrown is a symbol too.
    let frame = "\tat com.example.Basket.fill(Basket.kt:7)";
    for (says, step) in
        [("has no handle called left", "Add left."), ("cannot hold 9 books", "Take out some of the 9 books.")]
    {
        let log = format!("java.lang.IllegalStateException: The basket {says}\n{frame}\n");
        assert_eq!(analyze(parse_with(&log, &rules), None).fix_guidelines, [step]);
    }
}

#[test]
fn a_line_inside_gradles_block_counts_as_its_cause() {
    let log = "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileJava'.\n\
        > Could not resolve com.example:basket:4.\n   > Received status code 503 from https://artifacts.example.com/a.pom: Busy\n\nBUILD FAILED in 1s\n";
    let parsed = parse_with(log, &rules(GOOD));
    assert_eq!(parsed.failures.len(), 1);
    assert_eq!(parsed.failures[0].task.as_deref(), Some(":app:compileJava"));
    assert_eq!(parsed.failures[0].details["status"], "503");
}

#[test]
fn a_rules_line_is_found_in_a_long_log_and_other_lines_are_not_touched() {
    let noise = "> Task :part:compileJava UP-TO-DATE\n".repeat(WHOLE / 30);
    let line = "Received status code 503 from https://artifacts.example.com/a.pom: Busy";
    let log = format!("{noise}{line}\n{noise}");
    assert!(parse(&log).failures.is_empty());
    let parsed = parse_with(&log, &rules(GOOD));
    assert_eq!((parsed.failures.len(), parsed.failures[0].evidence[0].text.as_str()), (1, line));
}
