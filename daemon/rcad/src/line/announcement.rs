//! What a desktop notification of a stored failure says. Shows nothing itself.

use rcad_core::{Analysis, Report, render};
use rcad_store::PutOutcome;

use crate::platform::time;

/// A desktop notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The RCA that its link opens.
    pub rca: String,
    /// Heading: project and what went wrong.
    pub title: String,
    /// The cause in one line.
    pub cause: String,
    /// Unix milliseconds at which the build ended, or the app crashed.
    pub ended_ms: u64,
    /// For a crash: Unix milliseconds at which the build of the app ended. It is announced once a build.
    pub built_ms: Option<u64>,
}

impl Announcement {
    /// The announcement of a stored failure.
    pub fn of(report: &Report, analysis: &Analysis, put: &PutOutcome, built_ms: Option<u64>) -> Option<Announcement> {
        let primary = analysis.primary()?;
        let unnamed = || report.app.as_ref().map_or("Gradle build", |app| &app.package);
        let project = report.project_name().unwrap_or_else(unnamed);
        let again = again(analysis, put, report.ended_ms);
        Some(Announcement {
            rca: put.rca.clone()?,
            title: format!("{project}: {}{again}", primary.category.title()),
            cause: render::one_line(analysis),
            ended_ms: report.ended_ms,
            built_ms,
        })
    }
}

/// ` (seen 3 times, last 2 d ago)`; empty for the first time.
fn again(analysis: &Analysis, put: &PutOutcome, now_ms: u64) -> String {
    let Some(memory) = &analysis.memory else { return String::new() };
    let last = time::parse(&memory.last_seen).map_or_else(String::new, |then| time::ago(then, now_ms));
    match put.occurrences {
        1 => format!(" (seen elsewhere {last})"),
        times => format!(" (seen {times} times, last {last})"),
    }
}
