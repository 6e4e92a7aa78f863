//! Counts attempts to take a build, in files beside the spool's records, so that a build that crashes the daemon is not
//! tried forever.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// After this many panics in its analysis a build is put aside.
const PANICS: usize = 2;
/// After this many ends of the daemon during its analysis (killed, out of memory, power loss) a build is put aside.
const CRASHES: usize = 4;
/// After this many ends, which may be chance, it is tried only after all others.
const SUSPECT_CRASHES: usize = 2;
/// How long the daemon runs before it tries such a build.
const SUSPECT_UPTIME: Duration = Duration::from_secs(30);

/// The attempts of one build.
#[derive(Clone, Debug)]
pub struct Attempts {
    path: PathBuf,
}

/// What to do with a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// Try it now.
    Try,
    /// The daemon ended during it before: take the others first.
    Later,
    /// Put it aside; the text says why.
    GiveUp(String),
}

impl Attempts {
    /// The attempts of the build with this name, kept in the directory `spool`.
    pub fn of(spool: &Path, name: &str) -> Attempts {
        let name = name.replace(['/', '\\'], "_");
        Attempts { path: spool.join(format!(".{name}.attempts")) }
    }

    /// What to do with the build when the daemon has run for `uptime`.
    pub fn verdict(&self, uptime: Duration) -> AttemptVerdict {
        let marks = fs::read(&self.path).unwrap_or_default();
        let count = |mark: u8| marks.iter().filter(|one| **one == mark).count();
        let panics = count(b'p');
        let deaths = count(b's').saturating_sub(panics);
        if panics >= PANICS {
            AttemptVerdict::GiveUp(format!("its analysis failed {panics} times"))
        } else if deaths >= CRASHES {
            AttemptVerdict::GiveUp(format!("the daemon ended {deaths} times while it was being analysed"))
        } else if deaths >= SUSPECT_CRASHES && uptime < SUSPECT_UPTIME {
            AttemptVerdict::Later
        } else {
            AttemptVerdict::Try
        }
    }

    /// Counts an attempt. It is lost if the file can't be written.
    pub fn started(&self) {
        let _ = self.mark(b"s");
    }

    /// Counts a panic.
    pub fn panicked(&self) {
        let _ = self.mark(b"p");
    }

    /// Forgets the attempts: the build is stored, or failed for another reason.
    pub fn clear(&self) {
        let _ = fs::remove_file(&self.path);
    }

    fn mark(&self, mark: &[u8]) -> io::Result<()> {
        OpenOptions::new().create(true).append(true).open(&self.path)?.write_all(mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn two_panics_are_enough() {
        let dir = tempfile::tempdir().unwrap();
        let attempts = Attempts::of(dir.path(), "1.failed.json");
        for expected in
            [AttemptVerdict::Try, AttemptVerdict::Try, AttemptVerdict::GiveUp("its analysis failed 2 times".into())]
        {
            assert_eq!(attempts.verdict(Duration::ZERO), expected);
            attempts.started();
            attempts.panicked();
        }
        attempts.clear();
        assert_eq!(attempts.verdict(LONG), AttemptVerdict::Try);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "nothing is left behind");
    }

    #[test]
    fn a_killed_daemon_makes_a_build_a_suspect_before_it_gives_it_up() {
        let dir = tempfile::tempdir().unwrap();
        let attempts = Attempts::of(dir.path(), "gradle/8.2.1-7");
        for deaths in 0..6 {
            let expected = match deaths {
                0 | 1 => [AttemptVerdict::Try, AttemptVerdict::Try],
                2 | 3 => [AttemptVerdict::Later, AttemptVerdict::Try],
                n => {
                    let why = AttemptVerdict::GiveUp(format!("the daemon ended {n} times while it was being analysed"));
                    [why.clone(), why]
                }
            };
            assert_eq!([attempts.verdict(Duration::ZERO), attempts.verdict(LONG)], expected, "{deaths}");
            attempts.started();
        }
    }
}
