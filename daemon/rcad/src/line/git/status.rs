//! What differs between `HEAD` and the files on disk, by `git status`: unlike `git diff` it leaves the index as it is.

use std::collections::HashSet;

use super::call::GitEnd;
use super::repository::{Repository, plain};

/// A file of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GitBlob {
    /// Octal: `100644`, `100755`, `120000` for a link, `160000` for a submodule.
    pub mode: String,
    /// Its hash.
    pub id: String,
}

/// A file that differs from `HEAD`.
#[derive(Debug, PartialEq, Eq)]
pub struct Uncommitted {
    /// Path in the project.
    pub path: String,
    /// What `HEAD` has; nothing where it has none.
    pub before: Option<GitBlob>,
    /// Whether git follows it.
    pub tracked: bool,
}

impl Repository {
    /// The files that differ from `HEAD` and match one of the patterns. New ones and not ignored ones included.
    pub fn status(&self, patterns: &[&str]) -> Option<Vec<Uncommitted>> {
        self.entries(&[STATUS, &["--untracked-files=all", "--"], patterns].concat())
    }

    /// Whether nothing of the project differs from `HEAD`; nothing when time is short.
    pub fn is_clean(&self) -> Option<bool> {
        let words = [STATUS, &["--untracked-files=normal", "--", "."]].concat();
        match self.read(&words, self.no_filters()?, &mut |bytes| !bytes.is_empty()) {
            GitEnd::Success => Some(true),
            GitEnd::Enough => Some(false),
            GitEnd::Failure(_) | GitEnd::Cut => None,
        }
    }

    /// Those of these files that differ from `HEAD`.
    pub fn uncommitted(&self, files: &[&str]) -> Option<HashSet<String>> {
        let files = plain(files);
        if files.is_empty() {
            return Some(HashSet::new());
        }
        let words = [&["--literal-pathspecs"], STATUS, &["--untracked-files=all", "--"], &files].concat();
        Some(self.entries(&words)?.into_iter().map(|entry| entry.path).collect())
    }

    fn entries(&self, words: &[&str]) -> Option<Vec<Uncommitted>> {
        let (end, all) = self.read_all(words, self.no_filters()?);
        (end == GitEnd::Success).then(|| all.split(|byte| *byte == 0).filter_map(|line| self.entry(line)).collect())
    }

    /// `1 .M N... 100644 100644 100644 5d9404d 5d9404d app/a.kt`, `u UU N... 100644 100644 100644 100644 1ab 2cd 3ef app/a.kt`,
    /// `? app/new.kt`.
    fn entry(&self, line: &[u8]) -> Option<Uncommitted> {
        let line = std::str::from_utf8(line).ok()?;
        let (kind, rest) = line.split_once(' ')?;
        // Of a file in conflict, what `HEAD` has is the second of its three.
        let (parts, mode, id) = match kind {
            "1" => (8, 2, 5),
            "u" => (10, 3, 7),
            "?" => (1, 0, 0),
            _ => return None,
        };
        let fields: Vec<&str> = rest.splitn(parts, ' ').collect();
        let path = self.in_project(fields.get(parts - 1)?)?.to_owned();
        let tracked = parts > 1;
        let before = if tracked { blob(fields.get(mode)?, fields.get(id)?) } else { None };
        Some(Uncommitted { path, before, tracked })
    }

    fn no_filters(&self) -> Option<&[String]> {
        self.no_filters.get_or_init(|| self.without_filters()).as_deref()
    }

    /// Settings that switch off the programs which turn files into what is committed (Git LFS has one): they are named in
    /// the repository's settings, and comparing files would run them. Nothing where that can't be done.
    fn without_filters(&self) -> Option<Vec<String>> {
        let words = ["config", "-z", "--name-only", "--get-regexp", r"^filter\..*\.(clean|process|required)$"];
        let (end, names) = self.read_all(&words, &[]);
        // 1: there are none.
        matches!(end, GitEnd::Success | GitEnd::Failure(Some(1))).then_some(())?;
        let names = String::from_utf8(names).ok()?;
        let filters: HashSet<&str> =
            names.split_terminator('\0').filter_map(|name| Some(name.rsplit_once('.')?.0)).collect();
        // Such a name can't be given to `-c`.
        filters.iter().all(|filter| !filter.contains('=')).then_some(())?;
        let off = |filter: &&str| ["clean=", "process=", "required=false"].map(|set| format!("{filter}.{set}"));
        Some(filters.iter().flat_map(off).collect())
    }
}

const STATUS: &[&str] = &["status", "--porcelain=v2", "-z", "--no-renames", "--ignore-submodules=all"];

/// Nothing for the zeros that stand for a file that is not there.
pub fn blob(mode: &str, id: &str) -> Option<GitBlob> {
    let there = id.bytes().any(|byte| byte != b'0');
    there.then(|| GitBlob { mode: mode.to_owned(), id: id.to_owned() })
}
