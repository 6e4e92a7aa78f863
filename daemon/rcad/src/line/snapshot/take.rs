//! Takes the snapshot of a green build, and of a failed one where the project has never been green. What has not changed since
//! the last one is not read.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use rcad_core::Report;
use rcad_store::{FailedSnapshot, SameFilesQuery, Snapshot, SnapshotFile, SnapshotStore, SnapshotWriter, StoreError};

use super::same_files::content;
use super::walk::{FoundFile, WalkCut, WalkEntry, walk};
use crate::line::git::GitState;
use crate::platform::confine::Root;
use crate::platform::time::is_settled;

/// How many files a snapshot has, how many of them were read, how many snapshots were dropped since texts were last looked
/// through. An inner error where not all of the project was seen; nothing is kept then.
type Taken = Result<Result<(usize, usize, u64), WalkCut>, StoreError>;

/// Files, with their texts in the writer, and how many of them were read.
type TakenFiles = (SnapshotWriter, Vec<SnapshotFile>, usize);

/// Puts the snapshot of a green build.
pub(super) fn take(store: &SnapshotStore, root: &Root, report: &Report, git: GitState, until: Instant) -> Taken {
    let project = root.path().to_string_lossy().into_owned();
    let old = store.newest(&project)?.map(|old| old.files).unwrap_or_default();
    let (writer, files, read) = match files(store, root, report, old, until)? {
        Ok(taken) => taken,
        Err(cut) => return Ok(Err(cut)),
    };
    let content = content(files.iter().map(|file| (file.path.as_str(), file.hash)));
    let passed = match content {
        Some(content) => {
            let same =
                SameFilesQuery { project: &project, tasks: &report.tasks, content, other_than: report.id.as_str() };
            store.passed(&same)?.saturating_add(1)
        }
        None => 0,
    };
    let snapshot = Snapshot {
        id: report.id.clone(),
        project,
        branch: git.branch,
        head: git.head,
        clean: git.clean,
        tasks: report.tasks.clone(),
        ended_ms: report.ended_ms,
        environment: report.environment.clone(),
        content,
        passed,
        files,
    };
    let dropped = writer.put(&snapshot)?;
    Ok(Ok((snapshot.files.len(), read, dropped)))
}

/// Puts the snapshot of a failed build of a project of which there is none of a green one.
pub(super) fn take_failed(
    store: &SnapshotStore,
    root: &Root,
    report: &Report,
    fingerprint: Option<&str>,
    git: GitState,
    until: Instant,
) -> Taken {
    let project = root.path().to_string_lossy().into_owned();
    let old = store.newest_failed(&project)?.map(|old| old.base).unwrap_or_default();
    let (writer, base, read) = match files(store, root, report, old, until)? {
        Ok(taken) => taken,
        Err(cut) => return Ok(Err(cut)),
    };
    let failed = FailedSnapshot {
        report: report.id.clone(),
        based_on: report.id.clone(),
        project,
        branch: git.branch,
        head: git.head,
        clean: git.clean,
        tasks: report.tasks.clone(),
        ended_ms: report.ended_ms,
        fingerprint: fingerprint.map(str::to_owned),
        content: content(base.iter().map(|file| (file.path.as_str(), file.hash))),
        differing: Vec::new(),
        unknown: Vec::new(),
        base,
    };
    let dropped = writer.put_failed(&failed)?;
    Ok(Ok((failed.base.len(), read, dropped)))
}

/// The project's files, sorted by path, as the build of this report found them, and how many of them were read. Their texts
/// are with the writer. `old` is an earlier list, sorted by path.
fn files(
    store: &SnapshotStore,
    root: &Root,
    report: &Report,
    old: Vec<SnapshotFile>,
    until: Instant,
) -> Result<Result<TakenFiles, WalkCut>, StoreError> {
    let began_ms = report.started_ms.unwrap_or(report.ended_ms);
    let mut taking = Taking {
        old,
        writer: store.write()?,
        files: Vec::new(),
        read: 0,
        began_ns: began_ms.saturating_add(1).saturating_mul(1_000_000),
        now_ns: now_ns(),
    };
    let mut failed = None;
    let walked = walk(root, until, &mut |path, found| {
        taking.add(path, found).map_err(|error| {
            failed = Some(error);
            WalkCut::Unreadable
        })
    });
    match (walked, failed) {
        (_, Some(error)) => return Err(error),
        (Err(cut), None) => return Ok(Err(cut)),
        (Ok(()), None) => {}
    }
    let Taking { writer, mut files, read, .. } = taking;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Ok((writer, files, read)))
}

/// A snapshot that is being taken.
struct Taking {
    /// Those of an earlier build, sorted by path.
    old: Vec<SnapshotFile>,
    writer: SnapshotWriter,
    files: Vec<SnapshotFile>,
    /// Files that were read.
    read: usize,
    /// When the build began.
    began_ns: u64,
    now_ns: u64,
}

impl Taking {
    fn add(&mut self, path: &str, found: WalkEntry<'_>) -> Result<(), StoreError> {
        let file = match found {
            WalkEntry::Other => unknown(path),
            WalkEntry::File(found) => self.file(path, &found)?,
        };
        self.files.push(file);
        Ok(())
    }

    fn file(&mut self, path: &str, found: &FoundFile<'_>) -> Result<SnapshotFile, StoreError> {
        let stamp = found.stamp;
        if stamp.changed_ns >= self.began_ns {
            return Ok(unknown(path));
        }
        let known = self.old.binary_search_by(|file| file.path.as_str().cmp(path)).ok().map(|at| &self.old[at]);
        if let Some(known) = known
            && known.changed_ns != 0
            && (known.size, known.changed_ns) == (stamp.size, stamp.changed_ns)
        {
            return Ok(known.clone());
        }
        self.read += 1;
        let Some(text) = found.text() else { return Ok(unknown(path)) };
        let is_sure = is_settled(stamp.changed_ns.into(), self.now_ns.into()) && text.len() as u64 == stamp.size;
        let changed_ns = if is_sure { stamp.changed_ns } else { 0 };
        Ok(SnapshotFile { path: path.to_owned(), size: stamp.size, changed_ns, hash: Some(self.writer.text(&text)?) })
    }
}

/// Something of which only the place is known.
fn unknown(path: &str) -> SnapshotFile {
    SnapshotFile { path: path.to_owned(), size: 0, changed_ns: 0, hash: None }
}

fn now_ns() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_nanos()).unwrap_or(u64::MAX)
}
