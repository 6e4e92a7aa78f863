//! All texts of `testdata` that the engine is tested with: recorded logs and cases built from message catalogues.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Where the recorded projects lay.
pub const PROJECT: &str = "/home/dev/app";

/// One text, with a name that tells where it is.
pub struct Text {
    pub name: String,
    pub text: String,
}

#[derive(Deserialize)]
struct Subject {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    text: String,
}

/// Every recorded log and every case of a catalogue.
pub fn texts() -> Vec<Text> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut texts: Vec<Text> = files(&root.join("parse"), "log")
        .into_iter()
        .map(|path| Text {
            name: path.display().to_string(),
            text: String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned(),
        })
        .collect();
    for path in files(&root.join("messages"), "toml") {
        let subject: Subject = toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        texts.extend(subject.case.into_iter().map(|case| Text { name: case.name, text: case.text }));
    }
    texts
}

/// The files below `directory` that end in `.end`, sorted.
fn files(directory: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.extension().is_some_and(|known| known == end) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A linear congruential generator: the same numbers in every run of a seed.
pub struct Numbers(pub u64);

impl Numbers {
    /// The next number below `below`, which is at least 1.
    pub fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }
}
