//! Details that are added to a failure.

use crate::Failure;

/// Adds a detail; one from the log stays.
pub(super) fn add(failure: &mut Failure, name: &str, value: impl Into<String>) {
    failure.details.entry(name.to_owned()).or_insert_with(|| value.into());
}

/// Adds the name that is probably meant, and where it is defined, if that is known.
pub fn suggest(failure: &mut Failure, name: &str, location: &str) {
    add(failure, "nearest", name);
    if !location.is_empty() {
        add(failure, "nearest_place", location);
    }
}
