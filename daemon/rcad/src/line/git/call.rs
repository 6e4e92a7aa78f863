//! One question to git: without a shell, within a time and a size. Neither another program that a repository's settings
//! name is run nor anything fetched.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// Most bytes that are read of an answer.
pub const OUTPUT: usize = 4 << 20;

/// What a repository's own settings must not switch on: programs, other output, transports.
const SETTINGS: &[&str] = &[
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.abbrev=auto",
    "diff.external=",
    "log.showSignature=false", // Runs `gpg.program`.
    "log.follow=false",
    "protocol.allow=never",
    "safe.bareRepository=explicit", // A directory that looks like a repository is none.
    "submodule.recurse=false",
];

/// The last two keep missing objects from being fetched: what newer versions know, and what all do.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("LC_ALL", "C"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_ASKPASS", "true"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"),
];

/// Variables of git that are passed on. Others may name another repository or a program, if rcad was started by a hook.
const KEPT: &[&str] = &["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"];

/// The git that is asked.
#[derive(Clone, Debug)]
pub struct Git {
    program: PathBuf,
    /// Beyond what every call gets.
    environment: Vec<(String, String)>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GitEnd {
    /// With its exit code 0.
    Success,
    /// With another exit code; or it could not be started or was killed by somebody.
    Failure(Option<i32>),
    /// It was stopped, since its reader had enough.
    Enough,
    /// It was stopped by the limit of time or size.
    Cut,
}

/// A question: git's words, and what it reads from its input.
pub struct GitCall<'c> {
    /// Where it runs.
    pub directory: &'c Path,
    /// More settings, like `filter.lfs.clean=`.
    pub settings: &'c [String],
    /// The command and its arguments.
    pub words: &'c [&'c str],
    /// Its input; closed where there is none.
    pub input: Option<Vec<u8>>,
    /// When it is stopped.
    pub until: Instant,
}

impl Git {
    /// The first git of `PATH`. Relative directories are passed over: a project's own `git` must not run.
    pub fn installed() -> Option<Git> {
        let path = std::env::var_os("PATH")?;
        let mut programs = std::env::split_paths(&path).filter(|dir| dir.is_absolute()).map(|dir| dir.join("git"));
        let program = programs.find(|program| is_program(program) && !asks_to_install(program))?;
        Some(Git { program, environment: Vec::new() })
    }

    /// Another program in its place, with more in its environment.
    #[cfg(test)]
    pub fn instead(program: PathBuf, environment: Vec<(String, String)>) -> Git {
        Git { program, environment }
    }

    /// Where it is.
    #[cfg(test)]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// What git prints, if it ends well.
    pub fn ask(&self, call: GitCall<'_>) -> Option<Vec<u8>> {
        let (end, all) = self.read_all(call);
        (end == GitEnd::Success).then_some(all)
    }

    /// What git prints, however it ends.
    pub fn read_all(&self, call: GitCall<'_>) -> (GitEnd, Vec<u8>) {
        let mut all = Vec::new();
        let end = self.read(call, &mut |bytes| {
            all.extend_from_slice(bytes);
            false
        });
        (end, all)
    }

    /// Gives what git prints to `take`, piece by piece, until that returns `true`.
    pub fn read(&self, call: GitCall<'_>, take: &mut dyn FnMut(&[u8]) -> bool) -> GitEnd {
        if Instant::now() >= call.until {
            return GitEnd::Cut;
        }
        let until = call.until;
        let Ok(mut child) = self.command(&call).spawn() else { return GitEnd::Failure(None) };
        if let (Some(input), Some(to)) = (call.input, child.stdin.take()) {
            aside(move || feed(to, &input));
        }
        let stopped = child.stdout.take().and_then(|output| pass_on(&pieces(output), until, take));
        match stopped {
            Some(end) => {
                kill(child);
                end
            }
            None => ended(child, until),
        }
    }

    fn command(&self, call: &GitCall<'_>) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("--no-pager");
        for setting in SETTINGS.iter().copied().chain(call.settings.iter().map(String::as_str)) {
            command.args(["-c", setting]);
        }
        command.args(call.words).current_dir(call.directory);
        for (name, _) in std::env::vars_os().filter(|(name, _)| is_foreign(name)) {
            command.env_remove(name);
        }
        command.envs(ENVIRONMENT.iter().copied()).envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(if call.input.is_some() { Stdio::piped() } else { Stdio::null() });
        // A group of its own, so that what it has started is ended with it.
        command.stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        command
    }
}

/// Whether a variable would tell git of something else than the project.
fn is_foreign(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with("GIT_") && !KEPT.contains(&name))
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|known| known.is_file() && known.permissions().mode() & 0o111 != 0)
}

/// Whether running it would open a dialog: macOS brings a `git` that offers to install the real one.
fn asks_to_install(program: &Path) -> bool {
    let real = ["/Library/Developer/CommandLineTools/usr/bin/git", "/Applications/Xcode.app/Contents/Developer"];
    cfg!(target_os = "macos")
        && program == Path::new("/usr/bin/git")
        && !real.iter().any(|path| Path::new(path).exists())
}

/// Writes all of it; a git that ended early has answered or failed already.
fn feed(mut to: ChildStdin, input: &[u8]) {
    let _ = to.write_all(input);
}

/// What is read from `output`, by a thread of its own: reading can't be given a deadline. It ends with the child's group,
/// or when nobody takes its pieces.
fn pieces(mut output: ChildStdout) -> Receiver<Vec<u8>> {
    let (to, from) = sync_channel(4);
    aside(move || {
        let mut piece = vec![0; 64 << 10];
        while let Ok(read @ 1..) = output.read(&mut piece) {
            if to.send(piece[..read].to_vec()).is_err() {
                break;
            }
        }
    });
    from
}

/// Nothing at the end of the output, else why it is not read to its end.
fn pass_on(pieces: &Receiver<Vec<u8>>, until: Instant, take: &mut dyn FnMut(&[u8]) -> bool) -> Option<GitEnd> {
    let mut left = OUTPUT;
    loop {
        match pieces.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(piece) if piece.len() > left => return Some(GitEnd::Cut),
            Ok(piece) => {
                left -= piece.len();
                if take(&piece) {
                    return Some(GitEnd::Enough);
                }
            }
            Err(RecvTimeoutError::Timeout) => return Some(GitEnd::Cut),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// How a child ends that has closed its output, which most do when they end.
fn ended(mut child: Child, until: Instant) -> GitEnd {
    let mut pause = Duration::from_micros(50);
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return GitEnd::Success,
            Ok(Some(status)) => return GitEnd::Failure(status.code()),
            Ok(None) if Instant::now() < until => thread::sleep(pause),
            Ok(None) => {
                kill(child);
                return GitEnd::Cut;
            }
            Err(_) => return GitEnd::Failure(None),
        }
        pause = (2 * pause).min(Duration::from_millis(2));
    }
}

/// Ends the child and all of its group. A thread waits for it: on a disk that does not answer even a killed process stays.
fn kill(mut child: Child) {
    let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return };
    let _ = kill_process_group(group, Signal::KILL);
    aside(move || child.wait());
}

/// Does it in a thread of its own. Where none can be started, the pipe or child that `work` holds is let go of, and the
/// question fails.
fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) {
    let _ = thread::Builder::new().name("rcad-git".to_owned()).spawn(work);
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::is_foreign;

    #[test]
    fn what_a_hook_sets_is_not_passed_on() {
        let is_foreign = |name: &str| is_foreign(OsStr::new(name));
        for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_EXTERNAL_DIFF", "GIT_CONFIG_PARAMETERS"] {
            assert!(is_foreign(name), "{name}");
        }
        for name in ["GIT_CONFIG_GLOBAL", "HOME", "PATH", "DIGIT_DIR"] {
            assert!(!is_foreign(name), "{name}");
        }
    }
}
