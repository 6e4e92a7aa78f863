//! Declarations of Kotlin and Java that came, went, or changed.

pub mod file;
mod heads;
mod imports;
mod pairing;

use super::lines::shown;
use crate::code::CodeReader;
use crate::model::change::{Change, ChangeKind, ChangeSubject, FilePair};
use file::ReadFile;
use heads::Head;
use pairing::{Pair, PlacedDeclaration, pair};

/// Adds what changed in these source files.
pub(super) fn compare(files: &[&FilePair], reader: &dyn CodeReader, all: &mut Vec<Change>) {
    let mut before: Vec<ReadFile<'_>> = Vec::new();
    let mut after: Vec<ReadFile<'_>> = Vec::new();
    for file in files {
        for (side, text) in [(&mut before, &file.before), (&mut after, &file.after)] {
            if let Some(text) = text
                && let Some(code) = reader.read(&file.path, text)
            {
                side.push(ReadFile { path: &file.path, text: text.lines().collect(), code });
            }
        }
    }
    for pair in pair(&before, &after) {
        all.extend(told(&pair));
    }
    for file in &before {
        if let Some(now) = after.iter().find(|now| now.path == file.path) {
            imports::compare(file, now, all);
        }
    }
}

/// What happened to a declaration; nothing where it is the same.
fn told(pair: &Pair<'_>) -> Option<Change> {
    match (&pair.before, &pair.after) {
        (Some(before), Some(after)) => differing(before, after, pair.is_moved),
        (Some(before), None) => {
            let mut change = change(ChangeKind::Removed, before);
            change.before = Some(before.one.signature.clone());
            change.end_line = None;
            Some(change)
        }
        (None, Some(after)) => {
            let mut change = change(ChangeKind::Added, after);
            change.after = Some(after.one.signature.clone());
            Some(change)
        }
        (None, None) => None,
    }
}

fn differing(before: &PlacedDeclaration<'_>, after: &PlacedDeclaration<'_>, is_moved: bool) -> Option<Change> {
    let kind = if before.one.name != after.one.name && before.one.subject != ChangeSubject::Constructor {
        ChangeKind::Renamed
    } else if is_moved {
        ChangeKind::Moved
    } else {
        let (then, now) = (Head::of(before), Head::of(after));
        if now.visibility < then.visibility {
            ChangeKind::Hidden
        } else if then.text != now.text {
            ChangeKind::Signature
        } else if before.file.body(before.one) != after.file.body(after.one) {
            ChangeKind::Edited
        } else {
            return None;
        }
    };
    // What a class holds is told by its members; of several on one line it is not known which was edited.
    if kind == ChangeKind::Edited && (after.one.subject == ChangeSubject::Class || after.shares_its_line()) {
        return None;
    }
    let mut change = change(kind, after);
    change.name.clone_from(&before.one.name);
    (change.before, change.after) = match kind {
        ChangeKind::Renamed => (Some(before.one.signature.clone()), Some(after.one.name.clone())),
        ChangeKind::Moved => (Some(before.qualified()), Some(after.qualified())),
        ChangeKind::Edited => edit(before, after, &mut change),
        _ => (Some(before.one.signature.clone()), Some(after.one.signature.clone())),
    };
    Some(change)
}

/// The lines of a declaration that differ, before and now; notes where they begin.
fn edit(
    before: &PlacedDeclaration<'_>,
    after: &PlacedDeclaration<'_>,
    change: &mut Change,
) -> (Option<String>, Option<String>) {
    let (old, new) = (before.file.body(before.one), after.file.body(after.one));
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - same;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    change.line = Some(after.one.from.saturating_add(u32::try_from(same).unwrap_or(u32::MAX)));
    let path = after.file.path;
    (shown(path, &old[same..old.len() - end]), shown(path, &new[same..new.len() - end]))
}

fn change(kind: ChangeKind, found: &PlacedDeclaration<'_>) -> Change {
    Change {
        owner: found.one.owner.clone(),
        line: Some(found.one.line),
        end_line: Some(found.one.end_line),
        ..Change::new(kind, found.one.subject, found.one.name.as_str(), found.file.path)
    }
}
