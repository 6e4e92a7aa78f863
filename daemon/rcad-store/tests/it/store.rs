//! The store from outside: what `rcad` relies on.

/// The agent's jobs, answers and lessons, and what was sent.
mod agent;
/// Records in the shape that programs use.
mod api;
/// Rows that can't be decoded.
mod damaged;
/// Merging, splitting, resolving.
mod decide;
/// What projects declare, from one green build to the next.
mod declared;
/// A disk that is full, or loses its power.
mod disk;
/// What a person's vote does to an answer, and for how long.
mod feedback;
/// Looking up, listing, counting.
mod find;
/// A store of each schema, as its program left it.
mod fixtures;
/// How far Gradle's logs were read and what scripts told of them.
mod gradle_log;
/// A killed writer.
mod kill;
/// A store of an older schema.
mod migrate;
/// Opening: again, twice, garbage, newer.
mod open;
/// What stands beside the stored answer when it is shown, and a person's vote on it.
mod overlay;
/// What an RCA is worth, and what pruning takes away.
mod prune;
/// What putting a report changes.
mod put;
/// A store that is too large.
mod size;
/// Export and import.
mod transfer;
/// Changes of all kinds, for what interrupts them.
mod work;

use rcad_core::model::environment::Environment;
use rcad_core::model::failure::Language;
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::{Analysis, Category, Failure, Report};
use rcad_store::{PutOutcome, Store};

/// A store in a directory that goes away with it.
struct Lab {
    store: Store,
    dir: tempfile::TempDir,
}

impl Lab {
    fn new() -> Lab {
        let dir = tempfile::tempdir().unwrap();
        Lab { store: Store::open(&dir.path().join("rca.redb")).unwrap(), dir }
    }

    /// Closes and opens it again.
    fn reopen(self) -> Lab {
        let Lab { store, dir } = self;
        drop(store);
        Lab { store: Store::open(&dir.path().join("rca.redb")).unwrap(), dir }
    }

    /// Puts a failed build of the project `app` in which `symbol` was not found.
    fn fail(&self, id: &str, symbol: &str, ended_ms: u64) -> PutOutcome {
        self.store.put(&report(id, ended_ms), Some(&analysis(symbol)), None).unwrap()
    }

    /// The ids of the list's RCAs and when each was last seen.
    fn list(&self) -> Vec<(String, u64)> {
        self.store.list(usize::MAX).unwrap().into_iter().map(|rca| (rca.id, rca.last_seen_ms)).collect()
    }
}

/// A failed build of `/home/dev/app`.
fn report(id: &str, ended_ms: u64) -> Report {
    Report {
        id: id.into(),
        origin: Origin::Hook,
        outcome: Outcome::Failed,
        text: format!("e: the log of {id}\nBUILD FAILED\n"),
        project: Some("/home/dev/app".into()),
        tasks: vec![":app:assembleDebug".into()],
        environment: Environment { gradle: Some("8.2.1".into()), ..Environment::default() },
        started_ms: Some(ended_ms.saturating_sub(5)),
        ended_ms,
        app: None,
        raw: None,
    }
}

/// The answer that `symbol` was not found; its fingerprint is of the symbol alone.
fn analysis(symbol: &str) -> Analysis {
    let mut failure = Failure::new(Category::ALL[0], Language::Java, format!("cannot find symbol {symbol}"));
    failure.symbol = Some(symbol.into());
    failure.file = Some("src/Cart.java".into());
    Analysis {
        outcome: rcad_core::model::analysis::Verdict::Failure,
        fingerprint: Some(format!("v1:{symbol}")),
        errors: vec![failure],
        root_cause: Some(format!("`{symbol}` is not declared.")),
        fix_guidelines: vec!["Declare it.".into()],
        ..Analysis::none()
    }
}
