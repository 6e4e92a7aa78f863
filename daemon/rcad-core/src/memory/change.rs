//! How the lines around a failing line changed. Compares given texts; reads no file.

use crate::model::failure::Evidence;
use crate::model::memory::CodeChange;

/// How far, in lines, a moved line is searched for.
const SHIFT: usize = 200;

/// Most added lines that are kept.
const AFTER: usize = 6;

impl CodeChange {
    /// `when app/build.gradle:14 changed`
    pub fn sentence(&self) -> String {
        let place = format!("{}:{}", self.file, self.line);
        match (self.gone, self.before.is_empty() && self.after.is_empty()) {
            (true, _) => format!("when {place} and the lines around it were gone"),
            (_, true) => format!("without a change at {place}"),
            _ => format!("when {place} had changed"),
        }
    }

    /// The change from `then` (consecutive lines with the failing `line` among them) to `now`, the later text of the file.
    /// Both must be masked in the same way. Nothing where `then` is empty.
    pub fn between(file: &str, line: u32, then: &[Evidence], now: Option<&[String]>) -> Option<CodeChange> {
        let first = then.first()?.line;
        let mut change = CodeChange { file: file.to_owned(), line, before: Vec::new(), after: Vec::new(), gone: false };
        let Some(now) = now else { return Some(CodeChange { gone: true, ..change }) };
        let from = (first as usize).saturating_sub(1 + SHIFT).min(now.len());
        let to = (first as usize + then.len() + SHIFT).min(now.len());
        let pairs = matched(then, &now[from..to], (first as usize - 1).saturating_sub(from));
        let matches_weight = pairs.iter().any(|(then_at, _)| weight(&then[*then_at].text) > 1);
        if !matches_weight {
            return Some(CodeChange { gone: true, before: then.to_vec(), ..change });
        }
        let is_matched = |at: usize| pairs.iter().any(|(then_at, _)| *then_at == at);
        // Blank lines are left out.
        let lost: Vec<usize> = (0..then.len()).filter(|at| !is_matched(*at) && weight(&then[*at].text) > 0).collect();
        change.before = lost.iter().map(|at| then[*at].clone()).collect();
        let inserted = inserted(&pairs, then.len(), &lost, to - from);
        let number = |at: usize| u32::try_from(from + at + 1).unwrap_or(u32::MAX);
        let lines = inserted.into_iter().map(|at| Evidence { line: number(at), text: now[from + at].clone() });
        change.after = lines.filter(|one| weight(&one.text) > 0).take(AFTER).collect();
        Some(change)
    }
}

/// Weight of a matching line: low for a bracket, high for text.
fn weight(text: &str) -> u32 {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric()).count();
    if letters >= 2 { 100 } else { u32::from(!text.trim().is_empty()) }
}

/// Pairs of equal lines, in order, by a weighted longest common subsequence; of several the one nearest to `expected`.
/// `then` is a handful of lines.
fn matched(then: &[Evidence], now: &[String], expected: usize) -> Vec<(usize, usize)> {
    let (rows, columns) = (then.len(), now.len());
    let at = |row: usize, column: usize| row * (columns + 1) + column;
    let mut best = vec![0i64; (rows + 1) * (columns + 1)];
    let same = |row: usize, column: usize| {
        // Blank lines are too frequent to match.
        let near = (column as i64 - (expected + row) as i64).abs();
        (then[row].text.trim_end() == now[column].trim_end() && weight(&then[row].text) > 0)
            .then(|| i64::from(weight(&then[row].text)) * 1000 - near)
    };
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let skip = best[at(row + 1, column)].max(best[at(row, column + 1)]);
            let take = same(row, column).map_or(0, |gain| gain + best[at(row + 1, column + 1)]);
            best[at(row, column)] = skip.max(take);
        }
    }
    let (mut row, mut column, mut pairs) = (0, 0, Vec::new());
    while row < rows && column < columns {
        let here = best[at(row, column)];
        if here == best[at(row + 1, column)] {
            row += 1;
        } else if here == best[at(row, column + 1)] {
            column += 1;
        } else {
            pairs.push((row, column));
            row += 1;
            column += 1;
        }
    }
    pairs
}

/// Lines of the new text between matched ones; where `then` lost its first or last lines, as many before or after.
fn inserted(pairs: &[(usize, usize)], rows: usize, lost: &[usize], columns: usize) -> Vec<usize> {
    let (Some(first), Some(last)) = (pairs.first(), pairs.last()) else { return Vec::new() };
    let before = lost.iter().filter(|row| **row < first.0).count();
    let behind = lost.iter().filter(|row| **row > last.0 && **row < rows).count();
    let mut all: Vec<usize> = (first.1.saturating_sub(before)..first.1).collect();
    for two in pairs.windows(2) {
        all.extend(two[0].1 + 1..two[1].1);
    }
    all.extend(last.1 + 1..(last.1 + 1 + behind).min(columns));
    all
}

#[cfg(test)]
mod tests {
    use crate::model::failure::Evidence;
    use crate::model::memory::CodeChange;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    /// The lines `from` to `to` of a text.
    fn window(text: &str, from: u32, to: u32) -> Vec<Evidence> {
        let all = (1u32..).zip(text.lines()).map(|(line, text)| Evidence { line, text: text.to_owned() });
        all.filter(|one| (from..=to).contains(&one.line)).collect()
    }

    const THEN: &str = "android {\n  compileSdk 33\n\n  defaultConfig {\n    minSdk 21\n  }\n}\nend\n";

    fn change(now: &str) -> CodeChange {
        CodeChange::between("app/build.gradle", 2, &window(THEN, 1, 4), Some(&lines(now))).unwrap()
    }

    fn texts(lines: &[Evidence]) -> Vec<(u32, &str)> {
        lines.iter().map(|one| (one.line, one.text.trim())).collect()
    }

    #[test]
    fn a_changed_line_is_told_with_what_came_instead_also_from_another_place() {
        let now = format!("// a comment\nplugins {{ }}\n{}", THEN.replace("33", "34"));
        let change = change(&now);
        assert_eq!(texts(&change.before), [(2, "compileSdk 33")]);
        assert!(texts(&change.after).contains(&(4, "compileSdk 34")), "{change:?}");
        assert_eq!(change.sentence(), "when app/build.gradle:2 had changed");
    }

    #[test]
    fn lines_that_came_in_between_or_went_are_told() {
        let more = change(&THEN.replace("  compileSdk 33\n", "  compileSdk 33\n  buildToolsVersion '33.0.1'\n"));
        assert!(more.before.is_empty());
        assert!(texts(&more.after).contains(&(3, "buildToolsVersion '33.0.1'")), "{more:?}");
        let less = change(&THEN.replace("  compileSdk 33\n", ""));
        assert_eq!(texts(&less.before), [(2, "compileSdk 33")]);
    }

    #[test]
    fn what_only_moved_has_not_changed() {
        let change = change(&format!("one\ntwo\nthree\n{THEN}"));
        assert!(change.before.is_empty() && change.after.is_empty() && !change.gone, "{change:?}");
        assert_eq!(change.sentence(), "without a change at app/build.gradle:2");
    }

    #[test]
    fn what_is_gone_is_told_as_gone() {
        for now in [None, Some(lines("something\nelse\n{\n"))] {
            let change = CodeChange::between("A.kt", 2, &window(THEN, 1, 4), now.as_deref()).unwrap();
            assert!(change.gone && change.after.is_empty(), "{change:?}");
        }
        assert_eq!(CodeChange::between("A.kt", 2, &[], Some(&[])), None);
    }

    #[test]
    fn a_changed_end_of_the_window_is_told_too() {
        let then = window("fun main() {\n    println(total)\n}\n", 1, 3);
        let now = lines("fun main() {\n    println(sum)\n}\n");
        let change = CodeChange::between("Main.kt", 2, &then, Some(&now)).unwrap();
        assert_eq!(texts(&change.before), [(2, "println(total)")]);
        assert_eq!(texts(&change.after), [(2, "println(sum)")]);
    }
}
