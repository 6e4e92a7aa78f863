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
use rcad_core::model::answer::Style;
use rcad_core::project::Files;
use rcad_core::{Analysis, Report};

pub use self::evidence::evidence;
use self::inputs::GatherInputs;
use crate::agent::code::CodeIndex;
use crate::line::project::NoFiles;

/// Similar failures that are included.
const SIMILAR: usize = 3;

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
        lines.extend(memory.resolution.as_ref().map(|gone| gone.sentence()));
    }
    for similar in analysis.similar.iter().take(SIMILAR) {
        if let Some(cause) = &similar.cause {
            lines.push(format!("Like it ({:.2}): {cause}", similar.score));
        }
    }
    let piece = || Snippet {
        kind: SnippetKind::Memory,
        file: Some("memory".to_owned()),
        from: 1,
        lines: Vec::new(),
        focus: None,
    };
    (!lines.is_empty()).then(|| Snippet { lines, ..piece() })
}

#[cfg(test)]
mod tests;
