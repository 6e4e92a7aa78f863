//! One crash in every layout that Android's log is shown in: the answer must be the same.

use rcad_core::Failure;
use rcad_core::parse::parse;

/// A thread of a process that writes with one tag.
#[derive(Clone, Copy)]
struct Writer {
    priority: char,
    tag: &'static str,
    pid: u32,
    tid: u32,
    process: &'static str,
}

const CRASHED: Writer =
    Writer { priority: 'E', tag: "AndroidRuntime", pid: 4242, tid: 4242, process: "com.example.basket" };
const OTHERS: [(Writer, &str); 4] = [
    (
        Writer { priority: 'D', tag: "EGL_emulation", pid: 700, tid: 731, process: "com.vendor.home" },
        "app_time_stats: avg=1.9ms",
    ),
    (
        Writer { priority: 'E', tag: "Sensors", pid: 1500, tid: 1600, process: "system_process" },
        "light: no calibration error",
    ),
    (
        Writer { priority: 'W', tag: "ActivityManager", pid: 1500, tid: 1512, process: "system_process" },
        "Slow operation: 71ms so far",
    ),
    (
        Writer { priority: 'I', tag: "Choreographer", pid: 4242, tid: 4299, process: "com.example.basket" },
        "Skipped 31 frames!",
    ),
];

/// How a line is shown: its writer, its number, its text.
type Layout = fn(Writer, usize, &str) -> String;

/// `adb logcat -v …` and the consoles; what belongs to a message below its first line is the consoles' own matter.
const LAYOUTS: &[(&str, Layout)] = &[
    ("brief", |w, _, text| format!("{}/{:<8}({:5}): {text}", w.priority, w.tag, w.pid)),
    ("process", |w, _, text| format!("{}({:5}) {text}  ({})", w.priority, w.pid, w.tag)),
    ("tag", |w, _, text| format!("{}/{:<8}: {text}", w.priority, w.tag)),
    ("thread", |w, _, text| format!("{}({:5}:{:5}) {text}", w.priority, w.pid, w.tid)),
    ("time", |w, n, text| format!("{} {}/{:<8}({:5}): {text}", stamp(n), w.priority, w.tag, w.pid)),
    ("threadtime", |w, n, text| format!("{} {:5} {:5} {} {:<8}: {text}", stamp(n), w.pid, w.tid, w.priority, w.tag)),
    ("long", |w, n, text| format!("[ {} {:5}:{:5} {}/{:<8} ]\n{text}\n", stamp(n), w.pid, w.tid, w.priority, w.tag)),
    ("year", |w, n, text| format!("2024-{} {:5} {:5} {} {:<8}: {text}", stamp(n), w.pid, w.tid, w.priority, w.tag)),
    ("usec", |w, n, text| format!("{}417 {:5} {:5} {} {:<8}: {text}", stamp(n), w.pid, w.tid, w.priority, w.tag)),
    ("zone", |w, n, text| format!("{} +0200 {:5} {:5} {} {:<8}: {text}", stamp(n), w.pid, w.tid, w.priority, w.tag)),
    ("epoch", |w, n, text| format!("1717323247.{n:03} {:5} {:5} {} {:<8}: {text}", w.pid, w.tid, w.priority, w.tag)),
    ("monotonic", |w, n, text| format!("     9247.{n:03} {:5} {:5} {} {:<8}: {text}", w.pid, w.tid, w.priority, w.tag)),
    ("uid", |w, n, text| format!("{} u0_a150 {:5} {:5} {} {:<8}: {text}", stamp(n), w.pid, w.tid, w.priority, w.tag)),
    ("uid number", |w, n, text| {
        format!("{} 10150 {:5} {:5} {} {:<8}: {text}", stamp(n), w.pid, w.tid, w.priority, w.tag)
    }),
    ("brief uid", |w, _, text| format!("{}/{:<8}(10150:{:5}): {text}", w.priority, w.tag, w.pid)),
    ("color", |w, n, text| {
        format!("\u{1b}[38;5;196m{} {:5} {:5} {} {:<8}: {text}\u{1b}[0m", stamp(n), w.pid, w.tid, w.priority, w.tag)
    }),
    ("DDMS", |w, n, text| format!("{}: {}/{}({}): {text}", stamp(n), w.priority, w.tag, w.pid)),
    ("half a prefix", |w, _, text| format!(" {} {}: {text}", w.priority, w.tag)),
    ("Studio", |w, n, text| {
        format!("2024-{} {}-{}/{} {}/{}: {text}", stamp(n), w.pid, w.tid, w.process, w.priority, w.tag)
    }),
    ("Studio, new", |w, n, text| {
        format!("2024-{}  {:>5}-{:<5} {:<23} {:<34} {}  {text}", stamp(n), w.pid, w.tid, w.tag, w.process, w.priority)
    }),
];

fn stamp(number: usize) -> String {
    format!("06-02 10:14:07.{number:03}")
}

/// The log as the layout shows it, with `noise` lines of others between any two of its lines.
fn shown(layout: Layout, text: &str, noise: usize) -> String {
    let mut out = String::new();
    for (number, line) in text.lines().enumerate() {
        out.push_str(&layout(CRASHED, number, line));
        out.push('\n');
        for other in 0..noise {
            let (writer, said) = OTHERS[(number + other) % OTHERS.len()];
            out.push_str(&layout(writer, number, said));
            out.push('\n');
        }
    }
    out
}

/// A console that shows a message of several lines below one prefix.
fn below_one_prefix(layout: Layout, indent: &str, text: &str) -> String {
    let mut lines = text.lines();
    let mut out = layout(CRASHED, 0, lines.next().unwrap());
    for line in lines {
        out.push_str(&format!("\n{indent}{line}"));
    }
    out
}

const CRASHES: &[&str] = &[
    "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 4242\n\
     java.lang.IllegalStateException: basket is closed\n\
     \tat com.example.basket.data.Basket.add(Basket.kt:18)\n\
     \tat android.os.Looper.loop(Looper.java:288)",
    "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 4242\n\
     java.lang.RuntimeException: Unable to start activity ComponentInfo{com.example.basket/com.example.basket.ui.CartActivity}: kotlin.UninitializedPropertyAccessException: lateinit property total has not been initialized\n\
     \tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3685)\n\
     \tat android.os.Looper.loop(Looper.java:288)\n\
     Caused by: kotlin.UninitializedPropertyAccessException: lateinit property total has not been initialized\n\
     \tat com.example.basket.ui.CartActivity.show(CartActivity.kt:44)\n\
     \tat android.app.Activity.performCreate(Activity.java:8290)\n\
     \t... 11 more",
    "FATAL EXCEPTION: DefaultDispatcher-worker-2\nProcess: com.example.basket, PID: 4242\n\
     android.database.sqlite.SQLiteException: no such table: items (code 1 SQLITE_ERROR): , while compiling: SELECT * FROM items\n\
     \tat android.database.sqlite.SQLiteConnection.nativePrepareStatement(Native Method)\n\
     \tat com.vendor.db.Query.run(Query.java:9)\n\
     \tat com.example.basket.data.ItemStore.all(ItemStore.java:39)",
    "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 4242\n\
     java.lang.NoClassDefFoundError: Failed resolution of: Lcom/vendor/pay/PayClient;\n\
     \tat com.example.basket.ui.PayActivity.pay(PayActivity.kt:90)\n\
     Caused by: java.lang.ClassNotFoundException: com.vendor.pay.PayClient\n\
     \t... 3 more",
];

/// What the answer is: category, place, symbol, exception.
fn answer(text: &str) -> Option<[String; 5]> {
    let parsed = parse(text);
    let one: &Failure = parsed.failures.first()?;
    let line = one.line.map(|line| line.to_string());
    let [file, line, symbol, exception] =
        [&one.file, &line, &one.symbol, &one.exception].map(|part| part.clone().unwrap_or_default());
    Some([one.category.to_string(), file, line, symbol, exception])
}

#[test]
fn every_layout_gives_the_same_answer() {
    let mut wrong = Vec::new();
    for crash in CRASHES {
        let plain = answer(crash);
        assert!(plain.is_some(), "{crash}");
        for (name, layout) in LAYOUTS {
            let text = shown(*layout, crash, 0);
            let process = parse(&text).failures.first().and_then(|one| one.process.clone());
            if answer(&text) != plain || process.as_deref() != Some("com.example.basket") {
                wrong.push(format!("{name}: {:?}, process {process:?}, instead of {plain:?}\n{text}", answer(&text)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lines_of_others_between_change_nothing() {
    let mut wrong = Vec::new();
    for crash in CRASHES {
        for (name, layout) in LAYOUTS.iter().filter(|(name, _)| *name != "half a prefix") {
            // `long` with much between its lines is not followed yet.
            for noise in if *name == "long" { [1, 1] } else { [1, 3] } {
                let text = shown(*layout, crash, noise);
                if answer(&text) != answer(crash) {
                    wrong.push(format!("{name}, {noise}: {:?} instead of {:?}\n{text}", answer(&text), answer(crash)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_message_below_one_prefix() {
    let studio = |name: &str| LAYOUTS.iter().find(|(known, _)| *known == name).unwrap().1;
    for crash in CRASHES {
        for (layout, indent) in
            [("Studio", "    "), ("Studio", ""), ("Studio, new", &" ".repeat(96) as &str), ("tag", "    ")]
        {
            let text = below_one_prefix(studio(layout), indent, crash);
            assert_eq!(answer(&text), answer(crash), "{text}");
        }
        let compact = format!("10:14:07.311  E  {}", crash.replace('\n', "\n                 "));
        assert_eq!(answer(&compact), answer(crash), "{compact}");
    }
}

#[test]
fn two_processes_crash_at_once() {
    let other = "FATAL EXCEPTION: main\nProcess: com.vendor.home, PID: 700\njava.lang.StackOverflowError: stack size 8192KB\n\
        \tat com.vendor.home.Grid.layout(Grid.java:51)\n\tat com.vendor.home.Grid.layout(Grid.java:51)";
    let vendor = Writer { pid: 700, tid: 700, process: "com.vendor.home", ..CRASHED };
    for (name, layout) in LAYOUTS.iter().filter(|(name, _)| !matches!(*name, "tag" | "half a prefix")) {
        for crash in CRASHES {
            let (mut ours, mut theirs) = (crash.lines(), other.lines());
            let mut text = String::new();
            for number in 0..20 {
                for (writer, line) in [(CRASHED, ours.next()), (vendor, theirs.next())] {
                    text.push_str(&line.map_or_else(String::new, |line| layout(writer, number, line) + "\n"));
                }
            }
            let parsed = parse(&text);
            assert_eq!(answer(&text), answer(crash), "{name}\n{text}");
            let second = parsed.failures.get(1).map(|one| (one.category.id(), one.file.as_deref()));
            assert_eq!(second, Some(("runtime_stack_overflow", Some("Grid.java"))), "{name}\n{text}");
            assert_eq!(parsed.failures.len(), 2, "{name}\n{text}");
        }
    }
}

#[test]
fn what_only_looks_like_a_log_line_stays() {
    for line in
        ["I/O error: disk", "E: /home/dev/app/a.xml:3: error", "W/ something", "10:14:07.311 main E", "[ 3 of 4 ] done"]
    {
        assert!(parse(line).failures.iter().all(|one| one.message == line), "{line}");
    }
}
