//! Compares a project with a snapshot, and snapshots with each other. What is not known of a file is never claimed.

use std::collections::{BTreeSet, HashSet};
use std::time::Instant;

use rcad_core::model::change::FilePair;
use rcad_store::{FailedSnapshot, Snapshot, SnapshotFile, SnapshotStore, StoreError, TextHash};

use super::ignored;
use super::walk::{FoundFile, WalkCut, WalkEntry, walk};
use crate::platform::confine::Root;

/// Most files that may differ: after more, what changed is no help.
const PAIRS: usize = 500;
/// Most bytes of the texts in all of them.
const BYTES: usize = 16 << 20;

/// The files that differ between two states of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectDifferences {
    /// Those that differ, sorted by path.
    pub pairs: Vec<FilePair>,
    /// Files, and directories with all that is in them, of which it is not known; sorted.
    pub unknown: Vec<String>,
}

/// Files whose text is never kept and that change no build of sources.
const PICTURES: &[&str] = &["gif", "ico", "jpeg", "jpg", "mp3", "mp4", "ogg", "otf", "png", "ttf", "wav", "webp"];
const WRAPPER: &str = "gradle-wrapper.jar";

impl ProjectDifferences {
    /// Whether it is known of every file that may matter whether it differs.
    pub fn is_whole(&self) -> bool {
        !self.unknown.iter().any(|path| may_matter(path))
    }
}

/// Whether a file at this path may change a build of sources.
pub(super) fn may_matter(path: &str) -> bool {
    let is_picture = path.rsplit_once('.').is_some_and(|(_, end)| PICTURES.contains(&end));
    !is_picture && !path.ends_with(WRAPPER)
}

/// A comparison's result; an inner error where nothing can be said.
type Compared = Result<Result<ProjectDifferences, WalkCut>, StoreError>;

/// The differences between a green build and the project as it is now. An inner error where not all of it was seen.
pub(super) fn compare(store: &SnapshotStore, root: &Root, green: &Snapshot, ended_ms: u64, until: Instant) -> Compared {
    let ended_ns = ended_ms.saturating_add(1).saturating_mul(1_000_000);
    let mut now =
        FoundNow { green, ended_ns, seen: HashSet::new(), changed: Vec::new(), unknown: BTreeSet::new(), bytes: 0 };
    if let Err(cut) = walk(root, until, &mut |path, found| now.add(path, found)) {
        return Ok(Err(cut));
    }
    let gone = green.files.iter().filter(|file| !now.seen.contains(file.path.as_str()));
    let gone: Vec<(String, Option<Vec<u8>>)> = gone.map(|file| (file.path.clone(), None)).collect();
    let FoundNow { mut changed, mut unknown, .. } = now;
    changed.extend(gone);
    unknown.extend(green.files.iter().filter(|file| file.hash.is_none()).map(|file| file.path.clone()));
    let is_rule = |path: &str| path == ignored::NAME || path.ends_with("/.gitignore");
    if changed.iter().any(|(path, _)| is_rule(path)) {
        // What comes or goes may only be ignored or not any more.
        let comes_or_goes = |path: &str, now: &Option<Vec<u8>>| green.file(path).is_none() || now.is_none();
        let doubtful = changed.iter().filter(|(path, now)| !is_rule(path) && comes_or_goes(path, now));
        unknown.extend(doubtful.map(|(path, _)| path.clone()));
    }
    let mut pairs = FilePairs::new(store, unknown);
    for (path, now) in changed {
        let before = green.file(&path).and_then(|file| file.hash);
        if let Err(cut) = pairs.add(path, before, now.map(TextOf::Read))? {
            return Ok(Err(cut));
        }
    }
    Ok(Ok(pairs.end()))
}

/// The differences between a failed build and a later green one. An inner error where nothing can be said.
pub(super) fn kept(store: &SnapshotStore, failed: &FailedSnapshot, green: &Snapshot) -> Compared {
    let unknown_in = |files: &[SnapshotFile]| -> Vec<String> {
        files.iter().filter(|file| file.hash.is_none()).map(|file| file.path.clone()).collect()
    };
    let mut unknown: BTreeSet<String> = failed.unknown.iter().cloned().collect();
    unknown.extend(unknown_in(&green.files));
    let all = failed.base.iter().chain(&green.files).map(|file| file.path.as_str());
    let all: BTreeSet<&str> = all.chain(failed.differing.iter().map(|file| file.path.as_str())).collect();
    let mut pairs = FilePairs::new(store, unknown);
    for path in all {
        let Some(before) = failed.text_at(path) else {
            pairs.unknown.insert(path.to_owned());
            continue;
        };
        let after = green.file(path).and_then(|file| file.hash);
        if before == after {
            continue;
        }
        if let Err(cut) = pairs.add(path.to_owned(), before, after.map(TextOf::Kept))? {
            return Ok(Err(cut));
        }
    }
    Ok(Ok(pairs.end()))
}

/// What a walk has found of a project, held against a green build.
struct FoundNow<'g> {
    green: &'g Snapshot,
    /// When the failed build ended.
    ended_ns: u64,
    /// Paths of the green build that are still there.
    seen: HashSet<&'g str>,
    /// New and changed files with their texts.
    changed: Vec<(String, Option<Vec<u8>>)>,
    unknown: BTreeSet<String>,
    bytes: usize,
}

impl FoundNow<'_> {
    fn add(&mut self, path: &str, found: WalkEntry<'_>) -> Result<(), WalkCut> {
        let known = self.green.file(path);
        self.seen.extend(known.map(|file| file.path.as_str()));
        let WalkEntry::File(found) = found else {
            self.unknown.insert(path.to_owned());
            return Ok(());
        };
        let stamp = (found.stamp.size, found.stamp.changed_ns);
        let is_same = |file: &SnapshotFile| file.changed_ns != 0 && (file.size, file.changed_ns) == stamp;
        if known.is_some_and(|file| file.hash.is_none() || is_same(file)) {
            return Ok(());
        }
        match self.text(&found) {
            Some(text) if known.and_then(|file| file.hash) == Some(TextHash::of(&text)) => {}
            Some(text) => {
                self.bytes += text.len();
                if self.changed.len() >= PAIRS {
                    return Err(WalkCut::Number);
                }
                if self.bytes > BYTES {
                    return Err(WalkCut::Size);
                }
                self.changed.push((path.to_owned(), Some(text)));
            }
            None => drop(self.unknown.insert(path.to_owned())),
        }
        Ok(())
    }

    /// The text as the failed build saw it.
    fn text(&self, found: &FoundFile<'_>) -> Option<Vec<u8>> {
        (found.stamp.changed_ns < self.ended_ns).then(|| found.text())?
    }
}

/// Where a text is.
enum TextOf {
    Read(Vec<u8>),
    Kept(TextHash),
}

/// Pairs that are being put together.
struct FilePairs<'s> {
    store: &'s SnapshotStore,
    unknown: BTreeSet<String>,
    pairs: Vec<FilePair>,
    bytes: usize,
}

impl FilePairs<'_> {
    fn new(store: &SnapshotStore, unknown: BTreeSet<String>) -> FilePairs<'_> {
        FilePairs { store, unknown, pairs: Vec::new(), bytes: 0 }
    }

    /// Adds a file, unless it is not known how it differs. An inner error where it is too much or a text is gone.
    fn add(
        &mut self,
        path: String,
        before: Option<TextHash>,
        after: Option<TextOf>,
    ) -> Result<Result<(), WalkCut>, StoreError> {
        if self.is_unknown(&path) {
            return Ok(Ok(()));
        }
        let before = match before {
            Some(hash) => Some(self.store.text(hash)?),
            None => None,
        };
        let after = match after {
            Some(TextOf::Kept(hash)) => Some(self.store.text(hash)?),
            Some(TextOf::Read(text)) => Some(Some(text)),
            None => None,
        };
        // A text that is gone from the store is no reason to say that there was none.
        if matches!(before, Some(None)) || matches!(after, Some(None)) {
            return Ok(Err(WalkCut::Unreadable));
        }
        let [before, after] = [before, after].map(|text| text.flatten().map(plain));
        self.bytes += [&before, &after].into_iter().flatten().map(String::len).sum::<usize>();
        self.pairs.push(FilePair { path, before, after });
        Ok(match () {
            () if self.pairs.len() > PAIRS => Err(WalkCut::Number),
            () if self.bytes > 2 * BYTES => Err(WalkCut::Size),
            () => Ok(()),
        })
    }

    /// Whether it or a directory that it is in is not known.
    fn is_unknown(&self, path: &str) -> bool {
        let above = path.match_indices('/').map(|(at, _)| &path[..at]);
        above.chain([path]).any(|path| self.unknown.contains(path))
    }

    fn end(mut self) -> ProjectDifferences {
        self.pairs.sort_by(|a, b| a.path.cmp(&b.path));
        ProjectDifferences { pairs: self.pairs, unknown: self.unknown.into_iter().collect() }
    }
}

fn plain(text: Vec<u8>) -> String {
    String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
