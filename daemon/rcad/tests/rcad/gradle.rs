//! The Gradles on this machine: on PATH, in `RCAD_TEST_GRADLES` (paths with `:` between), in `~/.gradle/wrapper/dists`.
//! With `RCAD_TEST_ONLY_GRADLE` set, the one of that version and no other.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Options for JVMs that live for a few builds: compiled fast rather than well, that takes a third less time in all.
pub const QUICK_JVM: &str = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/// A Gradle with a known version.
#[derive(Debug)]
pub struct Gradle {
    /// Its program.
    pub program: PathBuf,
    /// E.g. `8.2.1`.
    pub version: String,
    /// One build per process and no daemon: the launcher made by `scripts/tools gradle8`.
    pub stand_in: bool,
    turn: Mutex<()>,
}

impl Gradle {
    /// Major and minor version.
    pub fn number(&self) -> (u32, u32) {
        number(&self.version)
    }

    /// Whether the Flow API of 8.1 is there.
    pub fn has_flow(&self) -> bool {
        self.number() >= (8, 1)
    }

    /// A Gradle home that keeps its downloads between test runs. Tests take turns with it, since each installs its own
    /// hook.
    pub fn home(&self) -> PathBuf {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gradle-home-{}", self.version));
        std::fs::create_dir_all(&home).unwrap();
        // Its daemons end soon after the test run.
        let properties = format!("org.gradle.daemon.idletimeout=120000\norg.gradle.jvmargs=-Xmx512m {QUICK_JVM}\n");
        std::fs::write(home.join("gradle.properties"), properties).unwrap();
        home
    }

    /// Waits until no other test uses this Gradle's home.
    pub fn take_turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `8.2.1` as (8, 2).
pub fn number(version: &str) -> (u32, u32) {
    let mut parts = version.split(['.', '-']).map(|part| part.parse().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}

/// All Gradles found, one a version, oldest first.
pub fn all() -> &'static [Gradle] {
    static ALL: OnceLock<Vec<Gradle>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut found: Vec<Gradle> = Vec::new();
        let only = std::env::var("RCAD_TEST_ONLY_GRADLE").ok().filter(|version| !version.is_empty());
        for program in programs() {
            let Some((version, stand_in)) = ask(&program) else { continue };
            let wanted = only.as_ref().is_none_or(|only| *only == version);
            if wanted && !found.iter().any(|gradle| gradle.version == version) {
                found.push(Gradle { program, version, stand_in, turn: Mutex::new(()) });
            }
        }
        found.sort_by_key(Gradle::number);
        let name = |gradle: &Gradle| {
            format!("{}{}", gradle.version, if gradle.stand_in { " (stand-in launcher)" } else { "" })
        };
        let names: Vec<String> = found.iter().map(name).collect();
        eprintln!(
            "Gradles: {}",
            if names.is_empty() { "NONE: every test with Gradle is skipped".to_owned() } else { names.join(", ") }
        );
        if let Some(version) = &only {
            assert!(!found.is_empty(), "no Gradle {version} here");
        }
        if !found.iter().any(Gradle::has_flow) {
            eprintln!("SKIPPED: no Gradle from 8.1 on, so the Flow API is not tested");
        }
        if found.iter().all(Gradle::has_flow) {
            eprintln!("SKIPPED: no Gradle below 8.1, so the build listener is not tested");
        }
        found
    })
}

/// The newest one with a daemon, for tests that need only one.
pub fn any() -> Option<&'static Gradle> {
    all().iter().rev().find(|gradle| !gradle.stand_in)
}

/// The oldest one with a daemon.
pub fn oldest() -> Option<&'static Gradle> {
    all().iter().find(|gradle| !gradle.stand_in)
}

fn programs() -> Vec<PathBuf> {
    let mut programs = Vec::new();
    let listed = std::env::var("RCAD_TEST_GRADLES").unwrap_or_default();
    programs.extend(listed.split(':').filter(|p| !p.is_empty()).map(PathBuf::from));
    let path = std::env::var_os("PATH").unwrap_or_default();
    programs.extend(std::env::split_paths(&path).map(|dir| dir.join("gradle")).find(|p| p.is_file()));
    let dists = std::env::home_dir().unwrap_or_default().join(".gradle/wrapper/dists");
    // dists/gradle-8.2.1-bin/<hash>/gradle-8.2.1/bin/gradle
    let below = |dir: PathBuf| std::fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path());
    programs
        .extend(below(dists).flat_map(below).flat_map(below).map(|dir| dir.join("bin/gradle")).filter(|p| p.is_file()));
    programs
}

/// Version, and whether it is the stand-in.
fn ask(program: &Path) -> Option<(String, bool)> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.lines().find_map(|line| line.strip_prefix("Gradle "))?;
    Some((version.split_whitespace().next()?.to_owned(), text.to_lowercase().contains("stand-in")))
}
