//! A scratch state directory with the hook in a Gradle home, a daemon, and copies of the failing projects.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::MutexGuard;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::gradle::{Gradle, QUICK_JVM};

/// When the golden records' day begins, in Unix milliseconds.
pub const FIRST_MS: u64 = 1_700_000_000_000;
/// Time limit for whatever must happen.
const TIMEOUT: Duration = Duration::from_secs(90);

/// The result of a command.
#[derive(Debug)]
pub struct Ran {
    /// Exit code; -1 after a signal.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// The scratch directory; deleted on drop.
pub struct Lab {
    dir: tempfile::TempDir,
    gradle: Option<&'static Gradle>,
    gradle_home: PathBuf,
    environment: Vec<(String, String)>,
    _turn: Option<MutexGuard<'static, ()>>,
}

impl Lab {
    /// A state directory without Gradle and without a daemon.
    pub fn bare() -> Lab {
        let dir = tempfile::tempdir().unwrap();
        let gradle_home = dir.path().join("gradle-home");
        Lab { dir, gradle: None, gradle_home, environment: Vec::new(), _turn: None }
    }

    /// The same, with additional environment for rcad.
    pub fn bare_with(environment: &[(&str, &str)]) -> Lab {
        let mut lab = Lab::bare();
        lab.environment = environment.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        lab
    }

    /// Sets a variable for rcad.
    pub fn add_environment(&mut self, name: &str, value: &str) {
        self.environment.push((name.to_owned(), value.to_owned()));
    }

    /// With the hook in this Gradle's home and the daemon running.
    pub fn new(gradle: &'static Gradle) -> Lab {
        Lab::with(gradle, &[])
    }

    /// The same, with more environment for rcad.
    pub fn with(gradle: &'static Gradle, environment: &[(&str, &str)]) -> Lab {
        let mut lab = Lab::bare_with(environment);
        lab._turn = Some(gradle.take_turn());
        lab.gradle = Some(gradle);
        lab.gradle_home = gradle.home();
        lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home.to_str().unwrap()]).ok();
        lab
    }

    /// The same, with a symbolic link for the Gradle home, as for a `~/.gradle` on another disk.
    pub fn linked(gradle: &'static Gradle) -> Lab {
        let mut lab = Lab::bare();
        lab._turn = Some(gradle.take_turn());
        lab.gradle = Some(gradle);
        std::os::unix::fs::symlink(gradle.home(), &lab.gradle_home).unwrap();
        lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home.to_str().unwrap()]).ok();
        lab
    }

    /// The same without a running daemon.
    pub fn without_daemon(gradle: &'static Gradle) -> Lab {
        let lab = Lab::new(gradle);
        lab.rcad(&["stop"]).ok();
        lab
    }

    /// The state directory.
    pub fn state(&self) -> PathBuf {
        self.dir.path().join("rcad")
    }

    /// A path in the scratch directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The Gradle home with the hook.
    pub fn gradle_home(&self) -> &Path {
        &self.gradle_home
    }

    /// Its shim.
    pub fn shim(&self) -> PathBuf {
        self.gradle_home.join("init.d/rcad.init.gradle")
    }

    /// The `rcad` command with this state directory.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rcad"));
        command.args(args).env("RCAD_HOME", self.state()).env("RCAD_SERVICE", "none").env("NO_COLOR", "1");
        // Nor the crashes of the developer's own devices.
        command.env("RCAD_DEVICES_WATCH", "false");
        // A port without a listener: tests must not use the developer's own server.
        command.env("RCAD_OLLAMA_URL", "http://127.0.0.1:1");
        command.env("RCAD_NOTIFY", "false").env("GRADLE_USER_HOME", &self.gradle_home).env("JAVA_OPTS", QUICK_JVM);
        command.stdin(Stdio::null());
        command.envs(self.environment.iter().map(|(k, v)| (k, v)));
        command
    }

    /// Runs rcad.
    pub fn rcad(&self, args: &[&str]) -> Ran {
        run(&mut self.command(args))
    }

    /// Runs rcad, which must print JSON.
    pub fn json(&self, args: &[&str]) -> Value {
        let ran = self.rcad(args);
        serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{args:?}: {e}\n{ran:?}"))
    }

    /// A fresh copy of a project of `testdata/projects`.
    pub fn project(&self, name: &str) -> PathBuf {
        let to = self.dir.path().join("projects").join(name);
        copy_tree(&testdata("projects").join(name), &to);
        to
    }

    /// The Gradle command in a project.
    pub fn gradle(&self, project: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(&self.gradle.unwrap().program);
        command.args(args).env("GRADLE_USER_HOME", &self.gradle_home).current_dir(project).stdin(Stdio::null());
        command.env("JAVA_OPTS", QUICK_JVM);
        command.env("ANDROID_USER_HOME", self.path("android")); // otherwise its plugin writes a key into ~/.android
        command
    }

    /// Runs Gradle in a project.
    pub fn build(&self, project: &Path, args: &[&str]) -> Ran {
        run(&mut self.gradle(project, args))
    }

    /// Writes a golden record as a script does, `n` milliseconds into its day.
    pub fn spool(&self, n: u64, golden: &str) {
        self.spool_with(n, golden, &[]);
    }

    /// The same with some of its text replaced.
    pub fn spool_with(&self, n: u64, golden: &str, replaced: &[(&str, &str)]) {
        let text = std::fs::read_to_string(testdata("wire").join(golden)).unwrap();
        let text = replaced.iter().fold(text, |text, (old, new)| text.replace(old, new));
        let mut record: Value = serde_json::from_str(&text).unwrap();
        let ended_ms = FIRST_MS + n;
        record["ended_ms"] = ended_ms.into();
        let kind = if record["outcome"] == "failed" { "failed" } else { "ok" };
        let (spool, name) = (self.state().join("spool"), format!("{ended_ms}-1-{n}"));
        let temporary = spool.join(format!(".{name}.tmp"));
        std::fs::write(&temporary, record.to_string()).unwrap();
        std::fs::rename(temporary, spool.join(format!("{name}.{kind}.json"))).unwrap();
    }

    /// Records that wait in the spool.
    pub fn waiting(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.state().join("spool")).unwrap().map(|e| e.unwrap().path());
        let mut waiting: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == "json")).collect();
        waiting.sort();
        waiting
    }

    /// Process id of the running daemon.
    pub fn daemon_pid(&self) -> i32 {
        let file: Value = serde_json::from_slice(&std::fs::read(self.state().join("daemon.json")).unwrap()).unwrap();
        i32::try_from(file["pid"].as_i64().unwrap()).unwrap()
    }

    /// Kills the daemon as `kill -9` does.
    pub fn kill_daemon(&self) {
        run(Command::new("kill").args(["-9", &self.daemon_pid().to_string()])).ok();
        self.wait_for_end();
    }

    /// Waits until the daemon is gone.
    pub fn wait_for_end(&self) {
        let start = Instant::now();
        while !self.rcad(&["status"]).out.contains("not running") {
            assert!(start.elapsed() < TIMEOUT, "the daemon does not die");
        }
    }

    /// What the daemon says of itself.
    pub fn status(&self) -> Value {
        self.json(&["status", "--format", "json"])
    }

    /// Waits until `ready` returns something. Checks again whenever the daemon has stored a build.
    pub fn wait<T>(&self, what: &str, mut ready: impl FnMut(&Lab) -> Option<T>) -> T {
        let start = Instant::now();
        let mut events = self.events();
        loop {
            if let Some(done) = ready(self) {
                return done;
            }
            let log = || std::fs::read_to_string(self.state().join("log/rcad.log")).unwrap_or_default();
            assert!(start.elapsed() < TIMEOUT, "waited in vain for {what}; status {:#}\n{}", self.status(), log());
            let mut line = String::new();
            // After a time-out check again, since an event may have been missed.
            if events.read_line(&mut line).is_ok_and(|n| n == 0) {
                events = self.events();
            }
        }
    }

    /// Waits until this many builds were stored. Returns the newest failure.
    pub fn wait_for_builds(&self, builds: u64) -> Value {
        self.wait(&format!("{builds} builds"), |lab| (lab.status()["builds"].as_u64()? >= builds).then_some(()));
        self.json(&["show", "last", "--format", "json"])
    }

    /// A request to the daemon with these headers. Returns status code and body.
    pub fn http(&self, target: &str, headers: &[(&str, &str)]) -> (u16, String) {
        let (head, body) = self.exchange("GET", target, headers, "");
        (code(&head), body)
    }

    /// The same for a form that is sent; returns the head of the response with its status code.
    pub fn send(&self, target: &str, headers: &[(&str, &str)], form: &str) -> (u16, String) {
        let mut headers = headers.to_vec();
        let length = form.len().to_string();
        headers.push(("Content-Type", "application/x-www-form-urlencoded"));
        headers.push(("Content-Length", &length));
        let (head, _) = self.exchange("POST", target, &headers, form);
        (code(&head), head)
    }

    /// The headers of the daemon's response, names in lower case.
    pub fn http_head(&self, target: &str) -> String {
        self.exchange("GET", target, &[], "").0
    }

    fn exchange(&self, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> (String, String) {
        let (mut stream, address) = self.connect();
        let mut request = format!("{method} {target} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request.push_str(&format!("Host: {address}\r\n"));
        }
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{request}\r\n{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        std::io::Read::read_to_string(&mut stream, &mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    /// The token of `daemon.json`.
    pub fn token(&self) -> String {
        let file: Value = serde_json::from_slice(&std::fs::read(self.state().join("daemon.json")).unwrap()).unwrap();
        file["token"].as_str().unwrap().to_owned()
    }

    fn connect(&self) -> (TcpStream, String) {
        let file: Value = serde_json::from_slice(&std::fs::read(self.state().join("daemon.json")).unwrap()).unwrap();
        let address = file["address"].as_str().unwrap().to_owned();
        let stream = TcpStream::connect(&address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
        (stream, address)
    }

    /// Listens to stored builds.
    pub fn events(&self) -> BufReader<TcpStream> {
        let (mut stream, address) = self.connect();
        let request =
            format!("GET /api/v1/events HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\n\r\n", self.token());
        stream.write_all(request.as_bytes()).unwrap();
        BufReader::new(stream)
    }

    /// Begins an import whose text never comes. Its first line is the daemon's word that it waits for the text.
    pub fn begun_import(&self) -> BufReader<TcpStream> {
        let (mut stream, address) = self.connect();
        let head = format!(
            "POST /api/v1/import?first=1 HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}",
            self.token()
        );
        let rest = "Content-Type: text/plain\r\nContent-Length: 1000\r\nExpect: 100-continue";
        stream.write_all(format!("{head}\r\n{rest}\r\n\r\n").as_bytes()).unwrap();
        BufReader::new(stream)
    }
}

/// The status code of a response's head.
fn code(head: &str) -> u16 {
    head.split(' ').nth(1).unwrap().parse().unwrap()
}

impl Drop for Lab {
    fn drop(&mut self) {
        // The hook must not stay in a Gradle home that another test uses.
        let _ = self.command(&["uninstall"]).output();
        let _ = std::fs::remove_file(self.shim());
    }
}

impl Ran {
    /// Asserts success.
    #[track_caller]
    pub fn ok(self) -> Ran {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }

    /// Asserts a failure like that of a failing Gradle build.
    #[track_caller]
    pub fn failed(self) -> Ran {
        assert_eq!(self.code, 1, "{self:?}");
        self
    }
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Ran {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

/// A folder of the repository's `testdata`.
pub fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// Reports that a real part is missing.
pub fn skipped(why: &str) {
    eprintln!("SKIPPED: {why}");
}

fn copy_tree(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_tree(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).unwrap();
            if target.ends_with("build.gradle") {
                make_unique(&target);
            }
        }
    }
}

/// Gradle 4 caches a script's `plugins` block by its text and then names the first copy with that text, which an
/// earlier test run has deleted.
fn make_unique(script: &Path) {
    let text = std::fs::read_to_string(script).unwrap();
    if text.contains("plugins {") {
        std::fs::write(script, format!("{text}\n// {}\n", script.display())).unwrap();
    }
}
