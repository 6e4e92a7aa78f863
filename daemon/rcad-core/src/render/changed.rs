//! The change that broke a build, for the terminal and for Markdown: the patch, and what else changed. Decides nothing.

use super::layout::{code, longest_ticks, more, push, shown, wrap};
use crate::Analysis;
use crate::changes::words::{happened, since};
use crate::model::change::{Change, ChangeSubject};

/// Other changes that are shown.
const OTHERS: usize = 4;
/// Lines of a patch that are shown in a terminal.
const LINES: usize = 40;

/// Path and line of the change that is the reason, where that is another file than the failing one.
pub(super) fn place(analysis: &Analysis) -> Option<String> {
    let change = analysis.suspects.first().filter(|first| first.certain).map(|first| &first.change)?;
    let failing = analysis.primary()?.file.as_deref();
    let line = change.line.map_or(String::new(), |line| format!(":{line}"));
    (failing != Some(change.file.as_str())).then(|| shown(&format!("{}{line}, changed", change.file)))
}

/// The patch and the other changes.
pub(super) fn text(out: &mut String, analysis: &Analysis, width: usize, paint: &dyn Fn(&str, &str) -> String) {
    if let Some(patch) = &analysis.patch {
        push(out, "");
        push(out, &paint("1", "Suggested patch"));
        let lines: Vec<&str> = patch.diff.lines().collect();
        for line in lines.iter().take(LINES) {
            let colour = match line.chars().next() {
                Some('-') => "31",
                Some('+') => "32",
                _ => "2",
            };
            // Neither cut nor indented: it can be given to `git apply`.
            push(out, &paint(colour, &shown(line)));
        }
        if lines.len() > LINES {
            push(out, &format!("… {}", more(lines.len() - LINES, "line")));
        }
    }
    if let Some((heading, others)) = others(analysis) {
        push(out, "");
        push(out, &paint("1", &heading));
        for one in others {
            for (nth, line) in wrap(&one, width - 4).iter().enumerate() {
                push(out, &format!("{}{line}", if nth == 0 { "  " } else { "    " }));
            }
        }
    }
}

/// The same as Markdown.
pub(super) fn markdown(out: &mut String, analysis: &Analysis) {
    if let Some(patch) = &analysis.patch {
        let fence = "`".repeat(longest_ticks(&patch.diff).max(2) + 1);
        push(out, "");
        push(out, &format!("{fence}diff"));
        patch.diff.lines().for_each(|line| push(out, &shown(line)));
        push(out, &fence);
    }
    if let Some((heading, others)) = others(analysis) {
        push(out, "");
        push(out, &format!("{heading}:"));
        push(out, "");
        others.iter().for_each(|one| push(out, &format!("- {}", code(one))));
    }
}

/// What else changed, with its heading; nothing without changes.
pub fn others(analysis: &Analysis) -> Option<(String, Vec<String>)> {
    let baseline = analysis.baseline.as_ref()?;
    let told = analysis.suspects.first().map(|suspect| &suspect.change);
    // The same line may be told as a declaration and as text.
    let is_told = |one: &Change| told.is_some_and(|told| told.file == one.file && told.line == one.line);
    let weaker = analysis.suspects.iter().skip(1).map(|suspect| &suspect.change);
    let all: Vec<&Change> =
        weaker.chain(&analysis.changes).filter(|one| one.subject != ChangeSubject::Import && !is_told(one)).collect();
    let around = baseline.versions.iter().chain(&baseline.arrived);
    let mut lines: Vec<String> = around.map(|came| shown(came)).collect();
    if all.is_empty() && lines.is_empty() {
        return None;
    }
    lines.extend(all.iter().take(OTHERS).map(|one| shown(&happened(one))));
    lines.dedup();
    if all.len() > OTHERS {
        lines.push(format!("… and {}", more(all.len() - OTHERS, "change")));
    }
    let since = since(baseline);
    let heading = match analysis.suspects.first() {
        None => format!("Changed {since}"),
        Some(first) if first.certain => format!("Also changed {since}, not linked to the failure"),
        Some(_) => format!("Also changed {since}"),
    };
    Some((heading, lines))
}
