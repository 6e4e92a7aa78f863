//! Crashes among the lines of others.

use super::EventReader;
use super::open::{FAR, MOST_LINES};
use crate::device::{DeviceEvent, EventKind};

/// `threadtime` lines of a process whose thread has the same number.
fn line(pid: u32, tag: &str, rest: &str) -> String {
    format!("11-22 10:00:00.000 {pid:5} {pid:5} E {tag}: {rest}")
}

fn read(lines: &[String]) -> Vec<DeviceEvent> {
    let mut reader = EventReader::default();
    let mut found: Vec<DeviceEvent> = lines.iter().flat_map(|line| reader.line(line).1).collect();
    found.extend(reader.finish());
    assert!(!reader.is_open());
    found
}

fn exception(pid: u32, app: &str) -> Vec<String> {
    [
        "FATAL EXCEPTION: main".to_owned(),
        format!("Process: {app}, PID: {pid}"),
        "java.lang.NullPointerException: no book".to_owned(),
        "\tat com.example.Shelf.take(Shelf.kt:7)".to_owned(),
    ]
    .map(|rest| line(pid, "AndroidRuntime", &rest))
    .into()
}

#[test]
fn two_crashes_that_are_written_at_once_are_two() {
    let (one, two) = (exception(41, "com.example.one"), exception(42, "com.example.two:sync"));
    let mixed: Vec<String> =
        one.iter().zip(&two).flat_map(|(a, b)| [a.clone(), line(7, "Chatty", "x"), b.clone()]).collect();
    let found = read(&mixed);
    let texts: Vec<(&str, String)> = found.iter().map(|crash| (crash.package(), crash.text.clone())).collect();
    let whole = |lines: &[String]| lines.join("\n") + "\n";
    assert_eq!(texts, [("com.example.one", whole(&one)), ("com.example.two", whole(&two))]);
    assert_eq!((found[0].pid, found[0].line, found[1].line), (41, 1, 3));
}

#[test]
fn a_crash_is_complete_when_its_process_ends_or_crashes_again_or_is_silent() {
    let mut reader = EventReader::default();
    let mut push = |lines: &[String]| lines.iter().flat_map(|line| reader.line(line).1).count();
    assert_eq!(push(&exception(41, "a.b")), 0);
    assert_eq!(push(&[line(42, "Process", "Sending signal. PID: 42 SIG: 9")]), 0, "another's end");
    assert_eq!(push(&[line(41, "Process", "Sending signal. PID: 41 SIG: 9")]), 1);
    assert_eq!(push(&exception(41, "a.b")), 0);
    assert_eq!(push(&exception(41, "a.b")), 1);
    assert_eq!(push(&[line(41, "Books", "the same thread says something else")]), 1);
    assert_eq!(push(&exception(41, "a.b")), 0);
    assert_eq!(push(&vec![line(9, "Chatty", "x"); FAR]), 0);
    assert_eq!(push(&[line(9, "Chatty", "x")]), 1);
}

#[test]
fn an_anr_and_a_tombstone_name_their_process() {
    let anr = ["ANR in com.example.slow (com.example.slow/.Main)", "PID: 51", "Reason: Input dispatching timed out"];
    let tombstone = [
        "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***",
        "Build fingerprint: 'example/device:14/X/1:userdebug/keys'",
        "pid: 61, tid: 62, name: Render  >>> com.example.native <<<",
        "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0",
    ];
    let mut lines: Vec<String> = anr.iter().map(|rest| line(600, "ActivityManager", rest)).collect();
    lines.extend(tombstone.iter().map(|rest| line(700, "DEBUG", rest)));
    lines.push(line(600, "ActivityManager", "Process com.example.native (pid 61) has died: fg TOP"));
    let mut found = read(&lines);
    found.sort_by_key(|crash| crash.line);
    let said: Vec<_> = found.iter().map(|crash| (crash.kind, crash.process.as_str(), crash.pid)).collect();
    assert_eq!(said, [(EventKind::Anr, "com.example.slow", 51), (EventKind::Native, "com.example.native", 61)]);
}

#[test]
fn a_process_that_the_crash_does_not_name_is_known_from_its_start() {
    let mut lines = vec![line(600, "ActivityManager", "Start proc 41:com.example.app/u0a9 for activity {x}")];
    lines.extend(exception(41, "x").into_iter().filter(|line| !line.contains("Process: ")));
    assert_eq!(read(&lines)[0].process, "com.example.app");
}

#[test]
fn a_line_comes_back_taken_apart_and_its_process_is_known_if_the_log_has_named_it() {
    let mut reader = EventReader::default();
    reader.line(&line(600, "ActivityManager", "Start proc 41:com.example.app/u0a9 for activity {x}"));
    let raw = line(41, "Books", "opening");
    let entry = reader.line(&raw).0.unwrap();
    assert_eq!((entry.tag, entry.rest, reader.process(&entry)), ("Books", "opening", Some("com.example.app")));
    let named = reader.line("11-22 10:00:00.000 41-41/com.example.other D/Books: opening").0.unwrap();
    assert_eq!(reader.process(&named), Some("com.example.other"));
    let unknown = line(42, "Books", "opening");
    assert_eq!(reader.line(&unknown).0.and_then(|entry| reader.process(&entry)), None);
    assert_eq!(reader.line("--------- beginning of main"), (None, Vec::new()));
}

#[test]
fn endless_traces_are_cut_and_words_about_crashes_are_none() {
    let mut lines = exception(41, "a.b");
    lines.extend(vec![line(41, "AndroidRuntime", "\tat a.b.C.d(C.kt:1)"); 2 * MOST_LINES]);
    let found = read(&lines);
    assert_eq!((found.len(), found[0].text.lines().count()), (1, MOST_LINES));
    let mut pasted = vec!["FATAL EXCEPTION: main".to_owned()];
    pasted.extend(vec!["    at a.b.C.d(C.kt:1)".to_owned(); 2 * MOST_LINES]);
    let found = read(&pasted);
    assert_eq!((found.len(), found[0].text.lines().count()), (1, MOST_LINES));
    let harmless = [
        line(41, "MyApp", "FATAL EXCEPTION: main"),
        line(41, "AndroidRuntime", "Shutting down VM"),
        line(600, "ActivityManager", "Killing 41:a.b (adj 900): empty"),
        line(600, "ActivityTaskManager", "ANR in the title"),
    ];
    assert_eq!(read(&harmless), []);
}

#[test]
fn what_was_pasted_without_prefixes_is_read_too() {
    let pasted =
        ["FATAL EXCEPTION: main", "Process: com.example.app, PID: 41", "java.lang.Error: x", "    at a.B.c(B.kt:1)"];
    let found = read(&pasted.map(str::to_owned));
    assert_eq!((found[0].process.as_str(), found[0].pid, found[0].text.lines().count()), ("com.example.app", 41, 4));
    let cut = ["FATAL EXCEPTION: main".to_owned(), line(41, "AndroidRuntime", "Process: com.example.app, PID: 41")];
    assert_eq!(read(&cut)[0].process, "com.example.app");
    let long = ["[ 11-22 10:00:00.000 41:41 E/AndroidRuntime ]", "FATAL EXCEPTION: main", "java.lang.Error: x"];
    assert_eq!(read(&long.map(str::to_owned)).len(), 1);
}

mod chatter;
mod formats;
mod kinds;
