//! What changed in a project since it was green, and which of it broke the build: from snapshots, else from git.

mod compared;
mod failed_files;
mod fixes;
mod remembered;
#[cfg(test)]
mod tests;
mod uses;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use rcad_core::changes::link::given::ChangedProject;
use rcad_core::changes::reason;
use rcad_core::explain;
use rcad_core::memory::environment::compare;
use rcad_core::model::change::{Baseline, BaselineKind, Change, FilePair};
use rcad_core::model::memory::VersionComparison;
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::{Analysis, Report};
use rcad_store::{Snapshot, SnapshotFit};

use crate::code::DeclarationReader;
use crate::line::git::{self, Arrival, GitState, Repository};
use crate::line::project::{self, NoFiles};
use crate::line::snapshot::{ProjectDifferences, Snapshots};
use crate::platform::time::{rfc3339, time_limit};
use compared::compared;
pub use fixes::{add_fixes, add_missed_fixes};
pub use remembered::{remember_failed, remember_green};
use uses::ProjectTexts;

/// Time for all that is asked about one failed build.
const TIME_LIMIT: Duration = time_limit(200);
/// Time for git before the files are compared, and once more after that.
const GIT: Duration = time_limit(80);

/// What a failed build found, to be kept for the green build after it.
pub struct FailedState {
    fingerprint: Option<String>,
    git: Option<GitState>,
    green: Snapshot,
    differences: ProjectDifferences,
}

/// Adds to the answer for a failed build what changed and what of it is the reason.
pub fn tell(analysis: &mut Analysis, report: &Report, snapshots: &Snapshots) -> Option<FailedState> {
    let is_build = matches!(report.origin, Origin::Hook | Origin::GradleLog | Origin::Run);
    let root = report.project.as_deref().filter(|_| is_build && report.outcome == Outcome::Failed)?;
    let told = catch_unwind(AssertUnwindSafe(|| tell_of(Path::new(root), analysis, report, snapshots)));
    told.unwrap_or_else(|_| {
        tracing::error!(
            project = root,
            "comparing the project with its last green build panicked; nothing is told of it"
        );
        None
    })
}

fn tell_of(root: &Path, analysis: &mut Analysis, report: &Report, snapshots: &Snapshots) -> Option<FailedState> {
    let until = Instant::now() + TIME_LIMIT;
    let mut repository = git::open(root, Instant::now() + GIT);
    let git = repository.as_ref().map(Repository::position);
    match snapshots.latest(root, &report.tasks, git.as_ref(), report.ended_ms) {
        Some((green, fit)) => {
            let differences = snapshots.differences(root, &green, report.ended_ms, until);
            let differences = differences
                .inspect_err(
                    |cut| tracing::debug!(project = %root.display(), ?cut, "not compared with the last green build"),
                )
                .ok()?;
            // Comparing the files may have taken git's time.
            if let Some(repository) = &mut repository {
                repository.until = until.min(Instant::now() + GIT);
            }
            let arrived = green.head.as_deref().and_then(|head| repository.as_ref()?.arrived(head));
            let arrived = arrived.as_ref().map(Arrival::in_words);
            let unchanged = differences.pairs.is_empty() && differences.is_whole();
            let fingerprint = analysis.fingerprint.clone();
            let same_files = (unchanged && fit == SnapshotFit::SameTasks)
                .then(|| snapshots.same_files(&green, report, fingerprint.as_deref()))
                .flatten();
            let baseline = Baseline { arrived, unchanged, same_files, ..baseline(&green, fit, report, git.as_ref()) };
            let differing = Differing { pairs: &differences.pairs, is_whole: differences.is_whole() };
            explain_by(root, analysis, differing, baseline, Some(&green), repository.as_ref(), until);
            Some(FailedState { fingerprint, git, green, differences })
        }
        None => {
            let pairs = repository.as_ref()?.pairs_since("HEAD")?;
            let baseline = Baseline::new(BaselineKind::GitHead);
            let differing = Differing { pairs: &pairs, is_whole: true };
            explain_by(root, analysis, differing, baseline, None, repository.as_ref(), until);
            None
        }
    }
}

/// Keeps what a failed build found.
pub fn keep(state: Option<FailedState>, report: &Report, snapshots: &Snapshots) {
    if let Some(FailedState { fingerprint, git, green, differences }) = state {
        snapshots.keep_failed(report, fingerprint.as_deref(), git.as_ref(), &green, &differences);
    }
}

fn baseline(green: &Snapshot, fit: SnapshotFit, report: &Report, git: Option<&GitState>) -> Baseline {
    let branch = git.and_then(|git| git.branch.as_ref());
    let other_branch = green.branch.as_ref().filter(|green| branch.is_some_and(|branch| branch != *green));
    let kind = if fit == SnapshotFit::SameTasks { BaselineKind::GreenBuild } else { BaselineKind::OtherGreenBuild };
    let versions = compare(&green.environment, &report.environment);
    Baseline {
        at: Some(rfc3339(green.ended_ms)),
        age_seconds: Some(report.ended_ms.saturating_sub(green.ended_ms) / 1_000),
        branch: other_branch.cloned(),
        versions: versions.iter().filter_map(VersionComparison::instead).collect(),
        ..Baseline::new(kind)
    }
}

/// The files that differ, and whether it is known of all.
struct Differing<'p> {
    pairs: &'p [FilePair],
    is_whole: bool,
}

fn explain_by(
    root: &Path,
    analysis: &mut Analysis,
    Differing { pairs, is_whole }: Differing<'_>,
    baseline: Baseline,
    green: Option<&Snapshot>,
    repository: Option<&Repository>,
    until: Instant,
) {
    let reader = DeclarationReader::until(until);
    let Some((mut changes, mut hunks)) = compared(pairs, &reader, until) else {
        return tracing::debug!(project = %root.display(), "too much has changed to be compared in time");
    };
    let all = changes.iter_mut().chain(&mut hunks);
    match (green, repository) {
        // Compared with the last commit: git need not be asked.
        (None, _) => all.for_each(|change| change.uncommitted = true),
        (Some(green), Some(repository)) => add_commits(pairs, green.head.as_deref(), repository, all),
        (Some(_), None) => {}
    }
    let files = project::open(root, until.saturating_duration_since(Instant::now()));
    let files = files.as_deref().unwrap_or(&NoFiles);
    let texts = ProjectTexts::of(root, until);
    let project = ChangedProject {
        files,
        pairs,
        changes: &changes,
        hunks: &hunks,
        is_whole,
        reader: &reader,
        uses: &|word| texts.uses(word),
    };
    let reason = reason(&analysis.errors, &project, &baseline);
    let shown = if changes.is_empty() { &hunks } else { &changes };
    explain::reason::give(analysis, baseline, shown, reason);
}

/// Notes which changes are committed, and by which commit.
fn add_commits<'c>(
    pairs: &[FilePair],
    from: Option<&str>,
    repository: &Repository,
    changes: impl Iterator<Item = &'c mut Change>,
) {
    let files: Vec<&str> = pairs.iter().map(|pair| pair.path.as_str()).collect();
    let Some(uncommitted) = repository.uncommitted(&files) else { return };
    let commits = repository.commits(from, &files);
    for change in changes {
        change.uncommitted = uncommitted.contains(&change.file);
        change.commit = commits.get(&change.file).filter(|_| !change.uncommitted).cloned();
    }
}
