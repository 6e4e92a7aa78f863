//! Snapshots of projects: of each green build the project's files as it found them, and, when a build fails, the files that
//! differ from the last green one. Never delays or changes what is said of the build: where a project can't be read within
//! the limits, there is no snapshot and nothing is claimed.

mod compare;
mod ignored;
mod same_files;
mod take;
mod walk;

use std::path::Path;
use std::time::{Duration, Instant};

use rcad_core::Report;
use rcad_core::model::change::{FilePair, SameFiles};
use rcad_store::{
    DerivedFile, DifferingFile, FailedSnapshot, SameFilesQuery, Snapshot, SnapshotFit, SnapshotQuery, SnapshotStore,
    SnapshotWriter, StoreError, TextHash,
};

use super::git::GitState;
use crate::platform::config::SnapshotSettings;
use crate::platform::confine::Root;
use crate::platform::gradle_project;
use crate::platform::time::time_limit;

pub use compare::ProjectDifferences;
pub use walk::WalkCut;

/// Time limit of a snapshot. The first one of a project reads all its files, later ones those that changed.
const TAKE_LIMIT: Duration = time_limit(4_000);
/// Snapshots that are dropped before texts are looked through for those that none has any more.
const DROPPED: u64 = 50;
/// Days after which a failed build's snapshot is dropped.
const FAILED_DAYS: u64 = 90;
const DAY_MS: u64 = 86_400_000;

/// Tasks that succeed whatever is in the source files: that such a build was green says nothing.
const BUILDS_NOTHING: &[&str] = &[
    "buildEnvironment",
    "clean",
    "components",
    "dependencies",
    "dependencyInsight",
    "help",
    "init",
    "javaToolchains",
    "outgoingVariants",
    "prepareKotlinBuildScriptModel",
    "projects",
    "properties",
    "resolvableConfigurations",
    "signingReport",
    "tasks",
    "wrapper",
];

/// What became of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotTaken {
    /// It is kept.
    Kept {
        /// Files in it.
        files: usize,
        /// Those of them that were read; the others had not changed.
        read: usize,
    },
    /// Not all of the project could be seen.
    Cut(WalkCut),
    /// None is wanted: switched off, no Gradle project, a build that compiles nothing. Or the file of snapshots fails.
    None,
}

/// The kept snapshots. The file is opened when it is first needed, and a failure is only logged.
pub struct Snapshots {
    /// Nothing is kept without one.
    file: Option<DerivedFile<SnapshotStore>>,
    /// Most bytes that are kept.
    most: u64,
}

impl Snapshots {
    /// Those in this file, which need not be there yet.
    pub fn new(path: &Path, settings: SnapshotSettings) -> Snapshots {
        let file = settings.keep.then(|| DerivedFile::new(path, SnapshotStore::open));
        Snapshots { file, most: settings.megabytes.saturating_mul(1 << 20) }
    }

    /// Keeps nothing.
    #[cfg(test)]
    pub fn none() -> Snapshots {
        Snapshots { file: None, most: 0 }
    }

    /// Keeps the project's files after a green build of it. Files that changed since the build began are not: whether it
    /// saw the change is not known. Takes at most four seconds, usually milliseconds.
    pub fn take_green(&self, root: &Path, report: &Report, git: Option<&GitState>) -> SnapshotTaken {
        if self.file.is_none() || !compiles(&report.tasks) || !gradle_project::is_root(root) {
            return SnapshotTaken::None;
        }
        let Ok(root) = Root::open(root) else { return SnapshotTaken::None };
        let until = Instant::now() + TAKE_LIMIT;
        let git = git.cloned().unwrap_or_default();
        let taken = self.with(|store| take::take(store, &root, report, git, until));
        self.taken(taken, &root, report)
    }

    /// Keeps the project's files after a failed build of it, where there is no green one that it could be compared with. It
    /// takes as long as [`Self::take_green`], and is never taken for a green one.
    pub fn take_failed(
        &self,
        root: &Path,
        report: &Report,
        fingerprint: Option<&str>,
        git: Option<&GitState>,
    ) -> SnapshotTaken {
        if !gradle_project::is_root(root) || self.has_green(root) {
            return SnapshotTaken::None;
        }
        let Ok(root) = Root::open(root) else { return SnapshotTaken::None };
        let until = Instant::now() + TAKE_LIMIT;
        let git = git.cloned().unwrap_or_default();
        let taken = self.with(|store| take::take_failed(store, &root, report, fingerprint, git, until));
        self.taken(taken, &root, report)
    }

    /// Whether a green build of the project is kept; also where that can't be known.
    pub fn has_green(&self, root: &Path) -> bool {
        self.with(|store| store.has_green(&project_key(root))).unwrap_or(true)
    }

    fn taken(
        &self,
        taken: Option<Result<(usize, usize, u64), WalkCut>>,
        root: &Root,
        report: &Report,
    ) -> SnapshotTaken {
        match taken {
            Some(Ok((files, read, dropped))) => {
                self.prune_after(dropped, report.ended_ms);
                SnapshotTaken::Kept { files, read }
            }
            Some(Err(cut)) => {
                tracing::debug!(project = %root.path().display(), ?cut, "no snapshot of this project");
                SnapshotTaken::Cut(cut)
            }
            None => SnapshotTaken::None,
        }
    }

    /// The last green build before `until_ms` (Unix milliseconds) of the same project, branch and tasks, else of the same
    /// project and branch, else of the same project; says which it is.
    pub fn latest(
        &self,
        root: &Path,
        tasks: &[String],
        git: Option<&GitState>,
        until_ms: u64,
    ) -> Option<(Snapshot, SnapshotFit)> {
        let (project, branch) = (project_key(root), git.and_then(|git| git.branch.as_deref()));
        self.with(|store| store.latest(&SnapshotQuery { project: &project, branch, tasks, until_ms }))?
    }

    /// What the green build of the project at `root` with this report's id has left, which ended at this Unix time in
    /// milliseconds; nothing where it is not kept.
    pub fn of_green(&self, root: &Path, id: &str, ended_ms: u64) -> Option<Snapshot> {
        self.with(|store| store.green(&project_key(root), ended_ms, id))?
    }

    /// How builds of the same tasks have ended that had the files of this green build, as the failed build of this report
    /// has; nothing where it is not known.
    pub fn same_files(&self, green: &Snapshot, failed: &Report, fingerprint: Option<&str>) -> Option<SameFiles> {
        let (project, content) = (green.project.as_str(), green.content?);
        let same = SameFilesQuery { project, tasks: &failed.tasks, content, other_than: &failed.id };
        let others = self.with(|store| store.failed_with(&same))?;
        let known = |one: &&Option<String>| fingerprint.is_some() && one.as_deref() == fingerprint;
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).saturating_add(1);
        let (failed, same_failure) = (count(others.len()), count(others.iter().filter(known).count()));
        Some(SameFiles { passed: green.passed, failed, same_failure })
    }

    /// A kept text.
    pub fn text(&self, hash: TextHash) -> Option<String> {
        let text = self.with(|store| store.text(hash))??;
        Some(String::from_utf8_lossy(&text).into_owned())
    }

    /// The files of the project at `root` that differ from a green build. Those that changed after `ended_ms`, the end
    /// of the failed build in Unix milliseconds, are unknown: it has not seen that.
    ///
    /// # Errors
    /// When not all of the project could be seen until then, or too much differs: nothing can be said.
    pub fn differences(
        &self,
        root: &Path,
        green: &Snapshot,
        ended_ms: u64,
        until: Instant,
    ) -> Result<ProjectDifferences, WalkCut> {
        let root = Root::open(root).map_err(|_| WalkCut::Unreadable)?;
        let compared = self.with(|store| compare::compare(store, &root, green, ended_ms, until));
        compared.unwrap_or(Err(WalkCut::Unreadable))
    }

    /// Keeps what a failed build found, as what differs from a green one; whether it is kept.
    pub fn keep_failed(
        &self,
        report: &Report,
        fingerprint: Option<&str>,
        git: Option<&GitState>,
        green: &Snapshot,
        found: &ProjectDifferences,
    ) -> bool {
        let git = git.cloned().unwrap_or_default();
        let kept = self.with(|store| {
            let mut writer = store.write()?;
            let differing = found.pairs.iter().map(|pair| differing(&mut writer, pair)).collect::<Result<_, _>>()?;
            writer.put_failed(&FailedSnapshot {
                report: report.id.clone(),
                based_on: green.id.clone(),
                project: green.project.clone(),
                branch: git.branch,
                head: git.head,
                clean: git.clean,
                tasks: report.tasks.clone(),
                ended_ms: report.ended_ms,
                fingerprint: fingerprint.map(str::to_owned),
                content: same_files::content_with(green, found),
                differing,
                unknown: found.unknown.clone(),
                base: green.files.clone(),
            })
        });
        if let Some(dropped) = kept {
            self.prune_after(dropped, report.ended_ms);
        }
        kept.is_some()
    }

    /// What a failed build with this report's id found; nothing where it is not kept.
    pub fn failed(&self, report: &str) -> Option<FailedSnapshot> {
        self.with(|store| store.failed(report))?
    }

    /// The files that differ between a failed build (before) and a later green one (after). Reads nothing of the project.
    ///
    /// # Errors
    /// When too much differs or a text is not kept any more: nothing can be said.
    pub fn since_failed(&self, failed: &FailedSnapshot, green: &Snapshot) -> Result<ProjectDifferences, WalkCut> {
        self.with(|store| compare::kept(store, failed, green)).unwrap_or(Err(WalkCut::Unreadable))
    }

    /// Deletes what is old or too much at this Unix time in milliseconds. Done now and then by itself.
    pub fn prune(&self, now_ms: u64) {
        let gone = self.with(|store| store.prune(self.most, now_ms.saturating_sub(FAILED_DAYS * DAY_MS)));
        if let Some(gone @ 1..) = gone {
            tracing::info!(snapshots = gone, "dropped what is old or too much");
        }
    }

    /// Bytes on the disk.
    pub fn bytes(&self) -> u64 {
        self.with(|store| Ok(store.bytes())).unwrap_or(0)
    }

    fn prune_after(&self, dropped: u64, now_ms: u64) {
        if dropped >= DROPPED || self.bytes() > self.most {
            self.prune(now_ms);
        }
    }

    /// What is done with the open file; nothing where it fails.
    fn with<T>(&self, work: impl FnOnce(&SnapshotStore) -> Result<T, StoreError>) -> Option<T> {
        let done = self.file.as_ref()?.with(work);
        done.inspect_err(|why| tracing::warn!(why, "the snapshots of projects fail")).ok()
    }
}

/// The file of a pair as it was when the build failed.
fn differing(writer: &mut SnapshotWriter, pair: &FilePair) -> Result<DifferingFile, StoreError> {
    let hash = pair.after.as_ref().map(|text| writer.text(text.as_bytes())).transpose()?;
    Ok(DifferingFile { path: pair.path.clone(), hash })
}

/// Whether a build of these tasks shows that the project is fine.
fn compiles(tasks: &[String]) -> bool {
    tasks.iter().any(|task| !BUILDS_NOTHING.contains(&task.rsplit(':').next().unwrap_or_default()))
}

/// The name of a project: its directory without links, so that all ways to it are the same.
fn project_key(root: &Path) -> String {
    root.canonicalize().unwrap_or_else(|_| root.to_owned()).to_string_lossy().into_owned()
}

/// Paths of the files of which snapshots are made, sorted, as far as they are seen until then.
pub fn each_file(root: &Root, until: Instant) -> Vec<String> {
    let mut all = Vec::new();
    let _ = walk::walk(root, until, &mut |path, found| {
        if matches!(found, walk::WalkEntry::File(_)) {
            all.push(path.to_owned());
        }
        Ok(())
    });
    all.sort();
    all
}

#[cfg(test)]
mod tests;
