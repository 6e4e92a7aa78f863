//! Finds the Kotlin and Java files of a project, within limits. Follows no links; of build output it takes only
//! generated sources, which come last. Opens no file.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Instant, UNIX_EPOCH};

/// Most directories that are listed.
const DIRECTORIES: usize = 20_000;

/// Deepest nesting of directories.
const DEPTH: usize = 64;

/// Most files that are taken.
const FILES: usize = 20_000;

/// Largest file that is taken, in bytes.
pub const LARGEST: u64 = 1 << 20;

/// Bytes of all files together.
const BYTES: u64 = 128 << 20;

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkedFile {
    /// Relative to the project, with `/`.
    pub path: String,
    /// Identifies an unchanged file.
    pub stamp: FileStamp,
    /// Whether a build generated it.
    pub generated: bool,
}

/// Size and time of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileStamp {
    /// Last change, in nanoseconds since 1970.
    pub changed_ns: u128,
    /// Bytes.
    pub size: u64,
}

/// The files found, in no order.
#[derive(Debug, Default)]
pub struct WalkResult {
    /// Sources, also generated ones.
    pub files: Vec<WalkedFile>,
    /// Files left out because of their size or number.
    pub left_out: usize,
    /// Whether all directories were listed.
    pub complete: bool,
}

/// The source files below `root`, which has no symbolic links, as far as time allows.
pub fn walk(root: &Path, until: Instant) -> WalkResult {
    let bounds = WalkLimits { root, until, listed: 0.into(), files: 0.into(), bytes: 0.into() };
    let mut first = Walker::new(&bounds);
    let mut waiting = VecDeque::from([SourceDir { path: String::new(), depth: 0, source: false }]);
    // Until the work is worth sharing.
    while waiting.len() < MANY
        && let Some(dir) = waiting.pop_front()
    {
        first.list(&dir, false, &mut waiting);
    }
    let mut second = Walker::new(&bounds);
    let other_half = waiting.split_off(waiting.len() / 2);
    std::thread::scope(|scope| {
        let spawned = (!other_half.is_empty()).then(|| {
            let all = || second.all(other_half, false);
            std::thread::Builder::new().name("code".into()).spawn_scoped(scope, all).is_ok()
        });
        first.all(waiting, false);
        // If no thread could be spawned, its half is missing.
        first.walked.complete &= spawned != Some(false);
    });
    let generated = first.generated.drain(..).chain(second.generated.drain(..)).collect();
    first.all(generated, true);
    let (mut walked, other) = (first.walked, second.walked);
    walked.files.extend(other.files);
    walked.left_out += other.left_out;
    walked.complete &= other.complete;
    walked
}

/// Directories that justify another thread.
const MANY: usize = 32;

/// The limits that both threads share.
struct WalkLimits<'a> {
    root: &'a Path,
    until: Instant,
    listed: AtomicUsize,
    files: AtomicUsize,
    bytes: AtomicU64,
}

struct Walker<'a> {
    bounds: &'a WalkLimits<'a>,
    walked: WalkResult,
    generated: VecDeque<SourceDir>,
}

/// A directory to be listed.
struct SourceDir {
    path: String,
    depth: usize,
    /// Whether it is below a `src` directory, where `build` is a package.
    source: bool,
}

impl<'a> Walker<'a> {
    fn new(bounds: &'a WalkLimits<'a>) -> Walker<'a> {
        Walker { bounds, walked: WalkResult { complete: true, ..WalkResult::default() }, generated: VecDeque::new() }
    }

    fn all(&mut self, mut waiting: VecDeque<SourceDir>, is_generated: bool) {
        while let Some(dir) = waiting.pop_back() {
            self.list(&dir, is_generated, &mut waiting);
        }
    }

    fn list(&mut self, dir: &SourceDir, is_generated: bool, waiting: &mut VecDeque<SourceDir>) {
        let bounds = self.bounds;
        let listed = bounds.listed.fetch_add(1, Ordering::Relaxed);
        if listed >= DIRECTORIES || dir.depth > DEPTH || Instant::now() >= bounds.until {
            self.walked.complete = false;
            return;
        }
        let Ok(entries) = fs::read_dir(bounds.root.join(&dir.path)) else { return };
        for entry in entries.flatten() {
            // The type of the entry itself: a link is neither a directory nor a file.
            let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
            let path = || if dir.path.is_empty() { name.clone() } else { format!("{}/{name}", dir.path) };
            if kind.is_dir() && name == "build" && !dir.source {
                self.generated.push_back(SourceDir { path: path() + "/generated", depth: dir.depth + 2, source: true });
            } else if kind.is_dir() && !name.starts_with('.') && name != "node_modules" {
                waiting.push_back(SourceDir {
                    path: path(),
                    depth: dir.depth + 1,
                    source: dir.source || name == "src",
                });
            } else if kind.is_file() && matches!(name.rsplit_once('.'), Some((_, "kt" | "java"))) {
                self.take(&entry, path(), is_generated);
            }
        }
    }

    fn take(&mut self, entry: &fs::DirEntry, path: String, generated: bool) {
        let Ok(known) = entry.metadata() else { return };
        let (size, bounds) = (known.len(), self.bounds);
        let too_large = size > LARGEST || bounds.bytes.fetch_add(size, Ordering::Relaxed) + size > BYTES;
        if too_large || bounds.files.fetch_add(1, Ordering::Relaxed) >= FILES {
            self.walked.left_out += 1;
            return;
        }
        let changed = known.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let stamp = FileStamp { changed_ns: changed.map_or(0, |since| since.as_nanos()), size };
        self.walked.files.push(WalkedFile { path, stamp, generated });
    }
}
