//! Failures that come with a missing edge: in a file that lacks another module's names, what is asked of them fails too.

use super::edge::{MissingEdge, line_of};
use crate::project::contents::ProjectContents;
use crate::project::sources::receiver;
use crate::{Category as C, Failure};

/// Messages of what has a type that is not there.
const WITHOUT_TYPE: &[&str] = &[
    "Cannot infer",
    "Cannot infer type",
    "Not enough information to infer",
    "Cannot access ",
    "method does not override or implement a method from a supertype",
    "static import only from classes and interfaces",
];

/// Gives failures of such files the edge that the file lacks.
pub fn spread(
    project: &ProjectContents,
    locations: &[Option<String>],
    failures: &[Failure],
    found: &mut [Option<MissingEdge>],
) {
    let mut of_file: Vec<(String, MissingEdge)> = Vec::new();
    for (location, missing) in locations.iter().zip(found.iter()) {
        let (Some(location), Some(missing)) = (location, missing) else { continue };
        let is_same = |(file, one): &(String, MissingEdge)| file == location && one.to == missing.to;
        if !of_file.iter().any(is_same) {
            of_file.push((location.clone(), missing.clone()));
        }
    }
    for (at, failure) in failures.iter().enumerate() {
        let Some(location) = locations[at].as_deref().filter(|_| found[at].is_none()) else { continue };
        let mut lacking = of_file.iter().filter(|(file, _)| file == location).map(|(_, missing)| missing);
        let (Some(first), alone) = (lacking.next(), lacking.next().is_none()) else { continue };
        let untyped = WITHOUT_TYPE.iter().any(|begin| failure.message.starts_with(begin))
            || failure.message.contains("overrides nothing")
            || failure.message.to_ascii_lowercase().contains("error type");
        if untyped && alone {
            found[at] = Some(first.clone());
            continue;
        }
        let owners = of_file.iter().filter(|(file, _)| file == location).map(|(_, missing)| missing);
        if let Some(missing) = owners.into_iter().find(|missing| is_member(project, location, failure, missing)) {
            found[at] = Some(missing.clone());
        }
    }
}

/// Whether a failure asks for a member that only the other module declares.
fn is_member(project: &ProjectContents, location: &str, failure: &Failure, missing: &MissingEdge) -> bool {
    if !matches!(failure.category, C::KotlinUnresolvedReference | C::JavaCannotFindSymbol) {
        return false;
    }
    let (Some(symbol), Some(line)) = (failure.symbol.as_deref(), line_of(project, location, failure)) else {
        return false;
    };
    if receiver::before_member(&line, symbol).is_none() {
        return false;
    }
    let Some((dir, _)) = missing.home.file.split_once("/src/") else { return false };
    let within = |location: &str, dir: &str| location.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/'));
    let named = project.sources("").iter().filter(|one| one.name == symbol);
    named.clone().any(|one| within(&one.location, dir))
        && !named.clone().any(|one| within(&one.location, &missing.from))
}
