//! How the daemon is kept running: a systemd user unit, a launchd agent, or a plain background process.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::client::Client;
use crate::platform::home::{Home, replace};
use crate::protocol::Handshake;

/// Who restarts the daemon after a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manager {
    /// `systemctl --user`.
    Systemd,
    /// `launchctl`.
    Launchd,
    /// Nobody.
    None,
}

const UNIT: &str = "rcad.service";
const LABEL: &str = "dev.rcad.daemon";
/// A daemon that a manager started answers within this time, or its log says why not.
const START: Duration = Duration::from_secs(10);

impl Manager {
    /// The manager of this session. `RCAD_SERVICE=none` asks for a plain process, e.g. for a scratch home.
    pub fn find() -> Manager {
        if std::env::var("RCAD_SERVICE").is_ok_and(|v| v == "none") {
            Manager::None
        } else if cfg!(target_os = "macos") {
            Manager::Launchd
        } else if succeeds(Command::new("systemctl").args(["--user", "show-environment"])) {
            Manager::Systemd
        } else {
            Manager::None
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Manager::Systemd => "systemd user unit",
            Manager::Launchd => "launchd agent",
            Manager::None => "background process",
        }
    }

    /// The file that tells it of the daemon.
    pub fn file(self) -> Option<PathBuf> {
        let user = std::env::home_dir()?;
        match self {
            Manager::Systemd => {
                let config = std::env::var_os("XDG_CONFIG_HOME").map_or_else(|| user.join(".config"), PathBuf::from);
                Some(config.join("systemd/user").join(UNIT))
            }
            Manager::Launchd => Some(user.join("Library/LaunchAgents").join(format!("{LABEL}.plist"))),
            Manager::None => None,
        }
    }

    /// Tells it of the daemon, so that it is started at login and after a crash.
    pub fn register(self, home: &Home) -> Result<()> {
        let Some(file) = self.file() else { return Ok(()) };
        let program = std::env::current_exe().context("cannot tell where rcad itself is")?;
        let text = match self {
            Manager::Systemd => systemd_unit(&program, home.root()),
            _ => launchd_agent(&program, home.root()),
        };
        if let Some(dir) = file.parent() {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        replace(&file, text.as_bytes(), 0o644).with_context(|| format!("cannot write {}", file.display()))?;
        if self == Manager::Systemd {
            call(Command::new("systemctl").args(["--user", "daemon-reload"]))?;
            call(Command::new("systemctl").args(["--user", "enable", "--quiet", UNIT]))?;
        }
        Ok(())
    }

    /// Makes it forget the daemon; true when it knew it.
    pub fn forget(self) -> Result<bool> {
        let Some(file) = self.file().filter(|file| file.exists()) else { return Ok(false) };
        match self {
            Manager::Systemd => call(Command::new("systemctl").args(["--user", "disable", "--now", "--quiet", UNIT]))?,
            _ => call(Command::new("launchctl").arg("unload").arg(&file))?,
        }
        std::fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        if self == Manager::Systemd {
            call(Command::new("systemctl").args(["--user", "daemon-reload"]))?;
        }
        Ok(true)
    }

    /// Starts the daemon and waits until it answers; the error is the daemon's own.
    pub fn start(self, home: &Home) -> Result<()> {
        match self {
            Manager::Systemd if self.is_registered() => {
                call(Command::new("systemctl").args(["--user", "restart", UNIT]))?;
                wait_for_answer(home).context("systemd started it\nhint: systemctl --user status rcad")
            }
            Manager::Launchd if self.is_registered() => {
                let file = self.file().unwrap_or_default();
                let _ = Command::new("launchctl").arg("unload").arg(&file).output();
                call(Command::new("launchctl").args(["load", "-w"]).arg(&file))?;
                wait_for_answer(home).context("launchd started it\nhint: launchctl list")
            }
            _ => start_process(home),
        }
    }

    /// Makes a manager leave the daemon stopped; a plain process is stopped by its API.
    pub fn stop(self) -> Result<()> {
        match self {
            Manager::Systemd if self.is_registered() => call(Command::new("systemctl").args(["--user", "stop", UNIT])),
            Manager::Launchd if self.is_registered() => {
                call(Command::new("launchctl").arg("unload").arg(self.file().unwrap_or_default()))
            }
            _ => Ok(()),
        }
    }

    fn is_registered(self) -> bool {
        self.file().is_some_and(|file| file.exists())
    }
}

/// A process of its own group, so that neither Ctrl-C nor a closing terminal reaches it. Its first line tells how it went.
fn start_process(home: &Home) -> Result<()> {
    let program = std::env::current_exe().context("cannot tell where rcad itself is")?;
    let mut command = Command::new(program);
    command.args(["daemon", "--handshake"]).env("RCAD_HOME", home.root());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).current_dir("/");
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().context("cannot start the daemon")?;
    let mut line = String::new();
    if let Some(out) = child.stdout.take() {
        BufReader::new(out).read_line(&mut line).context("the daemon said nothing")?;
    }
    match serde_json::from_str(&line) {
        Ok(Handshake::Ready(_)) => Ok(()),
        Ok(Handshake::Failed(error)) => bail!("the daemon did not start: {error}"),
        Err(_) => bail!("the daemon ended without a word\nhint: its log is {}", home.log().display()),
    }
}

/// Waits until the daemon that somebody has just started answers.
pub fn wait_for_answer(home: &Home) -> Result<()> {
    let start = Instant::now();
    while start.elapsed() < START {
        if let Some(client) = Client::new(home)?
            && client.status()?.is_some()
        {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    bail!("the daemon was started but does not answer; its log is {}", home.log().display())
}

/// Restarted after a crash, not after `rcad stop`; at most 5 times a minute.
fn systemd_unit(program: &Path, state: &Path) -> String {
    format!(
        "[Unit]\nDescription=rcad: explains failed Gradle builds\nStartLimitIntervalSec=60\nStartLimitBurst=5\n\n\
         [Service]\nExecStart={} daemon\nEnvironment={}\nRestart=on-failure\nRestartSec=1\nNice=5\n\n\
         [Install]\nWantedBy=default.target\n",
        quote(&program.display().to_string()),
        quote(&format!("RCAD_HOME={}", state.display())),
    )
}

/// A word of a systemd unit: quotes and backslashes escaped, `%` doubled because it begins a specifier.
fn quote(word: &str) -> String {
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%"))
}

fn launchd_agent(program: &Path, state: &Path) -> String {
    let escape = |path: &Path| path.display().to_string().replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\"><dict>\n<key>Label</key><string>{LABEL}</string>\n\
         <key>ProgramArguments</key><array><string>{}</string><string>daemon</string></array>\n\
         <key>EnvironmentVariables</key><dict><key>RCAD_HOME</key><string>{}</string></dict>\n\
         <key>RunAtLoad</key><true/>\n<key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>\n\
         <key>ProcessType</key><string>Background</string>\n</dict></plist>\n",
        escape(program),
        escape(state),
    )
}

fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

fn call(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}").replace('"', "");
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot run {shown}"))?;
    if output.status.success() {
        return Ok(());
    }
    bail!("{shown} failed: {}", String::from_utf8_lossy(&output.stderr).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_quotes_what_systemd_would_read_otherwise() {
        let unit = systemd_unit(Path::new("/home/dev/my bin/100%/rcad"), Path::new("/home/dev/.rcad"));
        assert!(unit.contains("ExecStart=\"/home/dev/my bin/100%%/rcad\" daemon\n"), "{unit}");
        assert!(unit.contains("Restart=on-failure"));
    }
}
