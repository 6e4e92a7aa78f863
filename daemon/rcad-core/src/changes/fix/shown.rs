//! The lines of a fix as a small unified diff, without what looks like a secret.

use similar::{ChangeTag, DiffOp, TextDiff};

use crate::model::change::{Change, FilePair};
use crate::project::shown_line;

/// Most lines of a diff.
const LINES: usize = 40;
/// Most bytes of it.
const BYTES: usize = 4 << 10;
/// Lines around each change.
const AROUND: usize = 2;
/// Larger files are not compared.
const LARGEST: usize = 512 << 10;
/// Lines and characters that are kept of a change's own text.
const BEGINNING: (usize, usize) = (2, 300);

/// The beginning of a text, as far as it is quoted.
pub(super) fn beginning_of(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).take(BEGINNING.0);
    lines.collect::<Vec<_>>().join("\n").chars().take(BEGINNING.1).collect()
}

/// The lines of these changes: `broken` are placed in the failed state, `done` in the green one.
pub(super) fn diff(pairs: &[FilePair], broken: &[&Change], done: &[Change]) -> Option<String> {
    let mut out = CutDiff::default();
    for pair in pairs {
        let here = |change: &Change| change.file == pair.path;
        let before: Vec<&Change> = broken.iter().copied().filter(|one| here(one)).collect();
        let after: Vec<&Change> = done.iter().filter(|one| here(one)).collect();
        if before.is_empty() && after.is_empty() {
            continue;
        }
        let is_meant = |op: &DiffOp| {
            before.iter().any(|one| touches(one, &op.old_range()))
                || after.iter().any(|one| touches(one, &op.new_range()))
        };
        if !out.add(pair, &is_meant) {
            out.add(pair, &|_| true);
        }
    }
    out.end()
}

/// All lines that differ; nothing where that is more than a diff may have.
pub(super) fn whole(pairs: &[FilePair]) -> Option<String> {
    let mut out = CutDiff::default();
    for pair in pairs {
        out.add(pair, &|_| true);
    }
    if out.is_cut { None } else { out.end() }
}

/// Whether a change has one of these lines, counted from 0, or stands where there are none.
fn touches(change: &Change, lines: &std::ops::Range<usize>) -> bool {
    let Some(from) = change.line else { return false };
    let (from, to) = (from.saturating_sub(1) as usize, change.end_line.unwrap_or(from).max(from) as usize);
    from < lines.end.max(lines.start + 1) && lines.start < to
}

/// A diff that ends where it is long enough.
#[derive(Default)]
struct CutDiff {
    text: String,
    lines: usize,
    is_cut: bool,
}

impl CutDiff {
    /// Adds the wanted lines of a file with those around them; whether there are any.
    fn add(&mut self, pair: &FilePair, is_wanted: &dyn Fn(&DiffOp) -> bool) -> bool {
        let (old, new) = (pair.before.as_deref().unwrap_or_default(), pair.after.as_deref().unwrap_or_default());
        if old.len() > LARGEST || new.len() > LARGEST {
            return false;
        }
        let diff = TextDiff::from_lines(old, new);
        let groups = diff.grouped_ops(AROUND);
        let is_change = |op: &&DiffOp| !matches!(op, DiffOp::Equal { .. });
        let wanted = groups.iter().filter(|group| group.iter().filter(is_change).any(is_wanted));
        let mut any = false;
        for group in wanted {
            if !any {
                let side = |letter: char, text: &Option<String>| match text {
                    Some(_) => format!("{letter}/{}", pair.path),
                    None => "/dev/null".to_owned(),
                };
                self.push(&format!("--- {}", side('a', &pair.before)));
                self.push(&format!("+++ {}", side('b', &pair.after)));
                any = true;
            }
            self.push(&head(group));
            for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                let mark = match change.tag() {
                    ChangeTag::Delete => '-',
                    ChangeTag::Insert => '+',
                    ChangeTag::Equal => ' ',
                };
                self.push(&format!("{mark}{}", shown_line(&pair.path, change.value())));
            }
        }
        any
    }

    fn push(&mut self, line: &str) {
        if self.is_cut || self.lines >= LINES || self.text.len() + line.len() >= BYTES {
            self.is_cut = true;
            return;
        }
        self.text.push_str(line);
        self.text.push('\n');
        self.lines += 1;
    }

    fn end(mut self) -> Option<String> {
        if self.is_cut && !self.text.is_empty() {
            self.text.push_str("…\n");
        }
        (!self.text.is_empty()).then_some(self.text)
    }
}

/// `@@ -3,5 +3,6 @@`
fn head(group: &[DiffOp]) -> String {
    let side = |range: fn(&DiffOp) -> std::ops::Range<usize>| {
        let from = group.first().map_or(0, |op| range(op).start);
        let count = group.last().map_or(0, |op| range(op).end) - from;
        let first = if count == 0 { from } else { from + 1 };
        format!("{first},{count}")
    };
    format!("@@ -{} +{} @@", side(DiffOp::old_range), side(DiffOp::new_range))
}
