//! The repository that a project lies in.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};
use std::time::Instant;

use super::call::{Git, GitCall, GitEnd};
use crate::platform::confine::read_file;

/// Most files that a question may be about.
pub const FILES: usize = 500;

/// Largest file of git's own that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// A repository with the project in its working tree.
pub struct Repository {
    git: Git,
    /// When the answer must be there.
    pub until: Instant,
    /// The project, without symbolic links.
    pub root: PathBuf,
    /// Git's directory of this working tree.
    directory: PathBuf,
    /// Names the commits whose parents are missing, if there are any.
    shallow: PathBuf,
    /// Where the project is in the working tree: `android/`, or empty.
    prefix: String,
    /// The hash of `HEAD`; nothing before the first commit.
    pub head: Option<String>,
    /// Settings that switch filters off, once they are known; nothing where that can't be done.
    pub no_filters: OnceCell<Option<Vec<String>>>,
}

impl Repository {
    /// The repository around `root`, if git takes it for one of this user's with a working tree, and knows the project.
    pub fn open(git: Git, root: &Path, until: Instant) -> Option<Repository> {
        let root = root.canonicalize().ok()?;
        let words = ["--is-inside-work-tree", "--absolute-git-dir", "--git-path", "shallow", "--show-prefix"];
        let words = [&["rev-parse"], &words[..], &["HEAD", "HEAD:./"]].concat();
        // It fails where there is no commit, after all other answers.
        let (end, answer) =
            git.read_all(GitCall { directory: &root, settings: &[], words: &words, input: None, until });
        let answer = String::from_utf8(answer).ok()?;
        let mut lines = answer.split('\n');
        (end != GitEnd::Cut && lines.next() == Some("true")).then_some(())?;
        let directory = PathBuf::from(lines.next()?);
        let shallow = root.join(lines.next()?);
        let prefix = lines.next()?.to_owned();
        let mut hashes = lines.map_while(|line| is_hash(line).then(|| line.to_owned()));
        let (head, tree) = (hashes.next(), hashes.next());
        // In a home directory that is kept in git, or in an ignored directory, a project is none of git's.
        let known = tree.is_some() || (head.is_none() && prefix.is_empty());
        known.then_some(Repository { git, until, root, directory, shallow, prefix, head, no_filters: OnceCell::new() })
    }

    /// What git prints for these words, if it ends well in time.
    pub fn ask(&self, words: &[&str]) -> Option<Vec<u8>> {
        self.ask_with(words, None)
    }

    /// The same with an input.
    pub fn ask_with(&self, words: &[&str], input: Option<Vec<u8>>) -> Option<Vec<u8>> {
        self.git.ask(GitCall { directory: &self.root, settings: &[], words, input, until: self.until })
    }

    /// What git prints with these settings, however it ends.
    pub fn read_all(&self, words: &[&str], settings: &[String]) -> (GitEnd, Vec<u8>) {
        self.git.read_all(GitCall { directory: &self.root, settings, words, input: None, until: self.until })
    }

    /// Gives what git prints to `take`, piece by piece, until that returns `true`.
    pub fn read(&self, words: &[&str], settings: &[String], take: &mut dyn FnMut(&[u8]) -> bool) -> GitEnd {
        self.git.read(GitCall { directory: &self.root, settings, words, input: None, until: self.until }, take)
    }

    /// The path in the project; nothing for what lies beside it.
    pub fn in_project<'p>(&self, path: &'p str) -> Option<&'p str> {
        path.strip_prefix(&self.prefix)
    }

    /// A file of git's own directory, like `MERGE_HEAD`, if it is there.
    pub fn own_file(&self, name: &str) -> Option<String> {
        text(&self.directory.join(name))
    }

    /// Whether git's own directory has this file or directory.
    pub fn has(&self, name: &str) -> bool {
        self.directory.join(name).exists()
    }

    /// Hashes of the commits at which a shallow clone ends. They seem to bring all files.
    pub fn ends_of_history(&self) -> HashSet<String> {
        text(&self.shallow).map_or_else(HashSet::new, |text| text.lines().map(str::to_owned).collect())
    }
}

fn text(path: &Path) -> Option<String> {
    String::from_utf8(read_file(path, LARGEST).ok()?).ok()
}

/// Those that are paths in a project, as many as git is asked for.
pub fn plain<'f>(files: &[&'f str]) -> Vec<&'f str> {
    let plain =
        |file: &&str| !file.is_empty() && Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
    files.iter().copied().filter(plain).take(FILES).collect()
}

fn is_hash(line: &str) -> bool {
    matches!(line.len(), 40 | 64) && line.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether this is `HEAD` or a hash, and so neither an option nor an expression that takes git long.
pub fn is_commit(text: &str) -> bool {
    text == "HEAD" || ((4..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
