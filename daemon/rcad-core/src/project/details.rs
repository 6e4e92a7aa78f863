//! Details that are added to a failure.

use crate::Failure;

/// Adds a detail; one from the log stays.
pub(super) fn add(failure: &mut Failure, name: &str, value: impl Into<String>) {
    failure.details.entry(name.to_owned()).or_insert_with(|| value.into());
}
