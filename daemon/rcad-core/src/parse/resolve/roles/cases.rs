//! A case of an enum or sealed type that was renamed: a `when` names the old one, which is missing, and lacks the new one.

use super::signs;
use super::ties::{Tie, top};
use crate::parse::reader::TakenFailure;

/// Tells the missing name of the case that the `when` around it lacks, where both are the only ones.
pub fn tell(taken: &mut [TakenFailure], ties: &[Option<Tie>], tops: &[usize]) {
    let mut tops = tops.to_vec();
    let of_branch =
        |(at, tie): (usize, &Option<Tie>)| tie.filter(|tie| tie.why == signs::OF_BRANCH).map(|tie| (at, tie.cause));
    for (at, cause) in ties.iter().enumerate().filter_map(of_branch).take(MOST) {
        let lacking = &taken[at].found.failure;
        let one = lacking.details.get("branches").is_some_and(|all| !all.contains(','));
        let (Some(case), Some(file), Some(line)) = (lacking.symbol.clone(), lacking.file.as_deref(), lacking.line)
        else {
            continue;
        };
        let missing = &taken[cause].found.failure;
        let near = |line: u32| line.abs_diff(missing.line.unwrap_or(0)) <= NEAR;
        let same_file = taken.iter().map(|one| &one.found.failure).filter(|other| other.file == missing.file);
        let mut types = same_file
            .filter(|other| other.line.is_some_and(near))
            .filter_map(|other| other.symbol.as_deref().filter(|name| signs::is_type(name) && *name != case));
        let only = types.all(|name| Some(name) == missing.symbol.as_deref());
        let new = signs::simple(&case).to_owned();
        if !one || !only || !signs::is_type(&new) {
            continue;
        }
        let place = format!("{}:{line}", file.rsplit(['/', '\\']).next().unwrap_or(file));
        let head = top(&mut tops, cause);
        if taken[head].found.failure.symbol == taken[cause].found.failure.symbol {
            let details = &mut taken[head].found.failure.details;
            details.entry("renamed_case".to_owned()).or_insert(new);
            details.entry("when_place".to_owned()).or_insert(place);
        }
    }
}

/// Most of a text that are looked at.
const MOST: usize = 50;

/// Lines around the missing name in which another one would be another case.
const NEAR: u32 = 12;

#[cfg(test)]
mod tests {
    use crate::explain::told;

    #[test]
    fn a_renamed_case_is_told_by_both_names() {
        let when = "e: file:///p/Till.kt:9:20 'when' expression must be exhaustive. Add the 'is Paid' branch or an 'else' branch.\n";
        let old = "e: file:///p/Till.kt:11:29 Unresolved reference 'Payed'.\n";
        let words = told(&(when.to_owned() + old));
        assert!(
            words.contains("`Payed` is unresolved") && words.contains("Till.kt:9 lacks a branch for `Paid`"),
            "{words}"
        );
        let other = "e: file:///p/Till.kt:12:29 Unresolved reference 'Shelf'.\n";
        assert!(!told(&format!("{when}{old}{other}")).contains("lacks a branch"), "either may be the one");
        let two = when.replace("'is Paid' branch", "'is Paid', 'Open' branches");
        assert!(!told(&(two + old)).contains("lacks a branch"));
    }
}
