//! Which lines a failed task printed, as far as the log shows it: those under its headers, else those above its block.

use super::score;
use crate::parse::input::lines::Lines;
use crate::parse::readers::headings;
use crate::parse::resolve::wrappers;

/// Lines of a task's output that are looked at, from its end.
const MOST: usize = 600;

/// Lines above a block without headers.
pub const ABOVE: usize = 60;

/// Lines below the end of a build.
const BELOW: usize = 60;

/// So few lines of output are all about the failure: the last of them is what the task said, whatever its words.
pub const FEW: usize = 25;

/// What a task printed.
pub struct Printed {
    /// Indices of the lines that are not empty.
    pub lines: Vec<usize>,
    /// Whether they stand under the task's own header.
    pub sure: bool,
}

/// The lines of a block's sentences, without Gradle's advice and trace.
pub fn block(lines: &Lines, start: usize, end: usize) -> Vec<usize> {
    let own = |index: &usize| {
        *index == start || !headings::is_section(lines.get(*index)) || headings::is_heading(lines.get(*index))
    };
    let filled = |index: &usize| !lines.get(*index).trim().is_empty();
    let build = |index: &usize| !lines.get(*index).starts_with("BUILD ");
    (start..end.min(lines.len())).take_while(own).take_while(build).filter(filled).collect()
}

/// The line with which the report of the build's failures begins.
fn report(lines: &Lines, start: usize, blocks: &[usize]) -> usize {
    let first = blocks.iter().copied().filter(|other| *other <= start).min().unwrap_or(start);
    let is_over = |index: &usize| lines.get(*index).starts_with("BUILD ");
    // Of a second build in the same text only its own.
    let begins = (first..start).rev().find(is_over).map_or(first, |over| over + 1);
    let first = blocks.iter().copied().filter(|other| (begins..=start).contains(other)).min().unwrap_or(start);
    (first.saturating_sub(8)..=first).find(|index| lines.get(*index).starts_with("FAILURE: ")).unwrap_or(first)
}

/// What the task printed before the report of the build that `start` is in.
pub fn printed(lines: &Lines, task: Option<&str>, start: usize, blocks: &[usize]) -> Printed {
    let end = report(lines, start, blocks);
    let is_over = |index: &usize| lines.get(*index).starts_with("BUILD ");
    let begin = (0..end).rev().find(is_over).map_or(0, |over| over + 1);
    let filled = |index: &usize| !lines.get(*index).trim().is_empty();
    let own: Vec<usize> = match task {
        Some(task) => {
            let own = (begin..end).rev().filter(|index| lines.task_above(*index) == Some(task));
            own.filter(filled).take(MOST).collect()
        }
        None => Vec::new(),
    };
    let tells = |index: &usize| score::points(lines.get(*index)).is_some();
    let sure = own.iter().any(tells);
    let mut lines_of = if sure {
        own
    } else {
        let free = |index: &usize| lines.task_above(*index).is_none_or(|above| task.is_none_or(|task| above == task));
        (begin.max(end.saturating_sub(ABOVE))..end).rev().filter(free).filter(filled).collect()
    };
    lines_of.reverse();
    Printed { lines: lines_of, sure }
}

/// What was printed below the end of the build, where output of programs comes last.
pub fn below(lines: &Lines, start: usize, blocks: &[usize]) -> Vec<usize> {
    let last = blocks.iter().copied().max().unwrap_or(start);
    let Some(over) = (last..lines.len()).find(|index| lines.get(*index).starts_with("BUILD FAILED")) else {
        return Vec::new();
    };
    let filled = |index: &usize| !lines.get(*index).trim().is_empty();
    let stated = |index: &usize| {
        let line = lines.get(*index);
        !wrappers::is_stated(line)
            && !wrappers::is_stated(line.trim_start_matches("Error: "))
            && !score::leads_elsewhere(line)
    };
    (over + 1..(over + BELOW).min(lines.len())).filter(filled).filter(stated).collect()
}
