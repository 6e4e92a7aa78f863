//! Adds what the project's files say about a failure. Reads only through [`Files`]; without files the log alone is
//! explained.
//!
//! | detail added | what it says |
//! |---|---|
//! | `source_file` | the project's file that the failure's `source` lines are from |
//! | `conflict_marker`, `conflict_at` | the first mark of a merge conflict in that file, and where it stands |
//! | `used_at` | file and line that name the symbol, where the log names a merged or generated file instead |
//! | `nearest`, `nearest_place` | the name that was probably meant, and where it is defined |
//! | `declared_name`, `declared_place` | the symbol exists after all: its name in full and where |
//! | `import` | the import, in full, that brings the name or fails itself |
//! | `gradle_version`, `agp_version`, `kotlin_version`, `ksp_version`, `compose_compiler_version` | as declared, where the log does not say it |
//! | the same with `_declared_at` | file and line of the declaration |
//! | `declared_artifact`, `artifact_declared_at` | the library of the name (`facts`) where it is a dependency already |
//! | `module_dir`, `module_build_file` | the failing module |
//! | `module_min_sdk`, `module_compile_sdk`, `module_namespace`, with `_declared_at` | what the module's build file says |
//! | `edge_to`, `edge_from`, `edge_name`, `edge_place` | another module declares the name, and the failing one does not see it |
//! | `edge_line`, `edge_file`, `edge_below` | the dependency that is missing, and below which line it belongs |
//! | `edge_gap`, `edge_through`, `edge_kept`, `edge_kept_at`, `edge_elsewhere`, `edge_include` … | why it is not seen |
//! | `cached_name`, `cached_in`, `cached_import` | a library in Gradle's cache that has the name, and the line that imports it |
//! | `cached_declared`, `cached_at` | the library, where the module declares it already, and where |
//! | `cached_missing`, `cached_line`, `cached_file`, `cached_below` | the module that does not; the dependency, and below which line it belongs |
//! | `cached_maybe`, `cached_choices` | the same name where it is a guess; where several libraries have it |
//! | `owner_class`, `owner_place`, `owner_has` | the class whose member is missing, and what it has |
//! | `elsewhere_class`, `elsewhere_place`, `elsewhere_import` | the other class that has the member, and the import that it needs |
//! | `extended_type`, `extended_by` | a type that is not the project's, and the functions by which the project extends it |
//! | `package_name`, `package_has` | the package whose class or function is missing, and what it has |
//! | `missing_name`, `meant`, `meant_place` | what of them is missing, and what is probably meant |
//! | `imported_name`, `imported_line` | the import that the name nearly is |
//! | `enum_class`, `enum_place`, `enum_has`, with `unknown_constant` or `missing_constants` | what an enum's labels lack |
//! | `signature_of`, `signature`, `signature_at` | how that is declared which is called or implemented wrongly |
//! | `overriding`, `supertype`, `supertype_place`, `supertype_has` | a method that overrides nothing, and what it could override |
//! | `implementing`, `overriding`, `overriding_at` | a class that lacks a member, and the one there that overrides nothing |
//! | `parameters_are` | the parameters of what is called, where an argument names none of them |
//! | `wanted_plugins`, `wanted_in`; `known_plugin`; `property_owner`, `script_has` | what a script names and nobody declares |
//! | `implemented_at` | the line that gives a plugin a class that is missing; `meant` is the plugin there |
//! | `unused_resource`, `like_resource` with `unused_place`, `like_place`; `unused_resources`, `resources_are` | what may be the new name of a resource; which there are |
//! | `lost_kind`, `wanted_resource` | code asks `R` for a type of resources of which there is none |
//! | `misspelt_keyword`, `keyword` | a word that nearly is a keyword |
//! | `tested`, `tested_calls`, `tested_file`, `tested_line` | what the failing line of a test checks |
//! | `act_file`, `act_line` | the place to mend, where that is not the failing line |
//! | `module_package` | the `package` of the module's manifest, an old project's namespace |

mod apps;
pub mod blame;
mod build;
pub(crate) mod catalogue;
mod contents;
mod declaration;
mod details;
mod environment;
mod line_counter;
pub mod manifest;
mod missing_edge;
mod names;
mod nearest;
pub mod overview;
pub(crate) mod resources;
mod source_lines;
mod sources;
mod tree;
pub mod xml;

use crate::code::CodeSources;
use crate::fingerprint::relative;
use crate::model::environment::Environment;
use crate::model::failure::Role;
use crate::{Category, Failure, facts};
use contents::ProjectContents;
use details::add;
use source_lines::{conflict, show};

pub use apps::apps;
pub use apps::mappings::{BuiltMapping, mappings};
pub(crate) use build::edges::{is_build_source, is_in_tests};
pub use declaration::DeclaredValue;
pub use source_lines::{is_secret_line, shown_line, shown_lines};
pub use tree::{DirEntry, Files, locate, walk};

/// Most failures that the project's files are searched for.
const FAILURES: usize = 5;

/// Adds details from the project to failures. `root` is the project's absolute directory, where known; category, file,
/// line and symbol stay the log's.
pub fn look(files: &dyn Files, code: CodeSources<'_>, root: Option<&str>, failures: &mut [Failure]) {
    add_to(&ProjectContents::of(files, code), root, failures);
}

/// The same, and the versions that the build ran with; `captured` are those that are known already.
pub fn survey(
    files: &dyn Files,
    code: CodeSources<'_>,
    root: Option<&str>,
    failures: &mut [Failure],
    captured: &Environment,
) -> Environment {
    let project = ProjectContents::of(files, code);
    add_to(&project, root, failures);
    environment::of_failure(&project, captured, failures.first())
}

/// The versions of a build that did not fail. `dependency` is one whose version is requested, `group:name:…`.
pub fn environment(files: &dyn Files, captured: &Environment, dependency: Option<&str>) -> Environment {
    environment::of_build(&ProjectContents::of(files, CodeSources::default()), captured, dependency)
}

fn add_to(project: &ProjectContents, root: Option<&str>, failures: &mut [Failure]) {
    let locations: Vec<Option<String>> = failures.iter().map(|failure| location(project, root, failure)).collect();
    missing_edge::tell(project, &locations, failures);
    let told = failures.iter_mut().zip(locations).filter(|(failure, _)| failure.role != Role::Consequence);
    for (failure, location) in told.take(FAILURES) {
        let module = module(project, location.as_deref(), failure);
        if let Some(path) = &location {
            show(project, path, failure);
            conflict::look(project, path, failure);
        }
        if !missing_edge::is_told(failure) {
            names::look(project, location.as_deref(), module.as_deref().unwrap_or(""), failure);
            if let Some(path) = &location {
                names::of_code(project, path, failure);
            }
        }
        if let Some(module) = &module {
            describe(project, module, failure);
        }
        versions(project, failure);
        facts::complete(failure);
        if let Some(path) = &location {
            missing_edge::libraries::look(project, path, failure);
        }
        dependency(project, module.as_deref().unwrap_or(""), failure);
    }
}

/// The failure's file as the project's path, unless it is one that a tool has generated.
fn location(project: &ProjectContents, root: Option<&str>, failure: &Failure) -> Option<String> {
    let file = failure.file.as_deref()?;
    let below = root.and_then(|root| relative(file, root));
    let path = locate(project.files, below.as_deref().unwrap_or(file))
        .or_else(|| if file.contains(['/', '\\']) { None } else { only(project, file) })?;
    let generated = path.split('/').any(|part| matches!(part, "build" | "intermediates" | ".gradle"));
    (!generated).then_some(path)
}

/// The only source or resource file of this name, which is all that a stack trace has.
fn only(project: &ProjectContents, name: &str) -> Option<String> {
    let end = format!("/{name}");
    let mut found = walk(project.files, "", 2, &|path| path.ends_with(&end)).into_iter();
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The directory of the failing module: that of the failing task's project, else the one that the file lies in.
fn module(project: &ProjectContents, location: Option<&str>, failure: &Failure) -> Option<String> {
    let modules = &project.build().modules;
    if let Some((path, _)) = failure.task.as_deref().and_then(|task| task.rsplit_once(':')) {
        return match path {
            "" => Some(String::new()),
            _ => modules.iter().find(|module| module.path == path).map(|module| module.dir.clone()),
        };
    }
    let location = location?;
    let holds = |dir: &str| dir.is_empty() || location.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/'));
    let best = modules.iter().filter(|module| holds(&module.dir)).max_by_key(|module| module.dir.len());
    best.map(|module| module.dir.clone()).or_else(|| location.starts_with("src/").then(String::new))
}

/// Adds what the module's build file and manifest declare, for failures about that.
fn describe(project: &ProjectContents, module: &str, failure: &mut Failure) {
    use Category as C;
    let about = matches!(
        failure.category,
        C::AgpNamespace
            | C::AgpCompileSdk
            | C::AgpDesugaring
            | C::AgpDexLimit
            | C::ManifestMerger
            | C::RuntimeNoClassDef
    );
    if !about {
        return;
    }
    for (name, declared_value) in build::android(project.files, module) {
        add(failure, &format!("{name}_declared_at"), declared_value.location);
        add(failure, name, declared_value.text);
    }
    let scripts = build::scripts_of(module);
    if let Some(script) = scripts.iter().find(|script| locate(project.files, script).is_some()) {
        add(failure, "module_build_file", script.as_str());
    }
    let manifest = tree::join(module, "src/main/AndroidManifest.xml");
    let values = project.files.read(&manifest).and_then(|text| resources::values(&text)).unwrap_or_default();
    let package = values.into_iter().find(|value| value.element == "manifest" && value.attribute == "package");
    if let Some(package) = package {
        add(failure, "module_package", package.text);
    }
}

/// Adds the declared versions, for failures in which versions matter.
fn versions(project: &ProjectContents, failure: &mut Failure) {
    use Category as C;
    let matter = matches!(
        failure.category,
        C::GradleVersionIncompatible
            | C::GradleJdkIncompatible
            | C::GradlePluginNotFound
            | C::GradleUnknownPropertyOrMethod
            | C::GradleScriptEvaluation
            | C::ComposeCompilerVersion
            | C::KotlinMetadataVersion
            | C::KotlinInternalCompilerError
            | C::KaptKsp
            | C::AgpCompileSdk
            | C::AgpNamespace
            | C::AgpR8MissingClass
            | C::AgpDexMerge
    );
    for (name, declared_value) in project.build().versions.iter().filter(|_| matter) {
        if failure.details.get(*name).is_none_or(|known| *known == declared_value.text) {
            add(failure, &format!("{name}_declared_at"), declared_value.location.as_str());
        }
        add(failure, name, declared_value.text.as_str());
    }
}

/// Whether the library that has the name is declared already: then only its import or version is wrong.
fn dependency(project: &ProjectContents, module: &str, failure: &mut Failure) {
    let Some(artifact) = failure.details.get("artifact") else { return };
    if let Some(declared_value) = build::dependency(project.files, project.build(), module, artifact) {
        add(failure, "artifact_declared_at", declared_value.location);
        if let Some(artifact) = failure.details.remove("artifact") {
            add(failure, "declared_artifact", artifact);
        }
    }
}

#[cfg(test)]
mod tests;
