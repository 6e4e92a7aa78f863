//! Sentences about a change: what happened, since when, and what the failing place has to do with it.

use super::code::file::is_source;
use crate::model::change::{Baseline, BaselineKind, Change, ChangeKind as K, ChangeSubject as S};
use crate::model::failure::file_name;
use crate::template::beginning;

/// Longest piece of a line that is quoted, in characters.
const QUOTED: usize = 80;

/// `Book.java:16`; of a script or resource, of which there are many of one name, the path.
pub(super) fn place(file: &str, line: Option<u32>) -> String {
    let shown = if is_source(file) { file_name(file) } else { file };
    line.map_or_else(|| shown.to_owned(), |line| format!("{shown}:{line}"))
}

/// `since the last green build (14 minutes ago, not committed)`
pub fn since(baseline: &Baseline, change: Option<&Change>) -> String {
    let committed = change.and_then(|change| match &change.commit {
        Some(commit) => {
            Some(format!("commit {} by {}, “{}”", commit.hash, commit.author, beginning(&commit.subject, 60)))
        }
        None => change.uncommitted.then(|| "not committed".to_owned()),
    });
    let age = baseline.age_seconds.map(age);
    let more: Vec<String> = age.into_iter().chain(committed).collect();
    let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join("; ")) };
    match (baseline.kind, &baseline.branch) {
        (BaselineKind::GitHead, _) => {
            format!("since the last commit{}", if more.is_empty() { "" } else { " (not committed)" })
        }
        (_, Some(branch)) => format!("since the last green build, on {branch}{more}"),
        (BaselineKind::GreenBuild | BaselineKind::OtherGreenBuild, None) => format!("since the last green build{more}"),
    }
}

/// `14 minutes ago`
fn age(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..=59 => return "less than a minute ago".to_owned(),
        60..=3_599 => (seconds / 60, "minute"),
        3_600..=86_399 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

/// What happened: `` `pageCount()` was renamed to `pages()` in Book.java:16 ``, without a full stop.
pub fn happened(change: &Change) -> String {
    let at = place(&change.file, change.line);
    let name = named(change, &change.name);
    let before = change.before.as_deref().map(quoted);
    let after = change.after.as_deref().map(quoted);
    match (change.kind, change.subject) {
        (_, S::Lines) => lines(change, &at),
        (K::Removed, S::File) => format!("{} was deleted", change.file),
        (K::Added, S::File) => format!("{} is new", change.file),
        (K::Removed, S::Import) => format!("`import {}` was removed from {}", change.name, place(&change.file, None)),
        (K::Added, S::Import) => format!("`import {}` was added in {at}", change.name),
        (K::Removed, S::Dependency) => match before {
            Some(configuration) => format!("the dependency {name} ({configuration}) was removed from {at}"),
            None => format!("the dependency {name} was removed from {at}"),
        },
        (K::Removed, _) => format!("{}{name} was removed from {at}", kind(change)),
        (K::Added, _) => format!("{}{name} was added in {at}", kind(change)),
        (K::Renamed, _) => {
            format!("{name} was renamed to {} in {at}", named(change, change.after.as_deref().unwrap_or_default()))
        }
        (K::Moved, _) => {
            format!("{name} was moved from {} to {} in {at}", before.unwrap_or_default(), after.unwrap_or_default())
        }
        (K::Hidden, _) => format!("{name} was made {} in {at}", visibility(change)),
        (K::Edited, _) if before.is_none() && after.as_deref().is_some_and(|after| after.starts_with("`@")) => {
            format!("{name} got {} in {at}", after.unwrap_or_default())
        }
        (K::Signature | K::Value | K::Edited, _) => match (before, after) {
            (Some(before), Some(after)) => {
                format!("{}{name} was changed from {before} to {after} in {at}", kind(change))
            }
            _ => format!("{}{name} was changed in {at}", kind(change)),
        },
    }
}

/// `private` of what can be seen from fewer places now.
fn visibility(change: &Change) -> &'static str {
    let words = |word: &str| change.after.as_deref().is_some_and(|text| text.split(' ').any(|one| one == word));
    ["private", "protected", "internal"].into_iter().find(|word| words(word)).unwrap_or("visible in its package only")
}

/// A function has brackets.
pub(super) fn named(change: &Change, name: &str) -> String {
    match change.subject {
        S::Function => format!("`{name}()`"),
        S::Constructor => format!("the constructor of `{}`", change.owner.as_deref().unwrap_or(name)),
        _ => format!("`{name}`"),
    }
}

/// What it is, before a name that does not say so.
fn kind(change: &Change) -> &'static str {
    match change.subject {
        S::Plugin => "the plugin ",
        S::Module => "the module ",
        S::Dependency => "the dependency ",
        _ => "",
    }
}

fn lines(change: &Change, at: &str) -> String {
    let one = |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(quoted);
    match (one(&change.before), one(&change.after)) {
        (Some(before), Some(after)) => format!("{at} was changed from {before} to {after}"),
        (None, Some(after)) => format!("{after} was added in {at}"),
        (Some(before), None) => format!("{before} was removed at {at}"),
        (None, None) => format!("{at} was changed"),
    }
}

/// The first line of a text as code, cut.
fn quoted(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default().replace('`', "'");
    let more = if lines.next().is_some() { " …" } else { "" };
    format!("`{}{more}`", beginning(&first, QUOTED))
}

/// What the failing place has to do with it; nothing where the tool's own words say it better.
pub(super) fn consequence(change: &Change, at: Option<&str>) -> Option<String> {
    let at = at?;
    match (change.kind, change.subject) {
        (_, S::Lines) => None,
        (K::Removed, S::Import) => {
            Some(format!("{at} still uses `{}`", change.name.rsplit('.').next().unwrap_or_default()))
        }
        (K::Renamed, S::Statement | S::Plugin | S::Manifest | S::Setting | S::Tool | S::Dependency) => None,
        (K::Renamed, _) => Some(format!("{at} still uses the old name")),
        (K::Removed, S::Dependency | S::Plugin | S::Statement | S::Setting | S::Module) => None,
        (K::Removed, _) => Some(format!("{at} still uses it")),
        (K::Moved, _) => Some(format!("{at} still looks for it where it was")),
        (K::Hidden, _) => Some(format!("{at} uses it from outside")),
        _ => None,
    }
}

/// The first step. `at` is the failing place.
pub(super) fn step(change: &Change, at: Option<&str>) -> String {
    let here = place(&change.file, change.line);
    let name = named(change, &change.name);
    let failing = at.unwrap_or("the failing place");
    let after = change.after.as_deref().unwrap_or_default();
    match (change.kind, change.subject) {
        (K::Added, S::Lines) => format!("Look at {here}, which is new."),
        (K::Removed, S::Lines) => match change.before.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            Some(before) => format!("Put {} back at {here}.", quoted(before)),
            None => format!("Look at {here}."),
        },
        (_, S::Lines) => match change.before.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            Some(before) => format!("Correct {here}; it was {}.", quoted(before)),
            None => format!("Correct {here}."),
        },
        (K::Renamed, S::Statement | S::Plugin | S::Manifest | S::Setting | S::Tool | S::Dependency) => {
            format!("Write `{}` again in {here}.", change.name)
        }
        (K::Renamed, _) => format!("Use {} in {failing}, or rename it back in {here}.", named(change, after)),
        (K::Removed, S::Import) => format!("Add `import {}` to {} again.", change.name, place(&change.file, None)),
        (K::Removed, S::Dependency | S::Plugin | S::Module | S::Statement | S::Setting) => {
            format!("Put {name} back in {here}, or take out what needs it.")
        }
        (K::Removed, _) => format!("Bring {name} back in {here}, or take its use out of {failing}."),
        (K::Moved, _) => format!("Import `{after}` in {}.", failing.split(':').next().unwrap_or(failing)),
        (K::Hidden, _) => format!("Make {name} visible again in {here}, or use something else in {failing}."),
        (K::Signature, _) => format!("Change {failing} to fit {}, or change it back in {here}.", quoted(after)),
        (K::Value, _) => {
            let before =
                change.before.as_deref().map_or(String::new(), |before| format!("; it was {}", quoted(before)));
            format!("Correct {name} in {here}{before}.")
        }
        (K::Added, S::Statement | S::Plugin | S::Dependency | S::Setting | S::Module | S::Tool | S::CatalogueEntry) => {
            format!("Look at {name} in {here}, which is new.")
        }
        (K::Added, _) => format!("Handle {name} at {failing}, or take it out of {here}."),
        (K::Edited, _) => format!("Look at what changed in {name}, {here}."),
    }
}
