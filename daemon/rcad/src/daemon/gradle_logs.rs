//! Finds builds in Gradle's own logs, and stores how far each log was read. The capture worker decides what to do with
//! a build.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rcad_store::{LogPosition, Store, StoreError};

use crate::install::hook;
use crate::line::ingest::gradle_log::{self, BuildWindow, GradleLog};
use crate::platform::home::Home;

/// The logs of all Gradle homes that have the hook.
#[derive(Debug, Default)]
pub struct GradleLogs {
    logs: HashMap<PathBuf, GradleLog>,
}

/// Finished builds of one log.
pub struct EndedBuilds<'l> {
    /// The log.
    pub log: &'l GradleLog,
    /// The builds, in order.
    pub windows: Vec<BuildWindow>,
    /// Whether Gradle's daemon died during the last of them.
    pub daemon_died: bool,
}

/// Takes finished builds; an error means that they are not stored.
pub type TakeBuilds<'t> = dyn FnMut(EndedBuilds<'_>) -> Result<(), StoreError> + 't;

impl GradleLogs {
    /// Whether a build is running in one of them.
    pub fn is_building(&self) -> bool {
        self.logs.values().any(GradleLog::is_building)
    }

    /// Reads what was appended to the logs.
    pub fn read(&mut self, home: &Home, store: &Store, take: &mut TakeBuilds<'_>) -> Result<(), StoreError> {
        for gradle_home in hook::gradle_homes(home) {
            self.read_home(&gradle_home, store, take)?;
        }
        self.logs.retain(|path, _| path.exists());
        Ok(())
    }

    fn read_home(&mut self, gradle_home: &Path, store: &Store, take: &mut TakeBuilds<'_>) -> Result<(), StoreError> {
        // Scripts report Gradle's home without symbolic links.
        let gradle_home = real(gradle_home);
        // Builds from before rcad was installed are ignored: only what is appended from then on counts.
        // The cursor of the Gradle home itself marks it as known, since its log directory may not exist yet.
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
                // After an error the log is read again from the position in the store.
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

/// Forgets deleted logs: pids are reused, so a new log of the same name starts at 0.
pub fn forget_deleted(store: &Store) -> Result<(), StoreError> {
    let is_there = |path: &str| Path::new(path).exists();
    if store.log_cursors()?.iter().all(|at| is_there(&at.path)) {
        return Ok(());
    }
    store.forget_logs(is_there)
}

fn read_log(log: &mut GradleLog, store: &Store, take: &mut TakeBuilds<'_>) -> Result<(), StoreError> {
    let before = log.settled();
    // Checked before reading: if the process ends in between, its end marker is already in the log.
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
        // The log is complete now.
        if let Some(window) = log.abandon() {
            take(EndedBuilds { log, windows: vec![window], daemon_died: true })?;
        }
    }
    if log.settled() != before {
        store.settle_log(&LogPosition { path: log.path(), offset: log.settled() })?;
    }
    Ok(())
}

/// The path without symbolic links, or unchanged if it can't be resolved.
pub fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Whether the process is alive. If its pid was reused it looks alive, and the build waits.
#[cfg(unix)]
fn is_alive(pid: u32) -> bool {
    // A zombie process still has its pid.
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
