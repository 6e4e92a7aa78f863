//! Keeps the daemon running: as a systemd user unit, a launchd agent, or a plain background process.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::client::Client;
use crate::platform::allocator;
use crate::platform::home::{Home, replace};
use crate::protocol::Handshake;

/// What restarts the daemon after a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServiceManager {
    /// `systemctl --user`.
    Systemd,
    /// `launchctl`.
    Launchd,
    /// Nothing.
    None,
}

/// Time limit for the daemon's first answer.
const START_TIMEOUT: Duration = Duration::from_secs(10);

impl ServiceManager {
    /// The manager of this session. `RCAD_SERVICE=none` selects a plain process, e.g. for a scratch home.
    pub fn find() -> ServiceManager {
        if std::env::var("RCAD_SERVICE").is_ok_and(|v| v == "none") {
            ServiceManager::None
        } else if cfg!(target_os = "macos") {
            ServiceManager::Launchd
        } else if succeeds(Command::new("systemctl").args(["--user", "show-environment"])) {
            ServiceManager::Systemd
        } else {
            ServiceManager::None
        }
    }

    /// Its name, for people.
    pub fn name(self) -> &'static str {
        match self {
            ServiceManager::Systemd => "systemd user unit",
            ServiceManager::Launchd => "launchd agent",
            ServiceManager::None => "background process",
        }
    }

    /// The unit or agent file for this state directory.
    fn file(self, home: &Home) -> Option<PathBuf> {
        let user = std::env::home_dir()?;
        let (dir, end) = match self {
            ServiceManager::Systemd => {
                let config = std::env::var_os("XDG_CONFIG_HOME").map_or_else(|| user.join(".config"), PathBuf::from);
                (config.join("systemd/user"), "service")
            }
            ServiceManager::Launchd => (user.join("Library/LaunchAgents"), "plist"),
            ServiceManager::None => return None,
        };
        let own = dir.join(format!("{}.{end}", self.service(home)));
        // Earlier versions used this name for every state directory.
        let usual = dir.join(format!("{}.{end}", self.usual_service()));
        Some(if !own.exists() && self.serves(&usual, home) { usual } else { own })
    }

    /// The service's name. Every state directory except `~/.rcad` has its own, so that commands for a scratch directory
    /// never touch the user's daemon.
    fn service(self, home: &Home) -> String {
        if home.is_usual() {
            return self.usual_service().to_owned();
        }
        let digest = Sha256::digest(home.root().as_os_str().as_encoded_bytes());
        format!("{}-{}", self.usual_service(), hex::encode(&digest[..4]))
    }

    fn usual_service(self) -> &'static str {
        if self == ServiceManager::Launchd { "dev.rcad.daemon" } else { "rcad" }
    }

    /// Whether this file starts the daemon of this state directory.
    fn serves(self, file: &Path, home: &Home) -> bool {
        std::fs::read_to_string(file).is_ok_and(|text| text.contains(&self.environment(home.root())))
    }

    /// The service file, if one is registered for this state directory.
    fn registered(self, home: &Home) -> Option<PathBuf> {
        self.file(home).filter(|file| self.serves(file, home))
    }

    /// Registers the daemon, to be started at login and after a crash.
    pub fn register(self, home: &Home) -> Result<()> {
        let Some(file) = self.file(home) else { return Ok(()) };
        let program = std::env::current_exe().context("cannot tell where rcad itself is")?;
        let environment = self.environment(home.root());
        let text = match self {
            ServiceManager::Systemd => systemd_unit(&program, &environment),
            _ => launchd_agent(&name_of(&file), &program, &environment),
        };
        if let Some(dir) = file.parent() {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        replace(&file, text.as_bytes(), 0o644).with_context(|| format!("cannot write {}", file.display()))?;
        if self == ServiceManager::Systemd {
            systemctl(&["daemon-reload"])?;
            systemctl(&["enable", "--quiet", &name_of(&file)])?;
        }
        Ok(())
    }

    /// Stops and unregisters the daemon of this state directory. Returns whether it was registered.
    pub fn forget(self, home: &Home) -> Result<bool> {
        let Some(file) = self.registered(home) else { return Ok(false) };
        match self {
            ServiceManager::Systemd => systemctl(&["disable", "--now", "--quiet", &name_of(&file)])?,
            _ => call(Command::new("launchctl").arg("unload").arg(&file))?,
        }
        std::fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        if self == ServiceManager::Systemd {
            systemctl(&["daemon-reload"])?;
        }
        Ok(true)
    }

    /// Starts the daemon and waits until it answers. The error is the daemon's own.
    pub fn start(self, home: &Home) -> Result<()> {
        let Some(file) = self.registered(home) else { return start_process(home) };
        if self == ServiceManager::Systemd {
            let unit = name_of(&file);
            systemctl(&["restart", &unit])?;
            wait_for_answer(home).with_context(|| format!("systemd started it\nhint: systemctl --user status {unit}"))
        } else {
            let _ = Command::new("launchctl").arg("unload").arg(&file).output();
            call(Command::new("launchctl").args(["load", "-w"]).arg(&file))?;
            wait_for_answer(home).context("launchd started it\nhint: launchctl list")
        }
    }

    /// Stops a registered daemon; the API stops a plain process.
    pub fn stop(self, home: &Home) -> Result<()> {
        match (self, self.registered(home)) {
            (ServiceManager::Systemd, Some(file)) => systemctl(&["stop", &name_of(&file)]),
            (_, Some(file)) => call(Command::new("launchctl").arg("unload").arg(file)),
            (_, None) => Ok(()),
        }
    }

    /// The line of a service file that names the state directory.
    fn environment(self, state: &Path) -> String {
        if self == ServiceManager::Launchd {
            format!("<key>RCAD_HOME</key><string>{}</string>", escape(state))
        } else {
            format!("Environment={}\n", quote(&format!("RCAD_HOME={}", state.display())))
        }
    }
}

/// A unit's name, or a launchd agent's label.
fn name_of(file: &Path) -> String {
    let name = if file.extension().is_some_and(|end| end == "plist") { file.file_stem() } else { file.file_name() };
    name.unwrap_or_default().to_string_lossy().into_owned()
}

fn systemctl(words: &[&str]) -> Result<()> {
    call(Command::new("systemctl").arg("--user").args(words))
}

/// Starts a process in its own group, so that neither Ctrl-C nor closing the terminal ends it. Its first line says
/// whether the start succeeded.
fn start_process(home: &Home) -> Result<()> {
    let program = std::env::current_exe().context("cannot tell where rcad itself is")?;
    let mut command = Command::new(program);
    // With the allocator's limits it need not execute itself again.
    command.args(["daemon", "--handshake"]).env("RCAD_HOME", home.root()).envs(allocator::LIMITS);
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
        Ok(Handshake::Failed(error)) => {
            // Until it has ended it holds the lock, which would look like another daemon's.
            let _ = child.wait();
            bail!("the daemon did not start: {error}")
        }
        Err(_) => bail!("the daemon ended without a word\nhint: its log is {}", home.log().display()),
    }
}

/// Waits until the daemon answers.
pub fn wait_for_answer(home: &Home) -> Result<()> {
    let start = Instant::now();
    while start.elapsed() < START_TIMEOUT {
        if let Some(client) = Client::new(home)?
            && client.status()?.is_some()
        {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    bail!("the daemon was started but does not answer; its log is {}", home.log().display())
}

/// Restarted after a crash, not after `rcad stop`; at most 5 times a minute. Builds come first: the weight of most is 100.
fn systemd_unit(program: &Path, environment: &str) -> String {
    format!(
        "[Unit]\nDescription=rcad: explains failed Gradle builds\nStartLimitIntervalSec=60\nStartLimitBurst=5\n\n\
         [Service]\nExecStart={} daemon\n{environment}Restart=on-failure\nRestartSec=1\nCPUWeight=20\n\n\
         [Install]\nWantedBy=default.target\n",
        quote(&program.display().to_string()),
    )
}

/// Quotes a word of a systemd unit: escapes quotes and backslashes, and doubles `%`, which begins a specifier.
fn quote(word: &str) -> String {
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%"))
}

fn launchd_agent(label: &str, program: &Path, environment: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\"><dict>\n<key>Label</key><string>{label}</string>\n\
         <key>ProgramArguments</key><array><string>{}</string><string>daemon</string></array>\n\
         <key>EnvironmentVariables</key><dict>{environment}</dict>\n\
         <key>RunAtLoad</key><true/>\n<key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>\n\
         <key>ProcessType</key><string>Background</string>\n</dict></plist>\n",
        escape(program),
    )
}

/// Escapes a path for XML.
fn escape(path: &Path) -> String {
    path.display().to_string().replace('&', "&amp;").replace('<', "&lt;")
}

fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

fn call(command: &mut Command) -> Result<()> {
    let command_line = format!("{command:?}").replace('"', "");
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot run {command_line}"))?;
    if output.status.success() {
        return Ok(());
    }
    bail!("{command_line} failed: {}", String::from_utf8_lossy(&output.stderr).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_quotes_what_systemd_would_read_otherwise() {
        let environment = ServiceManager::Systemd.environment(Path::new("/home/dev/.rcad 5%"));
        let unit = systemd_unit(Path::new("/home/dev/my bin/100%/rcad"), &environment);
        assert!(unit.contains("ExecStart=\"/home/dev/my bin/100%%/rcad\" daemon\n"), "{unit}");
        assert!(unit.contains("\nEnvironment=\"RCAD_HOME=/home/dev/.rcad 5%%\"\nRestart=on-failure"), "{unit}");
    }

    #[test]
    fn each_state_directory_has_a_service_of_its_own() {
        let user = std::env::home_dir().unwrap();
        let usual = Home::at(&user.join(".rcad"));
        assert_eq!(ServiceManager::Systemd.service(&usual), "rcad");
        assert_eq!(ServiceManager::Launchd.service(&usual), "dev.rcad.daemon");
        let (one, other) = (Home::at(Path::new("/scratch/one")), Home::at(Path::new("/scratch/one2")));
        let names = [&one, &other].map(|home| ServiceManager::Systemd.service(home));
        assert!(names[0] != names[1] && names.iter().all(|name| name.starts_with("rcad-")), "{names:?}");
        let dir = tempfile::tempdir().unwrap();
        for manager in [ServiceManager::Systemd, ServiceManager::Launchd] {
            let file = dir.path().join("file");
            let environment = manager.environment(one.root());
            let unit = systemd_unit(Path::new("/bin/rcad"), &environment);
            let agent = launchd_agent("label", Path::new("/bin/rcad"), &environment);
            std::fs::write(&file, if manager == ServiceManager::Systemd { unit } else { agent }).unwrap();
            assert!(manager.serves(&file, &one) && !manager.serves(&file, &other) && !manager.serves(&file, &usual));
        }
    }
}
