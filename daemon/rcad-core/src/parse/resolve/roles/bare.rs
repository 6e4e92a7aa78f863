//! Small Kotlin names that one file uses again and again, where nothing stands before them: the file itself had them.

use std::collections::{BTreeMap, BTreeSet};

use super::signs::is_type;
use crate::Category;
use crate::model::failure::Failure;
use crate::parse::reader::TakenFailure;

/// Uses of one name that no slip of the pen explains.
const SEVERAL: usize = 3;

/// Columns in which the statements of a function's body begin: nothing stands before a name there.
const BODY: [u32; 2] = [5, 9];

/// What shows that a name is a library's or stands for something else than the file's own.
const KNOWN: &[&str] = &[
    "in_import",
    "decoded",
    "extension",
    "choices",
    "scope",
    "platform_name",
    "qualified",
    "artifact",
    "generator",
    "resource_kind",
];

/// What is implicit, and what operators stand for.
const IMPLICIT: &[&str] = &["it", "this", "field", "getValue", "setValue"];

/// Counts the uses of such a name, and takes back that it might be a member of something before it.
pub fn tell(taken: &mut [TakenFailure]) {
    let mut uses: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, one) in taken.iter().enumerate() {
        if let Some(symbol) = own_name(&one.found.failure) {
            uses.entry(symbol.to_owned()).or_default().push(at);
        }
    }
    for all in uses.into_values().filter(|all| all.len() >= SEVERAL) {
        let failures = || all.iter().map(|at| &taken[*at].found.failure);
        let files: BTreeSet<&Option<String>> = failures().map(|failure| &failure.file).collect();
        let bare = failures().any(|failure| failure.column.is_some_and(|column| BODY.contains(&column)));
        if files.len() > 1 || !bare {
            continue;
        }
        for at in &all {
            let details = &mut taken[*at].found.failure.details;
            details.remove("as_member");
            details.insert("bare_uses".to_owned(), all.len().to_string());
        }
    }
}

/// The small name that a failure misses, of which nothing is known.
fn own_name(failure: &Failure) -> Option<&str> {
    let symbol = failure.symbol.as_deref().filter(|_| failure.category == Category::KotlinUnresolvedReference)?;
    let known = KNOWN.iter().any(|key| failure.details.contains_key(*key));
    let placed = failure.file.is_some() && failure.line.is_some();
    let small = !is_type(symbol) && !symbol.contains('.') && !IMPLICIT.contains(&symbol);
    (small && placed && !known && failure.message.len() < symbol.len() + "Unresolved reference: ''.".len() + 1)
        .then_some(symbol)
}

#[cfg(test)]
mod tests {
    use crate::explain::told;

    fn words(places: &[&str]) -> String {
        let log: String =
            places.iter().map(|place| format!("e: file:///p/basket/{place} Unresolved reference: isOpen\n")).collect();
        told(&log)
    }

    #[test]
    fn a_name_that_a_file_uses_by_itself_was_declared_there() {
        let all = ["Till.kt:50:67", "Till.kt:149:9", "Till.kt:192:17"];
        let text = words(&all);
        assert!(text.contains("3 places of `Till.kt`") && !text.contains("what stands before it"), "{text}");
        assert!(!words(&all[1..]).contains("places of"), "two may be a slip");
        let members = words(&["Till.kt:50:67", "Till.kt:149:14", "Till.kt:192:27"]);
        assert!(!members.contains("places of"), "{members}");
        let two_files = words(&[all[0], all[1], "Lamp.kt:192:17"]);
        assert!(!two_files.contains("places of"), "{two_files}");
    }
}
