//! Watches the spool and Gradle's daemon registries, and wakes the capture worker. Reads no files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::line::inbox::{WakeReason, Waker};
use crate::line::ingest::gradle_log::daemon_dir;

/// The file-system watches. Those on files that may be replaced are renewed at each tick.
pub struct Watches {
    watcher: RecommendedWatcher,
    watched: HashMap<PathBuf, Identity>,
}

/// Device and inode: a directory that was deleted and created again has lost its watch.
type Identity = (u64, u64);

impl Watches {
    /// Starts without watches. Events in `spool` wake the worker for the spool, all others for Gradle's logs.
    pub fn new(spool: PathBuf, worker: Waker) -> notify::Result<Watches> {
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            if matches!(event.kind, EventKind::Access(_)) {
                return; // Caused by our own reading.
            }
            let spooled = event.paths.iter().any(|path| path.parent() == Some(&spool));
            let complete = event.paths.iter().any(|path| path.extension().is_some_and(|e| e == "json"));
            let wake = match (spooled, complete) {
                (true, true) => WakeReason::Spool,
                (true, false) => return, // A record that is still being written.
                (false, _) => WakeReason::GradleLogs,
            };
            // Fails only while the daemon ends.
            let _ = worker.send(wake);
        })?;
        Ok(Watches { watcher, watched: HashMap::new() })
    }

    /// Watches the spool, each Gradle home's daemon directory (for new versions) and each version's registry, which
    /// Gradle rewrites when a daemon turns busy or idle. The logs themselves change with every line of a build and are
    /// not watched.
    pub fn renew(&mut self, spool: &Path, gradle_homes: &[PathBuf]) -> notify::Result<()> {
        let mut wanted = vec![spool.to_owned()];
        for gradle_home in gradle_homes {
            let daemons = daemon_dir(gradle_home);
            let versions = std::fs::read_dir(&daemons).into_iter().flatten().flatten();
            wanted.extend(versions.map(|version| version.path().join("registry.bin")));
            wanted.push(daemons);
        }
        self.watched.retain(|path, _| wanted.contains(path));
        for path in wanted {
            let Some(identity) = identity(&path) else {
                self.watched.remove(&path);
                continue;
            };
            if self.watched.get(&path) != Some(&identity) {
                let _ = self.watcher.unwatch(&path);
                self.watcher.watch(&path, RecursiveMode::NonRecursive)?;
                self.watched.insert(path, identity);
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.exists().then_some((0, 0))
}
