//! Apps on devices and the builds that made them: what changed, when they were installed and started, what came again.

use jiff::Timestamp;
use rcad_testkit::AdbDevice;
use serde_json::Value;

use crate::agent_page::page;
use crate::devices::{APP, Watched, crash, crash_at, line};
use crate::lab::FIRST_MS;
use crate::notification::Desktop;

#[test]
fn installs_and_starts_of_own_apps_stand_once_in_the_timeline() {
    let Some(watched) = Watched::new(&[]) else { return };
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    let system = |ms, text: &str| line(ms, 600, "ActivityManager", text);
    for app in ["com.other.app", APP] {
        device.log(&system(0, &format!("Force stopping {app} appid=10123 user=-1: installPackageLI")));
        device.log(&system(500, &format!("Start proc 42:{app}/u0a123 for top-activity {{x}}")));
        device.log(&system(500, &format!("Start proc 43:{app}:sync/u0a123 for service {{x}}")));
        device.log(&line(700, 600, "ActivityTaskManager", &format!("Displayed {app}/.Shelf: +200ms")));
    }
    let kinds = |watched: &Watched| {
        let timeline = watched.lab.json(&["timeline", "--format", "json"]);
        timeline.as_array().map(|events| {
            let told = events.iter().filter(|event| event["package"].is_string());
            assert!(told.clone().all(|event| event["package"] == APP && event["device"] == "Pixel 8"), "{events:?}");
            told.map(|event| event["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        })
    };
    watched.wait("both in the timeline", |_| kinds(&watched).is_some_and(|kinds| kinds == ["installed", "started"]));
    // They are read again.
    watched.lab.kill_daemon();
    watched.lab.rcad(&["start"]).ok();
    device.log(&crash_at(1_000, APP, 42, "shelf"));
    watched.wait_for_failures(1);
    assert_eq!(kinds(&watched).unwrap(), ["installed", "started", "crashed"]);
}

#[test]
fn a_crash_is_told_with_what_changed_in_the_build_of_its_app() {
    let Some(watched) = Watched::new(&[]) else { return };
    let script = watched.project.join("build.gradle");
    let minified =
        std::fs::read_to_string(&script).unwrap() + "\nandroid.buildTypes { release { minifyEnabled true } }\n";
    std::fs::write(&script, minified).unwrap();
    watched.build(2);
    watched.wait("the second build", |state| state["builds"] == 2);
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    device.log(&crash(APP, 42, "shelf"));
    watched.wait_for_failures(1);
    let change = "switched on minify for release";
    let shown = watched.lab.rcad(&["show", "last"]).ok().out;
    assert!(shown.contains(&format!("\nThat build {change}.\n")), "{shown}");
    let json = watched.lab.json(&["timeline", "--since", "2020-01-01", "--format", "json"]);
    let changes: Vec<&Value> = json.as_array().unwrap().iter().map(|event| &event["changes"]).collect();
    assert!(changes[0].is_null() && changes[1] == changes[2] && changes[1][0]["kind"] == "minify", "{json}");
    let text = watched.lab.rcad(&["timeline", "--since", "2020-01-01"]).ok().out;
    assert!(text.contains(&format!("{APP}: 1 crash since the build of ")), "{text}");
    assert!(text.contains(&format!(", which {change}; 0 before\n")), "{text}");
    let (_, page) = page(&watched.lab);
    assert!(page.contains(&format!("; that build {change}")), "{page}");
}

#[test]
fn a_crash_that_did_not_come_again_is_said_to_be_not_seen_since() {
    let Some(watched) = Watched::new(&[]) else { return };
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    let start = |ms, pid: u32| {
        device.log(&line(ms, 600, "ActivityManager", &format!("Start proc {pid}:{APP}/u0a123 for top-activity {{x}}")));
        device.log(&line(ms + 100, 600, "ActivityTaskManager", &format!("Displayed {APP}/.Shelf: +200ms")));
    };
    start(0, 42);
    device.log(&crash_at(300, APP, 42, "shelf"));
    watched.wait_for_failures(1);
    let shown = || watched.lab.rcad(&["show", "last"]).ok().out;
    assert!(!shown().contains("Not seen since"), "{}", shown());
    let replaced = format!("Force stopping {APP} appid=10123 user=-1: installPackageLI");
    device.log(&line(20_000, 600, "ActivityManager", &replaced));
    start(21_000, 43);
    watched.wait("what the app did", |_| {
        shown().contains("\nNot seen since the app was installed just now: started once, Shelf shown once.\n")
    });
    // It comes again.
    device.log(&crash_at(22_000, APP, 43, "shelf"));
    watched.wait("the second crash", |state| state["crashes"] == 2);
    assert!(!shown().contains("Not seen since"), "{}", shown());
}

#[test]
fn a_crash_is_announced_once_a_build() {
    let Some(desktop) = Desktop::start() else { return };
    let environment =
        [("DBUS_SESSION_BUS_ADDRESS", &*desktop.bus), ("RCAD_NOTIFY", "true"), ("RCAD_NOTIFY_AGAIN_MINUTES", "0")];
    let Some(watched) = Watched::new(&environment) else { return };
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    device.log(&crash(APP, 42, "shelf"));
    watched.wait("the notification", |_| desktop.count() == 1);
    device.log(&crash(APP, 43, "shelf"));
    let occurrences = || watched.lab.json(&["list", "--format", "json"])[0]["occurrences"].clone();
    watched.wait("the second crash", |_| occurrences() == 2);
    // A new build.
    let now = u64::try_from(Timestamp::now().as_millisecond()).unwrap();
    watched.build(now - FIRST_MS);
    watched.wait("the build", |state| state["builds"] == 2);
    device.log(&crash(APP, 44, "shelf"));
    watched.wait("the second notification", |_| desktop.count() == 2);
    let received = desktop.received();
    assert!(received.len() == 2 && received[0].0.starts_with("books: "), "{received:?}");
}
