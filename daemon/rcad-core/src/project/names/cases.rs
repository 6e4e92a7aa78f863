//! The constants of an enum, for a label that is none of them, and for cases that are missing.

use super::classes::{ProjectClass, place};
use super::expression::CodePlace;
use crate::Failure;
use crate::model::change::ChangeSubject;
use crate::project::details::add;

/// Most lines above a label that are searched for its `switch`.
const ABOVE: usize = 60;

/// Most lines of a `switch`.
const BELOW: usize = 200;

/// The tool's words for a label that is no constant, and for a `switch` that leaves cases out.
const LABEL: &str = "enum switch case label";
const CASES: &str = "does not cover all possible input values";

/// Adds the enum's constants where javac speaks of them without naming them.
pub fn look(seen: &CodePlace<'_, '_>, code: &str, failure: &mut Failure) {
    if failure.message.contains(LABEL) {
        label(seen, code, failure);
    } else if failure.message.contains(CASES) {
        cases(seen, failure);
    }
}

fn label(seen: &CodePlace<'_, '_>, code: &str, failure: &mut Failure) {
    let line = usize::try_from(seen.line).unwrap_or(usize::MAX);
    let above: Vec<&str> = seen.text.lines().take(line).collect();
    let Some(owner) = above.iter().rev().take(ABOVE).find_map(|line| switched(seen, line)) else { return };
    let constants = constants(&owner);
    let labels = labels(code);
    if let Some(unknown) = labels.iter().find(|label| !constants.iter().any(|known| known == *label)) {
        add(failure, "unknown_constant", *unknown);
        describe(&owner, &constants, failure);
    }
}

fn cases(seen: &CodePlace<'_, '_>, failure: &mut Failure) {
    let from = usize::try_from(seen.line).unwrap_or(usize::MAX).saturating_sub(1);
    let lines: Vec<&str> = seen.text.lines().skip(from).take(BELOW).collect();
    let Some(owner) = lines.first().and_then(|line| switched(seen, line)) else { return };
    let indent = |line: &str| line.len() - line.trim_start().len();
    let end = lines.iter().skip(1).position(|line| line.trim().starts_with('}') && indent(line) <= indent(lines[0]));
    let block = &lines[1..end.map_or(lines.len(), |end| end + 1)];
    let known: Vec<&str> = block.iter().flat_map(|line| labels(line)).collect();
    let constants = constants(&owner);
    let missing: Vec<String> =
        constants.iter().filter(|one| !known.contains(&one.as_str())).map(|one| format!("`{one}`")).collect();
    if !missing.is_empty() && !known.is_empty() {
        add(failure, "missing_constants", missing.join(", "));
        describe(&owner, &constants, failure);
    }
}

fn describe(owner: &ProjectClass, constants: &[String], failure: &mut Failure) {
    let names: Vec<String> = constants.iter().map(|one| format!("`{one}`")).collect();
    add(failure, "enum_class", owner.one().name.as_str());
    add(failure, "enum_place", place(&owner.path, owner.one().line));
    add(failure, "enum_has", names.join(", "));
}

/// The enum of `switch (kind)`
fn switched(seen: &CodePlace<'_, '_>, line: &str) -> Option<ProjectClass> {
    let at = line.find("switch (").map(|at| at + "switch (".len())?;
    let rest = &line[at..];
    let end = rest.rfind(')')?;
    let class = seen.class(&seen.type_before(&rest[..end])?)?;
    (!constants(&class).is_empty()).then_some(class)
}

/// What an enum's head is followed by; nothing of another class.
fn constants(class: &ProjectClass) -> Vec<String> {
    let members = class.members();
    let is_constant = |signature: &str, name: &str| {
        signature.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['(', ' ']))
    };
    let all = members
        .iter()
        .filter(|one| one.one.subject == ChangeSubject::Property && is_constant(&one.one.signature, &one.one.name));
    all.map(|one| one.one.name.clone()).collect()
}

/// `CHILD` and `ADULT` of `case CHILD, ADULT -> 3;`
fn labels(line: &str) -> Vec<&str> {
    let Some(rest) = line.trim_start().strip_prefix("case ") else { return Vec::new() };
    let end = rest.find("->").or_else(|| rest.find(':')).unwrap_or(rest.len());
    rest[..end].split(',').map(str::trim).filter(|label| !label.is_empty()).collect()
}
