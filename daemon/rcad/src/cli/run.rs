//! run: starts a build and explains its failure, also failures that no script and no log of Gradle contains (a wrapper
//! that can't download, a bad option, a JVM that doesn't start). The command keeps its input and exit code, and its output is
//! copied unchanged: on a terminal through a pseudo-terminal, so that it keeps its colours and its progress.

#[cfg(unix)]
mod terminal;

use std::io::{IsTerminal, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use anyhow::{Context, Result};
use rcad_core::{Analysis, explain, parse, render};

use crate::cli::output::Exit;
use crate::client::Client;
use crate::line::ingest::excerpt::Excerpt;
use crate::line::project;
use crate::line::rule_files::{directories, files, load, project_here};
use crate::platform::home::Home;
use crate::platform::time::now_ms;
use crate::protocol::SubmittedBuild;

/// `rcad run`
#[derive(clap::Args)]
pub struct RunArgs {
    /// The command, after `--`
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// `rcad run`
pub fn run(args: &RunArgs) -> Result<Exit> {
    let started_ms = now_ms();
    let (program, words) = args.command.split_first().context("no command")?;
    let output = Arc::new(Mutex::new(Excerpt::default())); // both streams in order of arrival
    let mut command = Command::new(program);
    command.args(words);
    let (mut child, copies) = start(command, &output).with_context(|| format!("cannot run {program}"))?;
    let status = child.wait().context("lost sight of the command")?;
    for thread in copies {
        let _ = thread.join();
    }
    if !status.success() {
        let text = output.lock().unwrap_or_else(std::sync::PoisonError::into_inner).text();
        // Errors from here on must not change the command's result.
        if let Err(error) = explain_failure(args, text, started_ms) {
            eprintln!("rcad: {error:#}");
        }
    }
    Ok(Exit::Code(exit_code(status)))
}

/// Starts the command, and the copying of its output.
fn start(mut command: Command, output: &Arc<Mutex<Excerpt>>) -> std::io::Result<(Child, Vec<JoinHandle<()>>)> {
    #[cfg(unix)]
    if let Some(terminal) = terminal::Terminal::like_stdout() {
        let both = std::io::stderr().is_terminal();
        command.stdout(terminal.stream()?).stderr(if both { terminal.stream()? } else { Stdio::piped() });
        let mut child = command.spawn()?;
        // It holds the command's end of the terminal.
        drop(command);
        let mut copies = vec![copy(terminal.read(), std::io::stdout(), output.clone())];
        copies.extend(child.stderr.take().map(|err| copy(err, std::io::stderr(), output.clone())));
        return Ok((child, copies));
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let out = child.stdout.take().map(|out| copy(out, std::io::stdout(), output.clone()));
    let err = child.stderr.take().map(|err| copy(err, std::io::stderr(), output.clone()));
    Ok((child, [out, err].into_iter().flatten().collect()))
}

/// With a daemon the failure is stored, once: if Gradle's hook has reported it already, it is only shown.
fn explain_failure(args: &RunArgs, text: String, started_ms: u64) -> Result<()> {
    let home = Home::find()?;
    let client = Client::new(&home)?;
    if let Some(client) = client
        && client.status()?.is_some()
    {
        let detail = client.submit(&submission(args, text, started_ms))?.detail;
        if let Some(detail) = detail {
            eprint!("\n{}\n{}\n", render::text(&detail.analysis, false), detail.summary.page);
        }
        return Ok(());
    }
    let loaded = load(&files(&directories(&home, project_here().as_deref())));
    let mut parsed = parse::parse_with(&text, &loaded.rules);
    let project = project::here(&parsed);
    if let Some(root) = &project {
        project::look(root, None, &mut parsed);
    }
    let root = project.as_ref().map(|root| root.to_string_lossy());
    let analysis: Analysis = explain::analyze(parsed, root.as_deref());
    if !analysis.errors.is_empty() {
        eprint!("\n{}(not stored: the daemon is not running; rcad start)\n", render::text(&analysis, false));
    }
    Ok(())
}

fn submission(args: &RunArgs, text: String, started_ms: u64) -> SubmittedBuild {
    let ended_ms = now_ms();
    SubmittedBuild {
        id: format!("run-{started_ms}-{}", std::process::id()),
        text,
        project: std::env::current_dir().ok().and_then(|dir| dir.to_str().map(str::to_owned)),
        command: args.command.clone(),
        started_ms,
        ended_ms,
    }
}

fn copy(
    mut from: impl Read + Send + 'static,
    mut to: impl Write + Send + 'static,
    output: Arc<Mutex<Excerpt>>,
) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut bytes = [0; 16 << 10];
        while let Ok(length) = from.read(&mut bytes) {
            if length == 0 {
                return;
            }
            let _ = to.write_all(&bytes[..length]).and_then(|()| to.flush());
            output.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(&bytes[..length]);
        }
    })
}

/// The exit code as shells report it: 128 + n after signal n.
fn exit_code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128u8.wrapping_add(signal as u8);
    }
    status.code().map_or(1, |code| code as u8)
}
