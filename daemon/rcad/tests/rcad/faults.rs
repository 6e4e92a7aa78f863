//! Faults around a build and a daemon: nothing captured is lost, and no build is affected.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::gradle;
use crate::lab::{Lab, Ran, run, skipped};

fn lab_without_daemon() -> Option<Lab> {
    let gradle = gradle::any();
    if gradle.is_none() {
        skipped("no Gradle with a daemon");
    }
    gradle.map(Lab::without_daemon)
}

#[test]
fn a_record_waits_for_a_daemon_that_was_killed_before_it() {
    let Some(lab) = lab_without_daemon() else { return };
    lab.rcad(&["start"]).ok();
    lab.kill_daemon();
    lab.build(&lab.project("java-error"), &["build"]).failed();
    assert_eq!(lab.waiting().len(), 1);
    let status = lab.rcad(&["status"]);
    assert!(status.code == 1 && status.out.contains("1 build is waiting"), "{status:?}");
    lab.rcad(&["start"]).ok();
    lab.wait_for_builds(1);
    assert!(lab.waiting().is_empty());
}

/// Gradle writes its logs' real paths into the record, whatever path its home was given by.
#[test]
fn a_build_is_told_once_when_the_gradle_home_is_a_link() {
    let Some(gradle) = gradle::any() else { return skipped("no Gradle with a daemon") };
    let lab = Lab::linked(gradle);
    let project = lab.project("java-error");
    for builds in 1..=3 {
        lab.build(&project, &["build"]).failed();
        lab.wait_for_builds(builds);
        // A starting daemon first reads Gradle's logs; the next build counts what it finds there.
        lab.rcad(&["restart"]).ok();
    }
    assert_eq!(lab.status()["builds"], 3);
}

/// SIGKILL while records are taken, repeatedly: each is stored once, whatever the moment.
#[test]
fn records_survive_a_daemon_that_is_killed_while_it_takes_them() {
    let lab = Lab::bare();
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    let mut records = 0;
    for round in 0..12 {
        for _ in 0..10 {
            records += 1;
            lab.spool(records, if records % 3 == 0 { "green-4.4.1.json" } else { "javac-4.4.1.json" });
        }
        // Each round kills a little later: before, during and after the first of them are stored.
        std::thread::sleep(std::time::Duration::from_millis(round * 5));
        lab.kill_daemon();
        lab.rcad(&["start"]).ok();
    }
    lab.wait("all records", |lab| (lab.status()["waiting"] == 0).then_some(()));
    let status = lab.status();
    assert_eq!((status["builds"].as_u64(), status["rcas"].as_u64()), (Some(records), Some(1)), "{status:#}");
    let list = lab.json(&["list", "--format", "json"]);
    assert_eq!(list[0]["occurrences"].as_u64(), Some(records - records / 3), "each counted once");
}

/// Stored, and the daemon died before removing the file: the record is not counted twice.
#[test]
fn a_record_that_is_read_again_changes_nothing() {
    let lab = Lab::bare();
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab.spool(7, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    lab.kill_daemon();
    lab.spool(7, "javac-4.4.1.json");
    lab.spool(8, "green-4.4.1.json");
    lab.rcad(&["start"]).ok();
    lab.wait_for_builds(2);
    assert_eq!(lab.json(&["list", "--format", "json"])[0]["occurrences"], 1);
    assert!(lab.waiting().is_empty());
}

#[test]
fn garbage_and_half_written_records_neither_stop_the_line_nor_vanish() {
    let lab = Lab::bare();
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab.rcad(&["stop"]).ok();
    let spool = lab.state().join("spool");
    fs::write(spool.join("0000000000001-1-1.failed.json"), "{\"schema\":\"rcad.build/1\",\"outc").unwrap();
    fs::write(spool.join("0000000000002-1-1.failed.json"), [0xff, 0x00, 0xfe]).unwrap();
    fs::create_dir(spool.join("0000000000003-1-1.failed.json")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", spool.join("0000000000004-1-1.failed.json")).unwrap();
    let nested = "[".repeat(200_000);
    fs::write(spool.join("0000000000005-1-1.failed.json"), format!("{{\"schema\":\"rcad.build/1\",\"tasks\":{nested}"))
        .unwrap();
    fs::write(spool.join(".1700000000000-1-2.tmp"), "{\"schema\"").unwrap();
    lab.spool(1, "javac-4.4.1.json");
    lab.rcad(&["start"]).ok();
    lab.wait_for_builds(1);
    let status = lab.status();
    assert_eq!((status["bad"].as_u64(), status["waiting"].as_u64()), (Some(5), Some(0)), "{status:#}");
    let mut kept: Vec<_> = fs::read_dir(spool.join("bad")).unwrap().map(|e| e.unwrap().file_name()).collect();
    kept.sort();
    assert_eq!(kept.len(), 5, "{kept:?}");
    assert!(lab.rcad(&["status"]).out.contains("5 unreadable"));
}

#[test]
fn two_hundred_waiting_records_are_all_taken() {
    let lab = Lab::bare();
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab.rcad(&["stop"]).ok();
    for n in 0..200 {
        lab.spool(n, if n % 2 == 0 { "javac-4.4.1.json" } else { "green-4.4.1.json" });
    }
    lab.rcad(&["start"]).ok();
    lab.wait_for_builds(200);
    assert!(lab.waiting().is_empty());
}

/// A full spool: the oldest green record makes room first, and dropped records are counted and reported.
#[test]
fn a_full_spool_drops_green_records_first_and_counts_them() {
    let Some(lab) = lab_without_daemon() else { return };
    for n in 0..199 {
        lab.spool(n, "javac-4.4.1.json");
    }
    lab.spool(199, "green-4.4.1.json");
    let project = lab.project("java-error");
    lab.build(&project, &["build"]).failed();
    let waiting = lab.waiting();
    assert_eq!(waiting.len(), 200);
    assert!(waiting.iter().all(|p| p.to_str().unwrap().ends_with(".failed.json")), "the green one made room");
    lab.build(&lab.project("green"), &["build"]).ok();
    lab.build(&project, &["build"]).failed();
    assert_eq!(lab.waiting().len(), 200);
    lab.rcad(&["start"]).ok();
    lab.wait_for_builds(200);
    let status = lab.status();
    assert_eq!((status["dropped_ok"].as_u64(), status["dropped_failed"].as_u64()), (Some(2), Some(1)), "{status:#}");
    assert!(lab.rcad(&["status"]).out.contains("1 failed builds were dropped"));
}

#[test]
fn two_daemons_started_at_once_are_one() {
    let lab = Lab::bare();
    let mut both: Vec<_> = (0..2).map(|_| lab.command(&["start"]).spawn().unwrap()).collect();
    for start in &mut both {
        assert!(start.wait().unwrap().success());
    }
    let pid = lab.daemon_pid();
    let refused = lab.rcad(&["daemon"]);
    assert!(refused.code == 2 && refused.err.contains("another rcad daemon runs"), "{refused:?}");
    assert_eq!(lab.daemon_pid(), pid, "the refused one left daemon.json alone");
    assert_eq!(lab.rcad(&["status"]).code, 0);
}

/// Each kind of damage: the build's exit code is unchanged, and nothing of ours is printed.
#[test]
fn a_build_does_not_notice_what_is_wrong_with_rcad() {
    for gradle in gradle::all().iter().filter(|g| !g.stand_in) {
        let lab = Lab::without_daemon(gradle);
        let (green, failing) = (lab.project("green"), lab.project("java-error"));
        let scripts = lab.state().join("gradle");
        let script = scripts.join(if gradle.has_flow() { "capture-flow.gradle" } else { "capture-legacy.gradle" });
        let text = fs::read(&script).unwrap();
        let spool = lab.state().join("spool");
        let expected = (plain(&lab.build(&green, &["-q", "build"])), plain(&lab.build(&failing, &["-q", "build"])));
        assert_eq!((expected.0.0, expected.1.0), (0, 1));
        let check = |what: &str| {
            let found = (plain(&lab.build(&green, &["-q", "build"])), plain(&lab.build(&failing, &["-q", "build"])));
            assert_eq!(found, expected, "{what} on Gradle {}", gradle.version);
        };
        // Gradle's daemon keeps what it has loaded until the shim's text changes.
        let shim = fs::read_to_string(lab.shim()).unwrap();
        let mut changes = 0;
        let mut check_loading = |what: &str| {
            changes += 1;
            fs::write(lab.shim(), format!("{shim}// {changes}\n")).unwrap();
            check(what);
            assert!(lab.waiting().is_empty(), "{what}: it was not loaded");
        };
        for path in lab.waiting() {
            fs::remove_file(path).unwrap();
        }
        for length in [0, 1, text.len() / 3, text.len() / 2, text.len() - 3] {
            fs::write(&script, &text[..length]).unwrap();
            check_loading(&format!("a script of {length} bytes"));
        }
        fs::write(&script, [0xca, 0xfe, 0xba, 0xbe, 0x00, 0xff]).unwrap();
        check_loading("a script of garbage");
        fs::remove_file(&script).unwrap();
        fs::create_dir(&script).unwrap();
        check_loading("a directory for a script");
        fs::remove_dir(&script).unwrap();
        check_loading("no script");
        fs::write(&script, &text).unwrap();
        fs::remove_dir_all(&spool).unwrap();
        check("no spool");
        fs::write(&spool, "a file").unwrap();
        check("a file for a spool");
        fs::remove_file(&spool).unwrap();
        fs::create_dir(&spool).unwrap();
        with_read_only(&spool, || check("a read-only spool"));
        assert!(lab.waiting().is_empty());
        with_full_disk(&spool, || check("a full disk"));
        fs::remove_dir_all(&scripts).unwrap();
        check("no scripts directory");
    }
}

/// The daemon is suspended: a build does not wait for it.
#[test]
fn a_build_does_not_wait_for_a_daemon_that_hangs() {
    let Some(gradle) = gradle::any() else { return skipped("no Gradle") };
    let lab = Lab::new(gradle);
    let pid = lab.daemon_pid().to_string();
    run(Command::new("kill").args(["-STOP", &pid])).ok();
    lab.build(&lab.project("java-error"), &["build"]).failed();
    assert_eq!(lab.waiting().len(), 1);
    run(Command::new("kill").args(["-CONT", &pid])).ok();
    lab.wait_for_builds(1);
}

/// The disk is full: the record stays in the spool, `status` says so, and it is stored when there is room.
#[test]
fn a_record_waits_until_the_disk_has_room() {
    let lab = Lab::bare();
    fs::create_dir_all(lab.state()).unwrap();
    if !mount(&lab.state(), "size=3m,mode=0700") {
        return skipped("no full disk to test with: only root may mount one");
    }
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab.rcad(&["stop"]).ok();
    lab.spool(1, "javac-4.4.1.json");
    fill(&lab.state());
    let started = lab.rcad(&["start"]);
    assert_eq!(lab.waiting().len(), 1, "{started:?}");
    fs::remove_file(lab.state().join("filler")).unwrap();
    lab.rcad(&["restart"]).ok();
    lab.wait_for_builds(1);
    assert!(lab.waiting().is_empty());
    lab.rcad(&["stop"]).ok();
    run(Command::new("umount").arg("-l").arg(lab.state())).ok();
}

/// Exit code and output, without the daemon's greeting and the duration.
fn plain(ran: &Ran) -> (i32, String) {
    let text = format!("{}{}", ran.out, ran.err);
    let noise =
        |l: &str| l.starts_with("Starting a Gradle Daemon") || l.starts_with("BUILD FAILED in") || l.trim().is_empty();
    let lines = text.lines().filter(|l| !noise(l));
    (ran.code, lines.map(|l| format!("{l}\n")).collect())
}

/// Permission bits do not bind root, but a read-only mount does.
fn with_read_only(dir: &Path, check: impl FnOnce()) {
    fs::set_permissions(dir, fs::Permissions::from_mode(0o500)).unwrap();
    let bound = fs::write(dir.join("probe"), "").is_err();
    let mounted = !bound && mount(dir, "ro,size=64k");
    if bound || mounted {
        check();
    } else {
        skipped("no read-only spool to test with");
    }
    if mounted {
        run(Command::new("umount").arg("-l").arg(dir)).ok();
    }
    fs::set_permissions(dir, fs::Permissions::from_mode(0o700)).unwrap();
    let _ = fs::remove_file(dir.join("probe"));
}

fn with_full_disk(dir: &Path, check: impl FnOnce()) {
    if !mount(dir, "size=16k") {
        return skipped("no full disk to test with: only root may mount one");
    }
    fill(dir);
    check();
    let left: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name()).filter(|n| n != "filler").collect();
    run(Command::new("umount").arg("-l").arg(dir)).ok();
    assert!(left.is_empty(), "half a record was left on the full disk: {left:?}");
}

fn mount(dir: &Path, options: &str) -> bool {
    run(Command::new("mount").args(["-t", "tmpfs", "-o", options, "rcad-test"]).arg(dir)).code == 0
}

/// Fills the rest of a small file system.
fn fill(dir: &Path) {
    use std::io::Write;
    let mut file = fs::OpenOptions::new().create(true).append(true).open(dir.join("filler")).unwrap();
    for size in [4096, 512, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
}
