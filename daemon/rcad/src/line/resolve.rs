//! After a green build, marks open failures of its project as resolved and records what has changed since. Only
//! observes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use rcad_core::Report;
use rcad_core::memory::environment::compare;
use rcad_core::model::environment::Environment;
use rcad_core::model::memory::{Agreement, CodeChange, ResolutionSummary};
use rcad_core::model::report::Outcome;
use rcad_core::project::{Files, environment, shown_line, shown_lines};
use rcad_store::{OpenFailure, Resolution, Store, StoreError};

use crate::line::project;
use crate::platform::time::{self, time_limit};

/// Open failures that one green build may resolve, newest first.
const MOST: usize = 20;

/// Time limit for reading the project.
const TIME_LIMIT: Duration = time_limit(50);

/// Resolves the open failures whose tasks this build has run. Returns their number.
pub fn resolve(report: &Report, store: &Store) -> Result<usize, StoreError> {
    let (Outcome::Ok, Some(root)) = (report.outcome, report.project.as_deref()) else { return Ok(0) };
    let mut open = store.open_rcas(root, report.ended_ms, MOST)?;
    open.retain(|open| covers(&report.tasks, &open.build.tasks));
    if open.is_empty() {
        return Ok(0);
    }
    let until = Instant::now() + TIME_LIMIT;
    let files = project::open(Path::new(root), TIME_LIMIT);
    let mut resolved = Vec::new();
    for open in &open {
        // Without time left, a failure is resolved without its lines.
        let files = files.as_deref().filter(|_| Instant::now() < until);
        resolved.push((open.rca.id.clone(), resolution(open, report, files)));
    }
    store.resolve(&resolved)?;
    Ok(resolved.len())
}

fn resolution(open: &OpenFailure, green: &Report, files: Option<&dyn Files>) -> Resolution {
    let looked = catch_unwind(AssertUnwindSafe(|| look(open, &green.environment, files)));
    let (versions, change) = looked.unwrap_or_else(|_| {
        tracing::error!(rca = open.rca.id, "comparing the project with what failed in it panicked");
        (Vec::new(), None)
    });
    Resolution { failed_ms: open.rca.last_seen_ms, green_ms: green.ended_ms, versions, change }
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

/// Whether a build that ran `done` has also run everything in `wanted`. No task stands for the default ones, which only
/// the same call is sure to run. An option (`--tests X`) may narrow a task, so then only the same call counts.
fn covers(done: &[String], wanted: &[String]) -> bool {
    let (done, wanted) = (asked(done), asked(wanted));
    let narrowed = |tasks: &[&str]| tasks.is_empty() || tasks.iter().any(|task| task.starts_with('-'));
    if narrowed(&done) || narrowed(&wanted) {
        return done == wanted;
    }
    wanted.iter().all(|task| done.contains(task))
}

/// The arguments without the program's name (recorded by `rcad run`) and without a leading colon.
fn asked(tasks: &[String]) -> Vec<&str> {
    let program = |word: &str| {
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
        matches!(name, "gradle" | "gradlew" | "gradle.bat" | "gradlew.bat")
    };
    let words = tasks.iter().enumerate().filter(|(at, word)| *at > 0 || !program(word));
    words.map(|(_, word)| word.trim_start_matches(':')).collect()
}

/// A resolution as analyses and pages show it.
pub fn resolution_summary(resolution: &Resolution) -> ResolutionSummary {
    ResolutionSummary {
        at: time::rfc3339(resolution.green_ms),
        after_seconds: resolution.green_ms.saturating_sub(resolution.failed_ms) / 1000,
        versions: resolution.versions.clone(),
        change: resolution.change.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::covers;

    fn covered(done: &str, wanted: &str) -> bool {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        covers(&words(done), &words(wanted))
    }

    #[test]
    fn the_same_tasks_or_more_of_them_cover() {
        for (done, wanted) in [
            ("build", "build"),
            ("clean :app:assembleDebug", "app:assembleDebug"),
            ("build lint", "lint build"),
            ("", ""),
            ("build", "./gradlew build"),
            ("test --tests A", "test --tests A"),
        ] {
            assert!(covered(done, wanted), "{done} covers {wanted}");
        }
    }

    #[test]
    fn other_fewer_and_narrowed_tasks_do_not() {
        for (done, wanted) in [
            ("help", "build"),
            ("build", "build lint"),
            ("help", ""),
            ("", "build"),
            ("test --tests A", "test"),
            ("test", "test --tests A"),
            (":app:build", ":core:build"),
        ] {
            assert!(!covered(done, wanted), "{done} does not cover {wanted}");
        }
    }
}
