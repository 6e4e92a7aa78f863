//! `rcad logcat`: files, and a real adb server with devices that are made up on the wire below it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rcad_testkit::AdbDevice;

use crate::adb_server;
use crate::lab::Lab;

/// Time limit for whatever must happen.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Lines as `logcat -v threadtime,uid,year,zone` prints them.
fn line(second: u32, pid: u32, priority: char, tag: &str, rest: &str) -> String {
    format!("2026-11-22 10:00:{second:02}.000 +0000 10123 {pid:5} {pid:5} {priority} {tag}: {rest}\n")
}

fn crash(second: u32, pid: u32, app: &str) -> String {
    [
        "FATAL EXCEPTION: main",
        &format!("Process: {app}, PID: {pid}"),
        "kotlin.UninitializedPropertyAccessException: lateinit property shelf has not been initialized",
        "\tat com.example.books.Library.open(Library.kt:21)",
        "\tat android.os.Handler.dispatchMessage(Handler.java:106)",
    ]
    .map(|rest| line(second, pid, 'E', "AndroidRuntime", rest))
    .concat()
}

#[test]
fn crashes_of_a_file_are_explained_in_place_and_only_those_of_the_app() {
    let lab = Lab::bare();
    let log = line(1, 42, 'I', "Books", "opening")
        + &crash(2, 42, "com.example.books")
        + &line(3, 42, 'I', "Process", "Sending signal. PID: 42 SIG: 9")
        + &crash(4, 77, "com.other.app")
        + &line(5, 99, 'I', "Chatty", "after");
    let file = lab.path("log.txt");
    std::fs::write(&file, &log).unwrap();
    let file = file.to_str().unwrap();

    let all = lab.rcad(&["logcat", "--file", file]).ok();
    let at = |text: &str| all.out.find(text).unwrap_or_else(|| panic!("no {text} in {}", all.out));
    assert!(at("SIG: 9") < at("--- com.example.books crashed, line 2 of the log"), "in place: {}", all.out);
    assert!(at("`shelf`") < at("after"), "{}", all.out);
    assert_eq!(all.out.matches("\n--- ").count(), 2, "{}", all.out);

    let own = lab.rcad(&["logcat", "--file", file, "--app", "com.example.books", "--crashes"]).ok();
    assert!(own.out.contains("Library.kt:21") && !own.out.contains("com.other.app"), "{}", own.out);
    assert!(!own.out.contains("Chatty"), "{}", own.out);
    let none = lab.rcad(&["logcat", "--file", file, "--app", "com.example.none"]);
    assert_eq!((none.code, none.out.as_str()), (1, ""), "{none:?}");

    let mut piped = lab.command(&["logcat", "--file", "-", "--crashes"]);
    let mut piped = piped.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    piped.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
    let piped = piped.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&piped.stdout).matches("\n--- ").count(), 2);
}

#[test]
fn an_apps_text_does_not_steer_the_terminal() {
    let lab = Lab::bare();
    let file = lab.path("log.txt");
    std::fs::write(&file, line(1, 42, 'I', "Books", "a\u{1b}]0;title\u{7}b")).unwrap();
    let ran = lab.rcad(&["logcat", "--file", file.to_str().unwrap()]);
    assert!(ran.out.contains("a ]0;title b"), "{ran:?}");
}

#[test]
fn without_a_server_or_a_device_it_says_what_to_do_and_starts_nothing() {
    let mut lab = Lab::bare();
    lab.add_environment("ANDROID_ADB_SERVER_PORT", "1");
    let ran = lab.rcad(&["logcat"]);
    assert!(ran.code == 2 && ran.err.contains("no adb server listens on 127.0.0.1:1"), "{ran:?}");
    let Some(server) = adb_server::start(&lab, None) else { return };
    lab.add_environment("ANDROID_ADB_SERVER_PORT", &server.port);
    let ran = lab.rcad(&["logcat"]);
    assert!(ran.code == 2 && ran.err.contains("no device is attached"), "{ran:?}");
}

/// The connection is cut in the middle of a line: every line comes once, the crash is explained once.
#[test]
fn a_device_that_leaves_and_comes_back_loses_and_repeats_nothing() {
    let mut lab = Lab::bare();
    let Some(server) = adb_server::start(&lab, None) else { return };
    lab.add_environment("ANDROID_ADB_SERVER_PORT", &server.port);
    let (device, other) = (AdbDevice::start("Pixel_8").unwrap(), AdbDevice::start("Pixel_4a").unwrap());
    device.set_processes("  PID NAME\n   42 com.example.books\n   77 com.other.app\n");
    device.log(&line(0, 42, 'I', "Books", "before"));
    server.connect(device.address()).unwrap();
    server.connect(other.address()).unwrap();
    let several = lab.rcad(&["logcat"]);
    assert!(
        several.code == 2 && several.err.contains("--device: ") && several.err.contains("(Pixel_4a)"),
        "{several:?}"
    );

    // The app is that of the project around.
    let project = lab.path("books");
    std::fs::create_dir(&project).unwrap();
    std::fs::write(project.join("settings.gradle"), "").unwrap();
    std::fs::write(project.join("build.gradle"), "android { defaultConfig { applicationId 'com.example.books' } }")
        .unwrap();
    let mut command = lab.command(&["logcat", "--device", device.address()]);
    command.current_dir(&project);
    let mut live = Live::start(command);
    live.wait_until(|| device.commands().iter().any(|command| command.starts_with("logcat")));
    device.log(&line(1, 42, 'I', "Books", "one"));
    device.log(&line(1, 77, 'I', "Other", "of another app"));
    live.wait_for("Books: one");
    let whole = line(1, 42, 'I', "Books", "two") + &crash(2, 42, "com.example.books");
    let (first, rest) = whole.split_at(whole.len() - 100);
    device.log(first);
    live.wait_for("FATAL EXCEPTION");
    device.cut();
    device.log(rest);
    device.log(&line(3, 42, 'I', "Books", "three"));
    server.connect(device.address()).unwrap();
    live.wait_for("Books: three");
    live.wait_for("runtime_lateinit");
    let text = live.end();
    // The explanation shows the trace once more, if there was time for it.
    let log: Vec<&str> = text.lines().filter(|line| line.starts_with("2026-")).collect();
    for once in ["Books: one", "Books: two", "FATAL EXCEPTION", "Handler.java:106", "Books: three"] {
        assert_eq!(log.iter().filter(|line| line.contains(once)).count(), 1, "{once} in {text}");
    }
    assert!(!text.contains("Books: before") && !text.contains("of another app"), "{text}");
    assert!(text.contains("--- com.example.books crashed") && text.contains("`shelf`"), "{text}");
}

/// A running command and what it has printed.
struct Live {
    child: Child,
    lines: Receiver<String>,
    text: String,
}

impl Live {
    fn start(mut command: Command) -> Live {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (to, lines) = channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| to.send(line)));
        Live { child, lines, text: String::new() }
    }

    /// Waits until it has printed this.
    fn wait_for(&mut self, what: &str) {
        self.wait_until_text(|text| text.contains(what), what);
    }

    fn wait_until(&mut self, mut done: impl FnMut() -> bool) {
        self.wait_until_text(|_| done(), "something outside");
    }

    fn wait_until_text(&mut self, mut done: impl FnMut(&str) -> bool, what: &str) {
        let start = Instant::now();
        while !done(&self.text) {
            assert!(start.elapsed() < TIMEOUT, "waited in vain for {what}; printed {}", self.text);
            match self.lines.recv_timeout(Duration::from_millis(100)) {
                Ok(line) => self.text += &(line + "\n"),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => panic!("it has ended; printed {}", self.text),
            }
        }
    }

    /// Ends it; all that it has printed.
    fn end(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.text.extend(self.lines.iter().map(|line| line + "\n"));
        self.text
    }
}
