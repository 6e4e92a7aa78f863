//! Reads a failing project for evidence, within limits of size, number and time. Files that can't be read are left out.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rcad_core::code::CodeSources;
use rcad_core::code::libraries::LibraryIndex;
use rcad_core::model::declared::Declared;
use rcad_core::model::environment::Environment;
use rcad_core::parse::Parsed;
use rcad_core::project::overview::Overview;
use rcad_core::project::{self, BuiltMapping, DirEntry, Files};

use crate::code::DeclarationReader;
use crate::platform::confine::{FileKind, ReadRefusal, Root};
use crate::platform::gradle_project;
use crate::platform::time::time_limit;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Most bytes read in all.
const BYTES: usize = 8 << 20;

/// Most files read.
const FILES: usize = 200;

/// Most entries read of one directory.
const ENTRIES: usize = 2_000;

/// Most directories listed.
const DIRECTORIES: usize = 1_000;

/// Time limit for reading a project.
const TIME_LIMIT: Duration = time_limit(200);

/// A project on disk.
struct DiskFiles {
    root: Root,
    until: Instant,
    texts: RefCell<HashMap<String, Option<String>>>,
    lists: RefCell<HashMap<String, Vec<DirEntry>>>,
    bytes: Cell<usize>,
    /// The limit that was reached first.
    limit: Cell<Option<&'static str>>,
}

/// Adds evidence from the project at `root`, and from the `libraries` of this machine, to the failures; does nothing without
/// a Gradle project there.
pub fn look(root: &Path, libraries: Option<&dyn LibraryIndex>, parsed: &mut Parsed) {
    let Some(disk) = DiskFiles::open(root, TIME_LIMIT).filter(|_| !parsed.failures.is_empty()) else { return };
    let root = root.to_string_lossy();
    let reader = DeclarationReader::until(disk.until);
    let code = CodeSources { reader: Some(&reader), libraries };
    let surveyed = catch_unwind(AssertUnwindSafe(|| project::look(&disk, code, Some(&root), &mut parsed.failures)));
    if surveyed.is_err() {
        tracing::error!(project = %root, "reading the project panicked; the log alone is explained");
    }
    if let Some(limit) = disk.limit.get() {
        tracing::debug!(project = %root, limit, "the project was not read to its end");
    }
}

/// The same for a build of this project; also returns the versions that it ran with. `known` are those known already.
pub fn survey(
    root: &Path,
    libraries: Option<&dyn LibraryIndex>,
    parsed: &mut Parsed,
    known: &Environment,
) -> Environment {
    let Some(disk) = DiskFiles::open(root, TIME_LIMIT) else {
        return project::survey(&NoFiles, CodeSources::default(), None, &mut parsed.failures, known);
    };
    let root = root.to_string_lossy();
    let reader = DeclarationReader::until(disk.until);
    let code = CodeSources { reader: Some(&reader), libraries };
    let surveyed =
        catch_unwind(AssertUnwindSafe(|| project::survey(&disk, code, Some(&root), &mut parsed.failures, known)));
    if let Some(limit) = disk.limit.get() {
        tracing::debug!(project = %root, limit, "the project was not read to its end");
    }
    surveyed.unwrap_or_else(|_| {
        tracing::error!(project = %root, "reading the project panicked; the log alone is explained");
        known.clone()
    })
}

/// Opens the project at `root` for at most `time`; nothing without a Gradle project there.
pub fn open(root: &Path, time: Duration) -> Option<Box<dyn Files>> {
    DiskFiles::open(root, time).map(|disk| Box::new(disk) as Box<dyn Files>)
}

/// Stands for a missing project.
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<String> {
        None
    }

    fn list(&self, _: &str) -> Vec<DirEntry> {
        Vec::new()
    }
}

/// The Gradle project around the current directory, if the failures are about its files.
pub fn here(parsed: &Parsed) -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let root = root_above(&here)?;
    let below = |file: &String| {
        let path = Path::new(file);
        if path.is_absolute() { path.starts_with(&root) } else { file.contains('/') && root.join(path).is_file() }
    };
    parsed.failures.iter().filter_map(|failure| failure.file.as_ref()).any(below).then_some(root)
}

/// Ids of the apps that the Gradle project around the current directory builds.
pub fn apps_here() -> Vec<String> {
    root_here().map_or_else(Vec::new, |root| apps_of(&root))
}

/// Ids of the apps that the Gradle project at `root` builds.
fn apps_of(root: &Path) -> Vec<String> {
    overview(root, |disk, overview| project::apps(disk, &overview.dirs()))
}

/// The mappings that builds of the Gradle project at `root` have left.
pub fn mappings_of(root: &Path) -> Vec<BuiltMapping> {
    overview(root, |disk, overview| project::mappings(disk, &overview.dirs()))
}

/// What a project holds when a build of it has ended.
#[derive(Default)]
pub struct ProjectAfterBuild {
    /// Ids of the apps that it builds.
    pub apps: Vec<String>,
    /// The mappings that builds have left.
    pub mappings: Vec<BuiltMapping>,
    /// What it declares; nothing where not all of it could be read.
    pub declared: Option<Vec<Declared>>,
}

/// Reads the Gradle project at `root`; empty without one.
pub fn after_build(root: &Path) -> ProjectAfterBuild {
    overview(root, |disk, overview| {
        let dirs = overview.dirs();
        let (apps, mappings) = (project::apps(disk, &dirs), project::mappings(disk, &dirs));
        let declared = overview.declared_all();
        ProjectAfterBuild { apps, mappings, declared: disk.limit.get().is_none().then_some(declared) }
    })
}

/// What `read` finds in the build files of the Gradle project at `root`; nothing without one.
fn overview<T: Default>(root: &Path, read: impl FnOnce(&DiskFiles, &Overview<'_>) -> T) -> T {
    let Some(disk) = DiskFiles::open(root, TIME_LIMIT) else { return T::default() };
    catch_unwind(AssertUnwindSafe(|| read(&disk, &Overview::of(&disk)))).unwrap_or_default()
}

/// The Gradle project around the current directory.
pub fn root_here() -> Option<PathBuf> {
    root_above(&std::env::current_dir().ok()?)
}

/// The nearest directory upwards with settings; Flutter and React Native have theirs in `android`.
fn root_above(dir: &Path) -> Option<PathBuf> {
    let settings = |dir: &Path| dir.join("settings.gradle").is_file() || dir.join("settings.gradle.kts").is_file();
    dir.ancestors().find_map(|dir| {
        let android = dir.join("android");
        if settings(dir) { Some(dir.to_owned()) } else { settings(&android).then_some(android) }
    })
}

impl DiskFiles {
    fn open(root: &Path, time: Duration) -> Option<DiskFiles> {
        gradle_project::is_root(root).then_some(())?;
        Some(DiskFiles {
            root: Root::open(root).ok()?,
            until: Instant::now() + time,
            texts: RefCell::default(),
            lists: RefCell::default(),
            bytes: Cell::new(0),
            limit: Cell::new(None),
        })
    }

    fn reached(&self, limit: &'static str) {
        if self.limit.get().is_none() {
            self.limit.set(Some(limit));
        }
    }

    fn in_time(&self) -> bool {
        let left = Instant::now() < self.until;
        if !left {
            self.reached("time");
        }
        left
    }

    fn read_now(&self, path: &str) -> Option<String> {
        let left = BYTES.saturating_sub(self.bytes.get()) as u64;
        let read = plain(path).ok_or(ReadRefusal::Outside).and_then(|path| self.root.read(path, LARGEST.min(left)));
        if matches!(read, Err(ReadRefusal::TooLarge { .. })) {
            self.reached("size");
        }
        let bytes = read.ok()?;
        self.bytes.set(self.bytes.get() + bytes.len());
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn list_now(&self, dir: &str) -> Vec<DirEntry> {
        let Some(listing) = plain(dir).and_then(|dir| self.root.list(dir, ENTRIES).ok()) else { return Vec::new() };
        if listing.is_cut {
            self.reached("entries");
        }
        // Links to directories could form circles.
        let is_listed = |name: &str, kind: FileKind| match kind {
            FileKind::File | FileKind::Directory => true,
            FileKind::Link => self.root.locate(&Path::new(dir).join(name)).is_ok(),
            FileKind::Special => false,
        };
        let known = listing.entries.into_iter().filter(|(name, kind)| is_listed(name, *kind));
        let mut entries: Vec<DirEntry> =
            known.map(|(name, kind)| DirEntry { name, directory: kind == FileKind::Directory }).collect();
        entries.sort();
        entries
    }
}

/// A path in the project as the log and build files name it: names with `/` between them.
fn plain(path: &str) -> Option<&Path> {
    let odd = |part: &str| matches!(part, "" | "." | "..");
    (path.is_empty() || !path.split(['/', '\\']).any(odd)).then(|| Path::new(path))
}

impl Files for DiskFiles {
    fn read(&self, path: &str) -> Option<String> {
        if let Some(known) = self.texts.borrow().get(path) {
            return known.clone();
        }
        if self.texts.borrow().len() >= FILES {
            self.reached("files");
            return None;
        }
        let text = if self.in_time() { self.read_now(path) } else { None };
        self.texts.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    fn list(&self, dir: &str) -> Vec<DirEntry> {
        if let Some(known) = self.lists.borrow().get(dir) {
            return known.clone();
        }
        if self.lists.borrow().len() >= DIRECTORIES {
            self.reached("directories");
            return Vec::new();
        }
        let entries = if self.in_time() { self.list_now(dir) } else { Vec::new() };
        self.lists.borrow_mut().insert(dir.to_owned(), entries.clone());
        entries
    }
}

#[cfg(test)]
mod code_tests;

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use rcad_core::parse;

    use super::*;

    fn project() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "settings.gradle", "include ':app'\n");
        dir
    }

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn disk(dir: &tempfile::TempDir) -> DiskFiles {
        DiskFiles::open(dir.path(), Duration::from_secs(60)).unwrap()
    }

    #[test]
    fn secrets_git_and_what_is_outside_are_not_read() {
        let dir = project();
        write(dir.path(), "app/a.kt", "class A");
        for path in ["local.properties", "app/release.JKS", "app/google-services.json", ".git/config", "app/.env"] {
            write(dir.path(), path, "secret");
            assert_eq!(disk(&dir).read(path), None, "{path}");
        }
        let outside = tempfile::tempdir().unwrap();
        write(outside.path(), "a.kt", "outside");
        let up = format!("../{}/a.kt", outside.path().file_name().unwrap().to_string_lossy());
        for path in [up.as_str(), "/etc/passwd", "app/../app/a.kt", "", "app", "./app/a.kt"] {
            assert_eq!(disk(&dir).read(path), None, "{path}");
        }
        assert_eq!(disk(&dir).read("app/a.kt").as_deref(), Some("class A"));
        assert!(DiskFiles::open(outside.path(), TIME_LIMIT).is_none(), "no Gradle project");
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_else_and_pipes_are_not_opened() {
        use std::os::unix::fs::symlink;

        let dir = project();
        write(dir.path(), "real/a.kt", "class A");
        write(dir.path(), "local.properties", "secret");
        fs::create_dir(dir.path().join("app")).unwrap();
        for (link, to) in [
            ("app/passwd.kt", "/etc/passwd"),
            ("app/etc", "/etc"),
            ("app/zero.kt", "/dev/zero"),
            ("app/secret.kt", "../local.properties"),
            ("app/circle", ".."),
            ("app/good.kt", "../real/a.kt"),
        ] {
            symlink(to, dir.path().join(link)).unwrap();
        }
        let made = std::process::Command::new("mkfifo").arg(dir.path().join("app/pipe.kt")).status();
        assert!(made.is_ok_and(|status| status.success()));
        let disk = disk(&dir);
        for path in ["app/passwd.kt", "app/etc/passwd", "app/zero.kt", "app/secret.kt", "app/pipe.kt"] {
            assert_eq!(disk.read(path), None, "{path}");
        }
        assert_eq!(disk.read("app/good.kt").as_deref(), Some("class A"));
        assert!(disk.list("app/etc").is_empty());
        assert!(disk.list("app").iter().all(|entry| !entry.directory && entry.name != "pipe.kt"));
    }

    #[test]
    fn large_many_and_slow_are_bounds() {
        let dir = project();
        write(dir.path(), "big.kt", &"x".repeat(10 << 20));
        for n in 0..FILES + 10 {
            write(dir.path(), &format!("many/{n}.kt"), "class A");
        }
        let large = disk(&dir);
        assert_eq!((large.read("big.kt"), large.limit.get()), (None, Some("size")));
        let many = disk(&dir);
        let read = (0..FILES + 10).filter(|n| many.read(&format!("many/{n}.kt")).is_some()).count();
        assert_eq!((read, many.limit.get()), (FILES, Some("files")));
        let slow = DiskFiles::open(dir.path(), Duration::ZERO).unwrap();
        assert_eq!((slow.read("many/1.kt"), slow.list(""), slow.limit.get()), (None, Vec::new(), Some("time")));
    }

    /// More files than are looked at, and a directory two hundred deep: an answer all the same, and soon.
    #[test]
    fn huge_and_deep_projects_are_left_in_time() {
        let dir = project();
        let flat = dir.path().join("app/src/main");
        fs::create_dir_all(&flat).unwrap();
        for n in 0..4 * ENTRIES {
            File::create(flat.join(format!("{n}.kt"))).unwrap();
        }
        fs::create_dir_all(dir.path().join("deeper/".repeat(200))).unwrap();
        let place = dir.path().display();
        let log = format!("e: file://{place}/app/src/main/A.kt:3:5 Unresolved reference: basketTotal\n");
        let mut parsed = parse::parse(&log);
        let begin = Instant::now();
        look(dir.path(), None, &mut parsed);
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
        assert_eq!(parsed.failures.len(), 1);
    }

    #[test]
    fn the_project_is_found_from_below_and_from_a_flutter_root() {
        let dir = project();
        let below = dir.path().join("app/src/main");
        fs::create_dir_all(&below).unwrap();
        assert_eq!(root_above(&below).as_deref(), Some(dir.path()));
        let flutter = tempfile::tempdir().unwrap();
        write(flutter.path(), "android/settings.gradle.kts", "");
        assert_eq!(root_above(flutter.path()), Some(flutter.path().join("android")));
    }
}
