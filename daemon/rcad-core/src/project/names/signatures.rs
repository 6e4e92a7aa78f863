//! How that is declared which a line calls with wrong arguments, or whose type does not fit; what a class must implement.

use super::classes::{ProjectClass, ProjectDeclaration, class_around, class_of};
use super::expression::CodePlace;
use crate::code::signature::{WrittenType, parameters, shown, supertypes};
use crate::model::change::ChangeSubject;
use crate::project::details::add;
use crate::project::nearest::nearest;
use crate::project::sources::receiver::words;
use crate::{Category as C, Failure};

use super::calls::called_on;

/// Pieces of messages about what a class may extend.
const SUPERTYPES: &[&str] = &[
    "interface expected here",
    "cannot inherit from final",
    "sealed classes",
    "sealed type",
    "is final, so it cannot be",
    "final type",
];

/// How Kotlin begins what it says of an argument's name that is no parameter's.
const NO_PARAMETER: &str = "parameter with name '";

/// Details that name the types of a mismatch.
const TYPES: &[&str] = &["expected", "actual", "given", "required_type"];

/// Whether an argument names no parameter.
pub fn is_about_parameter(failure: &Failure) -> bool {
    failure.message.contains(NO_PARAMETER)
}

/// Adds the declarations that the failure is about.
pub fn look(seen: &CodePlace<'_, '_>, code: &str, failure: &mut Failure) {
    let found = match failure.category {
        _ if is_about_parameter(failure) => return parameter(seen, code, failure),
        C::KotlinAbstractNotImplemented => to_implement(seen, failure),
        _ if failure.message.contains("does not override abstract method") => to_implement(seen, failure),
        _ if failure.details.contains_key("override") => return not_overridden(seen, failure),
        C::KotlinOverload => wrong_arguments(seen, code, failure),
        _ if SUPERTYPES.iter().any(|words| failure.message.contains(words)) => supertype(seen, code),
        _ if failure.details.contains_key("required") && failure.details.contains_key("owner") => {
            wrong_arguments(seen, code, failure)
        }
        C::KotlinTypeMismatch | C::KotlinNullSafety => mismatch(seen, code, failure),
        _ if TYPES.iter().any(|key| failure.details.contains_key(*key)) => mismatch(seen, code, failure),
        _ => return,
    };
    if let Some(found) = found {
        tell(&found, failure);
    }
}

fn tell(found: &ProjectDeclaration, failure: &mut Failure) {
    let name = match found.owner() {
        Some(owner) if found.one.subject != ChangeSubject::Constructor => format!("{owner}.{}", found.one.name),
        _ => found.one.name.clone(),
    };
    add(failure, "signature_of", name);
    add(failure, "signature", shown(&found.one.signature));
    add(failure, "signature_at", found.place());
}

/// The parameters that there are, where an argument names none of them.
fn parameter(seen: &CodePlace<'_, '_>, code: &str, failure: &mut Failure) {
    let Some((_, rest)) = failure.message.split_once(NO_PARAMETER) else { return };
    let name = rest.split('\'').next().unwrap_or_default().to_owned();
    let Some(found) = called_on(seen, code).into_iter().find(|one| parameters(&one.one).is_some()) else { return };
    let names: Vec<String> =
        parameters(&found.one).unwrap_or_default().iter().filter_map(|one| parameter_name(one)).collect();
    if names.is_empty() || names.contains(&name) {
        return;
    }
    if let Some(near) = nearest(&name, names.iter().map(String::as_str)) {
        add(failure, "meant", near);
    }
    add(failure, "parameters_are", names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "));
    add(failure, "missing_name", name);
    tell(&found, failure);
}

/// `count` of `val count: Int = 1`
fn parameter_name(text: &str) -> Option<String> {
    let name = text.split(':').next()?.trim().rsplit(' ').next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// What is called with other arguments than it takes.
fn wrong_arguments(seen: &CodePlace<'_, '_>, code: &str, failure: &Failure) -> Option<ProjectDeclaration> {
    let symbol = failure.symbol.as_deref().map(|symbol| symbol.rsplit('.').next().unwrap_or(symbol));
    if let (Some(owner), Some(symbol)) = (failure.details.get("owner"), symbol)
        && let Some(class) = class_of(seen.project, owner.rsplit('.').next().unwrap_or(owner), seen.path)
    {
        let mut all = if class.one().name == symbol { class.constructors() } else { class.all_members(seen.project) };
        let is_class = class.one().name == symbol;
        all.retain(|one| is_class || one.one.name == symbol);
        return only(all);
    }
    let all = called_on(seen, code);
    let named = all
        .iter()
        .find(|one| failure.message.contains(&format!("'{}'", one.one.name)) || symbol == Some(one.one.name.as_str()));
    named.cloned().or_else(|| only(all))
}

/// The declaration whose parameters or type have one of the types that do not fit: of what is called, then of what is assigned.
fn mismatch(seen: &CodePlace<'_, '_>, code: &str, failure: &Failure) -> Option<ProjectDeclaration> {
    let types = types(failure);
    let has_one = |one: &ProjectDeclaration| types.iter().any(|of| words(&one.one.signature, of).next().is_some());
    if types.is_empty() {
        return None;
    }
    let called = called_on(seen, code);
    called.into_iter().find(has_one).or_else(|| assigned(seen, code).filter(has_one))
}

/// The simple names of the types that do not fit.
fn types(failure: &Failure) -> Vec<String> {
    let mut all = Vec::new();
    for of in TYPES.iter().filter_map(|key| failure.details.get(*key)).filter_map(|text| WrittenType::of(text)) {
        if !all.contains(&of.name) && of.name != "array" {
            all.push(of.name);
        }
    }
    all
}

/// The field that a line sets: `this.pages = …`, `pages = …`
fn assigned(seen: &CodePlace<'_, '_>, code: &str) -> Option<ProjectDeclaration> {
    let (target, value) = code.trim().split_once('=')?;
    if value.starts_with('=') {
        return None;
    }
    let name = target.trim().trim_start_matches("this.");
    let mut all = class_around(seen.project, seen.path, seen.line)?.all_members(seen.project);
    all.retain(|one| one.one.name == name && one.one.subject == ChangeSubject::Property);
    only(all)
}

/// The member that a class does not implement, and the one that overrides nothing beside it.
fn to_implement(seen: &CodePlace<'_, '_>, failure: &mut Failure) -> Option<ProjectDeclaration> {
    let class = class_around(seen.project, seen.path, seen.line)?;
    if let Some(old) = overriding_nothing(seen, &class) {
        add(failure, "overriding", old.one.name.as_str());
        add(failure, "overriding_at", old.place());
    }
    add(failure, "implementing", class.one().name.as_str());
    let owners = match failure.details.get("owner") {
        Some(owner) => class_of(seen.project, owner.rsplit('.').next()?, seen.path).into_iter().collect(),
        None => class.supertypes(seen.project),
    };
    let own = class.members();
    let mut all: Vec<ProjectDeclaration> = owners.iter().flat_map(|owner| owner.all_members(seen.project)).collect();
    let is_named = |one: &ProjectDeclaration| words(&failure.message, &one.one.name).next().is_some();
    all.retain(|one| one.one.subject != ChangeSubject::Class && is_named(one));
    all.retain(|one| !own.iter().any(|known| known.one.signature == one.one.signature));
    only(all)
}

/// The one member of a class that is marked as overriding and overrides nothing of the project's; nothing where a supertype
/// is not the project's, which may declare it.
fn overriding_nothing(seen: &CodePlace<'_, '_>, class: &ProjectClass) -> Option<ProjectDeclaration> {
    let above = class.supertypes(seen.project);
    if above.len() < supertypes(class.one(), class.path.ends_with(".java")).len() {
        return None;
    }
    let known: Vec<ProjectDeclaration> = above.iter().flat_map(|one| one.all_members(seen.project)).collect();
    let lines: Vec<&str> = seen.text.lines().collect();
    let is_marked = |one: &ProjectDeclaration| {
        let (from, to) = (one.one.from.saturating_sub(1) as usize, one.one.line as usize);
        let head = lines.get(from..to.min(lines.len())).unwrap_or_default();
        head.iter().any(|line| line.contains("@Override") || words(line, "override").next().is_some())
    };
    let mut own = class.members();
    own.retain(|one| !known.iter().any(|other| other.one.name == one.one.name) && is_marked(one));
    only(own)
}

/// A method that is marked as overriding, and overrides nothing: what the supertypes declare.
fn not_overridden(seen: &CodePlace<'_, '_>, failure: &mut Failure) {
    let Some(class) = class_around(seen.project, seen.path, seen.line) else { return };
    let is_below = |one: &ProjectDeclaration| one.one.from <= seen.line && seen.line <= one.one.line;
    let Some(own) = class.members().into_iter().find(is_below) else { return };
    let above = class.supertypes(seen.project);
    let known = supertypes(class.one(), class.path.ends_with(".java"));
    // One that is not the project's may declare it.
    if above.is_empty() || above.len() < known.len() {
        return;
    }
    add(failure, "overriding", own.one.name.as_str());
    let mut all: Vec<ProjectDeclaration> = above.iter().flat_map(|class| class.all_members(seen.project)).collect();
    if let Some(same) = all.iter().find(|one| one.one.name == own.one.name) {
        return tell(same, failure);
    }
    all.retain(|one| one.one.subject == ChangeSubject::Function);
    let names: Vec<String> = all.iter().map(|one| format!("`{}()`", one.one.name)).collect();
    add(failure, "supertype", above[0].one().name.as_str());
    add(failure, "supertype_place", above[0].declared().place());
    if !names.is_empty() {
        add(failure, "supertype_has", names.join(", "));
    }
}

/// The supertype that stands on a line, which is a class in place of an interface or the other way round.
fn supertype(seen: &CodePlace<'_, '_>, code: &str) -> Option<ProjectDeclaration> {
    let class = class_around(seen.project, seen.path, seen.line)?;
    let above = class.supertypes(seen.project).into_iter().map(|one| one.declared());
    only(above.filter(|one| words(code, &one.one.name).next().is_some()).collect())
}

fn only(mut all: Vec<ProjectDeclaration>) -> Option<ProjectDeclaration> {
    if all.len() > 1 { None } else { all.pop() }
}
