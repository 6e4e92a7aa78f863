//! What a project's Gradle files declare: versions, modules, dependencies. Lines are looked at one by one; nothing is run.

pub(super) mod edges;

use super::catalogue::{self, Alias};
use super::declaration::{DeclaredValue, tool_of_module, tool_of_plugin};
use super::tree::{Files, join};
use crate::pattern::Pattern;

/// A project's build as it is declared.
#[derive(Clone, Debug, Default)]
pub struct BuildFiles {
    /// `gradle_version`, `agp_version`, `kotlin_version`, `ksp_version`, `compose_compiler_version`.
    pub versions: Vec<(&'static str, DeclaredValue)>,
    /// Project paths, `:app`, of the settings file.
    pub modules: Vec<Module>,
    /// The version catalog's accessors, `libs.androidx.core.ktx`.
    pub aliases: Vec<Alias>,
    /// Keys of gradle.properties and names of `ext` and `val`.
    pub properties: Vec<DeclaredValue>,
    /// Names of tasks that scripts register.
    pub tasks: Vec<DeclaredValue>,
}

/// A module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// `:feature:home`
    pub path: String,
    /// `feature/home`, empty for the root.
    pub dir: String,
}

/// `distributionUrl=https\://services.gradle.org/distributions/gradle-8.2.1-bin.zip`
static WRAPPER: Pattern = Pattern::new(r"^distributionUrl\s*=.*gradle-(?P<version>[0-9][0-9a-z.-]*?)-(?:bin|all)\.zip");

/// `id("com.android.application") version "8.1.4"`, `id 'x' version 'y'`
static PLUGIN: Pattern = Pattern::new(
    r#"(?:id|alias)?[( ]\s*["'](?P<id>[A-Za-z][A-Za-z0-9_.-]+)["']\)?\s+version\s*\(?\s*["'](?P<version>[^"'$]+)["']"#,
);

/// `kotlin("jvm") version "1.9.24"`
static KOTLIN_PLUGIN: Pattern =
    Pattern::new(r#"kotlin\(["'][a-z.-]+["']\)\s+version\s*\(?\s*["'](?P<version>[^"'$]+)["']"#);

/// `classpath 'com.android.tools.build:gradle:8.1.4'`, `classpath "org…:kotlin-gradle-plugin:$kotlin_version"`
static CLASSPATH: Pattern =
    Pattern::new(r#"["'](?P<group>[A-Za-z0-9_.-]+):(?P<name>[A-Za-z0-9_.-]+):(?P<version>[^"':@]+)["']"#);

/// `ext.kotlin_version = '1.9.24'`, `kotlin_version = "1.9.24"`, `val kotlinVersion = "1.9.24"`, `kotlin.version=1.9.24`
static ASSIGNED: Pattern = Pattern::new(
    r#"^\s*(?:ext\.|extra\[["']|val |def |set\(["'])?(?P<name>[A-Za-z_][A-Za-z0-9_.]*)(?:["']\]?)?\s*[=,]\s*["']?(?P<value>[^"'\s{(]+)["']?\)?\s*$"#,
);

/// `kotlinCompilerExtensionVersion = "1.5.3"`, `kotlinCompilerExtensionVersion '1.5.3'`
static COMPOSE: Pattern = Pattern::new(r#"kotlinCompilerExtensionVersion\s*=?\s*["'](?P<version>[^"'$]+)["']"#);

/// `include ':app', ':core'`, `include(":app")`, `project(':app')`
static INCLUDED: Pattern = Pattern::new(r#"^\s*(?:include\b|["'])"#);

/// `project(':core').projectDir = file('libraries/core')`, `… = new File(settingsDir, "../core")`
static PLACED: Pattern =
    Pattern::new(r#"project\(["'](?P<path>:?[^"']+)["']\)\.projectDir\s*=.*["'](?P<dir>[^"']+)["']"#);

/// `tasks.register("stamp")`, `tasks.create('stamp')`, `task stamp(type: Copy)`, `val stamp by tasks.registering`
static TASK: Pattern = Pattern::new(
    r#"(?:tasks\.(?:register|create)(?:<[^>]*>)?\(\s*["'](?P<a>[A-Za-z0-9_]+)|^\s*task\s+["']?(?P<b>[A-Za-z0-9_]+)|val\s+(?P<c>[A-Za-z0-9_]+)\s+by\s+tasks\.)"#,
);

/// Reads what the root's scripts, the settings, the wrapper, the catalogue and gradle.properties declare.
pub fn read(files: &dyn Files) -> BuildFiles {
    let mut build = BuildFiles::default();
    let catalogue = files.read(catalogue::PATH).map(|text| catalogue::read(&text)).unwrap_or_default();
    each_line(files, "gradle/wrapper/gradle-wrapper.properties", &mut |line, location| {
        if let Some(found) = WRAPPER.captures(line) {
            version(&mut build, "gradle_version", &found["version"], location);
        }
    });
    for settings in ["settings.gradle", "settings.gradle.kts"] {
        each_line(files, settings, &mut |line, location| {
            modules(&mut build.modules, line);
            plugin_versions(&mut build, line, location);
        });
    }
    each_line(files, "gradle.properties", &mut |line, location| property(&mut build, line, location));
    let mut scripts = vec!["build.gradle".to_owned(), "build.gradle.kts".to_owned()];
    scripts.extend(build.modules.iter().flat_map(|module| scripts_of(&module.dir)));
    for script in scripts {
        each_line(files, &script, &mut |line, location| script_line(&mut build, line, location));
    }
    for (name, declared_value) in catalogue.versions {
        version(&mut build, name, &declared_value.text, declared_value.location);
    }
    build.aliases = catalogue.aliases;
    build
}

/// The build files that a module may have.
pub fn scripts_of(dir: &str) -> [String; 2] {
    [join(dir, "build.gradle"), join(dir, "build.gradle.kts")]
}

pub(super) fn each_line(files: &dyn Files, path: &str, each: &mut dyn FnMut(&str, String)) {
    let Some(text) = files.read(path) else { return };
    for (number, line) in text.lines().enumerate() {
        if !line.trim_start().starts_with("//") {
            each(line, format!("{path}:{}", number + 1));
        }
    }
}

/// The first declaration counts: what a later file says of the same tool is about something else.
fn version(build: &mut BuildFiles, name: &'static str, text: &str, location: String) {
    let number = text.starts_with(|c: char| c.is_ascii_digit());
    if number && !build.versions.iter().any(|(known, _)| *known == name) {
        build.versions.push((name, DeclaredValue { text: text.to_owned(), location }));
    }
}

fn property(build: &mut BuildFiles, line: &str, location: String) {
    if let Some((key, _)) = line.split_once('=').filter(|(key, _)| !key.trim_start().starts_with('#')) {
        build.properties.push(DeclaredValue { text: key.trim().to_owned(), location });
    }
}

fn script_line(build: &mut BuildFiles, line: &str, location: String) {
    plugin_versions(build, line, location.clone());
    if let Some(found) = COMPOSE.captures(line) {
        version(build, "compose_compiler_version", &found["version"], location.clone());
    }
    if let Some(found) = TASK.captures(line) {
        let name = ["a", "b", "c"].iter().find_map(|group| found.name(group));
        build
            .tasks
            .extend(name.map(|name| DeclaredValue { text: name.as_str().to_owned(), location: location.clone() }));
    }
    if let Some(found) = ASSIGNED.captures(line) {
        let name = found["name"].to_owned();
        if matches!(name.to_ascii_lowercase().replace(['_', '.'], "").as_str(), "kotlinversion" | "versionkotlin") {
            version(build, "kotlin_version", &found["value"], location.clone());
        }
        build.properties.push(DeclaredValue { text: name, location });
    }
}

fn plugin_versions(build: &mut BuildFiles, line: &str, location: String) {
    if let Some(found) = KOTLIN_PLUGIN.captures(line) {
        version(build, "kotlin_version", &found["version"], location.clone());
    }
    if let Some(found) = PLUGIN.captures(line)
        && let Some(name) = tool_of_plugin(&found["id"])
    {
        version(build, name, &found["version"], location.clone());
    }
    if let Some(found) = CLASSPATH.captures(line)
        && let Some(name) = tool_of_module(&found["group"], &found["name"])
    {
        version(build, name, &found["version"], location);
    }
}

fn modules(all: &mut Vec<Module>, line: &str) {
    if let Some(found) = PLACED.captures(line) {
        let path = format!(":{}", found["path"].trim_start_matches(':'));
        if let Some(module) = all.iter_mut().find(|module| module.path == path) {
            module.dir = found["dir"].trim_start_matches("./").to_owned();
        }
        return;
    }
    if !INCLUDED.is_match(line) {
        return;
    }
    // Every second piece between quotes is a path.
    for path in line.split(['"', '\'']).skip(1).step_by(2).filter(|path| !path.is_empty() && !path.contains(' ')) {
        let path = format!(":{}", path.trim_start_matches(':'));
        let dir = path.trim_start_matches(':').replace(':', "/");
        if !all.iter().any(|module| module.path == path) {
            all.push(Module { path, dir });
        }
    }
}

/// Where a module is declared as a dependency of `dir`: by its coordinate without version, or by an alias for it.
pub fn dependency(files: &dyn Files, build: &BuildFiles, dir: &str, coordinate: &str) -> Option<DeclaredValue> {
    let mut parts = coordinate.split(':');
    let module = format!("{}:{}", parts.next()?, parts.next()?);
    let alias = build.aliases.iter().find(|alias| alias.module.as_deref() == Some(module.as_str()));
    let mut found = None;
    for script in scripts_of(dir) {
        each_line(files, &script, &mut |line, location| {
            let named = alias.is_some_and(|alias| line.contains(&format!("libs.{})", alias.accessor)))
                || alias.is_some_and(|alias| line.trim_end().ends_with(&format!("libs.{}", alias.accessor)));
            if found.is_none() && (named || contains_module(line, &module)) {
                found = Some(DeclaredValue { text: line.trim().to_owned(), location });
            }
        });
    }
    found
}

/// `group:name`, and neither `group:name-more` nor `more.group:name`.
fn contains_module(line: &str, module: &str) -> bool {
    let more = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    line.match_indices(module)
        .any(|(at, _)| !line[at + module.len()..].starts_with(more) && !line[..at].ends_with(more))
}

/// `minSdk 24`, `minSdkVersion = 24`, `compileSdk = 34`, `namespace 'x'` of a module's build file.
pub fn android(files: &dyn Files, dir: &str) -> Vec<(&'static str, DeclaredValue)> {
    let mut all: Vec<(&'static str, DeclaredValue)> = Vec::new();
    for script in scripts_of(dir) {
        each_line(files, &script, &mut |line, location| {
            let Some(found) = ANDROID.captures(line) else { return };
            let name = match &found["key"] {
                "minSdk" | "minSdkVersion" => "module_min_sdk",
                "compileSdk" | "compileSdkVersion" => "module_compile_sdk",
                _ => "module_namespace",
            };
            if !all.iter().any(|(known, _)| *known == name) {
                all.push((name, DeclaredValue { text: found["value"].to_owned(), location }));
            }
        });
    }
    all
}

static ANDROID: Pattern = Pattern::new(
    r#"^\s*(?P<key>minSdk|minSdkVersion|compileSdk|compileSdkVersion|namespace)\s*[=( ]\s*["']?(?:android-)?(?P<value>[A-Za-z0-9_.]+)["']?"#,
);

#[cfg(test)]
mod tests {
    use super::super::tree::tests::FileMap;
    use super::{android, dependency, read};

    fn map() -> FileMap {
        FileMap::of(&[
            (
                "gradle/wrapper/gradle-wrapper.properties",
                "a=b\ndistributionUrl=https\\://x/distributions/gradle-8.2.1-bin.zip\n",
            ),
            (
                "settings.gradle",
                "rootProject.name = 'shop'\ninclude ':app', ':feature:home'\ninclude(\":core\")\nproject(':core').projectDir = file('libraries/core')\n",
            ),
            (
                "build.gradle",
                "buildscript {\n  ext.kotlin_version = '1.9.24'\n  dependencies {\n    classpath 'com.android.tools.build:gradle:8.1.4'\n    classpath \"org.jetbrains.kotlin:kotlin-gradle-plugin:$kotlin_version\"\n  }\n}\ntask stamp(type: Copy) {}\n",
            ),
            (
                "app/build.gradle",
                "plugins { id 'com.google.devtools.ksp' version '1.9.24-1.0.20' }\nandroid {\n  namespace 'com.example.shop'\n  compileSdk 34\n  defaultConfig { }\n  minSdkVersion 21\n}\ndependencies {\n  implementation 'androidx.core:core-ktx:1.12.0'\n  // implementation 'androidx.room:room-ktx:2'\n  implementation libs.okhttp\n}\n",
            ),
            ("gradle.properties", "# x=y\norg.gradle.jvmargs=-Xmx2g\nshopUrl=https://shop.example\n"),
            (
                "gradle/libs.versions.toml",
                "[versions]\nagp = \"7.0.0\"\n[libraries]\nokhttp = \"com.squareup.okhttp3:okhttp:4.12.0\"\n",
            ),
        ])
    }

    #[test]
    fn versions_come_with_their_place() {
        let build = read(&map());
        let version = |name: &str| {
            let found = build.versions.iter().find(|(known, _)| *known == name);
            found.map(|(_, declared_value)| format!("{} {}", declared_value.text, declared_value.location))
        };
        assert_eq!(version("gradle_version").as_deref(), Some("8.2.1 gradle/wrapper/gradle-wrapper.properties:2"));
        assert_eq!(version("agp_version").as_deref(), Some("8.1.4 build.gradle:4"));
        assert_eq!(version("kotlin_version").as_deref(), Some("1.9.24 build.gradle:2"));
        assert_eq!(version("ksp_version").as_deref(), Some("1.9.24-1.0.20 app/build.gradle:1"));
        assert_eq!(version("compose_compiler_version"), None);
    }

    #[test]
    fn modules_tasks_and_properties() {
        let build = read(&map());
        let modules: Vec<String> = build.modules.iter().map(|one| format!("{} {}", one.path, one.dir)).collect();
        assert_eq!(modules, [":app app", ":feature:home feature/home", ":core libraries/core"]);
        assert_eq!(build.tasks[0].text, "stamp");
        assert!(build.properties.iter().any(|one| one.text == "shopUrl" && one.location == "gradle.properties:3"));
    }

    #[test]
    fn dependencies_are_found_by_coordinate_and_alias() {
        let (map, build) = (map(), read(&map()));
        let location =
            |coordinate| dependency(&map, &build, "app", coordinate).map(|declared_value| declared_value.location);
        assert_eq!(location("androidx.core:core-ktx:1.12.0").as_deref(), Some("app/build.gradle:9"));
        assert_eq!(location("com.squareup.okhttp3:okhttp").as_deref(), Some("app/build.gradle:11"));
        assert_eq!((location("androidx.core:core"), location("androidx.room:room-ktx")), (None, None));
        assert_eq!(location("core:core-ktx"), None, "another group");
        let found = android(&map, "app");
        let texts: Vec<&str> = found.iter().map(|(_, declared_value)| declared_value.text.as_str()).collect();
        assert_eq!(texts, ["com.example.shop", "34", "21"]);
    }
}
