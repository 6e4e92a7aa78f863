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

/// `since the last green build, 14 minutes earlier`: earlier than the build that failed.
pub fn since(baseline: &Baseline) -> String {
    let age = baseline.age_seconds.map(age).unwrap_or_default();
    match (baseline.kind, &baseline.branch) {
        (BaselineKind::GitHead, _) => "since the last commit".to_owned(),
        (_, Some(branch)) => format!("since the last green build, on {branch}{age}"),
        (BaselineKind::GreenBuild | BaselineKind::OtherGreenBuild, None) => format!("since the last green build{age}"),
    }
}

/// ` (not committed)`, or the commit that brought it; empty where neither is known.
pub(super) fn origin(change: &Change) -> String {
    match &change.commit {
        Some(commit) => {
            format!(" (commit {} by {}, “{}”)", commit.hash, commit.author, beginning(&commit.subject, 60))
        }
        None if change.uncommitted => " (not committed)".to_owned(),
        None => String::new(),
    }
}

/// `, 14 minutes earlier`
fn age(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..=59 => return ", less than a minute earlier".to_owned(),
        60..=3_599 => (seconds / 60, "minute"),
        3_600..=86_399 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!(", {count} {unit}{} earlier", if count == 1 { "" } else { "s" })
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
        (K::Signature | K::Value | K::Edited, _) => {
            let what = format!("{}{name}", kind(change));
            match differing(change) {
                Some((before, after)) if before.is_empty() => format!("`{after}` was added to {what} in {at}"),
                Some((before, after)) if after.is_empty() => format!("`{before}` was taken out of {what} in {at}"),
                Some((before, after)) if change.kind == K::Edited => {
                    format!("in {what} `{before}` was changed to `{after}` ({at})")
                }
                Some((before, after)) => format!("{what} was changed from `{before}` to `{after}` in {at}"),
                None => format!("{what} was changed in {at}"),
            }
        }
    }
}

/// What of a line differs; both lines where they have little in common.
fn differing(change: &Change) -> Option<(String, String)> {
    let (before, after) = (change.before.as_deref()?, change.after.as_deref()?);
    let whole = || (unquoted(before), unquoted(after));
    let is_line = |text: &str| text.trim().lines().count() == 1;
    if !is_line(before) || !is_line(after) {
        return Some(whole());
    }
    let parts = difference(before.trim(), after.trim());
    let fits = |text: &str| text.chars().count() <= QUOTED;
    let parts = parts.filter(|(before, after)| fits(before) && fits(after) && *before != *after);
    Some(parts.map_or_else(whole, |(before, after)| (unquoted(before), unquoted(after))))
}

/// The middle of each text that the other has not; one is empty where something was only added or taken away.
fn difference<'t>(before: &'t str, after: &'t str) -> Option<(&'t str, &'t str)> {
    let ends = |before: &[&str], after: &[&str]| {
        let start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
        let rest = before.len().min(after.len()) - start;
        let end = before.iter().rev().zip(after.iter().rev()).take_while(|(one, other)| one == other).count();
        (start, end.min(rest))
    };
    let middle = |text: &'t str, parts: &[&str], (start, end): (usize, usize)| {
        let length = |parts: &[&str]| parts.iter().map(|part| part.len()).sum::<usize>();
        &text[length(&parts[..start])..text.len() - length(&parts[parts.len() - end..])]
    };
    let (old, new) = (words(before), words(after));
    let same = whole(&old, &new, ends(&old, &new));
    let (one, other) = (middle(before, &old, same), middle(after, &new, same));
    let says = |text: &str| text.contains(char::is_alphanumeric);
    let bare = |text: &'t str| text.trim_matches(|letter: char| letter == ',' || letter.is_whitespace());
    match (says(one), says(other)) {
        (true, true) => Some((one.trim(), other.trim())),
        (true, false) if other.trim().is_empty() => Some((bare(one), "")),
        (false, true) if one.trim().is_empty() => Some(("", bare(other))),
        _ => {
            // A quote or a bracket alone tells little.
            let (old, new) =
                (before.split_inclusive(' ').collect::<Vec<_>>(), after.split_inclusive(' ').collect::<Vec<_>>());
            let same = ends(&old, &new);
            let (one, other) = (middle(before, &old, same).trim(), middle(after, &new, same).trim());
            (!one.is_empty() && !other.is_empty()).then_some((one, other))
        }
    }
}

/// Where something was only added or taken away, it may begin as well where an equal word stands before it: there where it
/// is a whole, `replace("a", "b").` and not `a", "b").replace("`.
fn whole(old: &[&str], new: &[&str], (start, end): (usize, usize)) -> (usize, usize) {
    let longer = match (old.len() - end - start, new.len() - end - start) {
        (_, 0) => old,
        (0, _) => new,
        _ => return (start, end),
    };
    let (mut from, mut to) = (start, longer.len() - end);
    while !is_whole(longer, from, to) && from > 0 && longer[from - 1] == longer[to - 1] {
        (from, to) = (from - 1, to - 1);
    }
    if is_whole(longer, from, to) { (from, longer.len() - to) } else { (start, end) }
}

/// Whether a part of a line begins outside of quotes, and closes what it opens and nothing else.
fn is_whole(line: &[&str], from: usize, to: usize) -> bool {
    let is_quoted_before = line[..from].iter().filter(|word| **word == "\"").count() % 2 == 1;
    let begins_with_arguments = line.get(from) == Some(&"(") && line.get(to.wrapping_sub(1)) != Some(&")");
    if is_quoted_before || begins_with_arguments {
        return false;
    }
    let (mut open, mut is_quoted) = (0_i32, false);
    for word in &line[from..to] {
        match *word {
            "\"" => is_quoted = !is_quoted,
            "(" | "[" | "{" if !is_quoted => open += 1,
            ")" | "]" | "}" if !is_quoted => open -= 1,
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    open == 0 && !is_quoted
}

/// Words, and each letter between them.
fn words(text: &str) -> Vec<&str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) { rest.find(|letter| !is_word(letter)) } else { Some(first.len_utf8()) };
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        found.push(word);
        rest = behind;
    }
    found
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
        (Some(before), Some(after)) => match differing(change) {
            Some((old, new)) if !old.is_empty() && !new.is_empty() => format!("`{old}` was changed to `{new}` at {at}"),
            Some((old, _)) if !old.is_empty() => format!("`{old}` was taken out at {at}"),
            Some((_, new)) if !new.is_empty() => format!("`{new}` was added at {at}"),
            _ => format!("{at} was changed from {before} to {after}"),
        },
        (None, Some(after)) => format!("{after} was added in {at}"),
        (Some(before), None) => format!("{before} was removed at {at}"),
        (None, None) => format!("{at} was changed"),
    }
}

/// The first line of a text as code, cut.
fn quoted(text: &str) -> String {
    format!("`{}`", unquoted(text))
}

fn unquoted(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default().replace('`', "'");
    let more = if lines.next().is_some() { " …" } else { "" };
    format!("{}{more}", beginning(&first, QUOTED))
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
        (K::Removed, S::Dependency) if at.contains(".kt:") || at.contains(".java:") => Some(format!("{at} needs it")),
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
            Some(before) => format!("Write {} again at {here}.", quoted(before)),
            None => format!("Correct {here}."),
        },
        (K::Renamed, S::Statement | S::Plugin | S::Manifest | S::Setting | S::Tool | S::Dependency) => {
            format!("Write `{}` again in {here}.", change.name)
        }
        (K::Renamed, _) => {
            format!("Use {} in {failing}, or rename {} back in {here}.", named(change, after), named(change, after))
        }
        (K::Removed, S::Import) => format!("Put `import {}` back in {}.", change.name, place(&change.file, None)),
        (K::Removed, S::Dependency | S::Plugin | S::Module | S::Statement | S::Setting) => {
            format!("Put {name} back in {here}, or take out what needs it.")
        }
        (K::Removed, _) => format!("Bring {name} back in {here}, or take its use out of {failing}."),
        (K::Moved, _) => format!("Import `{after}` in {}.", failing.split(':').next().unwrap_or(failing)),
        (K::Hidden, _) => format!("Make {name} visible again in {here}, or use something else in {failing}."),
        (K::Signature, _) => format!("Change {failing} to fit {}, or undo the change in {here}.", quoted(after)),
        (K::Value, _) => match change.before.as_deref() {
            Some(before) => format!("Write {} again for {name} in {here}.", quoted(before)),
            None => format!("Correct {name} in {here}."),
        },
        (K::Added, S::Statement | S::Plugin | S::Dependency | S::Setting | S::Module | S::Tool | S::CatalogueEntry) => {
            format!("Look at {name} in {here}, which is new.")
        }
        (K::Added, _) => format!("Handle {name} at {failing}, or take it out of {here}."),
        (K::Edited, _) => format!("Undo the change of {name} in {here}, or change {failing} to fit it."),
    }
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn only_what_differs_is_told() {
        for (before, after, expected) in [
            ("val next = left.minBy { it }", "val next = left.maxBy { it }", Some(("minBy", "maxBy"))),
            ("const val GROUP = 5", "const val GROUP = 6", Some(("5", "6"))),
            ("junit = \"4.13.2\"", "junit = \"4.13.2", Some(("\"4.13.2\"", "\"4.13.2"))),
            ("fun a(b: Int): C", "fun a(b: Int, short: Boolean): C", Some(("", "short: Boolean"))),
            ("a.sorted().first()", "a.first()", Some(("sorted().", ""))),
            ("a.of(\"&\", \"b\").of(\"<\")", "a.of(\"<\")", Some(("of(\"&\", \"b\").", ""))),
            ("a", "a", None),
            ("a()", "a)", Some(("a()", "a)"))),
            ("x {", "x", Some(("x {", "x"))),
        ] {
            assert_eq!(difference(before, after), expected, "{before} -> {after}");
        }
    }
}
