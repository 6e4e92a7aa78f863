//! The files of a bug report's zip that say why apps ended. Nothing is unpacked to disk, and a zip that unpacks to more than
//! any report has is read up to a limit.

use std::io::{Read, Seek};

use anyhow::{Context, Result, bail};
use zip::ZipArchive;

/// How a zip begins.
pub const MAGIC: &[u8] = b"PK\x03\x04";
/// Bytes of the report's text, of one file of traces and of one tombstone that are read.
const LONGEST_TEXT: u64 = 1 << 30;
const LONGEST_TRACES: u64 = 8 << 20;
const LONGEST_TOMBSTONE: u64 = 1 << 20;
/// Files of traces and tombstones that are read, of each.
const MOST_FILES: usize = 64;
/// Entries of a zip, at most; a report has some hundred.
const MOST_ENTRIES: usize = 100_000;

/// An opened zip of a bug report.
pub struct BugReportZip<R> {
    zip: ZipArchive<R>,
    text: usize,
    traces: Vec<usize>,
    tombstones: Vec<usize>,
}

impl<R: Read + Seek> BugReportZip<R> {
    /// Finds the files in it.
    pub fn open(file: R) -> Result<BugReportZip<R>> {
        let zip = ZipArchive::new(file).context("the zip is damaged")?;
        if zip.len() > MOST_ENTRIES {
            bail!("the zip has {} entries, which is no bug report", zip.len());
        }
        let mut report = BugReportZip { zip, text: usize::MAX, traces: Vec::new(), tombstones: Vec::new() };
        for (index, name) in report.zip.file_names().enumerate() {
            let Ok(name) = name else { continue };
            // `bugreport-oriole-UP1A.231005.007-2026-11-22-10-00-00.txt`
            if name.starts_with("bugreport") && name.ends_with(".txt") && !name.contains('/') {
                report.text = index;
            } else if is_in(&name, "FS/data/anr/") && report.traces.len() < MOST_FILES {
                report.traces.push(index);
            } else if is_in(&name, "FS/data/tombstones/") && report.tombstones.len() < MOST_FILES {
                report.tombstones.push(index);
            }
        }
        if report.text == usize::MAX {
            bail!("the zip is no bug report: it has no bugreport-*.txt\nhint: adb bugreport makes one");
        }
        Ok(report)
    }

    /// The text, which holds the logs.
    pub fn text(&mut self) -> Result<impl Read> {
        Ok(self.zip.by_index(self.text).context("cannot unpack the report's text")?.take(LONGEST_TEXT))
    }

    /// The files of traces of apps that did not respond; those that cannot be read are left out.
    pub fn traces(&mut self) -> Vec<String> {
        let files = self.traces.clone();
        files.into_iter().filter_map(|index| self.file(index, LONGEST_TRACES)).collect()
    }

    /// The tombstones; those that cannot be read are left out.
    pub fn tombstones(&mut self) -> Vec<String> {
        let files = self.tombstones.clone();
        files.into_iter().filter_map(|index| self.file(index, LONGEST_TOMBSTONE)).collect()
    }

    fn file(&mut self, index: usize, longest: u64) -> Option<String> {
        let mut bytes = Vec::new();
        self.zip.by_index(index).ok()?.take(longest).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Whether it is a text directly in this directory.
fn is_in(name: &str, directory: &str) -> bool {
    let file = name.strip_prefix(directory);
    file.is_some_and(|file| !file.is_empty() && !file.contains(['/', '\\']) && !file.ends_with(".pb"))
}
