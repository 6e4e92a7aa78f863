//! Imports lines; each batch is a transaction. A line that can't be used is reported and skipped.
//!
//! An RCA that both sides have is joined: answer, environment and newest report come from the side that saw it last;
//! occurrences grow by the builds that are new here; first and last sighting, decisions and votes are those of both; of two
//! votes on the same answer the later one counts. An answer that is validated on one side is validated, if both have it.

use std::thread;

use rcad_core::Report;
use rcad_core::model::answer::Answer;
use redb::{ReadableTable, WriteTransaction};
use serde::{Deserialize, Serialize};

use crate::format::export::{FORMAT, FailedV1, HeaderV1, LineV1};
use crate::format::{OnDisk, encode};
use crate::operations::put::REPORTS_KEPT;
use crate::records::{Build, NamedBuild, Rca, VERSION, VoteRecord};
use crate::store::rows::{read, read_rca, write_build, write_rca};
use crate::store::tables::{BUILDS, REPORTS};
use crate::votes::current::answer_key;
use crate::votes::effect::apply;
use crate::{Store, StoreError};

/// Result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportReport {
    /// RCAs that were not there.
    pub added: u64,
    /// RCAs that were there and have changed.
    pub renewed: u64,
    /// RCAs that were there and have not changed.
    pub unchanged: u64,
    /// Builds that were not there.
    pub builds: u64,
    /// Lines that were skipped, in their order.
    pub bad: Vec<RejectedLine>,
    /// Expected RCAs and builds, from the last line; absent until it was read.
    pub end: Option<(u64, u64)>,
}

/// A line that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectedLine {
    /// 1 is the file's first.
    pub number: u64,
    /// What is wrong with it.
    pub why: String,
}

/// A parsed line with the bytes to be stored: packed by several threads, since that is most of the work.
enum ReadyLine {
    Header,
    Failure(Box<Rca>, Vec<(NamedBuild, Vec<u8>)>, Vec<(Report, Vec<u8>)>),
    Build(Box<NamedBuild>, Vec<u8>),
    End(u64, u64),
}

impl Store {
    /// Imports lines with their numbers in one transaction, durable when this returns. A file may be imported in several
    /// calls. Without a header in line 1 nothing is imported.
    pub fn import(&self, lines: &[(u64, &str)]) -> Result<ImportReport, StoreError> {
        let half = lines.len().div_ceil(2);
        let read = |lines: &[(u64, &str)]| lines.iter().map(|(n, line)| (*n, ready(*n, line))).collect::<Vec<_>>();
        let (first, second) = lines.split_at(half);
        let ready = thread::scope(|scope| {
            let second = scope.spawn(|| read(second));
            let mut all = read(first);
            second.join().map(|second| all.extend(second)).map(|()| all)
        });
        let ready = ready.map_err(|_| StoreError::Damaged("a line could not be read at all".into()))?;
        let mut imported = ImportReport::default();
        if let Some((1, Err(why))) = ready.first() {
            imported.bad.push(RejectedLine { number: 1, why: why.clone() });
            return Ok(imported);
        }
        let txn = self.db.begin_write()?;
        for (number, line) in ready {
            match line {
                Ok(ReadyLine::Header) => {}
                Ok(ReadyLine::Failure(rca, builds, reports)) => {
                    put_failure(&txn, *rca, builds, reports, &mut imported)?
                }
                Ok(ReadyLine::Build(named, bytes)) => {
                    imported.builds += u64::from(put_build(&txn, &named, &bytes)?);
                }
                Ok(ReadyLine::End(failures, builds)) => imported.end = Some((failures, builds)),
                Err(why) => imported.bad.push(RejectedLine { number, why }),
            }
        }
        txn.commit()?;
        Ok(imported)
    }
}

/// Checks the header; the error says why the file can't be imported.
fn check_header(line: &str) -> Result<(), String> {
    let Ok(LineV1::Header(HeaderV1 { format, version, .. })) = serde_json::from_str(line) else {
        return Err("it does not begin as an export of rcad does".into());
    };
    match (format == FORMAT, version <= VERSION) {
        (false, _) => Err(format!("its format is {format}, this rcad reads {FORMAT}")),
        (true, false) => Err(format!("its records are of version {version}, this rcad reads up to {VERSION}")),
        (true, true) => Ok(()),
    }
}

fn ready(number: u64, line: &str) -> Result<ReadyLine, String> {
    if number == 1 {
        return check_header(line).map(|()| ReadyLine::Header);
    }
    let packed = |e: StoreError| e.to_string();
    match serde_json::from_str(line).map_err(|e| e.to_string())? {
        LineV1::Header(_) => Err("a first line in the middle".into()),
        LineV1::End(end) => Ok(ReadyLine::End(end.failures, end.builds)),
        LineV1::Build(named) => {
            let mut named = NamedBuild::from_disk(*named);
            // Its RCA is not in the file.
            named.build.rca = None;
            let bytes = encode(&named.build).map_err(packed)?;
            Ok(ReadyLine::Build(Box::new(named), bytes))
        }
        LineV1::Failure(failed) => {
            let FailedV1 { rca, builds, reports } = *failed;
            let mut rca = Rca::from_disk(rca);
            check(&rca)?;
            rca.v = VERSION;
            let mut packed_builds = Vec::with_capacity(builds.len());
            for mut named in Vec::<NamedBuild>::from_disk(builds) {
                named.build.rca = Some(rca.id.clone());
                let bytes = encode(&named.build).map_err(packed)?;
                packed_builds.push((named, bytes));
            }
            let mut packed_reports = Vec::with_capacity(reports.len());
            for report in Vec::<Report>::from_disk(reports) {
                let bytes = encode(&report).map_err(packed)?;
                packed_reports.push((report, bytes));
            }
            Ok(ReadyLine::Failure(Box::new(rca), packed_builds, packed_reports))
        }
    }
}

fn check(rca: &Rca) -> Result<(), String> {
    let hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    if rca.id.len() != 12 || !rca.id.chars().all(hex) {
        return Err(format!("`{}` is no id of an RCA", rca.id));
    }
    if rca.analysis.id.as_deref() != Some(rca.id.as_str()) {
        return Err(format!("the answer of {} is of another RCA", rca.id));
    }
    if rca.first_seen_ms > rca.last_seen_ms || !(0.0..=1.0).contains(&rca.analysis.confidence) {
        return Err(format!("the times or the confidence of {} can't be", rca.id));
    }
    if rca.agent.as_ref().is_some_and(|answer| !(0.0..=1.0).contains(&answer.confidence)) {
        return Err(format!("the confidence of the agent's answer of {} can't be", rca.id));
    }
    if rca.validated_answer.as_ref().is_some_and(|right| !(0.0..=1.0).contains(&right.words.confidence)) {
        return Err(format!("the confidence of an older answer of {} can't be", rca.id));
    }
    Ok(())
}

/// Stores a build; whether it is new.
fn put_build(txn: &WriteTransaction, named: &NamedBuild, bytes: &[u8]) -> Result<bool, StoreError> {
    if txn.open_table(BUILDS)?.get(named.id.as_str())?.is_some() {
        return Ok(false);
    }
    write_build(txn, &named.id, &named.build, bytes)?;
    Ok(true)
}

fn put_failure(
    txn: &WriteTransaction,
    rca: Rca,
    builds: Vec<(NamedBuild, Vec<u8>)>,
    reports: Vec<(Report, Vec<u8>)>,
    imported: &mut ImportReport,
) -> Result<(), StoreError> {
    let mut unknown = 0;
    for (named, bytes) in &builds {
        unknown += u64::from(put_build(txn, named, bytes)?);
    }
    imported.builds += unknown;
    let before = read_rca(txn, &rca.id)?;
    let mut joined = match &before {
        Some(before) => join(before, rca, unknown),
        None => rca,
    };
    let dropped = keep_reports(txn, &mut joined, &reports)?;
    let changed = before.as_ref() != Some(&joined);
    match (&before, changed) {
        (None, _) => imported.added += 1,
        (Some(_), true) => imported.renewed += 1,
        (Some(_), false) => {
            imported.unchanged += 1;
            return Ok(());
        }
    }
    let mut table = txn.open_table(REPORTS)?;
    for report in dropped {
        table.remove(report.as_str())?;
    }
    for (report, bytes) in reports {
        if joined.reports.contains(&report.id) {
            table.insert(report.id.as_str(), bytes.as_slice())?;
        }
    }
    write_rca(txn, &joined)
}

/// Keeps the newest of the stored and imported reports in the RCA's list; the ids of those to delete.
fn keep_reports(
    txn: &WriteTransaction,
    rca: &mut Rca,
    coming: &[(Report, Vec<u8>)],
) -> Result<Vec<String>, StoreError> {
    let stored = txn.open_table(REPORTS)?;
    let builds = txn.open_table(BUILDS)?;
    let mut known: Vec<(bool, u64, String)> = Vec::new();
    for id in &rca.reports {
        if known.iter().any(|(_, _, other)| other == id) {
            continue;
        }
        let newest = *id == rca.last_report;
        if let Some((report, _)) = coming.iter().find(|(report, _)| report.id == *id) {
            known.push((newest, report.ended_ms, id.clone()));
        } else if stored.get(id.as_str())?.is_some() {
            let build: Option<Build> = read(&builds, id)?;
            known.push((newest, build.map_or(0, |build| build.ended_ms), id.clone()));
        }
    }
    known.sort();
    let dropped = known.drain(..known.len().saturating_sub(REPORTS_KEPT)).map(|(_, _, id)| id).collect();
    rca.reports = known.into_iter().map(|(_, _, id)| id).collect();
    Ok(dropped)
}

/// Joins both sides of an RCA, as described above. `unknown` is the number of builds that are new here.
fn join(here: &Rca, other: Rca, unknown: u64) -> Rca {
    let same_answer = answer_key(&here.analysis) == answer_key(&other.analysis);
    let mut resolutions = union(&here.resolutions, &other.resolutions);
    resolutions.sort_by_key(|resolution| resolution.green_ms);
    // What differed may have been added on one side only.
    resolutions.dedup_by(|later, kept| {
        let same = (later.failed_ms, later.green_ms) == (kept.failed_ms, kept.green_ms);
        if same && kept.fix.is_none() {
            kept.fix = later.fix.take();
        }
        same
    });
    let mut joined = Rca {
        occurrences: here.occurrences + unknown,
        first_seen_ms: here.first_seen_ms.min(other.first_seen_ms),
        announced_ms: here.announced_ms.max(other.announced_ms),
        updated_ms: here.updated_ms.max(other.updated_ms),
        feedback: votes(&here.feedback, &other.feedback),
        reports: union(&here.reports, &other.reports),
        merged: union(&here.merged, &other.merged),
        split_from: union(&here.split_from, &other.split_from),
        validated_answer: here.validated_answer.clone().or_else(|| other.validated_answer.clone()),
        resolutions,
        agent: later_answer(here, &other),
        ..here.clone()
    };
    let right = same_answer && (here.user_validated || other.user_validated);
    if other.last_seen_ms > here.last_seen_ms {
        joined = Rca {
            last_seen_ms: other.last_seen_ms,
            last_report: other.last_report,
            environment: other.environment,
            analysis: other.analysis,
            own_confidence: other.own_confidence,
            origins: other.origins,
            user_validated: other.user_validated,
            ..joined
        };
    }
    joined.user_validated |= right;
    apply(&mut joined);
    joined
}

/// The later of both sides' answers by the agent.
fn later_answer(here: &Rca, other: &Rca) -> Option<Box<Answer>> {
    let made_ms = |rca: &&Rca| rca.agent.as_ref().map(|answer| answer.made_ms);
    // Of two that are as late, this side's: `max_by_key` takes the last.
    [other, here].into_iter().max_by_key(made_ms).and_then(|rca| rca.agent.clone())
}

/// The union, without duplicates, this side's first.
fn union<T: Clone + PartialEq>(here: &[T], other: &[T]) -> Vec<T> {
    let mut all = here.to_vec();
    all.extend(other.iter().filter(|item| !here.contains(item)).cloned());
    all
}

/// The votes of both sides, the later one for each answer, oldest first.
fn votes(here: &[VoteRecord], other: &[VoteRecord]) -> Vec<VoteRecord> {
    let mut all = union(here, other);
    all.sort_by_key(|vote| vote.at_ms);
    let later = |n: usize| all[n + 1..].iter().any(|vote| vote.answer == all[n].answer);
    (0..all.len()).filter(|n| !later(*n)).map(|n| all[n].clone()).collect()
}
