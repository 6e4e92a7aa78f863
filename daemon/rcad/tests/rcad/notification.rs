//! A real notification service: dunst on its own session bus and display.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::gradle;
use crate::lab::{Lab, run, skipped};

/// A desktop with nothing but dunst.
pub struct Desktop {
    /// Address of its session bus.
    pub bus: String,
    processes: Vec<Child>,
    dir: tempfile::TempDir,
}

impl Desktop {
    /// Starts it; nothing where a part is missing.
    pub fn start() -> Option<Desktop> {
        for program in ["dbus-daemon", "Xvfb", "dunst", "dunstctl"] {
            if run(Command::new("which").arg(program)).code != 0 {
                skipped(&format!("{program} is not here, so no real notification service is tested"));
                return None;
            }
        }
        let mut desktop = Desktop { bus: String::new(), processes: Vec::new(), dir: tempfile::tempdir().unwrap() };
        desktop.bus =
            desktop.first_line(Command::new("dbus-daemon").args(["--session", "--nofork", "--print-address"]));
        let display = desktop.first_line(Command::new("Xvfb").args(["-displayfd", "1", "-screen", "0", "800x600x24"]));
        let config = desktop.dir.path().join("dunstrc");
        std::fs::write(&config, "[global]\nhistory_length = 100\n").unwrap();
        let mut dunst = Command::new("dunst");
        dunst
            .arg("-config")
            .arg(&config)
            .env("DISPLAY", format!(":{display}"))
            .env("DBUS_SESSION_BUS_ADDRESS", &desktop.bus);
        desktop.processes.push(dunst.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        while desktop.ask(&["is-paused"]).0 != 0 {}
        Some(desktop)
    }

    fn first_line(&mut self, command: &mut Command) -> String {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        self.processes.push(child);
        line.trim().to_owned()
    }

    fn ask(&self, args: &[&str]) -> (i32, String) {
        let ran = run(Command::new("dunstctl").args(args).env("DBUS_SESSION_BUS_ADDRESS", &self.bus));
        (ran.code, ran.out)
    }

    /// Number of shown, waiting and past notifications.
    pub fn count(&self) -> u64 {
        let total = |args: &[&str]| self.ask(args).1.trim().parse::<u64>().unwrap_or(0);
        total(&["count", "displayed"]) + total(&["count", "waiting"]) + total(&["count", "history"])
    }

    /// Summary and body of each, after closing them.
    pub fn received(&self) -> Vec<(String, String)> {
        self.ask(&["close-all"]);
        let history: serde_json::Value = serde_json::from_str(&self.ask(&["history"]).1).unwrap();
        let text = |n: &serde_json::Value, key: &str| n[key]["data"].as_str().unwrap_or_default().to_owned();
        let all = history["data"][0].as_array().unwrap();
        all.iter().map(|n| (text(n, "summary"), text(n, "body"))).collect()
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        for process in self.processes.iter_mut().rev() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

#[test]
fn a_failed_build_is_announced_once_with_its_cause_and_link() {
    let (Some(gradle), Some(desktop)) = (gradle::any(), Desktop::start()) else { return };
    let lab = Lab::with(gradle, &[("DBUS_SESSION_BUS_ADDRESS", &desktop.bus), ("RCAD_NOTIFY", "true")]);
    let doctor = lab.rcad(&["doctor"]);
    assert!(doctor.out.contains("notifications: dunst"), "{doctor:?}");
    lab.build(&lab.project("green"), &["build"]).ok();
    lab.wait("the green build", |lab| (lab.status()["builds"] == 1).then_some(()));
    let failing = lab.project("java-error");
    lab.build(&failing, &["build"]).failed();
    lab.wait("the notification", |_| (desktop.count() > 0).then_some(()));
    lab.build(&failing, &["build"]).failed(); // the same again
    lab.wait_for_builds(3);
    lab.build(&lab.project("broken-script"), &["build"]).failed(); // another one
    lab.wait("the second notification", |_| (desktop.count() > 1).then_some(()));
    let mut received = desktop.received();
    received.sort();
    assert_eq!(received.len(), 2, "none for the green build, one for each failure: {received:?}");
    let (title, body) = &received[1];
    assert_eq!(title, "java-error: Java symbol not found");
    let mut lines = body.lines();
    assert!(lines.next().unwrap().contains("pageCount"), "{body}");
    let links = lab.json(&["list", "--format", "json"]);
    let link = links[1]["page"].as_str().unwrap();
    assert_eq!(lines.next().unwrap(), link);
    let (_, target) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
    assert_eq!(lab.http(&format!("/{target}"), &[]).0, 200, "the link opens the page");
    // A restarted daemon remembers what was announced.
    lab.rcad(&["restart"]).ok();
    lab.build(&failing, &["build"]).failed();
    lab.wait_for_builds(5);
    assert_eq!(desktop.received().len(), 2);
}

#[test]
fn without_a_notification_service_the_failure_is_stored_and_status_says_what_is_missing() {
    let Some(gradle) = gradle::any() else { return };
    let lab = Lab::with(gradle, &[("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus"), ("RCAD_NOTIFY", "true")]);
    lab.build(&lab.project("java-error"), &["build"]).failed();
    lab.wait_for_builds(1);
    let said = lab.wait("the health", |lab| lab.status()["health"][0].as_str().map(str::to_owned));
    assert!(said.contains("could not be announced"), "{said}");
    assert!(lab.rcad(&["open", "last", "--print"]).ok().out.starts_with("http://127.0.0.1:"));
}
