//! A writer that is killed at any moment loses nothing that it was told is stored, and leaves the file whole.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread::sleep;
use std::time::Duration;

use rcad_store::Store;

use crate::delays::Delays;
use crate::store::disk::Disk;
use crate::store::work::{change, contents};

/// Set for the process that is to be killed: the store's path, and the number of its first change.
const VICTIM: &str = "RCAD_STORE_TEST_VICTIM";
const FIRST: &str = "RCAD_STORE_TEST_FIRST";
const ROUNDS: u32 = 210;
/// Every so many rounds the file is new, and the kill comes so early that it mostly interrupts the making of it.
const NEW_FILE: u32 = 5;
const STARTING: Duration = Duration::from_millis(8);
/// Else the kill comes up to this long after the first change.
const WRITING: Duration = Duration::from_millis(120);

/// Builds, feedback, imports, pruning: of all that was acknowledged everything is there, of the change that was not either all
/// or nothing.
#[test]
fn a_killed_writer_loses_nothing() {
    if let Some(path) = std::env::var_os(VICTIM) {
        change_until_killed(Path::new(&path));
    }
    let mut delays = Delays::new();
    let dir = tempfile::tempdir().unwrap();
    let (mut done, mut all) = (0, 0);
    let mut model = Disk::default().open().unwrap();
    for round in 0..ROUNDS {
        let path = dir.path().join(format!("{}.redb", round / NEW_FILE));
        if round.is_multiple_of(NEW_FILE) {
            (done, model) = (0, Disk::default().open().unwrap());
        }
        let said = run_and_kill(&path, round, done, &mut delays);
        assert_eq!(said, (done..done + said.len() as u64).collect::<Vec<_>>(), "round {round}: one after the other");
        all += said.len();
        for n in said {
            change(&model, n).unwrap();
            done = n + 1;
        }
        let store = Store::open(&path).unwrap();
        let found = contents(&store);
        if found != contents(&model) {
            // The one that was stored but not said any more.
            change(&model, done).unwrap();
            done += 1;
            assert_eq!(found, contents(&model), "round {round}, change {done}");
        }
    }
    eprintln!("{ROUNDS} kills, {all} acknowledged changes");
}

/// What the killed process does: changes the store and says each number once the change is acknowledged.
fn change_until_killed(path: &Path) -> ! {
    let first: u64 = std::env::var(FIRST).unwrap().parse().unwrap();
    let store = Store::open(path).unwrap();
    for n in first.. {
        change(&store, n).unwrap();
        println!("\ndid {n}");
    }
    unreachable!("there are always more numbers");
}

/// Lets another process change the store and kills it; the numbers that it said.
fn run_and_kill(path: &Path, round: u32, first: u64, delays: &mut Delays) -> Vec<u64> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["store::kill::a_killed_writer_loses_nothing", "--exact", "--nocapture", "--test-threads=1"]);
    let mut victim = command.env(VICTIM, path).env(FIRST, first.to_string()).stdout(Stdio::piped()).spawn().unwrap();
    let output = BufReader::new(victim.stdout.take().unwrap());
    let (say, hear) = mpsc::channel::<u64>();
    let listener = std::thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            line.strip_prefix("did ").and_then(|n| say.send(n.parse().ok()?).ok());
        }
    });
    let mut said = Vec::new();
    let most = if round.is_multiple_of(NEW_FILE) {
        STARTING
    } else {
        said.push(hear.recv().unwrap());
        WRITING
    };
    sleep(delays.next(most));
    assert!(victim.try_wait().unwrap().is_none(), "it ended by itself");
    victim.kill().unwrap();
    victim.wait().unwrap();
    listener.join().unwrap();
    said.extend(hear);
    said
}
