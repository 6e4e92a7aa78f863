//! What there is in place of a name that is missing: the members of its owner, the declarations of its package.

use super::classes::{ProjectClass, ProjectDeclaration, class_of, of_package, place};
use super::expression::{CodePlace, object_before};
use crate::Failure;
use crate::code::CodeDeclaration;
use crate::code::signature::parameters;
use crate::model::change::ChangeSubject;
use crate::model::failure::file_name;
use crate::project::build::edges::is_in_tests;
use crate::project::details::add;
use crate::project::nearest::nearest;
use crate::project::sources::receiver::trailing_name;
use crate::project::sources::{SourceDeclaration, import};

/// Most names that are listed.
const LISTED: usize = 8;

/// How alike two names must be for the first step to name it, 0 to 1.
const ALIKE: f64 = 0.45;

/// Adds what the owner or the package of the missing `symbol` has.
pub fn look(seen: &CodePlace<'_, '_>, code: &str, symbol: &str, failure: &mut Failure) {
    let name = symbol.rsplit('.').next().unwrap_or(symbol);
    if let Some(path) = import(code) {
        imported(seen, path, failure);
    } else if let Some(owner) = owner(seen, code, name, failure) {
        if object_before(code, name).map(trailing_name) == Some(owner.one().name.as_str()) {
            of_another_class(seen, &owner, name, failure);
        }
        of_owner(seen, &owner, name, failure);
    } else if !of_facade(seen, code, name, failure)
        && !of_extended(seen, code, name, failure)
        && is_class_name(name)
        && failure.details.get("kind").is_none_or(|kind| kind == "class")
    {
        let file = seen.project.code_of(seen.path);
        if let Some(file) = file.filter(|file| !file.package.is_empty()) {
            of_the_package(seen, &file.package, name, failure);
        }
    }
}

/// The class whose member is missing.
fn owner(seen: &CodePlace<'_, '_>, code: &str, name: &str, failure: &Failure) -> Option<ProjectClass> {
    if let Some(class) = failure.details.get("member_of") {
        return class_of(seen.project, class, seen.path);
    }
    seen.owner_of(code, name)
}

/// What is imported is missing: of a class, a member; else of a package.
fn imported(seen: &CodePlace<'_, '_>, path: &str, failure: &mut Failure) {
    let Some((owner, name)) = path.rsplit_once('.') else { return };
    let class = owner.rsplit('.').next().filter(|class| is_class_name(class));
    match class.and_then(|class| class_of(seen.project, class, seen.path)) {
        Some(class) => {
            of_another_class(seen, &class, name, failure);
            of_owner(seen, &class, name, failure);
        }
        None => of_the_package(seen, owner, name, failure),
    }
}

fn of_owner(seen: &CodePlace<'_, '_>, owner: &ProjectClass, name: &str, failure: &mut Failure) {
    let is_call = failure.details.get("kind").is_some_and(|kind| kind == "method");
    let is_wanted = |one: &ProjectDeclaration| match one.one.subject {
        ChangeSubject::Function => true,
        ChangeSubject::Property => !is_call || parameters(owner.one()).is_some(),
        ChangeSubject::Class => !is_call,
        _ => false,
    };
    let mut all = owner.all_members(seen.project);
    all.extend(extensions(seen, &owner.one().name));
    if all.iter().any(|one| one.one.name == name && is_wanted(one)) {
        return; // It is there; something else is wrong.
    }
    let open: Vec<ProjectDeclaration> =
        all.into_iter().filter(is_wanted).filter(|one| is_seen(one, owner, failure)).collect();
    let Some(listed) = listed(&open, name) else { return };
    add_owner(owner, name, failure);
    add(failure, "owner_has", listed);
    suggest(&open, name, failure);
}

fn add_owner(owner: &ProjectClass, name: &str, failure: &mut Failure) {
    add(failure, "owner_class", owner.one().name.as_str());
    add(failure, "owner_place", place(&owner.path, owner.one().line));
    add(failure, "missing_name", name);
}

/// The only other class of the project that has what code asks the owner itself for, not an object of it.
fn of_another_class(seen: &CodePlace<'_, '_>, owner: &ProjectClass, name: &str, failure: &mut Failure) {
    let Some(module) = seen.project.module_of(seen.path) else { return };
    if owner.all_members(seen.project).iter().any(|one| one.one.name == name) {
        return;
    }
    let same = seen.project.sources(module).iter().filter(|one| one.name == name && !one.class && !one.private);
    let found = each_once(same.filter_map(|one| parsed(seen, one)).filter(|one| of_class_itself(seen, one)));
    let [one] = found.as_slice() else { return };
    let (Some(class), Some(file)) = (one.owner(), seen.project.code_of(&one.path)) else { return };
    add_owner(owner, name, failure);
    add(failure, "elsewhere_class", class);
    add(failure, "elsewhere_place", one.place());
    let here = seen.project.code_of(seen.path);
    if !file.package.is_empty() && here.is_some_and(|here| here.package != file.package) {
        add(failure, "elsewhere_import", format!("{}.{class}", file.package));
    }
}

/// Whether it is asked of its class, as constants and static functions are.
fn of_class_itself(seen: &CodePlace<'_, '_>, one: &ProjectDeclaration) -> bool {
    let Some(owner) = one.one.owner.as_deref() else { return false };
    let is_object = |class: &CodeDeclaration| {
        class.subject == ChangeSubject::Class
            && Some(class.name.as_str()) == owner.rsplit('.').next()
            && is_marked(class, "object")
    };
    is_marked(&one.one, "static")
        || is_marked(&one.one, "const")
        || owner.ends_with("Companion")
        || seen.project.code_of(&one.path).is_some_and(|file| file.declared.iter().any(is_object))
}

/// Java calls a Kotlin file's functions by a class of the file's name: `TextsKt.title()`. Says whether that told anything.
fn of_facade(seen: &CodePlace<'_, '_>, code: &str, name: &str, failure: &mut Failure) -> bool {
    let class = object_before(code, name).map(trailing_name).filter(|_| seen.path.ends_with(".java"));
    let Some((class, stem)) = class.and_then(|class| Some((class, class.strip_suffix("Kt")?))) else { return false };
    let file = format!("/{stem}.kt");
    let mut paths = seen.project.source_paths().iter().filter(|path| path.ends_with(&file));
    let (Some(path), None) = (paths.next(), paths.next()) else { return false };
    let Some(code) = seen.project.code_of(path) else { return false };
    let is_open = |one: &&CodeDeclaration| {
        one.owner.is_none() && one.subject == ChangeSubject::Function && !one.signature.starts_with("private ")
    };
    let all = code.declared.iter().filter(is_open);
    let all: Vec<ProjectDeclaration> =
        all.map(|one| ProjectDeclaration { path: path.clone(), one: one.clone() }).collect();
    let Some(listed) = listed(&all, name).filter(|_| all.iter().all(|found| found.one.name != name)) else {
        return false;
    };
    add(failure, "owner_class", class);
    add(failure, "owner_place", file_name(path));
    add(failure, "owner_has", listed);
    add(failure, "missing_name", name);
    suggest(&all, name, failure);
    true
}

/// What the project adds to a type that is not its own, in place of what is missing there. Says whether that told anything.
fn of_extended(seen: &CodePlace<'_, '_>, code: &str, name: &str, failure: &mut Failure) -> bool {
    let Some(of) = seen.owner_type(code, name) else { return false };
    let all = extensions(seen, &of.name);
    let Some(listed) = listed(&all, name).filter(|_| all.iter().all(|found| found.one.name != name)) else {
        return false;
    };
    add(failure, "extended_type", of.name);
    add(failure, "extended_by", listed);
    add(failure, "missing_name", name);
    suggest(&all, name, failure);
    true
}

/// Kotlin's functions and properties of the project that extend the type of this name, where Kotlin asks.
fn extensions(seen: &CodePlace<'_, '_>, of: &str) -> Vec<ProjectDeclaration> {
    let Some(module) = seen.project.module_of(seen.path).filter(|_| seen.path.ends_with(".kt")) else {
        return Vec::new();
    };
    let all = seen.project.sources(module).iter();
    let of_type = all.filter(|one| one.top && !one.class && !one.private && one.owner.as_deref() == Some(of));
    each_once(of_type.filter_map(|one| parsed(seen, one)))
}

fn each_once(all: impl Iterator<Item = ProjectDeclaration>) -> Vec<ProjectDeclaration> {
    let mut found: Vec<ProjectDeclaration> = Vec::new();
    for one in all {
        if !found.iter().any(|known| known.is(&one)) {
            found.push(one);
        }
    }
    found
}

/// Whether a declaration has this keyword.
fn is_marked(one: &CodeDeclaration, keyword: &str) -> bool {
    one.signature.split(' ').any(|word| word == keyword)
}

/// The declaration with its signature, where code at the failing place may see it: what is no test sees no tests.
fn parsed(seen: &CodePlace<'_, '_>, one: &SourceDeclaration) -> Option<ProjectDeclaration> {
    let (path, line) = one.file_and_line();
    let file = seen.project.code_of(path).filter(|_| is_in_tests(seen.path) || !is_in_tests(path))?;
    let same = file.declared.iter().find(|same| same.name == one.name && same.line == line)?;
    Some(ProjectDeclaration { path: path.to_owned(), one: same.clone() })
}

fn of_the_package(seen: &CodePlace<'_, '_>, package: &str, name: &str, failure: &mut Failure) {
    let all = of_package(seen.project, package, seen.path);
    // Where it is declared elsewhere, that is said.
    if failure.details.contains_key("declared_place") || all.iter().any(|one| one.one.name == name) {
        return;
    }
    let is_wanted = |one: &ProjectDeclaration| {
        (one.one.subject == ChangeSubject::Class) == is_class_name(name) && !one.one.signature.starts_with("private ")
    };
    let open: Vec<ProjectDeclaration> = all.into_iter().filter(is_wanted).collect();
    let Some(listed) = listed(&open, name) else { return };
    add(failure, "package_name", package);
    add(failure, "package_has", listed);
    add(failure, "missing_name", name);
    suggest(&open, name, failure);
}

/// Private members are seen in their own file only.
fn is_seen(one: &ProjectDeclaration, owner: &ProjectClass, failure: &Failure) -> bool {
    let is_here = failure.file.as_ref().is_some_and(|file| file.ends_with(&owner.path));
    is_here || !is_marked(&one.one, "private")
}

fn is_class_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

/// Their names, the most alike first; nothing where there are none.
pub(super) fn listed(all: &[ProjectDeclaration], name: &str) -> Option<String> {
    let mut names: Vec<(f64, String)> = Vec::new();
    for one in all {
        let shown = if one.one.subject == ChangeSubject::Function {
            format!("`{}()`", one.one.name)
        } else {
            format!("`{}`", one.one.name)
        };
        if !names.iter().any(|(_, known)| *known == shown) {
            names.push((likeness(name, &one.one.name), shown));
        }
    }
    names.sort_by(|a, b| b.0.total_cmp(&a.0));
    let more = names.len().saturating_sub(LISTED);
    let mut list: Vec<String> = names.into_iter().take(LISTED).map(|(_, shown)| shown).collect();
    if more > 0 {
        list.push(format!("{more} more"));
    }
    (!list.is_empty()).then(|| joined(&list))
}

/// `a`, `a and b`, `a, b and c`
pub(super) fn joined(all: &[String]) -> String {
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The one that is probably meant: nearly the same letters, else the most alike.
pub(super) fn suggest(all: &[ProjectDeclaration], name: &str, failure: &mut Failure) {
    let near = nearest(name, all.iter().map(|one| one.one.name.as_str())).map(str::to_owned);
    let alike = || {
        let best = all.iter().max_by(|a, b| likeness(name, &a.one.name).total_cmp(&likeness(name, &b.one.name)))?;
        (likeness(name, &best.one.name) >= ALIKE).then(|| best.one.name.clone())
    };
    let Some(meant) = near.or_else(alike) else { return };
    let Some(found) = all.iter().find(|one| one.one.name == meant) else { return };
    add(failure, "meant", meant.as_str());
    add(failure, "meant_place", found.place());
}

/// How alike two names are, 0 to 1: by pairs of letters, whatever their case.
fn likeness(a: &str, b: &str) -> f64 {
    strsim::sorensen_dice(&a.to_lowercase(), &b.to_lowercase())
}
