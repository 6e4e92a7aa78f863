//! The index of the libraries in Gradle's caches: which of them has a class, function or property of a name. Built in the
//! background, of each jar once; asked while a failure is explained. A jar is never read for a question.

mod bytes;
mod cache_walk;
mod class_file;
mod jar;
mod kotlin_metadata;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rcad_core::code::libraries::{LibraryHome, LibraryIndex, LibraryName};
use rcad_store::{DerivedFile, LibraryStore, StoreError};

use crate::platform::config::LibrarySettings;
use crate::platform::confine::{ReadRefusal, Root};
use cache_walk::{CachedJar, FILES};

/// Largest jar that is read. Larger ones are compilers, or programs with all that they use.
const JAR: u64 = 32 << 20;
/// Names that are written together.
const TOGETHER: usize = 10_000;

/// What an update of the index has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryUpdate {
    /// Jars that were read.
    pub read: usize,
    /// Those of them that are damaged.
    pub damaged: usize,
    /// Those that are too large, and were not read.
    pub large: usize,
    /// Jars that were gone.
    pub gone: usize,
    /// Whether there was no room for all.
    pub is_full: bool,
}

/// The libraries that builds of this machine have downloaded. A failure of the file is only logged.
pub struct Libraries {
    /// Nothing is known without one.
    file: Option<DerivedFile<LibraryStore>>,
    /// Most bytes of the file.
    most: u64,
}

impl Libraries {
    /// Those in this file, which need not be there yet.
    pub fn new(path: &Path, settings: LibrarySettings) -> Libraries {
        let file = settings.index.then(|| DerivedFile::new(path, LibraryStore::open));
        Libraries { file, most: settings.megabytes.saturating_mul(1 << 20) }
    }

    /// Whether there is an index to keep up to date.
    pub fn is_kept(&self) -> bool {
        self.file.is_some()
    }

    /// Takes in the jars that are new in the caches of these Gradle user homes, and drops those that are gone. `rest` is
    /// called often; where it says false, the rest is left for the next time.
    pub fn update(&self, gradle_homes: &[PathBuf], rest: &mut dyn FnMut() -> bool) -> LibraryUpdate {
        let mut update = LibraryUpdate::default();
        let Some(known) = self.with(|store| store.jars()) else { return update };
        let mut there = BTreeSet::new();
        let mut new = Vec::new();
        for home in gradle_homes {
            // A home without a cache is usual; what was in it is gone.
            let Ok(root) = Root::open(&home.join(FILES)) else { continue };
            let Some(jars) = cache_walk::jars(&root, rest) else { return update };
            for jar in jars {
                let path = format!("{}/{}", root.path().display(), jar.path);
                if !known.contains(&path) && !there.contains(&path) {
                    new.push((root.path().to_owned(), jar));
                }
                there.insert(path);
            }
        }
        let gone: BTreeSet<String> = known.difference(&there).cloned().collect();
        if !gone.is_empty() {
            update.gone = gone.len();
            self.with(|store| {
                let mut writer = store.write()?;
                writer.remove(&gone)?;
                writer.commit()?;
                // Questions wait for it, so only where the room is needed.
                if store.bytes() > self.most { store.compact() } else { Ok(false) }
            });
        }
        self.take_in(&new, &mut update, rest);
        update
    }

    fn take_in(&self, new: &[(PathBuf, CachedJar)], update: &mut LibraryUpdate, rest: &mut dyn FnMut() -> bool) {
        let mut read: Vec<(String, &CachedJar, Vec<LibraryName>)> = Vec::new();
        let mut names = 0;
        for (root, jar) in new {
            if !rest() {
                break;
            }
            if self.bytes() > self.most {
                update.is_full = true;
                break;
            }
            let found = match read_jar(root, jar) {
                Ok(found) => found,
                Err(JarRefusal::Gone) => continue,
                Err(JarRefusal::Damaged) => {
                    update.damaged += 1;
                    Vec::new()
                }
                Err(JarRefusal::Large) => {
                    update.large += 1;
                    Vec::new()
                }
            };
            update.read += 1;
            names += found.len();
            read.push((format!("{}/{}", root.display(), jar.path), jar, found));
            if names >= TOGETHER {
                self.put(&read);
                read.clear();
                names = 0;
            }
        }
        self.put(&read);
    }

    fn put(&self, read: &[(String, &CachedJar, Vec<LibraryName>)]) {
        if read.is_empty() {
            return;
        }
        self.with(|store| {
            let mut writer = store.write()?;
            for (path, jar, names) in read {
                writer.put(path, &jar.module, &jar.version, names)?;
            }
            writer.commit()
        });
    }

    /// Bytes on the disk.
    pub fn bytes(&self) -> u64 {
        self.with(|store| Ok(store.bytes())).unwrap_or(0)
    }

    /// What is done with the open file; nothing where it fails.
    fn with<T>(&self, work: impl FnOnce(&LibraryStore) -> Result<T, StoreError>) -> Option<T> {
        let done = self.file.as_ref()?.with(work);
        done.inspect_err(|why| tracing::warn!(why, "the index of libraries fails")).ok()
    }
}

impl LibraryIndex for Libraries {
    fn homes(&self, simple: &str, owner: Option<&str>) -> Vec<LibraryHome> {
        self.with(|store| store.homes(simple, owner)).unwrap_or_default()
    }
}

/// Why a jar has no names.
enum JarRefusal {
    Gone,
    Damaged,
    Large,
}

fn read_jar(root: &Path, jar: &CachedJar) -> Result<Vec<LibraryName>, JarRefusal> {
    let root = Root::open(root).map_err(|_| JarRefusal::Gone)?;
    let bytes = root.read(Path::new(&jar.path), JAR).map_err(|refusal| match refusal {
        ReadRefusal::Missing => JarRefusal::Gone,
        ReadRefusal::TooLarge { .. } => JarRefusal::Large,
        _ => JarRefusal::Damaged,
    })?;
    // The reader of archives has met few damaged ones.
    let names = catch_unwind(AssertUnwindSafe(|| jar::names(&bytes, jar.path.ends_with(".aar"))));
    names.unwrap_or_default().ok_or(JarRefusal::Damaged)
}

#[cfg(test)]
mod tests;
