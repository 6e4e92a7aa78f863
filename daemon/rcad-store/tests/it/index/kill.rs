//! A process that is killed while it puts and indexes: afterwards every RCA of the store is found.

use std::cell::Cell;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rcad_store::{Filters, Index, Query, Store};

use crate::delays::Delays;
use crate::index::numbered;

/// Set for the process that is to be killed: the directory of store and index.
const VICTIM: &str = "RCAD_INDEX_TEST_VICTIM";
const ROUNDS: u64 = 30;
/// The kill comes up to this long after the first catch-up.
const WRITING: Duration = Duration::from_millis(250);

#[test]
fn a_killed_indexer_leaves_nothing_unfound() {
    if let Some(dir) = std::env::var_os(VICTIM) {
        index_until_killed(Path::new(&dir));
    }
    let mut delays = Delays::new();
    let dir = tempfile::tempdir().unwrap();
    let (mut held, mut reused) = (0, 0);
    for round in 0..ROUNDS {
        run_and_kill(dir.path(), &mut delays);
        let (store, index) = open(dir.path());
        let taken = Cell::new(0);
        let progress = |done, _| {
            taken.set(done);
            true
        };
        index.catch_up(&store, None, &progress).unwrap();
        let rcas = store.list(usize::MAX).unwrap();
        assert!(rcas.len() > held, "round {round}: it went on");
        reused += u64::from(taken.get() < rcas.len() as u64);
        held = rcas.len();
        assert_eq!(index.state().documents, held as u64, "round {round}");
        for rca in rcas {
            let (text, filters) = (rca.analysis.primary().unwrap().message.as_str(), Filters::default());
            let hits = index.search(&Query { text, vector: None, filters: &filters, limit: held }).unwrap();
            assert!(hits.iter().any(|hit| hit.id == rca.id), "round {round}: {} {text}", rca.id);
        }
    }
    assert!(reused > ROUNDS / 2, "a kill seldom costs the whole index: {reused} of {ROUNDS}");
}

fn open(dir: &Path) -> (Store, Index) {
    (Store::open(&dir.join("rca.redb")).unwrap(), Index::open(&dir.join("index")))
}

/// What the killed process does: puts and catches up, and says so.
fn index_until_killed(dir: &Path) -> ! {
    let (store, index) = open(dir);
    for n in store.counts().unwrap().builds.. {
        let (report, analysis) = numbered(n);
        store.put(&report, Some(&analysis), None).unwrap();
        index.catch_up(&store, None, &|_, _| true).unwrap();
        println!("\nindexed");
    }
    unreachable!("there are always more numbers");
}

fn run_and_kill(dir: &Path, delays: &mut Delays) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([
        "index::kill::a_killed_indexer_leaves_nothing_unfound",
        "--exact",
        "--nocapture",
        "--test-threads=1",
    ]);
    let mut victim = command.env(VICTIM, dir).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(victim.stdout.take().unwrap()).lines();
    while output.next().unwrap().unwrap() != "indexed" {}
    sleep(delays.next(WRITING));
    assert!(victim.try_wait().unwrap().is_none(), "it ended by itself");
    victim.kill().unwrap();
    victim.wait().unwrap();
}
