//! Lines of the project's files as they are shown and stored: cut, and without what looks like a secret.

pub(super) mod conflict;

use super::contents::ProjectContents;
use super::details::add;
use super::tree::Files;
use crate::Failure;
use crate::model::failure::Evidence;
use crate::pattern::Pattern;

/// `storePassword 'x'`, `apiToken=x`; what such a line says is not shown.
static SECRET: Pattern = Pattern::new(r"(?i)(?:passw|secret|token|credential|api_?key)");

/// Lines of the source that are shown before and after the failing one.
const NEIGHBOURS: u32 = 2;

/// Longest line of source that is kept, in characters.
const WIDTH: usize = 300;

/// A file's lines, cut and without what looks like a secret; nothing where there is no such file. In code only quoted texts
/// count as secrets.
pub fn shown_lines(files: &dyn Files, path: &str) -> Option<Vec<String>> {
    Some(files.read(path)?.lines().map(|line| shown_line(path, line)).collect())
}

/// One line of it.
pub fn shown_line(path: &str, line: &str) -> String {
    if is_secret_line(path, line) { "…".into() } else { line.trim_end().chars().take(WIDTH).collect() }
}

/// Whether it looks as if it told a secret.
pub fn is_secret_line(path: &str, line: &str) -> bool {
    SECRET.is_match(line) && (!is_code(path) || line.contains('"'))
}

fn is_code(path: &str) -> bool {
    [".kt", ".java", ".cpp", ".c", ".h"].iter().any(|end| path.ends_with(end))
}

/// Adds the failing line with its neighbours to the failure.
pub(super) fn show(project: &ProjectContents, path: &str, failure: &mut Failure) {
    let Some(line) = failure.line.filter(|_| failure.source.is_empty()) else { return };
    let Some(text) = project.files.read(path) else { return };
    let wanted = line.saturating_sub(NEIGHBOURS).max(1)..=line.saturating_add(NEIGHBOURS);
    let lines = (1u32..).zip(text.lines()).filter(|(number, _)| wanted.contains(number));
    failure.source = lines.map(|(line, text)| Evidence { line, text: shown_line(path, text) }).collect();
    if failure.source.iter().any(|one| one.line == line) {
        add(failure, "source_file", path);
    } else {
        failure.source.clear(); // The file has changed since, or is another one.
    }
}
