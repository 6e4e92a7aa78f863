//! Puts what was read of a detail into the failure.

use crate::model::failure::{Failure, Wording};

/// Words the failure; templates as in `explain`.
pub fn word(failure: &mut Failure, cause: &str, fixes: &[&str]) {
    failure.wording =
        Some(Wording { cause: cause.to_owned(), fixes: fixes.iter().map(|fix| (*fix).to_owned()).collect() });
}

/// Sets a detail.
pub fn put(failure: &mut Failure, name: &str, value: impl Into<String>) {
    failure.details.insert(name.to_owned(), value.into());
}
