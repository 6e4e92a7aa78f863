//! Reads what lies below a directory, and never anything else: no link is followed out of it, only regular files are
//! opened, opening never waits, a read is bounded. Keys, passwords and `.git` are never read.

mod secret;
pub mod steps;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat, fstat, open, openat, stat, statat};
use rustix::io::Errno;

/// A directory below which files are read.
#[derive(Debug)]
pub struct Root {
    /// Without symbolic links.
    path: PathBuf,
    directory: OwnedFd,
}

/// Why something is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadRefusal {
    /// Nothing is there.
    Missing,
    /// The path leads upwards or is absolute.
    Outside,
    /// A link on the way leads out of the directory, or nowhere.
    LinkOutside,
    /// By its name it may hold secrets.
    Secret,
    /// A link to what may hold secrets.
    LinkToSecret,
    /// It is a directory.
    Directory,
    /// It is a pipe, a socket or a device.
    Special,
    /// It has more bytes than are read.
    TooLarge {
        /// Its size in bytes.
        size: u64,
    },
    /// The system does not let it be read.
    Unreadable(io::ErrorKind),
}

/// What a directory holds under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A link, wherever it leads.
    Link,
    /// A pipe, a socket or a device.
    Special,
}

/// A directory's entries.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Names that are UTF-8, in no order.
    pub entries: Vec<(String, FileKind)>,
    /// Whether there are more than were asked for.
    pub is_cut: bool,
}

impl Root {
    /// The directory at `path`, which may be reached through links.
    ///
    /// # Errors
    /// When there is no such directory or it can't be read.
    pub fn open(path: &Path) -> io::Result<Root> {
        let path = path.canonicalize()?;
        let directory = open(&path, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Root { path, directory })
    }

    /// Where it is, without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the regular file that `below` names really is: relative to the root, without links.
    pub fn locate(&self, below: &Path) -> Result<PathBuf, ReadRefusal> {
        let real = self.resolve(below)?;
        let (above, name) = self.descend(&real)?;
        regular(&statat(above.as_fd(), name, AtFlags::SYMLINK_NOFOLLOW)?)?;
        Ok(real)
    }

    /// The bytes of the regular file that `below` names, if they are at most `most`.
    pub fn read(&self, below: &Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
        self.read_real(&self.resolve(below)?, most)
    }

    /// The same for a path on which nothing is a link, as [`Root::locate`] gives it. What has become a link since then is
    /// not followed.
    pub fn read_real(&self, real: &Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
        bounded(self.open_real(real)?, most)
    }

    fn open_real(&self, real: &Path) -> Result<OwnedFd, ReadRefusal> {
        if hides(real) {
            return Err(ReadRefusal::Secret);
        }
        let (above, name) = self.descend(real)?;
        // Asked before it is opened, since opening a device may already do something.
        regular(&statat(above.as_fd(), name, AtFlags::SYMLINK_NOFOLLOW)?)?;
        Ok(openat(above.as_fd(), name, READ | OFlags::NOFOLLOW, Mode::empty())?)
    }

    /// The regular file that `below` names, open for reading at most `most` bytes.
    pub fn open_file(&self, below: &Path, most: u64) -> Result<OpenFile, ReadRefusal> {
        opened(self.open_real(&self.resolve(below)?)?, most)
    }

    /// At most `most` entries of a directory.
    pub fn list(&self, below: &Path, most: usize) -> Result<Listing, ReadRefusal> {
        let real = self.resolve(below)?;
        let above;
        let directory = if real.as_os_str().is_empty() {
            self.directory.as_fd()
        } else {
            let (parent, name) = self.descend(&real)?;
            above = openat(parent.as_fd(), name, DOWN, Mode::empty())?;
            above.as_fd()
        };
        listed(&mut Dir::read_from(directory)?, directory, most)
    }

    /// The path without links. Links are followed one at a time, so that nothing behind one is touched that leads out.
    fn resolve(&self, below: &Path) -> Result<PathBuf, ReadRefusal> {
        let mut names = Vec::new();
        for part in below.components() {
            match part {
                Component::Normal(name) => names.push(name),
                Component::CurDir => {}
                _ => return Err(ReadRefusal::Outside),
            }
        }
        // Checked before the disk is touched: the reply must not tell whether such a file exists.
        if names.iter().any(|name| secret::is_hidden(&name.to_string_lossy())) {
            return Err(ReadRefusal::Secret);
        }
        let mut real = PathBuf::new();
        for name in names {
            real.push(name);
            let path = self.path.join(&real);
            if !path.symlink_metadata().map_err(|_| ReadRefusal::Missing)?.is_symlink() {
                continue;
            }
            let target = path.canonicalize().map_err(|_| ReadRefusal::LinkOutside)?;
            real = target.strip_prefix(&self.path).map_err(|_| ReadRefusal::LinkOutside)?.to_owned();
            if hides(&real) {
                return Err(ReadRefusal::LinkToSecret);
            }
        }
        Ok(real)
    }

    /// The directory above the last name of a path without links, opened without following any.
    fn descend<'p>(&self, real: &'p Path) -> Result<(ParentDir<'_>, &'p OsStr), ReadRefusal> {
        let mut above = ParentDir::Root(self.directory.as_fd());
        let mut parts = real.components().peekable();
        while let Some(Component::Normal(name)) = parts.next() {
            if parts.peek().is_none() {
                return Ok((above, name));
            }
            above = ParentDir::Opened(openat(above.as_fd(), name, DOWN, Mode::empty())?);
        }
        Err(if real.as_os_str().is_empty() { ReadRefusal::Directory } else { ReadRefusal::Outside })
    }
}

/// At most `most` of the entries that are read from a directory.
fn listed(entries: &mut Dir, directory: BorrowedFd<'_>, most: usize) -> Result<Listing, ReadRefusal> {
    let mut listing = Listing::default();
    for entry in entries {
        let entry = entry?;
        let Ok(name) = entry.file_name().to_str() else { continue };
        if matches!(name, "." | "..") {
            continue;
        }
        if listing.entries.len() >= most {
            listing.is_cut = true;
            break;
        }
        let kind = match entry.file_type() {
            FileType::Unknown => statat(directory, name, AtFlags::SYMLINK_NOFOLLOW).map(|known| type_of(&known)),
            known => Ok(known),
        };
        listing.entries.extend(kind.ok().map(|kind| (name.to_owned(), kind_of(kind))));
    }
    Ok(listing)
}

/// The bytes of the regular file at `path`, if they are at most `most`. Follows links wherever they lead: for files that
/// the user named.
pub fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    regular(&stat(path)?)?;
    bounded(open(path, READ, Mode::empty())?, most)
}

/// How files are opened: a pipe that took a file's place must not make us wait for its other end.
const READ: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// How directories are opened on the way down.
const DOWN: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// The directory that a name is looked up in.
enum ParentDir<'r> {
    Root(BorrowedFd<'r>),
    Opened(OwnedFd),
}

impl AsFd for ParentDir<'_> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            ParentDir::Root(directory) => *directory,
            ParentDir::Opened(directory) => directory.as_fd(),
        }
    }
}

/// A file that is read piece by piece.
#[derive(Debug)]
pub struct OpenFile {
    /// Its bytes, up to the limit and one more.
    pub bytes: io::Take<File>,
    /// Bytes, when it was opened.
    pub size: u64,
    /// Unix milliseconds at which it was last written, when it was opened.
    pub modified_ms: u64,
}

/// Looks again at what was opened: something else may have taken its place.
fn opened(file: OwnedFd, most: u64) -> Result<OpenFile, ReadRefusal> {
    let known = fstat(&file)?;
    regular(&known)?;
    let size = u64::try_from(known.st_size).unwrap_or(0);
    if size > most {
        return Err(ReadRefusal::TooLarge { size });
    }
    let written = File::from(file);
    let modified = written.metadata().and_then(|known| known.modified());
    let modified = modified.ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let modified_ms = modified.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX));
    Ok(OpenFile { bytes: written.take(most + 1), size, modified_ms })
}

/// All bytes of an open file.
fn bounded(file: OwnedFd, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    let OpenFile { bytes: mut left, size, .. } = opened(file, most)?;
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    // It may grow meanwhile.
    left.read_to_end(&mut bytes).map_err(|error| ReadRefusal::Unreadable(error.kind()))?;
    if bytes.len() as u64 > most {
        return Err(ReadRefusal::TooLarge { size: bytes.len() as u64 });
    }
    Ok(bytes)
}

fn regular(known: &Stat) -> Result<(), ReadRefusal> {
    match kind_of(type_of(known)) {
        FileKind::File => Ok(()),
        FileKind::Directory => Err(ReadRefusal::Directory),
        FileKind::Link => Err(ReadRefusal::LinkOutside),
        FileKind::Special => Err(ReadRefusal::Special),
    }
}

fn type_of(known: &Stat) -> FileType {
    FileType::from_raw_mode(known.st_mode)
}

fn kind_of(file_type: FileType) -> FileKind {
    match file_type {
        FileType::RegularFile => FileKind::File,
        FileType::Directory => FileKind::Directory,
        FileType::Symlink => FileKind::Link,
        _ => FileKind::Special,
    }
}

/// Whether the path is never read, by a name in it.
pub fn hides(path: &Path) -> bool {
    path.iter().any(|name| secret::is_hidden(&name.to_string_lossy()))
}

impl From<Errno> for ReadRefusal {
    fn from(error: Errno) -> ReadRefusal {
        match error {
            Errno::NOENT | Errno::NOTDIR | Errno::NAMETOOLONG => ReadRefusal::Missing,
            Errno::LOOP => ReadRefusal::LinkOutside,
            Errno::NXIO => ReadRefusal::Special,
            other => ReadRefusal::Unreadable(io::Error::from(other).kind()),
        }
    }
}

impl fmt::Display for ReadRefusal {
    /// As what is said of the file: `is not there`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadRefusal::Missing => out.write_str("is not there"),
            ReadRefusal::Outside => out.write_str("leads outside of the directory"),
            ReadRefusal::LinkOutside => out.write_str("is a link that leads out of the directory, or nowhere"),
            ReadRefusal::Secret => out.write_str("may hold secrets or is not for reading"),
            ReadRefusal::LinkToSecret => out.write_str("is a link to what may hold secrets"),
            ReadRefusal::Directory => out.write_str("is a directory"),
            ReadRefusal::Special => out.write_str("is a device or a pipe, not a file"),
            ReadRefusal::TooLarge { size } => write!(out, "has {size} bytes, more than are read"),
            ReadRefusal::Unreadable(why) => write!(out, "can't be read: {why}"),
        }
    }
}
