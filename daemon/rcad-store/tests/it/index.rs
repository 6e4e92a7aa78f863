//! The index from outside: what is found, and that it keeps itself.

/// What is found by words, and what the filters admit.
mod found;
/// Damaged, missing, foreign, old: thrown away and built again.
mod keeping;
/// A killed writer.
mod kill;
/// Where the model is.
#[path = "../embed/minilm.rs"]
mod minilm;
/// How much of what people look for is found.
mod recall;

use std::path::PathBuf;

use rcad_core::model::analysis::Verdict;
use rcad_core::model::environment::Environment;
use rcad_core::model::failure::Language;
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::{Analysis, Category, Failure, Report, explain, parse};
use rcad_store::{Filters, Index, Query, SearchHit, Store};

/// A store and its index in a directory that goes away with them.
struct Lab {
    store: Store,
    index: Index,
    dir: tempfile::TempDir,
}

impl Lab {
    fn new() -> Lab {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("rca.redb")).unwrap();
        Lab { store, index: Index::open(&dir.path().join("index")), dir }
    }

    fn index_dir(&self) -> PathBuf {
        self.dir.path().join("index")
    }

    /// Puts a failed build whose log is this text; the RCA's id.
    fn put(&self, project: &str, ended_ms: u64, text: &str) -> String {
        let analysis = explain::analyze(parse::parse(text), Some(project));
        self.store.put(&report(project, ended_ms), Some(&analysis), None).unwrap().rca.unwrap()
    }

    /// Closes and opens the index.
    fn reopen(&mut self) {
        self.index = Index::open(&self.index_dir());
    }

    fn catch_up(&self) {
        self.index.catch_up(&self.store, None, &|_, _| true).unwrap();
    }

    fn find(&self, text: &str) -> Vec<String> {
        self.hits(text, &Filters::default()).into_iter().map(|hit| hit.id).collect()
    }

    fn hits(&self, text: &str, filters: &Filters) -> Vec<SearchHit> {
        self.index.search(&Query { text, vector: None, filters, limit: 50 }).unwrap()
    }
}

fn report(project: &str, ended_ms: u64) -> Report {
    Report {
        id: format!("{ended_ms}-{project}"),
        origin: Origin::Hook,
        outcome: Outcome::Failed,
        text: "BUILD FAILED\n".into(),
        project: Some(project.into()),
        tasks: vec![":app:assembleDebug".into()],
        environment: Environment::default(),
        started_ms: None,
        ended_ms,
        app: None,
        raw: None,
    }
}

/// The `n`th of many failures: a build and its answer, made without reading a log.
fn numbered(n: u64) -> (Report, Analysis) {
    let symbol = format!("symbol{n}");
    let mut failure = Failure::new(Category::ALL[0], Language::Java, format!("cannot find {symbol}"));
    failure.symbol = Some(symbol.clone());
    let analysis = Analysis {
        outcome: Verdict::Failure,
        fingerprint: Some(format!("v1:{n}")),
        errors: vec![failure],
        root_cause: Some(format!("`{symbol}` is not declared.")),
        ..Analysis::none()
    };
    (report("/p", n), analysis)
}
