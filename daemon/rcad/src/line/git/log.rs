//! Commits of `git log`.

use std::collections::{HashMap, HashSet};

use rcad_core::model::change::CommitSummary;

use super::repository::{Repository, is_commit, plain};

/// Most characters of a subject, and of an author's name.
const CHARACTERS: usize = 120;

/// No path begins with a slash, so that a commit's begin is never taken for a file.
const LOG: &[&str] = &[
    "--literal-pathspecs",
    "log",
    "-z",
    "--no-ext-diff",
    "--no-textconv",
    "--no-show-signature",
    "--no-color",
    "--no-notes",
    "--no-renames",
    "--ignore-submodules=all",
    "--encoding=UTF-8",
    "--format=/%H%x00%h%x00%an%x00%aI%x00%s",
];

/// Fields of the format above.
const FIELDS: usize = 5;

impl Repository {
    /// For each of these files that has no uncommitted change: the newest commit in `from..HEAD` that touched it, or the
    /// newest of all.
    pub fn commits(&self, from: Option<&str>, files: &[&str]) -> HashMap<String, CommitSummary> {
        let mut found = HashMap::new();
        let Some(changed) = self.uncommitted(files) else { return found };
        let files: Vec<&str> = plain(files).into_iter().filter(|file| !changed.contains(*file)).collect();
        let mut open: HashSet<&str> = files.iter().copied().collect();
        if open.is_empty() || self.head.is_none() || !from.is_none_or(is_commit) {
            return found;
        }
        let ends = self.ends_of_history();
        let range = from.map_or_else(|| "HEAD".to_owned(), |from| format!("{from}..HEAD"));
        let words = [LOG, &["--name-only", &range, "--"], &files].concat();
        let mut reader = LogReader::default();
        self.read(&words, &[], &mut |bytes| {
            reader.push(bytes, &mut |commit, name| {
                let Some(file) = name.and_then(|name| self.in_project(name)) else { return };
                if open.remove(file) && !ends.contains(commit.id()) {
                    found.insert(file.to_owned(), commit.summary());
                }
            });
            open.is_empty()
        });
        found
    }

    /// The newest commits in `from..HEAD`, at most `most`. Merges are left out: they say little.
    pub fn newest(&self, from: &str, most: usize) -> Vec<CommitSummary> {
        let (range, most) = (format!("{from}..HEAD"), format!("--max-count={most}"));
        let Some(log) = self.ask(&[LOG, &["--no-merges", &most, &range, "--"]].concat()) else { return Vec::new() };
        let mut all = Vec::new();
        LogReader::default().push(&log, &mut |commit, _| all.push(commit.summary()));
        all
    }
}

/// Reads a log as it comes: for each commit its fields, then its files, each with a NUL at its end; a newline before the
/// first file.
#[derive(Default)]
struct LogReader {
    /// The begin of what is not there yet.
    rest: Vec<u8>,
    commit: LoggedCommit,
}

/// What the log says of a commit.
#[derive(Default)]
struct LoggedCommit {
    fields: Vec<String>,
    has_names: bool,
}

impl LogReader {
    /// Calls `each` for every commit without a name, and then for each of its files.
    fn push(&mut self, bytes: &[u8], each: &mut dyn FnMut(&LoggedCommit, Option<&str>)) {
        self.rest.extend_from_slice(bytes);
        let mut from = 0;
        while let Some(length) = memchr::memchr(0, &self.rest[from..]) {
            self.commit.take(&self.rest[from..from + length], each);
            from += length + 1;
        }
        self.rest.drain(..from);
    }
}

impl LoggedCommit {
    fn take(&mut self, part: &[u8], each: &mut dyn FnMut(&LoggedCommit, Option<&str>)) {
        let begins = part.starts_with(b"/") && matches!(self.fields.len(), 0 | FIELDS);
        if begins {
            *self = LoggedCommit { fields: vec![String::from_utf8_lossy(&part[1..]).into_owned()], has_names: false };
        } else if self.fields.len() < FIELDS {
            self.fields.push(String::from_utf8_lossy(part).into_owned());
            if self.fields.len() == FIELDS {
                each(self, None);
            }
        } else {
            let name = if self.has_names { part } else { part.strip_prefix(b"\n").unwrap_or(part) };
            self.has_names = true;
            each(self, std::str::from_utf8(name).ok());
        }
    }

    /// Its whole hash.
    fn id(&self) -> &str {
        self.field(0)
    }

    fn field(&self, at: usize) -> &str {
        self.fields.get(at).map_or("", String::as_str)
    }

    fn summary(&self) -> CommitSummary {
        CommitSummary {
            hash: self.field(1).to_owned(),
            author: shown(self.field(2)),
            date: self.field(3).to_owned(),
            subject: shown(self.field(4)),
        }
    }
}

/// Without what would act on a terminal or turn the order of what stands after it, and not too long.
fn shown(text: &str) -> String {
    let acts = |c: char| {
        c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut seen = text.trim().chars().filter(|c| !acts(*c));
    let mut short: String = seen.by_ref().take(CHARACTERS).collect();
    if seen.next().is_some() {
        short.pop();
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::{LogReader, shown};

    #[test]
    fn a_log_is_read_in_pieces_of_any_size() {
        let log = b"/aa\0a\0Ada\0now\0one\0\nx.kt\0/bb\0b\0Bo\0then\0/two\0/cc\0c\0Cy\0ago\0three\0\n\nn.kt\0half";
        for size in 1..=log.len() {
            let mut seen = Vec::new();
            let mut reader = LogReader::default();
            for piece in log.chunks(size) {
                reader.push(piece, &mut |commit, name| {
                    seen.push(format!("{}:{}:{}", commit.id(), commit.field(4), name.unwrap_or("-")));
                });
            }
            assert_eq!(seen, ["aa:one:-", "aa:one:x.kt", "bb:/two:-", "cc:three:-", "cc:three:\nn.kt"], "{size}");
        }
    }

    #[test]
    fn what_is_shown_is_short_and_plain() {
        assert_eq!(shown("Fix \u{1b}[31mred\u{7}\u{202e} ü\n"), "Fix [31mred ü");
        assert_eq!(shown(&"ä".repeat(120)), "ä".repeat(120));
        assert_eq!(shown(&"ä".repeat(121)), format!("{}…", "ä".repeat(119)));
    }
}
