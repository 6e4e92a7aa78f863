//! What a category means: one row of the tables of explanations.

use crate::Category;

/// What a category means. Templates hold placeholders such as `{symbol}`; of several wordings the first one of which all
/// placeholders are known is taken.
pub struct Meaning {
    /// The category.
    pub category: Category,
    /// Wordings of the cause, the most telling first, the last without placeholders other than `{message}`.
    pub causes: &'static [&'static str],
    /// Steps, the most useful first, each with its wordings; a step none of whose wordings can be filled is left out.
    pub fixes: &'static [&'static [&'static str]],
    /// Where the tool's own documentation says more.
    pub link: Option<&'static str>,
}
