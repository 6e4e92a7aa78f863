//! Turns parsed failures, and evidence from the project, into the rules' answer. Uses no memory.

use std::path::Path;

use rcad_core::code::libraries::LibraryIndex;
use rcad_core::facts::surroundings;
use rcad_core::model::environment::Environment;
use rcad_core::model::failure::{Evidence, Language, Wording};
use rcad_core::model::report::Outcome;
use rcad_core::parse::Parsed;
use rcad_core::{Analysis, Category, Failure, Report, explain};

use crate::line::project;

/// Lines from a log's end that serve as evidence when nothing better is known.
const LAST_LINES: usize = 5;

/// Whether the report is about a failed build.
pub fn is_failure(report: &Report) -> bool {
    matches!(report.outcome, Outcome::Failed | Outcome::Unknown)
}

/// The rules' answer, and the versions of the build. A failed build always gets an answer, even if it only says that no
/// line gives a reason.
pub fn explain(
    report: &Report,
    libraries: Option<&dyn LibraryIndex>,
    parsed: Parsed,
) -> Option<(Analysis, Environment)> {
    let mut parsed = match (parsed.failures.is_empty(), report.outcome) {
        (false, _) => parsed,
        (true, Outcome::Failed) => Parsed { failures: vec![unexplained(report)], ..parsed },
        (true, _) => return None,
    };
    let root = Path::new(report.project.as_deref().unwrap_or_default());
    let environment = project::survey(root, libraries, &mut parsed, &report.environment);
    for (name, value) in surroundings::of_build(&environment) {
        for failure in &mut parsed.failures {
            // What its own lines show may be another JVM, such as a test's.
            failure.details.entry(name.to_owned()).or_insert_with(|| value.clone());
        }
    }
    Some((explain::analyze(parsed, report.project.as_deref()), environment))
}

fn unexplained(report: &Report) -> Failure {
    let mut failure =
        Failure::new(Category::Other, Language::Unknown, "The build failed; no line of its output says why");
    failure.wording = Some(Wording {
        cause: "{message}.".to_owned(),
        fixes: vec![
            "Run the same tasks again with `--stacktrace`, and look at what stands above the end of the output."
                .to_owned(),
        ],
    });
    let lines: Vec<(usize, &str)> =
        report.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    let last = lines.iter().skip(lines.len().saturating_sub(LAST_LINES));
    failure.evidence = last.map(|(n, line)| Evidence { line: *n as u32 + 1, text: (*line).to_owned() }).collect();
    failure
}
