//! Reads arguments that were validated against a tool's schema.

use serde_json::Value;

/// A text argument; empty if omitted.
pub(super) fn text<'a>(arguments: &'a Value, name: &str) -> &'a str {
    arguments[name].as_str().unwrap_or_default()
}

/// A whole-number argument.
pub(super) fn whole(arguments: &Value, name: &str) -> Option<usize> {
    usize::try_from(arguments[name].as_u64()?).ok()
}
