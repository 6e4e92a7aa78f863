//! What has been read of a file so far, by its syntax tree and by its lines.

use std::ops::Range;

use super::grammar::SourceLanguage;
use super::outline::{Outline, RawUse};

/// An outline that is being read.
pub(super) struct OutlineDraft<'t> {
    pub(super) language: SourceLanguage,
    pub(super) text: &'t str,
    pub(super) outline: Outline,
    pub(super) uses: Vec<RawUse<'t>>,
    /// Byte ranges with syntax errors.
    pub(super) errors: Vec<Range<usize>>,
}

impl<'t> OutlineDraft<'t> {
    pub(super) fn new(language: SourceLanguage, text: &'t str) -> OutlineDraft<'t> {
        OutlineDraft { language, text, outline: Outline::default(), uses: Vec::new(), errors: Vec::new() }
    }

    /// The finished outline.
    pub(super) fn finish(self) -> Outline {
        self.outline.using(&self.uses)
    }
}
