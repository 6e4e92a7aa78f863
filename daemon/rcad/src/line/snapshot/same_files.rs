//! Whether builds had the same files, by a hash of all their paths and texts.

use rcad_core::model::change::FilePair;
use rcad_store::{Snapshot, TextHash};

use super::compare::{ProjectDifferences, may_matter};

/// Stands for these files, which are sorted by path; nothing where one that may matter is not known. What does not matter
/// and is not known does not count.
pub(super) fn content<'f>(files: impl Iterator<Item = (&'f str, Option<TextHash>)>) -> Option<TextHash> {
    let mut all = Vec::new();
    for (path, hash) in files {
        match hash {
            Some(TextHash(hash)) => {
                all.extend_from_slice(path.as_bytes());
                all.push(0);
                all.extend_from_slice(&hash);
            }
            None if may_matter(path) => return None,
            None => {}
        }
    }
    Some(TextHash::of(&all))
}

/// The same of a project that differs so from a green build.
pub(super) fn content_with(green: &Snapshot, found: &ProjectDifferences) -> Option<TextHash> {
    if !found.is_whole() {
        return None;
    }
    if found.pairs.is_empty() {
        return green.content;
    }
    let differs = |path: &str| found.pairs.binary_search_by(|pair| pair.path.as_str().cmp(path)).is_ok();
    let same = green.files.iter().filter(|file| !differs(&file.path));
    let mut all: Vec<(&str, Option<TextHash>)> = same.map(|file| (file.path.as_str(), file.hash)).collect();
    let now = |pair: &'_ FilePair| pair.after.as_ref().map(|text| TextHash::of(text.as_bytes()));
    all.extend(found.pairs.iter().filter_map(|pair| Some((pair.path.as_str(), Some(now(pair)?)))));
    all.sort_unstable_by_key(|(path, _)| *path);
    content(all.into_iter())
}
