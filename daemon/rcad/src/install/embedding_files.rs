//! The models that rcad can use (`models/models.toml`) and the state of their files on this disk. Never loads one.

pub mod add;
pub mod fetch;
mod hub;
pub mod progress;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::platform::config::Config;
use crate::platform::home::Home;

const TABLE: &str = include_str!("../../../../models/models.toml");
/// The model of the index's vectors.
pub const EMBEDDING: &str = "all-MiniLM-L6-v2";
/// How to get a missing model.
pub const HOW: &str = "rcad model fetch, or on a machine without network: rcad model add DIR";
/// Bytes read at once for a checksum.
const CHUNK: usize = 1 << 18;

/// A row of `models/models.toml`.
#[derive(Clone, Debug, Deserialize)]
pub struct PinnedModel {
    /// Its name and directory.
    pub name: String,
    /// Its use in rcad.
    #[serde(rename = "use")]
    pub purpose: String,
    /// Repository on the hub.
    pub source: String,
    /// Commit of that repository, 40 hex digits.
    pub revision: String,
    /// SPDX name.
    pub licence: String,
    /// The files that rcad uses.
    pub files: Vec<ModelFile>,
}

/// A file of a model.
#[derive(Clone, Debug, Deserialize)]
pub struct ModelFile {
    /// Name in the repository and here.
    pub name: String,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256 of its content, in lower-case hex.
    pub sha256: String,
}

/// A problem with a file of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileFault {
    /// It does not exist.
    Absent,
    /// It has this number of bytes, which is wrong.
    Length(u64),
    /// It has the right length but this wrong checksum.
    Content(String),
    /// It can't be read.
    Unreadable(String),
}

/// The state of a model's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FilesState {
    /// All are there and correct.
    Present,
    /// At least one is missing.
    Missing,
    /// At least one is wrong.
    Damaged,
}

/// A model of Ollama's library that is worth a try.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Suggestion {
    /// Its name in Ollama's library.
    pub name: String,
    /// Length of its files.
    pub bytes: u64,
}

#[derive(Deserialize)]
struct ModelsToml {
    model: Vec<PinnedModel>,
    suggestion: Vec<Suggestion>,
}

/// Up to three models of Ollama's library that fit into half of the memory, largest first; the other half is for the
/// build. If the memory is not known, the smallest one.
pub fn suggestions(memory: Option<u64>) -> Vec<Suggestion> {
    let mut all = toml::from_str::<ModelsToml>(TABLE).map(|table| table.suggestion).unwrap_or_default();
    all.sort_by_key(|suggestion| std::cmp::Reverse(suggestion.bytes));
    match memory {
        Some(memory) => {
            all.retain(|suggestion| suggestion.bytes <= memory / 2);
            all.truncate(3);
            all
        }
        None => all.pop().into_iter().collect(),
    }
}

/// All models of `models.toml`.
pub fn all() -> Result<Vec<PinnedModel>> {
    Ok(toml::from_str::<ModelsToml>(TABLE).context("models.toml is not as this version reads it")?.model)
}

/// The model of this name.
pub fn named(name: &str) -> Result<PinnedModel> {
    let mut models = all()?;
    let known = models.iter().map(|m| m.name.clone()).collect::<Vec<_>>().join(", ");
    match models.iter().position(|m| m.name.eq_ignore_ascii_case(name)) {
        Some(at) => Ok(models.swap_remove(at)),
        None => bail!("no model is called `{name}`\nhint: there is {known}"),
    }
}

impl PinnedModel {
    /// The directory of its files: as set, else the one below rcad's own.
    pub fn dir(&self, home: &Home, config: &Config) -> PathBuf {
        if self.name == EMBEDDING && !config.embedding.model_dir.is_empty() {
            PathBuf::from(&config.embedding.model_dir)
        } else {
            home.models().join(&self.name)
        }
    }

    /// Bytes of all its files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Problems in `dir` by names and lengths alone; takes microseconds.
    pub fn quick_check(&self, dir: &Path) -> Vec<(String, FileFault)> {
        self.faults(dir, ModelFile::quick_check)
    }

    /// Problems in `dir` by reading every byte; takes tenths of a second.
    pub fn check(&self, dir: &Path) -> Vec<(String, FileFault)> {
        self.faults(dir, ModelFile::check)
    }

    fn faults(&self, dir: &Path, look: fn(&ModelFile, &Path) -> Option<FileFault>) -> Vec<(String, FileFault)> {
        let found = self.files.iter().map(|file| (file.name.clone(), look(file, &dir.join(&file.name))));
        found.filter_map(|(name, fault)| Some((name, fault?))).collect()
    }
}

impl ModelFile {
    /// The file's problem, by its length alone.
    pub fn quick_check(&self, path: &Path) -> Option<FileFault> {
        match std::fs::metadata(path) {
            Ok(found) if !found.is_file() => Some(FileFault::Unreadable("it is no file".to_owned())),
            Ok(found) if found.len() != self.bytes => Some(FileFault::Length(found.len())),
            Ok(_) => None,
            Err(e) if e.kind() == io::ErrorKind::NotFound => Some(FileFault::Absent),
            Err(e) => Some(FileFault::Unreadable(e.to_string())),
        }
    }

    /// The file's problem, by reading all of it.
    pub fn check(&self, path: &Path) -> Option<FileFault> {
        self.quick_check(path).or_else(|| match File::open(path).and_then(|file| copy_and_sum(file, &mut io::sink())) {
            Ok((_, sum)) if sum == self.sha256 => None,
            Ok((_, sum)) => Some(FileFault::Content(sum)),
            Err(e) => Some(FileFault::Unreadable(e.to_string())),
        })
    }

    /// Describes a problem of this file.
    pub fn describe(&self, fault: &FileFault) -> String {
        match fault {
            FileFault::Absent => format!("{} is missing", self.name),
            FileFault::Length(found) => format!("{} has {found} bytes, not {}", self.name, self.bytes),
            FileFault::Content(sum) => {
                format!("{} has the checksum {}, not {}", self.name, short(sum), short(&self.sha256))
            }
            FileFault::Unreadable(why) => format!("{} can't be read: {why}", self.name),
        }
    }
}

impl FilesState {
    /// The state that these problems mean.
    pub fn of(faults: &[(String, FileFault)]) -> FilesState {
        if faults.is_empty() {
            FilesState::Present
        } else if faults.iter().all(|(_, fault)| *fault == FileFault::Absent) {
            FilesState::Missing
        } else {
            FilesState::Damaged
        }
    }
}

/// Describes the problems of all files.
pub fn describe_faults(model: &PinnedModel, faults: &[(String, FileFault)]) -> Vec<String> {
    let file = |name: &str| model.files.iter().find(|file| file.name == name);
    faults.iter().filter_map(|(name, fault)| Some(file(name)?.describe(fault))).collect()
}

/// Copies `from`. Returns the number of bytes and their SHA-256 in hex.
fn copy_and_sum(mut from: impl Read, to: &mut impl io::Write) -> io::Result<(u64, String)> {
    let mut sum = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    let mut bytes = 0;
    loop {
        let read = match from.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        sum.update(&chunk[..read]);
        to.write_all(&chunk[..read])?;
        bytes += read as u64;
    }
    Ok((bytes, hex::encode(sum.finalize())))
}

/// Bytes of memory of this machine; nothing if unknown (only Linux has it in a file).
pub fn memory_bytes() -> Option<u64> {
    // MemTotal:       16303428 kB
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The first digits of a checksum or commit.
pub fn short(hex: &str) -> &str {
    hex.get(..12).unwrap_or(hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(dir: &Path) -> PinnedModel {
        std::fs::write(dir.join("a"), "abc").unwrap();
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned(); // FIPS 180-2's example
        let file = |name: &str| ModelFile { name: name.into(), bytes: 3, sha256: sha256.clone() };
        let mut model = named(EMBEDDING).unwrap();
        model.files = vec![file("a"), file("b")];
        model
    }

    #[test]
    fn the_table_pins_a_commit_a_length_and_a_checksum() {
        for model in all().unwrap() {
            let hex = |text: &str, digits: usize| text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit());
            assert!(hex(&model.revision, 40), "{model:?}");
            assert!(
                !model.files.is_empty() && model.files.iter().all(|f| f.bytes > 0 && hex(&f.sha256, 64)),
                "{model:?}"
            );
        }
        assert!(named("all-minilm-l6-v2").is_ok());
        let unknown = named("bert").unwrap_err().to_string();
        assert!(unknown.contains("`bert`") && unknown.contains(EMBEDDING), "{unknown}");
    }

    #[test]
    fn what_is_suggested_fits_the_memory() {
        let names = |memory| suggestions(memory).into_iter().map(|s| (s.name, s.bytes)).collect::<Vec<_>>();
        for gigabytes in [4, 8, 16, 24, 32, 64] {
            let fitting = names(Some(gigabytes << 30));
            assert!(fitting.iter().all(|(_, bytes)| bytes * 2 <= gigabytes << 30), "{gigabytes}: {fitting:?}");
            assert!(fitting.is_sorted_by(|one, other| one.1 >= other.1) && fitting.len() <= 3);
            assert_eq!(fitting.is_empty(), gigabytes < 5, "{gigabytes}: {fitting:?}");
        }
        assert_eq!(names(None).len(), 1);
    }

    #[test]
    fn a_files_fault_is_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        let model = small(dir.path());
        let b = dir.path().join("b");
        let faults = |model: &PinnedModel| (model.quick_check(dir.path()), model.check(dir.path()));
        let only = |fault: FileFault| vec![("b".to_owned(), fault)];
        assert_eq!(faults(&model), (only(FileFault::Absent), only(FileFault::Absent)));
        assert_eq!(FilesState::of(&model.check(dir.path())), FilesState::Missing);
        std::fs::write(&b, "ab").unwrap();
        assert_eq!(faults(&model), (only(FileFault::Length(2)), only(FileFault::Length(2))));
        assert_eq!(FilesState::of(&model.quick_check(dir.path())), FilesState::Damaged);
        std::fs::write(&b, "abd").unwrap();
        assert_eq!(model.quick_check(dir.path()), vec![], "a quick check does not read the content");
        assert!(matches!(&model.check(dir.path())[..], [(name, FileFault::Content(_))] if name == "b"));
        std::fs::write(&b, "abc").unwrap();
        assert_eq!(FilesState::of(&model.check(dir.path())), FilesState::Present);
        std::fs::remove_file(&b).unwrap();
        std::fs::create_dir(&b).unwrap();
        assert!(matches!(&model.quick_check(dir.path())[..], [(_, FileFault::Unreadable(_))]));
    }
}
