//! A pseudo-terminal for the output of a command that is run on a terminal: it keeps its colours and its progress.

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, OutputModes, tcgetattr, tcgetwinsize, tcsetattr, tcsetwinsize};

/// How often the size of the terminal is looked at.
const RESIZE: Duration = Duration::from_millis(250);

/// The two ends of a pseudo-terminal.
pub struct Terminal {
    /// Ours: what is written to the other one.
    ours: File,
    /// The command's.
    theirs: File,
}

impl Terminal {
    /// As large as the terminal that stdout is; nothing where stdout is none or the system has no more.
    pub fn like_stdout() -> Option<Terminal> {
        if !std::io::stdout().is_terminal() {
            return None;
        }
        let terminal = Terminal::open().ok()?;
        fit(&terminal.ours);
        Some(terminal)
    }

    fn open() -> rustix::io::Result<Terminal> {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        fcntl_setfd(&ours, FdFlags::CLOEXEC)?;
        grantpt(&ours)?;
        unlockpt(&ours)?;
        let theirs = open(ptsname(&ours, Vec::new())?, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
        // Line ends stay as they are: the real terminal adds what it needs.
        let mut modes = tcgetattr(&theirs)?;
        modes.output_modes.remove(OutputModes::OPOST);
        modes.local_modes.remove(LocalModes::ECHO);
        tcsetattr(&theirs, OptionalActions::Now, &modes)?;
        Ok(Terminal { ours: ours.into(), theirs: theirs.into() })
    }

    /// The command's end, for one of its streams.
    pub fn stream(&self) -> std::io::Result<Stdio> {
        Ok(self.theirs.try_clone()?.into())
    }

    /// What the command writes, until nobody has its end open any more. While it is read, it is as large as the terminal.
    pub fn read(self) -> impl Read + Send + 'static {
        let Terminal { ours, theirs } = self;
        drop(theirs);
        let ended = Arc::new(AtomicBool::new(false));
        if let Ok(ours) = ours.try_clone() {
            let ended = ended.clone();
            std::thread::spawn(move || {
                while !ended.load(Ordering::Relaxed) {
                    std::thread::sleep(RESIZE);
                    fit(&ours);
                }
            });
        }
        Output { ours, ended }
    }
}

/// Makes it as large as the terminal that stdout is.
fn fit(ours: &File) {
    if let Ok(size) = tcgetwinsize(std::io::stdout()) {
        let _ = tcsetwinsize(ours, size);
    }
}

/// Ends where reading fails: Linux reports the end by an error.
struct Output {
    ours: File,
    ended: Arc<AtomicBool>,
}

impl Read for Output {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let read = self.ours.read(bytes).unwrap_or(0);
        if read == 0 {
            self.ended.store(true, Ordering::Relaxed);
        }
        Ok(read)
    }
}
