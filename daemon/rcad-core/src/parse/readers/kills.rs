//! Reads what the system says of an app that ended without a report of its own: killed for its memory while the user saw it,
//! ended together with its WebView, or by a signal.

use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Rules, classify, rule};

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::Kill,
    anchors: &[
        "Kill '",
        "Killing '",
        "triggering application crash",
        "killing application",
        " exited due to signal ",
        " has died: fore",
    ],
    frame: false,
    read,
};

static KILLS: Rules = Rules::new(&[
    // Kill 'com.example.app' (4242), uid 10123, oom_score_adj 0 to free 45678kB; in the background it is everyday
    rule(
        Category::RuntimeOom,
        r"^Kill(?:ing)? '(?P<symbol>[^']+)' \([0-9]+\),.*?adj (?P<adjustment>-?[0-9]{1,2}|100)(?:[ ,]|$)(?:.*?to free (?P<freed>[0-9]+kB))?",
    )
    .means("The system killed `{symbol}` while the user saw it, because the device had run out of memory (low memory killer).")
    .fix(&[
        "Look at what the app holds (`adb shell dumpsys meminfo {symbol}`, the memory profiler): bitmaps and caches that grow, leaked activities, native allocations.",
        "Free caches in `onTrimMemory`, load images in the size in which they are shown, and try on a device with less memory.",
    ]),
    // adj 200 is a service of which the user knows, such as one in the foreground
    rule(
        Category::RuntimeOom,
        r"^Kill(?:ing)? '(?P<symbol>[^']+)' \([0-9]+\),.*?adj (?P<adjustment>1[0-9]{2}|2[0-4][0-9]|250)(?:[ ,]|$)(?:.*?to free (?P<freed>[0-9]+kB))?(?:.*?reason: (?P<reason>.+))?",
    )
    .means("The system killed `{symbol}` because the device had run out of memory (low memory killer, oom_score_adj {adjustment}: an app with a service that the user notices, such as one in the foreground). That is no crash of its code; a restart of its services that is logged below is only the consequence.")
    .fix(&[
        "Take less memory (`adb shell dumpsys meminfo {symbol}`): bitmaps, map tiles, caches, native allocations; free them in `onTrimMemory`.",
        "Let the service survive it: `START_STICKY`, state kept on disk; `ActivityManager.getHistoricalProcessExitReasons` says afterwards that it was `REASON_LOW_MEMORY`.",
    ]),
    // Render process (77)'s crash wasn't handled by all associated webviews, triggering application crash.
    rule(Category::NativeCrash, r"Render process.* wasn't hand(?:l)?ed by all associated +webviews, (?:triggering application crash|killing application)")
        .means("The process that draws a WebView crashed or was killed, and the app does not handle that, so it ends with it.")
        .fix(&[
            "Override `WebViewClient.onRenderProcessGone`: remove and destroy the WebView, create it anew and return true.",
            "The page itself may be the reason: too much memory, or a fault of the WebView's version; try another version of Android System WebView.",
        ]),
    // Process 4242 exited due to signal 11 (Segmentation fault)
    rule(Category::NativeCrash, r"^Process [0-9]+ exited due to signal \(?(?P<number>4|5|6|7|8|11|31)\)?(?: \((?P<signal>[^)]+)\))?")
        .means("The process ended by a signal of native code ({signal}); its backtrace is not in this part of the log.")
        .fix(&["Get the tombstone with its backtrace: `adb logcat -b crash`, or `adb bugreport`."]),
    // Process com.example.shelf (pid 4242) has died: fore TOP (2060,257)
    rule(Category::Other, r"^Process (?P<symbol>[A-Za-z0-9_.:]+) \(pid [0-9]+\) has died: fore +TOP\b")
        .means("The process of `{symbol}` ended while the user saw it, and this part of the log does not say why: an exception or a signal whose report stands elsewhere, the system that killed it for its memory (without a report), or a call that ends it (`System.exit`, `killProcess`).")
        .fix(&[
            "Get what was logged at that moment in all buffers: `adb logcat -b all -d`, with `FATAL EXCEPTION` (AndroidRuntime), `Fatal signal` (libc, DEBUG) and `lowmemorykiller`/`lmkd`.",
            "From Android 11 on the system keeps the reason: `adb shell dumpsys activity exit-info {symbol}`.",
            "If there is no report at all, it was most likely the memory: watch `adb shell dumpsys meminfo {symbol}` until it ends.",
        ]),
]);

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    // These are words of the system's; elsewhere they are somebody's text.
    let source = lines.source(at)?;
    if !matches!(source.tag.as_str(), "lowmemorykiller" | "lmkd" | "chromium" | "Zygote" | "ActivityManager") {
        return None;
    }
    let line = lines.get(at).trim();
    let mut failure = Failure::new(Category::Other, Language::Unknown, line);
    failure.framework = Framework::Android;
    classify(&KILLS, line, &mut failure)?;
    line.clone_into(&mut failure.message);
    if failure.category != Category::NativeCrash {
        failure.process.clone_from(&failure.symbol);
    }
    failure.evidence.push(lines.evidence(at));
    // A report that says why replaces it.
    let died = failure.category == Category::Other;
    let headline = died || failure.category == Category::NativeCrash;
    Some(ReaderMatch { failure, lines: 1, headline })
}

#[cfg(test)]
mod tests {
    use super::KILLS;
    use crate::Category;
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    #[test]
    fn tables_compile() {
        assert_sound(&KILLS);
    }

    #[test]
    fn an_app_that_died_while_it_was_seen_is_told_and_one_behind_it_is_not() {
        let died = |how: &str| {
            let log = format!(
                "12-30 10:20:21.382  1000  3406  4535 I ActivityManager: Process com.example.shelf (pid 26001) has died: {how} (2060,257)\n"
            );
            parse(&log).failures.first().map(|failure| failure.process.clone())
        };
        assert_eq!(died("fore TOP"), Some(Some("com.example.shelf".to_owned())));
        assert_eq!(died("cch+15 CEM"), None);
        let crash = "12-30 10:20:21.300 26001 26001 E AndroidRuntime: FATAL EXCEPTION: main\n12-30 10:20:21.300 26001 26001 E AndroidRuntime: Process: com.example.shelf, PID: 26001\n12-30 10:20:21.300 26001 26001 E AndroidRuntime: java.lang.IllegalStateException: no shelf\n12-30 10:20:21.300 26001 26001 E AndroidRuntime: \tat com.example.shelf.Shelf.open(Shelf.kt:7)\n";
        let both = format!(
            "{crash}12-30 10:20:21.382  1000  3406  4535 I ActivityManager: Process com.example.shelf (pid 26001) has died: fore TOP \n"
        );
        assert_eq!(parse(&both).failures.len(), 1);
        assert_eq!(parse(&both).failures[0].category, Category::RuntimeIllegalState);
    }

    #[test]
    fn a_kill_of_what_the_user_notices_is_told_and_one_in_the_background_is_not() {
        let kill = |adj: &str| {
            format!(
                "02-11 09:14:55.310  1034  1034 I lowmemorykiller: Kill 'com.example.basket' (4242), uid 10288, oom_score_adj {adj} to free 412388kB rss, 93420kB swap; reason: device is low on swap\n"
            )
        };
        let parsed = parse(&kill("200"));
        assert_eq!(parsed.failures[0].category, Category::RuntimeOom);
        assert_eq!(parsed.failures[0].symbol.as_deref(), Some("com.example.basket"));
        assert!(parse(&kill("905")).failures.is_empty());
    }
}
