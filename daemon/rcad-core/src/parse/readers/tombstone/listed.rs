//! Native frames that somebody pasted alone, without the signal and the process above them.

use crate::parse::input::lines::Lines;

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
