//! What follows from the root: how many errors are the same again, how many disappear with it.

use super::test_runs;
use crate::Failure;
use crate::model::failure::Role;

/// A sentence on how many errors are the root's again, and how many disappear with it.
pub fn following(errors: &[Failure]) -> String {
    let (again, follow) = explained(errors, 0);
    if let Some(said) = test_runs::summary(errors, again) {
        return said;
    }
    let again = match again {
        0 => String::new(),
        1 => " The same error occurs once more.".to_owned(),
        many => format!(" The same error occurs {many} times more."),
    };
    match follow {
        0 => again,
        1 => format!("{again} One more error follows from it."),
        many => format!("{again} {many} more errors follow from it."),
    }
}

/// How many failures are the one at `index` again, and how many follow from it.
fn explained(errors: &[Failure], index: usize) -> (usize, usize) {
    let of = |failure: &&Failure| match failure.explained_by {
        Some(by) => usize::try_from(by.failure) == Ok(index),
        // Older versions did not say what a consequence follows from.
        None => failure.role == Role::Consequence && index == 0,
    };
    let again = |failure: &&Failure| failure.explained_by.is_some_and(|by| by.again);
    let all = errors.iter().filter(of);
    let repeats = all.clone().filter(again).count();
    (repeats, all.count() - repeats)
}
