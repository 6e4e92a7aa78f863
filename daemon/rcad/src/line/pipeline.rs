//! The line: all stages in order. Turns a capture into a stored answer.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rcad_core::code::libraries::LibraryIndex;
use rcad_core::model::report::Outcome;
use rcad_core::rules::RuleSet;
use rcad_core::{Analysis, Report, parse};
use rcad_store::{Build, LogPosition, PutOutcome, StoreError};

use crate::line::announcement::Announcement;
use crate::line::changes::{self, FailedState};
use crate::line::ingest::Capture;
use crate::line::mappings::Mappings;
use crate::line::recall::{self, RecallInputs};
use crate::line::resolve::ResolvedFailure;
use crate::line::snapshot::Snapshots;
use crate::line::{crashes, reason, resolve, retrace};
use crate::platform::stage_times::{Stage, timed};

/// The result of a capture.
#[derive(Debug)]
pub struct CaptureResult {
    /// What the store did.
    pub put: PutOutcome,
    /// The RCA to ask a model about.
    pub explain: Option<String>,
    /// The notification to show.
    pub announcement: Option<Announcement>,
    /// The failures that it has resolved.
    pub resolved: Vec<ResolvedFailure>,
    /// Fingerprint of what failed in it.
    pub fingerprint: Option<String>,
}

/// Takes one capture through all stages. When this returns without an error, the result is durable and the capture's
/// spool file may be deleted.
pub fn run(
    capture: Capture,
    from: &RecallInputs<'_>,
    rules: &RuleSet,
    mappings: &Mappings,
    snapshots: &Snapshots,
    libraries: Option<&dyn LibraryIndex>,
) -> Result<CaptureResult, StoreError> {
    let Capture { mut report, position, .. } = capture; // ingest made it
    timed(Stage::Retrace, || retrace::retrace(&mut report, mappings));
    let diagnosed =
        if reason::is_failure(&report) { diagnose(&mut report, from, rules, snapshots, libraries)? } else { None };
    let (analysis, failed) = diagnosed.map_or((None, None), |(analysis, failed)| (Some(analysis), failed));
    let position = position.map(|at| LogPosition { path: at.path, offset: at.offset });
    let put = timed(Stage::Store, || from.store.put(&report, analysis.as_ref(), position.as_ref()))?;
    if let (Some(analysis), Some(rca), false) = (&analysis, &put.rca, put.repeated) {
        recall::keep(from.cache, &report, analysis, rca);
    }
    changes::keep(failed, &report, snapshots);
    // Repeated for a report that is read again: a crash may have come before this.
    let resolved = resolve::resolve(&report, from.store)?;
    if !resolved.is_empty() {
        tracing::info!(report = report.id, resolved = resolved.len(), "its tasks are green again");
    }
    let fingerprint = analysis.as_ref().and_then(|analysis| analysis.fingerprint.clone());
    let announcement = match analysis.filter(|_| !put.repeated) {
        Some(analysis) => {
            let made_by = crashes::made_by(from.store, &Build::of(&report, None))?;
            Announcement::of(&report, &analysis, &put, made_by.map(|(_, build)| build.ended_ms))
        }
        None => None,
    };
    Ok(CaptureResult { explain: put.rca.clone(), put, announcement, resolved, fingerprint })
}

/// Runs parse, reason, changes and recall. The rules always run; a remembered answer may then replace theirs. A panic in a
/// reader must not lose the build: it is then stored with the answer that nothing could be read.
fn diagnose(
    report: &mut Report,
    from: &RecallInputs<'_>,
    rules: &RuleSet,
    snapshots: &Snapshots,
    libraries: Option<&dyn LibraryIndex>,
) -> Result<Option<(Analysis, Option<FailedState>)>, StoreError> {
    let parsed = timed(Stage::Parse, || catch_unwind(AssertUnwindSafe(|| parse::parse_with(&report.text, rules))))
        .unwrap_or_else(|_| {
            tracing::error!(report = report.id, "a reader panicked on this report");
            parse::Parsed::default()
        });
    let Some((mut fresh, environment)) = timed(Stage::Reason, || reason::explain(report, libraries, parsed)) else {
        return Ok(None);
    };
    report.environment = environment;
    // Neither the report nor its text says that the build failed.
    if report.outcome != Outcome::Failed && fresh.errors.is_empty() {
        return Ok(None);
    }
    let failed = timed(Stage::Changes, || changes::tell(&mut fresh, report, snapshots));
    let past = timed(Stage::Recall, || recall::recall(from, report, &fresh))?;
    Ok(Some((recall::remember(fresh, report, past), failed)))
}

#[cfg(test)]
mod tests {
    use rcad_core::model::analysis::{Engine, Similar};
    use rcad_core::model::environment::Environment;
    use rcad_core::model::report::Origin;
    use rcad_store::{AnswerCache, Multipliers, Store, Vote};

    use super::*;

    fn capture(id: &str, project: &str, outcome: Outcome, text: &str) -> Capture {
        let report = Report {
            id: id.into(),
            origin: Origin::Hook,
            outcome,
            text: text.into(),
            project: Some(project.into()),
            tasks: Vec::new(),
            environment: Environment { gradle: Some("8.2.1".into()), ..Environment::default() },
            started_ms: None,
            ended_ms: 1,
            app: None,
            raw: None,
        };
        Capture { report, spooled: None, position: None }
    }

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("rca.redb")).unwrap();
        (dir, store)
    }

    /// Through the line, without an index and without a cache from earlier captures.
    fn pass(capture: Capture, store: &Store) -> Result<CaptureResult, StoreError> {
        let sources = RecallInputs { store, cache: &AnswerCache::new(0, 0), index: None, vector: &|_| None };
        run(capture, &sources, RuleSet::none(), &Mappings::none(), &Snapshots::none(), None)
    }

    const ERROR: &str = "e: file:///p/src/A.kt:3:5 Unresolved reference: x\n";

    #[test]
    fn the_same_mistake_in_another_clone_is_recalled() {
        let (_dir, store) = store();
        let one = pass(capture("1", "/p", Outcome::Failed, ERROR), &store).unwrap().put.rca.unwrap();
        let other = ERROR.replace("/p/", "/q/");
        let two = pass(capture("2", "/q", Outcome::Failed, &other), &store).unwrap().put.rca.unwrap();
        assert_ne!(one, two);
        let analysis = store.get(&two).unwrap().unwrap().analysis;
        let memory = analysis.memory.unwrap();
        assert_eq!((memory.id, memory.occurrences, memory.project.as_deref()), (one.clone(), 1, Some("/p")));
        assert_eq!((analysis.engine, analysis.similar), (Engine::Memory, Vec::<Similar>::new()));
        // In a third place both are recalled: one as the memory, the other beside it.
        let third = ERROR.replace("/p/", "/r/");
        let three = pass(capture("3", "/r", Outcome::Failed, &third), &store).unwrap().put.rca.unwrap();
        let analysis = store.get(&three).unwrap().unwrap().analysis;
        let mut recalled: Vec<String> = analysis.similar.iter().map(|similar| similar.id.clone()).collect();
        recalled.extend(analysis.memory.map(|memory| memory.id));
        recalled.sort();
        let mut both = [one, two];
        both.sort();
        assert_eq!(recalled, both);
        assert!((analysis.similar[0].score - 1.0).abs() < f64::EPSILON, "the same fingerprint");
    }

    #[test]
    fn an_answer_that_was_voted_down_is_silent_until_the_word_is_taken_back() {
        let (_dir, store) = store();
        let cache = AnswerCache::new(10, u64::MAX);
        let sources = RecallInputs { store: &store, cache: &cache, index: None, vector: &|_| None };
        let mut n = 0;
        let mut again = |project: &str| {
            n += 1;
            let capture =
                capture(&n.to_string(), project, Outcome::Failed, &ERROR.replace("/p/", &format!("{project}/")));
            let id = run(capture, &sources, RuleSet::none(), &Mappings::none(), &Snapshots::none(), None)
                .unwrap()
                .put
                .rca
                .unwrap();
            (store.get(&id).unwrap().unwrap().analysis, id)
        };
        let (_, id) = again("/p");
        assert_eq!(again("/p").0.engine, Engine::Memory);
        let say = |word| store.feedback(&id, word, None, 1, &Multipliers::default(), &cache).unwrap();
        say(Vote::Down);
        for project in ["/p", "/q"] {
            let (silent, _) = again(project);
            assert_eq!(silent.engine, Engine::Rules, "{project}");
            assert!(silent.memory.unwrap().why[1].contains("a person has said that its answer is wrong"));
        }
        say(Vote::Up);
        assert_eq!(again("/p").0.engine, Engine::Memory);
    }

    #[test]
    fn a_failed_build_without_a_known_line_is_stored_and_announced_all_the_same() {
        let (_dir, store) = store();
        let done = pass(capture("1", "/p", Outcome::Failed, "some words\nmore words\n"), &store).unwrap();
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
            let done = pass(capture(id, "/p", outcome, text), &store).unwrap();
            assert!(done.put.rca.is_none() && done.announcement.is_none(), "{id}");
        }
        assert_eq!(store.counts().unwrap().builds, 3);
    }

    #[test]
    fn a_report_that_is_read_again_is_not_announced_again() {
        let (_dir, store) = store();
        assert!(pass(capture("1", "/p", Outcome::Failed, ERROR), &store).unwrap().announcement.is_some());
        let again = pass(capture("1", "/p", Outcome::Failed, ERROR), &store).unwrap();
        assert!(again.put.repeated && again.announcement.is_none());
    }
}
