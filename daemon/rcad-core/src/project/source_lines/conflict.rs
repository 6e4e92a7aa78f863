//! Marks of a merge conflict in the failing file: no tool calls them so, and several do not even quote the line.

use super::super::contents::ProjectContents;
use super::super::details::add;
use crate::model::failure::file_name;
use crate::{Category, Failure};

/// Longest mark that is told, in characters.
const LONGEST: usize = 60;

/// Notes the first mark of a file that holds a whole conflict, for what is wrong with its text. What the log shows stays.
pub(in crate::project) fn look(project: &ProjectContents, path: &str, failure: &mut Failure) {
    let ran = failure.exception.is_some() || failure.process.is_some() || failure.category == Category::TestFailure;
    if ran || failure.details.contains_key("conflict_marker") {
        return;
    }
    let Some((line, mark)) = project.files.read(path).and_then(|text| first(&text)) else { return };
    add(failure, "conflict_marker", mark);
    add(failure, "conflict_at", format!("line {line} of `{}`", file_name(path)));
}

/// The line and the text of the first mark, where the other two follow it.
fn first(text: &str) -> Option<(usize, String)> {
    let mut lines = (1..).zip(text.lines().map(str::trim_end));
    let (line, mark) = lines.find(|(_, text)| is_mark(text, "<<<<<<<"))?;
    lines.find(|(_, text)| *text == "=======")?;
    lines.find(|(_, text)| is_mark(text, ">>>>>>>"))?;
    Some((line, mark.chars().take(LONGEST).collect()))
}

fn is_mark(line: &str, sign: &str) -> bool {
    line.strip_prefix(sign).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn a_conflict_has_its_three_marks_in_order() {
        let text = "[versions]\n<<<<<<< HEAD\na = \"1\"\n=======\na = \"2\"\n>>>>>>> feature/total\n";
        assert_eq!(first(text), Some((2, "<<<<<<< HEAD".to_owned())));
        assert_eq!(first(&text.replace('\n', "\r\n")), Some((2, "<<<<<<< HEAD".to_owned())));
        for other in [
            "# Title\n=======\n",
            "<<<<<<< HEAD\n=======\n",
            "  <<<<<<< HEAD\n=======\n>>>>>>> b\n",
            "<<<<<<<<< HEAD\n=======\n>>>>>>> b\n",
            ">>>>>>> b\n=======\n<<<<<<< a\n",
        ] {
            assert_eq!(first(other), None, "{other}");
        }
    }
}
