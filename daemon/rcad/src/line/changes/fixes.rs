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
use rcad_core::model::report::{Origin, Outcome};
use rcad_store::{Build, FixSearch, Rca, Snapshot, Store, StoreError};

use super::compared::compared;
use super::failed_files::FailedFiles;
use super::remembered::remember_green;
use super::uses::ProjectTexts;
use crate::code::DeclarationReader;
use crate::line::resolve::ResolvedFailure;
use crate::line::snapshot::Snapshots;
use crate::platform::fault;
use crate::platform::time::{now_ms, time_limit};

/// Time for all failures that one green build has resolved.
const TIME_LIMIT: Duration = time_limit(400);

/// How often a search is begun, in case that it brings the program down.
const MOST_BEGUN: u32 = 2;
/// How long after a green build the project's files may be taken for those that it has seen.
const STILL_THE_SAME_MS: u64 = 600_000;
/// Builds among which the last one of a project is looked for.
const LOOKED_AT: usize = 50;

/// Adds to these failures what differs between the project as it was and as this green build found it. The snapshot of the
/// green build must have been taken.
pub fn add_fixes(resolved: &[ResolvedFailure], root: &Path, green: &Report, snapshots: &Snapshots, store: &Store) {
    // Where only the call was wrong, no file has mended it.
    let mut searched = resolved.iter().filter(|one| !one.is_misspelt).peekable();
    if searched.peek().is_none() {
        return;
    }
    fault::point("fixes", &green.id);
    let state = snapshots.of_green(root, &green.id, green.ended_ms);
    let until = Instant::now() + TIME_LIMIT;
    for one in searched.take_while(|_| Instant::now() < until) {
        let found = state.as_ref().and_then(|state| {
            let found = catch_unwind(AssertUnwindSafe(|| fix_of(one, state, snapshots, until)));
            found.unwrap_or_else(|_| {
                tracing::error!(rca = one.rca, "comparing the failed project with the green one panicked");
                None
            })
        });
        if let Err(error) = store.finish_fix_search(&one.rca, green.ended_ms, found.as_ref()) {
            tracing::warn!(rca = one.rca, %error, "what made it green again can't be stored");
        }
    }
}

/// Does what was left undone when the program ended before [`add_fixes`] had. It must be called before other builds are
/// taken: a failure that comes again has another failed state.
pub fn add_missed_fixes(snapshots: &Snapshots, store: &Store) {
    let missed = store.unfinished_fix_searches().unwrap_or_else(|error| {
        tracing::warn!(%error, "what made failures green again can't be looked for once more");
        Vec::new()
    });
    for rca in missed {
        if let Err(error) = add_missed(&rca, snapshots, store) {
            tracing::warn!(rca = rca.id, %error, "what made it green again can't be stored");
        }
    }
}

fn add_missed(rca: &Rca, snapshots: &Snapshots, store: &Store) -> Result<(), StoreError> {
    let Some(resolution) = rca.resolved() else { return Ok(()) };
    let Some(search) = &resolution.search else { return Ok(()) };
    let build = store.build(&search.green)?.filter(|_| search.begun < MOST_BEGUN);
    let (Some(root), Some(build)) = (rca.project.as_deref().map(Path::new), build) else {
        return store.finish_fix_search(&rca.id, resolution.green_ms, None).map(drop);
    };
    store.begin_fix_search(&rca.id, resolution.green_ms)?;
    let green = report_of(search, build);
    if snapshots.of_green(root, &green.id, green.ended_ms).is_none() && is_last_build(&green, store)? {
        remember_green(root, &green, snapshots);
    }
    add_fixes(&[ResolvedFailure::of(rca, resolution)], root, &green, snapshots, store);
    Ok(())
}

/// Whether the project's files may still be taken for those of this build: it is the last one, and just ended. Of files that
/// changed since it began nothing is known, but those that were deleted since are not noticed.
fn is_last_build(green: &Report, store: &Store) -> Result<bool, StoreError> {
    if now_ms().saturating_sub(green.ended_ms) > STILL_THE_SAME_MS {
        return Ok(false);
    }
    let of_project = |build: &Build| build.project == green.project && build.app.is_none();
    let last = store.build_before(u64::MAX, LOOKED_AT, of_project)?;
    Ok(last.is_some_and(|(id, _)| id == green.id))
}

/// The report of a stored build, as far as its snapshot needs it.
fn report_of(search: &FixSearch, build: Build) -> Report {
    Report {
        id: search.green.clone(),
        origin: Origin::Hook,
        outcome: Outcome::Ok,
        text: String::new(),
        project: build.project,
        tasks: build.tasks,
        environment: build.environment,
        started_ms: build.started_ms,
        ended_ms: build.ended_ms,
        app: None,
        raw: None,
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
