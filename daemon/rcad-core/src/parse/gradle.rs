//! Reads Gradle's own failure blocks: `* Where:`, `* What went wrong:` with its nested `> ` causes.
//!
//! A block is a frame: the messages of compilers may stand inside it, and those say more than it does.

mod android;
mod causes;

use super::lines::Lines;
use super::pattern::{Pattern, classify};
use super::{Found, Reader, r8};
use crate::Category;
use crate::failure::{Failure, Language};

/// The table's row.
pub const READER: Reader = Reader { tool: "gradle", anchors: ANCHORS, frame: true, read };

/// The Android plugin's sentences without Gradle's around them.
pub const ANDROID: Reader =
    Reader { tool: "android plugin", anchors: android::ANCHORS, frame: true, read: read_android };

/// The heading, and the first sentences under it, for a text that was cut off above them.
const ANCHORS: &[&str] = &[
    HEADING,
    "Execution failed for task '",
    "A problem occurred ",
    "Could not determine the dependencies of task '",
    "Could not compile ",
    "An exception occurred applying plugin request",
    "Gradle build daemon disappeared ",
    "Could not find or load main class org.gradle.wrapper",
    "Error: Unable to access jarfile",
    "Unable to start the daemon process",
];

const HEADING: &str = "* What went wrong:";

/// `Build file '/p/build.gradle' line: 4`, `Settings file 'C:\p\settings.gradle'`, `Script '/p/x.gradle' line: 2`
static WHERE: Pattern = Pattern::new(
    r"^\s*(?:[A-Z][a-z]+ (?:f|F)ile|[A-Z][a-z]+ script|Script|file) '(?P<file>[^']+)'(?: line: (?P<line>[0-9]+))?",
);

/// `Execution failed for task ':app:compileJava'.`, `Could not determine the dependencies of task ':a'.`
static TASK: Pattern = Pattern::new(r"(?:Execution failed for|dependencies of|of|by) task '(?P<task>:[^']*)'");

/// Lines of a block that are read; a block may hold a compiler's whole output.
const LONGEST: usize = 2_000;

/// Bytes of a block that are classified.
const CLASSIFIED: usize = 32 * 1024;

fn read(lines: &Lines, at: usize) -> Option<Found> {
    let headed = lines.get(at).trim() == HEADING;
    let first = if headed { next_text(lines, at + 1)? } else { at };
    if !headed && !starts_with_one(lines.get(first), ANCHORS) {
        return None;
    }
    read_block(lines, at, first)
}

fn read_android(lines: &Lines, at: usize) -> Option<Found> {
    if starts_with_one(lines.get(at), android::ANCHORS) { read_block(lines, at, at) } else { None }
}

/// In the middle of a sentence it is somebody's prose.
fn starts_with_one(line: &str, anchors: &[&str]) -> bool {
    let line = line.trim_start().trim_start_matches("> ").trim_start_matches("ERROR: ").trim_start_matches("Error: ");
    anchors.iter().any(|anchor| line.starts_with(anchor))
}

/// The block at `at` whose sentences begin at `first`.
fn read_block(lines: &Lines, at: usize, first: usize) -> Option<Found> {
    let end = block_end(lines, first);
    let mut text = String::new();
    for index in first..end {
        text.push_str(lines.get(index));
        text.push('\n');
        if text.len() > CLASSIFIED {
            break;
        }
    }
    let mut failure = Failure::new(Category::Other, Language::Gradle, "");
    let specific = classify_cause(&text, &mut failure);
    let headline = specific.is_none();
    let start = specific.or_else(|| classify_headline(&text, &mut failure));
    let named =
        start.map_or_else(|| last_cause(lines, first, end), |start| first + text[..start].matches('\n').count());
    finish(lines, at, first, named, &mut failure);
    if let (None, Some(found)) = (&failure.task, TASK.captures(&text)) {
        failure.task = Some(found["task"].to_owned());
    }
    // Kotlin scripts that throw have no sentence of Gradle's own, only the place.
    let thrown = start.is_none() && failure.file.is_some();
    if thrown {
        failure.category = Category::GradleScriptEvaluation;
    }
    Some(Found { failure, lines: whole_end(lines, end) - at, headline: headline && !thrown })
}

/// Fills the failure by the first sentence of `text` that says why a build failed, and returns the sentence's start. The
/// text is a block or an exception's message.
pub fn classify_cause(text: &str, failure: &mut Failure) -> Option<usize> {
    classify(&android::CAUSES, text, failure)
        .or_else(|| classify(&r8::messages::RULES, text, failure))
        .or_else(|| classify(&causes::CAUSES, text, failure))
}

fn classify_headline(text: &str, failure: &mut Failure) -> Option<usize> {
    classify(&android::HEADLINES, text, failure).or_else(|| classify(&causes::HEADLINES, text, failure))
}

/// Message, place and evidence. `named` is the line that the category was read from.
fn finish(lines: &Lines, at: usize, first: usize, named: usize, failure: &mut Failure) {
    failure.message = lines.get(named).trim().trim_start_matches("> ").trim().to_owned();
    for index in (at.saturating_sub(4)..at).rev() {
        if let Some(found) = WHERE.captures(lines.get(index)) {
            failure.file = Some(found["file"].to_owned());
            failure.line = found.name("line").and_then(|line| line.as_str().parse().ok());
            failure.evidence.push(lines.evidence(index));
            break;
        }
    }
    failure.evidence.push(lines.evidence(first));
    if named != first {
        failure.evidence.push(lines.evidence(named));
    }
}

fn next_text(lines: &Lines, from: usize) -> Option<usize> {
    (from..(from + 4).min(lines.len())).find(|index| !lines.get(*index).trim().is_empty())
}

/// Where the sentences of a block end: at the next `* ` section or the build's end.
fn block_end(lines: &Lines, first: usize) -> usize {
    let last = (first + LONGEST).min(lines.len());
    (first + 1..last).find(|index| ends_block(lines.get(*index))).unwrap_or(last)
}

fn ends_block(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("* ")
        || line.starts_with("BUILD FAILED")
        || line.starts_with("FAILURE: ")
        || line.starts_with("=====")
        || line.starts_with("> Task :")
}

/// The block with its `* Try:` and `* Exception is:` sections, up to the next failure.
fn whole_end(lines: &Lines, end: usize) -> usize {
    let last = (end + LONGEST).min(lines.len());
    let next = |line: &str| {
        line.starts_with("* Where:")
            || line.starts_with(HEADING)
            || line.starts_with("BUILD FAILED")
            || line.starts_with("=====")
            || line.starts_with("FAILURE: ")
            || line.starts_with("> Task :")
    };
    (end..last).find(|index| next(lines.get(*index))).unwrap_or(last)
}

/// The last `> ` line: the deepest cause that Gradle prints.
fn last_cause(lines: &Lines, first: usize, end: usize) -> usize {
    (first..end).rev().find(|index| lines.get(*index).trim_start().starts_with("> ")).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::super::pattern::assert_sound;
    use super::{android, causes};

    #[test]
    fn tables_compile() {
        assert_sound(&android::CAUSES);
        assert_sound(&android::HEADLINES);
        assert_sound(&causes::CAUSES);
        assert_sound(&causes::HEADLINES);
    }
}
