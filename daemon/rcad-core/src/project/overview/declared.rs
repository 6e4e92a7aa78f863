//! All that a project declares that decides how its apps run, so that a later build can be compared with it.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::super::build::{Module, scripts_of};
use super::super::manifest;
use super::super::tree::join;
use super::statements::statements;
use super::{LEVEL, Overview};
use crate::model::declared::{Declared, DeclaredKind};
use crate::pattern::Pattern;

/// Most that is kept of a project.
const MOST: usize = 2_000;
/// Files with rules for R8 of a module that are looked at.
const MOST_RULES: usize = 20;
/// Hexadecimal digits that tell a file's content from others.
const CONTENT: usize = 12;

/// `minifyEnabled true`, `isShrinkResources = true`
static SHRINKING: Pattern =
    Pattern::new(r"^(?:is)?(?P<key>[mM]inifyEnabled|[sS]hrinkResources)\s*[=( ]\s*(?P<value>true|false)\)?$");

/// `implementation("a.b:c:1.0")`, `api libs.okhttp`, `implementation platform('a.b:bom:1')`
static DEPENDENCY: Pattern = Pattern::new(concat!(
    r"^(?P<configuration>[A-Za-z]*(?:[iI]mplementation|[aA]pi|[rR]untimeOnly|[cC]ompileOnly|[aA]nnotationProcessor|ksp|kapt|[dD]esugaring|compile))",
    r"\s*[( ]\s*(?:(?:enforcedPlatform|platform)\s*[( ]\s*)?",
    r#"(?:["'](?P<coordinate>[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+)(?::(?P<version>[^"'@:]+))?[^"']*["']|libs\.(?P<accessor>[A-Za-z0-9_.]+))"#,
));

/// `okhttp_version = '4.12.0'`, `val okhttpVersion = "4.12.0"`, `ext.okhttp_version = "4.12.0"`
static NAMED_VERSION: Pattern = Pattern::new(
    r#"^(?:ext\.|extra\[["']|val |def |set\(["'])?(?P<name>[A-Za-z_][A-Za-z0-9_.]*[vV]ersion[A-Za-z0-9_]*)(?:["']\]?)?\s*[=,]\s*["'](?P<value>[0-9][^"'$]*)["']\)?$"#,
);

/// `android.enableR8.fullMode=true`; keys of others may hold secrets.
static PROPERTY: Pattern = Pattern::new(r"^(?P<key>(?:android|kotlin|ksp)\.[A-Za-z0-9_.]+)\s*=\s*(?P<value>.{1,100})$");

impl Overview<'_> {
    /// What decides how the project's apps run, in order; of two that differ in the value alone both values.
    pub fn declared_all(&self) -> Vec<Declared> {
        let mut all = Collected::default();
        self.tools(&mut all);
        for line in self.files.read("gradle.properties").unwrap_or_default().lines() {
            if let Some(found) = PROPERTY.captures(line.trim()) {
                all.add(DeclaredKind::Property, "", &found["key"], found["value"].trim());
            }
        }
        let root = Module { path: ":".to_owned(), dir: String::new() };
        for module in self.build.modules.iter().filter(|module| !module.dir.is_empty()).chain([&root]) {
            self.scripts(module, &mut all);
            self.manifest(module, &mut all);
            self.shrinker_rules(module, &mut all);
        }
        all.finish()
    }

    fn tools(&self, all: &mut Collected) {
        for (name, value) in &self.build.versions {
            let name = match *name {
                "gradle_version" => "Gradle",
                "agp_version" => "the Android Gradle plugin",
                "kotlin_version" => "Kotlin",
                "ksp_version" => "KSP",
                _ => "the Compose compiler",
            };
            all.add(DeclaredKind::Tool, "", name, &value.text);
        }
        for alias in &self.build.aliases {
            if let (Some(module), Some(version)) = (&alias.module, &alias.version) {
                all.add(DeclaredKind::Dependency, "", module, version);
            }
        }
        for plugin in self.plugins() {
            all.add(DeclaredKind::Plugin, "", &plugin.id, plugin.version.as_deref().unwrap_or_default());
        }
    }

    fn scripts(&self, module: &Module, all: &mut Collected) {
        for script in scripts_of(&module.dir) {
            let Some(text) = self.files.read(&script) else { continue };
            statements(&text, &mut |statement| {
                if statement.opens {
                    return;
                }
                let blocks: Vec<&str> = statement.blocks.iter().map(String::as_str).collect();
                let line = statement.text;
                if let [.., "buildTypes", build_type] = blocks[..]
                    && let Some(found) = SHRINKING.captures(line)
                {
                    let minify = found["key"].ends_with("inifyEnabled");
                    let kind = if minify { DeclaredKind::Minify } else { DeclaredKind::ShrinkResources };
                    all.add(kind, &module.path, build_type, &found["value"]);
                } else if blocks.contains(&"dependencies") && !blocks.contains(&"buildscript") {
                    self.dependency(&module.path, line, all);
                } else if let Some(found) = LEVEL.captures(line)
                    && let Some(level) = self.level(&found["value"])
                {
                    let name = found["key"].trim_end_matches("Version");
                    all.add(DeclaredKind::Level, &module.path, name, &level);
                } else if let Some(found) = NAMED_VERSION.captures(line) {
                    all.add(DeclaredKind::Property, "", &found["name"], &found["value"]);
                }
            });
        }
    }

    /// Those of tests are not in the app.
    fn dependency(&self, module: &str, line: &str, all: &mut Collected) {
        let Some(found) = DEPENDENCY.captures(line) else { return };
        let configuration = found["configuration"].to_ascii_lowercase();
        if configuration.starts_with("test") || configuration.starts_with("androidtest") {
            return;
        }
        let text = |group: &str| found.name(group).map_or("", |text| text.as_str());
        if !text("coordinate").is_empty() {
            return all.add(DeclaredKind::Dependency, module, text("coordinate"), text("version"));
        }
        let accessor = text("accessor").trim_end_matches(".get");
        let alias = self.build.aliases.iter().find(|alias| alias.accessor == accessor);
        let name = alias.and_then(|alias| alias.module.clone()).unwrap_or_else(|| format!("libs.{accessor}"));
        // Its version is the catalogue's, the same for all modules.
        all.add(DeclaredKind::Dependency, module, &name, "");
    }

    fn manifest(&self, module: &Module, all: &mut Collected) {
        let Some(text) = self.files.read(&join(&module.dir, "src/main/AndroidManifest.xml")) else { return };
        let Ok(manifest) = manifest::read(&text) else { return };
        for permission in &manifest.permissions {
            all.add(DeclaredKind::Permission, &module.path, &permission.name, "");
        }
        for component in &manifest.components {
            let name = format!("{} {}", component.kind, component.name.as_deref().unwrap_or_default());
            let exported = component.exported.as_ref().map_or(String::new(), |value| format!("exported={value}"));
            all.add(DeclaredKind::Component, &module.path, &name, &exported);
        }
        for (name, value) in manifest.application_attributes().filter(|(name, _)| name.starts_with("android:")) {
            all.add(DeclaredKind::Attribute, &module.path, name, value);
        }
    }

    fn shrinker_rules(&self, module: &Module, all: &mut Collected) {
        let beside = |entry: &crate::project::DirEntry| !entry.directory && entry.name.ends_with(".pro");
        for entry in self.files.list(&module.dir).into_iter().filter(beside).take(MOST_RULES) {
            let path = join(&module.dir, &entry.name);
            if let Some(text) = self.files.read(&path) {
                let content = hex::encode(Sha256::digest(text.as_bytes()));
                all.add(DeclaredKind::ShrinkerRules, "", &path, &content[..CONTENT]);
            }
        }
    }
}

/// Values by what they are of.
#[derive(Default)]
struct Collected(BTreeMap<(DeclaredKind, String, String), Vec<String>>);

impl Collected {
    fn add(&mut self, kind: DeclaredKind, module: &str, name: &str, value: &str) {
        let values = self.0.entry((kind, module.to_owned(), name.to_owned())).or_default();
        if !value.is_empty() && !values.iter().any(|known| known == value) {
            values.push(value.to_owned());
        }
    }

    fn finish(self) -> Vec<Declared> {
        let one = |((kind, module, name), values): ((DeclaredKind, String, String), Vec<String>)| Declared {
            kind,
            module,
            name,
            value: values.join(", "),
        };
        self.0.into_iter().take(MOST).map(one).collect()
    }
}
