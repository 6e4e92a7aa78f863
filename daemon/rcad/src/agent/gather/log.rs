//! Selects lines of the log: those of the primary error with their neighbours, headlines of the tools, other errors.

use std::collections::BTreeSet;

use rcad_core::agent::question::{Snippet, SnippetKind};
use rcad_core::model::failure::Role;

use super::inputs::GatherInputs;

/// Lines before a line of the error.
const BEFORE: usize = 1;

/// Lines after a line of the error: compilers show the code there, Gradle hints.
const BEHIND: usize = 4;

/// Lines of the error that get neighbours; further ones come alone.
const WITH_NEIGHBOURS: usize = 6;

/// Most lines below a headline.
const BELOW: usize = 6;

/// Headlines that are taken.
const HEADLINES: usize = 6;

/// Other errors, one line each.
const OTHERS: usize = 8;

/// Lines from the log's end if no relevant line is known.
const LAST: usize = 15;

/// Beginnings of lines below which Gradle and the JVM give reasons.
const HEADS: &[&str] = &["* What went wrong:", "* Where:", "Caused by:", "FAILURE:"];

/// The snippets, the error's own first.
pub fn pieces(from: &GatherInputs<'_>) -> Vec<Snippet> {
    let primary = from.analysis.primary();
    let evidence: Vec<usize> =
        primary.iter().flat_map(|failure| &failure.evidence).map(|one| one.line as usize).collect();
    let mut taken = BTreeSet::new();
    let focus = evidence.first().copied();
    let mut own = Vec::new();
    for (nth, line) in evidence.iter().enumerate() {
        let (before, behind) = if nth < WITH_NEIGHBOURS { (BEFORE, BEHIND) } else { (0, 0) };
        let filled = |number: &usize| from.log.get(number - 1).is_some_and(|line| !line.trim().is_empty());
        own.extend(line.saturating_sub(before).max(1)..=*line);
        own.extend((line + 1..=line.saturating_add(behind)).take_while(filled));
    }
    if evidence.is_empty() {
        let filled = from.log.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
        own.extend(filled.saturating_sub(LAST) + 1..=filled);
    }
    let mut pieces = runs(from, own, focus, &mut taken);
    pieces.extend(runs(from, headlines(from, focus), None, &mut taken));
    let others = from.analysis.errors.iter().skip(1).filter(|failure| failure.role == Role::Independent);
    let others = others.filter_map(|failure| failure.evidence.first()).map(|one| one.line as usize).take(OTHERS);
    pieces.extend(runs(from, others.collect(), None, &mut taken));
    pieces
}

/// The headlines with the lines below them. Those after the error come first, since they sum it up.
fn headlines(from: &GatherInputs<'_>, focus: Option<usize>) -> Vec<usize> {
    let is_head = |line: &str| HEADS.iter().any(|head| line.trim_start().starts_with(head));
    let (before, behind): (Vec<usize>, Vec<usize>) = (1..=from.log.len())
        .filter(|number| is_head(from.log[number - 1]))
        .partition(|number| focus.is_some_and(|focus| *number < focus));
    let mut lines = Vec::new();
    for head in behind.into_iter().chain(before.into_iter().rev()).take(HEADLINES) {
        let below =
            (head + 1..).take(BELOW).take_while(|n| from.log.get(n - 1).is_some_and(|line| !line.trim().is_empty()));
        lines.push(head);
        lines.extend(below);
    }
    lines
}

/// Snippets of consecutive lines that were not taken yet, in order.
fn runs(
    from: &GatherInputs<'_>,
    mut wanted: Vec<usize>,
    focus: Option<usize>,
    taken: &mut BTreeSet<usize>,
) -> Vec<Snippet> {
    wanted.sort_unstable();
    wanted.dedup();
    wanted.retain(|number| *number >= 1 && *number <= from.log.len() && taken.insert(*number));
    let run = |run: &[usize]| Snippet {
        kind: SnippetKind::Log,
        file: None,
        from: run[0] as u32,
        lines: run.iter().map(|number| plain(from.log[number - 1])).collect(),
        focus: focus.filter(|focus| run.contains(focus)).map(|focus| focus as u32),
    };
    let mut pieces: Vec<Snippet> = wanted.chunk_by(|a, b| a + 1 == *b).map(run).collect();
    // The error's snippet comes first.
    pieces.sort_by_key(|piece| piece.focus.is_none());
    pieces
}

/// Without control characters.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('\u{1b}') {
        out.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        let end = behind.find(|c: char| c.is_ascii_alphabetic()).map_or(behind.len(), |end| end + 1);
        rest = &behind[end..];
    }
    out.push_str(rest);
    out.retain(|c| c == '\t' || !c.is_control());
    out.truncate(out.trim_end().len());
    out
}
