//! Gathers the evidence for a question: the failing code, lines of the log, declarations in use, build files, similar
//! failures. Reads the project only through [`Files`], which enforces limits. Cutting is left to the budget.

mod build;
mod evidence;
mod inputs;
mod location;
mod log;
mod uses;

use rcad_core::agent::lesson::Lesson;
use rcad_core::agent::question::{Question, Snippet, SnippetKind};
use rcad_core::changes::words;
use rcad_core::model::answer::Style;
use rcad_core::model::change::Suspect;
use rcad_core::project::Files;
use rcad_core::{Analysis, Report};

pub use self::evidence::evidence;
use self::inputs::GatherInputs;
use crate::code::CodeIndex;
use crate::line::project::NoFiles;

/// Similar failures that are included.
const SIMILAR: usize = 3;
/// Changes besides the suspects that are told.
const CHANGES: usize = 8;

/// The question about an analysis, with all evidence, the most useful first in each kind. `code` and `files` are the
/// project's, if there is one.
pub fn gather(
    analysis: &Analysis,
    report: &Report,
    code: &CodeIndex,
    files: Option<&dyn Files>,
    lessons: Vec<Lesson>,
    style: Style,
) -> Question {
    let files = files.unwrap_or(&NoFiles);
    let root = report.project.as_deref();
    let from = GatherInputs { analysis, log: report.text.lines().collect(), code, files, root };
    let failing = location::failing(&from);
    let mut pieces = log::pieces(&from);
    pieces.extend(uses::signatures(&from, &failing));
    pieces.extend(build::pieces(&from, failing.first().and_then(|place| place.piece.file.as_deref())));
    pieces.extend(remembered(analysis));
    pieces.extend(changed(analysis));
    let mut all: Vec<Snippet> = failing.into_iter().map(|place| place.piece).collect();
    all.append(&mut pieces);
    Question { analysis: analysis.clone(), environment: report.environment.clone(), pieces: all, lessons, style }
}

/// Earlier and similar failures, and how they were resolved.
fn remembered(analysis: &Analysis) -> Option<Snippet> {
    let mut lines = Vec::new();
    if let Some(memory) = &analysis.memory {
        let project = memory.project.as_deref().and_then(|root| root.rsplit(['/', '\\']).next());
        let place = project.map(|name| format!(", last in project {name}")).unwrap_or_default();
        lines.push(format!("The same failure was seen {} times before{place}.", memory.occurrences));
        if let Some(gone) = &memory.resolution {
            lines.push(gone.sentence());
            let diff = gone.fix.as_ref().and_then(|fix| fix.diff.as_deref()).unwrap_or_default();
            lines.extend(diff.lines().map(str::to_owned));
        }
    }
    for similar in analysis.similar.iter().take(SIMILAR) {
        if let Some(cause) = &similar.cause {
            lines.push(format!("Like it ({:.2}): {cause}", similar.score));
        }
    }
    piece("memory", lines)
}

/// What changed since the project was green: what is tied to the failure first, each with what ties it.
fn changed(analysis: &Analysis) -> Option<Snippet> {
    let since = words::since(analysis.baseline.as_ref()?);
    let tied = |one: &Suspect| format!("Changed {since}: {} ({})", words::happened(&one.change), one.why);
    let mut lines: Vec<String> = analysis.suspects.iter().map(tied).collect();
    let others = analysis.changes.iter().take(CHANGES);
    lines.extend(others.map(|one| format!("Also changed: {}", words::happened(one))));
    piece("changes", lines)
}

fn piece(name: &str, lines: Vec<String>) -> Option<Snippet> {
    let piece = |lines| Snippet { kind: SnippetKind::Memory, file: Some(name.to_owned()), from: 1, lines, focus: None };
    (!lines.is_empty()).then(|| piece(lines))
}

#[cfg(test)]
mod tests;
