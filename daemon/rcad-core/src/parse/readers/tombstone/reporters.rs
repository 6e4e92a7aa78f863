//! Crash reporters that crash themselves: then the crash is theirs, not one that they report.

use crate::model::failure::{Failure, Wording};

/// Beginnings of the names of their libraries, and what they are.
const REPORTERS: &[(&str, &str)] = &[
    ("libxcrash", "xCrash"),
    ("libbugsnag", "Bugsnag"),
    ("libcrashlytics", "Crashlytics"),
    ("libBugly", "Bugly"),
    ("libsentry-android", "Sentry"),
    ("libappcenter", "App Center"),
    ("libembrace-native", "Embrace"),
    ("libdatadog-native", "Datadog"),
    ("libnpth", "ByteDance's npth"),
    ("libcrashsdk", "UMeng's crash SDK"),
    ("libnewrelic", "New Relic"),
    ("libInstabug", "Instabug"),
    ("libbacktrace-native", "Backtrace"),
    ("libcrashpad", "Crashpad"),
    ("libbreakpad", "Breakpad"),
];

/// Threads in which a reporter dumps what hangs.
const DUMPERS: &[&str] = &["xcrash_trace_dp", "bugsnag-anr", "Crashlytics Exception", "ANR-Watch", "npth-"];

/// What is said where the library on top is a reporter's.
pub fn words(failure: &mut Failure) -> Option<Wording> {
    let library = failure.details.get("library").filter(|_| failure.details.contains_key("signal"))?;
    let (_, name) = REPORTERS.iter().find(|(start, _)| library.starts_with(start))?;
    failure.details.insert("product".to_owned(), (*name).to_owned());
    let thread = failure.details.get("thread").cloned().unwrap_or_default();
    let dumps = DUMPERS.iter().any(|start| thread.starts_with(start));
    let at = match (failure.details.contains_key("function"), failure.details.contains_key("pc")) {
        (true, _) => " ({function})",
        (false, true) => " at pc {pc}",
        _ => "",
    };
    let when = if dumps { ", on its own thread that writes down all threads when the app hangs (an ANR)" } else { "" };
    let cause = format!(
        "{{product}}, the app's crash reporter, crashed itself with {{signal}} in `{{library}}`{at}{when}. It is no crash that it reports, and not code of your own."
    );
    let off = match (*name, dumps) {
        ("xCrash", true) => {
            "Update xCrash; until then switch its handler for ANRs off (`XCrash.InitParameters().disableAnrCrashHandler()`)."
        }
        (_, true) => "Update {product}; until then switch its detection of ANRs off where it is initialised.",
        _ => {
            "Update {product}; until then switch its native handler off where it is initialised, and see whether the app still crashes."
        }
    };
    let symbolise = if at.contains("pc") {
        "For a report to its authors: `llvm-addr2line -e {library} {pc}` with the library's symbols, and the whole tombstone."
    } else {
        "Else report it to its authors with the whole tombstone."
    };
    Some(Wording::new(cause, &[off, symbolise]))
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn a_reporter_that_crashes_is_named() {
        let told = |library: &str| {
            let log = format!(
                "pid: 7, tid: 9, name: xcrash_trace_dp  >>> net.oak.basket <<<\nsignal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0xa9932a70\nbacktrace:\n    #00 pc 00004836  /data/app/net.oak.basket-1/lib/arm/{library}\n    #01 pc 00065ac7  /system/lib/libc.so (__pthread_start+22)\n"
            );
            explain(&parse(&log).failures[0])
        };
        let reporter = told("libxcrash.so");
        assert!(reporter.root_cause.contains("xCrash") && reporter.root_cause.contains("00004836"), "{reporter:?}");
        assert!(reporter.fixes[0].starts_with("Update xCrash"), "{reporter:?}");
        assert!(!told("libbasket.so").root_cause.contains("crash reporter"));
    }
}
