//! Names that another module declares, or a library has, which the failing module does not depend on: one line in one file
//! is missing.

mod cascade;
mod edge;
mod homes;
pub mod libraries;
mod script_place;
mod tie;

use std::collections::HashMap;

use super::build::edges::{Sight, SourceSet};
use super::contents::ProjectContents;
use super::details::add;
use super::sources::{self, receiver};
use crate::{Category as C, Failure};
use edge::{Gap, MissingEdge, line_of};
use homes::DeclaredHome;
use script_place::NewLine;

/// Adds the missing edge to every failure that it explains, and lets all of one edge follow from the first. `locations` are
/// the failures' files in the project.
pub fn tell(project: &ProjectContents, locations: &[Option<String>], failures: &mut [Failure]) {
    let mut known: HashMap<(String, String, String), Vec<MissingEdge>> = HashMap::new();
    let mut possible: Vec<Vec<MissingEdge>> = Vec::new();
    for (failure, location) in failures.iter().zip(locations) {
        let missing = location.as_deref().filter(|_| is_about_names(failure)).and_then(|location| {
            let line = line_of(project, location, failure)?;
            let symbol = failure.symbol.clone().unwrap_or_default();
            let imported = sources::import(&line).unwrap_or(if symbol.is_empty() { &line } else { "" }).to_owned();
            let member = receiver::before_member(&line, &symbol).is_some();
            let key = (location.to_owned(), format!("{symbol} {member}"), imported);
            Some(
                known
                    .entry(key)
                    .or_insert_with(|| missing(project, location, &line, failure).unwrap_or_default())
                    .clone(),
            )
        });
        possible.push(missing.unwrap_or_default());
    }
    if possible.iter().all(Vec::is_empty) {
        return;
    }
    let mut found: Vec<Option<MissingEdge>> = possible.iter().map(|edges| with_most_names(edges, &possible)).collect();
    cascade::spread(project, locations, failures, &mut found);
    for (failure, missing) in failures.iter_mut().zip(&found) {
        if let Some(missing) = missing {
            missing.describe(project, failure);
        }
    }
    tie::tie(failures, &found);
}

/// Whether a failure's answer names a missing edge.
pub fn is_told(failure: &Failure) -> bool {
    failure.details.contains_key("edge_to")
}

fn is_about_names(failure: &Failure) -> bool {
    matches!(failure.category, C::KotlinUnresolvedReference | C::JavaCannotFindSymbol | C::KotlinMissingSupertype)
        || failure.details.contains_key("class_missing")
}

/// Of the edges that would bring a name the one that brings most of what its module misses; nothing where two bring as much.
fn with_most_names(edges: &[MissingEdge], all: &[Vec<MissingEdge>]) -> Option<MissingEdge> {
    let names = |edge: &MissingEdge| {
        let same = |other: &MissingEdge| other.from == edge.from && other.to == edge.to;
        let mut names: Vec<&str> =
            all.iter().flatten().filter(|other| same(other)).map(|other| other.home.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names.len()
    };
    let most = edges.iter().map(names).max()?;
    let mut best = edges.iter().filter(|edge| names(edge) == most);
    let first = best.next().cloned();
    first.filter(|_| best.next().is_none())
}

/// The edges of which each would bring the name: one of each module that has it.
fn missing(project: &ProjectContents, location: &str, line: &str, failure: &Failure) -> Option<Vec<MissingEdge>> {
    let from = project.module_of(location)?.to_owned();
    let set = SourceSet::of(location);
    let (mut homes, imported) = named(project, location, line, failure)?;
    let is_main =
        |home: &DeclaredHome| SourceSet::of(&home.file) == SourceSet::Main && !home.file.contains("/testFixtures/");
    let own =
        |home: &DeclaredHome| unincluded(project, &home.file).is_none() && project.module_of(&home.file) == Some(&from);
    if homes.iter().any(own) {
        return None;
    }
    homes.retain(is_main);
    let home = homes.first()?.clone();
    if let Some(dir) = unincluded(project, &home.file) {
        let same = |home: &DeclaredHome| home.file.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/'));
        homes.iter().all(same).then_some(())?;
        let to = format!(":{}", dir.replace('/', ":"));
        let include = script_place::include(project.files, &to)?;
        let line = new_line(project, &from, location, &to)?;
        return Some(vec![MissingEdge { from, to, home, gap: Gap::NotIncluded(include), line, imported }]);
    }
    let mut edges: Vec<MissingEdge> = Vec::new();
    for home in homes {
        let to_dir = project.module_of(&home.file).filter(|dir| !dir.is_empty())?;
        let to = project.path_of(to_dir).to_owned();
        if edges.iter().any(|known| known.to == to) {
            continue;
        }
        let gap = match project.edges().sight(&project.build().modules, &from, &to, set) {
            Sight::Seen | Sight::Unknown => return None,
            Sight::Missing => Gap::NoEdge,
            Sight::Hidden(first, second) => Gap::Hidden(first, second),
            Sight::Elsewhere(edge) => Gap::Elsewhere(edge),
        };
        let line = new_line(project, &from, location, &to)?;
        edges.push(MissingEdge { from: from.clone(), to, home, gap, line, imported });
    }
    Some(edges)
}

fn new_line(project: &ProjectContents, from: &str, location: &str, to: &str) -> Option<NewLine> {
    let (configuration, set) = configuration_of(location);
    script_place::dependency(project.files, from, configuration, to, set)
}

/// The configuration by which the sources of a file get a dependency, and their source set.
fn configuration_of(location: &str) -> (&'static str, &str) {
    let set = location.split("src/").nth(1).and_then(|below| below.split('/').next()).unwrap_or("main");
    // `commonTest` has a block of its own.
    let configuration = match set.ends_with("Test") && !set.starts_with("androidTest") {
        true => "implementation",
        false => SourceSet::of(location).configuration(),
    };
    (configuration, set)
}

/// The directory of a file that looks like a module's and is none: it has a build file, and no settings include it.
fn unincluded<'f>(project: &ProjectContents, file: &'f str) -> Option<&'f str> {
    let (dir, _) = file.split_once("/src/")?;
    let own = project.build().modules.iter().any(|module| module.dir == dir);
    // What has settings is a build of its own.
    let other_build = dir.starts_with("buildSrc")
        || dir.starts_with("build-logic")
        || dir
            .split('/')
            .scan(String::new(), |above, part| {
                *above = super::tree::join(above, part);
                Some(above.clone())
            })
            .any(|dir| project.files.list(&dir).iter().any(|entry| entry.name.starts_with("settings.gradle")));
    (!own && !other_build && script_place::script_of(project.files, dir).is_some()).then_some(dir)
}

/// Where the project declares what the failing line names, and whether it needs no further import.
fn named(
    project: &ProjectContents,
    location: &str,
    line: &str,
    failure: &Failure,
) -> Option<(Vec<DeclaredHome>, bool)> {
    let found = |homes: Vec<DeclaredHome>| (!homes.is_empty()).then_some((homes, true));
    if let Some(class) = failure.details.get("class_missing") {
        return found(homes::of_import(project, class, false));
    }
    let symbol = failure.symbol.as_deref()?;
    let text = project.files.read(location)?;
    if let Some(import) = sources::import(line) {
        let is_part = import.split('.').any(|part| part == symbol) || import.starts_with(symbol);
        return found(homes::of_import(project, import, line.contains(".*"))).filter(|_| is_part);
    }
    if symbol.contains('.') {
        return found(homes::of_import(project, symbol, false));
    }
    if failure.category != C::KotlinMissingSupertype && !receiver::has_word(line, symbol) {
        return None; // The file has changed since.
    }
    if let Some(import) = import_as(&text, symbol) {
        return found(homes::of_import(project, &import, false));
    }
    if receiver::before_member(line, symbol).is_some() {
        return None; // A member; an extension would be imported.
    }
    let homes = homes::of_name(project, symbol);
    let package = sources::package(&text);
    let near: Vec<DeclaredHome> = homes.iter().filter(|home| is_visible(&text, package, home)).cloned().collect();
    if !near.is_empty() {
        return Some((near, true));
    }
    // Without an import many things may be called so.
    let is_class = symbol.starts_with(|letter: char| letter.is_uppercase()) && symbol.len() > 2;
    (homes.len() == 1 && is_class).then_some((homes, false))
}

/// Whether a file sees a name without an import of its own.
fn is_visible(text: &str, package: &str, home: &DeclaredHome) -> bool {
    let of = home.qualified.rsplit_once('.').map_or("", |(package, _)| package);
    let all = |line: &str| {
        let line = line.trim().trim_end_matches(';');
        line.strip_prefix("import ").and_then(|path| path.trim().strip_suffix(".*")) == Some(of)
    };
    of == package || text.lines().any(all)
}

/// The import in full that brings a simple name, also by `as`.
fn import_as(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let path = sources::import(line).filter(|_| !line.contains(".*"))?;
        let known = line.trim_end_matches([';', ' ']).rsplit_once(" as ").map_or(path, |(_, name)| name.trim());
        (known.rsplit('.').next() == Some(name)).then(|| path.to_owned())
    })
}

/// A module as a sentence names it, by its directory.
fn shown_module(project: &ProjectContents, dir: &str) -> String {
    match project.path_of(dir) {
        ":" => "the root project".to_owned(),
        path => format!("`{path}`"),
    }
}

impl MissingEdge {
    /// Writes it into a failure's details.
    fn describe(&self, project: &ProjectContents, failure: &mut Failure) {
        add(failure, "edge_name", self.home.name.as_str());
        add(failure, "edge_place", self.home.place.as_str());
        add(failure, "edge_from", shown_module(project, &self.from));
        add(failure, "edge_to", format!("`{}`", self.to));
        add(failure, "edge_line", self.line.text.as_str());
        add(failure, "edge_file", self.line.file.as_str());
        add(failure, "edge_below", self.line.below.to_string());
        if !self.imported {
            add(failure, "edge_import", self.home.qualified.as_str());
        }
        let mut act = (self.line.file.as_str(), self.line.below);
        match &self.gap {
            Gap::NoEdge => add(failure, "edge_gap", "no edge"),
            Gap::Hidden(first, second) => {
                let demanded = !matches!(failure.category, C::KotlinUnresolvedReference | C::JavaCannotFindSymbol)
                    || failure.details.contains_key("class_missing");
                add(failure, "edge_gap", if demanded { "hidden, needed" } else { "hidden" });
                add(failure, "edge_through", format!("`{}`", first.to));
                add(failure, "edge_kept", second.configuration.as_str());
                add(failure, "edge_kept_at", second.location());
                let key = if demanded { "edge_needs_api" } else { "edge_hidden" };
                add(failure, key, second.location());
                if demanded {
                    act = (second.file.as_str(), second.line);
                }
            }
            Gap::Elsewhere(edge) => {
                add(failure, "edge_gap", "elsewhere");
                add(failure, "edge_elsewhere", edge.configuration.as_str());
                add(failure, "edge_kept_at", edge.location());
            }
            Gap::NotIncluded(include) => {
                add(failure, "edge_gap", "not included");
                add(failure, "edge_include", include.text.as_str());
                add(failure, "edge_settings", include.file.as_str());
                add(failure, "edge_settings_below", include.below.to_string());
                if project.edges().of(&self.from).any(|edge| edge.to == self.to) {
                    failure.details.remove("edge_line");
                }
                act = (include.file.as_str(), include.below);
            }
        }
        add(failure, "act_file", act.0);
        add(failure, "act_line", act.1.to_string());
    }
}

#[cfg(test)]
mod tests;
