//! What a project's Gradle files declare: versions, plugins, dependencies and build files, each with its location. Reads
//! through [`Files`]; runs nothing.

pub mod changes;
mod declared;
pub(crate) mod statements;

use super::build::{self, BuildFiles};
use super::declaration::DeclaredValue;
use super::tree::{Files, walk};
use crate::pattern::Pattern;

/// Most build files that are listed.
const MOST: usize = 200;

/// `id("com.android.application") version "8.1.4" apply false`, `id 'x'`
static PLUGIN: Pattern = Pattern::new(
    r#"^\s*id\s*\(?\s*["'](?P<id>[A-Za-z][A-Za-z0-9_.-]*)["']\s*\)?(?:\s*version\s*\(?\s*["'](?P<version>[^"']+)["'])?"#,
);

/// `kotlin("android") version "1.9.24"`
static KOTLIN: Pattern =
    Pattern::new(r#"^\s*kotlin\(["'](?P<id>[a-z.-]+)["']\)(?:\s*version\s*\(?\s*["'](?P<version>[^"']+)["'])?"#);

/// `alias(libs.plugins.android.application) apply false`, `alias libs.plugins.ksp`
static ALIAS: Pattern = Pattern::new(r"^\s*alias[( ]\s*libs\.plugins\.(?P<accessor>[A-Za-z0-9_.]+)");

/// `apply plugin: 'com.android.application'`, `apply(plugin = "x")`
static APPLY: Pattern = Pattern::new(r#"^\s*apply\s*\(?\s*plugin\s*[:=]\s*["'](?P<id>[A-Za-z0-9_.-]+)["']"#);

/// `targetSdk 34`, `compileSdk = libs.versions.compileSdk.get().toInt()`, `jvmToolchain(17)`
static LEVEL: Pattern = Pattern::new(concat!(
    r#"^\s*(?P<key>minSdk|minSdkVersion|targetSdk|targetSdkVersion|compileSdk|compileSdkVersion|jvmToolchain|jvmTarget|sourceCompatibility)"#,
    r#"\s*[=( ]\s*(?:JavaVersion\.VERSION_|JvmTarget\.JVM_|JavaVersion\.toVersion\()?["']?(?:android-)?(?P<value>[A-Za-z0-9_.]+)"#,
));

/// A version that is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredVersion {
    /// `gradle`, `agp`, `kotlin`, `ksp`, `compose_compiler`, or `compileSdk`, `minSdk`, `targetSdk`, `jvmToolchain`,
    /// `jvmTarget`, `sourceCompatibility` of a module.
    pub name: String,
    /// `8.5.2`, `34`.
    pub version: String,
    /// Path and line.
    pub location: String,
}

/// A plugin that a script names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// `com.android.application`
    pub id: String,
    /// Where the script or the catalogue says it.
    pub version: Option<String>,
    /// Path and line in the script.
    pub location: String,
}

/// A version of a module that is known, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownVersion {
    /// `1.13.0`
    pub version: String,
    /// Path and line of a catalogue or lock file.
    pub location: String,
}

/// A project whose build files were read.
pub struct Overview<'f> {
    files: &'f dyn Files,
    build: BuildFiles,
}

impl Overview<'_> {
    /// Reads what the root's and the modules' build files declare.
    pub fn of(files: &dyn Files) -> Overview<'_> {
        Overview { files, build: build::read(files) }
    }

    /// Directories of the modules, the root's (`""`) last.
    pub fn dirs(&self) -> Vec<&str> {
        self.build.modules.iter().map(|module| module.dir.as_str()).chain([""]).collect()
    }

    /// Path of the module that a file lies in, `:app`; `:` for the root.
    pub fn module_of(&self, path: &str) -> &str {
        let holds = |dir: &str| path.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/'));
        let best = self.build.modules.iter().filter(|one| holds(&one.dir)).max_by_key(|one| one.dir.len());
        best.map_or(":", |module| module.path.as_str())
    }

    /// Directory of the module that is called `:app`, or `app`; `:` is the root.
    pub fn dir_of(&self, module: &str) -> Option<&str> {
        let name = module.trim_start_matches(':');
        let known = self.build.modules.iter().find(|one| one.path.trim_start_matches(':') == name || one.dir == name);
        known.map(|module| module.dir.as_str()).or_else(|| name.is_empty().then_some(""))
    }

    /// What a module's build file says of itself: `module_namespace` and others, with the place.
    pub fn module(&self, dir: &str) -> Vec<(&'static str, DeclaredValue)> {
        build::android(self.files, dir)
    }

    /// Every version that is declared, the tools' first.
    pub fn versions(&self) -> Vec<DeclaredVersion> {
        let tools = self.build.versions.iter().map(|(name, declared_value)| DeclaredVersion {
            name: name.trim_end_matches("_version").to_owned(),
            version: declared_value.text.clone(),
            location: declared_value.location.clone(),
        });
        let mut all: Vec<DeclaredVersion> = tools.collect();
        self.each_script(&mut |line, location| {
            let Some(found) = LEVEL.captures(line) else { return };
            if let Some(version) = self.level(&found["value"]) {
                let name = found["key"].trim_end_matches("Version").to_owned();
                all.push(DeclaredVersion { name, version, location: location.to_owned() });
            }
        });
        all
    }

    /// `34`, `17`, `1.8` for `1_8`, or the number that the catalogue has for a name.
    fn level(&self, value: &str) -> Option<String> {
        if value.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(value.replace('_', ".").trim_end_matches('.').to_owned());
        }
        let accessor = value.strip_prefix("libs.")?.trim_end_matches(".toInt").trim_end_matches(".get");
        self.build.aliases.iter().find(|alias| alias.accessor == accessor)?.version.clone()
    }

    /// The plugins that scripts and settings name, in the order of their files.
    pub fn plugins(&self) -> Vec<Plugin> {
        let mut all = Vec::new();
        self.each_script(&mut |line, location| {
            let location = location.to_owned();
            if let Some(found) = ALIAS.captures(line) {
                let accessor = format!("plugins.{}", &found["accessor"]);
                let known = self.build.aliases.iter().find(|alias| alias.accessor == accessor);
                let id = known.and_then(|alias| alias.plugin.clone()).unwrap_or_else(|| format!("libs.{accessor}"));
                all.push(Plugin { id, version: known.and_then(|alias| alias.version.clone()), location });
            } else if let Some(found) = KOTLIN.captures(line) {
                let version = found.name("version").map(|text| text.as_str().to_owned());
                all.push(Plugin { id: format!("org.jetbrains.kotlin.{}", &found["id"]), version, location });
            } else if let Some(found) = PLUGIN.captures(line) {
                let version = found.name("version").map(|text| text.as_str().to_owned());
                all.push(Plugin { id: found["id"].to_owned(), version, location });
            } else if let Some(found) = APPLY.captures(line) {
                all.push(Plugin { id: found["id"].to_owned(), version: None, location });
            }
        });
        all
    }

    /// Lines that declare `group:name`, with the place.
    pub fn declared(&self, coordinate: &str) -> Vec<DeclaredValue> {
        let dirs = self.dirs();
        dirs.into_iter().filter_map(|dir| build::dependency(self.files, &self.build, dir, coordinate)).collect()
    }

    /// Versions of `group:name` that the catalogue and the lock files know.
    pub fn known(&self, coordinate: &str) -> Vec<KnownVersion> {
        let mut parts = coordinate.split(':');
        let (Some(group), Some(name)) = (parts.next(), parts.next()) else { return Vec::new() };
        let module = format!("{group}:{name}");
        let aliases = self.build.aliases.iter().filter(|alias| alias.module.as_ref() == Some(&module));
        let mut all: Vec<KnownVersion> = aliases
            .filter_map(|alias| {
                Some(KnownVersion { version: alias.version.clone()?, location: alias.location.clone() })
            })
            .collect();
        for path in walk(self.files, "", 50, &|path| path.ends_with(".lockfile")) {
            let text = self.files.read(&path).unwrap_or_default();
            for (number, line) in text.lines().enumerate() {
                // `androidx.core:core-ktx:1.13.0=debugCompileClasspath,…`, before Gradle 6.8 without `=`
                let locked = line.split('=').next().and_then(|all| all.strip_prefix(&module)?.strip_prefix(':'));
                if let Some(version) = locked.filter(|version| !version.contains(':')) {
                    all.push(KnownVersion { version: version.to_owned(), location: format!("{path}:{}", number + 1) });
                }
            }
        }
        all
    }

    /// Paths of the build files that there are: settings, scripts, properties, the wrapper, catalogues, lock files.
    pub fn build_files(&self) -> Vec<String> {
        let ends =
            [".gradle", ".gradle.kts", ".versions.toml", ".lockfile", "gradle.properties", "gradle-wrapper.properties"];
        walk(self.files, "", MOST, &|path| ends.iter().any(|end| path.ends_with(end)))
    }

    fn each_script(&self, each: &mut dyn FnMut(&str, &str)) {
        let mut paths: Vec<String> = vec!["settings.gradle".to_owned(), "settings.gradle.kts".to_owned()];
        paths.extend(["", "buildSrc"].iter().flat_map(|dir| build::scripts_of(dir)));
        let dirs = self.build.modules.iter().map(|module| module.dir.as_str());
        paths.extend(dirs.filter(|dir| !dir.is_empty()).flat_map(build::scripts_of));
        for path in paths {
            let Some(text) = self.files.read(&path) else { continue };
            for (number, line) in text.lines().enumerate() {
                let code = line.trim_start();
                if code.starts_with("//") {
                    continue;
                }
                // `plugins { id 'x' }` on one line.
                let code = code.strip_prefix("plugins").map_or(line, |rest| rest.trim_start().trim_start_matches('{'));
                each(code, &format!("{path}:{}", number + 1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::FileMap;
    use super::Overview;

    fn map() -> FileMap {
        FileMap::of(&[
            ("settings.gradle.kts", "include(\":app\", \":core\")\n"),
            ("gradle/wrapper/gradle-wrapper.properties", "distributionUrl=https\\://x/gradle-8.2-bin.zip\n"),
            (
                "gradle/libs.versions.toml",
                "[versions]\nagp = \"8.5.2\"\nsdk = \"35\"\n[libraries]\nokhttp = { module = \"com.squareup.okhttp3:okhttp\", version = \"4.12.0\" }\n[plugins]\nandroid-application = { id = \"com.android.application\", version.ref = \"agp\" }\nksp = \"com.google.devtools.ksp:1.9.24-1.0.20\"\n",
            ),
            (
                "build.gradle.kts",
                "plugins {\n    alias(libs.plugins.android.application) apply false\n    alias(libs.plugins.gone)\n    kotlin(\"jvm\") version \"1.9.24\"\n}\n",
            ),
            (
                "app/build.gradle.kts",
                "plugins { id(\"com.android.application\") }\n// id(\"commented\")\nandroid {\n    compileSdk = libs.versions.sdk.get().toInt()\n    defaultConfig { }\n    targetSdk = 34\n    minSdk = someVal\n}\nkotlin { }\n    jvmToolchain(17)\ndependencies {\n    implementation(libs.okhttp)\n}\n",
            ),
            (
                "core/build.gradle",
                "apply plugin: 'com.android.library'\n  sourceCompatibility JavaVersion.VERSION_1_8\n",
            ),
            (
                "app/gradle.lockfile",
                "# x\ncom.squareup.okhttp3:okhttp:4.11.0=debug\ncom.squareup.okhttp3:okhttp-tls:4.0=debug\n",
            ),
            ("app/src/main/A.kt", ""),
        ])
    }

    #[test]
    fn versions_of_tools_and_modules() {
        let map = map();
        let all: Vec<String> = Overview::of(&map)
            .versions()
            .iter()
            .map(|one| format!("{} {} {}", one.name, one.version, one.location))
            .collect();
        assert_eq!(
            all,
            [
                "gradle 8.2 gradle/wrapper/gradle-wrapper.properties:1",
                "kotlin 1.9.24 build.gradle.kts:4",
                "agp 8.5.2 gradle/libs.versions.toml:2",
                "ksp 1.9.24-1.0.20 gradle/libs.versions.toml:8",
                "compileSdk 35 app/build.gradle.kts:4",
                "targetSdk 34 app/build.gradle.kts:6",
                "jvmToolchain 17 app/build.gradle.kts:10",
                "sourceCompatibility 1.8 core/build.gradle:2",
            ]
        );
    }

    #[test]
    fn plugins_have_the_id_and_version_of_the_catalogue() {
        let map = map();
        let all: Vec<String> = Overview::of(&map)
            .plugins()
            .iter()
            .map(|one| format!("{} {} {}", one.id, one.version.as_deref().unwrap_or("-"), one.location))
            .collect();
        assert_eq!(
            all,
            [
                "com.android.application 8.5.2 build.gradle.kts:2",
                "libs.plugins.gone - build.gradle.kts:3",
                "org.jetbrains.kotlin.jvm 1.9.24 build.gradle.kts:4",
                "com.android.application - app/build.gradle.kts:1",
                "com.android.library - core/build.gradle:1",
            ]
        );
    }

    #[test]
    fn dependencies_are_declared_locked_and_catalogued() {
        let map = map();
        let overview = Overview::of(&map);
        let declared = overview.declared("com.squareup.okhttp3:okhttp");
        assert_eq!((declared.len(), declared[0].location.as_str()), (1, "app/build.gradle.kts:12"));
        let known: Vec<String> = overview
            .known("com.squareup.okhttp3:okhttp")
            .iter()
            .map(|one| format!("{} {}", one.version, one.location))
            .collect();
        assert_eq!(known, ["4.12.0 gradle/libs.versions.toml:5", "4.11.0 app/gradle.lockfile:2"]);
        assert!(overview.known("com.squareup:okio").is_empty() && overview.known("odd").is_empty());
    }

    #[test]
    fn build_files_are_listed_with_their_module() {
        let map = map();
        let overview = Overview::of(&map);
        let files = overview.build_files();
        assert_eq!(files.len(), 7, "{files:?}");
        assert_eq!((overview.module_of("app/build.gradle.kts"), overview.module_of("build.gradle.kts")), (":app", ":"));
    }
}
