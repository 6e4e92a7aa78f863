//! Finds the libraries in the cache of a Gradle user home: `caches/modules-2/files-2.1/<group>/<artifact>/<version>/<hash>/`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use rcad_core::facts::version::Version;

use crate::platform::confine::{FileKind, Root};

/// Where Gradle keeps what it has downloaded, in every version since 1.12.
pub const FILES: &str = "caches/modules-2/files-2.1";

/// Most entries of one directory.
const ENTRIES: usize = 20_000;
/// Most directories that are listed.
const DIRECTORIES: usize = 200_000;

/// Endings of what a multiplatform library calls its artifact for the JVM or for Android. Code declares the one without it.
const PLATFORMS: &[&str] = &["-jvm", "-android", "-desktop"];

/// Files that hold no classes to compile against, by what follows the version.
const OTHER_FILES: &[&str] = &["-sources.", "-javadoc.", "-tests.", "-test-sources.", "-samplessources."];

/// A file of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedJar {
    /// Below the directory of files, with `/`.
    pub path: String,
    /// `group:artifact`, as a build file declares it.
    pub module: String,
    /// Its version.
    pub version: String,
}

/// The jars and aars in a cache, those of the newest versions first. `rest` is called between directories; where it says
/// false, or there are too many, nothing is known.
pub fn jars(root: &Root, rest: &mut dyn FnMut() -> bool) -> Option<Vec<CachedJar>> {
    let mut left = DIRECTORIES;
    let mut below = |dir: &str| -> Option<Vec<(String, FileKind)>> {
        left = left.checked_sub(1)?;
        if left.is_multiple_of(50) && !rest() {
            return None;
        }
        // One that has just gone has nothing.
        Some(root.list(Path::new(dir), ENTRIES).map(|listing| listing.entries).unwrap_or_default())
    };
    let directories = |entries: Vec<(String, FileKind)>| {
        entries.into_iter().filter(|(_, kind)| *kind == FileKind::Directory).map(|(name, _)| name).collect::<Vec<_>>()
    };
    let mut ranked: Vec<(usize, CachedJar)> = Vec::new();
    for group in directories(below("")?) {
        let mut artifacts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for artifact in directories(below(&group)?) {
            let mut versions = directories(below(&format!("{group}/{artifact}"))?);
            versions.sort_by_cached_key(|version| Reverse((Version::parse(version), version.clone())));
            artifacts.insert(artifact, versions);
        }
        for (artifact, versions) in &artifacts {
            for (rank, version) in versions.iter().enumerate() {
                let module = format!("{group}:{}", declared_as(artifact, version, &artifacts));
                for hash in directories(below(&format!("{group}/{artifact}/{version}"))?) {
                    let dir = format!("{group}/{artifact}/{version}/{hash}");
                    let files =
                        below(&dir)?.into_iter().filter(|(name, kind)| *kind == FileKind::File && is_library(name));
                    ranked.extend(files.map(|(name, _)| {
                        let jar = CachedJar {
                            path: format!("{dir}/{name}"),
                            module: module.clone(),
                            version: version.clone(),
                        };
                        (rank, jar)
                    }));
                }
            }
        }
    }
    ranked.sort_by(|(rank, jar), (other_rank, other)| (rank, &jar.path).cmp(&(other_rank, &other.path)));
    Some(ranked.into_iter().map(|(_, jar)| jar).collect())
}

/// The artifact that build files name: without the platform where the cache has that one in the same version, too.
fn declared_as<'a>(artifact: &'a str, version: &str, all: &BTreeMap<String, Vec<String>>) -> &'a str {
    let plain = PLATFORMS.iter().find_map(|end| artifact.strip_suffix(end));
    let is_there = |plain: &&str| all.get(*plain).is_some_and(|versions| versions.iter().any(|one| one == version));
    plain.filter(is_there).unwrap_or(artifact)
}

fn is_library(name: &str) -> bool {
    (name.ends_with(".jar") || name.ends_with(".aar")) && !OTHER_FILES.iter().any(|part| name.contains(part))
}
