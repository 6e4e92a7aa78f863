//! Names that nothing of the project has and nothing published is known to have, but a library in Gradle's cache. Where the
//! import says which name is meant, or the module declares the library, that is the cause; a simple name is a guess.

use std::cmp::Reverse;

use super::super::build;
use super::super::build::edges::SourceSet;
use super::super::contents::ProjectContents;
use super::super::details::add;
use super::super::sources::{self, receiver};
use super::edge::line_of;
use super::{configuration_of, import_as, is_about_names, script_place, shown_module};
use crate::code::libraries::{LibraryHome, LibraryIndex, LibraryNameKind};
use crate::facts::origin;
use crate::facts::version::Version;
use crate::{Category as C, Failure};

/// Most libraries that are named as alternatives.
const CHOICES: usize = 3;

/// Most words of a file that are looked for in a package that it imports in whole.
const WORDS: usize = 500;

/// Details of a failure whose name is explained already, by the project or by what is published.
const EXPLAINED: &[&str] = &[
    "android_name",
    "api_of",
    "artifact",
    "brought_by",
    "choices",
    "declared_place",
    "desugared_below",
    "edge_to",
    "elsewhere_class",
    "extended_by",
    "extension",
    "generator",
    "gone_in_jdk",
    "icon_set",
    "imported_name",
    "its_package",
    "jdk_since",
    "known",
    "lost_kind",
    "moved_artifact",
    "moved_to",
    "nearest",
    "now",
    "owner_has",
    "package_has",
    "removed_by",
    "renamed_to",
    "standard_name",
];

/// Packages of tools, which share a cache with what apps are compiled against.
const TOOLS: &[&str] = &["com.android.tools.", "com.android.ddmlib.", "com.android.sdklib.", "org.jetbrains.kotlin."];

/// Every module of Kotlin is compiled against it without saying so.
const STANDARD: &str = "org.jetbrains.kotlin:kotlin-stdlib";

/// Adds the library that has what the failing line of the file at `location` names.
pub fn look(project: &ProjectContents, location: &str, failure: &mut Failure) {
    let told = EXPLAINED.iter().any(|key| failure.details.contains_key(*key));
    if told || !is_about_names(failure) || project.libraries().is_none() {
        return;
    }
    let Some(wanted) = wanted(project, location, failure) else { return };
    let homes = homes(project, &wanted, failure);
    let Some(from) = project.module_of(location) else { return };
    let from = from.to_owned();
    let mut modules: Vec<&str> = homes.iter().map(|home| home.module.as_str()).collect();
    modules.dedup();
    if modules.len() > CHOICES {
        // Those that another module or the catalogue names are more probably meant.
        modules.retain(|module| is_used(project, module));
    }
    let declared: Vec<(&LibraryHome, DeclaredLibrary)> = modules
        .iter()
        .filter_map(|module| {
            let found = declared(project, &from, location, module)?;
            let has = |home: &&LibraryHome| {
                home.module == *module && found.version.as_ref().is_none_or(|version| *version == home.version)
            };
            // Of another version than the declared one it says nothing.
            homes.iter().find(has).map(|home| (home, found))
        })
        .collect();
    // Where the name is imported, a library that is declared does not explain it.
    let is_imported = wanted.full.is_some();
    match (declared.as_slice(), modules.as_slice()) {
        ([(home, declared)], _) if !is_imported => of_declared(home, declared, location, failure),
        ([], [module]) => {
            let known = self::declared(project, &from, location, module).is_some();
            if let Some(home) = homes.iter().find(|home| home.module == *module).filter(|_| !known) {
                of_new(project, &from, location, home, is_imported, failure);
            }
        }
        ([], [_, _, ..]) if modules.len() <= CHOICES => choices(&homes, &modules, failure),
        _ => {}
    }
}

/// What the failing line names.
struct WantedName {
    /// The name in full, where the file or the compiler says it.
    full: Option<String>,
    /// Else the simple name.
    simple: String,
    /// Whether it is asked of an object.
    member: bool,
}

/// The line that imports a name in the file at `location`.
fn import_line(home: &LibraryHome, location: &str) -> String {
    let end = if location.ends_with(".java") { ";" } else { "" };
    format!("import {}{end}", home.name.qualified())
}

/// The name that is wanted; nothing where that may be anything.
fn wanted(project: &ProjectContents, location: &str, failure: &Failure) -> Option<WantedName> {
    let full = |name: &str| WantedName { full: Some(name.to_owned()), simple: String::new(), member: false };
    if let Some(class) = failure.details.get("class_missing") {
        return Some(full(&class.replace(['/', '$'], ".")));
    }
    let line = line_of(project, location, failure)?;
    let text = project.files.read(location)?;
    if let Some(import) = sources::import(&line) {
        if !line.contains(".*") {
            return Some(full(import));
        }
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let mut classes = words.filter(|word| word.starts_with(char::is_uppercase)).take(WORDS);
        return classes.find_map(|word| name_in(project.libraries()?, import, word)).map(|name| full(&name));
    }
    let symbol = failure.symbol.as_deref()?;
    if symbol.contains('.') {
        return Some(full(symbol));
    }
    if let Some(import) = import_as(&text, symbol) {
        return Some(full(&import));
    }
    let all_of = text.lines().filter(|line| line.contains(".*")).filter_map(sources::import);
    let mut starred = all_of.filter_map(|package| name_in(project.libraries()?, package, symbol));
    if let Some(name) = starred.next() {
        return Some(full(&name));
    }
    let member = receiver::before_member(&line, symbol).is_some();
    let is_there = receiver::has_word(&line, symbol) && origin::is_distinctive(symbol);
    is_there.then(|| WantedName { full: None, simple: symbol.to_owned(), member })
}

/// A name in full, where a library has it in this package.
fn name_in(index: &dyn LibraryIndex, package: &str, simple: &str) -> Option<String> {
    (!index.homes(simple, Some(package)).is_empty()).then(|| format!("{package}.{simple}"))
}

/// The libraries that have the name: by module, the newest version first.
fn homes(project: &ProjectContents, wanted: &WantedName, failure: &Failure) -> Vec<LibraryHome> {
    let Some(index) = project.libraries() else { return Vec::new() };
    let mut homes = match &wanted.full {
        Some(full) => homes_of(index, full),
        None => index.homes(&wanted.simple, None).into_iter().filter(|home| is_meant(home, wanted, failure)).collect(),
    };
    // A class and a function of one name are one import.
    homes.sort_by_cached_key(|home| (home.module.clone(), Reverse(Version::parse(&home.version)), home.name.clone()));
    homes
}

/// Those of a name in full; of a member's, those of its class.
fn homes_of(index: &dyn LibraryIndex, full: &str) -> Vec<LibraryHome> {
    let (owner, simple) = full.rsplit_once('.').unwrap_or(("", full));
    let homes = index.homes(simple, Some(owner));
    let is_class = owner.rsplit('.').next().is_some_and(|last| last.starts_with(char::is_uppercase));
    if homes.is_empty() && is_class { homes_of(index, owner) } else { homes }
}

/// Whether a simple name may stand for this one.
fn is_meant(home: &LibraryHome, wanted: &WantedName, failure: &Failure) -> bool {
    use LibraryNameKind as K;
    let name = home.name.qualified();
    let nested = home.name.owner.rsplit('.').next().is_some_and(|last| last.starts_with(char::is_uppercase));
    let tool = origin::is_of_build(&name) || TOOLS.iter().any(|start| name.starts_with(start));
    let kind = match failure.category {
        C::JavaCannotFindSymbol => home.name.kind == K::Class && !wanted.member,
        _ if wanted.member => home.name.kind == K::Extension,
        _ => true,
    };
    !nested && !tool && kind
}

/// How a module declares a library.
struct DeclaredLibrary {
    /// Nothing where a convention declares it, or nobody needs to.
    at: Option<String>,
    /// Its version, where that is written out.
    version: Option<String>,
}

/// The declaration of a library by which the sources of a file are compiled against it.
fn declared(project: &ProjectContents, from: &str, location: &str, module: &str) -> Option<DeclaredLibrary> {
    if module.starts_with(STANDARD) {
        return Some(DeclaredLibrary { at: None, version: None });
    }
    let alias = project.build().aliases.iter().find(|alias| alias.module.as_deref() == Some(module));
    let shared = |name: &str| project.edges().is_shared(name);
    if !from.is_empty() && (shared(module) || alias.is_some_and(|alias| shared(&format!("libs.{}", alias.accessor)))) {
        return Some(DeclaredLibrary { at: None, version: None });
    }
    let found = build::dependency(project.files, project.build(), from, module)?;
    let configuration: String = found.text.chars().take_while(|letter| letter.is_alphanumeric()).collect();
    let tests = configuration.starts_with("test") || configuration.starts_with("androidTest");
    let seen = match SourceSet::of(location) {
        SourceSet::Main => !tests,
        SourceSet::Test => !configuration.starts_with("androidTest"),
        SourceSet::DeviceTest => !configuration.starts_with("test"),
    };
    let compiled = ["implementation", "api", "compileOnly", "compile"]
        .iter()
        .any(|end| configuration.to_lowercase().ends_with(&end.to_lowercase()));
    let version = alias.and_then(|alias| alias.version.clone()).or_else(|| version_in(&found.text, module));
    (seen && compiled).then_some(DeclaredLibrary { at: Some(found.location), version })
}

/// Whether anything in the build names a library.
fn is_used(project: &ProjectContents, module: &str) -> bool {
    let build = project.build();
    let mut dirs = build.modules.iter().map(|module| module.dir.as_str());
    build.aliases.iter().any(|alias| alias.module.as_deref() == Some(module))
        || dirs.any(|dir| build::dependency(project.files, build, dir, module).is_some())
}

/// The version that a line writes behind `group:artifact:`.
fn version_in(line: &str, module: &str) -> Option<String> {
    let rest = line.split_once(&format!("{module}:"))?.1;
    let version = rest.split(['"', '\'', '@', ':']).next()?;
    Version::parse(version).map(|_| version.to_owned())
}

/// The module declares the library: only the import is missing.
fn of_declared(home: &LibraryHome, declared: &DeclaredLibrary, location: &str, failure: &mut Failure) {
    describe(home, failure);
    add(failure, "cached_import", import_line(home, location));
    add(failure, "cached_declared", home.module.as_str());
    if let Some(at) = &declared.at {
        add(failure, "cached_at", at.as_str());
    }
}

/// The module does not declare the one library that has the name.
fn of_new(
    project: &ProjectContents,
    from: &str,
    location: &str,
    home: &LibraryHome,
    is_imported: bool,
    failure: &mut Failure,
) {
    let build = project.build();
    let alias = build.aliases.iter().find(|alias| alias.module.as_deref() == Some(&home.module));
    let version = || {
        let dirs = build.modules.iter().map(|module| module.dir.as_str());
        let mut declared = dirs.filter_map(|dir| build::dependency(project.files, build, dir, &home.module));
        declared.find_map(|found| version_in(&found.text, &home.module))
    };
    let notation = match alias {
        Some(alias) => format!("libs.{}", alias.accessor),
        None => format!("{}:{}", home.module, version().unwrap_or_else(|| home.version.clone())),
    };
    let (configuration, set) = configuration_of(location);
    let Some(line) = script_place::library(project.files, from, configuration, &notation, set) else { return };
    describe(home, failure);
    add(failure, "cached_line", line.text);
    add(failure, "cached_file", line.file.as_str());
    add(failure, "cached_below", line.below.to_string());
    if is_imported {
        add(failure, "cached_missing", shown_module(project, from));
        add(failure, "act_file", line.file);
        add(failure, "act_line", line.below.to_string());
    } else {
        add(failure, "cached_maybe", home.name.qualified());
        add(failure, "cached_import", import_line(home, location));
    }
}

fn describe(home: &LibraryHome, failure: &mut Failure) {
    add(failure, "cached_name", home.name.qualified());
    add(failure, "cached_in", format!("{}:{}", home.module, home.version));
}

/// Several libraries have the name: nobody knows which is meant.
fn choices(homes: &[LibraryHome], modules: &[&str], failure: &mut Failure) {
    let newest = |module: &&&str| homes.iter().find(|home| home.module == **module);
    let named: Vec<String> = modules
        .iter()
        .filter_map(|module| newest(&module))
        .map(|home| format!("`{}` ({}:{})", home.name.qualified(), home.module, home.version))
        .collect();
    if let Some((last, others)) = named.split_last() {
        add(failure, "cached_choices", format!("{} and {last}", others.join(", ")));
    }
}

#[cfg(test)]
mod tests;
