//! Ties by the names of resources and of what manifests, catalogues and scripts declare.

use super::given::{ChangedProject, FoundTies, ReadFailure, simple};
use super::places::same_file;
use crate::changes::whole_word::has_word;
use crate::model::change::{Change, ChangeKind as K, ChangeSubject as S};

/// Adds the changed entries that a failure names.
pub(super) fn tie(read: &ReadFailure<'_>, project: &ChangedProject<'_>, found: &mut FoundTies) {
    let symbol = read.failure.symbol.as_deref().unwrap_or_default();
    let (line, said) = (read.line.as_str(), read.said.as_str());
    for change in project.changes {
        match change.subject {
            S::Resource => resource(change, symbol, line, said, found),
            S::Manifest => manifest(change, symbol, read, found),
            S::CatalogueEntry => catalogue(change, symbol, line, said, found),
            S::Module => module(change, symbol, said, found),
            _ => {}
        }
    }
}

/// `string/title` for `@string/title`, `R.string.title` and, where the line has the kind, `title`.
fn resource(change: &Change, symbol: &str, line: &str, said: &str, found: &mut FoundTies) {
    if !matches!(change.kind, K::Removed | K::Renamed | K::Moved) {
        return;
    }
    let Some((kind, name)) = change.name.split_once('/') else { return };
    let in_code = name.replace('.', "_");
    let written = [format!("{kind}/{name}"), format!("{kind}.{in_code}"), format!("{kind}/{in_code}")];
    let forms = |text: &str| written.iter().any(|one| has_word(text, one));
    let new = change.after.as_deref().map_or("", |new| new.rsplit('/').next().unwrap_or(new));
    if !new.is_empty() && (symbol == new || symbol.strip_prefix(new).is_some_and(|end| end.starts_with('.'))) {
        return found.add(change, 92, true, format!("the message names `{symbol}`"));
    }
    let is_symbol = simple(symbol) == name || simple(symbol) == in_code || symbol == name;
    if is_symbol && (forms(symbol) || forms(line) || forms(said)) {
        found.add(change, 95, true, format!("`{}` is what is missing", change.name));
    } else if is_symbol && (kind == "style" || kind == "id") {
        found.add(change, 92, true, format!("`{name}` is what is missing"));
    } else if forms(line) || forms(said) {
        found.add(change, 88, true, format!("the failing line uses `{}`", change.name));
    } else if is_symbol {
        found.add(change, 82, true, format!("`{name}` is what is missing"));
    }
}

fn manifest(change: &Change, symbol: &str, read: &ReadFailure<'_>, found: &mut FoundTies) {
    let said = read.said.as_str();
    let name = change.name.rsplit(' ').next().unwrap_or(&change.name);
    let named = !symbol.is_empty() && (simple(name) == simple(symbol) || name == symbol);
    let value = change.after.as_deref().filter(|value| value.len() > 3);
    if named || (name.len() > 3 && has_word(said, simple(name))) {
        found.add(change, 90, true, format!("the message names `{name}`"));
    } else if value.is_some_and(|value| has_word(said, simple(value))) {
        found.add(change, 88, true, format!("the message names `{}`", value.unwrap_or_default()));
    } else if read.failure.category.id().starts_with("manifest_") {
        found.add(change, 66, false, "it is a change of a manifest");
    }
}

/// An accessor in the failing line, or the coordinate and version that the message names.
fn catalogue(change: &Change, symbol: &str, line: &str, said: &str, found: &mut FoundTies) {
    let accessor = change.name.trim_start_matches("libs.");
    let used = line.contains(&change.name) || said.contains(&change.name);
    let is_symbol =
        !symbol.is_empty() && (symbol.ends_with(accessor) || accessor.split('.').any(|part| part == symbol));
    match change.kind {
        K::Removed | K::Renamed if used => {
            found.add(change, 95, true, format!("the script uses `{}`", change.name));
        }
        K::Removed | K::Renamed if is_symbol => {
            found.add(change, 90, true, format!("`{}` is what is missing", change.name));
        }
        K::Value | K::Added => {
            let after = change.after.as_deref().unwrap_or_default();
            let before = change.before.as_deref().unwrap_or_default();
            let is_new = |part: &&str| is_telling(part) && !has_word(before, part);
            let parts: Vec<&str> = after.split([':', ' ', '"', '\'', ',', '[', ']']).filter(is_new).collect();
            if !parts.is_empty() && parts.iter().all(|part| has_word(said, part)) {
                found.add(change, 94, true, format!("the message names `{after}`"));
            } else if used {
                found.add(change, 84, true, format!("the script uses `{}`", change.name));
            }
        }
        _ => {}
    }
}

fn module(change: &Change, symbol: &str, said: &str, found: &mut FoundTies) {
    let new = change.after.as_deref().unwrap_or_default();
    if symbol == change.name || said.contains(&format!("'{}'", change.name)) {
        found.add(change, 95, true, format!("`{}` is what Gradle does not find", change.name));
    } else if !new.is_empty() && (symbol == new || said.contains(&format!("'{new}'"))) {
        found.add(change, 94, true, format!("the message names `{new}`"));
    }
}

/// Whether a piece of text says enough to be recognised elsewhere: not `1`, `to` or `java`.
pub(super) fn is_telling(piece: &str) -> bool {
    piece.len() > 3 || piece.contains('.') && piece.len() > 2
}

/// Whether a change stands in a build file that the failure names.
pub(super) fn is_in_named_file(change: &Change, read: &ReadFailure<'_>) -> bool {
    read.failure.file.as_deref().is_some_and(|file| same_file(&change.file, file)) || read.said.contains(&change.file)
}
