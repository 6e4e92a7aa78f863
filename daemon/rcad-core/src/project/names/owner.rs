//! What there is in place of a name that is missing: the members of its owner, the declarations of its package.

use super::classes::{ProjectClass, ProjectDeclaration, class_of, of_package, place};
use super::expression::CodePlace;
use crate::Failure;
use crate::code::signature::parameters;
use crate::model::change::ChangeSubject;
use crate::project::contents::ProjectContents;
use crate::project::details::add;
use crate::project::nearest::nearest;
use crate::project::sources::import;

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
        of_owner(seen.project, &owner, name, failure);
    } else if is_class_name(name) && failure.details.get("kind").is_none_or(|kind| kind == "class") {
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
        Some(class) => of_owner(seen.project, &class, name, failure),
        None => of_the_package(seen, owner, name, failure),
    }
}

fn of_owner(project: &ProjectContents, owner: &ProjectClass, name: &str, failure: &mut Failure) {
    let is_call = failure.details.get("kind").is_some_and(|kind| kind == "method");
    let is_wanted = |one: &ProjectDeclaration| match one.one.subject {
        ChangeSubject::Function => true,
        ChangeSubject::Property => !is_call || parameters(owner.one()).is_some(),
        ChangeSubject::Class => !is_call,
        _ => false,
    };
    let all = owner.all_members(project);
    if all.iter().any(|one| one.one.name == name && is_wanted(one)) {
        return; // It is there; something else is wrong.
    }
    let open: Vec<ProjectDeclaration> =
        all.into_iter().filter(is_wanted).filter(|one| is_seen(one, owner, failure)).collect();
    let Some(listed) = listed(&open, name) else { return };
    add(failure, "owner_class", owner.one().name.as_str());
    add(failure, "owner_place", place(&owner.path, owner.one().line));
    add(failure, "owner_has", listed);
    add(failure, "missing_name", name);
    suggest(&open, name, failure);
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
    is_here || !one.one.signature.split(' ').any(|word| word == "private")
}

fn is_class_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

/// Their names, the most alike first; nothing where there are none.
fn listed(all: &[ProjectDeclaration], name: &str) -> Option<String> {
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
    let last = list.pop()?;
    Some(if list.is_empty() { last } else { format!("{} and {last}", list.join(", ")) })
}

/// The one that is probably meant: nearly the same letters, else the most alike.
fn suggest(all: &[ProjectDeclaration], name: &str, failure: &mut Failure) {
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
