//! Goes down a directory step by step, for those that look at every file: a step costs a call of the system, where a path
//! costs several for each of its names. Nothing that is a link is followed.

use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{AtFlags, Dir, Mode, OFlags, openat, statat};

use super::{DOWN, Listing, READ, ReadRefusal, Root, bounded, listed, regular, secret};

/// Size and time of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryStamp {
    /// Bytes.
    pub size: u64,
    /// Last change, in nanoseconds since 1970; 0 for one before.
    pub changed_ns: u64,
}

/// A directory in a root, or the root itself.
#[derive(Debug)]
pub struct OpenDir(OwnedFd);

impl Root {
    /// The directory itself, to go down from.
    pub fn top(&self) -> Result<OpenDir, ReadRefusal> {
        Ok(OpenDir(openat(&self.directory, ".", DOWN, Mode::empty())?))
    }
}

impl OpenDir {
    /// At most `most` of its entries.
    pub fn entries(&self, most: usize) -> Result<Listing, ReadRefusal> {
        listed(&mut Dir::read_from(&self.0)?, self.0.as_fd(), most)
    }

    /// The directory of this name in it.
    pub fn down(&self, name: &str) -> Result<OpenDir, ReadRefusal> {
        check(name)?;
        Ok(OpenDir(openat(&self.0, name, DOWN, Mode::empty())?))
    }

    /// Size and time of the regular file of this name in it.
    pub fn stamp(&self, name: &str) -> Result<EntryStamp, ReadRefusal> {
        check(name)?;
        let known = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        regular(&known)?;
        // The types of both differ between systems.
        let whole = i128::from(known.st_mtime) * 1_000_000_000 + i128::from(known.st_mtime_nsec);
        let changed_ns = u64::try_from(whole).unwrap_or(0);
        Ok(EntryStamp { size: u64::try_from(known.st_size).unwrap_or(0), changed_ns })
    }

    /// The bytes of the regular file of this name in it, if they are at most `most`.
    pub fn read(&self, name: &str, most: u64) -> Result<Vec<u8>, ReadRefusal> {
        // Asked before it is opened, since opening a device may already do something.
        self.stamp(name)?;
        bounded(openat(&self.0, name, READ | OFlags::NOFOLLOW, Mode::empty())?, most)
    }
}

/// Refuses what is no plain name, and what may hold secrets.
fn check(name: &str) -> Result<(), ReadRefusal> {
    if name.contains('/') || matches!(name, "" | "." | "..") {
        return Err(ReadRefusal::Outside);
    }
    if secret::is_hidden(name) { Err(ReadRefusal::Secret) } else { Ok(()) }
}
