//! The lines that made-up devices log.

use rcad::now_ms;

/// Lines that are written together.
pub const CHUNK: usize = 2000;
/// The user's app.
pub const APP: &str = "com.example.books";

/// Ordinary lines of a system, with words that crashes have.
pub fn chatter(n: usize) -> String {
    const TEXTS: [(&str, &str); 8] = [
        ("ActivityManager", "Killing 3123:com.android.vending/u0a45 (adj 985): empty #31"),
        ("chromium", "[INFO:CONSOLE(12)] \"Uncaught (in promise) TypeError\", source: https://example.com/a.js (12)"),
        ("System.err", "java.io.IOException: Connection reset"),
        ("WifiHAL", "Creating message to get link statistics; iface = 23"),
        ("Books", "FATAL is only a word here, as is an exception or an ANR"),
        ("DEBUG", "handling request from pid 12: nothing to do"),
        ("audio_hw_primary", "out_set_parameters: enter: usecase(1: low-latency-playback) kvpairs: routing=2"),
        (
            "ActivityTaskManager",
            "START u0 {act=android.intent.action.MAIN cmp=com.example.other/.MainActivity} from uid 2000",
        ),
    ];
    let (tag, text) = TEXTS[n % TEXTS.len()];
    line(n, 1000 + n as u32 % 300, tag, text)
}

/// A crash whose report is another one for each number.
pub fn crash(n: usize) -> String {
    [
        "FATAL EXCEPTION: main",
        &format!("Process: {APP}, PID: 4242"),
        "kotlin.UninitializedPropertyAccessException: lateinit property shelf has not been initialized",
        "\tat com.example.books.Library.open(Library.kt:21)",
        "\tat android.os.Handler.dispatchMessage(Handler.java:106)",
    ]
    .map(|rest| line(n, 4242, "AndroidRuntime", rest))
    .concat()
}

/// A line of the log of today, at a second of the day for each number.
pub fn line(n: usize, pid: u32, tag: &str, rest: &str) -> String {
    let second = n % 86_400;
    let (h, m, s, ms) = (second / 3600, second / 60 % 60, second % 60, now_ms() % 1000);
    format!("2026-11-22 {h:02}:{m:02}:{s:02}.{ms:03} +0000 10123 {pid:5} {pid:5} E {tag}: {rest}\n")
}
