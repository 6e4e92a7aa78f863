//! Whether a Kotlin type that is missing high up in a file is missing in an import: its place alone says "probably", the other
//! errors may say otherwise.

use std::collections::{HashMap, HashSet};

use super::signs::is_type;
use crate::Category;
use crate::facts::names::{self, BEHIND_IMPORT, HEADER, IMPORTS, NamePosition};
use crate::model::failure::{Failure, file_name};
use crate::parse::reader::TakenFailure;

/// So many other errors of the file must stand below before it counts that none of them is of the same name.
const BELOW: usize = 2;

/// The errors of one file.
#[derive(Default)]
struct TypeUses<'f> {
    /// Lines of all of them.
    lines: Vec<u32>,
    /// Lines at which each type is missing.
    missing: HashMap<&'f str, Vec<u32>>,
}

/// Marks a name that is missing twice in one line: no import names anything twice.
pub fn compare(first: &mut Failure, other: &Failure) {
    let differ = first.column.zip(other.column).is_some_and(|(one, another)| one != another);
    if differ && first.category == Category::KotlinUnresolvedReference {
        first.details.insert("no_import".to_owned(), "true".to_owned());
    }
}

/// Marks the names as no import's whose file, or another one beside it, shows that it is none.
pub fn correct(taken: &mut [TakenFailure]) {
    let marked: Vec<usize> = (0..taken.len()).filter(|at| is_marked(&taken[*at].found.failure)).collect();
    if marked.is_empty() {
        return;
    }
    let files = files(taken);
    let beside = used_without_import(&files);
    let wrong: Vec<usize> = marked
        .into_iter()
        .filter(|at| {
            let failure = &taken[*at].found.failure;
            let (Some(name), Some(file), Some(line)) =
                (failure.symbol.as_deref(), failure.file.as_deref(), failure.line)
            else {
                return false;
            };
            let errors = &files[file];
            let again = errors.missing.get(name).is_some_and(|lines| lines.iter().any(|other| *other > line));
            let below = errors.lines.iter().filter(|other| **other > line).count();
            // Where an import fails, so do the uses of what it would have brought.
            !again && below >= BELOW || beside.contains(&(folder(file), name))
        })
        .collect();
    for at in wrong {
        taken[at].found.failure.details.insert("no_import".to_owned(), "true".to_owned());
    }
}

/// Most places of imports that are told.
const MOST: usize = 3;

/// Tells a type that several files import, the same column each time, where they do: what is wrong is not in these files.
pub fn tell_shared(taken: &mut [TakenFailure]) {
    let mut firsts: HashMap<(&str, &str), (u32, u32)> = HashMap::new();
    for failure in
        taken.iter().map(|one| &one.found.failure).filter(|one| one.category == Category::KotlinUnresolvedReference)
    {
        let name = failure.symbol.as_deref().filter(|name| is_type(name));
        let (Some(name), Some(file), Some(line), Some(column)) =
            (name, failure.file.as_deref(), failure.line, failure.column)
        else {
            continue;
        };
        let first = firsts.entry((name, file)).or_insert((line, column));
        *first = (*first).min((line, column));
    }
    let mut places: HashMap<(&str, u32), Vec<(&str, u32)>> = HashMap::new();
    for ((name, file), (line, column)) in &firsts {
        if *line <= IMPORTS && *column > BEHIND_IMPORT {
            places.entry((*name, *column)).or_default().push((*file, *line));
        }
    }
    let told: Vec<(String, String)> = places
        .into_iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|((name, _), mut places)| {
            places.sort_unstable();
            let shown = places.iter().take(MOST).map(|(file, line)| format!("{}:{line}", file_name(file)));
            (name.to_owned(), shown.collect::<Vec<_>>().join(", "))
        })
        .collect();
    for one in taken {
        let failure = &mut one.found.failure;
        let of = told.iter().find(|(name, _)| failure.symbol.as_deref() == Some(name));
        if let Some((_, places)) = of.filter(|_| failure.category == Category::KotlinUnresolvedReference) {
            failure.details.insert("imported_at".to_owned(), places.clone());
        }
    }
}

fn files(taken: &[TakenFailure]) -> HashMap<&str, TypeUses<'_>> {
    let mut files: HashMap<&str, TypeUses> = HashMap::new();
    for failure in taken.iter().map(|one| &one.found.failure) {
        let (Some(file), Some(line)) = (failure.file.as_deref(), failure.line) else { continue };
        let errors = files.entry(file).or_default();
        errors.lines.push(line);
        if let Some(name) = failure.symbol.as_deref().filter(|name| is_type(name)) {
            errors.missing.entry(name).or_default().push(line);
        }
    }
    files
}

/// The names that a file uses and does not import, with the folder of that file: in the same package none imports them.
fn used_without_import<'f>(files: &HashMap<&'f str, TypeUses<'f>>) -> HashSet<(&'f str, &'f str)> {
    let without = |lines: &[u32]| lines.iter().all(|line| *line > HEADER);
    files
        .iter()
        .flat_map(|(file, errors)| {
            let names = errors.missing.iter().filter(|(_, lines)| without(lines));
            names.map(|(name, _)| (folder(file), *name)).collect::<Vec<_>>()
        })
        .collect()
}

fn folder(file: &str) -> &str {
    file.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder)
}

/// Whether a type is taken for an import's by its place, and nothing else is known of it.
fn is_marked(failure: &Failure) -> bool {
    failure.category == Category::KotlinUnresolvedReference
        && failure.symbol.as_deref().is_some_and(is_type)
        && names::position(failure) == Some(NamePosition::Import)
        && names::decode(failure).is_none()
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn is_import(errors: &[&str]) -> bool {
        let log: String = errors.iter().map(|error| format!("e: file:///p/shop/{error}\n")).collect();
        let failures = parse(&log).failures;
        failures.iter().any(|failure| {
            failure.symbol.as_deref() == Some("Coin")
                && !failure.details.contains_key("no_import")
                && failure.line == Some(5)
        })
    }

    #[test]
    fn an_import_that_fails_in_several_files_is_told_with_them() {
        let shared = |columns: [u32; 2]| {
            let log = format!(
                "e: file:///p/shop/Till.kt:36:{} Unresolved reference 'Coin'.\ne: file:///p/shop/till/Drawer.kt:13:{} Unresolved reference 'Coin'.\n",
                columns[0], columns[1]
            );
            parse(&log).failures[0].details.get("imported_at").cloned()
        };
        assert_eq!(shared([49, 49]).as_deref(), Some("Till.kt:36, Drawer.kt:13"));
        assert_eq!(shared([49, 40]), None);
        assert_eq!(shared([5, 5]), None);
    }

    #[test]
    fn an_import_that_fails_takes_its_uses_along() {
        let first = "Till.kt:5:49 Unresolved reference 'Coin'.";
        let used = "Till.kt:15:28 Unresolved reference 'Coin'.";
        let other = ["Till.kt:16:9 Unresolved reference 'left'.", "Till.kt:17:9 Unresolved reference 'right'."];
        assert!(is_import(&[first]), "its place is all that is known");
        assert!(is_import(&[first, used, other[0], other[1]]));
        assert!(!is_import(&[first, other[0], other[1]]), "an import without a use");
        assert!(!is_import(&[first, "Till.kt:5:60 Unresolved reference 'Coin'."]));
    }

    #[test]
    fn a_name_of_the_same_package_needs_no_import() {
        let till = ["Till.kt:5:49 Unresolved reference 'Coin'.", "Till.kt:15:28 Unresolved reference 'Coin'."];
        let beside = "Shelf.kt:21:30 Unresolved reference 'Coin'.";
        assert!(!is_import(&[till[0], till[1], beside]));
        assert!(is_import(&[till[0], till[1], "far/Shelf.kt:21:30 Unresolved reference 'Coin'."]));
    }
}
