//! What made a failed build green again: the changes between both states that are tied to the failure, and their lines.
//!
//! The ties work on a good state and a failing one, so they are given the green state as the good one. What they tie is
//! then described in the other direction, as it was done.

mod shown;

use super::link::given::ChangedProject;
use super::link::strongest_ties;
use crate::model::change::{Change, ChangeKind as K, ChangeSubject as S, FilePair};
use crate::model::failure::Failure;
use crate::model::memory::ObservedFix;

/// Most changes that are kept.
const MOST: usize = 5;
/// Files that may differ where nothing is tied: of more, none is worth a look.
const FEW: usize = 3;

/// A project in its failed and its green state.
pub struct FixedProject<'p> {
    /// The failed state as what has changed since the green one, as if that had been before.
    pub broken: &'p ChangedProject<'p>,
    /// The files that differ, from the failed state to the green one.
    pub pairs: &'p [FilePair],
    /// What differs so, by name.
    pub changes: &'p [Change],
    /// What differs so, by lines.
    pub hunks: &'p [Change],
    /// Whether nothing else can have made the build green: all files are known, and no version differs.
    pub is_all: bool,
}

/// What made it green again, by what differs; nothing where too much differs and nothing is tied to the failures.
pub fn fix(errors: &[Failure], project: &FixedProject<'_>) -> Option<ObservedFix> {
    let files = u32::try_from(project.pairs.len()).unwrap_or(u32::MAX);
    let ties = strongest_ties(errors, project.broken);
    if ties.iter().any(|tie| tie.certain) {
        let certain: Vec<&Change> = ties.iter().filter(|tie| tie.certain).map(|tie| &tie.change).collect();
        let changes = done(&certain, project);
        if !changes.is_empty() {
            let diff = shown::diff(project.pairs, &certain, &changes);
            return Some(ObservedFix { tied: true, files, changes: kept(changes), diff });
        }
    }
    if project.pairs.len() > FEW || (project.pairs.is_empty() && !project.is_all) {
        return None;
    }
    let all = if project.changes.is_empty() { project.hunks } else { project.changes };
    let has_others = all.iter().any(|one| one.subject != S::Import);
    let changes: Vec<Change> = all.iter().filter(|one| !has_others || one.subject != S::Import).cloned().collect();
    // A tie that alone would not be enough is, where nothing else differs.
    let tied = project.is_all && project.pairs.len() == 1 && !ties.is_empty() && !changes.is_empty();
    let diff = shown::whole(project.pairs);
    Some(ObservedFix { tied, files, changes: kept(changes), diff })
}

/// What was done about these changes, of which the failed state is the later one.
fn done(broken: &[&Change], project: &FixedProject<'_>) -> Vec<Change> {
    let mut all: Vec<Change> = Vec::new();
    for change in broken {
        let named = project.changes.iter().find(|one| undoes(one, change));
        let by_lines = || project.hunks.iter().find(|one| is_same_place(one, change));
        let Some(found) = named.or_else(by_lines) else { continue };
        // The same lines may be tied by a name and by their place.
        let by_place = |one: &Change| one.subject == S::Lines || found.subject == S::Lines;
        let known = |one: &Change| one == found || (by_place(one) && one.file == found.file && meet(one, found));
        if !all.iter().any(known) {
            all.push(found.clone());
        }
    }
    all
}

/// Whether a change leads back from what another one led to.
fn undoes(change: &Change, other: &Change) -> bool {
    if change.subject != other.subject || change.file != other.file && other.kind != K::Moved {
        return false;
    }
    match (change.kind, other.kind) {
        (K::Renamed, K::Renamed) => {
            change.after.as_deref() == Some(&other.name) && other.after.as_deref() == Some(&change.name)
        }
        (K::Renamed, _) | (_, K::Renamed) => false,
        _ if change.subject == S::Lines => change.before == other.after && change.after == other.before,
        _ => change.name == other.name,
    }
}

/// Whether lines that differ are those that a change of the other direction is about.
fn is_same_place(hunk: &Change, other: &Change) -> bool {
    if hunk.file != other.file {
        return false;
    }
    let has = |text: &Option<String>, part: &Option<String>| match (text, part) {
        (Some(text), Some(part)) => part.lines().next().is_some_and(|line| text.contains(line.trim())),
        (None, None) => true,
        _ => false,
    };
    hunk.before == other.after && hunk.after == other.before
        || has(&hunk.after, &other.before) && has(&hunk.before, &other.after)
}

/// Whether both are about some of the same lines.
fn meet(one: &Change, other: &Change) -> bool {
    let range = |change: &Change| change.line.map(|from| (from, change.end_line.unwrap_or(from).max(from)));
    range(one)
        .zip(range(other))
        .is_some_and(|((from, to), (other_from, other_to))| from <= other_to && other_from <= to)
}

/// The first of them, with the beginning of their texts; the diff has the rest.
fn kept(mut changes: Vec<Change>) -> Vec<Change> {
    changes.truncate(MOST);
    for change in &mut changes {
        for text in [&mut change.before, &mut change.after].into_iter().flatten() {
            *text = shown::beginning_of(text);
        }
    }
    changes
}
