//! The daemon under a log that goes on for minutes: a steady flood, and an hour of what a system in use logs.

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use rcad::StoredBuild;
use rcad_testkit::AdbDevice;

use super::lines::{APP, CHUNK, chatter, crash, line};
use crate::line::{idle_cost, ticks};

/// Lines per second of the flood.
const RATE: usize = 50_000;
/// Time for which the crash behind the hour is waited for: enough for a debug build on a busy machine.
const CRASH: Duration = Duration::from_secs(120);
/// Time for which more is waited for after it.
const AFTER: Duration = Duration::from_secs(5);

/// A flood at a steady rate: rate, memory and processor time of each minute.
pub fn flood(minutes: usize, device: &AdbDevice, pid: u32) -> Result<()> {
    let text: String = (0..CHUNK).map(chatter).collect();
    println!("\n{:<24}{:>12}{:>16}{:>20}", "steady flood, minute", "lines/s", "MiB resident", "% of one processor");
    for minute in 1..=minutes {
        let (start, before) = (Instant::now(), ticks(pid)?);
        for sent in 0..60 * RATE / CHUNK {
            let due = Duration::from_secs_f64((sent * CHUNK) as f64 / RATE as f64);
            std::thread::sleep(due.saturating_sub(start.elapsed()));
            device.flood(&text);
        }
        let seconds = start.elapsed().as_secs_f64();
        let used = (ticks(pid)? - before) as f64 / 100.0;
        let (kib, _) = idle_cost(pid, Duration::from_millis(10))?;
        let (rate, share) = ((60 * RATE) as f64 / seconds, used / seconds * 100.0);
        println!("{minute:<24}{rate:>12.0}{:>16.1}{share:>20.1}", kib as f64 / 1024.0);
    }
    Ok(())
}

/// What a phone in use logs, with how often in a minute.
#[rustfmt::skip] // One kind, one line.
const ORDINARY: &[(usize, &str, &str)] = &[
    (600, "SurfaceFlinger", "Failed to find layer (Task=1#0) in layer parent (no-parent)."),
    (400, "BufferQueueProducer", "[ImageReader-1x1f22m4](id:5c700000002) queueBuffer: fps=59.9 dur=1000 max=17 min=16"),
    (300, "audio_hw_primary", "out_set_parameters: enter: usecase(1: low-latency-playback) kvpairs: routing=2"),
    (200, "WifiHAL", "Creating message to get link statistics; iface = 23"),
    (120, "sysui_multi_action", "[757,1047,758,1,759,8]"),
    (60, "ActivityManager", "Killing 3123:com.android.vending/u0a45 (adj 985): empty #31"),
    (60, "am_kill", "[0,3123,com.android.vending,985,empty #31]"),
    (40, "am_proc_start", "[0,3124,10045,com.android.vending,broadcast,{com.android.vending/.Receiver}]"),
    (40, "am_proc_died", "[0,3123,com.android.vending,985,19]"),
    (40, "am_low_memory", "52"),
    (40, "killinfo", "[3123,10045,985,0,10,45678,0,1,2,3]"),
    (40, "lowmemorykiller", "Kill 'com.android.vending' (3123), uid 10045, oom_score_adj 985 to free 45678kB rss, 120kB swap"),
    (30, "am_crash", "[3200,0,com.other.app,550026820,java.lang.IllegalStateException,x,C.kt,2,0]"),
    (30, "System.err", "java.io.IOException: Connection reset"),
    (30, "System.err", "\tat java.net.SocketInputStream.read(SocketInputStream.java:210)"),
    (30, "chromium", "[INFO:CONSOLE(12)] \"Uncaught (in promise) TypeError\", source: https://example.com/a.js (12)"),
    (20, "AndroidRuntime", "Shutting down VM"),
    (20, "libc", "Access denied finding property \"ro.vendor.x\""),
    (20, "DEBUG", "handling request from pid 12: nothing to do"),
    (10, "ActivityTaskManager", "START u0 {act=android.intent.action.MAIN cmp=com.example.other/.MainActivity} from uid 2000"),
    (10, "Zygote", "Process 3123 exited due to signal 9 (Killed)"),
];

/// What the user's app logs beside, with how often in a minute.
const OWN: &[(usize, &str, &str)] = &[
    (120, "Books", "FATAL is only a word here, as is an exception or an ANR"),
    (20, "Books", "java.lang.IllegalStateException: caught, and shown to the user"),
    (20, "Books", "\tat com.example.books.Library.open(Library.kt:21)"),
    (60, "Choreographer", "Skipped 42 frames!  The application may be doing too much work on its main thread."),
    (10, "StrictMode", "StrictMode policy violation; ~duration=52 ms: android.os.strictmode.DiskReadViolation"),
    (4, "wm_on_resume_called", "[99,com.example.books.Shelf,RESUME_ACTIVITY,12]"),
];

/// An hour of ordinary lines, as fast as they are read, and a crash behind it; what else is stored is a false alarm.
pub fn hour(device: &AdbDevice, stored: &Receiver<(Instant, StoredBuild)>, crashes: usize) -> Result<()> {
    let mut lines = 0;
    for minute in 0..60 {
        let mut text = String::new();
        for second in 0..60 {
            let at = minute * 60 + second;
            let due = |often: usize| (second + 1) * often / 60 - second * often / 60;
            for (often, tag, rest) in ORDINARY {
                (0..due(*often)).for_each(|_| text += &line(at, 600, tag, rest));
            }
            for (often, tag, rest) in OWN {
                (0..due(*often)).for_each(|_| text += &line(at, 4242, tag, rest));
            }
        }
        text += &line(
            minute * 60,
            600,
            "ActivityManager",
            &format!("Start proc {}:{APP}/u0a123 for top-activity {{x}}", 5000 + minute),
        );
        lines += text.lines().count();
        device.flood(&text);
    }
    device.log(&crash(crashes));
    device.log(&line(3600, 4242, "Process", "Sending signal. PID: 4242 SIG: 9"));
    if stored.recv_timeout(CRASH).is_err() {
        bail!("the crash behind the hour was not stored");
    }
    let mut found = 1;
    while stored.recv_timeout(AFTER).is_ok() {
        found += 1;
    }
    println!("\nan hour of ordinary lines ({lines}) and one crash: {found} stored, {} false alarms", found - 1);
    Ok(())
}
