//! Finds the builds that Gradle's own logs tell of, and keeps how far each log was read. What becomes of a build is decided
//! by the capture worker.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rcad_store::{LogPosition, Store, StoreError};

use crate::install::hook;
use crate::line::ingest::gradle_log::{self, GradleLog, Window};
use crate::platform::home::Home;

/// The logs of all Gradle homes that have the hook.
#[derive(Debug, Default)]
pub struct GradleLogs {
    logs: HashMap<PathBuf, GradleLog>,
}

/// Builds of one log that have ended.
pub struct EndedBuilds<'l> {
    /// The log.
    pub log: &'l GradleLog,
    /// The builds, in their order.
    pub windows: Vec<Window>,
    /// Gradle's daemon died during the last of them.
    pub daemon_died: bool,
}

/// Takes builds that have ended; an error means that they are not stored.
pub type TakeBuilds<'t> = dyn FnMut(EndedBuilds<'_>) -> Result<(), StoreError> + 't;

impl GradleLogs {
    /// Whether a build is under way in one of them.
    pub fn is_building(&self) -> bool {
        self.logs.values().any(GradleLog::is_building)
    }

    /// Reads on in all logs.
    pub fn read(&mut self, home: &Home, store: &Store, take: &mut TakeBuilds<'_>) -> Result<(), StoreError> {
        for gradle_home in hook::gradle_homes(home) {
            self.read_home(&gradle_home, store, take)?;
        }
        self.logs.retain(|path, _| path.exists());
        Ok(())
    }

    fn read_home(&mut self, gradle_home: &Path, store: &Store, take: &mut TakeBuilds<'_>) -> Result<(), StoreError> {
        // Gradle takes its home without symbolic links, so the scripts tell of logs there.
        let gradle_home = real(gradle_home);
        // What a Gradle home's logs held before rcad came is history: only what is appended from then on counts.
        // The cursor of the Gradle home itself marks it as known; its log directory may not be there yet.
        let known = gradle_home.to_string_lossy().into_owned();
        let new_home = store.log_cursor(&known)?.is_none();
        for path in gradle_log::logs(&gradle_home) {
            if !self.logs.contains_key(&path) {
                let name = path.to_string_lossy();
                let offset = match store.log_cursor(&name)? {
                    Some(offset) => offset,
                    None if new_home => std::fs::metadata(&path).map_or(0, |m| m.len()),
                    None => 0,
                };
                if new_home {
                    store.settle_log(&LogPosition { path: name.into_owned(), offset })?;
                }
                let Some(log) = GradleLog::new(&path, offset) else { continue };
                self.logs.insert(path.clone(), log);
            }
            if let Some(mut log) = self.logs.remove(&path) {
                // On an error the log is forgotten here and read again from where the store says that it is settled.
                read_log(&mut log, store, take)?;
                self.logs.insert(path, log);
            }
        }
        if new_home {
            store.settle_log(&LogPosition { path: known, offset: 0 })?;
        }
        Ok(())
    }
}

/// Gradle deletes its logs after a while, and a pid comes again: a new log of that name begins anew.
pub fn forget_deleted(store: &Store) -> Result<(), StoreError> {
    let is_there = |path: &str| Path::new(path).exists();
    if store.log_cursors()?.iter().all(|at| is_there(&at.path)) {
        return Ok(());
    }
    store.forget_logs(is_there)
}

fn read_log(log: &mut GradleLog, store: &Store, take: &mut TakeBuilds<'_>) -> Result<(), StoreError> {
    let before = log.settled();
    // Asked before the log is read: a daemon that ends its build and exits in between has written its end mark.
    let dead = !is_alive(log.pid());
    let windows = match log.read_on() {
        Ok(windows) => windows,
        Err(e) => {
            tracing::debug!(log = log.path(), error = %e, "cannot read a Gradle log");
            return Ok(());
        }
    };
    if !windows.is_empty() {
        take(EndedBuilds { log, windows, daemon_died: false })?;
    }
    if log.is_building() && dead {
        // What the log holds now is all there will ever be.
        if let Some(window) = log.abandon() {
            take(EndedBuilds { log, windows: vec![window], daemon_died: true })?;
        }
    }
    if log.settled() != before {
        store.settle_log(&LogPosition { path: log.path(), offset: log.settled() })?;
    }
    Ok(())
}

/// The path without symbolic links, or as it is where it can't be followed.
pub fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Whether the process lives. A pid that another process has got since looks alive; then its window waits.
#[cfg(unix)]
fn is_alive(pid: u32) -> bool {
    // A dead process that nobody has waited for still has its pid.
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    if stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z')) {
        return false;
    }
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    // EPERM: the process exists but belongs to another user.
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}
