//! Tells the first of several names that are missing together which the others are.

use std::collections::{BTreeMap, BTreeSet};

use super::ties::{Tie, why};
use crate::Category;
use crate::parse::reader::TakenFailure;

/// Most names that are told.
const MOST: usize = 5;

/// Gives the failure that leads the others their names, and what shows that they belong together.
pub fn tell(taken: &mut [TakenFailure], ties: &[Option<Tie>]) {
    const KINDS: &[(&str, &str)] = &[
        (why::TOGETHER, "missing_beside"),
        (why::SIBLING, "missing_in_same_files"),
        (why::MOVED, "missed_there"),
        (why::LIBRARY, "missing_packages"),
        (why::MEMBERS, "lacks_too"),
        (why::AS_NEW, "as_new"),
        (why::ICON, "icons_too"),
        (why::COROUTINES, "of_coroutines"),
        (why::STATIC, "static_too"),
    ];
    let mut groups: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    for (at, tie) in ties.iter().enumerate() {
        let Some(tie) = tie else { continue };
        if let Some((_, key)) = KINDS.iter().find(|(why, _)| *why == tie.why) {
            groups.entry((tie.cause, key)).or_default().push(at);
        }
    }
    for ((head, key), names) in groups {
        let first = &taken[names[0]].found.failure;
        let file = first.file.as_deref().and_then(|file| file.rsplit(['/', '\\']).next()).unwrap_or("").to_owned();
        let mut told: Vec<String> = names
            .iter()
            .filter_map(|at| taken[*at].found.failure.symbol.as_deref())
            .map(|name| format!("`{name}`"))
            .collect();
        let mut seen = BTreeSet::new();
        told.retain(|name| seen.insert(name.clone()));
        if told.len() > MOST {
            let more = told.len() - MOST;
            told.truncate(MOST);
            told.push(format!("{more} more"));
        }
        // Kotlin quotes no import: that two are of one package shows only where they stand.
        let by_place = taken[head].found.failure.category == Category::KotlinUnresolvedReference;
        let key = if key == "missing_beside" && !by_place { "missing_of_package" } else { key };
        let details = &mut taken[head].found.failure.details;
        details.insert(key.to_owned(), told.join(", "));
        if key == "missed_there" {
            details.insert("missed_in".to_owned(), file);
        }
    }
}
