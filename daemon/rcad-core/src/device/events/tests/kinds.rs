//! Each kind of event, as the parts of the system write of it: found once, with its lines, and of the right process.

use super::super::EventReader;
use super::super::open::FAR;
use super::{line, read};
use crate::device::{DeviceEvent, EventKind};

/// A line of process 42, which is `com.example.app` (see [`told`]), by a thread of its own.
fn own(priority: char, tag: &str, rest: &str) -> String {
    format!("11-22 10:00:00.000    42    57 {priority} {tag}: {rest}")
}

/// What the events say: kind, whether it is a crash, process, number of lines.
fn told(lines: &[String]) -> Vec<(EventKind, bool, String, usize)> {
    let mut all = vec![line(600, "ActivityManager", "Start proc 42:com.example.app/u0a9 for activity {x}")];
    all.extend_from_slice(lines);
    read(&all).into_iter().map(summary).collect()
}

fn summary(event: DeviceEvent) -> (EventKind, bool, String, usize) {
    let lines = event.text.lines().count();
    (event.kind, event.crash, event.process, lines)
}

fn all(priority: char, tag: &str, texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| own(priority, tag, text)).collect()
}

const APP: &str = "com.example.app";

fn crash(kind: EventKind, lines: usize) -> Vec<(EventKind, bool, String, usize)> {
    vec![(kind, true, APP.to_owned(), lines)]
}

fn notice(kind: EventKind, lines: usize) -> Vec<(EventKind, bool, String, usize)> {
    vec![(kind, false, APP.to_owned(), lines)]
}

/// Lines of others between any two.
fn among_others(lines: &[String]) -> Vec<String> {
    let other = |n: usize| format!("11-22 10:00:00.000    {:2}    59 E Other: error {n}", 42 + n % 2);
    lines.iter().enumerate().flat_map(|(n, line)| [other(n), line.clone(), other(n + 1)]).collect()
}

#[test]
fn an_exception_and_what_the_system_says_of_it_are_one() {
    let exception = all(
        'E',
        "AndroidRuntime",
        &[
            "FATAL EXCEPTION: Worker",
            "Process: com.example.app, PID: 42",
            "java.lang.RuntimeException: outer",
            "\tat a.b.C.d(C.kt:1)",
            "\tSuppressed: java.io.IOException: closed twice",
            "\t\tat a.b.C.close(C.kt:4)",
            "Caused by: java.lang.IllegalStateException: inner",
            "\tat a.b.C.e(C.kt:2)",
        ],
    );
    let event =
        line(600, "am_crash", "[42,0,com.example.app,550026820,java.lang.IllegalStateException,inner,C.kt,2,0]");
    assert_eq!(told(&among_others(&exception)), crash(EventKind::Exception, 8));
    let (mut after, mut before) = (exception.clone(), vec![event.clone()]);
    after.push(event.clone());
    before.extend(exception);
    assert_eq!(told(&after), crash(EventKind::Exception, 8));
    assert_eq!(told(&before), crash(EventKind::Exception, 8));
    assert_eq!(told(&[event]), crash(EventKind::Exception, 1), "alone it is all that is known");
}

#[test]
fn two_threads_that_crash_are_two() {
    let by = |tid: u32, rest: &str| format!("11-22 10:00:00.000    42 {tid:5} E AndroidRuntime: {rest}");
    let lines: Vec<String> = ["FATAL EXCEPTION: a", "java.lang.Error: a", "\tat a.B.c(B.kt:1)"]
        .iter()
        .flat_map(|rest| [by(50, rest), by(51, rest)])
        .collect();
    assert_eq!(told(&lines), [crash(EventKind::Exception, 3), crash(EventKind::Exception, 3)].concat());
}

#[test]
fn an_anr_and_its_event_are_one() {
    let event = line(600, "am_anr", "[0,42,com.example.app,952745540,Input dispatching timed out (x)]");
    let report = ["ANR in com.example.app (com.example.app/.Main)", "PID: 42", "Reason: Input dispatching timed out"]
        .map(|rest| line(600, "ActivityManager", rest));
    let kill = line(601, "ActivityManager", "Killing 42:com.example.app/u0a9 (adj 900): bg anr");
    let whole = [std::slice::from_ref(&event), &report, std::slice::from_ref(&kill)].concat();
    assert_eq!(told(&among_others(&whole)), crash(EventKind::Anr, 3));
    assert_eq!(told(&[event.clone(), kill]), crash(EventKind::Anr, 1));
    // The report takes its time, and a busy system logs much meanwhile.
    let busy = vec![line(9, "Chatty", "x"); 100_000];
    assert_eq!(told(&[vec![event], busy, report.into()].concat()), crash(EventKind::Anr, 3));
}

fn signal() -> String {
    own(
        'F',
        "libc",
        "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 57 (Render), pid 42 (xample.app)",
    )
}

fn tombstone(tag: &str, pid: u32) -> Vec<String> {
    [
        "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***",
        "pid: 42, tid: 57, name: Render  >>> com.example.app <<<",
        "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0",
        "backtrace:",
        "      #00 pc 0000000000012345  /data/app/x/lib/arm64/libdraw.so (draw+12)",
    ]
    .map(|rest| line(pid, tag, rest))
    .into()
}

#[test]
fn a_signal_its_tombstone_and_what_the_system_says_of_it_are_one() {
    let said = [
        line(600, "am_crash", "[42,0,com.example.app,550026820,Native crash,Segmentation fault,unknown,0]"),
        line(300, "Zygote", "Process 42 exited due to signal 11 (Segmentation fault)"),
    ];
    let whole = [vec![signal()], tombstone("DEBUG", 700), said.to_vec()].concat();
    assert_eq!(told(&among_others(&whole)), crash(EventKind::Native, 6));
    assert_eq!(told(&[signal()]), crash(EventKind::Native, 1));
    assert_eq!(told(&said), crash(EventKind::Native, 1));
    let unity = [tombstone("CRASH", 42), vec![signal()], tombstone("DEBUG", 700)].concat();
    assert_eq!(told(&unity).len(), 1, "Unity writes one of its own");
    assert_eq!(read(&[signal()])[0].process, "xample.app", "the end of the name is better than none");
    let others = vec![line(9, "Chatty", "x"); FAR];
    let again = tombstone("DEBUG", 700).into_iter().map(|line| line.replace("tid: 57", "tid: 58"));
    let later = [tombstone("DEBUG", 700), others.clone(), again.collect()].concat();
    assert_eq!(told(&later).len(), 2, "another process has its id");
    let later = [tombstone("DEBUG", 700), others, tombstone("DEBUG", 700)].concat();
    assert_eq!(told(&later).len(), 1, "the same, in another file");
    let others = [line(300, "Zygote", "Process 42 exited due to signal 9 (Killed)")];
    assert_eq!(told(&others), []);
}

#[test]
fn a_tombstone_that_takes_seconds_is_waited_for() {
    let mut reader = EventReader::default();
    assert_eq!(reader.line(&signal()).1, []);
    assert_eq!((reader.silence(), reader.is_open()), (Vec::new(), true));
    let events: Vec<DeviceEvent> = tombstone("DEBUG", 700).iter().flat_map(|line| reader.line(line).1).collect();
    assert_eq!(events, []);
    assert_eq!(reader.silence().into_iter().map(summary).collect::<Vec<_>>(), crash(EventKind::Native, 6));
    reader.line(&signal().replace("pid 42", "pid 43"));
    assert_eq!((0..20).map(|_| reader.silence().len()).sum::<usize>(), 1, "but not for ever");
}

#[test]
fn flutter_writes_blocks_and_lines() {
    let block = all(
        'I',
        "flutter",
        &[
            "══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞══════════════════════════════════════════",
            "The following _TypeError was thrown building Shelf(dirty):",
            "Null check operator used on a null value",
            "",
            "When the exception was thrown, this was the stack:",
            "#0      Shelf.build (package:books/shelf.dart:12:7)",
            "#1      StatelessElement.build (package:flutter/src/widgets/framework.dart:5687:49)",
            "(elided 2 frames from class _Timer)",
            "════════════════════════════════════════════════════════════════════════════════",
        ],
    );
    let more =
        all('I', "flutter", &["Another exception was thrown: Null check operator used on a null value", "hello"]);
    let whole = [block.clone(), more].concat();
    assert_eq!(told(&among_others(&whole)), crash(EventKind::Flutter, 9));
    assert_eq!(told(&[block.clone(), block.clone()].concat()), crash(EventKind::Flutter, 9), "the same again");
    let unhandled = all(
        'E',
        "flutter",
        &[
            "[ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: Bad state: No element",
            "#0      List.first (dart:core-patch/growable_array.dart:343:5)",
            "#1      Shelf.open (package:books/shelf.dart:40:11)",
            "<asynchronous suspension>",
            "",
        ],
    );
    let whole = [unhandled, all('E', "flutter", &["[ERROR:flutter/shell/common/shell.cc(1)] something else"])].concat();
    assert_eq!(told(&among_others(&whole))[0].3, 4);
    let mut overflow = block;
    overflow[2] = own('I', "flutter", "A RenderFlex overflowed by 42 pixels on the right.");
    assert_eq!(told(&overflow), notice(EventKind::Flutter, 9));
    assert_eq!(told(&all('I', "flutter", &["EXCEPTION CAUGHT BY me, and handled", "══ done ══"])), []);
}

#[test]
fn javascript_fails_in_react_native_and_in_a_web_view() {
    let error = all(
        'E',
        "ReactNativeJS",
        &["TypeError: undefined is not an object (evaluating 'a.b')", "    at Shelf (index.bundle:1:2)"],
    );
    let follows = all('E', "ReactNativeJS", &["Invariant Violation: \"Books\" has not been registered."]);
    assert_eq!(told(&[error.clone(), follows].concat()), crash(EventKind::JavaScript, 3));
    let older = all('E', "ReactNativeJS", &["undefined is not an object (evaluating 'books.first')"]);
    assert_eq!(told(&older), crash(EventKind::JavaScript, 1));
    let exception = all(
        'E',
        "AndroidRuntime",
        &[
            "FATAL EXCEPTION: mqt_native_modules",
            "Process: com.example.app, PID: 42",
            "com.facebook.react.common.JavascriptException: TypeError: undefined is not an object, stack:",
        ],
    );
    assert_eq!(told(&[error.clone(), exception.clone()].concat()), crash(EventKind::Exception, 3));
    let java = [exception[..2].to_vec(), all('E', "AndroidRuntime", &["java.lang.Error: x"])].concat();
    assert_eq!(told(&[error, java].concat()).len(), 2, "an exception of its own");

    let page = |source: &str| {
        all(
            'I',
            "chromium",
            &[&format!("[INFO:CONSOLE(12)] \"Uncaught TypeError: a is undefined\", source: {source} (12)")],
        )
    };
    assert_eq!(told(&page("file:///android_asset/www/js/index.js")), crash(EventKind::JavaScript, 1));
    assert_eq!(told(&page("https://example.org/advert.js")), notice(EventKind::JavaScript, 1));
    let harmless = [
        all('I', "ReactNativeJS", &["TypeError: in a text that the app logs"]),
        all('E', "ReactNativeJS", &["'Failed to load', 'error'", "Error while loading books", "error: no books"]),
        all('I', "chromium", &["[INFO:CONSOLE(1)] \"Error: caught and logged\", source: file:///a.js (1)"]),
    ];
    assert_eq!(told(&harmless.concat()), []);
}

#[test]
fn unity_logs_exceptions() {
    let exception = [
        "NullReferenceException: Object reference not set to an instance of an object",
        "  at Player.Update () [0x00000] in <00000000000000000000000000000000>:0 ",
        "",
    ];
    let lines = all('E', "Unity", &exception);
    let harmless = all('E', "Unity", &["Failed to load 'Exception.png'", "NoException", "Exception: "]);
    assert_eq!(told(&among_others(&[lines.clone(), harmless].concat())), crash(EventKind::Unity, 3));
    let each_frame = std::iter::repeat_n(lines, 60).flatten().collect::<Vec<_>>();
    assert_eq!(told(&each_frame).len(), 1, "the same, sixty times a second");
    assert_eq!(told(&all('I', "Unity", &exception)), []);
}

#[test]
fn a_web_view_takes_the_app_with_it_or_not() {
    let gone =
        own('E', "chromium", "[ERROR:aw_browser_terminator.cc(125)] Renderer process (77) crash detected (code 11).");
    assert_eq!(told(&[gone]), notice(EventKind::WebView, 1));
    let ends = "[FATAL:aw_browser_terminator.cc(84)] Render process (77)'s crash wasn't handled by all associated  webviews, triggering application crash.";
    let ends = own('F', "chromium", ends);
    assert_eq!(told(std::slice::from_ref(&ends)), crash(EventKind::WebView, 1));
    assert_eq!(told(&[vec![ends, signal()], tombstone("DEBUG", 700)].concat()), crash(EventKind::Native, 7));
}

#[test]
fn a_kill_names_the_app_and_is_a_crash_only_if_the_user_sees_it() {
    let kill = |adjustment: u32| {
        let rest = format!(
            "Kill 'com.example.app' (42), uid 10009, oom_score_adj {adjustment} to free 45678kB rss, 120kB swap"
        );
        line(200, "lowmemorykiller", &rest)
    };
    let info = line(200, "killinfo", "[42,10009,905,0,10,1,2,3]");
    assert_eq!(told(&[kill(905), info]), notice(EventKind::Killed, 1));
    assert_eq!(told(&[kill(0)]), crash(EventKind::Killed, 1));
    let busy = line(600, "am_kill", "[0,42,com.example.app,900,excessive cpu 41200 during 300000 dur=300000 limit=10]");
    assert_eq!(told(&[busy]), notice(EventKind::Killed, 1));
    for reason in ["empty #17", "remove task", "stop com.example.app", "cached #25", "crash", "installPackageLI"] {
        let kill = line(600, "am_kill", &format!("[0,42,com.example.app,900,{reason}]"));
        let same = line(600, "ActivityManager", &format!("Killing 42:com.example.app/u0a9 (adj 900): {reason}"));
        assert_eq!(told(&[kill, same]), [], "{reason}");
    }
}

#[test]
fn a_kill_in_the_kernels_own_log_is_read_and_the_cut_name_is_made_whole() {
    let start = line(600, "ActivityManager", "Start proc 42:com.example.app/u0a9 for top-activity {x}");
    let killing = |prefix: &str| format!("{prefix} lowmemorykiller: Killing 'com.example.ap' (42), adj 0,");
    for text in [
        killing("<6>[ 1234.567890]"),
        killing("[    7.000001]"),
        "[ 99.5] Out of memory: Killed process 42 (com.example.ap) total-vm:1kB, anon-rss:1kB, oom_score_adj:0"
            .to_owned(),
    ] {
        assert_eq!(told(&[start.clone(), text.clone()]), crash(EventKind::Killed, 1), "{text}");
    }
    let hidden = "[ 99.5] Killed process 42 (com.example.ap) total-vm:1kB, anon-rss:1kB, oom_score_adj:905";
    assert_eq!(told(&[start.clone(), hidden.to_owned()]), notice(EventKind::Killed, 1));
    for text in
        ["[ 99.5] binder: Killing 'com.example.ap' (42), adj 0", "[Books] Killed process 42 (x)", "<a> [", "[] x"]
    {
        assert_eq!(told(&[start.clone(), text.to_owned()]), [], "{text}");
    }
}

#[test]
fn strict_mode_and_the_loader_only_notice() {
    let violation = all(
        'D',
        "StrictMode",
        &[
            "StrictMode policy violation; ~duration=52 ms: android.os.strictmode.DiskReadViolation",
            "\tat android.os.StrictMode$AndroidBlockGuardPolicy.onReadFromDisk(StrictMode.java:1659)",
            "\tat a.b.C.d(C.kt:1)",
        ],
    );
    assert_eq!(told(&among_others(&[violation.clone(), violation.clone()].concat())), notice(EventKind::StrictMode, 3));
    let deadly = own('E', "StrictMode", "StrictMode VmPolicy violation with POLICY_DEATH; shutting down.");
    assert_eq!(told(&[violation, vec![deadly]].concat()).last().map(|event| event.1), Some(true));

    let missing =
        own('E', ".example.app", "No implementation found for void a.b.Native.start() (tried Java_a_b_Native_start)");
    let library = own(
        'D',
        "nativeloader",
        "Load /data/app/x/lib/arm64/libx.so using ns y from class loader: dlopen failed: library \"liby.so\" not found",
    );
    assert_eq!(told(std::slice::from_ref(&missing)), notice(EventKind::Linking, 1));
    assert_eq!(told(std::slice::from_ref(&library)), notice(EventKind::Linking, 1));
    let exception =
        all('E', "AndroidRuntime", &["FATAL EXCEPTION: main", "java.lang.UnsatisfiedLinkError: No implementation"]);
    assert_eq!(told(&[vec![missing], exception].concat()), crash(EventKind::Exception, 2));
    let rejected = all(
        'I',
        ".example.app",
        &[
            "Rejecting re-init on previously-failed class java.lang.Class<a.b.C>: java.lang.VerifyError: x",
            "    at a.b.C.d(C.kt:1)",
        ],
    );
    assert_eq!(told(&rejected), notice(EventKind::Linking, 2));
}
