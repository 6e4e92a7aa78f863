//! Real logs: complete, growing, truncated and damaged.

use std::fs::File;
use std::path::PathBuf;

use rcad_core::model::report::Outcome;

use super::super::excerpt::{HEAD, TAIL};
use super::{BuildWindow, CANCELLED, FINISHED, GradleLog, STARTED, daemon_dir, logs};

const WIRE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/wire");
const COMMAND_LINE: &str = "2023-11-14T22:13:00.000+0000 [DEBUG] [org.gradle.launcher.daemon.server.DefaultIncomingConnectionHandler] Starting executing command: Build{id=1, currentDir=/home/dev/app} with connection: socket\n";
const START_LINE: &str = "2023-11-14T22:13:01.000+0000 [DEBUG] [x] The daemon has started executing the build.\n";
const END_LINE: &str = "2023-11-14T22:13:02.000+0000 [DEBUG] [x] The daemon has finished executing the build.\n";

/// A daemon's log in its own Gradle home.
struct Lab {
    path: PathBuf,
    home: tempfile::TempDir,
}

impl Lab {
    fn new(version: &str) -> Lab {
        let home = tempfile::tempdir().unwrap();
        let dir = daemon_dir(home.path()).join(version);
        std::fs::create_dir_all(&dir).unwrap();
        let path = dir.join("daemon-4242.out.log");
        std::fs::write(&path, "").unwrap();
        Lab { path, home }
    }

    fn append(&self, bytes: &[u8]) {
        use std::io::Write;
        File::options().append(true).open(&self.path).unwrap().write_all(bytes).unwrap();
    }

    fn log(&self, offset: u64) -> GradleLog {
        GradleLog::new(&self.path, offset).unwrap()
    }
}

fn wire(name: &str) -> (Lab, Vec<u8>) {
    let bytes = std::fs::read(format!("{WIRE}/{name}.log")).unwrap();
    (Lab::new(name.rsplit('-').next().unwrap()), bytes)
}

/// Everything a reader sees of a window: location, directory, times, outcome and text.
type Seen = ([u64; 2], Option<String>, [Option<u64>; 2], Outcome, String);

fn seen(windows: Vec<BuildWindow>) -> Vec<Seen> {
    windows
        .into_iter()
        .map(|w| ([w.from, w.to], w.cwd.clone(), [w.started_ms, w.ended_ms], w.outcome, w.output.text()))
        .collect()
}

/// Deterministic numbers.
fn noise(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

#[test]
fn real_logs_give_their_builds() {
    let base = 1_699_999_980_000; // 2023-11-14T22:13:00+0000
    let times_8 = [[390, 410], [1420, 1440], [1910, 1930]].map(|times| times.map(|ms| Some(base + ms)));
    for (name, times) in [("daemon-8.2.1", times_8), ("daemon-4.4.1", [[None; 2]; 3])] {
        let (lab, bytes) = wire(name);
        lab.append(&bytes);
        let mut log = lab.log(0);
        let windows = log.read_on().unwrap();
        let outcomes: Vec<Outcome> = windows.iter().map(|w| w.outcome).collect();
        assert_eq!(outcomes, [Outcome::Ok, Outcome::Failed, Outcome::Failed], "{name}");
        for (window, times) in windows.into_iter().zip(times) {
            assert_eq!([window.started_ms, window.ended_ms], times, "{name}");
            let whole = std::str::from_utf8(&bytes[window.from as usize..window.to as usize]).unwrap();
            let (rest, end) = whole.trim_end().rsplit_once('\n').unwrap();
            assert!(whole.lines().next().unwrap().ends_with(STARTED) && end.ends_with(FINISHED), "{name}: {whole}");
            let report = log.report(window, 99, false);
            assert_eq!(report.text.trim_end(), rest, "{name}");
            assert_eq!(report.project.as_deref(), Some("/home/dev/app"), "{name}");
            assert_eq!(report.environment.gradle.as_deref(), name.strip_prefix("daemon-"));
            assert_eq!((report.started_ms, report.ended_ms), (times[0], times[1].unwrap_or(99)), "{name}");
        }
        assert!(!log.is_building() && log.abandon().is_none());
        assert_eq!(log.settled(), bytes.len() as u64);
        assert!(log.read_on().unwrap().is_empty(), "never a window twice");
    }
}

#[test]
fn a_log_that_grows_gives_the_same_builds_as_a_whole_one() {
    for name in ["daemon-8.2.1", "daemon-4.4.1", "daemon-killed-8.2.1"] {
        let (lab, bytes) = wire(name);
        lab.append(&bytes);
        let whole = seen(lab.log(0).read_on().unwrap());
        for (seed, most) in [(1, 40), (2, 300), (3, 300), (4, 5000), (5, 20_000)] {
            let lab = Lab::new("8.2.1");
            let (mut log, mut noise, mut found, mut rest) = (lab.log(0), noise(seed), Vec::new(), &bytes[..]);
            while !rest.is_empty() {
                let (chunk, after) = rest.split_at(rest.len().min(1 + noise(most) as usize));
                rest = after;
                lab.append(chunk);
                found.extend(log.read_on().unwrap());
                if noise(3) == 0 {
                    log = lab.log(log.settled()); // The daemon was restarted.
                }
            }
            assert_eq!(seen(found), whole, "{name}, seed {seed}");
        }
    }
}

#[test]
fn what_is_settled_at_any_line_is_all_that_is_not_read_again() {
    let (lab, bytes) = wire("daemon-8.2.1");
    lab.append(&bytes);
    let whole = seen(lab.log(0).read_on().unwrap());
    let (lab, mut at) = (Lab::new("8.2.1"), 0);
    let (mut log, mut before) = (lab.log(0), Vec::new());
    let mut resumed = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        lab.append(line);
        at += line.len();
        before.extend(log.read_on().unwrap());
        resumed.push((at, log.settled(), before.len()));
    }
    for (at, settled, windows) in resumed {
        assert!(settled <= at as u64);
        assert_eq!(seen(lab.log(settled).read_on().unwrap()), whole[windows..], "stopped at {at}");
    }
    assert_eq!(seen(before), whole);
}

#[test]
fn a_killed_daemons_build_has_failed() {
    let (lab, bytes) = wire("daemon-killed-8.2.1");
    lab.append(&bytes);
    lab.append(b"half a li");
    let mut log = lab.log(0);
    let before = log.read_on().unwrap();
    assert_eq!(before.iter().map(|w| w.outcome).collect::<Vec<_>>(), [Outcome::Ok]);
    assert!(log.is_building() && log.settled() < bytes.len() as u64);
    let window = log.abandon().unwrap();
    assert_eq!((window.outcome, window.to), (Outcome::Failed, bytes.len() as u64 + 9));
    assert_eq!((window.cwd.as_deref(), window.ended_ms), (Some("/home/dev/app"), None));
    assert_eq!((log.is_building(), log.settled()), (false, bytes.len() as u64 + 9));
    assert!(log.abandon().is_none() && log.read_on().unwrap().is_empty(), "once is enough");
    let report = log.report(window, 99, true);
    assert!(report.text.contains("\nasleep\nhalf a li\n"), "{}", report.text);
    assert!(report.text.contains("disappeared in the middle of this build (pid 4242"), "{}", report.text);
    assert_eq!((report.outcome, report.ended_ms), (Outcome::Failed, 99));
}

#[test]
fn a_stopped_build_has_not_failed() {
    for end in [format!("x {CANCELLED}\n"), "Build cancelled.\n".to_owned()] {
        let lab = Lab::new("8.2.1");
        lab.append(format!("{COMMAND_LINE}{START_LINE}{end}").as_bytes());
        let mut log = lab.log(0);
        assert!(log.read_on().unwrap().is_empty() && log.is_building());
        assert!(log.abandon().is_none() && !log.is_building());
    }
}

#[test]
fn a_build_without_an_end_ends_with_the_next_command() {
    let lab = Lab::new("8.2.1");
    lab.append(format!("{COMMAND_LINE}{START_LINE}FAILURE: Build failed with an exception.\n").as_bytes());
    lab.append(format!("{COMMAND_LINE}{START_LINE}fine\n{END_LINE}").as_bytes());
    let found = seen(lab.log(0).read_on().unwrap());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].3, found[0].4.as_str()), (Outcome::Ok, format!("{START_LINE}fine\n").as_str()));
    lab.append(format!("{COMMAND_LINE}{START_LINE}{COMMAND_LINE}").as_bytes());
    let mut log = lab.log(found[0].0[1]);
    assert!(log.read_on().unwrap().is_empty() && !log.is_building(), "the next build has not begun yet");
    assert!(log.abandon().is_none());
}

#[test]
fn a_shortened_log_begins_anew() {
    let lab = Lab::new("8.2.1");
    let failed = format!("{COMMAND_LINE}{START_LINE}BUILD FAILED in 1s\n{END_LINE}");
    lab.append(failed.repeat(3).as_bytes());
    lab.append(START_LINE.as_bytes());
    let mut log = lab.log(0);
    assert_eq!(log.read_on().unwrap().len(), 3);
    assert!(log.is_building());
    std::fs::write(&lab.path, &failed).unwrap();
    let again = log.read_on().unwrap();
    assert_eq!((again.len(), again[0].from), (1, COMMAND_LINE.len() as u64));
    assert_eq!((log.path(), log.pid(), log.is_building()), (lab.path.display().to_string(), 4242, false));
    std::fs::remove_file(&lab.path).unwrap();
    assert!(log.read_on().is_err());
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let lab = Lab::new("8.2.1");
    let latin = COMMAND_LINE.replace("/app", "/caf#").into_bytes();
    let from = latin.len() as u64;
    lab.append(&latin.into_iter().map(|b| if b == b'#' { 0xe9 } else { b }).collect::<Vec<u8>>());
    lab.append(format!("{START_LINE}before\n").as_bytes());
    lab.append(b"\xff\xfe\0 BUILD\r\n\xc3\n");
    lab.append(format!("FAILURE: Build failed with an exception.\r\n{END_LINE}").as_bytes());
    let mut log = lab.log(0);
    let window = log.read_on().unwrap().pop().unwrap();
    assert_eq!((window.outcome, window.from), (Outcome::Failed, from));
    assert_eq!(window.cwd.as_deref(), Some("/home/dev/caf\u{fffd}"));
    let text = window.output.text();
    assert!(text.contains("before\n\u{fffd}\u{fffd}\0 BUILD\r\n\u{fffd}\nFAILURE: "), "{text:?}");
}

#[test]
fn the_builds_own_result_counts_not_that_of_a_build_in_its_tests() {
    let (failed, fine) = ("FAILURE: Build failed with an exception.\nBUILD FAILED in 1s\n", "BUILD SUCCESSFUL in 4s\n");
    for (output, outcome) in [
        (format!("{failed}1 test passed\n{fine}"), Outcome::Ok),
        (format!("BUILD FAILED\n{fine}3 actionable tasks: 3 executed\n"), Outcome::Ok),
        (format!("{fine}{failed}"), Outcome::Failed),
        (format!("{failed}{fine}{failed}"), Outcome::Failed),
        (format!("x {CANCELLED}\n{fine}"), Outcome::Cancelled),
    ] {
        let lab = Lab::new("8.2.1");
        lab.append(format!("{COMMAND_LINE}{START_LINE}{output}{END_LINE}").as_bytes());
        assert_eq!(lab.log(0).read_on().unwrap()[0].outcome, outcome, "{output}");
    }
}

#[test]
fn a_line_without_end_is_taken_in_pieces() {
    let lab = Lab::new("8.2.1");
    lab.append(format!("{COMMAND_LINE}{START_LINE}").as_bytes());
    let mut log = lab.log(0);
    log.read_on().unwrap();
    let read = log.read;
    lab.append("ä".repeat(512 << 10).as_bytes());
    assert!(log.read_on().unwrap().is_empty() && log.is_building());
    assert_eq!(log.read, read + (1 << 20), "nothing waits for the line's end");
    lab.append(format!("\n{END_LINE}").as_bytes());
    let window = log.read_on().unwrap().pop().unwrap();
    assert_eq!((window.outcome, window.to), (Outcome::Ok, log.settled()));
}

#[test]
fn a_long_build_keeps_its_ends() {
    for lines in [8_000, 26_000, 30_000, 90_000] {
        let lab = Lab::new("8.2.1");
        let output: String = (0..lines).map(|n| format!("line {n:06} of a very long build output\n")).collect();
        lab.append(format!("{START_LINE}{output}BUILD FAILED in 9s\n{END_LINE}").as_bytes());
        let window = lab.log(0).read_on().unwrap().pop().unwrap();
        let text = window.output.text();
        let said = (START_LINE.len() + output.len() + "BUILD FAILED in 9s\n".len()) as u64;
        assert!(text.starts_with(&format!("{START_LINE}line 000000 of")), "{lines}");
        assert!(text.ends_with("build output\nBUILD FAILED in 9s\n"), "{lines}");
        let kept: u64 = text.lines().filter(|l| !l.starts_with("[rcad: ")).map(|l| l.len() as u64 + 1).sum();
        let gap = text.split_once("\n[rcad: ").map_or(0, |(_, gap)| gap.split_once(' ').unwrap().0.parse().unwrap());
        assert_eq!(kept + gap, said, "{lines}: what is left out is counted");
        assert_eq!(gap > 0, said > (HEAD + TAIL) as u64, "{lines}: {gap}");
        assert!(kept <= (HEAD + TAIL) as u64, "{lines}: {kept} bytes");
        let mut output = text.lines().filter(|line| line.ends_with("build output"));
        assert!(output.all(|line| line.starts_with("line ")), "{lines}: no line is cut");
    }
}

#[test]
fn only_daemon_logs_are_logs() {
    let lab = Lab::new("8.2.1");
    let dir = lab.path.parent().unwrap().to_owned();
    for name in ["registry.bin", "daemon-x.out.log", "daemon-1.out.log.lock", "daemon-99999999999.out.log"] {
        std::fs::write(dir.join(name), "").unwrap();
        assert!(GradleLog::new(&dir.join(name), 0).is_none(), "{name}");
    }
    std::fs::write(dir.join("daemon-7.out.log"), "").unwrap();
    assert_eq!(logs(lab.home.path()), [lab.path.clone(), dir.join("daemon-7.out.log")]);
    assert!(logs(&lab.home.path().join("none")).is_empty());
}
