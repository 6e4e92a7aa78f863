//! A writer that is killed at any moment loses nothing that it was told is stored, and leaves the file whole.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use rcad_core::Report;
use rcad_store::Store;

use crate::{analysis, report};

/// Set for the process that is to be killed: the store's path.
const VICTIM: &str = "RCAD_STORE_TEST_VICTIM";
const ROUNDS: u32 = 40;
/// Failures that take turns.
const SYMBOLS: u64 = 7;
/// Every so many rounds the file is new, and the kill comes so early that it mostly interrupts the making of it.
const NEW_FILE: u32 = 2;
const STARTING: Duration = Duration::from_millis(8);
/// Else the kill comes up to this long after the first report.
const WRITING: Duration = Duration::from_millis(150);

#[test]
fn a_killed_writer_loses_nothing() {
    if let Some(path) = std::env::var_os(VICTIM) {
        put_until_killed(Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    let mut held = 0;
    for round in 0..ROUNDS {
        let path = dir.path().join(format!("{}.redb", round / NEW_FILE));
        held = if round.is_multiple_of(NEW_FILE) { 0 } else { held };
        let said = run_and_kill(&path, round);
        let expected: Vec<u64> = (held..held + said.len() as u64).collect();
        assert_eq!(said, expected, "round {round}: it went on where the file ended");
        let store = Store::open(&path).unwrap();
        let builds = store.counts().unwrap().builds;
        let last = held + said.len() as u64;
        // The one that was stored but not said any more.
        assert!(builds == last || builds == last + 1, "round {round}: {last} were said, {builds} are held");
        check(&store, builds);
        held = builds;
    }
}

/// What the killed process does: puts numbered reports and says each number once `put` has returned.
fn put_until_killed(path: &Path) -> ! {
    let store = Store::open(path).unwrap();
    for n in store.counts().unwrap().builds.. {
        store.put(&numbered(n), Some(&analysis(&symbol(n))), None).unwrap();
        println!("\nput {n}");
    }
    unreachable!("there are always more numbers");
}

/// Lets another process put reports and kills it; the numbers that it said.
fn run_and_kill(path: &Path, round: u32) -> Vec<u64> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["kill::a_killed_writer_loses_nothing", "--exact", "--nocapture", "--test-threads=1"]);
    let mut victim = command.env(VICTIM, path).stdout(Stdio::piped()).spawn().unwrap();
    let output = BufReader::new(victim.stdout.take().unwrap());
    let (say, hear) = mpsc::channel::<u64>();
    let listener = std::thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            line.strip_prefix("put ").and_then(|n| say.send(n.parse().ok()?).ok());
        }
    });
    let mut said = Vec::new();
    let most = if round.is_multiple_of(NEW_FILE) {
        STARTING
    } else {
        said.push(hear.recv().unwrap());
        WRITING
    };
    sleep(most * (SystemTime::UNIX_EPOCH.elapsed().unwrap().subsec_micros() % 1000) / 1000);
    assert!(victim.try_wait().unwrap().is_none(), "it ended by itself");
    victim.kill().unwrap();
    victim.wait().unwrap();
    listener.join().unwrap();
    said.extend(hear);
    said
}

/// Every report up to this number is held, and the tables agree with one another.
fn check(store: &Store, builds: u64) {
    let mut occurrences: HashMap<String, u64> = HashMap::new();
    for n in 0..builds {
        let report = numbered(n);
        assert!(store.holds(&report.id).unwrap(), "{n} is lost");
        // Of each RCA's reports the newest three are kept.
        let kept = (n + 3 * SYMBOLS >= builds).then_some(&report);
        assert_eq!(store.report(&report.id).unwrap().as_ref(), kept, "{n} of {builds}");
        *occurrences.entry(symbol(n)).or_default() += 1;
    }
    let list = store.list(usize::MAX).unwrap();
    assert_eq!((list.len(), list.len() as u64), (occurrences.len(), store.counts().unwrap().rcas));
    assert!(list.is_sorted_by(|a, b| a.last_seen_ms > b.last_seen_ms), "each was last seen at another time");
    for rca in list {
        let symbol = rca.analysis.primary().unwrap().symbol.clone().unwrap();
        assert_eq!(rca.occurrences, occurrences[&symbol], "{symbol}");
        assert_eq!(store.with_fingerprint(&format!("v1:{symbol}")).unwrap(), [rca]);
    }
}

fn numbered(n: u64) -> Report {
    report(&format!("r{n}"), n)
}

fn symbol(n: u64) -> String {
    format!("s{}", n % SYMBOLS)
}
