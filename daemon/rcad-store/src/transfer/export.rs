//! Exports a snapshot of the store line by line. Keeps only the assignment of builds to RCAs in memory.

use rcad_core::Report;
use redb::{Range, ReadOnlyTable, ReadTransaction};

use crate::format::export::{EndV1, FORMAT, FailedV1, HeaderV1, LineV1};
use crate::format::{OnDisk, decode};
use crate::records::{Build, NamedBuild, Rca, VERSION};
use crate::store::rows::{read, readable};
use crate::store::tables::{BUILDS, RCAS, REPORTS};
use crate::{Filters, Store, StoreError};

/// The lines of an export, each without its line end. Others may write meanwhile; what they write is not in it.
pub struct ExportLines {
    project: Option<String>,
    step: ExportStep,
    rcas: Range<'static, &'static str, &'static [u8]>,
    builds: Range<'static, &'static str, &'static [u8]>,
    rca_rows: ReadOnlyTable<&'static str, &'static [u8]>,
    build_rows: ReadOnlyTable<&'static str, &'static [u8]>,
    reports: ReadOnlyTable<&'static str, &'static [u8]>,
    /// Ids of RCAs with those of their builds, sorted.
    builds_of: Vec<(u64, Box<str>)>,
    written: EndV1,
}

enum ExportStep {
    Header,
    Failures,
    Builds,
    End,
    Over,
}

impl Store {
    /// Everything, or what belongs to one project, given by its root directory or its name.
    pub fn export(&self, project: Option<&str>) -> Result<ExportLines, StoreError> {
        let txn = self.db.begin_read()?;
        let (rca_rows, build_rows) = (txn.open_table(RCAS)?, txn.open_table(BUILDS)?);
        Ok(ExportLines {
            project: project.map(str::to_owned),
            step: ExportStep::Header,
            rcas: rca_rows.range::<&str>(..)?,
            builds: build_rows.range::<&str>(..)?,
            builds_of: builds_of(&txn)?,
            rca_rows,
            build_rows,
            reports: txn.open_table(REPORTS)?,
            written: EndV1 { failures: 0, builds: 0, damaged: 0 },
        })
    }
}

fn builds_of(txn: &ReadTransaction) -> Result<Vec<(u64, Box<str>)>, StoreError> {
    let mut all = Vec::new();
    for row in txn.open_table(BUILDS)?.range::<&str>(..)? {
        let (id, bytes) = row?;
        let Some(build) = readable(decode::<Build>(bytes.value(), id.value()))? else { continue };
        all.extend(build.rca.as_deref().and_then(number).map(|rca| (rca, Box::from(id.value()))));
    }
    all.sort_unstable();
    Ok(all)
}

/// An RCA's id as the number that it is in hexadecimal.
fn number(id: &str) -> Option<u64> {
    u64::from_str_radix(id, 16).ok()
}

impl ExportLines {
    fn line(&mut self) -> Result<Option<String>, StoreError> {
        loop {
            match self.step {
                ExportStep::Header => {
                    self.step = ExportStep::Failures;
                    let header = HeaderV1 { format: FORMAT.into(), version: VERSION, project: self.project.clone() };
                    return text(&LineV1::Header(header)).map(Some);
                }
                ExportStep::Failures => match self.failure()? {
                    Some(failed) => {
                        self.written.failures += 1;
                        self.written.builds += failed.builds.len() as u64;
                        return text(&LineV1::Failure(Box::new(failed))).map(Some);
                    }
                    None => self.step = ExportStep::Builds,
                },
                ExportStep::Builds => match self.build()? {
                    Some(named) => {
                        self.written.builds += 1;
                        return text(&LineV1::Build(Box::new(named.to_disk()))).map(Some);
                    }
                    None => self.step = ExportStep::End,
                },
                ExportStep::End => {
                    self.step = ExportStep::Over;
                    return text(&LineV1::End(EndV1 { ..self.written })).map(Some);
                }
                ExportStep::Over => return Ok(None),
            }
        }
    }

    fn failure(&mut self) -> Result<Option<FailedV1>, StoreError> {
        let filters = Filters { project: self.project.clone(), ..Filters::default() };
        for row in self.rcas.by_ref() {
            let (id, bytes) = row?;
            let Some(rca) = readable(decode::<Rca>(bytes.value(), id.value()))? else {
                self.written.damaged += 1;
                continue;
            };
            if !filters.admits(&rca) {
                continue;
            }
            let mut reports: Vec<Report> = Vec::new();
            for report in &rca.reports {
                let decoded = read(&self.reports, report)?;
                self.written.damaged += u64::from(decoded.is_none());
                reports.extend(decoded);
            }
            let builds = self.builds_in(&rca)?.to_disk();
            return Ok(Some(FailedV1 { builds, rca: rca.to_disk(), reports: reports.to_disk() }));
        }
        Ok(None)
    }

    fn builds_in(&self, rca: &Rca) -> Result<Vec<NamedBuild>, StoreError> {
        let Some(number) = number(&rca.id) else { return Ok(Vec::new()) };
        let from = self.builds_of.partition_point(|(other, _)| *other < number);
        let mut builds = Vec::new();
        for (_, id) in self.builds_of[from..].iter().take_while(|(other, _)| *other == number) {
            builds.extend(read(&self.build_rows, id)?.map(|build| NamedBuild { id: id.to_string(), build }));
        }
        Ok(builds)
    }

    /// The next build without an RCA, or whose RCA is deleted or can't be decoded.
    fn build(&mut self) -> Result<Option<NamedBuild>, StoreError> {
        while let Some(row) = self.builds.next() {
            let (id, bytes) = row?;
            let Some(mut build) = readable(decode::<Build>(bytes.value(), id.value()))? else {
                self.written.damaged += 1;
                continue;
            };
            if let Some(rca) = &build.rca {
                if read::<Rca>(&self.rca_rows, rca)?.is_some() {
                    continue;
                }
                build.rca = None;
            }
            if self.wants(&build) {
                return Ok(Some(NamedBuild { id: id.value().to_owned(), build }));
            }
        }
        Ok(None)
    }

    fn wants(&self, build: &Build) -> bool {
        let Some(project) = self.project.as_deref() else { return true };
        let Some(root) = build.project.as_deref() else { return false };
        root == project || root.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next() == Some(project)
    }
}

impl Iterator for ExportLines {
    type Item = Result<String, StoreError>;

    fn next(&mut self) -> Option<Result<String, StoreError>> {
        let line = self.line().transpose();
        if matches!(line, Some(Err(_))) {
            self.step = ExportStep::Over; // A file that continued would look complete.
        }
        line
    }
}

fn text(line: &LineV1) -> Result<String, StoreError> {
    serde_json::to_string(line).map_err(|e| StoreError::Damaged(e.to_string()))
}
