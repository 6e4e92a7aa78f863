//! A real adb server (Debian's package `adb`) on a port of its own.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Time limit for whatever must happen.
const LIMIT: Duration = Duration::from_secs(30);

/// The server; killed on drop.
pub struct AdbServer {
    child: Child,
    /// It listens here.
    pub port: String,
    home: PathBuf,
}

impl AdbServer {
    /// Starts a server at a free port. `home` is where it puts its keys. An error of kind `NotFound` means that there is no
    /// adb.
    pub fn start(home: &Path) -> io::Result<AdbServer> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        AdbServer::start_at(home, &port.to_string())
    }

    /// Starts it at this port.
    pub fn start_at(home: &Path, port: &str) -> io::Result<AdbServer> {
        std::fs::create_dir_all(home)?;
        let mut command = Command::new("adb");
        command.args(["nodaemon", "server"]).env("ADB_MDNS_AUTO_CONNECT", "0");
        let child = quiet(&mut command, port, home).spawn()?;
        let server = AdbServer { child, port: port.to_owned(), home: home.to_owned() };
        wait("the adb server does not answer", || server.succeeds(&["devices"]))?;
        Ok(server)
    }

    /// An adb command that asks this server.
    pub fn adb(&self, args: &[&str]) -> Command {
        let mut command = Command::new("adb");
        quiet(command.args(args), &self.port, &self.home);
        command
    }

    /// Connects the device at this address and waits until it takes commands.
    pub fn connect(&self, address: &str) -> io::Result<()> {
        wait("the device does not connect", || {
            self.succeeds(&["-s", address, "get-state"]) || {
                self.succeeds(&["connect", address]);
                false
            }
        })
    }

    /// Whether the command succeeds. Without a server the client would start one of its own, so then it is not run.
    fn succeeds(&self, args: &[&str]) -> bool {
        let listens = TcpStream::connect(format!("127.0.0.1:{}", self.port)).is_ok();
        listens && self.adb(args).status().is_ok_and(|status| status.success())
    }
}

fn quiet<'c>(command: &'c mut Command, port: &str, home: &Path) -> &'c mut Command {
    command.env("ANDROID_ADB_SERVER_PORT", port).env("HOME", home);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

fn wait(problem: &str, mut ready: impl FnMut() -> bool) -> io::Result<()> {
    let start = Instant::now();
    while !ready() {
        if start.elapsed() > LIMIT {
            return Err(io::Error::new(io::ErrorKind::TimedOut, problem));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

impl Drop for AdbServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
