//! Gathers the evidence for a question. So far the log alone.
use crate::code::CodeIndex;
use rcad_core::agent::grounding::Evidence;
use rcad_core::agent::lesson::Lesson;
use rcad_core::agent::question::{Kind, Piece, Question, Style};
use rcad_core::project::Files;
use rcad_core::{Analysis, Report};
use std::path::Path;
/// The question about an analysis.
pub fn gather(
    analysis: &Analysis,
    report: &Report,
    _code: &CodeIndex,
    _files: Option<&dyn Files>,
    lessons: Vec<Lesson>,
    style: Style,
) -> Question {
    let lines: Vec<String> = report.text.lines().map(str::to_owned).collect();
    Question {
        analysis: analysis.clone(),
        environment: report.environment.clone(),
        pieces: vec![Piece { kind: Kind::Log, file: None, from: 1, lines, focus: None }],
        lessons,
        style,
    }
}
/// The log and the project.
struct E {
    log: Vec<String>,
    root: Option<std::path::PathBuf>,
}
impl Evidence for E {
    fn log_line(&self, line: u32) -> Option<String> {
        self.log.get(line.checked_sub(1)? as usize).cloned()
    }
    fn file_line(&self, path: &str, line: u32) -> Option<String> {
        std::fs::read_to_string(self.root.as_ref()?.join(path))
            .ok()?
            .lines()
            .nth(line.checked_sub(1)? as usize)
            .map(str::to_owned)
    }
    fn has_file(&self, path: &str) -> bool {
        self.root.as_ref().is_some_and(|r| r.join(path).exists())
    }
    fn knows(&self, _: &str) -> bool {
        false
    }
}
/// What answers are held against.
pub fn evidence(report: &Report, root: Option<&Path>) -> Box<dyn Evidence> {
    Box::new(E { log: report.text.lines().map(str::to_owned).collect(), root: root.map(Path::to_owned) })
}
