//! `android_build`: what the Gradle files declare, which versions of a dependency are known on this computer, and which
//! versions are incompatible by the shipped tables. Contacts no repository, runs no Gradle.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use rcad_core::facts::fit::{Versions, conflicts};
use rcad_core::facts::version::Version;
use rcad_core::project::Files;
use rcad_core::project::overview::{DeclaredVersion, Overview};
use serde_json::{Value, json};

use super::arguments::text;
use super::bound;
use super::toolbox::Toolbox;
use crate::install::hook;
use crate::line::project;
use crate::platform::home::Home;

/// Newest versions of a dependency that are listed.
const MOST: usize = 30;

/// Runs the tool.
pub fn run(toolbox: &Toolbox, arguments: &Value) -> ToolResult {
    let root = toolbox.project()?;
    let none = || ToolError::new(ToolErrorCode::NoResults, "the project has no settings or build script of Gradle");
    let files = project::open(root, bound::time_left() / 2).ok_or_else(none)?;
    let overview = Overview::of(&*files);
    let question = text(arguments, "question");
    let mut data = match question {
        "dependency" => dependency(&overview, text(arguments, "coordinate"))?,
        "plugins" => plugins(&overview)?,
        "build_files" => build_files(&overview, &*files),
        _ => versions(toolbox, &overview)?,
    };
    data["question"] = json!(question);
    Ok(data)
}

fn versions(toolbox: &Toolbox, overview: &Overview) -> ToolResult {
    let mut all = overview.versions();
    let environment = &toolbox.build.environment;
    // Versions of the build itself, for what no file declares.
    let ran = [
        ("gradle", &environment.gradle),
        ("agp", &environment.agp),
        ("kotlin", &environment.kotlin),
        ("jdk", &environment.java),
    ];
    for (name, version) in ran {
        if let Some(version) = version.as_ref().filter(|_| !all.iter().any(|one| one.name == name)) {
            let location = "the build that failed".to_owned();
            all.push(DeclaredVersion { name: name.to_owned(), version: version.clone(), location });
        }
    }
    if all.is_empty() {
        return Err(ToolError::new(ToolErrorCode::NoResults, "no build file declares a version"));
    }
    let first = |name: &str| all.iter().find(|one| one.name == name).map(|one| one.version.as_str());
    let highest = all.iter().filter(|one| one.name == "compileSdk").max_by_key(|one| Version::parse(&one.version));
    let known = Versions {
        gradle: first("gradle"),
        agp: first("agp"),
        kotlin: first("kotlin"),
        ksp: first("ksp"),
        compose: first("compose_compiler"),
        java: first("jdk"),
        compile_sdk: highest.map(|one| one.version.as_str()),
    };
    let incompatible: Vec<Value> =
        conflicts(&known).into_iter().map(|clash| json!({"what": clash.what, "needs": clash.needs})).collect();
    let shown: Vec<Value> =
        all.iter().map(|one| json!({"name": one.name, "version": one.version, "place": one.location})).collect();
    Ok(json!({"versions": shown, "incompatible": incompatible}))
}

fn dependency(overview: &Overview, coordinate: &str) -> ToolResult {
    let bad = |why: &str| {
        ToolError::new(ToolErrorCode::InvalidParameters, format!("`coordinate` {why}, like androidx.core:core-ktx"))
    };
    if coordinate.is_empty() {
        return Err(bad("must be given for this question"));
    }
    let mut parts = coordinate.split(':');
    let (Some(group), Some(name)) = (parts.next(), parts.next()) else { return Err(bad("must be group:name")) };
    if ![group, name].into_iter().all(is_plain) {
        return Err(bad("must be group:name"));
    }
    let declared: Vec<Value> = overview
        .declared(coordinate)
        .into_iter()
        .map(|declaration| json!({"text": declaration.text.trim(), "place": declaration.location}))
        .collect();
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in overview.known(coordinate) {
        known.entry(one.version).or_default().push(one.location);
    }
    for version in cached(&gradle_homes(), group, name) {
        known.entry(version).or_default().push("Gradle's cache".to_owned());
    }
    if declared.is_empty() && known.is_empty() {
        let what = format!("neither the project nor Gradle's caches on this computer know {group}:{name}");
        return Err(ToolError::new(ToolErrorCode::NoResults, what));
    }
    let mut versions: Vec<(String, Vec<String>)> = known.into_iter().collect();
    versions.sort_by_cached_key(|(version, _)| std::cmp::Reverse(Version::parse(version)));
    let known: Vec<Value> = versions
        .into_iter()
        .take(MOST)
        .map(|(version, from)| json!({"version": version, "source": from.join(", ")}))
        .collect();
    Ok(json!({"coordinate": format!("{group}:{name}"), "declared": declared, "known": known}))
}

/// Whether a text is a valid group or name, and so a safe directory name.
fn is_plain(part: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    part.chars().all(plain) && part.starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// The user's Gradle homes: those with the hook, and the usual one.
pub fn gradle_homes() -> Vec<PathBuf> {
    let mut homes = Home::find().map(|home| hook::gradle_homes(&home)).unwrap_or_default();
    let usual = std::env::var_os("GRADLE_USER_HOME").map(PathBuf::from);
    homes.extend(usual.or_else(|| std::env::home_dir().map(|home| home.join(".gradle"))));
    homes.sort();
    homes.dedup();
    homes
}

/// Versions of `group:name` in the caches of these Gradle homes; both parts must be plain names.
pub fn cached(gradle_homes: &[PathBuf], group: &str, name: &str) -> Vec<String> {
    if ![group, name].into_iter().all(is_plain) {
        return Vec::new();
    }
    let dirs = gradle_homes.iter().map(|home| home.join("caches/modules-2/files-2.1").join(group).join(name));
    let entries = dirs.flat_map(|dir| fs::read_dir(dir).into_iter().flatten().flatten().take(1_000));
    let mut versions: Vec<String> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    versions.sort();
    versions.dedup();
    versions
}

fn plugins(overview: &Overview) -> ToolResult {
    let all: Vec<Value> = overview
        .plugins()
        .into_iter()
        .map(|one| json!({"id": one.id, "version": one.version, "place": one.location}))
        .collect();
    if all.is_empty() {
        return Err(ToolError::new(ToolErrorCode::NoResults, "no build file names a plugin"));
    }
    Ok(json!({"plugins": all}))
}

/// Leaves out files that must not be read.
fn build_files(overview: &Overview, files: &dyn Files) -> Value {
    let paths = overview.build_files().into_iter();
    let shown = paths.filter_map(|path| {
        let lines = files.read(&path)?.lines().count();
        Some(json!({"filePath": path, "module": overview.module_of(&path), "lineCount": lines}))
    });
    json!({"files": shown.collect::<Vec<Value>>()})
}

#[cfg(test)]
mod tests {
    use super::{cached, is_plain};

    #[test]
    fn versions_are_those_of_which_the_cache_has_files() {
        let home = tempfile::tempdir().unwrap();
        for version in ["1.12.0", "1.13.0"] {
            let dir = home.path().join("caches/modules-2/files-2.1/androidx.core/core-ktx").join(version);
            std::fs::create_dir_all(dir).unwrap();
        }
        std::fs::create_dir_all(home.path().join("caches/secret")).unwrap();
        let homes = [home.path().to_owned(), home.path().join("none")];
        assert_eq!(cached(&homes, "androidx.core", "core-ktx"), ["1.12.0", "1.13.0"]);
        for (group, name) in [("androidx.core", "core"), ("..", ".."), ("../..", "secret"), ("", ""), ("a/b", "c")] {
            assert!(cached(&homes, group, name).is_empty(), "{group}:{name}");
        }
        assert!(is_plain("com.squareup.okhttp3") && !is_plain("..") && !is_plain(".git"));
    }
}
