//! Ties by what build scripts, properties and the wrapper declare: versions, plugins, dependencies, module edges.

use super::given::{ChangedProject, FoundTies, ReadFailure};
use super::names::{is_in_named_file, is_telling};
use crate::Category as C;
use crate::changes::whole_word::has_word;
use crate::model::change::{Change, ChangeKind as K, ChangeSubject as S};
use crate::project::walk;

/// Adds the changed statements of build files that a failure is about.
pub(super) fn tie(read: &ReadFailure<'_>, project: &ChangedProject<'_>, found: &mut FoundTies) {
    let is_missing_code = is_missing_code(read.failure.category);
    for change in project.changes {
        match change.subject {
            S::Dependency if is_missing_code => edge(change, read, project, found),
            S::Module if is_missing_code && change.kind == K::Removed => edge(change, read, project, found),
            S::Statement if is_missing_code && is_namespace_of(change, read) => {
                found.add(change, 95, true, format!("`{}` is generated in the module's namespace", read.symbol));
            }
            S::Statement if is_level_of(change, read) => {
                found.add(change, 94, true, "it says for which Java version is compiled".to_owned());
            }
            S::Setting if is_unset(change, read) && read_at(change, project).is_some() => {
                let place = read_at(change, project).unwrap_or_default();
                found.add(change, 93, true, format!("{place} reads it"));
            }
            S::Dependency | S::Plugin | S::Statement | S::Setting | S::Tool => mention(change, read, found),
            _ => {}
        }
    }
}

/// Whether the namespace changed in which a class is generated that is missing in this module, or where it is imported from.
fn is_namespace_of(change: &Change, read: &ReadFailure<'_>) -> bool {
    let is_generated = matches!(read.symbol, "R" | "BuildConfig") || read.symbol.ends_with("Binding");
    if change.name != "namespace" || change.kind != K::Value || !is_generated {
        return false;
    }
    let module = change.file.rsplit_once('/').map_or("", |(dir, _)| dir);
    let is_here = read.failure.file.as_ref().is_some_and(|file| file.contains(&format!("{module}/src/")));
    let import = change.before.as_ref().map(|before| format!("import {before}.{}", read.symbol));
    is_here || import.is_some_and(|import| read.text.contains(&import))
}

/// Whether the levels of Java and Kotlin differ, and this one of them changed in the failing module or above all.
fn is_level_of(change: &Change, read: &ReadFailure<'_>) -> bool {
    let name = change.name.trim_end_matches(".set");
    let is_level = LEVELS.contains(&name.rsplit('.').next().unwrap_or(name));
    let module =
        change.file.rsplit_once('/').map_or_else(String::new, |(dir, _)| format!(":{}:", dir.replace('/', ":")));
    let is_here = read.failure.task.as_ref().is_none_or(|task| task.starts_with(&module));
    read.failure.category == C::KotlinJvmTargetMismatch && is_level && is_here
}

/// Statements that set the Java version for which is compiled.
const LEVELS: [&str; 5] =
    ["jvmTarget", "sourceCompatibility", "targetCompatibility", "jvmToolchain", "languageVersion"];

/// Whether a build lacks a value, and this property is gone.
fn is_unset(change: &Change, read: &ReadFailure<'_>) -> bool {
    let lacks = ["no value available", "has no value", "doesn't have a configured value"];
    matches!(change.kind, K::Removed | K::Renamed) && lacks.iter().any(|words| read.said.contains(words))
}

/// Where a build script reads a property: `web/build.gradle.kts:7`.
fn read_at(change: &Change, project: &ChangedProject<'_>) -> Option<String> {
    let is_script = |file: &str| file.ends_with(".kts") || file.ends_with(".gradle");
    let place = (project.uses)(&change.name).into_iter().find(|place| is_script(&place.file))?;
    Some(crate::changes::words::place(&place.file, place.line))
}

/// A dependency that is gone, or no longer passed on, and a name that only it brought.
fn edge(change: &Change, read: &ReadFailure<'_>, project: &ChangedProject<'_>, found: &mut FoundTies) {
    let lost = change.kind == K::Removed
        || change.kind == K::Value && change.before.as_deref().is_some_and(|before| before.ends_with("api"))
        || change.kind == K::Renamed;
    if !lost {
        return;
    }
    if change.name.starts_with(':') {
        let dir = change.name.trim_start_matches(':').replace(':', "/");
        if declares(project, &dir, read) {
            found.add(change, 95, true, format!("{} declares `{}`", change.name, read.symbol));
        }
        return;
    }
    // `org.junit.Assert` of `junit:junit`, `com.google.gson.Gson` of `com.google.code.gson:gson`
    let symbol = read.failure.symbol.as_deref().unwrap_or_default();
    let imported = if read.line.trim_start().starts_with("import ") { read.line.as_str() } else { symbol };
    let parts: Vec<&str> =
        change.name.split([':', '.', '-']).filter(|part| part.len() > 3 && *part != "libs").collect();
    let lower = format!("{imported} {}", read.failure.message).to_lowercase();
    if parts.iter().any(|part| has_word(&lower.replace(['.', ':'], " "), &part.to_lowercase())) {
        found.add(change, 91, true, format!("`{}` brought what is missing", change.name));
    } else {
        found.add(change, 68, false, "the module has lost this dependency");
    }
}

/// Whether a module has a source file of this name, or the package that the failing line imports.
fn declares(project: &ChangedProject<'_>, dir: &str, read: &ReadFailure<'_>) -> bool {
    let name = read.symbol;
    let ends = [format!("/{name}.kt"), format!("/{name}.java")];
    if !name.is_empty() && !walk(project.files, dir, 1, &|path| ends.iter().any(|end| path.ends_with(end))).is_empty() {
        return true;
    }
    let of_name = || read.text.lines().find_map(|line| line.strip_prefix("import ").filter(|_| has_word(line, name)));
    let import = read.line.trim_start().strip_prefix("import ").or_else(of_name);
    let Some(import) = import else { return false };
    let import = import.trim_start_matches("static ").trim_end_matches([';', ' ']);
    // The package of the import, or the class whose member it is.
    let mut package = import;
    while let Some((above, _)) = package.rsplit_once('.') {
        package = above;
        let end = format!("/{}/", package.replace('.', "/"));
        if package.contains('.') && !walk(project.files, dir, 1, &|path| path.contains(&end)).is_empty() {
            return true;
        }
    }
    false
}

/// A name or value that the message has.
fn mention(change: &Change, read: &ReadFailure<'_>, found: &mut FoundTies) {
    let (failure, said) = (read.failure, read.said.as_str());
    let here = is_in_named_file(change, read);
    let before = change.before.as_deref().unwrap_or_default();
    let new = change.after.as_deref().unwrap_or_default();
    let value =
        new.split(SEPARATORS).find(|piece| is_telling(piece) && !has_word(before, piece) && has_word(said, piece));
    // What compilers say of code is not about the words of a script; an exception of Gradle's own may be about a setting.
    let is_rejected =
        change.subject == S::Setting && value.is_some_and(|value| value.len() > 5) && !is_code(failure.category);
    if !here && !is_about_builds(failure.category) && !is_rejected {
        return;
    }
    // What is asked for by the name that it had.
    let lost = failure.symbol.as_deref().is_some_and(|symbol| {
        is_telling(symbol) && before.split(SEPARATORS).any(|piece| piece == symbol) && !has_word(new, symbol)
    });
    let last = change.name.rsplit('.').next().unwrap_or(&change.name);
    let is_named = |name: &str| is_telling(name) && (has_word(said, name) || failure.symbol.as_deref() == Some(name));
    let named = is_named(&change.name) || change.subject == S::Statement && is_named(last);
    let brought = failure.symbol.as_deref().and_then(|symbol| brings(change, symbol));
    if let (Some(weight), true) = (brought, here) {
        let configuration = failure.symbol.as_deref().unwrap_or_default();
        found.add(change, weight, true, format!("`{}` brings `{configuration}`", change.name));
    } else if let (Some(value), true) = (value, change.kind != K::Removed) {
        found.add(change, if here { 93 } else { 90 }, true, format!("the message names `{value}`"));
    } else if lost && failure.category.id().ends_with("_not_found") {
        found.add(
            change,
            93,
            true,
            format!("`{}` is what is not found", failure.symbol.as_deref().unwrap_or_default()),
        );
    } else if named {
        found.add(change, if here { 90 } else { 84 }, true, format!("the message names `{}`", change.name));
    } else if here {
        found.add(change, 76, false, "it is in the file that the message names");
    } else {
        found.add(change, 64, false, "it changed how the project is built");
    }
}

/// Which plugins bring which configurations, the one that is applied for it first.
const CONFIGURATIONS: &[(&str, &[&str])] = &[
    ("api", &["java-library", "org.jetbrains.kotlin", "com.android"]),
    ("compileOnlyApi", &["java-library", "com.android"]),
    ("implementation", &["java", "org.jetbrains.kotlin", "com.android", "java-library", "application", "groovy"]),
    ("compileOnly", &["java", "org.jetbrains.kotlin", "com.android", "java-library", "application"]),
    ("runtimeOnly", &["java", "org.jetbrains.kotlin", "com.android", "java-library", "application"]),
    ("testImplementation", &["java", "org.jetbrains.kotlin", "com.android", "java-library", "application"]),
    ("annotationProcessor", &["java", "com.android", "java-library", "application"]),
    ("kapt", &["org.jetbrains.kotlin.kapt"]),
    ("ksp", &["com.google.devtools.ksp"]),
    ("coreLibraryDesugaring", &["com.android"]),
    ("testFixturesImplementation", &["java-test-fixtures"]),
];

/// How strongly a plugin that is gone is tied to a configuration that is missing.
fn brings(change: &Change, configuration: &str) -> Option<u8> {
    if change.subject != S::Plugin || !matches!(change.kind, K::Removed | K::Renamed) {
        return None;
    }
    let (_, plugins) = CONFIGURATIONS.iter().find(|(name, _)| *name == configuration)?;
    let at =
        plugins.iter().position(|plugin| change.name == *plugin || change.name.starts_with(&format!("{plugin}.")))?;
    Some(if at == 0 { 95 } else { 93 })
}

/// What stands between the words of a statement.
const SEPARATORS: [char; 9] = ['"', '\'', ' ', ':', '=', '(', ')', ',', '/'];

fn is_missing_code(category: C) -> bool {
    matches!(
        category,
        C::KotlinUnresolvedReference | C::JavaCannotFindSymbol | C::JavaOther | C::KotlinMissingSupertype | C::KaptKsp
    )
}

fn is_code(category: C) -> bool {
    is_missing_code(category) || ["kotlin_", "java_", "test_"].iter().any(|start| category.id().starts_with(start))
}

fn is_about_builds(category: C) -> bool {
    let id = category.id();
    if matches!(category, C::Other | C::KotlinOptIn | C::KotlinDeprecatedError | C::KotlinInternalCompilerError) {
        return true;
    }
    id.starts_with("gradle_")
        || id.starts_with("agp_")
        || id == "kotlin_jvm_target_mismatch"
        || id.starts_with("manifest_")
        || id == "compose_compiler_version"
        || id == "kotlin_metadata_version"
}
