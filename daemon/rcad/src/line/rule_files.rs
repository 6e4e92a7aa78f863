//! Locates and loads the user's own rules: `rules/*.toml` in rcad's home, `.rcad/rules/*.toml` in a project, which come
//! first. Files are read again when they change.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rcad_core::rules::{self, RuleError, RuleSet};

use crate::platform::confine::{Root, read_file};
use crate::platform::home::{Home, tilde};

/// Largest file, in bytes.
const MAX_BYTES: u64 = 512 << 10;

/// Files that are read in one directory.
const FILES: usize = 200;

/// Entries that are listed in one directory.
const ENTRIES: usize = 2_000;

/// Directory of a project's rules.
const RULES: &str = ".rcad/rules";

/// Projects whose rules are cached.
const PROJECTS: usize = 50;

/// Loaded rules, and the files they came from.
#[derive(Debug, Default)]
pub struct LoadedRules {
    /// All of them.
    pub rules: RuleSet,
    /// The files, in the order of their rules.
    pub files: Vec<RuleFile>,
}

/// A rule file.
#[derive(Debug)]
pub struct RuleFile {
    /// Its path.
    pub path: PathBuf,
    /// Its range in all rules.
    pub rules: std::ops::Range<usize>,
    /// Its refused rules.
    pub refused: Vec<RuleError>,
}

impl LoadedRules {
    /// The refused rules, a line each: `~/.rcad/rules/own.toml:5: "name": why`.
    pub fn problems(&self) -> Vec<String> {
        let each = |file: &RuleFile| {
            let path = tilde(&file.path);
            let say = |one: &RuleError| {
                let rule = one.rule.as_ref().map(|name| format!("\"{name}\": ")).unwrap_or_default();
                format!("{path}:{}: {rule}{}", one.line, one.why)
            };
            file.refused.iter().map(say).collect::<Vec<_>>()
        };
        self.files.iter().flat_map(each).collect()
    }
}

/// A directory of rules.
#[derive(Clone, Debug)]
pub struct RuleDirectory {
    path: PathBuf,
    /// Its project; links out of that are not followed.
    project: Option<PathBuf>,
}

/// A file to load.
#[derive(Clone, Debug)]
pub struct RulePath {
    path: PathBuf,
    project: Option<PathBuf>,
}

impl RulePath {
    /// A file named by the user.
    pub fn named(path: &Path) -> RulePath {
        RulePath { path: path.to_owned(), project: None }
    }

    fn text(&self) -> Result<String, String> {
        let bytes = match &self.project {
            Some(project) => {
                let root = Root::open(project).map_err(|error| error.to_string())?;
                root.read(self.path.strip_prefix(project).unwrap_or(&self.path), MAX_BYTES)
            }
            None => read_file(&self.path, MAX_BYTES),
        };
        let bytes = bytes.map_err(|refused| refused.to_string())?;
        String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())
    }
}

/// The rule directories for a project, its own first.
pub fn directories(home: &Home, project: Option<&Path>) -> Vec<RuleDirectory> {
    let own = project.map(|project| (project.join(RULES), project.to_owned()));
    let own = own.filter(|(path, _)| *path != home.rules());
    let own = own.map(|(path, project)| RuleDirectory { path, project: Some(project) });
    own.into_iter().chain([RuleDirectory { path: home.rules(), project: None }]).collect()
}

/// The nearest directory upwards that has rules.
pub fn project_here() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().find(|dir| dir.join(RULES).is_dir()).map(Path::to_owned)
}

/// The TOML files of these directories, sorted by name within each.
pub fn files(directories: &[RuleDirectory]) -> Vec<RulePath> {
    let mut files = Vec::new();
    for directory in directories {
        let entries = fs::read_dir(&directory.path).into_iter().flatten().flatten().take(ENTRIES);
        let paths = entries.map(|entry| entry.path());
        let mut own: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
        own.sort();
        own.truncate(FILES);
        files.extend(own.into_iter().map(|path| RulePath { path, project: directory.project.clone() }));
    }
    files
}

/// Loads these files. One that can't be read is refused as a whole.
pub fn load(paths: &[RulePath]) -> LoadedRules {
    let (mut all, mut files) = (Vec::new(), Vec::new());
    for file in paths {
        let (mut rules, refused) = match file.text() {
            Ok(text) => rules::read(&text),
            Err(why) => (Vec::new(), vec![RuleError { line: 1, rule: None, why: format!("the file {why}") }]),
        };
        let first = all.len();
        all.append(&mut rules);
        files.push(RuleFile { path: file.path.clone(), rules: first..all.len(), refused });
    }
    LoadedRules { rules: RuleSet::new(all), files }
}

/// Identifies an unchanged set of files.
type RuleFileStamp = Vec<(PathBuf, Option<SystemTime>, u64)>;

/// Caches the rules of several projects. Loads them again when a file is changed, added or deleted.
#[derive(Default)]
pub struct RuleBook {
    known: HashMap<Option<PathBuf>, (RuleFileStamp, Arc<LoadedRules>)>,
}

impl RuleBook {
    /// The current rules for a project.
    pub fn of(&mut self, home: &Home, project: Option<&Path>) -> Arc<LoadedRules> {
        let paths = files(&directories(home, project));
        let stamp: RuleFileStamp = paths
            .iter()
            .map(|RulePath { path, .. }| {
                let metadata = fs::metadata(path).ok();
                let changed = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
                (path.clone(), changed, metadata.map_or(0, |metadata| metadata.len()))
            })
            .collect();
        let key = project.map(Path::to_owned);
        if let Some((known, loaded)) = self.known.get(&key)
            && *known == stamp
        {
            return loaded.clone();
        }
        if self.known.len() >= PROJECTS {
            self.known.clear();
        }
        let loaded = Arc::new(load(&paths));
        self.known.insert(key, (stamp, loaded.clone()));
        loaded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = "[[rule]]\nname = \"a\"\npattern = \"no such basket\"\ncategory = \"other\"\ncause = \"gone\"\n";

    #[test]
    fn changed_files_are_read_again_and_bad_rules_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let (home, project) = (Home::at(&dir.path().join("home")), dir.path().join("project"));
        let mut book = RuleBook::default();
        assert!(book.of(&home, Some(&project)).rules.is_empty());
        fs::create_dir_all(home.rules()).unwrap();
        fs::create_dir_all(project.join(".rcad/rules")).unwrap();
        fs::write(home.rules().join("own.toml"), RULE).unwrap();
        fs::write(project.join(".rcad/rules/b.toml"), RULE.replace("\"a\"", "\"b\"")).unwrap();
        let names = |loaded: &LoadedRules| loaded.rules.iter().map(|rule| rule.name.to_string()).collect::<Vec<_>>();
        let both = book.of(&home, Some(&project));
        assert_eq!((names(&both), both.problems()), (vec!["b".to_owned(), "a".to_owned()], vec![]));
        assert!(Arc::ptr_eq(&both, &book.of(&home, Some(&project))), "nothing changed");
        assert_eq!(names(&book.of(&home, None)), ["a"]);
        fs::write(home.rules().join("own.toml"), RULE.replace("other", "othr!")).unwrap();
        let problems = book.of(&home, Some(&project)).problems();
        assert_eq!(problems.len(), 1);
        assert!(problems[0].contains("own.toml:4: \"a\": `category` names no category, `othr!`"), "{}", problems[0]);
    }

    #[test]
    fn pipes_large_files_and_links_out_of_the_project_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let (home, project) = (Home::at(&dir.path().join("home")), dir.path().join("project"));
        let rules = project.join(".rcad/rules");
        fs::create_dir_all(&rules).unwrap();
        fs::create_dir_all(home.rules()).unwrap();
        for pipe in [rules.join("a.toml"), home.rules().join("a.toml")] {
            assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        }
        fs::write(rules.join("b.toml"), format!("{RULE}# {}", "x".repeat(600 << 10))).unwrap();
        fs::write(dir.path().join("outside.toml"), RULE).unwrap();
        for link in [rules.join("c.toml"), home.rules().join("c.toml")] {
            std::os::unix::fs::symlink(dir.path().join("outside.toml"), link).unwrap();
        }
        let loaded = RuleBook::default().of(&home, Some(&project));
        let problems = loaded.problems();
        assert_eq!(loaded.rules.len(), 1, "the user's own link is followed: {problems:?}");
        let wanted = [
            ("project/.rcad/rules/a.toml", "is a device or a pipe"),
            ("project/.rcad/rules/b.toml", "more than are read"),
            ("project/.rcad/rules/c.toml", "a link that leads out of the directory"),
            ("home/rules/a.toml", "is a device or a pipe"),
        ];
        assert_eq!(problems.len(), wanted.len(), "{problems:?}");
        for (problem, (file, why)) in problems.iter().zip(wanted) {
            assert!(problem.contains(file) && problem.contains(why), "{problem}");
        }
    }
}
