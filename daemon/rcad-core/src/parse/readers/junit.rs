//! Reads failed tests off Gradle's console, and off Maven's. What the reports on disk say is not here; this sees text only.

mod thrown;

use crate::Category;
use crate::model::failure::{Failure, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::Pattern;

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::Junit,
    anchors: &[" FAILED", "ailed tests: ", "ests in error: ", "<<< FAILURE!", "<<< ERROR!"],
    frame: false,
    read,
};

/// `a.ATest > t FAILED`, `a.ATest > [1] x=2 FAILED`, `Gradle Test Run :test > … > a.ATest > t() FAILED`
static HEAD: Pattern =
    Pattern::new(r"^(?:Gradle Test [^>]+ > )*(?P<class>[A-Za-z_][^ >]*) > (?P<test>.+?)(?:\[[^\]]*\])? FAILED$");

/// `    org.junit.ComparisonFailure: expected:<…> but was:<…>`, `    java.lang.AssertionError at ATest.java:1`
static THROWN: Pattern = Pattern::new(
    r"^(?:Caused by: )?(?P<class>(?:[A-Za-z_$][A-Za-z0-9_$]*\.)+[A-Za-z_$][A-Za-z0-9_$]*)(?: at (?P<file>[^: ]+):(?P<line>[0-9]+)|: ?(?P<message>.*))?$",
);

/// `at app//a.ATest.t(ATest.java:12)`
static FRAME: Pattern =
    Pattern::new(r"^at (?:[^ (/]*/+)*(?P<class>[A-Za-z0-9_.$]+)\.[^.(]+\((?P<file>[^:()]+):(?P<line>[0-9]+)\)");

/// `Failed tests:   t(a.ATest): expected:<[3]> but was:<[4]>`, `Tests in error: …`: Surefire up to 2.18
static SUREFIRE: Pattern = Pattern::new(
    r"^(?:\[ERROR\] )?(?:Failed tests|Tests in error): +(?P<test>[A-Za-z_][A-Za-z0-9_]*)(?:\[[^\]]*\])?\((?P<class>[A-Za-z0-9_.$]+)\)(?:: (?P<message>.+))?$",
);

/// `[ERROR] t(a.ATest)  Time elapsed: 0.1 s  <<< FAILURE!`, `[ERROR] a.ATest.t -- Time elapsed: 0.1 s <<< ERROR!`
static ELAPSED: Pattern = Pattern::new(concat!(
    r"^(?:\[ERROR\] +)?(?:(?P<test>[A-Za-z_][A-Za-z0-9_]*)(?:\[[^\]]*\])?\((?P<class>[A-Za-z0-9_.$]+)\)|(?P<whole>[A-Za-z0-9_.$]+\.[A-Z][A-Za-z0-9_$]*)\.(?P<name>[A-Za-z_][A-Za-z0-9_]*))",
    r"(?: --)? +Time elapsed: .*<<< (?:FAILURE|ERROR)!$",
));

/// Lines below the test's name that are looked at.
const BELOW: usize = 200;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    read_gradles(lines, at).or_else(|| read_mavens(lines, at))
}

/// Maven's name of a test; the exception stands on this line or the next.
fn read_mavens(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at).trim();
    let head = SUREFIRE.captures(line).or_else(|| ELAPSED.captures(line))?;
    let named = |one: &str, other: &str| Some(head.name(one).or_else(|| head.name(other))?.as_str().to_owned());
    let (class, test) = (named("class", "whole")?, named("test", "name")?);
    let mut failure = Failure::new(Category::TestFailure, Language::Java, format!("{class} > {test} FAILED"));
    failure.symbol = Some(format!("{class}.{test}"));
    failure.details.insert("class".to_owned(), class.clone());
    failure.details.insert("test".to_owned(), test);
    failure.evidence.push(lines.evidence(at));
    if let Some(message) = head.name("message") {
        failure.details.insert("assertion".to_owned(), message.as_str().to_owned());
    }
    let below = (at + 1..(at + BELOW).min(lines.len())).take_while(|index| {
        let line = lines.get(*index).trim();
        THROWN.is_match(line) || FRAME.is_match(line) || line.starts_with("at ")
    });
    let simple = class.rsplit('.').next().unwrap_or(&class);
    failure.wording = Some(Wording {
        cause: "The test `{test}` of `{class}` failed: {assertion}.".to_owned(),
        fixes: vec![
            format!(
                "Compare the assertion in `{{test}}` with what the tested code gives, and correct the one that is wrong. Alone it runs with `mvn test -Dtest={simple}#{{test}}`."
            ),
            "The whole trace is in target/surefire-reports (integration tests: target/failsafe-reports).".to_owned(),
        ],
    });
    let mut count = 1;
    for index in below {
        read_below(lines, index, &class, &mut failure);
        count = index + 1 - at;
    }
    if !failure.details.contains_key("assertion") {
        let thrown = failure.exception.clone().unwrap_or_else(|| "an exception or an assertion".to_owned());
        failure.details.insert("assertion".to_owned(), thrown);
    }
    Some(ReaderMatch { failure, lines: count, headline: false })
}

fn read_gradles(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let head = HEAD.captures(lines.get(at))?;
    let class = head["class"].to_owned();
    let test = head["test"].to_owned();
    let mut failure = Failure::new(Category::TestFailure, Language::Java, format!("{class} > {test} FAILED"));
    failure.symbol = Some(format!("{class}.{}", test.trim_end_matches("()").replace(" > ", ".")));
    failure.details.insert("class".to_owned(), class.clone());
    failure.details.insert("test".to_owned(), test);
    failure.evidence.push(lines.evidence(at));
    let mut count = 1;
    for index in at + 1..(at + BELOW).min(lines.len()) {
        let line = lines.get(index);
        if !line.starts_with([' ', '\t']) {
            break;
        }
        count = index + 1 - at;
        read_below(lines, index, &class, &mut failure);
    }
    if failure.file.as_deref().is_some_and(|file| file.ends_with(".kt")) {
        failure.language = Language::Kotlin;
    }
    if !heads_above(lines, at) {
        counted(lines, at + count, &mut failure);
    }
    thrown::word(&mut failure);
    Some(ReaderMatch { failure, lines: count, headline: false })
}

/// `7 tests completed, 1 failed, 6 skipped`
static COUNTS: Pattern = Pattern::new(
    r"^(?P<tests_run>[0-9]+) tests? completed, (?P<tests_failed>[0-9]+) failed(?:, (?P<tests_skipped>[0-9]+) skipped)?",
);

/// Lines below a failed test in which its task's count is looked for.
const COUNTED: usize = 5000;

fn heads_above(lines: &Lines, at: usize) -> bool {
    (0..at).any(|index| lines.get(index).ends_with(" FAILED") && HEAD.is_match(lines.get(index)))
}

/// Adds how many tests failed, where several did.
fn counted(lines: &Lines, below: usize, failure: &mut Failure) {
    let mut all = (below..(below + COUNTED).min(lines.len())).filter_map(|index| COUNTS.captures(lines.get(index)));
    let Some(found) = all.next().filter(|found| &found["tests_failed"] != "1") else { return };
    for name in ["tests_run", "tests_failed"] {
        failure.details.insert(name.to_owned(), found[name].to_owned());
    }
}

/// Lines above a test task's block in which a test is looked for whose own line was cut off.
const ABOVE: usize = 200;

/// Completes the failure of a test task's block at `block` by a trace above it whose test's line was cut off.
pub fn cut_off_above(lines: &Lines, block: usize, failure: &mut Failure) -> bool {
    if failure.category != Category::TestFailure || failure.symbol.is_some() || heads_above(lines, block) {
        return false;
    }
    let (mut found, mut test) = (failure.clone(), None);
    for index in block.saturating_sub(ABOVE)..block {
        let line = lines.get(index);
        if !line.starts_with([' ', '\t']) {
            continue;
        }
        let frame = FRAME.captures(line.trim()).map(|frame| frame["class"].to_owned());
        test = test.or_else(|| frame.filter(|class| is_test(class)));
        read_below(lines, index, test.as_deref().unwrap_or(""), &mut found);
    }
    if test.is_none() && found.exception.is_none() {
        return false;
    }
    if test.is_none() {
        // A framework's frame is no place to look at.
        (found.file, found.line) = (None, None);
    }
    if let (Some(class), Some(frame)) = (test, found.evidence.iter().find_map(|line| METHOD.captures(line.text.trim())))
    {
        let method = frame["method"].to_owned();
        found.symbol = Some(format!("{class}.{method}"));
        found.details.insert("class".to_owned(), class);
        found.details.insert("test".to_owned(), method);
    }
    thrown::word(&mut found);
    *failure = found;
    true
}

/// `at app//a.ATest.adds(ATest.java:12)`
static METHOD: Pattern = Pattern::new(r"^at [^ (]*\.(?P<method>[A-Za-z0-9_$]+)\(");

/// Whether a class is called as tests are.
fn is_test(class: &str) -> bool {
    let simple = class.rsplit('.').next().unwrap_or(class);
    let outer = simple.split('$').next().unwrap_or(simple);
    ["Test", "Tests", "TestCase", "IT", "Spec"].iter().any(|end| outer.len() > end.len() && outer.ends_with(end))
}

fn read_below(lines: &Lines, index: usize, class: &str, failure: &mut Failure) {
    let line = lines.get(index).trim();
    if let Some(frame) = FRAME.captures(line) {
        // Gradle prints a class of JUnit 5 by its simple name.
        let simple = frame["class"].rsplit('.').next().unwrap_or("");
        let name = if class.contains('.') { &frame["class"] } else { simple };
        let own = name.strip_prefix(class).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
        if own && failure.file.is_none() {
            failure.file = Some(frame["file"].to_owned());
            failure.line = frame["line"].parse().ok();
            failure.evidence.push(lines.evidence(index));
        }
        return;
    }
    let Some(thrown) = THROWN.captures(line) else { return };
    let deeper = line.starts_with("Caused by: ");
    if failure.exception.is_some() && !deeper {
        return;
    }
    failure.exception = Some(thrown["class"].to_owned());
    failure.evidence.push(lines.evidence(index));
    if let Some(message) = thrown.name("message").map(|message| message.as_str().trim()).filter(|text| !text.is_empty())
    {
        failure.details.insert("assertion".to_owned(), message.to_owned());
    }
    if let (Some(file), Some(line), false) =
        (thrown.name("file"), thrown.name("line"), deeper && failure.file.is_some())
    {
        failure.file = Some(file.as_str().to_owned());
        failure.line = line.as_str().parse().ok();
    }
}
