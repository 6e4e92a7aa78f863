//! The project's functions that a failed test checks: those called on the failing line, or for the values on it.

use super::classes::ProjectDeclaration;
use super::expression::{CodePlace, without_texts};
use crate::Failure;
use crate::model::change::ChangeSubject;
use crate::project::build::edges::is_in_tests;
use crate::project::contents::ProjectContents;
use crate::project::details::add;
use crate::project::sources::receiver::words;

use super::calls::called_on;

/// Most functions that are told.
const MOST: usize = 3;

/// Most lines above the failing one that are searched for the values on it.
const ABOVE: usize = 40;

/// Adds what the failing line of a test checks, and what that calls in turn.
pub fn look(seen: &CodePlace<'_, '_>, code: &str, failure: &mut Failure) {
    let mut tested = in_production(called_on(seen, code));
    for one in in_production(behind_values(seen, code)) {
        if !tested.iter().any(|known| known.is(&one)) {
            tested.push(one);
        }
    }
    // What makes objects is seldom what is checked.
    if tested.iter().any(|one| one.one.subject == ChangeSubject::Function) {
        tested.retain(|one| one.one.subject == ChangeSubject::Function);
    }
    if tested.is_empty() {
        return;
    }
    let list = |all: &[ProjectDeclaration]| all.iter().take(MOST).map(named).collect::<Vec<_>>().join(", ");
    add(failure, "tested", list(&tested));
    add(failure, "tested_file", tested[0].path.as_str());
    add(failure, "tested_line", tested[0].one.line.to_string());
    let mut deeper: Vec<ProjectDeclaration> = Vec::new();
    for one in &tested {
        let is_new = |other: &ProjectDeclaration| !tested.iter().chain(&deeper).any(|known| known.is(other));
        let found: Vec<ProjectDeclaration> =
            in_production(called_in(seen.project, one)).into_iter().filter(is_new).collect();
        deeper.extend(found);
    }
    deeper.retain(|one| one.one.subject == ChangeSubject::Function);
    if !deeper.is_empty() {
        add(failure, "tested_calls", list(&deeper));
    }
}

/// `isOverdue()` of `Loan` (Loan.java:29)
fn named(one: &ProjectDeclaration) -> String {
    let name = match one.one.subject {
        ChangeSubject::Function => format!("`{}()`", one.one.name),
        _ => format!("`{}`", one.one.name),
    };
    match one.owner().filter(|owner| *owner != one.one.name) {
        Some(owner) => format!("{name} of `{owner}` ({})", one.place()),
        None => format!("{name} ({})", one.place()),
    }
}

fn in_production(mut all: Vec<ProjectDeclaration>) -> Vec<ProjectDeclaration> {
    all.retain(|one| !is_in_tests(&one.path));
    all
}

/// What gave the values that stand on the line: `val text = labels.of(kind)` above `assertEquals("x", text)`.
fn behind_values(seen: &CodePlace<'_, '_>, code: &str) -> Vec<ProjectDeclaration> {
    let line = usize::try_from(seen.line).unwrap_or(usize::MAX).saturating_sub(1);
    let lines: Vec<(u32, &str)> = (1..).zip(seen.text.lines()).take(line).collect();
    let code = without_texts(code);
    let mut all = Vec::new();
    for (number, above) in lines.iter().rev().take(ABOVE) {
        let Some((target, value)) = above.split_once('=').filter(|(_, value)| !value.starts_with('=')) else {
            continue;
        };
        let name = target.trim_end().rsplit([' ', '.']).next().unwrap_or("");
        if words(&code, name).next().is_some() {
            let place = CodePlace { line: *number, ..*seen };
            all.extend(called_on(&place, value));
        }
    }
    all
}

/// What a function's lines call.
fn called_in(project: &ProjectContents, one: &ProjectDeclaration) -> Vec<ProjectDeclaration> {
    let Some(text) = project.files.read(&one.path) else { return Vec::new() };
    let (from, to) = (one.one.line, one.one.end_line);
    let lines = (1_u32..).zip(text.lines()).filter(|(number, _)| (from..=to).contains(number));
    let mut all = Vec::new();
    for (number, line) in lines.take(ABOVE) {
        let place = CodePlace { project, path: &one.path, text: &text, line: number };
        let code = if number == from { line.split_once(['{', '=']).map_or("", |(_, body)| body) } else { line };
        all.extend(called_on(&place, code));
    }
    all
}
