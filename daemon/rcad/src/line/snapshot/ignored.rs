//! What the `.gitignore` files of a project, and those of the repository around it, ignore.

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::platform::confine::{ReadRefusal, Root};

/// The file's name.
pub(super) const NAME: &str = ".gitignore";
/// Largest one that is read, in bytes.
pub(super) const LARGEST: u64 = 256 << 10;
/// Directories above the project in which a repository is looked for.
const ABOVE: usize = 8;

/// The rules that hold for the directory at which a walk is.
pub(super) struct IgnoreRules {
    /// Path of the project in the repository, with `/` at its end; empty where the project is its root, or has none.
    before: String,
    /// Each with the length of its directory's path in the repository. The last one that says something decides.
    stack: Vec<(usize, Rc<Gitignore>)>,
    /// By text: in many projects each module has the same.
    known: HashMap<Vec<u8>, Rc<Gitignore>>,
}

impl IgnoreRules {
    /// Those above the project.
    ///
    /// # Errors
    /// When one of them can't be read: what it ignores would be kept.
    pub(super) fn above(root: &Path) -> Result<IgnoreRules, ReadRefusal> {
        let mut rules = IgnoreRules { before: String::new(), stack: Vec::new(), known: HashMap::new() };
        let is_repository = |dir: &&Path| dir.join(".git").symlink_metadata().is_ok();
        let Some(repository) = root.ancestors().take(ABOVE).find(is_repository) else { return Ok(rules) };
        let Some(below) = root.strip_prefix(repository).ok().and_then(Path::to_str) else { return Ok(rules) };
        if below.is_empty() {
            return Ok(rules);
        }
        rules.before = format!("{below}/");
        let mut dirs: Vec<&Path> = root.ancestors().skip(1).take_while(|dir| dir.starts_with(repository)).collect();
        dirs.reverse();
        for dir in dirs {
            let length = dir.as_os_str().len() - repository.as_os_str().len();
            let opened = Root::open(dir).map_err(|error| ReadRefusal::Unreadable(error.kind()))?;
            match opened.read(Path::new(NAME), LARGEST) {
                Ok(text) => rules.push(length, text),
                Err(ReadRefusal::Missing) => {}
                Err(why) => return Err(why),
            }
        }
        // A home directory may be a repository that ignores whatever is in it.
        if rules.is_project_ignored(below) {
            rules.stack.clear();
        }
        Ok(rules)
    }

    /// Adds those of a directory of the project, its path with `/` at the end or empty.
    pub(super) fn enter(&mut self, dir: &str, text: Vec<u8>) {
        self.push(self.before.len() + dir.len(), text);
    }

    /// How many there are, for [`IgnoreRules::leave`].
    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Takes away what was added since then.
    pub(super) fn leave(&mut self, depth: usize) {
        self.stack.truncate(depth);
    }

    /// Whether a path of the project is ignored. The directories above it are not.
    pub(super) fn ignores(&self, path: &str, is_dir: bool) -> bool {
        if self.stack.is_empty() {
            return false;
        }
        self.is_ignored(&format!("{}{path}", self.before), is_dir)
    }

    fn push(&mut self, length: usize, text: Vec<u8>) {
        let rules = self.known.entry(text).or_insert_with_key(|text| Rc::new(matcher(text))).clone();
        if !rules.is_empty() {
            self.stack.push((length, rules));
        }
    }

    fn is_project_ignored(&self, below: &str) -> bool {
        let ends = below.match_indices('/').map(|(at, _)| at).chain([below.len()]);
        ends.into_iter().any(|end| self.is_ignored(&below[..end], true))
    }

    fn is_ignored(&self, path: &str, is_dir: bool) -> bool {
        let decisive = self.stack.iter().rev().find_map(|(length, rules)| {
            let below = path.get(*length..)?.trim_start_matches('/');
            let found = rules.matched(below, is_dir);
            (!below.is_empty() && !found.is_none()).then(|| found.is_ignore())
        });
        decisive.unwrap_or(false)
    }
}

fn matcher(text: &[u8]) -> Gitignore {
    let mut builder = GitignoreBuilder::new("");
    for line in String::from_utf8_lossy(text).trim_start_matches('\u{feff}').lines() {
        // Git passes over lines that it can't read, too.
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}
