//! A real systemd keeps the daemon running: our own user instance, with a private runtime directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::lab::{Lab, run, skipped};

const SYSTEMD: &str = "/lib/systemd/systemd";
/// Without this directory, systemd assumes that it does not run on the machine.
const BOOTED: &str = "/run/systemd/system";

struct Session {
    systemd: Child,
    made_booted: bool,
}

impl Session {
    /// Starts the user instance; nothing if that is impossible here.
    fn start(environment: &[(&str, &str)]) -> Option<Session> {
        if !Path::new(SYSTEMD).exists() {
            skipped("systemd is not here");
            return None;
        }
        let made_booted = !Path::new(BOOTED).exists();
        if made_booted && fs::create_dir_all(BOOTED).is_err() {
            skipped("systemd does not run on this machine, and only root can start a user instance without it");
            return None;
        }
        let mut command = Command::new(SYSTEMD);
        command.arg("--user").envs(environment.iter().copied()).env_remove("DBUS_SESSION_BUS_ADDRESS");
        let systemd = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let session = Session { systemd, made_booted };
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(10) {
            if run(Command::new("systemctl").args(["--user", "show-environment"]).envs(environment.iter().copied()))
                .code
                == 0
            {
                return Some(session);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        skipped("a user instance of systemd does not start here");
        None
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = run(Command::new("kill").arg(self.systemd.id().to_string()));
        let _ = self.systemd.wait();
        if self.made_booted {
            let _ = fs::remove_dir(BOOTED);
        }
    }
}

/// Directories of a user with a running systemd.
struct User {
    runtime: PathBuf,
    config: PathBuf,
    dir: tempfile::TempDir,
}

impl User {
    fn new() -> User {
        let dir = tempfile::tempdir().unwrap();
        let (runtime, config) = (dir.path().join("run"), dir.path().join("config"));
        fs::create_dir(&runtime).unwrap();
        fs::set_permissions(&runtime, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
        User { runtime, config, dir }
    }

    fn environment(&self) -> [(&str, &str); 4] {
        [
            ("XDG_RUNTIME_DIR", self.runtime.to_str().unwrap()),
            ("XDG_CONFIG_HOME", self.config.to_str().unwrap()),
            ("RCAD_SERVICE", "auto"),
            ("RCAD_NOTIFY", "false"),
        ]
    }

    /// Names of rcad's units.
    fn units(&self) -> Vec<String> {
        let entries = fs::read_dir(self.config.join("systemd/user")).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".service")).collect();
        names.sort();
        names
    }
}

#[test]
fn systemd_starts_the_daemon_again_after_a_crash_and_leaves_it_stopped_after_stop() {
    let user = User::new();
    let environment = user.environment();
    let Some(_session) = Session::start(&environment) else { return };
    let lab = Lab::bare_with(&environment);
    let setup = lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    assert!(setup.out.contains("as a systemd user unit"), "{setup:?}");
    assert_eq!(user.units().len(), 1);
    let first = lab.daemon_pid();
    run(Command::new("kill").args(["-9", &first.to_string()])).ok();
    let start = Instant::now();
    while lab.rcad(&["status"]).code != 0 || lab.daemon_pid() == first {
        assert!(start.elapsed() < Duration::from_secs(20), "systemd did not start it again");
        std::thread::sleep(Duration::from_millis(50));
    }
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    lab.rcad(&["stop"]).ok();
    std::thread::sleep(Duration::from_secs(2)); // longer than the unit waits before a restart
    assert_eq!(lab.rcad(&["status"]).code, 1, "a wanted stop is no crash");
    lab.rcad(&["start"]).ok();
    lab.rcad(&["restart"]).ok();
    assert_eq!(lab.rcad(&["status"]).code, 0);
    let gone = lab.rcad(&["uninstall"]).ok();
    assert!(gone.out.contains("systemd user unit") && user.units().is_empty(), "{gone:?}");
    assert_eq!(lab.rcad(&["status"]).code, 1);
}

/// A scratch state directory beside the default one, as developers and tests have.
#[test]
fn commands_of_a_scratch_home_leave_the_users_own_service_alone() {
    let user = User::new();
    let environment = user.environment();
    let Some(_session) = Session::start(&environment) else { return };
    // Without RCAD_HOME it is below the home directory.
    let mut real = Lab::bare_with(&environment);
    real.add_environment("HOME", user.dir.path().to_str().unwrap());
    real.add_environment("RCAD_HOME", "");
    let scratch = Lab::bare_with(&environment);
    let setup = |lab: &Lab| lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    let pid = |lab: &Lab| lab.json(&["status", "--format", "json"])["pid"].as_u64();
    setup(&real);
    assert_eq!(user.units(), ["rcad.service"]);
    let first = pid(&real);
    assert!(first.is_some());
    let active = || systemctl(&environment, &["is-active", "rcad.service"]) == "active";
    for command in [&["start"][..], &["stop"], &["restart"], &["uninstall"], &["uninstall", "--purge"]] {
        scratch.rcad(command);
        assert!(active() && pid(&real) == first, "{command:?}");
    }
    setup(&scratch);
    assert_eq!((user.units().len(), pid(&real)), (2, first), "{:?}", user.units());
    assert_ne!(pid(&scratch), first);
    for command in [&["stop"][..], &["start"], &["restart"], &["uninstall"]] {
        scratch.rcad(command).ok();
        assert!(active() && pid(&real) == first, "{command:?}");
    }
    assert_eq!(user.units(), ["rcad.service"]);
    real.rcad(&["uninstall"]).ok();
    assert!(user.units().is_empty() && !active());
}

fn systemctl(environment: &[(&str, &str)], words: &[&str]) -> String {
    let ran = run(Command::new("systemctl").arg("--user").args(words).envs(environment.iter().copied()));
    ran.out.trim().to_owned()
}
