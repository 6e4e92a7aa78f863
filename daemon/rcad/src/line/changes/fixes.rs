//! What made failures green again: the failed state of the project is compared with the green one once that is kept, and
//! what is tied to the failure is stored with it. Nobody waits for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use rcad_core::Report;
use rcad_core::changes::link::given::ChangedProject;
use rcad_core::changes::{FixedProject, fix};
use rcad_core::model::change::FilePair;
use rcad_core::model::memory::ObservedFix;
use rcad_store::{Snapshot, Store};

use super::compared::compared;
use super::failed_files::FailedFiles;
use super::uses::ProjectTexts;
use crate::code::DeclarationReader;
use crate::line::resolve::ResolvedFailure;
use crate::line::snapshot::Snapshots;
use crate::platform::time::time_limit;

/// Time for all failures that one green build has resolved.
const TIME_LIMIT: Duration = time_limit(400);

/// Adds to these failures what differs between the project as it was and as this green build found it. The snapshot of the
/// green build must have been taken.
pub fn add_fixes(resolved: &[ResolvedFailure], root: &Path, green: &Report, snapshots: &Snapshots, store: &Store) {
    if resolved.iter().all(|one| one.is_misspelt) {
        return;
    }
    let Some(state) = snapshots.of_green(root, green) else { return };
    let until = Instant::now() + TIME_LIMIT;
    // Where only the call was wrong, no file has mended it.
    for one in resolved.iter().filter(|one| !one.is_misspelt).take_while(|_| Instant::now() < until) {
        let found = catch_unwind(AssertUnwindSafe(|| fix_of(one, &state, snapshots, until)));
        let found = found.unwrap_or_else(|_| {
            tracing::error!(rca = one.rca, "comparing the failed project with the green one panicked");
            None
        });
        if let Some(fix) = found
            && let Err(error) = store.add_fix(&one.rca, green.ended_ms, &fix)
        {
            tracing::warn!(rca = one.rca, %error, "what made it green again can't be stored");
        }
    }
}

fn fix_of(one: &ResolvedFailure, green: &Snapshot, snapshots: &Snapshots, until: Instant) -> Option<ObservedFix> {
    let failed = snapshots.failed(&one.report).filter(|failed| failed.project == green.project)?;
    let found = snapshots.since_failed(&failed, green);
    let found =
        found.inspect_err(|cut| tracing::debug!(rca = one.rca, ?cut, "not compared with its failed state")).ok()?;
    let back =
        |pair: &FilePair| FilePair { path: pair.path.clone(), before: pair.after.clone(), after: pair.before.clone() };
    let broken: Vec<FilePair> = found.pairs.iter().map(back).collect();
    let reader = DeclarationReader::until(until);
    let (broken_changes, broken_hunks) = compared(&broken, &reader, until)?;
    let (changes, hunks) = compared(&found.pairs, &reader, until)?;
    let files = FailedFiles::of(&failed, snapshots, until);
    let texts = ProjectTexts::read_by(|| files.texts());
    let broken = ChangedProject {
        files: &files,
        pairs: &broken,
        changes: &broken_changes,
        hunks: &broken_hunks,
        is_whole: found.is_whole(),
        reader: &reader,
        uses: &|word| texts.uses(word),
    };
    let is_all = !one.versions_differ && found.is_whole();
    let project = FixedProject { broken: &broken, pairs: &found.pairs, changes: &changes, hunks: &hunks, is_all };
    fix(&one.errors, &project)
}

#[cfg(test)]
mod tests;
