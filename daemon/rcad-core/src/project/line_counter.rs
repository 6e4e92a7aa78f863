//! Line numbers of positions in a text.

/// Counts lines up to positions that only grow, so that a text is read once.
pub(super) struct LineCounter<'t> {
    /// The text.
    pub(super) text: &'t str,
    line: u32,
    counted: usize,
}

impl<'t> LineCounter<'t> {
    /// A counter at the start of the text.
    pub(super) fn new(text: &'t str) -> LineCounter<'t> {
        LineCounter { text, line: 1, counted: 0 }
    }

    /// The 1-based line of this position in bytes.
    pub(super) fn line_at(&mut self, position: usize) -> u32 {
        let position = position.min(self.text.len());
        if let Some(between) = self.text.as_bytes().get(self.counted..position) {
            let count = between.iter().filter(|byte| **byte == b'\n').count();
            self.line = self.line.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
            self.counted = position;
        }
        self.line
    }
}
