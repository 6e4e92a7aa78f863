//! The apps that a project builds, by their ids on a device.

pub mod mappings;

use std::collections::BTreeSet;

use super::build::{self, each_line, scripts_of};
use super::tree::{Files, join, walk};
use crate::pattern::Pattern;

/// `applicationId = "com.example.books"`, `applicationId 'com.example.books'`, `applicationIdSuffix(".debug")`
static ID: Pattern = Pattern::new(r#"\bapplicationId(?P<suffix>Suffix)?\s*[=( ]\s*["'](?P<id>[A-Za-z0-9_.]+)["']"#);

/// `id 'com.android.application'`, `alias(libs.plugins.android.application)`
static APPLICATION: Pattern = Pattern::new(r"\b(?:com\.)?android[.-]application\b");

/// `"applicationId": "com.example.books.debug",`
static BUILT: Pattern = Pattern::new(r#""applicationId":\s*"(?P<id>[^"]+)""#);

/// Where the Android plugin puts what it has built.
const OUTPUTS: &str = "build/outputs/apk";
/// The file beside each.
const METADATA: &str = "output-metadata.json";
/// Variants of a module that are looked at.
const MOST_VARIANTS: usize = 50;

/// The ids that the project's scripts declare, alone and with the suffixes of their module (of a flavour, of a build type,
/// of both), and those that builds wrote down. In order. `dirs` are those of the modules.
pub fn apps(files: &dyn Files, dirs: &[&str]) -> Vec<String> {
    let mut all = BTreeSet::new();
    for dir in dirs {
        all.extend(declared(files, dir));
        for path in walk(files, &join(dir, OUTPUTS), MOST_VARIANTS, &|path| path.ends_with(METADATA)) {
            let text = files.read(&path).unwrap_or_default();
            all.extend(BUILT.captures(&text).map(|found| found["id"].to_owned()));
        }
    }
    all.into_iter().collect()
}

fn declared(files: &dyn Files, dir: &str) -> Vec<String> {
    let (mut ids, mut suffixes, mut application) = (Vec::new(), vec![String::new()], false);
    for script in scripts_of(dir) {
        each_line(files, &script, &mut |line, _| {
            application |= APPLICATION.is_match(line);
            let Some(found) = ID.captures(line) else { return };
            match found.name("suffix") {
                Some(_) => suffixes.push(format!(".{}", found["id"].trim_start_matches('.'))),
                None => ids.push(found["id"].to_owned()),
            }
        });
    }
    if ids.is_empty() && application {
        // Without an id of its own an app has its namespace's.
        let namespace =
            |(name, value): (&str, super::DeclaredValue)| (name == "module_namespace").then_some(value.text);
        ids.extend(build::android(files, dir).into_iter().find_map(namespace));
    }
    let of_id = |id: &String| {
        let pairs = suffixes.iter().flat_map(|first| suffixes.iter().map(move |second| (first, second)));
        let differ = pairs.filter(|(first, second)| first != second || first.is_empty());
        differ.map(|(first, second)| format!("{id}{first}{second}")).collect::<Vec<_>>()
    };
    ids.iter().flat_map(of_id).collect()
}

#[cfg(test)]
mod tests {
    use crate::project::overview::Overview;
    use crate::project::tree::tests::FileMap;

    fn apps(map: &FileMap) -> Vec<String> {
        super::apps(map, &Overview::of(map).dirs())
    }

    #[test]
    fn ids_are_declared_suffixed_and_built() {
        let map = FileMap::of(&[
            ("settings.gradle.kts", "include(\":app\", \":wear\", \":core\")\n"),
            (
                "app/build.gradle.kts",
                "plugins { alias(libs.plugins.android.application) }\nandroid {\n  namespace = \"com.example.code\"\n  defaultConfig {\n    applicationId = \"com.example.books\"\n    // applicationId = \"com.example.old\"\n  }\n  buildTypes { debug { applicationIdSuffix = \".debug\" } }\n}\n",
            ),
            (
                "wear/build.gradle",
                "plugins { id 'com.android.application' }\nandroid {\n  namespace 'com.example.wear'\n}\n",
            ),
            (
                "core/build.gradle",
                "plugins { id 'com.android.library' }\nandroid {\n  namespace 'com.example.core'\n}\n",
            ),
            (
                "app/build/outputs/apk/paid/debug/output-metadata.json",
                "{\"version\": 3, \"applicationId\": \"com.example.books.paid.debug\", \"variantName\": \"paidDebug\"}",
            ),
        ]);
        let wanted =
            ["com.example.books", "com.example.books.debug", "com.example.books.paid.debug", "com.example.wear"];
        assert_eq!(apps(&map), wanted);
        assert!(apps(&FileMap::of(&[("settings.gradle", ""), ("build.gradle", "plugins { id 'java' }\n")])).is_empty());
    }
}
