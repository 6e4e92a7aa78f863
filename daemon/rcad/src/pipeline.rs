//! The line: every stage in order, once. A capture goes in, a stored answer comes out.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rcad_core::analysis::Similar;
use rcad_core::report::Outcome;
use rcad_core::rules::Rules;
use rcad_core::{Analysis, Report, fingerprint, parse};
use rcad_store::{LogPosition, Put, Store, StoreError};

use crate::ingest::Capture;
use crate::performance::{Stage, timed};
use crate::reason::{self, Past};
use crate::tell::Announcement;

/// What became of a capture.
#[derive(Debug)]
pub struct Done {
    /// What the store did.
    pub put: Put,
    /// What is to be shown on the desktop.
    pub announcement: Option<Announcement>,
}

/// Runs one capture through all stages. When this returns without an error the result is durable and the capture's
/// spool file may go.
pub fn run(capture: Capture, store: &Store, rules: &Rules) -> Result<Done, StoreError> {
    let Capture { report, told, .. } = capture; // ingest made it
    let analysis = if reason::is_failure(&report) { diagnose(&report, store, rules)? } else { None };
    let told = told.map(|at| LogPosition { path: at.path, offset: at.offset });
    let put = timed(Stage::Store, || store.put(&report, analysis.as_ref(), told.as_ref()))?;
    let announcement = analysis.filter(|_| !put.repeated).and_then(|a| Announcement::of(&report, &a, &put));
    Ok(Done { put, announcement })
}

/// parse → recall → reason. A panic in a reader is our mistake and must not cost the record: the build is then stored
/// with the answer that nothing could be read.
fn diagnose(report: &Report, store: &Store, rules: &Rules) -> Result<Option<Analysis>, StoreError> {
    let parsed = timed(Stage::Parse, || catch_unwind(AssertUnwindSafe(|| parse::parse_with(&report.text, rules))))
        .unwrap_or_else(|_| {
            tracing::error!(report = report.id, "a reader panicked on this report");
            parse::Parsed::default()
        });
    let past = timed(Stage::Recall, || recall(&parsed, report, store))?;
    let analysis = timed(Stage::Reason, || reason::explain(report, parsed, past));
    // Nobody said that it failed, and nothing in it says so.
    Ok(analysis.filter(|a| report.outcome == Outcome::Failed || !a.errors.is_empty()))
}

/// What is remembered of the same mistake in other projects. In its own project the store counts it.
fn recall(parsed: &parse::Parsed, report: &Report, store: &Store) -> Result<Past, StoreError> {
    let Some(primary) = parsed.failures.first() else { return Ok(Past::default()) };
    let rcas = store.with_fingerprint(&fingerprint::fingerprint(primary))?;
    let elsewhere = rcas.into_iter().filter(|rca| rca.project != report.project);
    Ok(Past { elsewhere: elsewhere.map(|rca| Similar { id: rca.id, score: 1.0, ..Similar::default() }).collect() })
}

#[cfg(test)]
mod tests {
    use rcad_core::report::{Environment, Origin};

    use super::*;

    fn capture(id: &str, project: &str, outcome: Outcome, text: &str) -> Capture {
        let report = Report {
            id: id.into(),
            origin: Origin::Hook,
            outcome,
            text: text.into(),
            project: Some(project.into()),
            tasks: Vec::new(),
            environment: Environment::default(),
            started_ms: None,
            ended_ms: 1,
        };
        Capture { report, spooled: None, told: None }
    }

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("rca.redb")).unwrap();
        (dir, store)
    }

    const ERROR: &str = "e: file:///p/src/A.kt:3:5 Unresolved reference: x\n";

    #[test]
    fn the_same_mistake_in_another_clone_is_recalled() {
        let (_dir, store) = store();
        let one = run(capture("1", "/p", Outcome::Failed, ERROR), &store, Rules::none()).unwrap().put.rca.unwrap();
        let other = ERROR.replace("/p/", "/q/");
        let two = run(capture("2", "/q", Outcome::Failed, &other), &store, Rules::none()).unwrap().put.rca.unwrap();
        assert_ne!(one, two);
        let similar = store.get(&two).unwrap().unwrap().analysis.similar;
        assert_eq!(similar, [Similar { id: one, score: 1.0, ..Similar::default() }]);
    }

    #[test]
    fn a_failed_build_without_a_known_line_is_stored_and_announced_all_the_same() {
        let (_dir, store) = store();
        let done = run(capture("1", "/p", Outcome::Failed, "some words\nmore words\n"), &store, Rules::none()).unwrap();
        assert_eq!(done.announcement.unwrap().cause, "The build failed; no line of its output says why.");
        let rca = store.get(&done.put.rca.unwrap()).unwrap().unwrap();
        assert!(rca.analysis.confidence < 0.5, "{rca:?}");
    }

    #[test]
    fn green_stopped_and_harmless_ones_are_no_failures() {
        let (_dir, store) = store();
        for (id, outcome, text) in [
            ("1", Outcome::Ok, ERROR),
            ("2", Outcome::Cancelled, ERROR),
            ("3", Outcome::Unknown, "warning: unused variable\n"),
        ] {
            let done = run(capture(id, "/p", outcome, text), &store, Rules::none()).unwrap();
            assert!(done.put.rca.is_none() && done.announcement.is_none(), "{id}");
        }
        assert_eq!(store.counts().unwrap().builds, 3);
    }

    #[test]
    fn a_report_that_is_read_again_is_not_announced_again() {
        let (_dir, store) = store();
        assert!(run(capture("1", "/p", Outcome::Failed, ERROR), &store, Rules::none()).unwrap().announcement.is_some());
        let again = run(capture("1", "/p", Outcome::Failed, ERROR), &store, Rules::none()).unwrap();
        assert!(again.put.repeated && again.announcement.is_none());
    }
}
