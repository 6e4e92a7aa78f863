//! Repositories for the tests, made by the installed git with settings, authors and dates of their own.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::super::call::Git;
use super::super::repository::Repository;

/// A directory with repositories.
pub struct Lab {
    _dir: tempfile::TempDir,
    /// Without symbolic links.
    pub root: PathBuf,
    /// Minutes after ten, so that each commit has another date.
    minutes: Cell<u64>,
}

impl Lab {
    /// An empty one; nothing, and a line about it, without git.
    pub fn new() -> Option<Lab> {
        if Git::installed().is_none() {
            eprintln!("SKIPPED: no git");
            return None;
        }
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        Some(Lab { _dir: dir, root, minutes: Cell::new(0) })
    }

    /// The same with a repository in `shop` that has one commit.
    pub fn shop() -> Option<Lab> {
        let lab = Lab::new()?;
        lab.git("", &["init", "-q", "-b", "main", "shop"]);
        lab.write("shop/settings.gradle.kts", "include(\":app\")\n");
        lab.write("shop/app/Cart.kt", "class Cart\n");
        lab.commit("shop", "Begin");
        Some(lab)
    }

    /// Writes a file, with the directories above it.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Commits all that is in the directory, and returns the commit's hash.
    pub fn commit(&self, dir: &str, subject: &str) -> String {
        self.git(dir, &["add", "-A"]);
        self.git(dir, &["commit", "-q", "-m", subject]);
        self.head(dir)
    }

    /// The hash of its last commit.
    pub fn head(&self, dir: &str) -> String {
        self.git(dir, &["rev-parse", "HEAD"]).trim().to_owned()
    }

    /// What git prints; it must succeed.
    pub fn git(&self, dir: &str, words: &[&str]) -> String {
        let (fine, out) = self.run(dir, words);
        assert!(fine, "git {words:?}: {out}");
        out
    }

    /// Whether it succeeds, and what it prints.
    pub fn run(&self, dir: &str, words: &[&str]) -> (bool, String) {
        self.minutes.set(self.minutes.get() + 1);
        // 1714557600 is the first of May 2024 at noon, in summer time.
        let date = format!("@{} +0200", 1_714_557_600 + 60 * self.minutes.get());
        let mut git = Command::new("git");
        git.args(["-c", "protocol.file.allow=always", "-c", "merge.conflictStyle=merge"]).args(words);
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
            git.env_remove(name);
        }
        git.envs(settings()).env("GIT_EDITOR", "true").env("LC_ALL", "C").env("GIT_TERMINAL_PROMPT", "0");
        for who in ["AUTHOR", "COMMITTER"] {
            git.env(format!("GIT_{who}_NAME"), "Ada Müller").env(format!("GIT_{who}_EMAIL"), "ada@example.org");
            git.env(format!("GIT_{who}_DATE"), &date);
        }
        let output = git.current_dir(self.root.join(dir)).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&text).into_owned())
    }

    /// A script that leaves the file `ran` when it runs, and ends with `then`.
    pub fn trap(&self, then: &str) -> String {
        let path = self.root.join("trap");
        fs::write(&path, format!("#!/bin/sh\necho \"$@\" >> '{}'\n{then}\n", self.root.join("ran").display())).unwrap();
        make_program(&path);
        path.display().to_string()
    }

    /// What the trap was called with, if it ran; and forgets it.
    pub fn trapped(&self) -> Option<String> {
        let ran = self.root.join("ran");
        let text = fs::read_to_string(&ran).ok();
        let _ = fs::remove_file(ran);
        text
    }

    /// The repository around a directory, with more time than is ever needed.
    pub fn open(&self, dir: &str) -> Option<Repository> {
        open(&self.root.join(dir), &[])
    }
}

/// The repository around a directory, asked with more in the environment.
pub fn open(root: &Path, environment: &[(&str, &str)]) -> Option<Repository> {
    let program = Git::installed().unwrap().program().to_owned();
    let more = environment.iter().copied().map(|(name, value)| (name.to_owned(), value.to_owned()));
    let git = Git::instead(program, settings().into_iter().chain(more).collect());
    Repository::open(git, root, Instant::now() + Duration::from_secs(60))
}

/// No settings but the repository's own.
fn settings() -> Vec<(String, String)> {
    [("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_NOSYSTEM", "1")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec()
}

/// Lets a file be run.
pub fn make_program(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}
