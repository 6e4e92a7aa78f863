//! What a jar or aar offers to code that is compiled against it: public classes, and Kotlin's public top-level declarations.

use std::collections::HashSet;
use std::io::{Cursor, Read, Seek};

use rcad_core::code::libraries::{LibraryName, LibraryNameKind};
use zip::ZipArchive;

use super::class_file::{self, ClassFile};
use super::kotlin_metadata::{self, KotlinContent};

/// Most bytes of a class file.
const CLASS: u64 = 1 << 20;
/// Most bytes of an aar's jar.
const CLASSES_JAR: u64 = 64 << 20;
/// Most bytes that are unpacked of one jar.
const UNPACKED: u64 = 256 << 20;
/// Most names of one jar.
const NAMES: usize = 50_000;

/// Segments of packages that a library keeps to itself, or has copied from another.
const PRIVATE: &[&str] = &["internal", "impl", "shaded", "shadow", "repackaged", "relocated"];

/// The names of a jar, or of the jar in an aar; nothing where it is damaged.
pub fn names(bytes: &[u8], is_aar: bool) -> Option<Vec<LibraryName>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    if !is_aar {
        return of_archive(&mut archive);
    }
    // One that has only resources has none.
    let Ok(inner) = archive.by_name("classes.jar") else { return Some(Vec::new()) };
    let inner = unpacked(inner, CLASSES_JAR)?;
    of_archive(&mut ZipArchive::new(Cursor::new(inner)).ok()?)
}

fn of_archive(archive: &mut ZipArchive<impl Read + Seek>) -> Option<Vec<LibraryName>> {
    let (mut classes, mut names, mut left) = (Vec::new(), Vec::new(), UNPACKED);
    for index in 0..archive.len() {
        let Ok(entry) = archive.by_index(index) else { continue };
        if !entry.name().is_ok_and(|path| is_wanted(&path)) || names.len() + classes.len() >= NAMES {
            continue;
        }
        // What is damaged or too large of a sound jar is left out.
        let Some(bytes) = unpacked(entry, CLASS.min(left)) else { continue };
        left -= bytes.len() as u64;
        let Some(class) = class_file::read(&bytes) else { continue };
        match class.kotlin.as_ref().map(kotlin_metadata::read) {
            Some(KotlinContent::TopLevel(declared)) => names.extend(top_level(&class, declared)),
            Some(KotlinContent::Class { is_public: true }) | None if class.is_named && class.is_public => {
                classes.push(class);
            }
            _ => {}
        }
    }
    names.extend(of_classes(&classes));
    names.sort();
    names.dedup();
    names.truncate(NAMES);
    Some(names)
}

/// The bytes of an entry, if they are at most `most`, whatever its header says.
fn unpacked(entry: impl Read, most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    entry.take(most + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= most).then_some(bytes)
}

/// Whether an entry is a class that others may name, as far as its path says so.
fn is_wanted(path: &str) -> bool {
    let Some(name) = path.strip_suffix(".class") else { return false };
    let (package, simple) = name.rsplit_once('/').unwrap_or(("", name));
    let of_others = |segment: &str| PRIVATE.contains(&segment) || segment.len() < 2 || segment.contains('-');
    let is_private = !package.is_empty() && package.split('/').any(of_others);
    !is_private && simple != "package-info" && !path.starts_with("META-INF/") && !path.starts_with("BOOT-INF/")
}

fn top_level(class: &ClassFile, declared: Vec<(String, LibraryNameKind)>) -> impl Iterator<Item = LibraryName> {
    let package = class.name.rsplit_once('/').map_or("", |(package, _)| package).replace('/', ".");
    let owner = class.kotlin.as_ref().and_then(|kotlin| kotlin.package.clone()).unwrap_or(package);
    declared.into_iter().filter(|(simple, _)| is_name(simple)).map(move |(simple, kind)| LibraryName {
        owner: owner.clone(),
        simple,
        kind,
    })
}

/// Names of classes, of nested ones only where everybody sees those around them.
fn of_classes(classes: &[ClassFile]) -> impl Iterator<Item = LibraryName> {
    let public: HashSet<&str> = classes.iter().map(|class| class.name.as_str()).collect();
    let outers = classes.iter().filter_map(|class| Some((class.name.as_str(), class.outer.as_ref()?.name.as_str())));
    let outers: std::collections::HashMap<&str, &str> = outers.collect();
    let is_seen = move |class: &ClassFile| {
        let mut name = class.name.as_str();
        while let Some(outer) = outers.get(name).filter(|outer| outer.len() < name.len()) {
            name = outer;
        }
        public.contains(name) && !outers.contains_key(name)
    };
    classes.iter().filter(move |class| is_seen(class)).filter_map(|class| {
        let (owner, simple) = match &class.outer {
            Some(outer) => (outer.name.as_str(), outer.inner.as_str()),
            None => class.name.rsplit_once('/').unwrap_or(("", &class.name)),
        };
        let owner = owner.replace(['/', '$'], ".");
        is_name(simple).then(|| LibraryName { owner, simple: simple.to_owned(), kind: LibraryNameKind::Class })
    })
}

/// Whether code can use a name, and nobody has shortened it.
fn is_name(simple: &str) -> bool {
    let is_short = simple.len() == 1 || simple.len() == 2 && simple.starts_with(|letter: char| letter.is_lowercase());
    !simple.is_empty() && !is_short && simple.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}
