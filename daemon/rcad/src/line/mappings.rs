//! The mappings of minified builds, kept packed in the state directory: the next build overwrites `mapping.txt` while the
//! app of this one is still installed somewhere.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Result, bail};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rcad_core::project::BuiltMapping;
use rcad_core::retrace::{MappingExcerpt, header_id};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::platform::confine::{OpenFile, Root};
use crate::platform::home::replace;
use crate::platform::time::now_ms;

/// Largest mapping that is kept or read, in bytes. Those of large apps have 100 MB.
const LARGEST: u64 = 200 << 20;
/// Most bytes kept in all, packed.
const MOST_BYTES: u64 = 200 << 20;
/// Builds of a project whose mappings are kept.
const MOST_OF_PROJECT: usize = 10;
/// Bytes at a mapping's beginning in which its id is looked for.
const HEAD: usize = 4 << 10;
/// Longest line of a mapping, in bytes; what is beyond is read as another line.
const LONGEST_LINE: u64 = 1 << 20;
/// Bytes that are packed at a time.
const PIECE: usize = 64 << 10;
/// The list of what is kept.
const LIST: &str = "list.json";

/// A mapping that is kept, and one build that it is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptMapping {
    /// As R8 wrote it into the mapping, else the beginning of the mapping's SHA-256.
    pub id: String,
    /// The project's directory.
    project: String,
    /// Path in the project, which tells module and variant.
    path: String,
    /// The app, where known.
    package: Option<String>,
    /// Unix milliseconds at which it was written.
    built_ms: u64,
    /// Bytes.
    size: u64,
    /// Bytes, packed.
    packed: u64,
}

/// What is kept. One thread keeps; others may read.
pub struct Mappings {
    /// Nothing is kept without one.
    dir: Option<PathBuf>,
    list: Mutex<Vec<KeptMapping>>,
}

impl Mappings {
    /// Those in this directory, which need not be there yet.
    pub fn open(dir: &Path) -> Mappings {
        let list = fs::read(dir.join(LIST)).ok().and_then(|text| serde_json::from_slice(&text).ok());
        Mappings { dir: Some(dir.to_owned()), list: Mutex::new(list.unwrap_or_default()) }
    }

    /// Keeps nothing.
    #[cfg(test)]
    pub fn none() -> Mappings {
        Mappings { dir: None, list: Mutex::default() }
    }

    /// Keeps those of `mappings` that are new in the project at `root`, a build of which has ended.
    pub fn keep(&self, root: &Path, mappings: &[BuiltMapping]) {
        let Some(dir) = &self.dir else { return };
        for built in mappings {
            if let Err(error) = self.keep_one(dir, root, built) {
                tracing::warn!(project = %root.display(), file = built.path, %error, "this mapping is not kept");
            }
        }
    }

    fn keep_one(&self, dir: &Path, root: &Path, built: &BuiltMapping) -> Result<()> {
        let file = match Root::open(root)?.open_file(Path::new(&built.path), LARGEST) {
            Ok(file) => file,
            Err(why) => bail!("it {why}"),
        };
        let (project, size) = (root.to_string_lossy().into_owned(), file.size);
        let built_ms = file.modified_ms.min(now_ms());
        let same = |one: &KeptMapping| {
            (one.size, one.built_ms, &one.path, &one.project) == (size, built_ms, &built.path, &project)
        };
        // Somebody may have deleted the directory.
        self.list().retain(|one| packed_file(dir, &one.id).is_file());
        if self.list().iter().any(same) {
            return Ok(());
        }
        fs::create_dir_all(dir)?;
        let (id, packed) = self.pack(dir, file)?;
        let package = built.package.clone();
        self.add(dir, KeptMapping { id, project, path: built.path.clone(), package, built_ms, size, packed })
    }

    /// Puts a packed copy into the directory, unless it is there: its id and its size.
    fn pack(&self, dir: &Path, file: OpenFile) -> Result<(String, u64)> {
        let mut from = BufReader::with_capacity(PIECE, file.bytes);
        let head = from.fill_buf()?;
        let named = header_id(&String::from_utf8_lossy(&head[..head.len().min(HEAD)])).map(str::to_owned);
        if let Some(known) = self.list().iter().find(|one| Some(&one.id) == named.as_ref()) {
            return Ok((known.id.clone(), known.packed));
        }
        let temporary = dir.join(".new.tmp");
        let mut to = GzEncoder::new(File::create(&temporary)?, Compression::fast());
        let (mut hash, mut read, mut piece) = (Sha256::new(), 0, vec![0; PIECE]);
        loop {
            let bytes = from.read(&mut piece)?;
            if bytes == 0 {
                break;
            }
            read += bytes as u64;
            hash.update(&piece[..bytes]);
            to.write_all(&piece[..bytes])?;
        }
        // It has grown since it was opened.
        if read > LARGEST {
            fs::remove_file(&temporary)?;
            bail!("it has more than {LARGEST} bytes");
        }
        to.finish()?.sync_all()?;
        let id = named.unwrap_or_else(|| hex::encode(&hash.finalize()[..16]));
        fs::rename(&temporary, packed_file(dir, &id))?;
        Ok((id.clone(), fs::metadata(packed_file(dir, &id))?.len()))
    }

    /// Adds to the list and removes what is too much.
    fn add(&self, dir: &Path, new: KeptMapping) -> Result<()> {
        tracing::info!(project = new.project, file = new.path, id = new.id, "its mapping is kept");
        let mut list = self.list();
        list.push(new);
        let all: HashSet<String> = list.iter().map(|one| one.id.clone()).collect();
        trim(&mut list);
        replace(&dir.join(LIST), &serde_json::to_vec(&*list)?, 0o600)?;
        for id in all.iter().filter(|id| !list.iter().any(|one| one.id == **id)) {
            fs::remove_file(packed_file(dir, id))?;
        }
        Ok(())
    }

    /// The one with this id.
    pub fn by_id(&self, id: &str) -> Option<KeptMapping> {
        self.list().iter().find(|one| one.id == id).cloned()
    }

    /// Those of an app's builds, the newest of each variant. `until_ms`: none that was built later.
    pub fn of_app(&self, project: &str, package: &str, until_ms: u64) -> Vec<KeptMapping> {
        let is_of_app = |one: &&KeptMapping| {
            let fits = one.package.as_deref().is_none_or(|own| own == package);
            one.project == project && fits && one.built_ms <= until_ms
        };
        let list = self.list();
        let mut found: Vec<&KeptMapping> = list.iter().filter(is_of_app).collect();
        found.sort_by_key(|one| (&one.path, std::cmp::Reverse(one.built_ms)));
        found.dedup_by_key(|one| &one.path);
        found.into_iter().cloned().collect()
    }

    /// Whether all that is kept of an app's builds is one mapping.
    pub fn is_only_one(&self, project: &str, package: &str) -> bool {
        let list = self.list();
        let is_of_app =
            |one: &&KeptMapping| one.project == project && one.package.as_deref().is_none_or(|own| own == package);
        list.iter().filter(is_of_app).map(|one| &one.id).collect::<HashSet<_>>().len() == 1
    }

    /// The part of a mapping that a text needs.
    pub fn excerpt(&self, mapping: &KeptMapping, text: &str) -> io::Result<MappingExcerpt> {
        let Some(dir) = &self.dir else { return Err(io::ErrorKind::NotFound.into()) };
        let packed = GzDecoder::new(File::open(packed_file(dir, &mapping.id))?);
        excerpt(BufReader::with_capacity(PIECE, packed), &mapping.id, text)
    }

    fn list(&self) -> MutexGuard<'_, Vec<KeptMapping>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of the mapping at `path` below `root` that a text needs.
pub fn excerpt_of_file(root: &Path, path: &str, text: &str) -> Option<MappingExcerpt> {
    let file = Root::open(root).ok()?.open_file(Path::new(path), LARGEST).ok()?;
    let mut from = BufReader::with_capacity(PIECE, file.bytes);
    let head = from.fill_buf().ok()?;
    let id = header_id(&String::from_utf8_lossy(&head[..head.len().min(HEAD)])).unwrap_or_default().to_owned();
    excerpt(from, &id, text).ok()
}

fn excerpt(mut from: impl BufRead, id: &str, text: &str) -> io::Result<MappingExcerpt> {
    let mut excerpt = MappingExcerpt::new(id, text);
    let mut line = Vec::new();
    while Read::take(&mut from, LONGEST_LINE).read_until(b'\n', &mut line)? > 0 {
        excerpt.line(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']));
        line.clear();
    }
    Ok(excerpt)
}

/// Removes the oldest of each project, then the oldest of all.
fn trim(list: &mut Vec<KeptMapping>) {
    list.sort_by_key(|one| std::cmp::Reverse(one.built_ms));
    let (mut bytes, mut of_project, mut ids) = (0, std::collections::HashMap::<String, usize>::new(), HashSet::new());
    list.retain(|one| {
        let number = of_project.entry(one.project.clone()).or_default();
        *number += 1;
        if ids.insert(one.id.clone()) {
            bytes += one.packed;
        }
        *number <= MOST_OF_PROJECT && bytes <= MOST_BYTES
    });
}

fn packed_file(dir: &Path, id: &str) -> PathBuf {
    dir.join(format!("{id}.txt.gz"))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::line::project::mappings_of;

    const MAPPING: &str = "build/outputs/mapping/release/mapping.txt";

    fn project() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("settings.gradle"), "").unwrap();
        dir
    }

    /// A mapping that was written so many seconds ago.
    fn write(root: &Path, text: &str, seconds: u64) -> u64 {
        let path = root.join(MAPPING);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let time = SystemTime::now() - Duration::from_secs(seconds);
        File::options().append(true).open(&path).unwrap().set_modified(time).unwrap();
        time.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64
    }

    fn text(n: usize) -> String {
        format!("# compiler: R8\n# pg_map_id: id{n}\na.Basket -> a.a:\n    1:1:void add():{n}:{n} -> a\n")
    }

    #[test]
    fn the_mapping_of_an_earlier_build_is_there_after_the_next() {
        let (project, state) = (project(), tempfile::tempdir().unwrap());
        let dir = state.path().join("mappings");
        let first = write(project.path(), &text(1), 100);
        Mappings::open(&dir).keep(project.path(), &mappings_of(project.path()));
        let second = write(project.path(), &text(2), 50);
        let mappings = Mappings::open(&dir);
        mappings.keep(project.path(), &mappings_of(project.path()));
        mappings.keep(project.path(), &mappings_of(project.path()));
        let root = project.path().to_string_lossy();
        let ids = |until| mappings.of_app(&root, "a", until).into_iter().map(|one| one.id).collect::<Vec<_>>();
        assert_eq!((ids(first - 1), ids(first), ids(second)), (vec![], vec!["id1".into()], vec!["id2".to_owned()]));
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 3, "two mappings and the list");
        let trace = "\tat a.a.a(SourceFile:1)\n";
        let excerpt = mappings.excerpt(&mappings.by_id("id1").unwrap(), trace).unwrap();
        assert_eq!(rcad_core::retrace::retrace(trace, &excerpt).text, "\tat a.Basket.add(Basket.java:1)\n");
    }

    #[test]
    fn the_same_mapping_of_two_builds_is_kept_once_and_old_ones_go() {
        let (project, state) = (project(), tempfile::tempdir().unwrap());
        let mappings = Mappings::open(state.path());
        write(project.path(), &text(0), 1000);
        mappings.keep(project.path(), &mappings_of(project.path()));
        write(project.path(), &text(0), 900);
        mappings.keep(project.path(), &mappings_of(project.path()));
        assert_eq!((mappings.list().len(), fs::read_dir(state.path()).unwrap().count()), (2, 2));
        fs::remove_file(packed_file(state.path(), "id0")).unwrap();
        mappings.keep(project.path(), &mappings_of(project.path()));
        assert!(mappings.list().len() == 1 && packed_file(state.path(), "id0").is_file(), "kept again");
        for n in 1..20 {
            write(project.path(), &text(n), 800 - n as u64);
            mappings.keep(project.path(), &mappings_of(project.path()));
        }
        assert_eq!(mappings.list().len(), MOST_OF_PROJECT);
        assert_eq!(fs::read_dir(state.path()).unwrap().count(), MOST_OF_PROJECT + 1);
        assert_eq!((mappings.by_id("id0"), mappings.by_id("id19").is_some()), (None, true));
    }

    #[test]
    fn without_an_id_its_content_is_one_and_a_link_is_no_mapping() {
        let (project, state) = (project(), tempfile::tempdir().unwrap());
        let mappings = Mappings::open(state.path());
        write(project.path(), "a.Basket -> a.a:\n", 1);
        mappings.keep(project.path(), &mappings_of(project.path()));
        let id = mappings.list()[0].id.clone();
        assert_eq!(id.len(), 32);
        fs::remove_file(project.path().join(MAPPING)).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", project.path().join(MAPPING)).unwrap();
        mappings.keep(project.path(), &mappings_of(project.path()));
        assert_eq!(mappings.list().len(), 1);
    }

    /// What may be a path in a header is no id.
    #[test]
    fn an_id_is_never_a_path() {
        let (project, state) = (project(), tempfile::tempdir().unwrap());
        let mappings = Mappings::open(&state.path().join("mappings"));
        write(project.path(), "# pg_map_id: ../../evil\na.Basket -> a.a:\n", 1);
        mappings.keep(project.path(), &mappings_of(project.path()));
        assert_eq!(mappings.list()[0].id.len(), 32);
        assert_eq!(fs::read_dir(state.path()).unwrap().count(), 1);
    }
}
