//! The daemon and devices: a real adb server, with devices that are made up on the wire below it.

use std::path::PathBuf;

use jiff::{Timestamp, ToSpan};
use rcad_testkit::{AdbDevice, AdbServer, BrokenMessage, OldAdbServer};
use serde_json::Value;

use crate::adb_server;
use crate::lab::Lab;

/// The app of the project.
pub const APP: &str = "com.example.books";

/// A daemon that watches the devices of this server, after a build of the app's project.
pub struct Watched {
    pub lab: Lab,
    server: Option<AdbServer>,
    pub project: PathBuf,
}

impl Watched {
    /// With the daemon running and a green build stored.
    pub fn new(environment: &[(&str, &str)]) -> Option<Watched> {
        let mut lab = Lab::bare_with(environment);
        lab.add_environment("RCAD_DEVICES_WATCH", "true");
        let server = adb_server::start(&lab, None)?;
        lab.add_environment("ANDROID_ADB_SERVER_PORT", &server.port);
        let project = lab.path("books");
        std::fs::create_dir_all(project.join("src/main/kotlin")).unwrap();
        std::fs::write(project.join("settings.gradle"), "").unwrap();
        let script =
            "plugins { id 'com.android.application' }\nandroid { defaultConfig { applicationId 'com.example.books' } }";
        std::fs::write(project.join("build.gradle"), script).unwrap();
        lab.rcad(&["start"]).ok();
        let watched = Watched { lab, server: Some(server), project };
        watched.build(1);
        watched.wait("the build", |state| state["builds"] == 1);
        // Its apps are learnt a moment later; a daemon that is killed before does not know them.
        watched.wait("its app", |state| state["devices"]["apps"].as_array().is_some_and(|apps| !apps.is_empty()));
        Some(watched)
    }

    fn server(&self) -> &AdbServer {
        self.server.as_ref().unwrap()
    }

    /// A green build of the project, `n` milliseconds into the day of the golden records.
    pub fn build(&self, n: u64) {
        self.lab.spool_with(n, "green-8.2.1.json", &[("/home/dev/app", self.project.to_str().unwrap())]);
    }

    /// Health and the reader's state, as `status` has them.
    fn problems(&self) -> String {
        self.lab.status()["health"].to_string()
    }

    /// Attaches a device.
    pub fn connect(&self, device: &AdbDevice) {
        self.server().connect(device.address()).unwrap();
        self.wait("its log to be read", |state| self.device(state, device)["reading"] == true);
    }

    fn device(&self, state: &Value, device: &AdbDevice) -> Value {
        let devices = state["devices"]["devices"].as_array().unwrap();
        devices.iter().find(|one| one["serial"] == device.address()).cloned().unwrap_or_default()
    }

    /// Waits for a state of the daemon.
    pub fn wait(&self, what: &str, mut ready: impl FnMut(&Value) -> bool) {
        self.lab.wait(what, |lab| ready(&lab.status()).then_some(()));
    }

    /// Waits until this many failures are stored; their list, newest first.
    pub fn wait_for_failures(&self, number: u64) -> Vec<Value> {
        self.wait(&format!("{number} failures"), |state| state["rcas"].as_u64().unwrap() >= number);
        self.lab.json(&["list", "--format", "json"]).as_array().unwrap().clone()
    }
}

/// A line of the log, so many milliseconds from now on.
pub fn line(ms: i64, pid: u32, tag: &str, rest: &str) -> String {
    let time = (Timestamp::now() + ms.milliseconds()).strftime("%F %T%.3f +0000").to_string();
    format!("{time} 10123 {pid:5} {pid:5} E {tag}: {rest}\n")
}

/// A crash of the app: this property was not initialized.
pub fn crash(app: &str, pid: u32, property: &str) -> String {
    crash_at(0, app, pid, property)
}

/// The same, so many milliseconds from now on.
pub fn crash_at(ms: i64, app: &str, pid: u32, property: &str) -> String {
    [
        "FATAL EXCEPTION: main",
        &format!("Process: {app}, PID: {pid}"),
        &format!("kotlin.UninitializedPropertyAccessException: lateinit property {property} has not been initialized"),
        "\tat com.example.books.Library.open(Library.kt:21)",
        "\tat android.os.Handler.dispatchMessage(Handler.java:106)",
    ]
    .map(|rest| line(ms, pid, "AndroidRuntime", rest))
    .concat()
}

#[test]
fn a_crash_of_an_own_app_is_stored_once_and_that_of_another_is_not() {
    let Some(watched) = Watched::new(&[]) else { return };
    let (one, two) = (AdbDevice::start("Pixel_8").unwrap(), AdbDevice::start("Pixel_4a").unwrap());
    one.set_installed("    versionName=1.2-debug\n    lastUpdateTime=2024-11-22 10:00:00\n");
    watched.connect(&one);
    watched.connect(&two);
    one.log(&crash("com.other.app", 77, "other"));
    one.log(&crash(APP, 42, "shelf"));
    two.log(&crash(APP, 43, "order"));
    let stored = watched.wait_for_failures(2);
    assert_eq!(stored.len(), 2);
    for failure in &stored {
        assert_eq!(failure["category"], "runtime_lateinit", "{failure}");
        assert_eq!(failure["project"], watched.project.to_str().unwrap(), "{failure}");
    }
    let state = watched.lab.status();
    assert_eq!(state["devices"]["apps"], serde_json::json!([APP]));
    assert_eq!(
        (&watched.device(&state, &one)["crashes"], &watched.device(&state, &two)["crashes"]),
        (&1.into(), &1.into())
    );
    assert_eq!((&state["builds"], &state["crashes"]), (&1.into(), &2.into()));
    let first = stored.iter().find(|failure| failure["root_cause"].as_str().unwrap().contains("`shelf`")).unwrap();
    let shown = watched.lab.rcad(&["show", first["id"].as_str().unwrap()]).ok().out;
    let place = format!("Pixel 8 ({}), API level 34, version 1.2-debug, built ", one.address());
    assert!(shown.contains(&place) && shown.contains(" by build"), "{shown}");
    assert!(shown.contains("\n>     at com.example.books.Library.open(Library.kt:21)\n"), "{shown}");
    let timeline = watched.lab.json(&["timeline", "--since", "2020-01-01", "--format", "json"]);
    let kinds: Vec<&str> = timeline.as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["built", "installed", "crashed", "crashed"], "{timeline}");
    let doctor = watched.lab.rcad(&["doctor"]).out;
    assert!(doctor.contains("an adb server answers; attached: 2"), "{doctor}");
    let text = watched.lab.rcad(&["status"]).out;
    assert!(text.contains(one.address()) && text.contains("Pixel_4a") && text.contains(APP), "{text}");
}

#[test]
fn a_crash_during_a_kill_a_cut_or_a_server_restart_is_stored_once() {
    let Some(mut watched) = Watched::new(&[]) else { return };
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    device.log(&crash(APP, 42, "first"));
    watched.wait_for_failures(1);

    // Cut in the middle of a line.
    let text = crash(APP, 43, "second");
    let (first, rest) = text.split_at(text.len() - 100);
    device.log(first);
    device.cut();
    device.log(rest);
    watched.connect(&device);
    watched.wait_for_failures(2);

    // Cut in the middle of a message, and then of the handshake.
    device.break_in(BrokenMessage::Log);
    device.log(&crash(APP, 46, "fifth"));
    device.break_in(BrokenMessage::Handshake);
    watched.server().adb(&["connect", device.address()]).status().unwrap();
    watched.connect(&device);
    watched.wait_for_failures(3);

    // The daemon is killed; the app crashes while it is away.
    watched.lab.kill_daemon();
    device.log(&crash(APP, 44, "third"));
    watched.lab.rcad(&["start"]).ok();
    watched.wait_for_failures(4);

    // The server is killed and started again.
    let port = watched.server().port.clone();
    watched.server = None;
    device.log(&crash(APP, 45, "fourth"));
    watched.wait("the server's end", |state| state["devices"]["server"] == false);
    watched.server = adb_server::start(&watched.lab, Some(&port));
    watched.connect(&device);
    let stored = watched.wait_for_failures(5);
    device.log(&line(0, 42, "Books", "on"));
    for failure in &stored {
        assert_eq!(failure["occurrences"], 1, "{failure}");
    }
    assert_eq!(stored.len(), 5);
}

#[test]
fn a_reader_or_a_capture_that_panics_loses_no_crash_and_a_poisonous_one_is_put_aside() {
    let fault = "device:panic-once;capture@-66:panic";
    let Some(watched) = Watched::new(&[("RCAD_FAULT", fault)]) else { return };
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    device.log(&crash(APP, 42, "first"));
    watched.wait_for_failures(1);
    assert!(watched.problems().contains("has failed once"), "{}", watched.problems());
    device.log(&crash(APP, 66, "poison"));
    device.log(&crash(APP, 43, "second"));
    let stored = watched.wait_for_failures(2);
    assert!(stored.iter().all(|failure| !failure.to_string().contains("poison")), "{stored:?}");
    let bad: Vec<_> = std::fs::read_dir(watched.lab.state().join("spool/bad")).unwrap().collect();
    assert_eq!(bad.len(), 1);
    assert!(watched.problems().contains("put aside in spool/bad"), "{}", watched.problems());
}

#[test]
fn a_reboot_a_cleared_log_and_a_clock_that_is_set_back_lose_and_repeat_nothing() {
    let Some(watched) = Watched::new(&[]) else { return };
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    device.log(&crash(APP, 42, "first"));
    watched.wait_for_failures(1);
    device.clear();
    device.log(&crash(APP, 43, "second"));
    watched.wait_for_failures(2);
    // A reboot.
    device.cut();
    device.clear();
    device.log(&line(0, 1, "boot", "up"));
    watched.connect(&device);
    device.log(&crash(APP, 44, "third"));
    watched.wait_for_failures(3);
    device.log(&crash_at(-3_600_000, APP, 45, "fourth"));
    watched.wait_for_failures(4);
    device.cut();
    watched.connect(&device);
    device.log(&crash_at(-3_500_000, APP, 46, "fifth"));
    let stored = watched.wait_for_failures(5);
    assert!(stored.iter().all(|failure| failure["occurrences"] == 1), "{stored:?}");
}

#[test]
fn old_and_locked_devices_are_read_or_said() {
    let Some(watched) = Watched::new(&[]) else { return };
    let (old, locked) = (AdbDevice::start("Nexus_5").unwrap(), AdbDevice::unauthorized("Pixel_9").unwrap());
    old.refuse("-v uid");
    watched.connect(&old);
    watched.wait("a format that it knows", |_| {
        old.commands().iter().any(|c| c.starts_with("logcat") && !c.contains("uid"))
    });
    let without_uid = crash(APP, 42, "shelf").replace(" 10123 ", " ");
    old.log(&without_uid);
    watched.wait_for_failures(1);
    watched.server().adb(&["connect", locked.address()]).status().unwrap();
    // The server calls it offline while it waits for somebody to allow it, then unauthorized.
    watched.wait("the locked one", |state| watched.device(state, &locked)["state"].is_string());
    let state = watched.device(&watched.lab.status(), &locked);
    assert!(state["state"] != "device" && state["reading"] == false, "{state}");
    let text = watched.lab.rcad(&["status"]).out;
    assert!(text.contains(&format!("{}: {}", locked.address(), state["state"].as_str().unwrap())), "{text}");
}

#[test]
fn what_the_log_of_events_says_of_a_crash_too_is_no_second_one() {
    let Some(watched) = Watched::new(&[]) else { return };
    let (device, shy) = (AdbDevice::start("Pixel_8").unwrap(), AdbDevice::start("Pixel_4a").unwrap());
    shy.refuse("events");
    watched.connect(&device);
    watched.connect(&shy);
    watched.wait("the log without events", |_| {
        shy.commands().iter().any(|c| c.starts_with("logcat") && !c.contains("events") && c.contains("-v uid"))
    });
    let event = |pid: u32| {
        let fields = format!("[{pid},0,{APP},550026820,kotlin.UninitializedPropertyAccessException,x,Library.kt,21,0]");
        line(1, 600, "am_crash", &fields)
    };
    // Before, after, and where the system logs nothing else.
    device.log(&(event(42) + &crash_at(2, APP, 42, "before")));
    device.log(&(crash(APP, 43, "after") + &event(43)));
    shy.log(&crash(APP, 44, "shelf"));
    watched.wait_for_failures(3);
    device.log(&event(45));
    watched.wait_for_failures(4);
    assert_eq!(watched.lab.status()["crashes"], 4);
    // The daemon is killed in between.
    device.log(&crash(APP, 46, "killed"));
    watched.wait_for_failures(5);
    watched.lab.kill_daemon();
    device.log(&(event(46) + &crash_at(2, APP, 47, "last")));
    watched.lab.rcad(&["start"]).ok();
    watched.wait_for_failures(6);
    assert_eq!(watched.lab.status()["crashes"], 6);
}

#[test]
fn of_an_app_that_does_not_respond_the_traces_are_fetched() {
    let Some(watched) = Watched::new(&[]) else { return };
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    let anr = |pid: u32| {
        line(0, 600, "am_anr", &format!("[0,{pid},{APP},952745540,Input dispatching timed out (x)]"))
            + &line(0, 600, "ActivityManager", &format!("ANR in {APP} ({APP}/.Main)"))
            + &line(0, 600, "ActivityManager", &format!("PID: {pid}"))
            + &line(0, 600, "ActivityManager", "Reason: Input dispatching timed out (x)")
    };
    let now = Timestamp::now().strftime("%F %T").to_string();
    device.set_drop_box(&format!(
        "Drop box contents: 1 entries\n\n========================================\n\
         {now} data_app_anr (compressed text, 999 bytes)\nProcess: {APP}\nPID: 42\nSubject: Input dispatching timed out (x)\n\n\
         ----- pid 42 at {now} -----\nCmd line: {APP}\n\n\"main\" prio=5 tid=1 Blocked\n\
         \u{20} at {APP}.Sync.take(Sync.kt:31)\n\u{20} - waiting to lock <0x1> (a {APP}.Lock) held by thread 9\n\n\
         \"io\" prio=5 tid=9 Native\n\u{20} at {APP}.Disk.read(Disk.kt:8)\n\n----- end 42 -----\n"
    ));
    device.log(&anr(42));
    let stored = watched.wait_for_failures(1);
    let shown = watched.lab.rcad(&["show", stored[0]["id"].as_str().unwrap()]).ok().out;
    assert!(shown.contains("Sync.kt:31") && shown.contains("held by thread 9"), "{shown}");
    // Nothing is kept of this one.
    device.set_drop_box("(No entries found.)\n");
    device.log(&anr(43));
    watched.wait("the second", |state| state["crashes"] == 2);
}

#[test]
fn an_old_adb_server_is_enough() {
    let Some(mut watched) = Watched::new(&[]) else { return };
    let old = OldAdbServer::start(&watched.server().port).unwrap();
    watched.lab.kill_daemon();
    watched.lab.add_environment("ANDROID_ADB_SERVER_PORT", &old.port);
    watched.lab.rcad(&["start"]).ok();
    let device = AdbDevice::start("Nexus_4").unwrap();
    watched.connect(&device);
    device.log(&crash(APP, 42, "shelf"));
    watched.wait_for_failures(1);
    let refused = old.refused();
    for service in ["host:track-devices-l", ":features", "exec:logcat"] {
        assert!(refused.iter().any(|one| one.contains(service)), "{service}: {refused:?}");
    }
}

#[test]
fn a_flood_hides_no_crash_and_raises_no_false_alarm() {
    let Some(watched) = Watched::new(&[]) else { return };
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    let chatter: String =
        (0..500).map(|n| line(0, 1000 + n, "chatty app", "FATAL words, exceptions and ANRs of no app")).collect();
    for n in 0..40 {
        device.flood(&chatter);
        if n % 10 == 5 {
            device.flood(&crash(APP, 42 + n, &format!("shelf{n}")));
        }
    }
    let stored = watched.wait_for_failures(4);
    device.flood(&chatter);
    assert!(stored.len() == 4 && stored.iter().all(|failure| failure["occurrences"] == 1), "{stored:?}");
}

#[test]
fn a_device_that_is_attached_twice_is_followed_once_and_by_the_other_when_one_goes() {
    let Some(watched) = Watched::new(&[]) else { return };
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    device.log(&crash(APP, 42, "first"));
    watched.wait_for_failures(1);
    let port = device.address().rsplit(':').next().unwrap();
    let second = format!("localhost:{port}");
    watched.server().connect(&second).unwrap();
    let same = format!("{second} (Pixel_8): the same device as {}", device.address());
    watched.wait("the second connection", |_| watched.lab.rcad(&["status"]).out.contains(&same));
    device.log(&crash(APP, 43, "second"));
    watched.wait_for_failures(2);
    // The first connection ends in the middle of a line.
    let text = crash(APP, 44, "third");
    let (beginning, rest) = text.split_at(text.len() - 100);
    device.log(beginning);
    watched.server().adb(&["disconnect", device.address()]).status().unwrap();
    device.log(rest);
    watched.wait_for_failures(3);
    watched.wait("the second to take over", |state| {
        let devices = state["devices"]["devices"].as_array().unwrap();
        devices.iter().any(|one| one["serial"] == second.as_str() && one["reading"] == true)
    });
    // Whatever connection is first after that.
    watched.lab.kill_daemon();
    device.log(&crash(APP, 45, "fourth"));
    watched.lab.rcad(&["start"]).ok();
    let stored = watched.wait_for_failures(4);
    assert!(stored.len() == 4 && stored.iter().all(|failure| failure["occurrences"] == 1), "{stored:?}");
    assert_eq!(watched.lab.status()["crashes"], 4);
}

#[test]
fn emulators_that_call_themselves_the_same_are_two() {
    let Some(watched) = Watched::new(&[]) else { return };
    let devices = [AdbDevice::start("One").unwrap(), AdbDevice::start("Two").unwrap()];
    for (n, device) in devices.iter().enumerate() {
        device.set_identity("EMULATOR34X1X19X0", &format!("1f0c3a52-8a5f-4c1b-9d59-2f4f6d2b7a1{n}"));
        watched.connect(device);
    }
    devices[0].log(&crash(APP, 42, "shelf"));
    devices[1].log(&crash(APP, 42, "order"));
    assert_eq!(watched.wait_for_failures(2).len(), 2);
}

#[test]
fn a_setting_switches_it_off() {
    let mut lab = Lab::bare();
    let Some(server) = adb_server::start(&lab, None) else { return };
    lab.add_environment("ANDROID_ADB_SERVER_PORT", &server.port);
    let device = AdbDevice::start("Pixel_8").unwrap();
    server.connect(device.address()).unwrap();
    lab.rcad(&["start"]).ok(); // With RCAD_DEVICES_WATCH=false, as in all other tests.
    assert_eq!(lab.status()["devices"]["devices"], serde_json::json!([]));
    assert!(device.commands().is_empty());
}
