//! Updates an index: reads new and changed files, the most recently changed first, in up to two threads. The next
//! update reads what does not fit into the time limit.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::grammar::SourceLanguage;
use super::index::{CodeIndex, FileUpdate, IndexedFile};
use super::reader::SourceReader;
use super::walk::{self, LARGEST, WalkResult, WalkedFile};
use crate::platform::confine::Root;
use crate::platform::time::is_settled;

/// Threads that read files.
const THREADS: usize = 2;

/// Fewer files than this are read by one thread.
const FEW: usize = 8;

/// The updated index; nothing if it is up to date.
pub(super) fn refresh(old: &CodeIndex, root: &Path, until: Instant) -> Option<CodeIndex> {
    refresh_walked(old, root, walk::walk(root, until), until)
}

/// [`refresh`] for files that were found already.
pub(super) fn refresh_walked(old: &CodeIndex, root: &Path, walked: WalkResult, until: Instant) -> Option<CodeIndex> {
    let slots: HashMap<&str, usize> =
        old.files.iter().enumerate().filter_map(|(slot, file)| Some((&*file.as_ref()?.path, slot))).collect();
    let mut seen = vec![false; old.files.len()];
    let mut wanted: Vec<(Option<usize>, WalkedFile)> = Vec::new();
    for found in walked.files {
        let slot = slots.get(&*found.path).copied();
        let known = slot.and_then(|slot| {
            seen[slot] = true;
            old.files[slot].as_ref()
        });
        if !known.is_some_and(|file| file.stamp == found.stamp && file.is_sure) {
            wanted.push((slot, found));
        }
    }
    let gone: Vec<usize> = slots.values().copied().filter(|slot| walked.complete && !seen[*slot]).collect();
    // The most recently edited file is probably the failing one; generated files can wait.
    wanted.sort_by(|(_, a), (_, b)| (a.generated, b.stamp, &a.path).cmp(&(b.generated, a.stamp, &b.path)));
    let read = read_all(old, root, &wanted, until);
    let late = wanted.len() - read.len();
    let unreadable = read.iter().filter(|(slot, file)| slot.is_none() && file.is_none()).count();
    let mut index = old.clone();
    let is_changed = !gone.is_empty() || read.iter().any(|(_, file)| file.is_some());
    if is_changed {
        index.replace(read, &gone);
    }
    index.is_partial = late > 0 || !walked.complete;
    index.left_out =
        walked.left_out + unreadable + late + index.files.iter().flatten().filter(|file| file.is_left_out).count();
    let is_same = !is_changed && index.is_partial == old.is_partial && index.left_out == old.left_out;
    (!is_same).then_some(index)
}

fn read_all(old: &CodeIndex, root: &Path, wanted: &[(Option<usize>, WalkedFile)], until: Instant) -> Vec<FileUpdate> {
    let Ok(root) = Root::open(root) else { return Vec::new() };
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(wanted.len()));
    let work = || {
        let mut reader = SourceReader::default();
        let mut mine = Vec::new();
        while let Some((slot, found)) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Always read the first file: it was edited last.
            if Instant::now() >= until && !mine.is_empty() {
                break;
            }
            let known = slot.and_then(|slot| old.files[slot].as_ref());
            mine.push(((found.generated, found.path.as_str()), (*slot, read(&mut reader, &root, found, known))));
        }
        done.lock().unwrap_or_else(PoisonError::into_inner).append(&mut mine);
    };
    std::thread::scope(|scope| {
        let more = if wanted.len() < FEW { 0 } else { THREADS - 1 };
        for _ in 0..more {
            // If no thread can be spawned, this one reads all.
            let _ = std::thread::Builder::new().name("code".into()).spawn_scoped(scope, work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(order, _)| *order);
    done.into_iter().map(|(_, read)| read).collect()
}

/// Reads one file; nothing if it can't be read or has not changed.
fn read(
    reader: &mut SourceReader,
    root: &Root,
    found: &WalkedFile,
    known: Option<&Arc<IndexedFile>>,
) -> Option<Arc<IndexedFile>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let bytes = root.read_real(Path::new(&found.path), LARGEST).ok()?;
    let is_sure = is_settled(found.stamp.changed_ns, now.as_nanos()) && bytes.len() as u64 == found.stamp.size;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let hash = hasher.finish();
    if let Some(known) = known.filter(|known| known.hash == hash) {
        let same = known.stamp == found.stamp && known.is_sure == is_sure;
        return (!same).then(|| Arc::new(IndexedFile { stamp: found.stamp, is_sure, ..IndexedFile::clone(known) }));
    }
    let language = SourceLanguage::of(&found.path)?;
    let outline = Arc::new(reader.read(language, &String::from_utf8_lossy(&bytes)));
    let path = found.path.as_str().into();
    Some(Arc::new(IndexedFile { path, stamp: found.stamp, is_sure, hash, outline, is_left_out: false }))
}
