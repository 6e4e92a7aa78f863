//! The project's files in two states: at a commit and on disk.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::Instant;

use rcad_core::model::change::FilePair;

use super::call::OUTPUT;
use super::repository::{FILES, Repository, is_commit};
use super::status::{GitBlob, blob};
use crate::platform::confine::{ReadRefusal, Root, hides};

/// Largest file that is compared, in bytes.
const LARGEST: u64 = 512 << 10;

/// The files that are compared, as git's patterns. A star also stands for directories.
const KINDS: &[&str] =
    &["*.kt", "*.java", "*.kts", "*.gradle", "*.toml", "*.properties", "*.xml", "*.pro", "*.lockfile"];

/// Directories that builds and other programs write, where a project does not tell git to ignore them.
const WRITTEN: &[&str] = &["build", "node_modules", "Pods"];

/// What was there before, by path in the project; nothing where the file was not there.
type Before = BTreeMap<String, Option<GitBlob>>;

impl Repository {
    /// The files that differ between a commit and what is on disk.
    pub fn pairs_since(&self, commit: &str) -> Option<Vec<FilePair>> {
        let head = self.head.as_deref().filter(|_| is_commit(commit))?;
        let mut before = if commit == "HEAD" || commit == head { Before::new() } else { self.committed(commit, head)? };
        for file in self.status(KINDS)? {
            let written = !file.tracked && below(&file.path, WRITTEN);
            if !written {
                before.entry(file.path).or_insert(file.before);
            }
        }
        before.retain(|path, blob| is_compared(path) && blob.as_ref().is_none_or(is_regular));
        (before.len() <= FILES).then_some(())?;
        let texts = self.texts(before.values().flatten())?;
        let root = Root::open(&self.root).ok()?;
        let mut pairs = Vec::new();
        for (path, blob) in before {
            (Instant::now() < self.until).then_some(())?;
            let before = match blob {
                Some(blob) if texts.contains_key(&blob.id) => texts.get(&blob.id).cloned(),
                // Too large, or missing in a partial clone.
                Some(_) => continue,
                None => None,
            };
            if let Ok(after) = on_disk(&root, &path) {
                pairs.extend(pair(path, before, after));
            }
        }
        Some(pairs)
    }

    /// What differs between two commits: `:100644 100644 587be6b 5d9404d M`, NUL, the path, NUL.
    fn committed(&self, from: &str, to: &str) -> Option<Before> {
        let words = ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv"];
        let words = [&words[..], &["--ignore-submodules=all", from, to, "--"], KINDS].concat();
        let answer = self.ask(&words)?;
        let mut parts = answer.split(|byte| *byte == 0);
        let mut before = Before::new();
        while let (Some(sides), Some(path)) = (parts.next(), parts.next()) {
            let fields: Vec<&str> = std::str::from_utf8(sides).ok()?.trim_start_matches(':').split(' ').collect();
            let [mode, _, id, ..] = fields[..] else { return None };
            if let Some(path) = std::str::from_utf8(path).ok().and_then(|path| self.in_project(path)) {
                before.insert(path.to_owned(), blob(mode, id));
            }
        }
        Some(before)
    }

    /// Texts of files of commits, by their hashes, but for too large and missing ones.
    fn texts<'b>(&self, blobs: impl Iterator<Item = &'b GitBlob>) -> Option<HashMap<String, String>> {
        let ids: Vec<&str> = blobs.map(|blob| blob.id.as_str()).collect();
        if ids.is_empty() {
            return Some(HashMap::new());
        }
        let sizes =
            String::from_utf8(self.ask_with(&["cat-file", "--buffer", "--batch-check"], Some(lines(&ids)))?).ok()?;
        // `587be6b4c3f9… blob 2`, `587be6b4c3f9… missing`
        let size_of = |line: &str| line.rsplit_once(' ').and_then(|(_, size)| size.parse::<u64>().ok());
        let read = sizes
            .lines()
            .zip(&ids)
            .filter_map(|(line, id)| Some((*id, size_of(line).filter(|size| *size <= LARGEST)?)));
        let read: BTreeMap<&str, u64> = read.collect();
        let ids: Vec<&str> = read.keys().copied().collect();
        // With a line about each.
        let length = read.values().sum::<u64>() + 100 * ids.len() as u64;
        if ids.is_empty() || length > OUTPUT as u64 {
            return ids.is_empty().then(HashMap::new);
        }
        split(&self.ask_with(&["cat-file", "--buffer", "--batch"], Some(lines(&ids)))?)
    }
}

fn lines(ids: &[&str]) -> Vec<u8> {
    ids.iter().flat_map(|id| [id.as_bytes(), b"\n"].concat()).collect()
}

/// `587be6b4c3f9… blob 2`, newline, so many bytes, newline.
fn split(mut batch: &[u8]) -> Option<HashMap<String, String>> {
    let mut texts = HashMap::new();
    while let Some(end) = memchr::memchr(b'\n', batch) {
        let mut fields = std::str::from_utf8(&batch[..end]).ok()?.split(' ');
        let (id, size) = (fields.next()?, fields.nth(1)?.parse::<usize>().ok()?);
        let text = batch.get(end + 1..)?.get(..size)?;
        texts.insert(id.to_owned(), String::from_utf8_lossy(text).into_owned());
        batch = batch.get(end + 1 + size + 1..)?;
    }
    Some(texts)
}

/// The text now; nothing where no file is there. An error where it is not read.
fn on_disk(root: &Root, path: &str) -> Result<Option<String>, ReadRefusal> {
    let path = Path::new(path);
    match root.locate(path) {
        // What it leads to is compared where it is.
        Ok(real) if real != path => Err(ReadRefusal::LinkOutside),
        Ok(real) => Ok(Some(String::from_utf8_lossy(&root.read_real(&real, LARGEST)?).into_owned())),
        Err(ReadRefusal::Missing) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Nothing where both are the same. Git may write other ends of lines on disk than it has committed: those don't count.
fn pair(path: String, before: Option<String>, after: Option<String>) -> Option<FilePair> {
    let ends = |text: &Option<String>| text.as_ref().is_some_and(|text| text.contains("\r\n"));
    let differ = before.is_some() && after.is_some() && ends(&before) != ends(&after);
    let plain = |text: Option<String>| if differ { text.map(|text| text.replace("\r\n", "\n")) } else { text };
    let (before, after) = (plain(before), plain(after));
    (before != after).then_some(FilePair { path, before, after })
}

/// Whether it may be read and tells of a build. Settings of an IDE don't.
fn is_compared(path: &str) -> bool {
    !hides(Path::new(path)) && !below(path, &[".idea"])
}

fn is_regular(blob: &GitBlob) -> bool {
    blob.mode.starts_with("100")
}

/// Whether the path leads through one of these directories.
fn below(path: &str, directories: &[&str]) -> bool {
    path.rsplit_once('/').is_some_and(|(above, _)| above.split('/').any(|part| directories.contains(&part)))
}
