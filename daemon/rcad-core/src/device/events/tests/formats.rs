//! The same events in each format of `adb logcat -v` and in Android Studio's two layouts.

use super::read;
use crate::device::{DeviceEvent, EventKind};
use crate::parse::input::logcat::entry;

/// A line of the log, whatever it looks like.
#[derive(Clone, Copy)]
struct Said {
    priority: char,
    tag: &'static str,
    pid: u32,
    process: &'static str,
    text: &'static str,
}

type Shown = fn(&Said, usize) -> String;

/// Name, what it looks like, whether it shows process and tag.
const FORMATS: &[(&str, Shown, bool, bool)] = &[
    ("brief", |s, _| format!("{}/{:<8}({:5}): {}", s.priority, s.tag, s.pid, s.text), true, true),
    ("brief uid", |s, _| format!("{}/{:<8}(10150:{:5}): {}", s.priority, s.tag, s.pid, s.text), true, true),
    ("process", |s, _| format!("{}({:5}) {}  ({})", s.priority, s.pid, s.text, s.tag), true, true),
    ("tag", |s, _| format!("{}/{:<8}: {}", s.priority, s.tag, s.text), false, true),
    ("thread", |s, _| format!("{}({:5}:{:5}) {}", s.priority, s.pid, s.pid, s.text), true, false),
    ("raw", |s, _| s.text.to_owned(), false, false),
    ("time", |s, n| format!("{} {}/{:<8}({:5}): {}", time(n), s.priority, s.tag, s.pid, s.text), true, true),
    ("threadtime", |s, n| columns(&time(n), s), true, true),
    ("threadtime year", |s, n| columns(&format!("2026-{}", time(n)), s), true, true),
    ("threadtime year zone", |s, n| columns(&format!("2026-{} +0100", time(n)), s), true, true),
    ("threadtime year zone uid", |s, n| columns(&format!("2026-{} +0100 10150", time(n)), s), true, true),
    ("threadtime zone", |s, n| columns(&format!("{} -0800", time(n)), s), true, true),
    ("threadtime uid", |s, n| columns(&format!("{} u0_a150", time(n)), s), true, true),
    ("threadtime usec", |s, n| columns(&format!("{}417", time(n)), s), true, true),
    ("threadtime nsec", |s, n| columns(&format!("{}417093", time(n)), s), true, true),
    ("threadtime epoch", |s, n| columns(&format!("1795341600.{n:03}"), s), true, true),
    ("threadtime monotonic", |s, n| columns(&format!("     9247.{n:03}"), s), true, true),
    (
        "long",
        |s, n| format!("[ {} {:5}:{:5} {}/{:<8} ]\n{}\n", time(n), s.pid, s.pid, s.priority, s.tag, s.text),
        true,
        true,
    ),
    (
        "long year zone uid",
        |s, n| {
            format!(
                "[ 2026-{} +0100 10150:{:5}:{:5} {}/{:<8} ]\n{}\n",
                time(n),
                s.pid,
                s.pid,
                s.priority,
                s.tag,
                s.text
            )
        },
        true,
        true,
    ),
    (
        "Android Studio until 2022",
        |s, n| format!("2026-{} {}-{}/{} {}/{}: {}", time(n), s.pid, s.pid, s.process, s.priority, s.tag, s.text),
        true,
        true,
    ),
    (
        "Android Studio",
        |s, n| {
            format!(
                "2026-{}  {:>5}-{:<5} {:<23} {:<34} {}  {}",
                time(n),
                s.pid,
                s.pid,
                s.tag,
                s.process,
                s.priority,
                s.text
            )
        },
        true,
        true,
    ),
    ("Android Studio, compact", |s, n| format!("{}  {}  {}", &time(n)[6..], s.priority, s.text), false, false),
];

fn time(number: usize) -> String {
    format!("11-22 10:14:07.{number:03}")
}

fn columns(before: &str, said: &Said) -> String {
    format!("{before} {:5} {:5} {} {:<8}: {}", said.pid, said.pid, said.priority, said.tag, said.text)
}

const APP: &str = "com.example.app";

fn by_app(tag: &'static str, text: &'static str) -> Said {
    Said { priority: 'E', tag, pid: 4242, process: APP, text }
}

fn by_system(tag: &'static str, text: &'static str) -> Said {
    Said { priority: 'E', tag, pid: 600, process: "system_process", text }
}

const OTHER: Said =
    Said { priority: 'D', tag: "Chatty", pid: 77, process: "com.vendor.home", text: "draws: 42, errors: none" };

/// Reads it in this format, with lines of others around.
fn shown(format: Shown, said: &[Said], between: bool) -> Vec<DeviceEvent> {
    let mut lines = vec![format(&OTHER, 0)];
    for (number, one) in said.iter().enumerate() {
        lines.push(format(one, number));
        if between {
            lines.push(format(&OTHER, number));
        }
    }
    lines.push(format(&OTHER, 9));
    read(&lines.join("\n").lines().map(str::to_owned).collect::<Vec<_>>())
}

/// An event's lines without their prefixes.
fn plain(text: &str) -> String {
    let plain = text.lines().map(|line| entry(line).map_or(line, |entry| entry.rest).trim());
    plain.filter(|line| !line.is_empty()).map(|line| line.to_owned() + "\n").collect()
}

/// Kind, lines, whether the writer's tag is needed to know it.
fn events() -> Vec<(EventKind, Vec<Said>, bool)> {
    let exception = [
        "FATAL EXCEPTION: main",
        "Process: com.example.app, PID: 4242",
        "java.lang.RuntimeException: Unable to start activity: no book",
        "\tat android.app.ActivityThread.handleLaunch(ActivityThread.java:3685)",
        "Caused by: java.lang.IllegalStateException: no book",
        "of this name",
        "\tat com.example.app.Shelf.take(Shelf.kt:7)",
        "\t... 11 more",
    ];
    let anr = [
        "ANR in com.example.app (com.example.app/.Main)",
        "PID: 4242",
        "Reason: Input dispatching timed out (Waited 5001ms)",
        "Load: 1.2 / 0.9 / 0.7",
        "CPU usage from 0ms to 5000ms later:",
        "  99% 4242/com.example.app: 98% user + 1% kernel",
    ];
    let tombstone = [
        "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***",
        "Build fingerprint: 'example/device:14/X/1:userdebug/keys'",
        "pid: 4242, tid: 4250, name: Render  >>> com.example.app <<<",
        "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0",
        "    x0  0000000000000000  x1  0000000000000001",
        "backtrace:",
        "      #00 pc 0000000000012345  /data/app/x/lib/arm64/libdraw.so (draw+12)",
    ];
    let flutter = [
        "══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞══════════════════════════════════════════",
        "Null check operator used on a null value",
        "#0      Shelf.build (package:books/shelf.dart:12:7)",
        "════════════════════════════════════════════════════════════════════════════════",
    ];
    let unity = ["NullReferenceException: Object reference not set", "  at Player.Update () [0x00000] in <0>:0 "];
    let script = ["TypeError: undefined is not a function", "    at Shelf (index.bundle:1:2)"];
    vec![
        (EventKind::Exception, exception.map(|text| by_app("AndroidRuntime", text)).into(), false),
        (EventKind::Anr, anr.map(|text| by_system("ActivityManager", text)).into(), false),
        (EventKind::Native, tombstone.map(|text| Said { pid: 700, ..by_system("DEBUG", text) }).into(), false),
        (EventKind::Flutter, flutter.map(|text| by_app("flutter", text)).into(), false),
        (EventKind::Unity, unity.map(|text| by_app("Unity", text)).into(), true),
        (EventKind::JavaScript, script.map(|text| by_app("ReactNativeJS", text)).into(), true),
    ]
}

#[test]
fn an_event_is_the_same_in_each_format() {
    let mut wrong = Vec::new();
    for (kind, said, needs_tag) in events() {
        let whole: String = said.iter().map(|one| one.text.trim().to_owned() + "\n").collect();
        let names_itself = matches!(kind, EventKind::Exception | EventKind::Anr | EventKind::Native);
        for (name, format, has_pid, has_tag) in FORMATS {
            for between in [false, true] {
                // Without tag and process, lines of others cannot be told from those of the event.
                if !has_tag && (needs_tag || between && !has_pid && kind != EventKind::Native) {
                    continue;
                }
                let found = shown(*format, &said, between);
                let told: Vec<(EventKind, String)> = found.iter().map(|one| (one.kind, plain(&one.text))).collect();
                let pid = if names_itself || *has_pid { 4242 } else { 0 };
                if told != [(kind, whole.clone())] || found[0].pid != pid {
                    wrong.push(format!("{kind:?}, {name}, others between: {between}: {found:?}"));
                } else if names_itself && found[0].process != APP {
                    wrong.push(format!("{kind:?}, {name}: of {}", found[0].process));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// `long`, and both layouts of Android Studio, show a message of several lines below one prefix.
#[test]
fn a_message_of_several_lines_stands_below_one_prefix() {
    let crash =
        "FATAL EXCEPTION: main\nProcess: com.example.app, PID: 4242\njava.lang.Error: no book\n\tat a.B.c(B.kt:1)";
    for (name, format, ..) in
        FORMATS.iter().filter(|(name, ..)| name.starts_with("long") || name.starts_with("Android"))
    {
        for indent in ["", "    "] {
            let said = Said {
                text: Box::leak(crash.replace('\n', &format!("\n{indent}")).into_boxed_str()),
                ..by_app("AndroidRuntime", "")
            };
            let found = shown(*format, &[said], false);
            let told: Vec<_> =
                found.iter().map(|one| (one.process.as_str(), one.pid, plain(&one.text).lines().count())).collect();
            assert_eq!(told, [(APP, 4242, 4)], "{name}, {indent:?}: {found:?}");
        }
    }
}
