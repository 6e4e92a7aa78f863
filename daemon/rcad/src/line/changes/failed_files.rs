//! A project's files as a failed build found them, read from the snapshots.

use std::time::Instant;

use rcad_core::project::{DirEntry, Files};
use rcad_store::FailedSnapshot;

use super::uses::BYTES;
use crate::line::snapshot::Snapshots;

/// The kept files of a project in its failed state.
pub(super) struct FailedFiles<'f> {
    failed: &'f FailedSnapshot,
    snapshots: &'f Snapshots,
    until: Instant,
    /// Paths, sorted.
    paths: Vec<&'f str>,
}

impl<'f> FailedFiles<'f> {
    /// Those of this failed build, which are read until then.
    pub(super) fn of(failed: &'f FailedSnapshot, snapshots: &'f Snapshots, until: Instant) -> FailedFiles<'f> {
        let base = failed.base.iter().map(|file| file.path.as_str());
        let mut paths: Vec<&str> = base.chain(failed.differing.iter().map(|file| file.path.as_str())).collect();
        paths.sort_unstable();
        paths.dedup();
        paths.retain(|path| failed.text_at(path).flatten().is_some());
        FailedFiles { failed, snapshots, until, paths }
    }

    /// All of them with their texts, as far as they can be read in time.
    pub(super) fn texts(&self) -> Vec<(String, String)> {
        let (mut all, mut bytes) = (Vec::new(), 0);
        for path in &self.paths {
            if bytes >= BYTES {
                break;
            }
            let Some(text) = self.read(path) else { continue };
            bytes += text.len();
            all.push(((*path).to_owned(), text));
        }
        all
    }
}

impl Files for FailedFiles<'_> {
    fn read(&self, path: &str) -> Option<String> {
        (Instant::now() < self.until).then_some(())?;
        self.snapshots.text(self.failed.text_at(path)??)
    }

    fn list(&self, dir: &str) -> Vec<DirEntry> {
        let start = if dir.is_empty() { String::new() } else { format!("{dir}/") };
        let from = self.paths.partition_point(|path| *path < start.as_str());
        let inside = self.paths[from..].iter().map_while(|path| path.strip_prefix(start.as_str()));
        let mut all: Vec<DirEntry> = inside
            .map(|rest| match rest.split_once('/') {
                Some((name, _)) => DirEntry { name: name.to_owned(), directory: true },
                None => DirEntry { name: rest.to_owned(), directory: false },
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
