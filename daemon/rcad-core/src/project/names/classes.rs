//! Classes of the project by their simple names, with what they declare and inherit.

use std::rc::Rc;

use crate::code::signature::supertypes;
use crate::code::{CodeDeclaration, CodeFile};
use crate::model::change::ChangeSubject;
use crate::model::failure::file_name;
use crate::project::build::edges::is_in_tests;
use crate::project::contents::ProjectContents;

/// Most levels of supertypes that are followed.
const LEVELS: usize = 5;

/// A class of the project.
#[derive(Clone)]
pub struct ProjectClass {
    /// Path of its file.
    pub path: String,
    file: Rc<CodeFile>,
    at: usize,
}

/// A declaration with the path of its file.
#[derive(Clone)]
pub struct ProjectDeclaration {
    /// Path in the project.
    pub path: String,
    /// What is declared.
    pub one: CodeDeclaration,
}

impl ProjectDeclaration {
    /// `Book.java:12`, for people.
    pub fn place(&self) -> String {
        place(&self.path, self.one.line)
    }

    /// Whether both are the same declaration, of one file and line.
    pub fn is(&self, other: &ProjectDeclaration) -> bool {
        self.path == other.path && self.one.line == other.one.line
    }

    /// The class that declares it.
    pub fn owner(&self) -> Option<&str> {
        self.one
            .owner
            .as_deref()
            .map(|owner| owner.trim_end_matches(".Companion"))
            .filter(|owner| *owner != "Companion")
    }
}

/// `Book.java:12`
pub fn place(path: &str, line: u32) -> String {
    format!("{}:{line}", file_name(path))
}

impl ProjectClass {
    /// Its declaration.
    pub fn one(&self) -> &CodeDeclaration {
        &self.file.declared[self.at]
    }

    /// With its file.
    pub fn declared(&self) -> ProjectDeclaration {
        ProjectDeclaration { path: self.path.clone(), one: self.one().clone() }
    }

    /// What it declares itself.
    pub fn members(&self) -> Vec<ProjectDeclaration> {
        let one = self.one();
        let full = one.owner.as_ref().map_or_else(|| one.name.clone(), |owner| format!("{owner}.{}", one.name));
        let companion = format!("{full}.Companion");
        let is_own =
            |other: &&CodeDeclaration| other.owner.as_ref().is_some_and(|owner| *owner == full || *owner == companion);
        let all = self.file.declared.iter().filter(is_own);
        all.map(|one| ProjectDeclaration { path: self.path.clone(), one: one.clone() }).collect()
    }

    /// Its constructors: its own, or the head of a Kotlin class.
    pub fn constructors(&self) -> Vec<ProjectDeclaration> {
        let mut all = self.members();
        all.retain(|member| member.one.subject == ChangeSubject::Constructor);
        if self.one().signature.contains('(') {
            all.insert(0, self.declared());
        }
        all
    }

    /// The project's classes that it extends or implements.
    pub fn supertypes(&self, project: &ProjectContents) -> Vec<ProjectClass> {
        let names = supertypes(self.one(), self.path.ends_with(".java"));
        names.iter().filter_map(|name| class_of(project, name, &self.path)).collect()
    }

    /// What it declares, then what it inherits from classes of the project.
    pub fn all_members(&self, project: &ProjectContents) -> Vec<ProjectDeclaration> {
        let (mut all, mut level) = (Vec::new(), vec![self.clone()]);
        for _ in 0..LEVELS {
            all.extend(level.iter().flat_map(ProjectClass::members));
            level = level.iter().flat_map(|class| class.supertypes(project)).collect();
        }
        all
    }
}

/// The class of this simple name, as the file at `from` sees it; nothing where there is none in the project or several.
pub fn class_of(project: &ProjectContents, name: &str, from: &str) -> Option<ProjectClass> {
    let here = project.code_of(from)?;
    let mut found = classes(project, name, &paths_for(project, name, from));
    if let [_, _, ..] = found.as_slice() {
        let is_seen = |class: &ProjectClass| {
            class.path == from || class.file.package == here.package || imports(&here, &class.file.package, name)
        };
        found.retain(is_seen);
    }
    match found.as_slice() {
        [_] => found.pop(),
        _ => None,
    }
}

/// The only class of this simple name among the files that `within` takes.
pub fn class_within(project: &ProjectContents, name: &str, within: &dyn Fn(&str) -> bool) -> Option<ProjectClass> {
    let paths: Vec<&str> = project.source_paths().iter().map(String::as_str).filter(|path| within(path)).collect();
    let mut found = classes(project, name, &paths);
    if found.len() == 1 { found.pop() } else { None }
}

/// The innermost class around a line.
pub fn class_around(project: &ProjectContents, path: &str, line: u32) -> Option<ProjectClass> {
    let file = project.code_of(path)?;
    let holds =
        |one: &CodeDeclaration| one.subject == ChangeSubject::Class && (one.from..=one.end_line).contains(&line);
    let at = (0..file.declared.len()).rfind(|at| holds(&file.declared[*at]))?;
    Some(ProjectClass { path: path.to_owned(), file, at })
}

/// What the files of a package declare at the top level, as the file at `from` sees it: what is no test sees no tests.
pub fn of_package(project: &ProjectContents, package: &str, from: &str) -> Vec<ProjectDeclaration> {
    let dir = format!("/{}/", package.replace('.', "/"));
    let is_of = |path: &&String| path.rsplit_once('/').is_some_and(|(of, _)| format!("/{of}/").ends_with(&dir));
    let seen = |path: &&String| is_in_tests(from) || !is_in_tests(path);
    let paths = project.source_paths().iter().filter(is_of).filter(seen);
    let mut all = Vec::new();
    for path in paths {
        let Some(file) = project.code_of(path).filter(|file| file.package == package) else { continue };
        let top = file.declared.iter().filter(|one| one.owner.is_none());
        all.extend(top.map(|one| ProjectDeclaration { path: path.clone(), one: one.clone() }));
    }
    all
}

fn imports(file: &CodeFile, package: &str, name: &str) -> bool {
    file.imports.iter().any(|(import, _)| match import.strip_suffix(".*") {
        Some(all) => all == package,
        None => import.strip_prefix(package).is_some_and(|rest| rest.strip_prefix('.') == Some(name)),
    })
}

/// Files that may declare the class: those of its name, the asking one, and its neighbours.
fn paths_for<'p>(project: &'p ProjectContents, name: &str, from: &'p str) -> Vec<&'p str> {
    let seen = |path: &str| is_in_tests(from) || !is_in_tests(path);
    let is_named = |path: &str| {
        path.rsplit('/').next().and_then(|file| file.rsplit_once('.')).is_some_and(|(stem, _)| stem == name)
    };
    let mut all: Vec<&str> =
        project.source_paths().iter().map(String::as_str).filter(|path| is_named(path) && seen(path)).collect();
    if all.is_empty() {
        let dir = from.rsplit_once('/').map_or("", |(dir, _)| dir);
        all = project
            .source_paths()
            .iter()
            .map(String::as_str)
            .filter(|path| seen(path) && path.strip_prefix(dir).is_some_and(|rest| rest.rfind('/') == Some(0)))
            .collect();
    }
    if !all.contains(&from) {
        all.insert(0, from);
    }
    all
}

fn classes(project: &ProjectContents, name: &str, paths: &[&str]) -> Vec<ProjectClass> {
    let mut found = Vec::new();
    for path in paths {
        let Some(file) = project.code_of(path) else { continue };
        let is_it = |one: &CodeDeclaration| one.name == name && one.subject == ChangeSubject::Class;
        let all = file.declared.iter().enumerate().filter(|(_, one)| is_it(one)).map(|(at, _)| at);
        found.extend(all.map(|at| ProjectClass { path: (*path).to_owned(), file: Rc::clone(&file), at }));
    }
    found
}
