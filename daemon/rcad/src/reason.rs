//! From what was parsed and remembered, and from the project where it is there, to the answer. By rules alone so far.

use std::path::Path;

use rcad_core::analysis::Similar;
use rcad_core::failure::{Evidence, Language};
use rcad_core::parse::Parsed;
use rcad_core::report::Outcome;
use rcad_core::{Analysis, Category, Failure, Report, explain};

use crate::project;

/// What is remembered of the same mistake.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Past {
    /// RCAs with the same fingerprint in other projects.
    pub elsewhere: Vec<Similar>,
}

/// Lines of a log's end that stand as evidence when nothing better is known.
const LAST_LINES: usize = 5;

/// Whether the report is to be diagnosed at all.
pub fn is_failure(report: &Report) -> bool {
    matches!(report.outcome, Outcome::Failed | Outcome::Unknown)
}

/// The rules' answer. A build that failed always gets one, even when all that can be said is that no line tells why.
pub fn explain(report: &Report, parsed: Parsed, past: Past) -> Option<Analysis> {
    let mut parsed = match (parsed.failures.is_empty(), report.outcome) {
        (false, _) => parsed,
        (true, Outcome::Failed) => Parsed { failures: vec![unexplained(report)], ..parsed },
        (true, _) => return None,
    };
    if let Some(root) = &report.project {
        project::look(Path::new(root), &mut parsed);
    }
    Some(Analysis { similar: past.elsewhere, ..explain::analyze(parsed, report.project.as_deref()) })
}

fn unexplained(report: &Report) -> Failure {
    let mut failure =
        Failure::new(Category::Other, Language::Unknown, "The build failed; no line of its output says why");
    let lines: Vec<(usize, &str)> =
        report.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    let last = lines.iter().skip(lines.len().saturating_sub(LAST_LINES));
    failure.evidence = last.map(|(n, line)| Evidence { line: *n as u32 + 1, text: (*line).to_owned() }).collect();
    failure
}
