//! A scratch environment for measurements: a state directory with its own daemon, Gradle homes, and a small project.
//! Deleted afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rcad::{Client, Home};

use crate::program;

/// The scratch directory.
pub struct Scratch {
    root: PathBuf,
    rcad: PathBuf,
    daemon: Option<Child>,
    gradle: PathBuf,
    gradle_homes: Vec<PathBuf>,
    environment: Vec<(String, String)>,
}

/// Measures in a temporary directory, which is deleted afterwards.
pub fn in_temporary<F>(name: &str, measure: impl FnOnce(&Path) -> Result<F>) -> Result<F> {
    let scratch = std::env::temp_dir().join(format!("rcad-bench-{name}-{}", std::process::id()));
    let measured = measure(&scratch);
    // A temporary directory; it may stay.
    let _ = fs::remove_dir_all(&scratch);
    measured
}

/// Time limit for the daemon's first answer.
const START: Duration = Duration::from_secs(10);

impl Scratch {
    /// A new scratch directory; its project compiles.
    pub fn new(gradle: &Path) -> Result<Scratch> {
        let rcad = program::rcad()?;
        let root = std::env::temp_dir().join(format!("rcad-bench-{}", std::process::id()));
        let source = root.join("project/src/main/java");
        fs::create_dir_all(&source).with_context(|| format!("cannot make {}", source.display()))?;
        fs::write(root.join("project/settings.gradle"), "rootProject.name = 'bench'\n")?;
        fs::write(root.join("project/build.gradle"), "apply plugin: 'java'\n")?;
        let scratch = Scratch {
            root,
            rcad,
            daemon: None,
            gradle: gradle.to_owned(),
            gradle_homes: Vec::new(),
            environment: Vec::new(),
        };
        scratch.set_failing(false)?;
        Ok(scratch)
    }

    /// Makes the project one that does not compile, or one that does.
    pub fn set_failing(&self, failing: bool) -> Result<()> {
        let value = if failing { "missing" } else { "7" };
        let source = self.project().join("src/main/java/Counter.java");
        fs::write(source, format!("class Counter {{ int next() {{ return {value}; }} }}\n"))?;
        Ok(())
    }

    /// The directory of the project.
    pub fn project(&self) -> PathBuf {
        self.root.join("project")
    }

    /// Sets a variable for the program.
    pub fn add_environment(&mut self, name: &str, value: &str) {
        self.environment.push((name.to_owned(), value.to_owned()));
    }

    /// Its state directory.
    pub fn home(&self) -> Home {
        Home::at(&self.root.join("rcad"))
    }

    /// A new Gradle home.
    pub fn gradle_home(&mut self, name: &str) -> PathBuf {
        let path = self.root.join(name);
        self.gradle_homes.push(path.clone());
        path
    }

    /// The program, using this state directory.
    pub fn rcad(&self) -> Command {
        let mut command = Command::new(&self.rcad);
        command.env("RCAD_HOME", self.home().root()).envs(self.environment.iter().map(|(k, v)| (k, v)));
        command
    }

    /// Runs the project's build. Returns the duration of the command.
    pub fn build(&self, gradle_home: &Path) -> Result<Duration> {
        let mut command = Command::new(&self.gradle);
        command.args(["-q", "--daemon", "assemble", "--gradle-user-home"]).arg(gradle_home);
        command.current_dir(self.project());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let start = Instant::now();
        command.status().with_context(|| format!("cannot run {}", self.gradle.display()))?;
        Ok(start.elapsed())
    }

    /// Starts the daemon. Returns the time until it answered.
    pub fn start_daemon(&mut self) -> Result<Duration> {
        self.home().create()?;
        let start = Instant::now();
        let mut command = self.rcad();
        command.arg("daemon").env("RCAD_NOTIFY", "false").env("RCAD_LOG", "error");
        self.daemon = Some(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?);
        while start.elapsed() < START {
            if let Some(client) = Client::new(&self.home())?
                && client.status().ok().flatten().is_some()
            {
                return Ok(start.elapsed());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        bail!("the daemon does not answer")
    }

    /// Kills the daemon.
    pub fn kill_daemon(&mut self) {
        if let Some(mut daemon) = self.daemon.take() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }

    /// Process id of the daemon.
    pub fn daemon_pid(&self) -> Option<u32> {
        self.daemon.as_ref().map(Child::id)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.kill_daemon();
        for gradle_home in &self.gradle_homes {
            let mut stop = Command::new(&self.gradle);
            stop.args(["--stop", "--gradle-user-home"]).arg(gradle_home);
            let _ = stop.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
        let _ = fs::remove_dir_all(&self.root);
    }
}
