//! Access to a project's files, and finding files in it. The caller implements the reading.

/// A project's files, by paths relative to its root with `/`. Implementations limit location, size and time; what they do
/// not return counts as absent.
pub trait Files {
    /// The text of a file.
    fn read(&self, path: &str) -> Option<String>;
    /// What is directly in a directory, sorted by name; `""` is the root.
    fn list(&self, dir: &str) -> Vec<DirEntry>;
}

/// A file or directory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DirEntry {
    /// Its name without directories.
    pub name: String,
    /// Whether it is a directory.
    pub directory: bool,
}

/// Most directory levels of a walk: packages are deep, `src/main/java/com/example/shop/ui/basket/…`.
const DEPTH: usize = 16;

/// Most entries that a walk visits.
const ENTRIES: usize = 5_000;

/// Directories with generated files only.
const SKIPPED: &[&str] = &["build", "node_modules", "out", "bin", "Pods", "intermediates", "generated"];

/// `dir` and `name` as one path.
pub fn join(dir: &str, name: &str) -> String {
    if dir.is_empty() { name.to_owned() } else { format!("{dir}/{name}") }
}

/// Files below `dir` whose path `wanted` accepts, nearest first, at most `most`. Build outputs are skipped.
pub fn walk(files: &dyn Files, dir: &str, most: usize, wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut level = vec![dir.to_owned()];
    let mut left = ENTRIES;
    for _ in 0..DEPTH {
        let mut below = Vec::new();
        for dir in level {
            for entry in files.list(&dir) {
                if left == 0 || found.len() >= most {
                    return found;
                }
                left -= 1;
                let path = join(&dir, &entry.name);
                if !entry.directory && wanted(&path) {
                    found.push(path);
                } else if entry.directory && !entry.name.starts_with('.') && !SKIPPED.contains(&entry.name.as_str()) {
                    below.push(path);
                }
            }
        }
        if below.is_empty() {
            break;
        }
        level = below;
    }
    found
}

/// A path that a log names, as one of the project: as it is, else without the directories of another computer before it.
pub fn locate(files: &dyn Files, path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let mut rest = path.trim_start_matches("./");
    for _ in 0..DEPTH {
        if !rest.starts_with('/') && rest.contains('.') && exists(files, rest) {
            return Some(rest.to_owned());
        }
        rest = rest.split_once('/')?.1;
        // A bare name could be any file's.
        if !rest.contains('/') {
            return None;
        }
    }
    None
}

fn exists(files: &dyn Files, path: &str) -> bool {
    let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
    !dir.split('/').any(|part| part == "..")
        && files.list(dir).iter().any(|entry| !entry.directory && entry.name == name)
}

#[cfg(test)]
pub mod tests {
    use std::collections::BTreeMap;

    use super::{DirEntry, Files, locate, walk};

    /// A project in memory.
    pub struct FileMap(pub BTreeMap<String, String>);

    impl FileMap {
        /// Of paths and texts.
        pub fn of(files: &[(&str, &str)]) -> FileMap {
            FileMap(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
        }
    }

    impl Files for FileMap {
        fn read(&self, path: &str) -> Option<String> {
            self.0.get(path).cloned()
        }

        fn list(&self, dir: &str) -> Vec<DirEntry> {
            let below = |path: &str| match dir {
                "" => Some(path.to_owned()),
                _ => path.strip_prefix(dir)?.strip_prefix('/').map(str::to_owned),
            };
            let entry = |rest: String| match rest.split_once('/') {
                Some((name, _)) => DirEntry { name: name.to_owned(), directory: true },
                None => DirEntry { name: rest, directory: false },
            };
            let mut entries: Vec<DirEntry> = self.0.keys().filter_map(|path| below(path)).map(entry).collect();
            entries.sort();
            entries.dedup();
            entries
        }
    }

    #[test]
    fn a_walk_finds_what_is_written_nearest_first() {
        let map = FileMap::of(&[
            ("a/b/c.kt", ""),
            ("a/d.kt", ""),
            ("a/build/e.kt", ""),
            ("a/.git/f.kt", ""),
            ("a/g.txt", ""),
        ]);
        let kotlin = |path: &str| path.ends_with(".kt");
        assert_eq!(walk(&map, "a", 9, &kotlin), ["a/d.kt", "a/b/c.kt"]);
        assert_eq!(walk(&map, "a", 1, &kotlin), ["a/d.kt"]);
        assert!(walk(&map, "z", 9, &kotlin).is_empty());
    }

    #[test]
    fn deep_directories_end_a_walk() {
        let deep = format!("{}f.kt", "d/".repeat(500));
        assert!(walk(&FileMap::of(&[(&deep, "")]), "", 9, &|_| true).is_empty());
    }

    #[test]
    fn paths_of_other_computers_are_found_by_their_end() {
        let map = FileMap::of(&[("app/src/main/A.kt", ""), ("A.kt", "")]);
        let found = |path| locate(&map, path);
        assert_eq!(found("/home/ci/shop/app/src/main/A.kt").as_deref(), Some("app/src/main/A.kt"));
        assert_eq!(found(r"C:\shop\app\src\main\A.kt").as_deref(), Some("app/src/main/A.kt"));
        assert_eq!(found("A.kt").as_deref(), Some("A.kt"));
        assert_eq!(found("/elsewhere/A.kt"), None, "any file may be called so");
        assert_eq!(found("../A.kt"), None);
        assert_eq!(found(""), None);
    }
}
