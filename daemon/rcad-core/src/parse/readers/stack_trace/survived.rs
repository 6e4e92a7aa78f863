//! Traces that are no failure: what a program printed and survived, what the system only notes.

use super::own;
use super::trace::{Section, StackTrace};
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

/// Lines around a printed trace in which others are looked for.
pub const AROUND: usize = 40;

/// Whether a program printed the trace (`printStackTrace`) and continued, with other output around it. A trace that was
/// pasted alone is the failure.
pub fn is_survived(lines: &Lines, at: usize, source: &Source) -> bool {
    let around = at.saturating_sub(AROUND)..(at + AROUND).min(lines.len());
    let goes_on = |other: &&Source| other.tag != source.tag && !matches!(other.priority, 'W' | 'E' | 'F');
    let others = around.filter_map(|index| lines.source(index)).filter(goes_on);
    source.tag == "System.err" && source.priority == 'W' && others.take(OTHERS).count() == OTHERS
        || is_of_system(lines, at)
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

/// Packages of apps that are a part of the system, and note much that they survive.
const PARTS_OF_SYSTEM: &[&str] = &[
    "com.android.providers.",
    "com.android.systemui.",
    "com.android.phone.",
    "com.android.server.telecom.",
    "com.android.settings.",
    "com.google.android.settings.",
];

/// What Google's own apps have in place of a file: `at ablg.c(PG:175)`.
const GOOGLES_FILE: &str = "(PG:";

/// Frames of a trace that are looked at for whose they are.
const LOOKED_AT: usize = 12;

/// Whether Play services or another part of the system logged it of themselves:
/// `at afvq.g(:com.google.android.gms@263131013@26.31.31 (…):8)`. Nothing ends, and no app is meant, unless its activity or
/// service is what they could not start.
fn is_of_system(lines: &Lines, at: usize) -> bool {
    let frames = || (at + 1..lines.len().min(at + 1 + LOOKED_AT)).map(|index| lines.get(index).trim_start());
    let starts = ["ComponentInfo{", "ActivityNotFound"].iter().any(|part| lines.get(at).contains(part));
    let parts = |line: &str| PARTS_OF_SYSTEM.iter().any(|package| line[3..].starts_with(package));
    let googles = |line: &str| line.contains("(:com.google.android.gms@") || line.contains(GOOGLES_FILE);
    let of_system = |line: &str| line.starts_with("at ") && (googles(line) || parts(line));
    let crash = lines.source(at).is_some_and(Source::is_crash);
    !starts && !crash && frames().any(of_system)
}

/// Ends of the classes with which Android notes what was not given back.
const LEAKS: &[&str] = &["IntentReceiverLeaked", "ServiceConnectionLeaked", "WindowLeaked"];

/// Whether Android notes that a component leaks something which is of the system or of a well-known library: nothing ends.
pub fn is_leak_of_others(thrown: &Section, component: Option<&str>, package: Option<&str>) -> bool {
    LEAKS.iter().any(|end| thrown.class.ends_with(end))
        && component.is_some_and(|component| !own::is_own(component, package))
}

/// So many lines of others are not by chance.
const OTHERS: usize = 2;

/// Whether a logged trace is noise: the system survives it, or it has no frame of the user's own code.
pub fn is_noise(source: &Source, trace: &StackTrace, own: bool, specific: bool) -> bool {
    let in_server = |section: &Section| {
        let mut classes = section.frames.iter().map(|frame| frame.class.as_str());
        classes.any(|class| {
            class.starts_with("com.android.server.") || class.starts_with("com.android.internal.os.Binder")
        })
    };
    if trace.sections.iter().any(in_server) {
        return true;
    }
    match source.tag.as_str() {
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
