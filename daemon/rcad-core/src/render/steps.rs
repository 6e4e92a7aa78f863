//! Explains an analysis: which reader matched which line by which rule, and why a failure is the root.

use std::fmt::Write;

use super::layout::{WIDTH, cut, more, shown, wrap};
use crate::Analysis;
use crate::model::failure::Role;
use crate::parse::resolve::trace::{ParseTrace, Reading, ReadingOutcome, RoleReason};

/// Most readings and lines that are listed.
const LISTED: usize = 40;

/// Columns before the words of a reading.
const INDENT: usize = 14;

/// The steps as text. `leftovers` are the lines that look like an error and that no reader recognised, with their numbers.
pub fn steps(trace: &ParseTrace, analysis: &Analysis, leftovers: &[(u32, String)]) -> String {
    let mut out = String::from("How it was read\n");
    if trace.readings.is_empty() {
        out.push_str("  No reader recognised any line.\n");
    }
    for reading in trace.readings.iter().take(LISTED) {
        describe(&mut out, reading, trace, analysis);
    }
    if trace.readings.len() > LISTED {
        let _ = writeln!(out, "  … and {}", more(trace.readings.len() - LISTED, "reading"));
    }
    if !leftovers.is_empty() {
        out.push_str("\nLines that look like an error and that no reader recognised\n");
        for (number, text) in leftovers.iter().take(LISTED) {
            let _ = writeln!(out, "  {number:>9}   {}", cut(&shown(text), WIDTH - INDENT));
        }
        if leftovers.len() > LISTED {
            let _ = writeln!(out, "  … and {}", more(leftovers.len() - LISTED, "line"));
        }
    }
    out
}

fn describe(out: &mut String, reading: &Reading, trace: &ParseTrace, analysis: &Analysis) {
    let lines = match reading.lines {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    };
    let _ = writeln!(out, "  {lines:>9}   {}: {}", reading.tool, reading.category);
    let mut more = |text: &str| {
        let _ = writeln!(out, "{:INDENT$}{}", "", cut(&shown(text), WIDTH - INDENT));
    };
    match &reading.rule {
        Some(rule) => more(&format!("rule {rule}")),
        None => more("by the shape of its lines, no rule"),
    }
    let fate = match reading.fate {
        ReadingOutcome::Dropped(why) => why.sentence().to_owned(),
        ReadingOutcome::Failure(index) => role(index, trace, analysis),
    };
    for line in wrap(&fate, WIDTH - INDENT) {
        more(&line);
    }
}

fn role(index: usize, trace: &ParseTrace, analysis: &Analysis) -> String {
    let failure = analysis.errors.get(index);
    let again = failure.and_then(|failure| failure.explained_by).is_some_and(|by| by.again);
    let name = match failure.map(|failure| failure.role) {
        Some(Role::Root) => "the root",
        Some(Role::Consequence) if again => "the same again",
        Some(Role::Consequence) => "a consequence",
        _ => "independent",
    };
    let why = match trace.reasons.get(index) {
        Some(RoleReason::Only) => "there is no other failure".to_owned(),
        Some(RoleReason::Explains(why)) => format!("it explains more than the others: {why}"),
        Some(RoleReason::First) => "the first of those that explain equally much".to_owned(),
        Some(RoleReason::Follows(cause, why)) => {
            let cause = analysis.errors.get(*cause).and_then(|cause| cause.evidence.first());
            let line = cause.map_or(String::new(), |evidence| format!(" of line {}", evidence.line));
            format!("follows from the failure{line}: {why}")
        }
        Some(RoleReason::Unrelated) | None => "no other failure explains it".to_owned(),
    };
    format!("{name}: {why}")
}
