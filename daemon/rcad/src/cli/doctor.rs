//! doctor: checks every part of the installation and suggests fixes.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow};
use rcad_core::agent::machine::errors::describe;

use super::lifecycle;
use crate::agent::ollama::Server;
use crate::cli::output::Exit;
use crate::client::Client;
use crate::install::embedding_files::{self, FilesState};
use crate::install::hook;
use crate::line::rule_files::{directories, files, load, project_here};
use crate::platform::config::Config;
use crate::platform::home::{Home, tilde};
use crate::platform::start_failure;
use crate::serve::notification;

/// `rcad doctor`
#[derive(clap::Args)]
pub struct DoctorArgs {}

/// Result of one check.
enum CheckResult {
    Well(String),
    /// Something optional is missing.
    Missing(String, &'static str),
    /// Something that rcad needs does not work.
    Broken(String, String),
}

/// What to do about a missing embedding model, in one line.
const MODEL_MISSING: &str =
    "optional; without it search uses text only. Download it: rcad model fetch. Offline: rcad model add DIR";
/// How long to wait for Ollama before reporting it as absent.
const OLLAMA: Duration = Duration::from_secs(2);

/// `rcad doctor`
pub fn doctor(_: &DoctorArgs) -> Result<Exit> {
    let home = Home::find()?;
    let config = Config::load(&home);
    let mut checks = vec![("settings", settings(&home, config.as_ref()))];
    let default_home = hook::default_gradle_home()?;
    checks.push(("Gradle home", gradle_home(&default_home)));
    let mut hooked = hook::gradle_homes(&home);
    if hooked.is_empty() {
        hooked.push(default_home);
    }
    checks.extend(hooked.iter().map(|h| ("hook", hooked_in(&home, h))));
    checks.push(("daemon", daemon(&home)));
    checks.push(("store", store(&home)));
    checks.push(("spool", spool(&home)));
    checks.push(("rules", rules(&home)));
    checks.push(("notifications", notifications()));
    checks.extend(devices(&home).map(|found| ("devices", found)));
    checks.push(("Ollama", ollama(config.as_ref().map_or("http://127.0.0.1:11434", |c| c.ollama.url.as_str()))));
    checks.extend(models(&home, config.as_ref().ok()));
    let mut broken = 0;
    for (part, found) in checks {
        match found {
            CheckResult::Well(what) => println!("  ok       {part}: {what}"),
            CheckResult::Missing(what, todo) => println!("  missing  {part}: {what}\n           {todo}"),
            CheckResult::Broken(what, todo) => {
                broken += 1;
                println!("  PROBLEM  {part}: {what}\n           {todo}");
            }
        }
    }
    Ok(if broken == 0 { Exit::Success } else { Exit::Empty })
}

fn settings(home: &Home, config: Result<&Config, &anyhow::Error>) -> CheckResult {
    match config {
        Ok(_) if home.config().exists() => CheckResult::Well(tilde(&home.config())),
        Ok(_) => CheckResult::Well(format!("defaults ({} is optional and does not exist)", tilde(&home.config()))),
        Err(error) => CheckResult::Broken(format!("{error:#}"), format!("edit {}", tilde(&home.config()))),
    }
}

fn gradle_home(path: &Path) -> CheckResult {
    if path.is_dir() {
        CheckResult::Well(tilde(path))
    } else {
        CheckResult::Missing(
            format!("{} does not exist", tilde(path)),
            "Gradle creates it on its first build. For another location: rcad setup --gradle-user-home DIR",
        )
    }
}

fn hooked_in(home: &Home, gradle_home: &Path) -> CheckResult {
    let shim = tilde(&hook::shim_path(gradle_home));
    match hook::check(home, gradle_home) {
        Ok(hook::HookState::Installed) => CheckResult::Well(format!("{shim} is installed")),
        Ok(hook::HookState::Absent) => CheckResult::Broken(format!("{shim} is missing"), "rcad setup".to_owned()),
        Ok(hook::HookState::Different) => CheckResult::Broken(
            format!("{shim} or one of its scripts is damaged or from another version"),
            "rcad setup".to_owned(),
        ),
        Err(error) => CheckResult::Broken(format!("{error:#}"), "rcad setup".to_owned()),
    }
}

fn daemon(home: &Home) -> CheckResult {
    match lifecycle::running(home) {
        Ok(Some(status)) if status.version != env!("CARGO_PKG_VERSION") => CheckResult::Broken(
            format!("version {} is running, but this is {}", status.version, env!("CARGO_PKG_VERSION")),
            "rcad restart".to_owned(),
        ),
        Ok(Some(status)) if !status.health.is_empty() => {
            CheckResult::Broken(status.health.join("; "), format!("see the log: {}", tilde(&home.log())))
        }
        Ok(Some(status)) => CheckResult::Well(format!("running at {} (pid {})", status.address, status.pid)),
        Ok(None) => match start_failure::read(home) {
            Some(why) => {
                CheckResult::Broken(format!("not running, its last start failed: {why}"), "then: rcad start".to_owned())
            }
            None => CheckResult::Broken("not running".to_owned(), "rcad start".to_owned()),
        },
        Err(error) => CheckResult::Broken(format!("{error:#}"), format!("see the log: {}", tilde(&home.log()))),
    }
}

/// Has the daemon verify the whole store.
fn store(home: &Home) -> CheckResult {
    let verified = Client::new(home).and_then(|client| match client {
        Some(client) if client.status()?.is_some() => client.verify().map(Some),
        _ => Ok(None),
    });
    let path = tilde(&home.store());
    let backup =
        || format!("back up {path}; `rcad export FILE` saves what is readable, `rcad import FILE` restores it");
    match verified {
        Ok(None) => CheckResult::Missing(format!("{path} was not checked"), "the daemon must be running: rcad start"),
        Ok(Some(found)) if found.wrong == 0 => CheckResult::Well(format!(
            "{path}: {} failures, {} builds and crashes, {} logs",
            found.rcas, found.builds, found.reports
        )),
        Ok(Some(found)) => {
            let more = found.wrong - found.problems.len() as u64;
            let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
            let todo = match found.damaged {
                0 => backup(),
                _ => format!("{}; `rcad delete --damaged` deletes the damaged records", backup()),
            };
            CheckResult::Broken(format!("{path}: {}{more}", found.problems.join("; ")), todo)
        }
        Err(error) => CheckResult::Broken(format!("{path}: {error:#}"), backup()),
    }
}

fn spool(home: &Home) -> CheckResult {
    let spool = home.spool();
    let probe = spool.join(format!(".doctor-{}.tmp", std::process::id()));
    let written = std::fs::write(&probe, b"x").and_then(|()| std::fs::remove_file(&probe));
    match written {
        Ok(()) => CheckResult::Well(format!("{} is writable", tilde(&spool))),
        Err(error) if !spool.exists() => CheckResult::Broken(
            format!("{} does not exist ({error})", tilde(&spool)),
            "rcad start creates it".to_owned(),
        ),
        Err(error) => CheckResult::Broken(
            format!("{} is not writable: {error}", tilde(&spool)),
            "free disk space, or fix its owner and permissions; until then failed builds are not recorded".to_owned(),
        ),
    }
}

fn rules(home: &Home) -> CheckResult {
    let loaded = load(&files(&directories(home, project_here().as_deref())));
    match loaded.problems().as_slice() {
        [] if loaded.files.is_empty() => CheckResult::Well(format!("no rules of your own in {}", tilde(&home.rules()))),
        [] => CheckResult::Well(format!("{} rules of your own", loaded.rules.len())),
        problems => CheckResult::Broken(
            format!("invalid: {}", problems.join("\n           ")),
            "fix the rule and run `rcad rules test`; the other rules are active".to_owned(),
        ),
    }
}

fn notifications() -> CheckResult {
    match notification::service() {
        Ok(name) => CheckResult::Well(name),
        Err(error) => CheckResult::Missing(
            format!("{error:#}"),
            "failures are still stored (rcad status, rcad open last). Install a notification daemon such as dunst",
        ),
    }
}

/// Whether crashes on devices are seen; nothing without a daemon.
fn devices(home: &Home) -> Option<CheckResult> {
    let devices = lifecycle::running(home).ok()??.devices;
    Some(match (devices.watched, devices.server, devices.devices.len()) {
        (false, ..) => CheckResult::Well("not watched (the setting devices.watch)".to_owned()),
        (true, true, number) => CheckResult::Well(format!("an adb server answers; attached: {number}")),
        (true, false, _) => CheckResult::Missing(
            "no adb server answers".to_owned(),
            "optional; without it crashes on devices are not seen. Android Studio starts one, or: adb start-server",
        ),
    })
}

fn ollama(url: &str) -> CheckResult {
    let answered = || -> Result<String> {
        let server = Server::new(url)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let version = runtime.block_on(async { tokio::time::timeout(OLLAMA, server.version()).await })?;
        version.map_err(|error| anyhow!("{}", describe(&error, "a model")))
    };
    match answered() {
        Ok(version) => CheckResult::Well(format!("{version} at {url}; `rcad model list` shows which model is used")),
        Err(error) => CheckResult::Missing(
            format!("{error:#}"),
            "optional; without it failures are explained by rules and memory",
        ),
    }
}

/// Checks the files of each embedding model, contents included.
fn models(home: &Home, config: Option<&Config>) -> Vec<(&'static str, CheckResult)> {
    let look = |model: embedding_files::PinnedModel| {
        let dir = config.map_or_else(|| home.models().join(&model.name), |config| model.dir(home, config));
        let faults = model.check(&dir);
        let problem = format!("{}: {}", tilde(&dir), embedding_files::describe_faults(&model, &faults).join(", "));
        match FilesState::of(&faults) {
            FilesState::Present => CheckResult::Well(tilde(&dir)),
            FilesState::Missing => CheckResult::Missing(problem, MODEL_MISSING),
            FilesState::Damaged => CheckResult::Broken(problem, embedding_files::HOW.to_owned()),
        }
    };
    match embedding_files::all() {
        Ok(models) => models.into_iter().map(|model| ("embedding model", look(model))).collect(),
        Err(error) => vec![("embedding model", CheckResult::Broken(format!("{error:#}"), "reinstall rcad".to_owned()))],
    }
}
