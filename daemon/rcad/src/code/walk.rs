//! Finds the Kotlin and Java files of a project, within bounds: no links, no output of builds but generated sources, which
//! come last. Looks at names, sizes and times only; opens no file.

use std::fs;
use std::path::Path;
use std::time::{Instant, UNIX_EPOCH};

use super::grammar::Tongue;

/// Directories that are listed.
const DIRECTORIES: usize = 20_000;

/// Directories below each other.
const DEPTH: usize = 64;

/// Files that are taken.
pub const FILES: usize = 20_000;

/// Bytes of a file that is taken.
pub const LARGEST: u64 = 1 << 20;

/// Bytes that are taken in all.
const BYTES: u64 = 128 << 20;

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Relative to the project, with `/`.
    pub path: String,
    /// How it is known to be the same.
    pub stamp: Stamp,
    /// Whether a build made it.
    pub generated: bool,
}

/// Size and time of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp {
    /// Nanoseconds since 1970 of its last change.
    pub changed_ns: u128,
    /// Bytes.
    pub size: u64,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Walked {
    /// Sources, then generated ones, each by path.
    pub files: Vec<Found>,
    /// Files that are too large, or too many.
    pub left_out: usize,
    /// Whether all directories were listed.
    pub complete: bool,
}

/// The source files below `root`, which has no symbolic links, as far as there is time.
pub fn walk(root: &Path, until: Instant) -> Walked {
    let mut walk = Walk { root, until, walked: Walked { complete: true, ..Walked::default() }, listed: 0, bytes: 0 };
    let mut generated = Vec::new();
    let mut waiting = vec![Dir { path: String::new(), depth: 0, source: false }];
    while let Some(dir) = waiting.pop() {
        walk.list(&dir, false, &mut waiting, &mut generated);
    }
    while let Some(dir) = generated.pop() {
        walk.list(&dir, true, &mut generated, &mut Vec::new());
    }
    walk.walked.files.sort_by(|a, b| (a.generated, &a.path).cmp(&(b.generated, &b.path)));
    walk.walked
}

struct Walk<'a> {
    root: &'a Path,
    until: Instant,
    walked: Walked,
    listed: usize,
    bytes: u64,
}

/// A directory to be listed.
struct Dir {
    path: String,
    depth: usize,
    /// Whether it is below a `src`, where `build` is a package.
    source: bool,
}

impl Walk<'_> {
    fn list(&mut self, dir: &Dir, is_generated: bool, waiting: &mut Vec<Dir>, generated: &mut Vec<Dir>) {
        if self.listed >= DIRECTORIES || dir.depth > DEPTH || Instant::now() >= self.until {
            self.walked.complete = false;
            return;
        }
        self.listed += 1;
        let Ok(entries) = fs::read_dir(self.root.join(&dir.path)) else { return };
        for entry in entries.flatten() {
            // The kind of the entry itself: a link is neither a directory nor a file.
            let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
            let path = if dir.path.is_empty() { name.clone() } else { format!("{}/{name}", dir.path) };
            if kind.is_dir() && name == "build" && !dir.source {
                generated.push(Dir { path: path + "/generated", depth: dir.depth + 2, source: true });
            } else if kind.is_dir() && !name.starts_with('.') && name != "node_modules" {
                waiting.push(Dir { path, depth: dir.depth + 1, source: dir.source || name == "src" });
            } else if kind.is_file() && matches!(name.rsplit_once('.'), Some((_, "kt" | "java"))) {
                self.take(&entry, path, is_generated);
            }
        }
    }

    fn take(&mut self, entry: &fs::DirEntry, path: String, generated: bool) {
        debug_assert!(Tongue::of(&path).is_some());
        let Ok(known) = entry.metadata() else { return };
        let full = self.walked.files.len() >= FILES || self.bytes + known.len() > BYTES;
        if full || known.len() > LARGEST {
            self.walked.left_out += 1;
            return;
        }
        self.bytes += known.len();
        let changed = known.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let stamp = Stamp { changed_ns: changed.map_or(0, |since| since.as_nanos()), size: known.len() };
        self.walked.files.push(Found { path, stamp, generated });
    }
}
