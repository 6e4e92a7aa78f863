//! Reads Gradle's own daemon logs (`<gradle home>/daemon/<version>/daemon-<pid>.out.log`).
//!
//! They contain builds that no init script sees: an init script fails before ours, the configuration cache of Gradle
//! 6.6–8.0, a Gradle daemon dies. Only reads; the capture worker decides what to do with a build.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rcad_core::Report;
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};

use super::excerpt::Excerpt;
use super::failure_block;

const COMMAND: &str =
    "[org.gradle.launcher.daemon.server.DefaultIncomingConnectionHandler] Starting executing command: Build{";
const STARTED: &str = "] The daemon has started executing the build.";
const FINISHED: &str = "] The daemon has finished executing the build.";
const CANCELLED: &str = "client disconnection detected, canceling the build";

/// Longest line; longer ones are split, so that they can't fill the memory.
const LINE: u64 = 64 << 10;

/// A log and how far it was read.
#[derive(Debug)]
pub struct GradleLog {
    path: PathBuf,
    version: String,
    pid: u32,
    read: u64,
    command: Option<(u64, String)>,
    open: Option<BuildWindow>,
}

/// A build in a log: the text between Gradle's start and end markers.
#[derive(Debug)]
pub struct BuildWindow {
    /// Byte position of the start marker's line.
    pub from: u64,
    /// Byte position after the end marker's line, or the log's length if there is none.
    pub to: u64,
    /// Directory in which Gradle was called.
    pub cwd: Option<String>,
    /// Unix milliseconds; unknown before Gradle 6, which logs no date.
    pub started_ms: Option<u64>,
    /// As [`BuildWindow::started_ms`].
    pub ended_ms: Option<u64>,
    /// How the build ended, as far as the text says.
    pub outcome: Outcome,
    output: Excerpt,
}

/// All logs of a Gradle home.
pub fn logs(gradle_home: &Path) -> Vec<PathBuf> {
    let versions = std::fs::read_dir(daemon_dir(gradle_home)).into_iter().flatten().flatten();
    let files = versions.flat_map(|version| std::fs::read_dir(version.path()).into_iter().flatten().flatten());
    let mut logs: Vec<PathBuf> = files.map(|file| file.path()).filter(|path| name_parts(path).is_some()).collect();
    logs.sort();
    logs
}

/// Directory of a Gradle home's daemon registries and logs.
pub fn daemon_dir(gradle_home: &Path) -> PathBuf {
    gradle_home.join("daemon")
}

impl GradleLog {
    /// A log that was settled up to `offset`. Nothing for a path that is not a Gradle daemon's log.
    pub fn new(path: &Path, offset: u64) -> Option<GradleLog> {
        let (version, pid) = name_parts(path)?;
        Some(GradleLog { path: path.to_owned(), version, pid, read: offset, command: None, open: None })
    }

    /// Its path as the scripts write it.
    pub fn path(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }

    /// Process id of the Gradle daemon that writes it.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Everything before this is settled once the returned windows are.
    pub fn settled(&self) -> u64 {
        match (&self.open, &self.command) {
            // The line with the command's directory comes before the window.
            (_, Some((at, _))) => *at,
            (Some(window), None) => window.from,
            (None, None) => self.read,
        }
    }

    /// Whether a build is running.
    pub fn is_building(&self) -> bool {
        self.open.is_some()
    }

    /// Reads what was appended and returns the builds that ended in it.
    pub fn read_on(&mut self) -> io::Result<Vec<BuildWindow>> {
        let mut file = File::open(&self.path)?;
        if file.metadata()?.len() < self.read {
            // The log was truncated: start again.
            *self = GradleLog { read: 0, command: None, open: None, ..std::mem::replace(self, GradleLog::empty()) };
        }
        file.seek(SeekFrom::Start(self.read))?;
        let mut reader = BufReader::with_capacity(64 << 10, file);
        let mut finished = Vec::new();
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = reader.by_ref().take(LINE).read_until(b'\n', &mut line)?;
            if length == 0 || (!line.ends_with(b"\n") && (length as u64) < LINE) {
                return Ok(finished); // The last line may be incomplete.
            }
            let at = self.read;
            self.read += length as u64;
            finished.extend(self.take(at, &line));
        }
    }

    /// The build that ran when its Gradle daemon died; nothing if the user had cancelled it.
    pub fn abandon(&mut self) -> Option<BuildWindow> {
        self.command = None;
        let mut window = self.open.take().filter(|window| window.outcome != Outcome::Cancelled)?;
        // The last line stays incomplete.
        if let Ok(last) = self.unfinished_line() {
            self.read += last.len() as u64;
            window.output.push(&last);
        }
        Some(BuildWindow { to: self.read, outcome: Outcome::Failed, ..window })
    }

    fn unfinished_line(&self) -> io::Result<Vec<u8>> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.read))?;
        let mut line = Vec::new();
        BufReader::new(file).take(LINE).read_until(b'\n', &mut line)?;
        Ok(line)
    }

    /// The report of a window that no script has reported.
    pub fn report(&self, window: BuildWindow, ended_ms: u64, daemon_died: bool) -> Report {
        let mut text = window.output.text();
        if daemon_died {
            text.push_str(&failure_block::daemon_died(&self.path(), self.pid));
        }
        Report {
            // Pids are reused, but hardly at the same time.
            id: format!("gradle-{}-{}-{}-{}", self.version, self.pid, window.from, window.started_ms.unwrap_or(0)),
            origin: Origin::GradleLog,
            outcome: window.outcome,
            text,
            project: window.cwd,
            tasks: Vec::new(),
            environment: Environment { gradle: Some(self.version.clone()), ..Environment::default() },
            started_ms: window.started_ms,
            ended_ms: window.ended_ms.unwrap_or(ended_ms),
            app: None,
            raw: None,
        }
    }

    fn take(&mut self, at: u64, bytes: &[u8]) -> Option<BuildWindow> {
        let line = String::from_utf8_lossy(bytes);
        let line = line.trim_end();
        if let Some((_, command)) = line.split_once(COMMAND) {
            let cwd = command.split_once("currentDir=").map(|(_, dir)| dir.split('}').next().unwrap_or_default());
            self.command = Some((at, cwd.unwrap_or_default().to_owned()));
            self.open = None; // A build without an end marker before the next one was aborted.
        } else if line.ends_with(STARTED) {
            let cwd = self.command.as_ref().map(|(_, cwd)| cwd.clone()).filter(|cwd| !cwd.is_empty());
            let mut window = BuildWindow::new(at, cwd, marker_time(line));
            window.output.push(bytes);
            self.open = Some(window);
        } else if line.ends_with(FINISHED) {
            self.command = None;
            let window = self.open.take()?;
            return Some(BuildWindow { to: self.read, ended_ms: marker_time(line), ..window });
        } else if let Some(window) = &mut self.open {
            window.note_outcome(line);
            window.output.push(bytes);
        }
        None
    }

    fn empty() -> GradleLog {
        GradleLog { path: PathBuf::new(), version: String::new(), pid: 0, read: 0, command: None, open: None }
    }
}

impl BuildWindow {
    fn new(from: u64, cwd: Option<String>, started_ms: Option<u64>) -> BuildWindow {
        let output = Excerpt::default();
        BuildWindow { from, to: from, cwd, started_ms, ended_ms: None, outcome: Outcome::Ok, output }
    }

    /// Takes the outcome from Gradle's own output, since the daemon's result is `Success` for failed builds too from
    /// Gradle 7 on. The last match counts: a test that runs Gradle may print "BUILD FAILED" inside a successful build.
    fn note_outcome(&mut self, line: &str) {
        if line.starts_with("FAILURE: Build ")
            || line.starts_with("BUILD FAILED")
            || line.starts_with("CONFIGURE FAILED")
        {
            self.outcome = Outcome::Failed;
        } else if line.starts_with("BUILD SUCCESSFUL") && self.outcome == Outcome::Failed {
            self.outcome = Outcome::Ok;
        } else if line.contains(CANCELLED) || line == "Build cancelled." {
            self.outcome = Outcome::Cancelled;
        }
    }
}

/// Version and pid from `…/daemon/<version>/daemon-<pid>.out.log`.
fn name_parts(path: &Path) -> Option<(String, u32)> {
    let name = path.file_name()?.to_str()?;
    let pid = name.strip_prefix("daemon-")?.strip_suffix(".out.log")?.parse().ok()?;
    Some((path.parent()?.file_name()?.to_str()?.to_owned(), pid))
}

/// Unix milliseconds of a marker line, for Gradle 6 and newer: `2026-11-22T18:14:40.712+0800 [DEBUG] …`.
pub fn marker_time(line: &str) -> Option<u64> {
    let stamp = line.split_once(' ')?.0;
    let time = Timestamp::strptime("%Y-%m-%dT%H:%M:%S%.f%z", stamp).ok()?;
    u64::try_from(time.as_millisecond()).ok()
}

#[cfg(test)]
mod tests;
