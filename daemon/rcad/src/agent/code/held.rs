//! Keeps the code indexes of the last few projects. An index is updated when it is asked for and dropped after ten idle
//! minutes by a thread that ends when no index is left.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::CodeIndex;
use super::refresh::refresh;
use crate::line::project;

/// Indexes kept at most.
const HELD: usize = 3;

/// An index is dropped when it was not used for this long.
const REST: Duration = Duration::from_secs(10 * 60);

/// Time limit for one update; the next call continues it.
const TIME: Duration = Duration::from_millis(1_500);

/// Time limit for checking whether a directory is a Gradle project.
const GLANCE: Duration = Duration::from_millis(100);

/// The code indexes of the last few projects, least recently used dropped first.
#[derive(Debug, Default)]
pub struct CodeIndexes {
    held: Arc<Mutex<Held>>,
}

#[derive(Debug, Default)]
struct Held {
    /// Least recently used first.
    projects: Vec<Project>,
    /// Whether the thread that drops idle indexes runs.
    drops: bool,
}

#[derive(Debug)]
struct Project {
    root: PathBuf,
    used: Instant,
    /// Locked during an update; other callers block until it is done.
    index: Arc<Mutex<Arc<CodeIndex>>>,
}

impl CodeIndexes {
    /// The index of the project at `root` as its files are now; empty where there is no Gradle project.
    pub fn of(&self, root: &Path) -> Arc<CodeIndex> {
        self.within(root, TIME)
    }

    /// [`CodeIndexes::of`] with another time limit.
    pub fn within(&self, root: &Path, time: Duration) -> Arc<CodeIndex> {
        let until = Instant::now() + time;
        let Some(root) = root.canonicalize().ok().filter(|root| project::open(root, GLANCE).is_some()) else {
            return Arc::default();
        };
        let index = self.borrow(&root);
        let mut index = index.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(new) = refresh(&index, &root, until) {
            tracing::debug!(files = new.files().count(), left_out = new.left_out(), "the code index is up to date");
            *index = Arc::new(new);
        }
        index.clone()
    }

    /// Number of indexes kept.
    #[cfg(test)]
    pub fn held(&self) -> usize {
        lock(&self.held).projects.len()
    }

    fn borrow(&self, root: &Path) -> Arc<Mutex<Arc<CodeIndex>>> {
        let mut held = lock(&self.held);
        let at = held.projects.iter().position(|project| project.root == root);
        let mut project = match at {
            Some(at) => held.projects.remove(at),
            None => Project { root: root.to_owned(), used: Instant::now(), index: Arc::default() },
        };
        project.used = Instant::now();
        let index = project.index.clone();
        held.projects.push(project);
        let surplus = held.projects.len().saturating_sub(HELD);
        held.projects.drain(..surplus);
        if !held.drops {
            held.drops = drop_after_rest(Arc::downgrade(&self.held));
        }
        index
    }
}

fn lock(held: &Mutex<Held>) -> MutexGuard<'_, Held> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the thread was spawned. If not, the next use tries again; no more than [`HELD`] are kept either way.
fn drop_after_rest(held: Weak<Mutex<Held>>) -> bool {
    let wait = move || {
        let mut next = REST;
        loop {
            std::thread::sleep(next);
            let Some(held) = held.upgrade() else { return };
            match drop_unused(&mut lock(&held), Instant::now(), REST) {
                Some(soon) => next = soon,
                None => return,
            }
        }
    };
    std::thread::Builder::new().name("code-rest".into()).spawn(wait).is_ok()
}

/// Drops idle indexes. Returns the time until the next may be dropped, or nothing when none is left.
fn drop_unused(held: &mut Held, now: Instant, rest: Duration) -> Option<Duration> {
    held.projects.retain(|project| now.saturating_duration_since(project.used) < rest);
    held.drops = !held.projects.is_empty();
    let first = held.projects.first()?;
    Some((first.used + rest).saturating_duration_since(now).max(Duration::from_secs(1)))
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
    fn the_longest_unused_is_dropped_and_each_after_its_rest() {
        let projects: Vec<_> = (0..=HELD).map(|_| project()).collect();
        let indexes = CodeIndexes::default();
        for project in &projects {
            assert_eq!(indexes.of(project.path()).definitions("A", 9).len(), 1);
        }
        assert_eq!(indexes.held(), HELD);
        let roots: Vec<PathBuf> = lock(&indexes.held).projects.iter().map(|one| one.root.clone()).collect();
        assert!(!roots.contains(&projects[0].path().canonicalize().unwrap()), "the first one was dropped");
        let now = Instant::now();
        assert!(drop_unused(&mut lock(&indexes.held), now, REST).is_some());
        assert_eq!(indexes.held(), HELD, "none has rested");
        assert_eq!(drop_unused(&mut lock(&indexes.held), now + REST, REST), None);
        assert_eq!(indexes.held(), 0);
    }

    #[test]
    fn where_there_is_no_gradle_project_nothing_is_read_or_held() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("A.kt"), "class A").unwrap();
        let indexes = CodeIndexes::default();
        assert_eq!(indexes.of(dir.path()).files().count(), 0);
        assert_eq!(indexes.of(Path::new("/nowhere/at/all")).files().count(), 0);
        assert_eq!(indexes.held(), 0);
    }
}
