//! Where the project declares what a line of code names, first by the names of files, then by what they say.

use super::super::contents::ProjectContents;
use super::super::sources::{self, SourceDeclaration};

/// A declaration that a name may stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredHome {
    /// As it is shown: `Book`, `com.example.model.total`.
    pub name: String,
    /// `model/src/main/java/com/example/Book.java:5`; a package's is a directory.
    pub place: String,
    /// With its package.
    pub qualified: String,
    /// The file or directory.
    pub file: String,
}

impl DeclaredHome {
    fn of(declaration: &SourceDeclaration) -> DeclaredHome {
        DeclaredHome {
            name: declaration.name.clone(),
            place: declaration.location.clone(),
            qualified: declaration.qualified.clone(),
            file: declaration.file_and_line().0.to_owned(),
        }
    }
}

/// What an import in full may lead to: `a.b.Book`, `a.b.Order.State`, `a.b.total`, and with `whole_package` `a.b`.
pub fn of_import(project: &ProjectContents, import: &str, whole_package: bool) -> Vec<DeclaredHome> {
    let parts: Vec<&str> = import.split('.').collect();
    for at in (1..parts.len()).rev() {
        let (package, name) = (parts[..at].join("."), parts[at]);
        let found = declared(project, name, &|one| one.package() == package && (one.class || one.top));
        if !found.is_empty() {
            return found;
        }
    }
    if whole_package { of_package(project, import) } else { Vec::new() }
}

/// The directories whose files are of a package.
fn of_package(project: &ProjectContents, package: &str) -> Vec<DeclaredHome> {
    let end = format!("/{}", package.replace('.', "/"));
    let mut homes: Vec<DeclaredHome> = Vec::new();
    for path in project.source_paths() {
        let Some((dir, _)) = path.rsplit_once('/').filter(|(dir, _)| dir.ends_with(&end)) else { continue };
        if homes.iter().any(|home| home.file == dir) {
            continue;
        }
        let text = project.files.read(path).unwrap_or_default();
        if sources::package(&text) == package {
            let (name, dir) = (package.to_owned(), dir.to_owned());
            homes.push(DeclaredHome { name: name.clone(), place: dir.clone(), qualified: name, file: dir });
        }
    }
    homes
}

/// Declarations of a simple name that others can see.
pub fn of_name(project: &ProjectContents, name: &str) -> Vec<DeclaredHome> {
    declared(project, name, &|one| one.class && one.owner.is_none() || one.top)
}

/// Those that `wanted` takes: of files that are called so, else of all that is read of the project.
fn declared(project: &ProjectContents, name: &str, wanted: &dyn Fn(&SourceDeclaration) -> bool) -> Vec<DeclaredHome> {
    let is_wanted = |one: &&SourceDeclaration| one.name == name && !one.private && wanted(one);
    let ends = [format!("/{name}.kt"), format!("/{name}.java")];
    let called = project.source_paths().iter().filter(|path| ends.iter().any(|end| path.ends_with(end.as_str())));
    let mut homes: Vec<DeclaredHome> = Vec::new();
    for path in called {
        homes.extend(project.declared_in(path).iter().filter(is_wanted).take(1).map(DeclaredHome::of));
    }
    if homes.is_empty() {
        homes.extend(project.sources("").iter().filter(is_wanted).map(DeclaredHome::of));
        homes.sort_by(|one, other| one.place.cmp(&other.place));
        homes.dedup();
    }
    homes
}
