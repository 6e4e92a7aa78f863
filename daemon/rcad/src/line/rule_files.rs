//! Where a user's own rules are: `rules/*.toml` in rcad's home, `.rcad/rules/*.toml` in a project. Those of the project go
//! first. Files are read again when they change.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rcad_core::rules::{self, Refused, Rules};

use crate::platform::home::{Home, tilde};

/// Bytes of a file that are read; a larger one is refused.
const LONGEST: u64 = 512 << 10;

/// Files of one directory that are read.
const FILES: usize = 200;

/// Projects whose rules are remembered.
const PROJECTS: usize = 50;

/// The rules that are in force, and where they came from.
#[derive(Debug, Default)]
pub struct Loaded {
    /// All of them.
    pub rules: Rules,
    /// The files, in the order of their rules.
    pub files: Vec<RuleFile>,
}

/// One file.
#[derive(Debug)]
pub struct RuleFile {
    /// Where it is.
    pub path: PathBuf,
    /// Which of the rules are its own.
    pub rules: std::ops::Range<usize>,
    /// What in it is refused.
    pub refused: Vec<Refused>,
}

impl Loaded {
    /// What is refused, a line each: `~/.rcad/rules/own.toml:5: "name": why`.
    pub fn problems(&self) -> Vec<String> {
        let each = |file: &RuleFile| {
            let path = tilde(&file.path);
            let say = |one: &Refused| {
                let rule = one.rule.as_ref().map(|name| format!("\"{name}\": ")).unwrap_or_default();
                format!("{path}:{}: {rule}{}", one.line, one.why)
            };
            file.refused.iter().map(say).collect::<Vec<_>>()
        };
        self.files.iter().flat_map(each).collect()
    }
}

/// The directories whose rules count for a project, its own first.
pub fn directories(home: &Home, project: Option<&Path>) -> Vec<PathBuf> {
    let own = project.map(|project| project.join(".rcad/rules"));
    let mut directories: Vec<PathBuf> = own.into_iter().filter(|own| *own != home.rules()).collect();
    directories.push(home.rules());
    directories
}

/// The nearest directory from here upwards that has rules of its own.
pub fn project_here() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().find(|dir| dir.join(".rcad/rules").is_dir()).map(Path::to_owned)
}

/// The TOML files of these directories, by name within each.
pub fn files(directories: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for directory in directories {
        let entries = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut own: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
        own.sort();
        own.truncate(FILES);
        files.append(&mut own);
    }
    files
}

/// Reads these files. One that can't be read is refused as a whole.
pub fn load(paths: &[PathBuf]) -> Loaded {
    let (mut all, mut files) = (Vec::new(), Vec::new());
    for path in paths {
        let (mut rules, refused) = match text(path) {
            Ok(text) => rules::read(&text),
            Err(error) => (Vec::new(), vec![Refused { line: 1, rule: None, why: format!("cannot be read: {error}") }]),
        };
        let first = all.len();
        all.append(&mut rules);
        files.push(RuleFile { path: path.clone(), rules: first..all.len(), refused });
    }
    Loaded { rules: Rules::new(all), files }
}

fn text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// What tells that a file has changed.
type Stamp = Vec<(PathBuf, Option<SystemTime>, u64)>;

/// The rules of several projects, each read again when a file of it has changed, come or gone.
#[derive(Default)]
pub struct RuleBook {
    known: HashMap<Option<PathBuf>, (Stamp, Arc<Loaded>)>,
}

impl RuleBook {
    /// The rules that count for a project now.
    pub fn of(&mut self, home: &Home, project: Option<&Path>) -> Arc<Loaded> {
        let paths = files(&directories(home, project));
        let stamp: Stamp = paths
            .iter()
            .map(|path| {
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
        assert!(book.of(&home, Some(&project)).rules.all().is_empty());
        fs::create_dir_all(home.rules()).unwrap();
        fs::create_dir_all(project.join(".rcad/rules")).unwrap();
        fs::write(home.rules().join("own.toml"), RULE).unwrap();
        fs::write(project.join(".rcad/rules/b.toml"), RULE.replace("\"a\"", "\"b\"")).unwrap();
        let names = |loaded: &Loaded| loaded.rules.all().iter().map(|rule| rule.name.clone()).collect::<Vec<_>>();
        let both = book.of(&home, Some(&project));
        assert_eq!((names(&both), both.problems()), (vec!["b".to_owned(), "a".to_owned()], vec![]));
        assert!(Arc::ptr_eq(&both, &book.of(&home, Some(&project))), "nothing changed");
        assert_eq!(names(&book.of(&home, None)), ["a"]);
        fs::write(home.rules().join("own.toml"), RULE.replace("other", "othr!")).unwrap();
        let problems = book.of(&home, Some(&project)).problems();
        assert_eq!(problems.len(), 1);
        assert!(problems[0].contains("own.toml:4: \"a\": `category` names no category, `othr!`"), "{}", problems[0]);
    }
}
