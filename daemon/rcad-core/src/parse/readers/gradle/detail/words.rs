//! Puts what was read of a detail into the failure.

use crate::model::failure::Failure;

/// Sets a detail.
pub fn put(failure: &mut Failure, name: &str, value: impl Into<String>) {
    failure.details.insert(name.to_owned(), value.into());
}
