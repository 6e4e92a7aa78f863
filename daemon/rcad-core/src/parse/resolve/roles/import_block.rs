//! The imports of a Kotlin file, as far as its errors show them: a package that is not on the class path fails there, above
//! all code, and below it the types that would have come from it.

use std::collections::BTreeMap;

use super::signs::is_type;
use crate::Category;
use crate::facts::names::{BEHIND_IMPORT, IMPORTS};
use crate::model::failure::Failure;
use crate::parse::reader::TakenFailure;

/// The columns behind `import io.` and `import org.`.
const BEHIND_DOMAIN: [u32; 2] = [11, 12];

/// Last line on which one such name alone is taken for an import's.
const ALONE: u32 = 30;

/// Lines between two imports of one package: they are sorted.
const APART: u32 = 2;

/// Columns by which a block is indented.
const INDENT: u32 = 4;

/// What shows that more is known of a name than its place.
const KNOWN: &[&str] =
    &["in_import", "decoded", "own_import", "extension", "choices", "scope", "platform_name", "generator"];

/// A name that may be a package's, where it stands.
struct PlacedName {
    at: usize,
    line: u32,
    column: u32,
    symbol: String,
}

/// Marks the small names as an import's that the other errors of their file show to be one.
pub fn mark(taken: &mut [TakenFailure]) {
    let mut files: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, one) in taken.iter().enumerate() {
        if let (Some(file), Some(_)) = (one.found.failure.file.as_deref(), one.found.failure.line) {
            files.entry(file).or_default().push(at);
        }
    }
    let found: Vec<usize> = files.into_values().flat_map(|errors| imports(taken, errors)).collect();
    for at in found {
        let details = &mut taken[at].found.failure.details;
        details.remove("as_member");
        details.insert("in_import".to_owned(), "import".to_owned());
    }
}

/// Those of one file's errors that stand in its imports.
fn imports(taken: &[TakenFailure], mut errors: Vec<usize>) -> Vec<usize> {
    let failure = |at: usize| &taken[at].found.failure;
    errors.sort_by_key(|at| (failure(*at).line, failure(*at).column));
    let first: Vec<PlacedName> = errors.iter().map_while(|at| package(*at, failure(*at))).collect();
    let below = &errors[first.len()..];
    let misses_a_type = below.iter().any(|at| is_missing_type(failure(*at)));
    let used = |name: &PlacedName| below.iter().any(|at| failure(*at).symbol.as_deref() == Some(&name.symbol));
    let one_a_line = first.windows(2).all(|two| two[0].line < two[1].line)
        && first.last().is_none_or(|last| below.first().is_none_or(|at| failure(*at).line > Some(last.line)));
    if !misses_a_type || !one_a_line {
        return Vec::new();
    }
    let beside = |name: &PlacedName| {
        let same = |other: &&PlacedName| (other.column, &other.symbol) == (name.column, &name.symbol);
        first.iter().filter(same).any(|other| (1..=APART).contains(&other.line.abs_diff(name.line)))
    };
    let alone = |name: &PlacedName| name.line <= ALONE && BEHIND_DOMAIN.contains(&name.column);
    let marked = first.iter().filter(|name| !used(name) && (alone(name) || beside(name)));
    marked.map(|name| name.at).collect()
}

/// A name that could be a segment of an import.
fn package(at: usize, failure: &Failure) -> Option<PlacedName> {
    let symbol = failure.symbol.as_deref().filter(|_| failure.category == Category::KotlinUnresolvedReference)?;
    let (line, column) = (failure.line?, failure.column?);
    let small = symbol.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_');
    let known = KNOWN.iter().any(|key| failure.details.contains_key(*key));
    // There a statement may begin.
    let begins = column % INDENT == 1;
    let fits = small && !known && !begins && line <= IMPORTS && column > BEHIND_IMPORT;
    fits.then(|| PlacedName { at, line, column, symbol: symbol.to_owned() })
}

fn is_missing_type(failure: &Failure) -> bool {
    failure.category == Category::KotlinUnresolvedReference && failure.symbol.as_deref().is_some_and(is_type)
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn root(errors: &[&str]) -> (Option<String>, bool) {
        let log: String = errors.iter().map(|error| format!("e: file:///p/basket/Till.kt:{error}\n")).collect();
        let first = parse(&log).failures.remove(0);
        let imported = first.details.contains_key("in_import");
        (first.symbol, imported)
    }

    #[test]
    fn a_package_that_fails_further_down_leads_the_types_of_it() {
        let types = ["43:28 Unresolved reference 'Bulb'.", "44:33 Unresolved reference 'Socket'."];
        let lampkit = (Some("lampkit".to_owned()), true);
        let one = "18:12 Unresolved reference 'lampkit'.";
        assert_eq!(root(&[one, types[0], types[1]]), lampkit);
        let two = ["37:20 Unresolved reference: lampkit", "38:20 Unresolved reference: lampkit"];
        assert_eq!(root(&[two[0], two[1], types[0], types[1]]), lampkit);
    }

    #[test]
    fn members_of_what_a_package_would_give_follow_from_it() {
        let log = "e: file:///p/Till.kt:22:12 Unresolved reference 'lampkit'.\ne: file:///p/Till.kt:43:28 Unresolved reference 'Bulb'.\ne: file:///p/Till.kt:281:42 Unresolved reference 'glow'.\n";
        let independent = |log: &str| {
            parse(log)
                .failures
                .iter()
                .filter(|failure| failure.role == crate::model::failure::Role::Independent)
                .count()
        };
        assert_eq!(independent(log), 0);
        let receiver = "e: file:///p/Till.kt:180:29 Unresolved reference. None of the following candidates is applicable because of a receiver type mismatch:\nfun <T, R> T.let(block: (T) -> R): R\n";
        let type_too = "e: file:///p/Till.kt:44:28 Unresolved reference 'Socket'.\n";
        assert_eq!(independent(&format!("{log}{type_too}{receiver}")), 0);
        assert_eq!(independent(&log.replace("22:12", "22:17")), 2);
    }

    #[test]
    fn a_member_above_a_missing_type_is_no_import() {
        let bulb = "43:28 Unresolved reference 'Bulb'.";
        assert!(!root(&["22:31 Unresolved reference 'glow'.", bulb]).1, "one name, anywhere");
        assert!(
            !root(&["22:9 Unresolved reference 'glow'.", "23:9 Unresolved reference 'glow'.", bulb]).1,
            "statements"
        );
        assert!(
            !root(&["22:12 Unresolved reference 'glow'.", "50:18 Unresolved reference 'glow'.", bulb]).1,
            "used below"
        );
        assert!(!root(&["22:12 Unresolved reference 'glow'.", "50:18 Unresolved reference 'light'."]).1, "no type");
        assert!(
            !root(&[
                "15:20 Argument type mismatch: actual type is 'Int', but 'Lamp' was expected.",
                "22:12 Unresolved reference 'glow'.",
                bulb
            ])
            .1
        );
    }
}
