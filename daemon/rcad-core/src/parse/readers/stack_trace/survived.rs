//! Traces that are no failure: what a program printed and survived, what the system only notes.

pub mod logged;
pub mod makers;

use super::own;
use super::trace::{Section, StackTrace, frame};
use crate::parse::input::lines::{Lines, Source};

/// Tags under which the system logs what it survives.
pub const SYSTEM_TAGS: &[&str] = &[
    "ActivityManager",
    "ActivityTaskManager",
    "WindowManager",
    "PackageManager",
    "InputMethodManager",
    "InputMethodManagerService",
    "BroadcastQueue",
    "JobService",
    "StorageManager",
    "NotificationService",
    "BluetoothAdapter",
    "ConnectivityService",
    "Watchdog",
    "GooglePlayServicesUtil",
    "ThemeUtils",
    "memtrack",
    "PerfMonitor",
    "ResourcesManager",
    "ziparchive",
];

/// Lines around a trace in which others are looked for.
pub const AROUND: usize = 40;

/// Whether a program printed the trace (`printStackTrace`), or caught it and logged it as no error, and others went on around
/// it. A trace that was pasted alone is the failure.
pub fn is_survived(lines: &Lines, at: usize, source: &Source) -> bool {
    let tag = source.tag.as_str();
    // What was left open is noted as an error, and ends nothing.
    let as_error =
        !matches!(source.priority, 'V' | 'D' | 'I' | 'W') && tag != "StrictMode" || OF_SCRIPTS.contains(&tag);
    !as_error && others_go_on(lines, at, source) || is_of_googles(lines, at)
}

/// Tags under which a runtime logs whatever a script or a page prints; the level says nothing of it.
const OF_SCRIPTS: &[&str] = &[
    "Capacitor/Console",
    "CordovaLog",
    "ReactNativeJS",
    "System.out",
    "Unity",
    "chromium",
    "flutter",
    "godot",
    "python",
];

/// Whether other output stands around a line of a device's log, none of which is a complaint: two lines of other processes,
/// or more of its own. One who prints a trace by itself rather than logs it says less, so that two lines are enough.
pub fn others_go_on(lines: &Lines, at: usize, source: &Source) -> bool {
    let around = at.saturating_sub(AROUND)..(at + AROUND).min(lines.len());
    let goes_on = |other: &&Source| other.tag != source.tag && !matches!(other.priority, 'W' | 'E' | 'F');
    let others = around.filter_map(|index| lines.source(index)).filter(goes_on);
    let weighs = |other: &Source| if other.pid != source.pid || source.tag == "System.err" { OTHERS / 2 } else { 1 };
    others.map(weighs).take(OTHERS).sum::<usize>() >= OTHERS
}

/// So many lines of a trace's own process are not by chance; one of another process counts for half of them.
const OTHERS: usize = 6;

/// Whether an error that was logged has no frame but the platform's, while others go on around it: any process of the device may
/// have caught it.
pub fn is_of_nobody(lines: &Lines, at: usize, source: &Source, trace: &StackTrace) -> bool {
    let frames = trace.sections.iter().any(|section| !section.frames.is_empty());
    frames && own::library_frame(&trace.sections).is_none() && others_go_on(lines, at, source)
}

/// Whether it only repeats the exception of a trace that its program printed (`printStackTrace`) and survived.
pub fn is_repeated(lines: &Lines, at: usize) -> bool {
    let said = lines.get(at).trim();
    let printed = |other: &usize| lines.source(*other).is_some_and(|source| is_survived(lines, *other, source));
    let mut around = (at.saturating_sub(AROUND)..at).filter(|other| lines.get(*other).trim() == said);
    around.any(|other| printed(&other))
}

/// Whether Play services were asked by a part of theirs that they do not know: `E  Failed to get service from broker.` above it
/// is all that comes of it, and nothing ends. With its tag the line is known by that.
pub fn is_of_broker(lines: &Lines, at: usize) -> bool {
    lines.source(at).is_none()
        && lines.get(at).contains("Unknown calling package name 'com.google.android.gms'")
        && lines.preceding(at).is_some_and(|above| lines.get(above).contains("Failed to get service from broker."))
}

/// Whether Gradle notes that a process which it started no longer reads what it writes to it: that one has ended before, and
/// says itself why.
pub fn is_of_closed_pipe(lines: &Lines, at: usize) -> bool {
    let written = |line: &str| line.contains("Could not write standard input to ");
    written(lines.get(at)) || at.checked_sub(1).is_some_and(|above| written(lines.get(above)))
}

/// What Google's own apps have in place of a file: `at ablg.c(PG:175)`.
const GOOGLES_FILE: &str = "(PG:";

/// Frames of a trace that are looked at for whose they are, above the line and below it.
const LOOKED_AT: usize = 12;

/// Whether Play services or another of Google's own apps logged it of themselves:
/// `at afvq.g(:com.google.android.gms@263131013@26.31.31 (…):8)`. Nothing ends, and no app is meant, unless its activity or
/// service is what they could not start.
pub fn is_of_googles(lines: &Lines, at: usize) -> bool {
    let starts = ["ComponentInfo{", "ActivityNotFound"].iter().any(|part| lines.get(at).contains(part));
    let crash = lines.source(at).is_some_and(Source::is_crash);
    let googles = |line: &str| line.contains("(:com.google.android.gms@") || line.contains(GOOGLES_FILE);
    let of_system = |line: &str| line.starts_with("at ") && googles(line);
    let below = || std::iter::successors(lines.following(at), |index| lines.following(*index)).take(LOOKED_AT);
    // The beginning of a trace whose cause this is, where it was cut off.
    let above = || std::iter::successors(lines.preceding(at), |index| lines.preceding(*index)).take(LOOKED_AT);
    let cause = lines.get(at).trim_start().starts_with("Caused by: ");
    let line = |index: usize| lines.get(index).trim_start();
    !starts
        && !crash
        && (below().any(|index| of_system(line(index)))
            || cause && above().take_while(|index| is_part(line(*index))).any(|index| of_system(line(index))))
}

/// Whether the line is a part of a trace, and not its beginning.
pub fn is_part(line: &str) -> bool {
    line.starts_with("... ") || line.starts_with("Caused by: ") || frame(line, 0).is_some()
}

/// Ends of the classes with which Android notes what was not given back.
const LEAKS: &[&str] = &["IntentReceiverLeaked", "ServiceConnectionLeaked", "WindowLeaked"];

/// Whether Android notes that a component leaks something which is of the system or of a well-known library: nothing ends.
pub fn is_leak_of_others(thrown: &Section, component: Option<&str>, package: Option<&str>) -> bool {
    LEAKS.iter().any(|end| thrown.class.ends_with(end))
        && component.is_some_and(|component| !own::is_own(component, package))
}

/// Whether a logged trace is noise: the system survives it, or it has no frame of the user's own code.
pub fn is_noise(source: &Source, trace: &StackTrace, own: bool, specific: bool) -> bool {
    let tag = source.tag.as_str();
    if tag != "AndroidRuntime" && (makers::serves(&trace.sections) || makers::runs(&trace.sections)) {
        return true;
    }
    if !own && (tag.ends_with("ManagerService") || makers::logs_as(tag) || makers::is_inner(tag, &trace.sections)) {
        return true;
    }
    match tag {
        "AndroidRuntime" => false,
        // `new Exception("here").printStackTrace()` shows who calls.
        "System.err" => trace
            .sections
            .last()
            .is_some_and(|one| matches!(one.class.as_str(), "java.lang.Exception" | "java.lang.Throwable")),
        tag if SYSTEM_TAGS.contains(&tag) => !trace.sections.iter().any(|one| one.class.ends_with("Leaked")),
        _ if own => false,
        _ => !(specific && matches!(source.priority, 'E' | 'F' | ' ')),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_gradle_could_not_write_to_a_process_that_has_ended_is_no_failure() {
        let log = |thrown: &str, to: &str| {
            format!(
                "Could not write standard input to {to}.\n{thrown}\n\tat java.base/java.io.FileOutputStream.writeBytes(Native Method)\n\tat org.gradle.process.internal.streams.ExecOutputHandleRunner.forwardContent(ExecOutputHandleRunner.java:68)\n\n> Task :test FAILED\nError occurred during initialization of boot layer\njava.lang.module.ResolutionException: Modules till.core and till.api export package com.example.till to module till.app\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':test'.\n> Process '{to}' finished with non-zero exit value 1\n\nBUILD FAILED in 1s\n"
            )
        };
        for (thrown, to) in [
            ("java.io.IOException: The pipe is being closed", "Gradle Test Executor 26"),
            ("java.io.IOException: Broken pipe", "Gradle Test Executor 2"),
            ("java.io.IOException: Stream closed", "Gradle Worker Daemon 1"),
        ] {
            let failures = crate::parse::parse(&log(thrown, to)).failures;
            assert_eq!(failures[0].symbol.as_deref(), Some("till.core"), "{failures:?}");
            assert_eq!(failures[0].task.as_deref(), Some(":test"), "{failures:?}");
        }
    }

    #[test]
    fn what_a_program_printed_and_survived_is_no_failure_though_it_is_logged_again() {
        let line = |level: char, tag: &str, text: &str| format!("09-09 17:17:40.599  52  52 {level} {tag}: {text}\n");
        let thrown = "java.lang.IllegalArgumentException: Service not registered: com.example.basket.Shelf@1";
        let around = [line('D', "Basket", "closing"), line('D', "Shelf", "unbind")].concat();
        let printed = [
            line('W', "System.err", thrown),
            line('W', "System.err", "\tat android.app.LoadedApk.forgetServiceDispatcher(LoadedApk.java:1119)"),
            line('W', "System.err", "\tat com.example.basket.Shelf.onDestroy(Unknown Source)"),
        ]
        .concat();
        let again = line('E', "Basket", thrown);
        let after = [line('D', "Basket", "closed"), line('I', "Shelf", "bye")].concat().repeat(6);
        let survived = [&*around, &printed, &again, &after].concat();
        assert!(crate::parse::parse(&survived).failures.is_empty());
        let logged = [&*around, &again, &after].concat();
        assert_eq!(crate::parse::parse(&logged).failures.len(), 1);
    }

    #[test]
    fn what_play_services_refuse_themselves_is_no_failure() {
        let refused = "java.lang.SecurityException: Unknown calling package name 'com.google.android.gms'.\n    at android.os.Parcel.readException(Parcel.java:3151)\n";
        let noted = format!("E  Failed to get service from broker. \n{refused}");
        assert!(crate::parse::parse(&noted).failures.is_empty());
        assert_eq!(crate::parse::parse(refused).failures.len(), 1);
    }

    #[test]
    fn what_play_services_leak_is_no_failure() {
        let log = |class: &str| {
            format!(
                concat!(
                    "08-09 13:02:11.528  61  61 D Shelf: stop\n",
                    "08-09 13:02:11.548  61  61 E ActivityThread: android.app.ServiceConnectionLeaked: Service {0} has leaked ServiceConnection a@9 that was originally bound here\n",
                    "08-09 13:02:11.548  61  61 E ActivityThread: \tat android.app.LoadedApk$ServiceDispatcher.<init>(LoadedApk.java:1204)\n",
                    "08-09 13:02:11.548  61  61 E ActivityThread: \tat {0}.onBind(Shelf.java:5)\n",
                    "08-09 13:02:11.549  61  61 D Shelf: stopped\n",
                ),
                class
            )
        };
        assert!(crate::parse::parse(&log("com.google.android.gms.shelf.ShelfService")).failures.is_empty());
        assert_eq!(crate::parse::parse(&log("com.example.basket.ShelfService")).failures.len(), 1);
    }
}
