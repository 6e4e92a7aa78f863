//! A row of the tables of explanations.

use crate::Category;

/// Explanation of a category. Templates have placeholders such as `{symbol}`; of several wordings the first whose
/// placeholders are all known is used.
pub struct Meaning {
    /// The category.
    pub category: Category,
    /// Wordings of the cause, the most specific first, the last without placeholders other than `{message}`.
    pub causes: &'static [&'static str],
    /// Steps, the most useful first, each with its wordings; a step none of whose wordings can be filled is left out.
    pub fixes: &'static [&'static [&'static str]],
    /// The tool's own documentation.
    pub link: Option<&'static str>,
}
