//! Finds the files of a project of which snapshots are made, within limits of number, size and time. Follows no links;
//! passes over build outputs, hidden directories, what git ignores and what may hold secrets.

use std::time::Instant;

use super::ignored::{self, IgnoreRules};
use crate::platform::confine::steps::{EntryStamp, OpenDir};
use crate::platform::confine::{FileKind, Listing, ReadRefusal, Root};

/// Largest file that is kept, in bytes.
pub(super) const LARGEST: u64 = 512 << 10;
/// Most files.
const FILES: usize = 20_000;
/// Bytes of all files together.
const BYTES: u64 = 64 << 20;
/// Most directories that are listed.
const DIRECTORIES: usize = 20_000;
/// Most entries of a directory.
const ENTRIES: usize = 20_000;
/// Deepest nesting of directories.
const DEPTH: usize = 64;

/// Endings of files that are kept.
const ENDINGS: &[&str] =
    &["kt", "java", "kts", "gradle", "toml", "properties", "xml", "pro", "lockfile", "aidl", "proto"];
/// Directories of build outputs and of other people's files, outside of `src`.
const OUTPUTS: &[&str] = &["build", "out", "generated", "node_modules"];

/// What stands at a path.
pub(super) enum WalkEntry<'w> {
    /// A file that may be read.
    File(FoundFile<'w>),
    /// Something that is not read: a link, a large file, a directory that can't be read.
    Other,
}

/// A file that may be read.
pub(super) struct FoundFile<'w> {
    dir: &'w OpenDir,
    name: &'w str,
    /// Identifies an unchanged file.
    pub(super) stamp: EntryStamp,
}

impl FoundFile<'_> {
    /// Its bytes; nothing where it can't be read, is too large meanwhile, or is no text.
    pub(super) fn text(&self) -> Option<Vec<u8>> {
        self.dir.read(self.name, LARGEST).ok().filter(|text| !text.contains(&0))
    }
}

/// Why a walk has not seen all files: nothing can be said of the project then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkCut {
    /// The time was over.
    Time,
    /// It has more files or directories than are looked at.
    Number,
    /// Its files have more bytes than are kept.
    Size,
    /// A directory or a `.gitignore` can't be read, or the caller had enough.
    Unreadable,
}

/// Calls `each` for what there is in the project, in no order, with its path.
///
/// # Errors
/// When not all of it was seen: because of a limit, or because `each` said so.
pub(super) fn walk(
    root: &Root,
    until: Instant,
    each: &mut dyn FnMut(&str, WalkEntry<'_>) -> Result<(), WalkCut>,
) -> Result<(), WalkCut> {
    let rules = IgnoreRules::above(root.path()).map_err(|_| WalkCut::Unreadable)?;
    let top = root.top().map_err(|_| WalkCut::Unreadable)?;
    let mut walk = SnapshotWalk { until, rules, each, files: 0, bytes: 0, directories: 0 };
    let listing = walk.listing(&top)?.ok_or(WalkCut::Unreadable)?;
    walk.directory(&top, listing, &WalkedDir { path: String::new(), depth: 0, source: false })
}

struct SnapshotWalk<'w> {
    until: Instant,
    rules: IgnoreRules,
    each: &'w mut dyn FnMut(&str, WalkEntry<'_>) -> Result<(), WalkCut>,
    files: usize,
    bytes: u64,
    directories: usize,
}

/// The directory at which a walk is.
struct WalkedDir {
    /// Path in the project with `/` at its end; empty for the project.
    path: String,
    depth: usize,
    /// Whether it is in a source set, where `build` and `generated` are packages.
    source: bool,
}

impl SnapshotWalk<'_> {
    /// The entries of a directory; nothing where it can't be read.
    fn listing(&mut self, dir: &OpenDir) -> Result<Option<Listing>, WalkCut> {
        self.in_time()?;
        self.directories += 1;
        match dir.entries(ENTRIES) {
            Ok(listing) if listing.is_cut || self.directories > DIRECTORIES => Err(WalkCut::Number),
            listing => Ok(listing.ok()),
        }
    }

    fn directory(&mut self, dir: &OpenDir, listing: Listing, at: &WalkedDir) -> Result<(), WalkCut> {
        let depth = self.rules.depth();
        if let Some((name, _)) = listing.entries.iter().find(|(name, _)| name == ignored::NAME) {
            let text = dir.read(name, ignored::LARGEST).map_err(|_| WalkCut::Unreadable)?;
            self.rules.enter(&at.path, text);
        }
        for (name, kind) in &listing.entries {
            let path = format!("{}{name}", at.path);
            match kind {
                FileKind::File if is_wanted(name) && !self.rules.ignores(&path, false) => {
                    self.file(dir, name, &path)?
                }
                FileKind::Directory if is_looked_into(name, at) && !self.rules.ignores(&path, true) => {
                    self.below(dir, name, path, at)?;
                }
                FileKind::Link if !name.starts_with('.') => (self.each)(&path, WalkEntry::Other)?,
                _ => {}
            }
        }
        self.rules.leave(depth);
        Ok(())
    }

    fn below(&mut self, dir: &OpenDir, name: &str, path: String, at: &WalkedDir) -> Result<(), WalkCut> {
        if at.depth >= DEPTH {
            return Err(WalkCut::Number);
        }
        let opened = match dir.down(name) {
            Err(ReadRefusal::Missing | ReadRefusal::Secret) => return Ok(()), // It has gone meanwhile.
            opened => opened.ok(),
        };
        let listing = match &opened {
            Some(opened) => self.listing(opened)?,
            None => None,
        };
        let (Some(opened), Some(listing)) = (opened, listing) else { return (self.each)(&path, WalkEntry::Other) };
        let source = at.source || (at.path == "src/" || at.path.ends_with("/src/"));
        self.directory(&opened, listing, &WalkedDir { path: path + "/", depth: at.depth + 1, source })
    }

    fn file(&mut self, dir: &OpenDir, name: &str, path: &str) -> Result<(), WalkCut> {
        let stamp = match dir.stamp(name) {
            Ok(stamp) => stamp,
            Err(ReadRefusal::Missing | ReadRefusal::Secret) => return Ok(()),
            Err(_) => return (self.each)(path, WalkEntry::Other),
        };
        self.files += 1;
        if self.files > FILES {
            return Err(WalkCut::Number);
        }
        if stamp.size > LARGEST {
            return (self.each)(path, WalkEntry::Other);
        }
        self.bytes += stamp.size;
        if self.bytes > BYTES {
            return Err(WalkCut::Size);
        }
        self.in_time()?;
        (self.each)(path, WalkEntry::File(FoundFile { dir, name, stamp }))
    }

    fn in_time(&self) -> Result<(), WalkCut> {
        if Instant::now() < self.until { Ok(()) } else { Err(WalkCut::Time) }
    }
}

fn is_wanted(name: &str) -> bool {
    let ends = || name.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && ENDINGS.contains(&ending));
    name == ignored::NAME || (!name.starts_with('.') && ends())
}

fn is_looked_into(name: &str, at: &WalkedDir) -> bool {
    !name.starts_with('.') && (at.source || !OUTPUTS.contains(&name))
}
