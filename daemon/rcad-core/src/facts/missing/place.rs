//! Where the file lies that lacks a name: in a package that is fetched, or among the project's own sources.

use crate::Failure;

/// Whose source a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourcePlace {
    /// A package of npm.
    Npm,
    /// A package of pub.dev.
    Pub,
    /// A test of the project.
    Test,
    /// Any other.
    Own,
}

/// The place of the failure's file.
pub fn of(failure: &Failure) -> SourcePlace {
    let file = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
    let has = |parts: &[&str]| parts.iter().any(|part| file.contains(part));
    match () {
        () if has(&["node_modules/"]) => SourcePlace::Npm,
        () if has(&["/hosted/", ".pub-cache/", "/Pub/Cache/", ".symlinks/plugins/"]) => SourcePlace::Pub,
        () if has(&["/src/test", "/src/androidTest", "/src/commonTest", "/src/jvmTest", "/src/integrationTest"]) => {
            SourcePlace::Test
        }
        () => SourcePlace::Own,
    }
}

/// Words a failure for the package, or for the generated file, that its path names: the steps stay as they are.
pub fn say_of_package(failure: &mut Failure, cause: &str, fixes: &[&str]) {
    failure.say(cause, fixes);
    failure.details.insert("for_elsewhere".to_owned(), "yes".to_owned());
}

/// The package of a source file with dots, by the directory below `kotlin` or `java`.
pub fn package_of(failure: &Failure) -> Option<String> {
    let path = failure.file.as_deref()?.replace('\\', "/");
    let root = ["/kotlin/", "/java/"].iter().filter_map(|root| path.rfind(root).map(|at| at + root.len())).max()?;
    path[root..].rsplit_once('/').map(|(package, _)| package.replace('/', "."))
}

/// Whether two packages are of one project by their first two segments.
pub fn are_related(one: &str, other: &str) -> bool {
    let begins = |package: &str| package.split('.').take(2).map(str::to_owned).collect::<Vec<_>>();
    let both = begins(one);
    both.len() == 2 && both == begins(other)
}
