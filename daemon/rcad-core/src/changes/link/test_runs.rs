//! Ties of failed tests and of exceptions: the changed lines that a trace passes through, the changed function that the
//! test calls.

use super::given::{ChangedProject, FoundTies, ReadFailure};
use super::places::same_file;
use crate::Category;
use crate::changes::code::file::is_source;
use crate::changes::whole_word::has_word;
use crate::model::change::{Change, ChangeKind as K, ChangeSubject as S};
use crate::model::failure::Failure;
use crate::pattern::Pattern;
use crate::project::is_in_tests;

/// `at com.example.Book.pages(Book.java:16)`
static FRAME: Pattern = Pattern::new(r"\((?P<file>[A-Za-z0-9_$]+\.(?:kt|java)):(?P<line>\d+)\)");

/// Adds what changed where the trace passes or what the failing test calls.
pub(super) fn tie(read: &ReadFailure<'_>, project: &ChangedProject<'_>, found: &mut FoundTies) {
    let failure = read.failure;
    if failure.category != Category::TestFailure && failure.exception.is_none() {
        return;
    }
    let frames = frames(failure);
    let mut tied = false;
    for change in project.hunks.iter().chain(project.changes.iter().filter(|one| is_function(one))) {
        let passes = |(file, line): &(String, u32)| {
            change.file.ends_with(&format!("/{file}")) && change.holds(&change.file, *line)
        };
        if frames.iter().any(passes) {
            let hunk = change.subject == S::Lines;
            found.add(change, if hunk { 95 } else { 90 }, true, "the trace passes through it");
            tied = true;
        }
    }
    if !tied && failure.category == Category::TestFailure {
        called(read, project, found);
    }
}

fn frames(failure: &Failure) -> Vec<(String, u32)> {
    let texts =
        failure.evidence.iter().map(|one| one.text.as_str()).chain(failure.details.values().map(String::as_str));
    let mut all = Vec::new();
    for text in texts.chain([failure.message.as_str()]) {
        for line in text.lines() {
            if let Some(frame) = FRAME.captures(line)
                && let Ok(number) = frame["line"].parse()
            {
                all.push((frame["file"].to_owned(), number));
            }
        }
    }
    all.extend(failure.file.clone().zip(failure.line));
    all
}

fn is_function(change: &Change) -> bool {
    matches!(change.subject, S::Function | S::Constructor | S::Property)
        && matches!(change.kind, K::Edited | K::Signature)
}

/// The changed functions whose names the test's file has, or that a function of that file calls.
fn called(read: &ReadFailure<'_>, project: &ChangedProject<'_>, found: &mut FoundTies) {
    let text = read.text.as_str();
    if text.is_empty() {
        return;
    }
    let test = test_body(text, read.failure.line);
    let changed: Vec<&Change> =
        project.changes.iter().filter(|one| is_function(one) && !is_in_tests(&one.file)).collect();
    let values: Vec<&Change> = project
        .hunks
        .iter()
        .filter(|one| !is_in_tests(&one.file) && is_source(&one.file) && may_matter(one, project))
        .collect();
    let calls = |one: &Change| has_word(&test, &name_of(one)) || has_operator(one, &test, project);
    let direct: Vec<&Change> = changed.iter().copied().filter(|one| calls(one)).collect();
    for change in &direct {
        let certain = project.is_whole && direct.len() == 1;
        found.add(change, 90, certain, format!("the failing test calls `{}`", name_of(change)));
    }
    if !direct.is_empty() {
        return;
    }
    let reached: Vec<&Change> =
        changed.iter().copied().filter(|one| is_called_through(&name_of(one), &test, project)).collect();
    if let [only] = reached[..] {
        return found.add(only, 88, project.is_whole, "the failing test calls it through another function");
    }
    let named = changed.iter().copied().filter(|one| has_word(text, owner_name(one)) || reached.contains(one));
    let through: Vec<&Change> = named.collect();
    let (candidates, weight) = if through.is_empty() { (changed.clone(), 82) } else { (through, 86) };
    for change in &candidates {
        let certain =
            project.is_whole && candidates.len() == 1 && values.iter().all(|hunk| same_file(&hunk.file, &change.file));
        found.add(change, weight, certain, "the failing test runs this module's code");
    }
    if candidates.is_empty() {
        for hunk in &values {
            found.add(hunk, 80, project.is_whole && values.len() == 1, "it is a change of the code that is tested");
        }
    }
}

/// Whether changed lines can change what code does that was there before: not what is new as a whole, no comments.
fn may_matter(hunk: &Change, project: &ChangedProject<'_>) -> bool {
    let line = hunk.line.unwrap_or(0);
    let is_in_new = |one: &&Change| one.kind == K::Added && one.file == hunk.file && one.holds(&hunk.file, line);
    let is_comment = |line: &str| {
        let line = line.trim();
        line.is_empty() || ["//", "/*", "*"].iter().any(|start| line.starts_with(start))
    };
    let mut lines = hunk.before.iter().chain(&hunk.after).flat_map(|text| text.lines());
    let is_new_file = project.pairs.iter().any(|pair| pair.path == hunk.file && pair.before.is_none());
    !is_new_file && !project.changes.iter().any(|one| is_in_new(&one)) && !lines.all(is_comment)
}

/// What code writes for a call of Kotlin's operator functions.
const OPERATORS: &[(&str, &[&str])] = &[
    ("plus", &["+"]),
    ("minus", &["-"]),
    ("times", &["*"]),
    ("div", &["/"]),
    ("rem", &["%"]),
    ("compareTo", &["<", ">"]),
    ("equals", &["==", "!=", "assertEquals"]),
    ("get", &["["]),
    ("set", &["["]),
    ("contains", &[" in ", "!in "]),
    ("rangeTo", &[".."]),
    ("iterator", &[" in "]),
    ("plusAssign", &["+="]),
    ("minusAssign", &["-="]),
    ("inc", &["++"]),
    ("dec", &["--"]),
    ("unaryMinus", &["-"]),
    ("not", &["!"]),
    ("invoke", &["("]),
];

/// Whether the test writes the sign of a changed operator function.
fn has_operator(change: &Change, test: &str, project: &ChangedProject<'_>) -> bool {
    let Some((_, signs)) = OPERATORS.iter().find(|(name, _)| *name == change.name) else { return false };
    let text = project.files.read(&change.file).filter(|_| change.file.ends_with(".kt"));
    let code = text.and_then(|text| project.reader.read(&change.file, &text));
    let is_operator = code.iter().flat_map(|code| &code.declared).any(|one| {
        let words = |word: &str| one.signature.split(' ').any(|own| own == word);
        one.name == change.name && (words("operator") || words("override"))
    });
    is_operator && signs.iter().any(|sign| test.contains(sign))
}

/// Uses of a changed function that are looked at.
const USES: usize = 20;
/// Functions between the test and the changed one.
const BETWEEN: usize = 2;

/// Whether the test calls something that uses this name, directly or through another function.
fn is_called_through(name: &str, test: &str, project: &ChangedProject<'_>) -> bool {
    let mut names = vec![name.to_owned()];
    for _ in 0..BETWEEN {
        let mut around: Vec<String> = Vec::new();
        for place in names.iter().flat_map(|name| (project.uses)(name)).take(USES) {
            if is_in_tests(&place.file) {
                continue;
            }
            let code = project.files.read(&place.file).and_then(|text| project.reader.read(&place.file, &text));
            let line = place.line.unwrap_or(0);
            let inside = code.iter().flat_map(|code| &code.declared).filter(|one| {
                matches!(one.subject, S::Function | S::Constructor) && (one.from..=one.end_line).contains(&line)
            });
            around.extend(inside.map(|one| one.name.clone()).filter(|one| !names.contains(one)));
        }
        if around.iter().any(|name| has_word(test, name)) {
            return true;
        }
        around.sort();
        around.dedup();
        names = around;
    }
    false
}

/// A constructor is called by its class.
fn name_of(change: &Change) -> String {
    match change.subject {
        S::Constructor => owner_name(change).to_owned(),
        _ => change.name.clone(),
    }
}

fn owner_name(change: &Change) -> &str {
    change.owner.as_deref().map_or("", |owner| owner.rsplit('.').next().unwrap_or(owner))
}

/// The lines around the failing one, back to the line that begins the test; the whole file without a line.
fn test_body(text: &str, line: Option<u32>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let Some(line) = line.map(|line| line as usize).filter(|line| *line <= lines.len()) else {
        return text.to_owned();
    };
    let from = (0..line).rev().find(|at| lines[*at].contains("@Test")).unwrap_or(0);
    lines[from..line].join("\n")
}
