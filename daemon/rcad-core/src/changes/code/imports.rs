//! Imports that came or went.

use super::file::ReadFile;
use crate::model::change::{Change, ChangeKind, ChangeSubject};

/// Adds the imports that only one of both states of a file has. One that is gone stands where the next one is now.
pub(super) fn compare(before: &ReadFile<'_>, after: &ReadFile<'_>, all: &mut Vec<Change>) {
    let has = |file: &ReadFile<'_>, name: &str| file.code.imports.iter().any(|(one, _)| one == name);
    let mut stood = after.code.imports.first().map_or(1, |(_, line)| *line);
    for (name, _) in &before.code.imports {
        if let Some((_, line)) = after.code.imports.iter().find(|(one, _)| one == name) {
            stood = line + 1;
            continue;
        }
        let change = Change::new(ChangeKind::Removed, ChangeSubject::Import, name.as_str(), after.path);
        all.push(Change { line: Some(stood), ..change });
    }
    for (name, line) in after.code.imports.iter().filter(|(name, _)| !has(before, name)) {
        let change = Change::new(ChangeKind::Added, ChangeSubject::Import, name.as_str(), after.path);
        all.push(Change { line: Some(*line), ..change });
    }
}
