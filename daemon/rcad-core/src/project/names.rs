//! Suggestions for names that a failure can't resolve, by the kind of name.

mod build_classes;
mod calls;
mod cases;
mod classes;
mod expression;
mod navigation;
mod owner;
mod resources;
mod scripts;
mod signatures;
mod slips;
mod tested;

use super::build::{self, edges::is_build_source};
use super::contents::ProjectContents;
use super::details::{add, suggest};
use super::nearest::nearest;
use super::resources::{XmlValue, values};
use super::sources::{self, SourceDeclaration, receiver};
use crate::pattern::{Captures, Pattern};
use crate::{Category, Failure};
use expression::CodePlace;

/// Adds what the project has for the failure's symbol. `location` is the failure's file in the project.
pub fn look(project: &ProjectContents, location: Option<&str>, module: &str, failure: &mut Failure) {
    use Category as C;
    let Some(symbol) = failure.symbol.clone() else { return };
    let in_script = matches!(failure.category, C::GradleScriptCompile | C::GradleUnknownPropertyOrMethod);
    if in_script && build_classes::member(project, location, &symbol, failure) {
        return;
    }
    match failure.category {
        C::XmlResourceNotFound | C::AaptLink | C::RuntimeResourcesNotFound => {
            resources::resource(project, location, &symbol, failure);
        }
        C::XmlAttributeNotFound => resources::attribute(project, location, &symbol, failure),
        C::KotlinUnresolvedReference | C::JavaCannotFindSymbol | C::KotlinMissingSupertype | C::GradleScriptCompile => {
            code(project, location, module, &symbol, failure);
        }
        C::XmlClassNotFound | C::ManifestClassNotFound | C::RuntimeNoClassDef => {
            class(project, module, &symbol, failure)
        }
        C::ManifestActivityNotDeclared => component(project, &symbol, failure),
        C::ManifestPermission | C::RuntimeSecurity => permission(project, &symbol, failure),
        C::RuntimeNavigation => navigation::look(project, &symbol, failure),
        C::GradleTaskNotFound => {
            task(project, &symbol, failure);
            if failure.file.is_some() || failure.message.contains("Task with path") {
                scripts::declared(project, &symbol, failure);
            }
        }
        C::GradleUnknownPropertyOrMethod => {
            property(project, &symbol, failure);
            if scripts::is_configuration(&symbol) {
                scripts::configuration(project, module, &symbol, failure);
            } else {
                scripts::declared(project, &symbol, failure);
            }
        }
        C::GradlePluginNotFound if failure.details.contains_key("class") => build_classes::plugin(project, failure),
        C::GradlePluginNotFound => scripts::plugin(&symbol, failure),
        C::GradleDependencyNotFound | C::GradleDependencyConflict | C::AgpCompileSdk | C::GradleVariantAmbiguity => {
            coordinate(project, module, &symbol, failure);
        }
        _ => {}
    }
}

/// Adds what the project's code declares of what stands on the failing line of the file at `path`.
pub fn of_code(project: &ProjectContents, path: &str, failure: &mut Failure) {
    use Category as C;
    let Some(line) = failure.line.filter(|_| project.code_of(path).is_some()) else { return };
    let Some(text) = project.files.read(path) else { return };
    let Some(code) = text.lines().nth(usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1)) else { return };
    let seen = CodePlace { project, path, text: &text, line };
    match failure.category {
        C::KotlinUnresolvedReference | C::JavaCannotFindSymbol if !signatures::is_about_parameter(failure) => {
            missing_name(&seen, code, failure)
        }
        C::TestFailure => tested::look(&seen, code, failure),
        C::KotlinSyntax | C::JavaOther if failure.is_syntax() => slips::keyword(&seen, code, failure),
        _ => {
            cases::look(&seen, code, failure);
            signatures::look(&seen, code, failure);
        }
    }
}

fn missing_name(seen: &CodePlace<'_, '_>, code: &str, failure: &mut Failure) {
    let package = failure.details.get("package").filter(|package| !package.contains('.'));
    let Some(symbol) = package.cloned().or_else(|| failure.symbol.clone()) else { return };
    slips::import_of(seen, &symbol, failure);
    if failure.details.contains_key("imported_name") {
        return add(failure, "missing_name", symbol);
    }
    if failure.details.contains_key("lost_kind") {
        return;
    }
    owner::look(seen, code, &symbol, failure);
    let told = ["owner_has", "extended_by", "package_has", "declared_place", "nearest"];
    if !told.iter().any(|key| failure.details.contains_key(*key)) {
        slips::standard(seen, &symbol, failure);
    }
}

/// `R.color.colorPrimry`
static RESOURCE_IN_CODE: Pattern = Pattern::new(r"\bR\.(?P<kind>[a-z]+)\.(?P<name>[A-Za-z0-9_]+)");

/// `libs.androidx.core.ktx`
static ACCESSOR: Pattern = Pattern::new(r"\blibs\.(?P<name>[A-Za-z0-9_.]+)");

/// The resource on a line of code whose kind or name this is; a line may have several.
fn resource_in_code<'l>(line: &'l str, group: &str, wanted: &str) -> Option<Captures<'l>> {
    let all = receiver::words(line, "R").filter_map(|at| RESOURCE_IN_CODE.captures(&line[at..]));
    all.into_iter().find(|found| &found[group] == wanted)
}

fn code(project: &ProjectContents, location: Option<&str>, module: &str, symbol: &str, failure: &mut Failure) {
    let text = location.and_then(|location| project.files.read(location)).unwrap_or_default();
    let line =
        failure.line.and_then(|line| text.lines().nth(usize::try_from(line).ok()?.checked_sub(1)?)).unwrap_or("");
    if let Some(found) = resource_in_code(line, "name", symbol) {
        resources::near(project, &found["kind"], symbol, "", failure);
        return;
    }
    if let Some(found) = resource_in_code(line, "kind", symbol)
        && !project.resources().iter().any(|one| one.kind == symbol)
    {
        add(failure, "lost_kind", symbol);
        add(failure, "wanted_resource", format!("R.{}.{}", &found["kind"], &found["name"]));
        return;
    }
    if let Some(found) = ACCESSOR.captures(line).filter(|found| found["name"].split('.').any(|part| part == symbol)) {
        alias(project, &found["name"], failure);
        return;
    }
    let import = sources::import(line).map(str::to_owned).or_else(|| sources::import_of(&text, symbol));
    if let Some(import) = import {
        add(failure, "import", import);
    }
    let compiler_location = failure.details.get("location").map(String::as_str);
    match receiver::class_of(line, symbol, &text, compiler_location) {
        Some(class) if member(project, module, &class, symbol, location, failure) => {}
        _ => declaration(project, module, symbol, location, failure),
    }
}

/// A declaration of this name that is not imported or not reachable here, else the nearest name.
fn declaration(project: &ProjectContents, module: &str, symbol: &str, here: Option<&str>, failure: &mut Failure) {
    let name = symbol.rsplit('.').next().unwrap_or(symbol);
    let in_script = failure.category == Category::GradleScriptCompile;
    let is_seen = |one: &&SourceDeclaration| !in_script || is_build_source(&one.location);
    let all = || project.sources(module).iter().filter(is_seen);
    if let Some(same) = all().find(|one| one.name == name && (one.class || one.top)) {
        declared(failure, same);
        return;
    }
    let import = failure.details.contains_key("import");
    let in_file = |one: &&SourceDeclaration| here.is_some_and(|here| one.location.starts_with(here));
    // A declaration in the same file is more likely to be meant.
    let mut names: Vec<&SourceDeclaration> = all().filter(in_file).collect();
    names.extend(all().filter(|one| one.class || one.top && !import));
    let Some(near) = nearest(name, names.iter().map(|one| one.name.as_str())) else { return };
    let location = names.iter().find(|one| one.name == near).map_or("", |one| one.location.as_str());
    suggest(failure, near, location);
}

/// What the class has, or what extends it, under the nearest name. False if the project has no such class.
fn member(
    project: &ProjectContents,
    module: &str,
    class: &str,
    symbol: &str,
    here: Option<&str>,
    failure: &mut Failure,
) -> bool {
    let all = project.sources(module);
    let mut locations: Vec<&str> =
        all.iter().filter(|one| one.class && one.name == class).map(|one| one.location.as_str()).collect();
    locations.sort_unstable();
    locations.dedup();
    if locations.len() > 1 {
        return true; // It is ambiguous.
    }
    let in_file = |one: &SourceDeclaration| here.is_some_and(|here| one.location.starts_with(&format!("{here}:")));
    let members = all.iter().filter(|one| one.owner.as_deref() == Some(class) && (!one.private || in_file(one)));
    if let Some(same) = members.clone().find(|one| one.name == symbol) {
        if same.top {
            declared(failure, same); // An extension that is not imported.
        }
    } else if let Some(near) = nearest(symbol, members.clone().map(|one| one.name.as_str()))
        && let Some(found) = members.clone().find(|one| one.name == near)
    {
        suggest(failure, near, &found.location);
    }
    !locations.is_empty()
}

fn declared(failure: &mut Failure, same: &SourceDeclaration) {
    add(failure, "declared_name", same.qualified.as_str());
    add(failure, "declared_place", same.location.as_str());
}

/// Whether two full names may be one's own: a library's class of the same simple name is another.
fn related(name: &str, other: &str) -> bool {
    let package =
        |name: &str| name.rsplit_once('.').map(|(package, _)| package.split('.').take(2).collect::<Vec<_>>().join("."));
    package(name).is_none() || package(name) == package(other)
}

/// A class that a layout, a manifest or a stack trace names in full.
fn class(project: &ProjectContents, module: &str, symbol: &str, failure: &mut Failure) {
    let symbol = symbol.replace('/', ".");
    let simple = symbol.rsplit('.').next().unwrap_or(&symbol);
    let all = project.sources(module).iter().filter(|one| one.class && related(&symbol, &one.qualified));
    if let Some(same) = all.clone().find(|one| one.name == simple) {
        declared(failure, same);
    } else if let Some(near) = nearest(simple, all.clone().map(|one| one.name.as_str())) {
        let found = all.clone().find(|one| one.name == near);
        suggest(failure, found.map_or(near, |one| &one.qualified), found.map_or("", |one| &one.location));
    }
    let names =
        |value: &XmlValue| value.element == symbol || value.text == symbol || value.text == format!(".{simple}");
    resources::used_at(project, &names, failure);
}

/// Values of `android:name` in the manifests for elements that `wanted` takes: name, place.
fn manifest_names(project: &ProjectContents, wanted: &dyn Fn(&str) -> bool) -> Vec<(String, String)> {
    let manifest = |path: &str| path.ends_with("AndroidManifest.xml");
    let paths = super::tree::walk(project.files, "", 20, &manifest);
    let named = |path: &String| {
        let values = values(&project.files.read(path)?)?;
        let names = values.into_iter().filter(|value| value.attribute.ends_with(":name") && wanted(&value.element));
        Some(names.map(|value| (value.text, format!("{path}:{}", value.line))).collect::<Vec<_>>())
    };
    paths.iter().filter_map(named).flatten().collect()
}

fn component(project: &ProjectContents, symbol: &str, failure: &mut Failure) {
    let component =
        |element: &str| matches!(element, "activity" | "activity-alias" | "service" | "receiver" | "provider");
    let all = manifest_names(project, &component);
    let simple = |name: &str| name.rsplit(['.', '$']).next().unwrap_or(name).to_owned();
    let names: Vec<(String, &(String, String))> = all.iter().map(|one| (simple(&one.0), one)).collect();
    let wanted = simple(symbol);
    if let Some((_, (name, location))) = names.iter().find(|(name, _)| *name == wanted) {
        suggest(failure, name, location);
    } else if let Some(near) = nearest(&wanted, names.iter().map(|(name, _)| name.as_str()))
        && let Some((_, (name, location))) = names.iter().find(|(name, _)| name == near)
    {
        suggest(failure, name, location);
    }
    if let Some(same) = project.sources("").iter().find(|one| one.class && one.name == wanted) {
        declared(failure, same);
    }
    if !names.iter().any(|(name, _)| *name == wanted) {
        manifest_without(project, failure);
    }
}

/// Adds the manifest that lacks a declaration, where the project has only one of an app or library.
fn manifest_without(project: &ProjectContents, failure: &mut Failure) {
    let main = |path: &str| path.ends_with("src/main/AndroidManifest.xml");
    let mut paths = super::tree::walk(project.files, "", 2, &main).into_iter();
    if let (Some(path), None) = (paths.next(), paths.next()) {
        add(failure, "manifest", path);
    }
}

fn permission(project: &ProjectContents, symbol: &str, failure: &mut Failure) {
    let all = manifest_names(project, &|element| element.starts_with("uses-permission"));
    if let Some((name, location)) = all.iter().find(|(name, _)| name == symbol) {
        add(failure, "declared_name", name.as_str());
        add(failure, "declared_place", location.as_str());
    } else if let Some(near) = nearest(symbol, all.iter().map(|(name, _)| name.as_str()))
        && let Some((name, location)) = all.iter().find(|(name, _)| name == near)
    {
        suggest(failure, name, location);
    } else {
        manifest_without(project, failure);
    }
}

/// Tasks that nearly every build has.
const TASKS: &[&str] = &[
    "assemble",
    "assembleDebug",
    "assembleRelease",
    "build",
    "bundleRelease",
    "check",
    "clean",
    "connectedAndroidTest",
    "dependencies",
    "installDebug",
    "lint",
    "lintDebug",
    "projects",
    "publish",
    "run",
    "tasks",
    "test",
    "testDebugUnitTest",
];

fn task(project: &ProjectContents, symbol: &str, failure: &mut Failure) {
    let build = project.build();
    let name = symbol.rsplit(':').next().unwrap_or(symbol);
    let modules = build.modules.iter().map(|module| (module.path.rsplit(':').next().unwrap_or(""), ""));
    let tasks = build.tasks.iter().map(|task| (task.text.as_str(), task.location.as_str()));
    let known = TASKS.iter().map(|task| (*task, ""));
    let all: Vec<(&str, &str)> = tasks.chain(modules).chain(known).collect();
    if let Some(near) = nearest(name, all.iter().map(|(name, _)| *name))
        && let Some((name, location)) = all.iter().find(|(name, _)| *name == near)
    {
        suggest(failure, name, location);
    }
}

fn property(project: &ProjectContents, symbol: &str, failure: &mut Failure) {
    if failure.details.get("owner").is_some_and(|owner| owner.contains("libs")) {
        alias(project, symbol, failure);
        return;
    }
    let all = &project.build().properties;
    if let Some(near) = nearest(symbol, all.iter().map(|one| one.text.as_str()))
        && let Some(found) = all.iter().find(|one| one.text == near)
    {
        suggest(failure, &found.text, &found.location);
    }
}

/// An entry of the version catalog.
fn alias(project: &ProjectContents, accessor: &str, failure: &mut Failure) {
    let all = &project.build().aliases;
    let wanted = accessor.trim_end_matches(".get");
    if let Some(near) = nearest(wanted, all.iter().map(|one| one.accessor.as_str()))
        && let Some(found) = all.iter().find(|one| one.accessor == near)
    {
        suggest(failure, &format!("libs.{}", found.accessor), &found.location);
    }
}

/// Where a dependency is declared, in the failing module or any other; or the module that is meant.
fn coordinate(project: &ProjectContents, module: &str, symbol: &str, failure: &mut Failure) {
    let build = project.build();
    if symbol.starts_with(':') || symbol.starts_with("project ") {
        let path = symbol.trim_start_matches("project ");
        if let Some(near) = nearest(path, build.modules.iter().map(|module| module.path.as_str())) {
            suggest(failure, near, "");
        }
        return;
    }
    let modules = std::iter::once(module).chain(build.modules.iter().map(|module| module.dir.as_str())).chain([""]);
    let found = modules.into_iter().find_map(|dir| build::dependency(project.files, build, dir, symbol));
    if let Some(declared_value) = found {
        add(failure, "declared_place", declared_value.location);
    }
}
