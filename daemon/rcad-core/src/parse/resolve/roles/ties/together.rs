//! Names that are missing together: their imports fail side by side, the same files miss them, they are packages of one
//! library; and what a file misses whose own type is missing elsewhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::names::stem;
use super::why;
use crate::Category;
use crate::facts::names::IMPORTS;
use crate::model::failure::{Failure, Language};
use crate::parse::resolve::roles::places::Places;
use crate::parse::resolve::roles::signs::{Sign, is_type, simple};

/// Least column of a Kotlin import's last name: a package of several parts stands before it.
const PACKAGE: u32 = 16;

/// Files that must miss two types both, before these are taken for one file's.
const FILES: usize = 2;

/// Most types that are compared.
const MOST: usize = 100;

/// Types that a file must miss before its own `package` line is what is wrong.
const MISSES: usize = 2;

/// The names that follow from another one that is missing with them.
#[derive(Default)]
pub struct Together<'f> {
    causes: HashMap<&'f str, (usize, &'static str)>,
    /// The first missing package of each library.
    libraries: HashMap<String, usize>,
}

/// A name that is missing.
#[derive(Default)]
struct MissingName<'f> {
    /// Its first failure.
    first: usize,
    /// Where it is missing.
    files: BTreeSet<&'f str>,
    /// What its failing import shows of its package.
    package: Option<PackageMark<'f>>,
    /// Whether it is a type of which nothing else is known.
    is_type: bool,
}

/// What an import shows of its package.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PackageMark<'f> {
    /// How long it is.
    Column(u32),
    /// The package.
    Name(&'f str),
}

impl<'f> Together<'f> {
    pub fn new(failures: &'f [&'f Failure], signs: &[Sign], places: &Places) -> Together<'f> {
        let names = names(failures, signs, places);
        let mut together = Together::default();
        let mut by_package: BTreeMap<PackageMark, Vec<(usize, &str)>> = BTreeMap::new();
        for (name, missing) in &names {
            if let Some(package) = missing.package {
                by_package.entry(package).or_default().push((missing.first, name));
            }
        }
        for group in by_package.into_values() {
            together.join(group, why::TOGETHER);
        }
        together.add_moved(&names);
        together.add_siblings(&names);
        for (at, failure) in failures.iter().enumerate() {
            if let Some(library) = library(failure) {
                together.libraries.entry(library).or_insert(at);
            }
        }
        together
    }

    /// The failure that the name follows from, where it is missing with others.
    pub fn cause(&self, symbol: &str) -> Option<(usize, &'static str)> {
        self.causes.get(simple(symbol)).copied()
    }

    /// The first missing package of the same library.
    pub fn library(&self, failure: &Failure) -> Option<usize> {
        self.libraries.get(&library(failure)?).copied()
    }

    /// The first of several names leads the others.
    fn join(&mut self, mut group: Vec<(usize, &'f str)>, why: &'static str) {
        group.sort_unstable();
        let Some((head, _)) = group.first().copied() else { return };
        for (_, name) in group.into_iter().skip(1) {
            self.causes.entry(name).or_insert((head, why));
        }
    }

    /// A type is missing elsewhere, and the file of that name misses types itself that nobody else misses.
    fn add_moved(&mut self, names: &BTreeMap<&'f str, MissingName<'f>>) {
        let mut misses: BTreeMap<&str, Vec<&'f str>> = BTreeMap::new();
        for (name, missing) in names.iter().filter(|(_, missing)| missing.is_type && missing.files.len() == 1) {
            let file = missing.files.first().map_or("", |file| stem(file));
            misses.entry(file).or_default().push(name);
        }
        for (file, missed) in misses {
            let elsewhere = |own: &&MissingName| own.files.iter().all(|other| stem(other) != file);
            let Some(own) = names.get(file).filter(elsewhere) else { continue };
            if missed.len() >= MISSES || own.package.is_some() {
                for name in missed {
                    self.causes.insert(name, (own.first, why::MOVED));
                }
            }
        }
    }

    /// Types that the same files of one folder miss.
    fn add_siblings(&mut self, names: &BTreeMap<&'f str, MissingName<'f>>) {
        let known = |name: &MissingName| name.is_type && name.files.len() >= FILES;
        let apart = |one: &MissingName, other: &MissingName| one.package.is_some() && other.package.is_some();
        let types: Vec<_> = names.iter().filter(|(_, name)| known(name)).take(MOST).collect();
        for (at, (name, one)) in types.iter().enumerate() {
            for (other_name, other) in &types[at + 1..] {
                let both: Vec<&str> = one.files.intersection(&other.files).map(|file| folder(file)).collect();
                if both.len() >= FILES && !apart(one, other) && both.iter().all(|folder| *folder == both[0]) {
                    self.join(vec![(one.first, name), (other.first, other_name)], why::SIBLING);
                }
            }
        }
    }
}

fn names<'f>(failures: &'f [&'f Failure], signs: &[Sign], places: &Places) -> BTreeMap<&'f str, MissingName<'f>> {
    let mut last: HashMap<(&str, &str), u32> = HashMap::new();
    let missing = |at: &usize| matches!(signs[*at], Sign::Missing) && is_name(failures[*at]);
    for failure in (0..failures.len()).filter(missing).map(|at| failures[at]) {
        if let (Some(symbol), Some(file), Some(line)) = (&failure.symbol, &failure.file, failure.line) {
            let lowest = last.entry((file, simple(symbol))).or_default();
            *lowest = (*lowest).max(line);
        }
    }
    let mut names: BTreeMap<&str, MissingName> = BTreeMap::new();
    for at in (0..failures.len()).filter(missing) {
        let failure: &'f Failure = failures[at];
        let (Some(symbol), Some(file)) = (failure.symbol.as_deref(), failure.file.as_deref()) else { continue };
        let name = simple(symbol);
        let known = names.entry(name).or_insert_with(|| MissingName { first: at, ..MissingName::default() });
        known.files.insert(file);
        known.is_type |= is_type(name);
        // An import whose name is not used below would stand there for nothing.
        let used = last.get(&(file, name)).copied() > failure.line;
        known.package = known.package.or_else(|| package(failure, used && places.may_be_import(at)));
    }
    names
}

/// What a failing import shows of its package.
fn package(failure: &Failure, import: bool) -> Option<PackageMark<'_>> {
    if failure.category == Category::KotlinMissingSupertype {
        return failure.symbol.as_deref()?.rsplit_once('.').map(|(package, _)| PackageMark::Name(package));
    }
    if let Some(imported) = failure.details.get("import").filter(|_| failure.details.contains_key("imported")) {
        return imported.rsplit_once('.').map(|(package, _)| PackageMark::Name(package));
    }
    // Who has a name that is known is told of each; together with others it would be told of one.
    let known = ["decoded", "generator", "remedy"].iter().any(|key| failure.details.contains_key(*key));
    let column = failure.column.filter(|column| *column >= PACKAGE && !known)?;
    let high = failure.line.is_some_and(|line| line <= IMPORTS);
    (import && high && failure.language == Language::Kotlin).then_some(PackageMark::Column(column))
}

/// Whether a failure names what is not found, and not an argument.
fn is_name(failure: &Failure) -> bool {
    let class =
        failure.category == Category::KotlinMissingSupertype && failure.message.starts_with("Cannot access class");
    class || matches!(failure.category, Category::KotlinUnresolvedReference | Category::JavaCannotFindSymbol)
}

/// Owners of many libraries: three segments name one of them.
const OWNERS_OF_MANY: &[&str] = &[
    "android.support",
    "com.amazonaws",
    "com.android",
    "com.facebook",
    "com.fasterxml",
    "com.github",
    "com.google",
    "com.microsoft",
    "com.squareup",
    "io.github",
    "org.apache",
    "org.eclipse",
    "org.jetbrains",
];

/// The beginning of a missing Java package that packages of one library share; none for the project's own, which may be of
/// several modules.
fn library(failure: &Failure) -> Option<String> {
    let package = failure.symbol.as_deref().filter(|_| failure.message.ends_with("does not exist"))?;
    let parts: Vec<&str> = package.split('.').collect();
    let owner = parts.get(..2)?.join(".");
    let end = if OWNERS_OF_MANY.contains(&owner.as_str()) { 3 } else { 2 };
    let library = parts.get(..end)?.join(".");
    let file = failure.file.as_deref().unwrap_or("").replace('\\', "/");
    (!file.contains(&format!("/{}/", owner.replace('.', "/")))).then_some(library)
}

fn folder(file: &str) -> &str {
    file.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder)
}
