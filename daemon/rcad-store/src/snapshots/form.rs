//! The form on disk: a byte for its version, then deflated bytes: a text as it is, anything else as JSON.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rcad_core::model::environment::Environment;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::records::{DifferingFile, FailedSnapshot, Snapshot, SnapshotFile, TextHash};
use super::tables::split;
use crate::StoreError;

/// Version of the form. A row with another is none: what is kept here is derived and comes back with the next build.
const VERSION: u8 = 1;

/// Most bytes that a row unpacks to, so that a damaged one can't fill the memory.
const MOST: u64 = 64 << 20;

/// Packs bytes.
pub(super) fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    // Quick: this is done beside builds, and the file has room.
    let mut encoder = DeflateEncoder::new(vec![VERSION], Compression::new(2));
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The bytes that were packed.
pub(super) fn unpack(packed: &[u8]) -> Result<Vec<u8>, StoreError> {
    let Some((&VERSION, deflated)) = packed.split_first() else {
        return Err(StoreError::Damaged("a row of another version".into()));
    };
    let mut bytes = Vec::new();
    let read = DeflateDecoder::new(deflated).take(MOST).read_to_end(&mut bytes);
    read.map_err(|e| StoreError::Damaged(e.to_string()))?;
    Ok(bytes)
}

/// JSON of a form.
pub(super) fn json(form: &impl Serialize) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(form).map_err(|e| StoreError::Damaged(e.to_string()))
}

/// The form in a packed row.
pub(super) fn read<T: DeserializeOwned>(packed: &[u8]) -> Result<T, StoreError> {
    serde_json::from_slice(&unpack(packed)?).map_err(|e| StoreError::Damaged(e.to_string()))
}

/// The hash of a row's list of files and the rest of the row; nothing where it can't be decoded.
pub(super) fn row<T: DeserializeOwned>(bytes: &[u8]) -> Option<([u8; 16], T)> {
    let (list, packed) = split(bytes)?;
    Some((list, read(packed).ok()?))
}

/// A list of files: path, bytes, nanoseconds, hexadecimal hash or nothing.
#[derive(Serialize, Deserialize)]
pub(super) struct ListForm(Vec<(String, u64, u64, String)>);

impl ListForm {
    pub(super) fn of(files: &[SnapshotFile]) -> ListForm {
        let row = |file: &SnapshotFile| (file.path.clone(), file.size, file.changed_ns, hex_of(file.hash));
        ListForm(files.iter().map(row).collect())
    }

    pub(super) fn files(self) -> Result<Vec<SnapshotFile>, StoreError> {
        let file = |(path, size, changed_ns, hash): (String, u64, u64, String)| {
            Ok(SnapshotFile { path, size, changed_ns, hash: hash_of(&hash)? })
        };
        self.0.into_iter().map(file).collect()
    }
}

/// A snapshot without its files.
#[derive(Serialize, Deserialize)]
pub(super) struct GreenForm {
    pub(super) id: String,
    project: String,
    pub(super) branch: Option<String>,
    head: Option<String>,
    clean: Option<bool>,
    pub(super) tasks: Vec<String>,
    ended_ms: u64,
    environment: Environment,
    /// Hexadecimal, or nothing.
    #[serde(default)]
    pub(super) content: String,
    #[serde(default)]
    pub(super) passed: u32,
}

impl GreenForm {
    pub(super) fn of(snapshot: &Snapshot) -> GreenForm {
        GreenForm {
            id: snapshot.id.clone(),
            project: snapshot.project.clone(),
            branch: snapshot.branch.clone(),
            head: snapshot.head.clone(),
            clean: snapshot.clean,
            tasks: task_set(&snapshot.tasks),
            ended_ms: snapshot.ended_ms,
            environment: snapshot.environment.clone(),
            content: hex_of(snapshot.content),
            passed: snapshot.passed,
        }
    }

    pub(super) fn snapshot(self, files: Vec<SnapshotFile>) -> Snapshot {
        let content = hash_of(&self.content).ok().flatten();
        let GreenForm { id, project, branch, head, clean, tasks, ended_ms, environment, passed, .. } = self;
        Snapshot { id, project, branch, head, clean, tasks, ended_ms, environment, content, passed, files }
    }
}

/// A failed build's snapshot without the files of the green one.
#[derive(Serialize, Deserialize)]
pub(super) struct FailedForm {
    pub(super) report: String,
    based_on: String,
    pub(super) project: String,
    branch: Option<String>,
    head: Option<String>,
    clean: Option<bool>,
    #[serde(default)]
    pub(super) tasks: Vec<String>,
    pub(super) ended_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fingerprint: Option<String>,
    /// Hexadecimal, or nothing.
    #[serde(default)]
    pub(super) content: String,
    /// Path, hexadecimal hash or nothing.
    differing: Vec<(String, String)>,
    unknown: Vec<String>,
}

impl FailedForm {
    pub(super) fn of(failed: &FailedSnapshot) -> FailedForm {
        FailedForm {
            report: failed.report.clone(),
            based_on: failed.based_on.clone(),
            project: failed.project.clone(),
            branch: failed.branch.clone(),
            head: failed.head.clone(),
            clean: failed.clean,
            tasks: task_set(&failed.tasks),
            ended_ms: failed.ended_ms,
            fingerprint: failed.fingerprint.clone(),
            content: hex_of(failed.content),
            differing: failed.differing.iter().map(|file| (file.path.clone(), hex_of(file.hash))).collect(),
            unknown: failed.unknown.clone(),
        }
    }

    pub(super) fn failed(self, base: Vec<SnapshotFile>) -> Result<FailedSnapshot, StoreError> {
        let (differing, content) = (self.differing()?, hash_of(&self.content)?);
        let FailedForm {
            report, based_on, project, branch, head, clean, tasks, ended_ms, fingerprint, unknown, ..
        } = self;
        Ok(FailedSnapshot {
            report,
            based_on,
            project,
            branch,
            head,
            clean,
            tasks,
            ended_ms,
            fingerprint,
            content,
            differing,
            unknown,
            base,
        })
    }

    pub(super) fn differing(&self) -> Result<Vec<DifferingFile>, StoreError> {
        let file = |(path, hash): &(String, String)| Ok(DifferingFile { path: path.clone(), hash: hash_of(hash)? });
        self.differing.iter().map(file).collect()
    }
}

/// Tasks without order and repetitions.
pub(super) fn task_set(tasks: &[String]) -> Vec<String> {
    let mut tasks = tasks.to_vec();
    tasks.sort();
    tasks.dedup();
    tasks
}

pub(super) fn hex_of(hash: Option<TextHash>) -> String {
    hash.map_or_else(String::new, |hash| hex::encode(hash.0))
}

fn hash_of(text: &str) -> Result<Option<TextHash>, StoreError> {
    if text.is_empty() {
        return Ok(None);
    }
    let bytes = hex::decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.map(|bytes| Some(TextHash(bytes))).ok_or_else(|| StoreError::Damaged(format!("`{text}` is no hash")))
}

#[cfg(test)]
mod tests {
    use super::{FailedForm, GreenForm};

    /// As they were written before files were counted.
    #[test]
    fn rows_without_what_came_later_are_read() {
        let green = r#"{"id":"1","project":"/p","branch":null,"head":null,"clean":null,"tasks":["build"],"ended_ms":5,"environment":{"gradle":"8.2.1","java":null,"os":null,"agp":null,"kotlin":null,"compose":null,"dependency":null}}"#;
        let green = serde_json::from_str::<GreenForm>(green).unwrap().snapshot(Vec::new());
        assert_eq!((green.ended_ms, green.content, green.passed), (5, None, 0));
        let failed = r#"{"report":"2","based_on":"1","project":"/p","branch":null,"head":null,"clean":null,"ended_ms":6,"differing":[["A.kt",""]],"unknown":[]}"#;
        let failed = serde_json::from_str::<FailedForm>(failed).unwrap().failed(Vec::new()).unwrap();
        assert_eq!((failed.differing.len(), failed.content, failed.fingerprint), (1, None, None));
        assert!(failed.tasks.is_empty());
    }
}
