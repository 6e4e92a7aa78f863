//! After a green build, marks open failures of its project as resolved and records what has changed since. Only
//! observes.

mod misspelt;
mod tasks;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use rcad_core::Report;
use rcad_core::memory::environment::compare;
use rcad_core::model::environment::Environment;
use rcad_core::model::failure::Failure;
use rcad_core::model::memory::{Agreement, CodeChange, ResolutionSummary};
use rcad_core::model::report::Outcome;
use rcad_core::project::{Files, environment, shown_line, shown_lines};
use rcad_store::{FixSearch, OpenFailure, Rca, Resolution, Store, StoreError};

use crate::line::project;
use crate::platform::time::{self, time_limit};
use crate::protocol::memory::GreenAgain;
use tasks::covers;

/// Open failures that one green build may resolve, newest first.
const MOST: usize = 20;

/// Time limit for reading the project.
const TIME_LIMIT: Duration = time_limit(50);

/// A failure that a green build has resolved.
#[derive(Debug)]
pub struct ResolvedFailure {
    /// The RCA.
    pub rca: String,
    /// Its newest failed build.
    pub report: String,
    /// What failed in it.
    pub errors: Vec<Failure>,
    /// Whether versions differ between the two builds.
    pub versions_differ: bool,
    /// Whether only the name of a task was wrong, so that nothing of the project was mended.
    pub is_misspelt: bool,
}

impl ResolvedFailure {
    /// One that a green build has resolved earlier, and whose fix has not been found out.
    pub fn of(rca: &Rca, resolution: &Resolution) -> ResolvedFailure {
        ResolvedFailure {
            rca: rca.id.clone(),
            report: rca.last_report.clone(),
            errors: rca.analysis.errors.clone(),
            versions_differ: !resolution.versions.is_empty(),
            is_misspelt: false,
        }
    }
}

/// Resolves the open failures whose tasks this build has run, and returns them.
pub fn resolve(report: &Report, store: &Store) -> Result<Vec<ResolvedFailure>, StoreError> {
    let (Outcome::Ok, Some(root)) = (report.outcome, report.project.as_deref()) else { return Ok(Vec::new()) };
    let mut closed = Vec::new();
    for open in store.open_rcas(root, report.ended_ms, MOST)? {
        let (done, wanted) = (&report.tasks, &open.build.tasks);
        let is_covered = covers(done, wanted);
        let is_righted = |failure| misspelt::is_righted(failure, done, wanted);
        if is_covered || open.rca.analysis.primary().is_some_and(is_righted) {
            closed.push((open, !is_covered));
        }
    }
    if closed.is_empty() {
        return Ok(Vec::new());
    }
    let until = Instant::now() + TIME_LIMIT;
    let files = project::open(Path::new(root), TIME_LIMIT);
    let (mut resolutions, mut resolved) = (Vec::new(), Vec::new());
    for (open, is_misspelt) in closed {
        // Without time left, a failure is resolved without its lines.
        let files = files.as_deref().filter(|_| Instant::now() < until);
        let resolution = Resolution {
            // Where only the call was wrong, no file has mended it.
            search: (!is_misspelt).then(|| FixSearch { green: report.id.clone(), begun: 0 }),
            ..resolution(&open, report, files)
        };
        resolved.push(ResolvedFailure {
            rca: open.rca.id.clone(),
            report: open.rca.last_report,
            errors: open.rca.analysis.errors,
            versions_differ: !resolution.versions.is_empty(),
            is_misspelt,
        });
        resolutions.push((open.rca.id, resolution));
    }
    store.resolve(&resolutions)?;
    Ok(resolved)
}

fn resolution(open: &OpenFailure, green: &Report, files: Option<&dyn Files>) -> Resolution {
    let looked = catch_unwind(AssertUnwindSafe(|| look(open, &green.environment, files)));
    let (versions, change) = looked.unwrap_or_else(|_| {
        tracing::error!(rca = open.rca.id, "comparing the project with what failed in it panicked");
        (Vec::new(), None)
    });
    let (failed_ms, green_ms) = (open.rca.last_seen_ms, green.ended_ms);
    Resolution { failed_ms, green_ms, versions, change, fix: None, search: None }
}

/// Changed versions, and the change at the failing location.
fn look(
    open: &OpenFailure,
    reported: &Environment,
    files: Option<&dyn Files>,
) -> (Vec<rcad_core::model::memory::VersionComparison>, Option<CodeChange>) {
    let before = &open.rca.environment;
    let now =
        files.map_or_else(|| reported.clone(), |files| environment(files, reported, before.dependency.as_deref()));
    let differ = compare(before, &now).into_iter().filter(|one| one.agreement == Agreement::Differs).collect();
    let change = open.rca.analysis.primary().zip(files).and_then(|(primary, files)| {
        let path = primary.details.get("source_file")?;
        let mut then = primary.source.clone();
        then.iter_mut().for_each(|one| one.text = shown_line(path, &one.text));
        CodeChange::between(path, primary.line?, &then, shown_lines(files, path).as_deref())
    });
    (differ, change)
}

/// A resolution as analyses and pages show it.
pub fn resolution_summary(resolution: &Resolution) -> ResolutionSummary {
    ResolutionSummary {
        at: time::rfc3339(resolution.green_ms),
        after_seconds: resolution.green_ms.saturating_sub(resolution.failed_ms) / 1000,
        versions: resolution.versions.clone(),
        change: resolution.change.clone(),
        project: None,
        fix: resolution.fix.clone(),
    }
}

/// When and by what a failure's tasks are green again; nothing while they are not.
pub fn green_again(rca: &Rca) -> Option<GreenAgain> {
    let newest = resolution_summary(rca.resolved()?);
    Some(GreenAgain { by: newest.by(), at: newest.at })
}
