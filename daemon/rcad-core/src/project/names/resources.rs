//! Resources and attributes that a failure misses: the same name elsewhere, the nearest, or what may be the new name; and the
//! line that names them.

use super::owner::joined;
use crate::Failure;
use crate::project::contents::ProjectContents;
use crate::project::details::{add, suggest};
use crate::project::nearest::nearest;
use crate::project::resources::{self, ResourceDefinition, XmlValue};
use crate::project::source_lines::show;
use crate::project::sources::receiver;
use crate::project::tree::walk;

/// How alike a name must be to be told as one that may be meant, 0 to 1.
const ALIKE: f64 = 0.5;

/// Most resources of a type that are listed.
const LISTED: usize = 6;

/// Most of them that nothing uses.
const FEW: usize = 3;

/// Most resources of a type of which it is looked whether something uses them.
const CANDIDATES: usize = 100;

/// Most files that are read for that.
const READ: usize = 400;

/// Lines of an element that may name what the tools report at its beginning.
const ELEMENT: usize = 15;

/// `color/x` for `@color/x`, `@com.example:color/x`, `?attr/x`; nothing for what Android itself has.
fn plain_resource(symbol: &str) -> Option<&str> {
    let name = symbol.trim_start_matches(['@', '?', '+', '*']);
    match name.split_once(':') {
        Some(("android", _)) => None,
        Some((_, name)) => Some(name),
        None => Some(name),
    }
}

pub fn resource(project: &ProjectContents, location: Option<&str>, symbol: &str, failure: &mut Failure) {
    let Some(name) = plain_resource(symbol) else { return };
    // `Theme.Shop` alone is the parent of a style.
    let (kind, name) = name.split_once('/').unwrap_or(("style", name));
    near(project, kind, name, &format!("{kind}/"), failure);
    if let Some(location) = location {
        act_within(project, location, name, failure);
    } else {
        let whole = format!("{kind}/{name}");
        let names = |value: &XmlValue| {
            plain_resource(&value.text).is_some_and(|found| found == whole)
                || (kind == "style" && value.attribute == "parent" && plain_resource(&value.text) == Some(name))
        };
        used_at(project, &names, failure);
        act_there(failure);
    }
}

/// The resource of the same name, the nearest of the same kind, or what of that kind may be meant.
pub fn near(project: &ProjectContents, kind: &str, name: &str, before: &str, failure: &mut Failure) {
    let all = project.resources().iter().filter(|one| one.kind == kind);
    if let Some(same) = all.clone().find(|one| one.name == name || one.name.replace('.', "_") == name) {
        add(failure, "declared_place", same.location.as_str());
        return;
    }
    let Some(near) = nearest(name, all.clone().map(|one| one.name.as_str())) else {
        let mut of_kind: Vec<&ResourceDefinition> = all.collect();
        of_kind.dedup_by(|one, other| one.name == other.name);
        return others(project, &of_kind, name, failure);
    };
    let location = all.clone().find(|one| one.name == near).map_or("", |one| &one.location);
    suggest(failure, &format!("{before}{near}"), location);
}

/// Adds the resource that is probably called otherwise now: the one that nothing uses, else the most alike; and what there is.
fn others(project: &ProjectContents, of_kind: &[&ResourceDefinition], wanted: &str, failure: &mut Failure) {
    let shown = |one: &ResourceDefinition| format!("{}/{}", one.kind, one.name);
    let alike = |one: &ResourceDefinition| strsim::sorensen_dice(&wanted.to_lowercase(), &one.name.to_lowercase());
    let unused = unused(project, of_kind);
    if let [one] = unused.as_slice() {
        add(failure, "unused_resource", shown(one));
        add(failure, "unused_place", one.location.as_str());
        return;
    }
    let candidates = if unused.is_empty() { of_kind } else { &unused };
    let best = candidates.iter().max_by(|one, other| alike(one).total_cmp(&alike(other)));
    if let Some(best) = best.filter(|best| alike(best) >= ALIKE) {
        add(failure, "like_resource", shown(best));
        add(failure, "like_place", best.location.as_str());
    } else if (1..=FEW).contains(&unused.len()) {
        let names: Vec<String> = unused.iter().map(|one| format!("`{}`", shown(one))).collect();
        add(failure, "unused_resources", joined(&names));
    } else if (1..=LISTED).contains(&of_kind.len()) {
        let names: Vec<String> = of_kind.iter().map(|one| format!("`{}`", shown(one))).collect();
        add(failure, "resources_are", joined(&names));
    }
}

/// Those that no XML, Kotlin or Java file of the project uses; empty where there are too many of these to know.
fn unused<'r>(project: &ProjectContents, of_kind: &[&'r ResourceDefinition]) -> Vec<&'r ResourceDefinition> {
    let is_read = |path: &str| [".xml", ".kt", ".java"].iter().any(|end| path.ends_with(end));
    let paths = walk(project.files, "", READ + 1, &is_read);
    if of_kind.len() > CANDIDATES || paths.len() > READ {
        return Vec::new();
    }
    let mut left: Vec<&ResourceDefinition> = of_kind.to_vec();
    for path in paths {
        let text = project.files.read(&path).unwrap_or_default();
        left.retain(|one| !uses(&text, one));
    }
    left
}

/// Whether a file names a resource: `@color/a`, `R.color.a`, `parent="A"`, `binding.title`, `ActivityMainBinding`.
fn uses(text: &str, one: &ResourceDefinition) -> bool {
    let (kind, in_code) = (one.kind.as_str(), one.name.replace('.', "_"));
    let mut written = vec![format!("@{kind}/{}", one.name), format!("R.{kind}.{in_code}")];
    let parts = || {
        in_code
            .split('_')
            .map(|part| format!("{}{}", part[..part.len().min(1)].to_uppercase(), &part[part.len().min(1)..]))
    };
    match kind {
        "style" => written.extend([format!("parent=\"{}\"", one.name), format!("name=\"{}.", one.name)]),
        "attr" => written.extend([format!("?{}", one.name), format!(":{}", one.name), format!("attr/{}", one.name)]),
        "id" => {
            let camel: String = parts().collect();
            written.push(format!(".{}{}", camel[..1].to_lowercase(), &camel[1..]));
        }
        "layout" => written.push(format!("{}Binding", parts().collect::<String>())),
        _ => {}
    }
    written
        .iter()
        .any(|form| receiver::words(text, form).next().is_some() || form.ends_with(['"', '.']) && text.contains(form))
}

/// Lets the line within the failing element be the one to act on which names the resource.
fn act_within(project: &ProjectContents, location: &str, name: &str, failure: &mut Failure) {
    let Some(at) = failure.line.and_then(|line| usize::try_from(line).ok()) else { return };
    let Some(text) = project.files.read(location) else { return };
    let names = |(_, line): &(usize, &str)| receiver::words(line, name).next().is_some();
    let mut below = text.lines().enumerate().skip(at.saturating_sub(1)).take(ELEMENT);
    if let Some((found, _)) = below.find(names).filter(|(found, _)| found + 1 != at) {
        add(failure, "act_file", location);
        add(failure, "act_line", (found + 1).to_string());
    }
}

/// Lets the place that uses the name be the one to act, in place of a file that the build made.
fn act_there(failure: &mut Failure) {
    let place = failure.details.get("used_at").and_then(|place| place.rsplit_once(':'));
    if let Some((file, line)) = place.map(|(file, line)| (file.to_owned(), line.to_owned())) {
        add(failure, "act_file", file);
        add(failure, "act_line", line);
    }
}

pub fn used_at(project: &ProjectContents, names: &dyn Fn(&XmlValue) -> bool, failure: &mut Failure) {
    if let Some((path, value)) = resources::used(project.files, "", names) {
        add(failure, "used_at", format!("{path}:{}", value.line));
        if failure.source.is_empty() {
            let (file, line) = (failure.file.replace(path.clone()), failure.line.replace(value.line));
            show(project, &path, failure);
            (failure.file, failure.line) = (file, line);
        }
    }
}

pub fn attribute(project: &ProjectContents, location: Option<&str>, symbol: &str, failure: &mut Failure) {
    let plain = symbol.rsplit(['/', ':']).next().unwrap_or(symbol);
    near(project, "attr", plain, "", failure);
    if location.is_none() {
        let names = |value: &XmlValue| {
            value.attribute.rsplit(':').next() == Some(plain) || value.text == symbol || value.text == plain
        };
        used_at(project, &names, failure);
        act_there(failure);
    }
}
