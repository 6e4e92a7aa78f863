//! Native frames that somebody pasted alone, without the signal and the process above them.

use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `SIGABRT:`, `SIGSEGV(SEGV_MAPERR)`: how crash reporters head native frames
static BARE: Pattern = Pattern::new(r"^\W*(?P<signal>SIG[A-Z]{3,5})(?:\([A-Z_]+\))?:?$");

/// `Exception Type: Unknown (SIGABRT)`, `Exception Type:  EXC_BAD_ACCESS (SIGSEGV)`: the head of Sentry's text, as Apple has it
static TYPE: Pattern = Pattern::new(r"^Exception Type: .*\((?P<signal>SIG[A-Z]{3,5})\)$");

/// `Thread 0 Crashed:`, `Thread 12 name: main Crashed:`: what stands there above the frames
static THREAD: Pattern = Pattern::new(r"^Thread [0-9]+ .*\bCrashed:$|^Thread [0-9]+ Crashed:");

/// Lines between both.
const HEAD: usize = 20;

/// The signal that stands alone above the first frame, or in the head of a report.
pub fn signal(lines: &Lines, at: usize) -> Option<String> {
    let above = lines.preceding(at)?;
    let found = if THREAD.is_match(lines.get(above).trim()) {
        (above.saturating_sub(HEAD)..above).rev().find_map(|index| TYPE.captures(lines.get(index).trim()))
    } else {
        BARE.captures(lines.get(above).trim())
    };
    found.map(|found| found["signal"].to_owned())
}

/// Native frames that somebody pasted without the signal above them are as many at least.
const LISTED: usize = 2;

/// Lines of a text that is only such a list.
const LIST: usize = 120;

/// What thread dumps and other traces have in them, of which native frames are only a part.
const OF_OTHERS: &[&str] = &["prio=", "sysTid", "----- pid ", "xception", "ANR", "native: #", "FATAL"];

/// Whether the text is little more than a list of native frames.
pub fn is_crash(lines: &Lines, frames: usize) -> bool {
    frames >= LISTED && lines.len() <= LIST && !OF_OTHERS.iter().any(|part| lines.text().contains(part))
}

/// Android's own libraries, where a frame has no path that shows it.
const SYSTEM_LIBRARIES: &[&str] = &[
    "libEGL.so",
    "libGLESv1_CM.so",
    "libGLESv2.so",
    "libandroid.so",
    "libandroid_runtime.so",
    "libandroidfw.so",
    "libart.so",
    "libbinder.so",
    "libc++.so",
    "libc.so",
    "libcutils.so",
    "libdl.so",
    "libdvm.so",
    "libgui.so",
    "libhwui.so",
    "liblog.so",
    "libm.so",
    "libmedia.so",
    "libnativehelper.so",
    "libskia.so",
    "libsqlite.so",
    "libssl.so",
    "libstagefright.so",
    "libstdc++.so",
    "libui.so",
    "libutils.so",
    "libz.so",
];

/// Whether a library is Android's own, by its name alone.
pub fn is_systems(library: &str) -> bool {
    SYSTEM_LIBRARIES.contains(&library)
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn the_head_of_a_report_names_the_signal() {
        let log = |head: &str| {
            format!(
                "{head}\n\nThread 0 Crashed:\n0   libc.so      0x7b1c4c9ca4    abort\n1   libart.so    0x7a8b2d6a2c    art::Runtime::Abort\n2   liboak.so    0x79d1a3e100    <unknown>\n"
            )
        };
        let failure = parse(&log("Exception Type: Unknown (SIGABRT)")).failures.remove(0);
        assert_eq!(failure.exception.as_deref(), Some("SIGABRT"));
        assert!(failure.symbol.is_some_and(|symbol| symbol.contains("liboak.so")));
        let apples =
            "Exception Type:  EXC_BAD_ACCESS (SIGSEGV)\n\nThread 0 Crashed:\n0   Oak   0x0000000104 0x104 + 48\n";
        assert!(parse(apples).failures.iter().all(|one| one.category.id() != "native_crash"));
    }

    #[test]
    fn a_crash_reporters_frames_have_their_signal_above() {
        let log = "It ends on one phone:\nSIGABRT:\n#00 pc 0003aee0 /system/lib/libc.so (abort+4) [armeabi-v7a::a924decc455c97ee]\n\
            #01 pc 00228991 /data/app/com.example.shelf-2/lib/arm/liboak.so (shelf_open+68) [armeabi-v7a::bd17e2bb26f07cc7]\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.exception.as_deref(), Some("SIGABRT"));
        assert!(failure.symbol.is_some_and(|symbol| symbol.contains("liboak.so")));
    }
}
