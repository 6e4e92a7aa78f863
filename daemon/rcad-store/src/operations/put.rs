//! Stores a build with its answer, and creates or renews its RCA.

use rcad_core::{Analysis, Report};
use redb::{ReadableTable, WriteTransaction};
use sha2::{Digest, Sha256};

use crate::format::encode;
use crate::records::{Build, Origins, Rca, VERSION};
use crate::store::gradle_log::LogPosition;
use crate::store::rows::{builds_of, has_row, read, read_rca, write_build, write_rca};
use crate::store::tables::{BUILDS, LOG_REPORTED, REPORTS};
use crate::votes::effect::{apply, carry_over};
use crate::{Store, StoreError};

/// Most raw reports that are kept per RCA, the newest among them.
pub(crate) const REPORTS_KEPT: usize = 3;

/// What [`Store::put`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutOutcome {
    /// The RCA's id; nothing for a build that did not fail.
    pub rca: Option<String>,
    /// Failed builds that ended in it, this one included.
    pub occurrences: u64,
    /// The report was stored already; nothing was changed.
    pub repeated: bool,
}

impl Store {
    /// Stores a build with its answer in one transaction, durable when this returns. Putting the same report again changes
    /// nothing, so a spool record may be read twice. `reported_up_to` is the script's position in Gradle's log.
    pub fn put(
        &self,
        report: &Report,
        analysis: Option<&Analysis>,
        reported_up_to: Option<&LogPosition>,
    ) -> Result<PutOutcome, StoreError> {
        let txn = self.db.begin_write()?;
        if txn.open_table(BUILDS)?.get(report.id.as_str())?.is_some() {
            let build: Option<Build> = read(&txn.open_table(BUILDS)?, &report.id)?;
            txn.abort()?;
            let rca = build.and_then(|build| build.rca);
            let occurrences = match &rca {
                Some(id) => self.get(id)?.map_or(0, |rca| rca.occurrences),
                None => 0,
            };
            return Ok(PutOutcome { rca, occurrences, repeated: true });
        }
        let rca = match analysis.and_then(|a| Some((a, a.fingerprint.as_deref()?))) {
            Some((analysis, fingerprint)) => Some(put_rca(&txn, report, analysis, fingerprint)?),
            None => None,
        };
        let id = rca.as_ref().map(|rca| rca.id.as_str());
        let build = Build::of(report, id);
        write_build(&txn, &report.id, &build, &encode(&build)?)?;
        if let Some(position) = reported_up_to {
            txn.open_table(LOG_REPORTED)?.insert((position.path.as_str(), position.offset), ())?;
        }
        txn.commit()?;
        Ok(PutOutcome {
            occurrences: rca.as_ref().map_or(0, |rca| rca.occurrences),
            rca: rca.map(|rca| rca.id),
            repeated: false,
        })
    }
}

/// Creates or renews the RCA of a failed report, with its indexes.
fn put_rca(txn: &WriteTransaction, report: &Report, analysis: &Analysis, fingerprint: &str) -> Result<Rca, StoreError> {
    let id = rca_id(fingerprint, report.project.as_deref());
    let before = read_rca(txn, &id)?;
    let was_there = before.is_some();
    // Records that waited in the spool may be read out of order; the newest report gives the answer.
    let newest = before.as_ref().is_none_or(|b| b.last_seen_ms <= report.ended_ms);
    let mut rca = match before {
        Some(before) if !newest => Rca {
            occurrences: before.occurrences + 1,
            first_seen_ms: before.first_seen_ms.min(report.ended_ms),
            ..before
        },
        before => renewed(id, report, analysis, before.as_ref()),
    };
    if !was_there && has_row(txn, &rca.id)? {
        restore_counts(txn, &mut rca)?;
    }
    let mut reports = txn.open_table(REPORTS)?;
    reports.insert(report.id.as_str(), encode(report)?.as_slice())?;
    rca.reports.push(report.id.clone());
    while rca.reports.len() > REPORTS_KEPT {
        let oldest = usize::from(rca.reports[0] == rca.last_report);
        reports.remove(rca.reports.remove(oldest).as_str())?;
    }
    write_rca(txn, &rca)?;
    Ok(rca)
}

/// Restores from the builds what an RCA that can't be decoded has lost: occurrences, first sighting and reports.
fn restore_counts(txn: &WriteTransaction, rca: &mut Rca) -> Result<(), StoreError> {
    let builds = builds_of(txn, &rca.id)?;
    rca.occurrences += builds.len() as u64;
    rca.first_seen_ms = builds.first().map_or(rca.first_seen_ms, |(ended_ms, _)| rca.first_seen_ms.min(*ended_ms));
    let reports = txn.open_table(REPORTS)?;
    for (_, build) in builds {
        if reports.get(build.as_str())?.is_some() {
            rca.reports.push(build);
        }
    }
    Ok(())
}

/// The RCA with the answer of its newest report; votes, resolutions and decisions are carried over.
fn renewed(id: String, report: &Report, analysis: &Analysis, before: Option<&Rca>) -> Rca {
    let mut rca = Rca {
        v: VERSION,
        project: report.project.clone(),
        project_name: report.project_name().map(str::to_owned),
        occurrences: before.map_or(0, |b| b.occurrences) + 1,
        first_seen_ms: before.map_or(report.ended_ms, |b| b.first_seen_ms),
        last_seen_ms: report.ended_ms,
        last_report: report.id.clone(),
        announced_ms: before.and_then(|b| b.announced_ms),
        environment: report.environment.clone(),
        analysis: Analysis { id: Some(id.clone()), ..analysis.clone() },
        user_validated: false,
        quality: 0.0,
        reports: before.map(|b| b.reports.clone()).unwrap_or_default(),
        feedback: before.map(|b| b.feedback.clone()).unwrap_or_default(),
        own_confidence: None,
        updated_ms: before.map_or(0, |b| b.updated_ms),
        origins: Origins::default(),
        merged: before.map(|b| b.merged.clone()).unwrap_or_default(),
        split_from: before.map(|b| b.split_from.clone()).unwrap_or_default(),
        resolutions: before.map(|b| b.resolutions.clone()).unwrap_or_default(),
        agent: before.and_then(|b| b.agent.clone()),
        validated_answer: before.and_then(|b| b.validated_answer.clone()),
        id,
    };
    match before {
        Some(before) => carry_over(before, &mut rca),
        None => apply(&mut rca),
    }
    rca
}

/// Id of a failure in a project: 12 hex digits.
pub(crate) fn rca_id(fingerprint: &str, project: Option<&str>) -> String {
    let mut hash = Sha256::new();
    hash.update(fingerprint.as_bytes());
    hash.update([0]);
    hash.update(project.unwrap_or_default().as_bytes());
    hex::encode(&hash.finalize()[..6])
}
