//! The spool directory: waiting records, unreadable ones, and the number of dropped ones.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use rcad_core::Report;

use super::Capture;
use super::attempts::Attempts;
use super::build_record::BuildRecord;

/// Largest record: about 1 MiB of log, twice that with escapes.
const MAX_BYTES: u64 = 8 << 20;
/// A temporary file is renamed within milliseconds; after this time its writer is dead.
const TEMPORARY_AGE: Duration = Duration::from_secs(3600);
/// How long dropped records are reported.
const NEWS_AGE: Duration = Duration::from_secs(7 * 24 * 3600);
/// Unreadable records that are kept.
const MAX_BAD: usize = 20;

/// The spool.
#[derive(Clone, Debug)]
pub struct Spool {
    dir: PathBuf,
}

/// The result of [`Spool::read`].
#[derive(Debug)]
pub enum SpoolEntry {
    /// A capture.
    Good(Box<Capture>),
    /// Not a record; the text says why. It was moved to `bad/`.
    Bad(String),
    /// It is gone.
    Gone,
}

impl Spool {
    /// The spool in this directory.
    pub fn new(dir: PathBuf) -> Spool {
        Spool { dir }
    }

    /// Complete records, oldest first (their names begin with the time).
    pub fn waiting(&self) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.dir)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !name.starts_with('.') && name.ends_with(".json") {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Reads one record. An unreadable one is moved to `bad/`, so that it neither blocks the line nor is lost.
    pub fn read(&self, path: &Path) -> io::Result<SpoolEntry> {
        let metadata = match fs::symlink_metadata(path) {
            Ok(metadata) => metadata,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(SpoolEntry::Gone),
            Err(e) => return Err(e),
        };
        if !metadata.is_file() {
            return self.reject(path, "not a regular file".into());
        }
        if metadata.len() > MAX_BYTES {
            return self.reject(path, format!("{} bytes are too many", metadata.len()));
        }
        let id = path.file_name().unwrap_or_default().to_string_lossy().trim_end_matches(".json").to_owned();
        match BuildRecord::read(&fs::read(path)?) {
            Ok(record) => {
                let position = record.position();
                let report = record.into_report(id);
                Ok(SpoolEntry::Good(Box::new(Capture { report, spooled: Some(path.to_owned()), position })))
            }
            Err(why) => self.reject(path, why),
        }
    }

    /// Moves a record to `bad/`.
    pub fn reject(&self, path: &Path, why: String) -> io::Result<SpoolEntry> {
        let bad = self.bad_dir();
        fs::create_dir_all(&bad)?;
        fs::rename(path, bad.join(path.file_name().unwrap_or_default()))?;
        let mut kept = self.bad()?;
        kept.sort();
        for old in kept.iter().rev().skip(MAX_BAD) {
            let _ = fs::remove_file(old).or_else(|_| fs::remove_dir_all(old));
        }
        Ok(SpoolEntry::Bad(why))
    }

    /// Writes the text of a build without a record (from Gradle's log or `rcad run`) to `bad/`.
    pub fn keep_bad(&self, report: &Report) -> io::Result<()> {
        let bad = self.bad_dir();
        fs::create_dir_all(&bad)?;
        fs::write(bad.join(format!("{}.log", report.id.replace(['/', '\\'], "_"))), &report.text)
    }

    /// The attempts to take the build with this id.
    pub fn attempts(&self, id: &str) -> Attempts {
        Attempts::of(&self.dir, id)
    }

    /// Unreadable records.
    pub fn bad(&self) -> io::Result<Vec<PathBuf>> {
        match fs::read_dir(self.bad_dir()) {
            Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(e) => Err(e),
        }
    }

    /// Number of failed and green records that the scripts dropped because the spool was full. They append a byte for
    /// each.
    pub fn dropped(&self) -> (u64, u64) {
        let size = |name: &str| fs::metadata(self.dir.join(name)).map_or(0, |m| m.len());
        (size("dropped.failed"), size("dropped.ok"))
    }

    /// Whether a failed record was dropped within the last week.
    pub fn dropped_lately(&self, now: SystemTime) -> bool {
        let last = fs::metadata(self.dir.join("dropped.failed")).and_then(|m| m.modified());
        last.is_ok_and(|last| now.duration_since(last).map_or(true, |age| age < NEWS_AGE))
    }

    /// Removes temporary files of dead writers and outdated counts of attempts. `now` is a parameter for tests.
    pub fn sweep(&self, now: SystemTime) -> io::Result<()> {
        for entry in fs::read_dir(&self.dir)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let longest = match name.rsplit('.').next() {
                Some("tmp") => TEMPORARY_AGE,
                Some("attempts") => NEWS_AGE,
                _ => continue,
            };
            let age = entry.metadata()?.modified().ok().and_then(|t| now.duration_since(t).ok());
            if age.is_some_and(|age| age > longest) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    fn bad_dir(&self) -> PathBuf {
        self.dir.join("bad")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spool() -> (tempfile::TempDir, Spool) {
        let dir = tempfile::tempdir().unwrap();
        let spool = Spool::new(dir.path().to_owned());
        (dir, spool)
    }

    #[test]
    fn garbage_is_put_aside_and_counted() {
        let (dir, spool) = spool();
        for (name, text) in [
            ("1-a.failed.json", "{\"schema\":"),
            ("2-b.failed.json", "\0\u{1}"),
            ("3-c.ok.json", "{\"schema\":\"x/9\",\"outcome\":\"ok\",\"ended_ms\":1}"),
        ] {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let waiting = spool.waiting().unwrap();
        assert_eq!(waiting.len(), 3);
        for path in &waiting {
            assert!(matches!(spool.read(path).unwrap(), SpoolEntry::Bad(_)));
        }
        assert!(spool.waiting().unwrap().is_empty());
        assert_eq!(spool.bad().unwrap().len(), 3);
    }

    #[test]
    fn half_written_files_do_not_wait_and_are_swept_when_old() {
        let (dir, spool) = spool();
        fs::write(dir.path().join(".1-a.failed.json.tmp"), "{").unwrap();
        assert!(spool.waiting().unwrap().is_empty());
        spool.sweep(SystemTime::now()).unwrap();
        assert!(dir.path().join(".1-a.failed.json.tmp").exists(), "its writer may still be at it");
        spool.sweep(SystemTime::now() + Duration::from_secs(7200)).unwrap();
        assert!(!dir.path().join(".1-a.failed.json.tmp").exists());
    }

    #[test]
    fn only_the_newest_bad_records_are_kept() {
        let (dir, spool) = spool();
        for n in 0..30 {
            let path = dir.path().join(format!("{n:03}.failed.json"));
            fs::write(&path, "no").unwrap();
            spool.read(&path).unwrap();
        }
        let mut bad = spool.bad().unwrap();
        bad.sort();
        assert_eq!(bad.len(), MAX_BAD);
        assert!(bad[0].ends_with("010.failed.json"));
    }
}
