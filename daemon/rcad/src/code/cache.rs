//! Keeps the code indexes of the last few projects. An index is updated when it is asked for and dropped after ten idle
//! minutes by a thread that ends when none is left.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::index::CodeIndex;
use super::refresh::refresh;
use crate::platform::gradle_project;

/// Number of indexes kept.
const CAPACITY: usize = 3;

/// An index is dropped when it was not used for this long.
const IDLE_LIMIT: Duration = Duration::from_secs(10 * 60);

/// Time limit for one update; the next call continues it.
const UPDATE_TIMEOUT: Duration = Duration::from_millis(1_500);

/// The code indexes of the last few projects, least recently used dropped first.
#[derive(Debug, Default)]
pub struct CodeIndexes {
    cache: Arc<Mutex<CachedProjects>>,
}

#[derive(Debug, Default)]
struct CachedProjects {
    /// Least recently used first.
    projects: Vec<CachedProject>,
    /// Whether the thread that drops idle indexes runs.
    is_sweeping: bool,
}

#[derive(Debug)]
struct CachedProject {
    root: PathBuf,
    used: Instant,
    /// Locked during an update; other callers block until it is done.
    index: Arc<Mutex<Arc<CodeIndex>>>,
}

impl CodeIndexes {
    /// The index of the project at `root` as its files are now; empty where there is no Gradle project.
    pub fn of(&self, root: &Path) -> Arc<CodeIndex> {
        self.within(root, UPDATE_TIMEOUT)
    }

    /// [`CodeIndexes::of`] with another time limit.
    pub fn within(&self, root: &Path, time: Duration) -> Arc<CodeIndex> {
        let until = Instant::now() + time;
        let Some(root) = root.canonicalize().ok().filter(|root| gradle_project::is_root(root)) else {
            return Arc::default();
        };
        let index = self.entry(&root);
        let mut index = index.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(new) = refresh(&index, &root, until) {
            tracing::debug!(files = new.files().count(), left_out = new.left_out(), "the code index is up to date");
            *index = Arc::new(new);
        }
        index.clone()
    }

    /// Number of indexes kept.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        lock(&self.cache).projects.len()
    }

    fn entry(&self, root: &Path) -> Arc<Mutex<Arc<CodeIndex>>> {
        let mut cache = lock(&self.cache);
        let at = cache.projects.iter().position(|project| project.root == root);
        let mut project = match at {
            Some(at) => cache.projects.remove(at),
            None => CachedProject { root: root.to_owned(), used: Instant::now(), index: Arc::default() },
        };
        project.used = Instant::now();
        let index = project.index.clone();
        cache.projects.push(project);
        let surplus = cache.projects.len().saturating_sub(CAPACITY);
        cache.projects.drain(..surplus);
        if !cache.is_sweeping {
            cache.is_sweeping = start_sweeper(Arc::downgrade(&self.cache));
        }
        index
    }
}

fn lock(cache: &Mutex<CachedProjects>) -> MutexGuard<'_, CachedProjects> {
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the thread was spawned. If not, the next use tries again; no more than [`CAPACITY`] are kept either way.
fn start_sweeper(cache: Weak<Mutex<CachedProjects>>) -> bool {
    let wait = move || {
        let mut next = IDLE_LIMIT;
        loop {
            std::thread::sleep(next);
            let Some(cache) = cache.upgrade() else { return };
            match drop_unused(&mut lock(&cache), Instant::now(), IDLE_LIMIT) {
                Some(soon) => next = soon,
                None => return,
            }
        }
    };
    std::thread::Builder::new().name("code-sweep".into()).spawn(wait).is_ok()
}

/// Drops idle indexes. Returns the time until the next may be dropped, or nothing when none is left.
fn drop_unused(cache: &mut CachedProjects, now: Instant, idle_limit: Duration) -> Option<Duration> {
    cache.projects.retain(|project| now.saturating_duration_since(project.used) < idle_limit);
    cache.is_sweeping = !cache.projects.is_empty();
    let first = cache.projects.first()?;
    Some((first.used + idle_limit).saturating_duration_since(now).max(Duration::from_secs(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("settings.gradle"), "").unwrap();
        std::fs::write(dir.path().join("A.kt"), "class A").unwrap();
        dir
    }

    #[test]
    fn the_longest_unused_is_dropped_and_each_after_its_idle_limit() {
        let projects: Vec<_> = (0..=CAPACITY).map(|_| project()).collect();
        let indexes = CodeIndexes::default();
        for project in &projects {
            assert_eq!(indexes.of(project.path()).definitions("A", 9).len(), 1);
        }
        assert_eq!(indexes.count(), CAPACITY);
        let roots: Vec<PathBuf> = lock(&indexes.cache).projects.iter().map(|one| one.root.clone()).collect();
        assert!(!roots.contains(&projects[0].path().canonicalize().unwrap()), "the first one was dropped");
        let now = Instant::now();
        assert!(drop_unused(&mut lock(&indexes.cache), now, IDLE_LIMIT).is_some());
        assert_eq!(indexes.count(), CAPACITY, "none was idle for long enough");
        assert_eq!(drop_unused(&mut lock(&indexes.cache), now + IDLE_LIMIT, IDLE_LIMIT), None);
        assert_eq!(indexes.count(), 0);
    }

    #[test]
    fn where_there_is_no_gradle_project_nothing_is_read_or_kept() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("A.kt"), "class A").unwrap();
        let indexes = CodeIndexes::default();
        assert_eq!(indexes.of(dir.path()).files().count(), 0);
        assert_eq!(indexes.of(Path::new("/nowhere/at/all")).files().count(), 0);
        assert_eq!(indexes.count(), 0);
    }
}
