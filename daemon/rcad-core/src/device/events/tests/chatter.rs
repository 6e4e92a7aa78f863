//! What is no event: an hour of a device's everyday log, with words that look like one.

use super::read;

/// Tag, priority, text. All are harmless.
const CHATTER: &[(&str, char, &str)] = &[
    ("ActivityManager", 'I', "Killing 5120:com.vendor.mail/u0a88 (adj 995): empty for 1836s"),
    ("ActivityManager", 'I', "Killing 5121:com.vendor.shop/u0a89 (adj 900): remove task"),
    (
        "ActivityManager",
        'W',
        "Scheduling restart of crashed service com.vendor.mail/.Sync in 1000ms for start-requested",
    ),
    ("ActivityManager", 'I', "Process com.vendor.mail (pid 5120) has died: cch+5 CEM"),
    ("ActivityManager", 'W', "ANR monitor: no ANR in the last hour"),
    ("ActivityManager", 'I', "ANR in progress: none"),
    ("ActivityManager", 'D', "dumpsys: crash and ANR counters reset"),
    (
        "ActivityTaskManager",
        'I',
        "START u0 {act=android.intent.action.MAIN cmp=com.vendor.crashlab/.ExceptionActivity}",
    ),
    ("AndroidRuntime", 'D', "Shutting down VM"),
    ("AndroidRuntime", 'D', "Calling main entry com.android.commands.am.Am"),
    ("AndroidRuntime", 'I', "VM exiting with result code 0, cleanup skipped."),
    ("AndroidRuntime", 'W', "Thread [pool-1] uncaught exception handler replaced"),
    ("DEBUG", 'I', "debuggerd ready"),
    ("DEBUG", 'D', "request *** from client"),
    ("CRASH", 'I', "reporter started, 0 crashes to send"),
    ("libc", 'W', "Access denied finding property \"ro.crash.signal\""),
    ("libc", 'E', "Fatal signal handler installed"),
    ("Zygote", 'I', "Process 5120 exited due to signal 9 (Killed)"),
    ("Zygote", 'I', "Process 5122 exited cleanly (0)"),
    ("flutter", 'I', "Error: retrying the request (exception was handled)"),
    ("flutter", 'I', "══╡ my own heading ╞══"),
    ("flutter", 'W', "[ERROR:flutter/lib/ui/ui_dart_state.cc(1)] a plugin wrote this"),
    ("flutter", 'I', "The EXCEPTION CAUGHT BY test was expected"),
    ("ReactNativeJS", 'I', "Running \"Books\" with {\"rootTag\":1}"),
    ("ReactNativeJS", 'W', "Possible TypeError: see the documentation"),
    ("ReactNativeJS", 'E', "'Request failed', { [Error: timeout] code: 1 }"),
    ("ReactNativeJS", 'E', "error: the server did not answer"),
    ("Unity", 'E', "Failed to load shader: Exception handling is off"),
    ("Unity", 'W', "NullReferenceException: only a warning"),
    ("Unity", 'E', "Exception"),
    ("chromium", 'I', "[INFO:CONSOLE(3)] \"Error: handled by the page\", source: https://example.org/a.js (3)"),
    ("chromium", 'E', "[ERROR:gl_surface.cc(5)] error 12288, no crash"),
    ("chromium", 'I', "[INFO:library_loader.cc(1)] Renderer process started"),
    ("StrictMode", 'D', "policy set: detect all, crash on none"),
    ("lowmemorykiller", 'I', "lmkd data connection established"),
    ("lowmemorykiller", 'W', "killing is off; device is low on memory: false"),
    ("lmkd", 'I', "Using psi monitors for memory pressure detection"),
    ("am_kill", 'I', "[0,5120,com.vendor.mail,995,empty for 1836s,4096]"),
    ("am_kill", 'I', "[0,5121,com.vendor.shop,900,remove task]"),
    ("am_proc_died", 'I', "[0,5120,com.vendor.mail,995,19]"),
    ("am_crash", 'I', "no fields"),
    ("am_wtf", 'I', "[0,600,system_server,-1,JobScheduler,Error in a log]"),
    ("am_low_memory", 'I', "21"),
    ("killinfo", 'I', "[]"),
    ("linker", 'W', "Warning: \"/data/app/x/lib/arm64/libx.so\" has unsupported flags DT_FLAGS_1=0x8000001"),
    ("nativeloader", 'D', "Load /data/app/x/lib/arm64/libx.so using ns clns-5 from class loader: ok"),
    ("m.vendor.mail", 'I', "Waiting for a blocking GC NativeAlloc"),
    ("m.vendor.mail", 'W', "Verification of void a.b.C.d() took 143.211ms (1021 bytecodes/s)"),
    ("m.vendor.mail", 'E', "Not starting debugger since process cannot load the jdwp agent."),
    ("m.vendor.mail", 'I', "Rejected by the user: error report"),
    ("m.vendor.mail", 'E', "FATAL EXCEPTION: this is what the tutorial says"),
    ("System.err", 'W', "java.io.IOException: caught and printed"),
    ("System.err", 'W', "\tat a.b.C.d(C.kt:1)"),
    ("Sensors", 'E', "light: error 0, exception none"),
    (
        "WindowManager",
        'W',
        "Failed looking up window: java.lang.IllegalArgumentException: Requested window does not exist",
    ),
    ("BufferQueueProducer", 'E', "[SurfaceView] disconnect: not connected (req=2), Fatal: no"),
    ("CrashReporter", 'I', "FATAL EXCEPTION: main was uploaded yesterday"),
    ("ThrottlingCrash", 'D', "ANR in com.vendor.mail was reported last week"),
    ("InputDispatcher", 'W', "channel ~ Consumer closed input channel or an error occurred. events=0x9"),
];

/// Minutes of the hour, each with all of the chatter, by other processes each time.
#[test]
fn an_hour_of_chatter_has_no_event() {
    let mut lines = Vec::new();
    for minute in 0..60 {
        for (number, (tag, priority, text)) in CHATTER.iter().enumerate() {
            let pid = 600 + number * 7 + minute;
            lines.push(format!("11-22 10:{minute:02}:07.{number:03} {pid:5} {pid:5} {priority} {tag:<8}: {text}"));
        }
        lines.push("--------- beginning of crash".to_owned());
        lines.push("and a line of nobody, which speaks of an error".to_owned());
    }
    assert_eq!(read(&lines), []);
}
