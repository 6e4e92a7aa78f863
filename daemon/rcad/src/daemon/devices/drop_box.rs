//! What a device's drop box adds to a crash of which its log says little: the traces of an app that did not respond, the
//! backtrace of a signal.

use rcad_core::device::bug_report::tombstone;
use rcad_core::device::{AnrTraces, DeviceEvent, EventKind, drop_box};

use crate::device::adb::{Adb, AdbError};
use crate::device::facts::DeviceClock;

/// Bytes that are read of it, the newest.
const MOST: usize = 900_000;
/// Milliseconds before and after the crash's first line at which its entry may have been made: the system first collects
/// the traces of many processes.
const BEFORE_MS: u64 = 2_000;
const AFTER_MS: u64 = 120_000;

/// The tag under which the system keeps more of this crash; nothing where the log has said it all.
pub fn tag(crash: &DeviceEvent) -> Option<&'static str> {
    match crash.kind {
        EventKind::Anr if !crash.text.contains("\"main\" prio=") => Some("data_app_anr"),
        EventKind::Native if !crash.text.contains("#00 pc ") => Some("data_app_native_crash"),
        _ => None,
    }
}

/// Adds what the device's drop box has under this tag of a crash at this Unix time in milliseconds; whether it has any.
pub async fn complete(
    crash: &mut DeviceEvent,
    tag: &str,
    at_ms: u64,
    adb: &Adb,
    serial: &str,
    clock: &DeviceClock,
) -> Result<bool, AdbError> {
    let printed = adb.output(serial, &format!("dumpsys dropbox --print {tag} | tail -c {MOST}")).await?;
    Ok(add(crash, tag, &printed, |time| {
        let made_ms = clock.unix_ms(time).unwrap_or_default();
        (at_ms.saturating_sub(BEFORE_MS)..=at_ms.saturating_add(AFTER_MS)).contains(&made_ms)
    }))
}

/// Adds the newest entry that is of this crash.
fn add(crash: &mut DeviceEvent, tag: &str, printed: &str, is_near: impl Fn(&str) -> bool) -> bool {
    let mut entries: Vec<_> = drop_box(printed, tag).filter(|entry| is_near(entry.time)).collect();
    entries.reverse();
    entries.into_iter().any(|entry| match crash.kind {
        EventKind::Anr => AnrTraces::read(entry.text).is_some_and(|traces| crash.add_traces(&traces)),
        _ => add_tombstone(crash, entry.text),
    })
}

fn add_tombstone(crash: &mut DeviceEvent, text: &str) -> bool {
    let of_process = format!("pid: {},", crash.pid);
    let lines: Vec<&str> = tombstone(text).collect();
    let is_of = lines.iter().any(|line| line.starts_with(&of_process));
    if is_of {
        lines.iter().for_each(|line| crash.text.extend([*line, "\n"]));
    }
    is_of
}

#[cfg(test)]
mod tests {
    use super::{DeviceEvent, EventKind, add, tag};

    fn crash(kind: EventKind) -> DeviceEvent {
        let process = "com.example.books".to_owned();
        DeviceEvent { kind, crash: true, summary: false, process, pid: 42, text: "what the log says\n".into(), line: 1 }
    }

    fn entry(second: u32, tag: &str, text: &str) -> String {
        format!(
            "========================================\n2026-11-22 10:00:{second:02} {tag} (text, 9 bytes)\n{text}\n"
        )
    }

    fn traces(pid: u32, frame: &str) -> String {
        format!(
            "Process: com.example.books\nSubject: Input dispatching timed out\n\n----- pid {pid} at 2026-11-22 10:00:00 -----\n\
             Cmd line: com.example.books\n\n\"main\" prio=5 tid=1 Sleeping\n  at {frame}(A.kt:1)\n\n----- end {pid} -----\n"
        )
    }

    #[test]
    fn the_newest_traces_of_the_process_are_added_once() {
        let mut anr = crash(EventKind::Anr);
        let name = tag(&anr).unwrap();
        let printed = entry(1, name, &traces(42, "a.First.run"))
            + &entry(2, name, &traces(42, "a.Second.run"))
            + &entry(3, name, &traces(43, "a.Other.run"))
            + &entry(59, name, &traces(42, "a.Later.run"));
        let near = |time: &str| !time.ends_with("59");
        assert!(!add(&mut anr, name, &printed, |_| false) && !add(&mut anr, name, "", near));
        assert!(add(&mut anr, name, &printed, near));
        assert!(anr.text.starts_with("what the log says\n") && anr.text.contains("a.Second.run"), "{}", anr.text);
        assert!(["First", "Other", "Later"].iter().all(|other| !anr.text.contains(other)), "{}", anr.text);
        assert_eq!(tag(&anr), None);
    }

    #[test]
    fn a_backtrace_is_added_where_the_log_has_none() {
        let mut native = crash(EventKind::Native);
        let name = tag(&native).unwrap();
        let of = |pid: u32| {
            let head = format!("*** *** ***\npid: {pid}, tid: {pid}, name: x  >>> com.example.books <<<\n");
            head + "signal 11 (SIGSEGV), code 1\nbacktrace:\n      #00 pc 0000000000012345  /x/libdraw.so (draw+12)\n"
        };
        assert!(!add(&mut native, name, &entry(1, name, &of(43)), |_| true));
        assert!(add(&mut native, name, &entry(1, name, &of(42)), |_| true));
        assert!(native.text.contains("libdraw.so"), "{}", native.text);
        assert_eq!((tag(&native), tag(&crash(EventKind::Exception))), (None, None));
    }
}
