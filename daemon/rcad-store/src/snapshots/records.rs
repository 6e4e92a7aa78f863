//! What is kept of a project's files, as the program sees it.

use rcad_core::model::environment::Environment;
use sha2::{Digest, Sha256};

/// The beginning of a text's SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextHash(pub [u8; 16]);

impl TextHash {
    /// That of a text.
    pub fn of(text: &[u8]) -> TextHash {
        let mut hash = [0; 16];
        hash.copy_from_slice(&Sha256::digest(text)[..16]);
        TextHash(hash)
    }
}

/// A file of a project, or what else is at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotFile {
    /// Path in the project, with `/`.
    pub path: String,
    /// Bytes.
    pub size: u64,
    /// Last change in nanoseconds since 1970; 0 where a later change might not move it, so that it is read again.
    pub changed_ns: u64,
    /// Its text; nothing for what is there, but not known: a link, a large or binary file, one that changed while the
    /// build ran, a directory that can't be read.
    pub hash: Option<TextHash>,
}

/// The files of a project as a green build found them.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Id of the green build's report.
    pub id: String,
    /// Root directory of the project, without links.
    pub project: String,
    /// Git's branch; nothing without git, or without a branch.
    pub branch: Option<String>,
    /// Hash of git's commit.
    pub head: Option<String>,
    /// Whether git knew of no change beyond that commit; nothing where it was not asked.
    pub clean: Option<bool>,
    /// The tasks that were asked for, sorted.
    pub tasks: Vec<String>,
    /// Unix time in milliseconds at which the build ended.
    pub ended_ms: u64,
    /// Versions that it ran with.
    pub environment: Environment,
    /// Stands for the paths and texts of its files; nothing where not all that matter are known.
    pub content: Option<TextHash>,
    /// Builds of these tasks with this content that have passed, this one included, as far as they were kept; 0 without a
    /// content.
    pub passed: u32,
    /// Sorted by path.
    pub files: Vec<SnapshotFile>,
}

impl Snapshot {
    /// The file at this path.
    pub fn file(&self, path: &str) -> Option<&SnapshotFile> {
        file_at(&self.files, path)
    }
}

/// The one at this path, in a list that is sorted by path.
pub(super) fn file_at<'f>(files: &'f [SnapshotFile], path: &str) -> Option<&'f SnapshotFile> {
    files.binary_search_by(|file| file.path.as_str().cmp(path)).ok().map(|at| &files[at])
}

/// Which snapshot is wanted.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotQuery<'q> {
    /// Root directory of the project, without links.
    pub project: &'q str,
    /// Git's branch.
    pub branch: Option<&'q str>,
    /// The tasks, in any order.
    pub tasks: &'q [String],
    /// Unix milliseconds after which no wanted build has ended.
    pub until_ms: u64,
}

/// Which builds are counted.
#[derive(Clone, Copy, Debug)]
pub struct SameFilesQuery<'q> {
    /// Root directory of the project, without links.
    pub project: &'q str,
    /// The tasks, in any order.
    pub tasks: &'q [String],
    /// What the files were.
    pub content: TextHash,
    /// Id of the report that is not counted.
    pub other_than: &'q str,
}

/// How near a snapshot is to what was wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SnapshotFit {
    /// The same project, branch and tasks.
    SameTasks,
    /// The same project and branch.
    SameBranch,
    /// The same project.
    SameProject,
}

/// A file that differed from the green build when a build failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingFile {
    /// Path in the project.
    pub path: String,
    /// Its text at the failure; nothing where it was gone.
    pub hash: Option<TextHash>,
}

/// The files of a project as a failed build found them: those of a green one, and what differed. Without a green one, all of
/// its own.
#[derive(Clone, Debug, PartialEq)]
pub struct FailedSnapshot {
    /// Id of the failed build's report.
    pub report: String,
    /// Id of the green build's snapshot, which may be gone meanwhile; its own where the project has none.
    pub based_on: String,
    /// Root directory of the project, without links.
    pub project: String,
    /// Git's branch; nothing without git, or without a branch.
    pub branch: Option<String>,
    /// Hash of git's commit.
    pub head: Option<String>,
    /// Whether git knew of no change beyond that commit; nothing where it was not asked.
    pub clean: Option<bool>,
    /// The tasks that were asked for, sorted.
    pub tasks: Vec<String>,
    /// Unix time in milliseconds at which the build ended.
    pub ended_ms: u64,
    /// Of what failed.
    pub fingerprint: Option<String>,
    /// Stands for the paths and texts of its files; nothing where not all that matter are known.
    pub content: Option<TextHash>,
    /// What differed, sorted by path.
    pub differing: Vec<DifferingFile>,
    /// Files, and directories with all that is in them, of which it is not known how they differed; sorted.
    pub unknown: Vec<String>,
    /// The files of the green build, sorted by path; those of the failed one where the project has none.
    pub base: Vec<SnapshotFile>,
}

impl FailedSnapshot {
    /// The text of a file at the failure; nothing where there was none. An outer nothing for what is not known.
    pub fn text_at(&self, path: &str) -> Option<Option<TextHash>> {
        let above = path.match_indices('/').map(|(at, _)| &path[..at]);
        if above.chain([path]).any(|path| self.unknown.binary_search_by(|known| known.as_str().cmp(path)).is_ok()) {
            return None;
        }
        if let Ok(at) = self.differing.binary_search_by(|file| file.path.as_str().cmp(path)) {
            return Some(self.differing[at].hash);
        }
        match file_at(&self.base, path) {
            Some(file) => file.hash.map(Some),
            None => Some(None),
        }
    }
}
