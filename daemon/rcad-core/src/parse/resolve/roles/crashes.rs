//! Several crashes in one device log: which one is asked about. The buffer of crashes goes back for days, and other programs
//! write into it.

use std::collections::{HashMap, HashSet};

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::process::is_system_process;
use crate::parse::reader::TakenFailure;
use crate::parse::readers::stack_trace::survived::makers;

/// What makes two reports one crash.
#[derive(PartialEq, Eq, Hash)]
struct ReportedCrash {
    process: String,
    exception: String,
    file: Option<String>,
    line: Option<u32>,
    message: String,
}

/// When each crash was reported last, before reports of one crash were made one failure.
pub struct Crashes {
    last: HashMap<ReportedCrash, usize>,
    /// The last line on which a process reports a crash, with its id and the crash's category, for each name.
    newest: HashMap<String, (usize, u32, Category)>,
    /// Whether an app fails in code of its own.
    of_app: bool,
    /// Whether an app is ended by an exception.
    app_ended: bool,
    /// Processes and threads that report a crash.
    threads: HashSet<(u32, u32)>,
}

impl Crashes {
    /// The crashes of a text.
    pub fn of(lines: &Lines, taken: &[TakenFailure]) -> Crashes {
        let mut crashes = Crashes {
            last: HashMap::new(),
            newest: HashMap::new(),
            of_app: false,
            app_ended: false,
            threads: HashSet::new(),
        };
        for one in taken {
            let failure = &one.found.failure;
            let app = failure.process.as_deref().is_some_and(|process| !is_of_device(process));
            crashes.of_app |= app && failure.details.contains_key("own_class");
            crashes.app_ended |= app && failure.exception.is_some();
            let Some(crash) = crash(failure) else { continue };
            let Some(pid) = reporter(lines, one.start) else { continue };
            crashes.threads.extend(lines.source(one.start).map(|source| (source.pid, source.tid)));
            let this = (one.start, pid, failure.category);
            let newest = crashes.newest.entry(crash.process.clone()).or_insert(this);
            if newest.0 < one.start {
                *newest = this;
            }
            let last = crashes.last.entry(crash).or_insert(one.start);
            *last = (*last).max(one.start);
        }
        crashes
    }

    /// The failures without those of the device's own programs, where an app was ended by an exception.
    pub fn without_others(&self, taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
        let others = |one: &TakenFailure| one.found.failure.process.as_deref().is_some_and(is_of_device);
        taken.into_iter().filter(|one| !self.app_ended || !others(one)).collect()
    }

    /// Whether a failure is not the one that is asked about: another thread only logged it, the app was started again since
    /// and ended in another way, or it is a system's process that died while an app failed in code of its own.
    pub fn is_past(&self, lines: &Lines, one: &TakenFailure) -> bool {
        let failure = &one.found.failure;
        if failure.process.is_none() {
            return self.is_of_other_thread(lines, one.start) || self.outlived_dart(lines, one);
        }
        let native = failure.category == Category::NativeCrash && failure.details.contains_key("system_library");
        if native && !failure.details.contains_key("own_class") && self.of_app {
            return true;
        }
        let Some(crash) = crash(failure) else { return false };
        let (Some(last), Some((newest, pid, category))) = (self.last.get(&crash), self.newest.get(&crash.process))
        else {
            return false;
        };
        // Of one kind they are the same trouble at several places, and the first shows it best.
        last < newest && *category != failure.category && reporter(lines, *last).is_some_and(|own| own != *pid)
    }

    /// Whether Dart threw it and went on: Flutter's engine only prints what nobody catches, and the app was ended by a crash
    /// that Android reports later for the same process.
    fn outlived_dart(&self, lines: &Lines, one: &TakenFailure) -> bool {
        let dart = one.found.failure.file.as_deref().is_some_and(|file| file.ends_with(".dart"));
        let Some(source) = lines.source(one.start).filter(|source| dart && source.pid != 0) else { return false };
        self.newest.values().any(|(at, pid, _)| *pid == source.pid && *at > one.start)
    }

    /// Whether another thread or program only logged it, while an app ended.
    fn is_of_other_thread(&self, lines: &Lines, at: usize) -> bool {
        let known = lines.source(at).filter(|source| source.pid != 0 && source.tid != 0);
        !self.threads.is_empty() && known.is_some_and(|source| !self.threads.contains(&(source.pid, source.tid)))
    }
}

/// Whether a process is of the system, of a maker's app or, as its name has no package, one of Android's daemons.
fn is_of_device(process: &str) -> bool {
    is_system_process(process) || makers::made(&format!("{process}.")) || !process.contains('.')
}

fn crash(failure: &Failure) -> Option<ReportedCrash> {
    Some(ReportedCrash {
        process: failure.process.clone()?,
        exception: failure.exception.clone()?,
        file: failure.file.clone(),
        line: failure.line,
        message: failure.message.clone(),
    })
}

/// The id of the process whose crash Android reports on this line.
fn reporter(lines: &Lines, at: usize) -> Option<u32> {
    lines.source(at).filter(|source| source.is_crash() && source.pid != 0).map(|source| source.pid)
}

#[cfg(test)]
mod tests {
    use crate::model::failure::Role;
    use crate::parse::parse;

    fn crash(time: &str, pid: u32, message: &str, line: u32) -> String {
        let begin = format!("01-04 {time}.000  {pid}  {pid} E AndroidRuntime: ");
        format!(
            "{begin}FATAL EXCEPTION: main\n{begin}Process: com.oak.shop, PID: {pid}\n{begin}java.lang.IllegalStateException: {message}\n\
             {begin}\tat com.oak.shop.Shelf.put(Shelf.kt:{line})\n{begin}\tat android.os.Looper.loop(Looper.java:1)\n"
        )
    }

    fn root(log: &str) -> Option<u32> {
        parse(log).failures[0].line
    }

    #[test]
    fn the_newest_run_is_asked_about() {
        let old = crash("21:26:12", 100, "no shelf", 12);
        let alike = crash("21:40:12", 200, "no till", 40);
        let new = alike.replace("IllegalStateException", "ArithmeticException");
        assert_eq!(root(&(old.clone() + &alike)), Some(12), "the same kind");
        assert_eq!(root(&(old.clone() + &new)), Some(40));
        let again = crash("21:50:12", 300, "no shelf", 12);
        assert_eq!(root(&(old.clone() + &new + &again)), Some(12), "it came back");
        let same_run = new.replace("  200", "  100").replace("PID: 200", "PID: 100");
        assert_eq!(root(&(old + &same_run)), Some(12), "in one run the first leads");
    }

    #[test]
    fn what_another_thread_logged_did_not_end_the_app() {
        let begin = "01-04 21:20:00.000  100  180 ";
        let logged = format!(
            "{begin}I okhttp.OkHttpClient: <-- HTTP FAILED: javax.net.ssl.SSLHandshakeException: Chain validation failed\n"
        );
        let failures = parse(&(logged + &crash("21:26:12", 100, "no shelf", 12))).failures;
        assert_eq!(failures[0].line, Some(12), "{failures:?}");
    }

    #[test]
    fn another_exception_of_the_same_symbol_is_another_crash() {
        let denied = "Starting FGS with type microphone callerApp=ProcessRecord{5b7018e 100:com.oak.shop/u0a315} targetSDK=34 requires permissions: all of the permissions allOf=true [android.permission.FOREGROUND_SERVICE_MICROPHONE]";
        let fatal = |time: &str, pid: u32, thrown: &str, at: &str| {
            crash(time, pid, "oak", 12)
                .replace("java.lang.IllegalStateException: oak", thrown)
                .replace("com.oak.shop.Shelf.put(Shelf.kt:12)", at)
        };
        let first = fatal(
            "21:26:12",
            100,
            &format!(
                "java.lang.RuntimeException: Unable to create service com.oak.shop.Shelves: java.lang.SecurityException: {denied}"
            ),
            "com.oak.shop.Shelves.onCreate(Shelves.kt:52)",
        );
        let second = fatal(
            "21:40:12",
            200,
            "android.app.ForegroundServiceStartNotAllowedException: startForegroundService() not allowed due to mAllowStartForeground false: service com.oak.shop/com.oak.shop.Shelves",
            "com.oak.shop.Boot.onReceive(Boot.kt:13)",
        );
        let failures = parse(&format!("{first}{second}")).failures;
        assert_eq!(failures.len(), 2, "{failures:?}");
        assert!(failures.iter().all(|one| one.role != Role::Consequence), "{failures:?}");
    }

    #[test]
    fn what_dart_only_prints_did_not_end_the_app() {
        let dart = "E/flutter (  100): [ERROR:flutter/lib/ui/ui_dart_state.cc(177)] Unhandled Exception: ShelfException(full, no room)\n\
            E/flutter (  100): #0      Shelf.put (package:shop/shelf.dart:57:28)\n\
            E/flutter (  100):\n";
        let java = "E/AndroidRuntime(  100): FATAL EXCEPTION: main\n\
            E/AndroidRuntime(  100): Process: com.oak.shop, PID: 100\n\
            E/AndroidRuntime(  100): java.lang.IllegalStateException: the till is shut\n\
            E/AndroidRuntime(  100): \tat com.oak.shop.Till.open(Till.kt:12)\n\
            E/AndroidRuntime(  100): \tat android.os.Looper.loop(Looper.java:1)\n";
        let lost = "I/Process (  100): Sending signal. PID: 100 SIG: 9\nLost connection to device.\n";
        assert_eq!(root(&format!("{dart}{java}{lost}")), Some(12));
        assert_eq!(root(dart), Some(57));
        assert_eq!(root(&format!("{dart}{}", java.replace("  100", "  200"))), Some(57));
    }

    #[test]
    fn a_systems_process_is_not_the_app() {
        let native = "01-01 01:00:52.455 F/libc    ( 4390): Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 5800 (AsyncTask #1), pid 4390 (com.android.nfc)\n\
            01-01 01:00:52.500 F/DEBUG   ( 4400): pid: 4390, tid: 5800, name: AsyncTask #1  >>> com.android.nfc <<<\n\
            01-01 01:00:52.500 F/DEBUG   ( 4400): signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------\n\
            01-01 01:00:52.500 F/DEBUG   ( 4400): backtrace:\n\
            01-01 01:00:52.500 F/DEBUG   ( 4400):     #00 pc 0004e  /apex/com.android.runtime/lib/bionic/libc.so (abort+166)\n\
            01-01 01:00:52.500 F/DEBUG   ( 4400):     #01 pc 0007f  /system/lib/libnfc_nci_jni.so (phFailure+12)\n";
        assert_eq!(root(&(native.to_owned() + &crash("21:26:12", 100, "no shelf", 12))), Some(12));
        assert_eq!(root(native), None);
        let makers = crash("21:20:12", 50, "no lock", 7).replace("com.oak.shop", "com.miui.securitycenter");
        assert_eq!(root(&(makers.clone() + &crash("21:26:12", 100, "no shelf", 12))), Some(12));
        assert_eq!(root(&makers), Some(7), "it is asked about where nothing else crashed");
    }
}
