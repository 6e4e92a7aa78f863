//! Ties changes to failures. A change is named as the reason only where a name or a place ties it to what failed.

mod build;
mod code;
pub mod given;
mod names;
mod places;
mod test_runs;

use crate::model::failure::{Failure, Role};
use given::{ChangeTie, ChangedProject, FoundTies, ReadFailure};

/// Most failures of a build that are tied.
const FAILURES: usize = 40;

/// Most ties that are told.
const MOST: usize = 5;
/// Ties this much weaker than the first are none.
const FAR: u8 = 20;

/// What is tied to these failures about as strongly as the strongest, which comes first; each change once.
pub fn strongest_ties(errors: &[Failure], project: &ChangedProject<'_>) -> Vec<ChangeTie> {
    let mut ties = ties(errors, project);
    let strongest = ties.first().map_or(0, |tie| tie.weight);
    ties.retain(|tie| tie.weight.saturating_add(FAR) >= strongest);
    ties.truncate(MOST);
    ties
}

/// What is tied to these failures, the strongest first; each change once.
fn ties(errors: &[Failure], project: &ChangedProject<'_>) -> Vec<ChangeTie> {
    let mut all: Vec<ChangeTie> = Vec::new();
    for (at, failure) in errors.iter().enumerate().take(FAILURES) {
        let mut found = FoundTies { all: Vec::new(), failure: at };
        let failure = ReadFailure::of(failure, project);
        places::tie(&failure, project, &mut found);
        code::tie(&failure, project, &mut found);
        names::tie(&failure, project, &mut found);
        build::tie(&failure, project, &mut found);
        test_runs::tie(&failure, project, &mut found);
        all.append(&mut found.all);
    }
    // The root's ties come first among equals; a consequence's say something only where the root has none.
    let rank = |tie: &ChangeTie| {
        let role = errors.get(tie.failure).map_or(Role::Independent, |failure| failure.role);
        let bonus = match role {
            Role::Root => 6,
            Role::Independent => 2,
            Role::Consequence => 0,
        };
        tie.weight + bonus
    };
    all.sort_by_key(|tie| (std::cmp::Reverse(rank(tie)), tie.failure));
    if all.is_empty() {
        all.extend(places::only_one(errors, project));
    }
    let mut kept: Vec<ChangeTie> = Vec::new();
    for tie in all {
        if !kept.iter().any(|known| known.change == tie.change) {
            kept.push(tie);
        }
    }
    kept
}
