//! The line: every stage in order, once. A capture goes in, a stored answer comes out.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rcad_core::report::Outcome;
use rcad_core::{Analysis, Report, fingerprint, parse};
use rcad_store::{LogPosition, Put, Store, StoreError};

use crate::ingest::Capture;
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
pub fn run(capture: Capture, store: &Store) -> Result<Done, StoreError> {
    let Capture { report, told, .. } = capture; // ingest made it
    let analysis = if reason::is_failure(&report) { diagnose(&report, store)? } else { None };
    let told = told.map(|at| LogPosition { path: at.path, offset: at.offset });
    let put = store.put(&report, analysis.as_ref(), told.as_ref())?;
    let announcement = analysis.filter(|_| !put.repeated).and_then(|a| Announcement::of(&report, &a, &put));
    Ok(Done { put, announcement })
}

/// parse → recall → reason. A panic in a reader is our mistake and must not cost the record: the build is then stored
/// with the answer that nothing could be read.
fn diagnose(report: &Report, store: &Store) -> Result<Option<Analysis>, StoreError> {
    let parsed = catch_unwind(AssertUnwindSafe(|| parse::parse(&report.text))).unwrap_or_else(|_| {
        tracing::error!(report = report.id, "a reader panicked on this report");
        parse::Parsed::default()
    });
    let past = recall(&parsed, report, store)?;
    let analysis = reason::explain(report, parsed, &past);
    // Nobody said that it failed, and nothing in it says so.
    Ok(analysis.filter(|a| report.outcome == Outcome::Failed || !a.errors.is_empty()))
}

/// What is remembered of the same mistake, in any project.
fn recall(parsed: &parse::Parsed, report: &Report, store: &Store) -> Result<Past, StoreError> {
    let Some(primary) = parsed.failures.first() else { return Ok(Past::default()) };
    let rcas = store.with_fingerprint(&fingerprint::fingerprint(primary, report.project.as_deref()))?;
    Ok(Past { occurrences: rcas.iter().map(|rca| rca.occurrences).sum() })
}
