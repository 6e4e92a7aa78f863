//! Lines of a file that differ, next to each other as one change.

use similar::{ChangeTag, TextDiff};

use crate::model::change::{Change, ChangeKind, ChangeSubject, FilePair};
use crate::project::shown_line;

/// Most hunks of a file.
const MOST: usize = 200;
/// Most lines of a hunk whose text is kept.
const LINES: usize = 20;

/// Adds each run of changed lines of a file that is in both states.
pub(super) fn compare(file: &FilePair, all: &mut Vec<Change>) {
    let (Some(before), Some(after)) = (&file.before, &file.after) else { return };
    let diff = TextDiff::from_lines(before.as_str(), after.as_str());
    for group in diff.grouped_ops(0).into_iter().take(MOST) {
        let (mut old, mut new): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        let mut line = None;
        for op in &group {
            line.get_or_insert(op.new_range().start);
            for change in diff.iter_changes(op) {
                match change.tag() {
                    ChangeTag::Delete => old.push(change.value()),
                    ChangeTag::Insert => new.push(change.value()),
                    ChangeTag::Equal => {}
                }
            }
        }
        let kind = match (old.is_empty(), new.is_empty()) {
            (true, _) => ChangeKind::Added,
            (_, true) => ChangeKind::Removed,
            _ => ChangeKind::Edited,
        };
        let from = u32::try_from(line.unwrap_or_default()).unwrap_or(u32::MAX).saturating_add(1);
        let count = u32::try_from(new.len()).unwrap_or(u32::MAX);
        all.push(Change {
            before: shown(&file.path, &old),
            after: shown(&file.path, &new),
            line: Some(from),
            end_line: Some(from.saturating_add(count.saturating_sub(1))),
            ..Change::new(kind, ChangeSubject::Lines, file.path.as_str(), file.path.as_str())
        });
    }
}

/// Lines of a file as they are told: the first ones, without what looks like a secret.
pub(super) fn shown(path: &str, lines: &[&str]) -> Option<String> {
    let shown = lines.iter().take(LINES).map(|line| shown_line(path, line));
    (!lines.is_empty()).then(|| shown.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::super::hunks;
    use crate::model::change::{ChangeKind, FilePair};

    #[test]
    fn each_run_of_lines_is_a_change() {
        let file = |before: &str, after: &str| FilePair {
            path: "a.kt".into(),
            before: Some(before.into()),
            after: Some(after.into()),
        };
        let all = hunks(&[file("a\nb\nc\nd\ne\n", "a\nB\nc\ne\nf\ng\n")]);
        let told = all.iter().map(|one| {
            let lines = (one.line.unwrap_or(0), one.end_line.unwrap_or(0));
            (one.kind, lines.0, lines.1, one.before.as_deref(), one.after.as_deref())
        });
        let told: Vec<_> = told.collect();
        assert_eq!(
            told,
            [
                (ChangeKind::Edited, 2, 2, Some("b"), Some("B")),
                (ChangeKind::Removed, 4, 4, Some("d"), None),
                (ChangeKind::Added, 5, 6, None, Some("f\ng")),
            ]
        );
        assert!(hunks(&[file("a\n", "a\n")]).is_empty());
    }

    #[test]
    fn secrets_are_not_told() {
        let pair = |path: &str, before: &str, after: &str| FilePair {
            path: path.into(),
            before: Some(before.into()),
            after: Some(after.into()),
        };
        let script = hunks(&[pair("app/build.gradle", "storePassword 'a'\n", "storePassword 'b'\nminSdk 21\n")]);
        assert_eq!((script[0].before.as_deref(), script[0].after.as_deref()), (Some("…"), Some("…\nminSdk 21")));
    }
}
