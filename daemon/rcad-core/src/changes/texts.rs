//! Two texts of a file, and which line of the one stands where a line of the other stood.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::model::change::FilePair;

/// Larger files are compared line by line only.
const LARGEST: usize = 512 * 1024;
/// Lines that were replaced by a number of others stand for each other only where they are few.
const FEW: usize = 5;

/// Both texts of a file without byte order mark and carriage returns; empty where there is none.
pub(super) struct TextPair {
    /// In the good state.
    pub(super) before: String,
    /// Now.
    pub(super) after: String,
    /// Whether the file is there now.
    pub(super) exists: bool,
}

impl TextPair {
    /// The texts of a file; nothing where one is too large.
    pub(super) fn of(file: &FilePair) -> Option<TextPair> {
        let plain = |text: &Option<String>| {
            let text = text.as_deref().unwrap_or_default();
            (text.len() <= LARGEST).then(|| text.trim_start_matches('\u{feff}').replace("\r\n", "\n"))
        };
        Some(TextPair { before: plain(&file.before)?, after: plain(&file.after)?, exists: file.after.is_some() })
    }

    /// Where the lines of the text before are now.
    pub(super) fn lines(&self) -> LineMap {
        LineMap::new(self)
    }
}

/// Where the lines of a text are in another one.
pub(super) struct LineMap {
    exists: bool,
    /// For each line before, from 0 on: the lines that stand in its place now, and whether it is unchanged.
    places: Vec<(std::ops::Range<usize>, bool)>,
    /// Number of lines now.
    count: usize,
}

impl LineMap {
    fn new(texts: &TextPair) -> LineMap {
        let lines = |text: &'_ str| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<String>>();
        let (old, new) = (lines(&texts.before), lines(&texts.after));
        let mut places = vec![(0..0, false); old.len()];
        for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
            let (from, to) = (op.old_range(), op.new_range());
            let same = matches!(op, DiffOp::Equal { .. });
            let aligned = from.len() == to.len();
            for (n, place) in places.iter_mut().enumerate().take(from.end).skip(from.start) {
                let at = to.start + (n - from.start);
                let range = if aligned {
                    at..at + 1
                } else if from.len() <= FEW && to.len() <= FEW {
                    to.clone()
                } else {
                    let at = at.min(to.end.saturating_sub(1)).max(to.start);
                    at..at
                };
                *place = (range, same);
            }
        }
        LineMap { exists: texts.exists, places, count: new.len() }
    }

    /// The line, from 1 on, that stands now where this line stood; nothing where the file is gone.
    pub(super) fn now(&self, line: u32) -> Option<u32> {
        if !self.exists {
            return None;
        }
        let at = self.place(line).map_or(self.count, |(range, _)| range.start);
        u32::try_from(at.min(self.count.saturating_sub(1)) + 1).ok()
    }

    /// Whether the line `after` has taken the place of the line `before`.
    pub(super) fn in_place(&self, before: u32, after: u32) -> bool {
        let after = usize::try_from(after).unwrap_or_default();
        self.place(before).is_some_and(|(range, _)| range.contains(&after.saturating_sub(1)))
    }

    /// Whether the line is unchanged where it is now.
    pub(super) fn unchanged(&self, before: u32) -> bool {
        self.place(before).is_some_and(|(_, same)| *same)
    }

    fn place(&self, line: u32) -> Option<&(std::ops::Range<usize>, bool)> {
        self.places.get(usize::try_from(line).ok()?.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::TextPair;
    use crate::model::change::FilePair;

    fn texts(before: Option<&str>, after: Option<&str>) -> TextPair {
        let file = FilePair { path: "a".into(), before: before.map(str::to_owned), after: after.map(str::to_owned) };
        TextPair::of(&file).expect("small")
    }

    #[test]
    fn lines_are_found_where_they_are_now() {
        let map = texts(Some("\u{feff}a\r\nb\r\nc\r\nd\r\ne\r\n"), Some("x\na\n  c\nD\nE\n")).lines();
        let now: Vec<Option<u32>> = (1..=6).map(|line| map.now(line)).collect();
        assert_eq!(now, [Some(2), Some(3), Some(3), Some(4), Some(5), Some(5)]);
        assert!(map.in_place(4, 4) && map.in_place(5, 5) && !map.in_place(4, 5), "lines that were replaced");
        assert!(map.unchanged(3) && !map.unchanged(4) && !map.unchanged(9));
        assert!(!map.in_place(2, 3), "what is gone has nothing in its place");
        assert_eq!(texts(Some("a\nb"), Some("")).lines().now(2), Some(1));
        assert_eq!(texts(Some("a\nb"), None).lines().now(2), None);
    }

    #[test]
    fn large_files_are_not_read() {
        let file = |text: String| FilePair { path: "a".into(), before: None, after: Some(text) };
        assert!(TextPair::of(&file("a\n".repeat(300_000))).is_none());
        assert!(TextPair::of(&file("a\n".repeat(200_000))).is_some());
    }
}
