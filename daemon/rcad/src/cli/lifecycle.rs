//! start, stop, restart, status.

use std::fs::OpenOptions;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::json;
use tracing_subscriber::EnvFilter;

use super::output::OutputFormat;
use crate::cli::devices;
use crate::cli::output::Exit;
use crate::cli::results::green_words;
use crate::client::Client;
use crate::install::service::{ServiceManager, wait_for_answer};
use crate::install::{embedding_files, hook};
use crate::platform::config::Config;
use crate::platform::home::{Home, tilde};
use crate::platform::start_failure;
use crate::platform::time::{ago, now_ms, parse};
use crate::platform::words::many;
use crate::protocol::agent::AgentStatus;
use crate::protocol::{EmbeddingState, EmbeddingStatus, IndexStatus, RcaSummary, Status};

/// Size in bytes at which the daemon's log is rotated; one old log is kept.
const LOG_BYTES: u64 = 4 << 20;
/// How long a stopping daemon may take to finish the current record.
const STOP: Duration = Duration::from_secs(10);

/// `rcad start`
pub fn start() -> Result<Exit> {
    let home = Home::find()?;
    if let Some(status) = running(&home)? {
        println!("rcad {} is already running (pid {}), http://{}", status.version, status.pid, status.address);
        return Ok(Exit::Success);
    }
    start_and_report(&home)
}

/// `rcad stop`
pub fn stop() -> Result<Exit> {
    let home = Home::find()?;
    if stop_daemon(&home)? {
        println!("rcad stopped. Failed builds are still recorded and will be explained after the next start.");
        Ok(Exit::Success)
    } else {
        println!("rcad was not running.");
        Ok(Exit::Empty)
    }
}

/// `rcad restart`
pub fn restart() -> Result<Exit> {
    let home = Home::find()?;
    // A wrong setting must not cost the running daemon.
    Config::load(&home)?;
    stop_daemon(&home)?;
    start_and_report(&home)
}

/// `rcad status`
pub fn status(format: OutputFormat) -> Result<Exit> {
    let home = Home::find()?;
    let Some(status) = running(&home)? else {
        match format {
            OutputFormat::Json => {
                println!("{}", json!({"running": false, "start_failure": start_failure::read(&home)}))
            }
            OutputFormat::Text => {
                println!("rcad is not running.");
                if let Some(why) = start_failure::read(&home) {
                    println!("The last start failed: {why}");
                }
                let waiting =
                    crate::line::ingest::spool::Spool::new(home.spool()).waiting().map_or(0, |files| files.len());
                if waiting > 0 {
                    println!(
                        "{} in the spool and will be explained when rcad starts.",
                        if waiting == 1 {
                            "1 build is waiting".to_owned()
                        } else {
                            format!("{waiting} builds are waiting")
                        }
                    );
                }
                let set_up = !hook::gradle_homes(&home).is_empty();
                println!("hint: rcad {}", if set_up { "start" } else { "setup" });
            }
        }
        return Ok(Exit::Empty);
    };
    match format {
        OutputFormat::Json => {
            let mut json = serde_json::to_value(&status)?;
            json["running"] = true.into();
            println!("{}", serde_json::to_string_pretty(&json)?);
        }
        OutputFormat::Text => print!("{}", describe(&home, &status)),
    }
    Ok(if status.health.is_empty() { Exit::Success } else { Exit::Empty })
}

/// Stops the daemon through its service manager or its API. Returns false if none was running.
pub fn stop_daemon(home: &Home) -> Result<bool> {
    let Some(client) = Client::new(home)? else { return Ok(false) };
    if client.status()?.is_none() {
        return Ok(false);
    }
    // Tell the service manager first, or it would restart the daemon.
    ServiceManager::find().stop(home)?;
    if client.status().ok().flatten().is_some() {
        client.stop()?;
    }
    let start = Instant::now();
    while locked(home)? {
        if start.elapsed() > STOP {
            bail!("the daemon did not stop\nhint: see {}", home.log().display());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(true)
}

/// The daemon's own log goes to a file; in the foreground it goes to stderr.
pub fn log_to_file(to_file: bool) -> Result<()> {
    let filter = EnvFilter::try_from_env("RCAD_LOG").unwrap_or_else(|_| EnvFilter::new("rcad=info,warn"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_target(false);
    if !to_file {
        builder.with_writer(std::io::stderr).init();
        return Ok(());
    }
    let home = Home::find()?;
    home.create()?;
    let path = home.log();
    if std::fs::metadata(&path).is_ok_and(|m| m.len() > LOG_BYTES) {
        let _ = std::fs::rename(&path, path.with_extension("log.1"));
    }
    let file = OpenOptions::new().create(true).append(true).open(&path);
    let file = file.with_context(|| format!("cannot write {}", path.display()))?;
    builder.with_ansi(false).with_writer(std::sync::Mutex::new(file)).init();
    Ok(())
}

/// The status of a daemon that answers.
pub fn running(home: &Home) -> Result<Option<Status>> {
    match Client::new(home)? {
        Some(client) => client.status(),
        None => Ok(None),
    }
}

fn start_and_report(home: &Home) -> Result<Exit> {
    let manager = ServiceManager::find();
    if let Err(error) = manager.start(home) {
        // Another process started it first: accept that if it answers.
        if !locked(home)? || wait_for_answer(home).is_err() {
            return Err(error);
        }
    }
    let Some(status) = running(home)? else {
        bail!("the daemon started but exited\nhint: see {}", home.log().display())
    };
    println!("rcad {} is running (pid {}, {}), http://{}", status.version, status.pid, manager.name(), status.address);
    Ok(Exit::Success)
}

/// Whether a daemon holds the lock.
fn locked(home: &Home) -> Result<bool> {
    let Ok(file) = OpenOptions::new().write(true).open(home.lock()) else { return Ok(false) };
    match file.try_lock() {
        Ok(()) => Ok(false),
        Err(std::fs::TryLockError::WouldBlock) => Ok(true),
        Err(std::fs::TryLockError::Error(e)) => Err(e).context("cannot look at the daemon's lock"),
    }
}

fn describe(home: &Home, status: &Status) -> String {
    let now = now_ms();
    let up = match ago(status.started_ms, now).strip_suffix(" ago") {
        Some(time) => format!("up {time}"),
        None => "just started".to_owned(),
    };
    let mut out = format!("rcad {} is running (pid {}, {up})\n", status.version, status.pid);
    let hooks: Vec<String> = hook::gradle_homes(home).iter().map(|h| tilde(&hook::shim_path(h))).collect();
    let hooks =
        if hooks.is_empty() { "not installed (install it with `rcad setup`)".to_owned() } else { hooks.join(", ") };
    out.push_str(&format!("  hook     {hooks}\n"));
    let waiting =
        if status.waiting == 0 { "empty".to_owned() } else { format!("{} waiting", many(status.waiting, "record")) };
    let bad = if status.bad > 0 { format!(", {} unreadable in spool/bad", status.bad) } else { String::new() };
    out.push_str(&format!("  spool    {waiting}{bad}\n"));
    let crashes = match status.crashes {
        0 => String::new(),
        number => format!(", {}", many(number, "crash")),
    };
    out.push_str(&format!("  stored   {}, {}{crashes}\n", many(status.rcas, "failure"), many(status.builds, "build")));
    out.push_str(&failures(status, now));
    out.push_str(&index(&status.index, status.rcas));
    out.push_str(&model(&status.embedding));
    out.push_str(&agent(&status.agent));
    out.push_str(&devices::describe(&status.devices));
    out.push_str(&format!("  page     {}\n", status.page));
    for problem in &status.health {
        out.push_str(&format!("  problem  {problem}\n"));
    }
    out
}

/// What is red now, and what failed last where that is green again.
fn failures(status: &Status, now_ms: u64) -> String {
    let told = |label: &str, rca: &RcaSummary| {
        let when = parse(&rca.last_seen).map_or_else(String::new, |then| ago(then, now_ms));
        let often = if rca.occurrences > 1 { format!(" (seen {} times)", rca.occurrences) } else { String::new() };
        format!("  {label:<9}{when}: {}{often}\n           rcad show {}\n", rca.line, rca.short_id())
    };
    let red = status.red.as_ref().map(|red| told("red", red)).unwrap_or_default();
    let last = status.last.as_ref().map_or_else(String::new, |last| match &last.green_again {
        Some(green) => {
            let words = green_words(green, now_ms);
            format!("  green    {words}\n           it was: {}\n           rcad show {}\n", last.line, last.short_id())
        }
        None if status.red.as_ref().is_some_and(|red| red.id == last.id) => String::new(),
        None => told("last", last),
    });
    red + &last
}

/// The line about the search index; empty before it is open.
fn index(index: &IndexStatus, stored: u64) -> String {
    let why = index.problem.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    match index.opened {
        false => String::new(),
        true if index.behind > 0 => {
            format!("  index    {} of {stored} indexed, still indexing{why}\n", index.words.min(stored))
        }
        true => format!("  index    {} by text, {} by meaning\n", many(index.words, "failure"), index.meaning),
    }
}

/// The line about the agent; empty while it is idle.
fn agent(working: &AgentStatus) -> String {
    let running = working.running.as_ref().map(|rca| format!("explaining {rca}"));
    let waiting = (working.waiting > 0).then(|| {
        let why = working.waiting_for.as_ref().map_or(String::new(), |why| format!(": {why}"));
        format!("{} waiting for a model{why}", many(working.waiting as u64, "failure"))
    });
    let all: Vec<String> = running.into_iter().chain(waiting).collect();
    if all.is_empty() { String::new() } else { format!("  agent    {}\n", all.join("; ")) }
}

/// The line about the embedding model; empty if the daemon does not report it.
fn model(embedding: &EmbeddingStatus) -> String {
    let what = match embedding.state {
        EmbeddingState::Unknown => return String::new(),
        EmbeddingState::Missing => format!("not installed, search uses text only; {}", embedding_files::HOW),
        EmbeddingState::Damaged => "damaged, see below".to_owned(),
        EmbeddingState::Unloaded => "on disk, loaded on demand".to_owned(),
        EmbeddingState::Loaded => "loaded".to_owned(),
    };
    format!("  model    {}: {what}\n", embedding.name)
}
