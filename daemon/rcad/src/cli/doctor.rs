//! doctor: looks at every part and says what to do about what is missing.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow};
use rcad_core::agent::machine::trouble::told;

use super::lifecycle;
use crate::Ended;
use crate::agent::ollama::Server;
use crate::client::Client;
use crate::install::embedding_files::{self, State};
use crate::install::hook;
use crate::line::rule_files::{directories, files, load, project_here};
use crate::platform::config::Config;
use crate::platform::home::Home;
use crate::platform::home::tilde;
use crate::serve::notification;

/// `rcad doctor`
#[derive(clap::Args)]
pub struct Doctor {}

/// How a part is.
enum Found {
    Well(String),
    /// Something optional is not there.
    Missing(String, &'static str),
    /// Something that rcad needs is not well.
    Broken(String, String),
}

/// What to do about a model that is not there, in a line.
const MODEL_MISSING: &str =
    "optional, search goes by words without it: rcad model fetch; without network: rcad model add DIR";
/// An optional server that does not answer within this time is taken as absent.
const OLLAMA: Duration = Duration::from_secs(2);

/// `rcad doctor`
pub fn doctor(_: &Doctor) -> Result<Ended> {
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
    checks.push(("Ollama", ollama(config.as_ref().map_or("http://127.0.0.1:11434", |c| c.ollama_url.as_str()))));
    checks.extend(models(&home, config.as_ref().ok()));
    let mut broken = 0;
    for (part, found) in checks {
        match found {
            Found::Well(what) => println!("  ok       {part}: {what}"),
            Found::Missing(what, todo) => println!("  missing  {part}: {what}\n           {todo}"),
            Found::Broken(what, todo) => {
                broken += 1;
                println!("  PROBLEM  {part}: {what}\n           {todo}");
            }
        }
    }
    println!("\nA Gradle home whose caches/jars-* alone were deleted may reject old configuration-cache entries once;");
    println!(
        "--no-configuration-cache for one build, or deleting the project's .gradle/configuration-cache, mends that."
    );
    Ok(if broken == 0 { Ended::Fine } else { Ended::Nothing })
}

fn settings(home: &Home, config: Result<&Config, &anyhow::Error>) -> Found {
    match config {
        Ok(_) if home.config().exists() => Found::Well(tilde(&home.config())),
        Ok(_) => Found::Well(format!("defaults ({} is not there, and need not be)", tilde(&home.config()))),
        Err(error) => Found::Broken(format!("{error:#}"), format!("edit {}", tilde(&home.config()))),
    }
}

fn gradle_home(path: &Path) -> Found {
    if path.is_dir() {
        Found::Well(tilde(path))
    } else {
        Found::Missing(
            format!("{} is not there", tilde(path)),
            "Gradle makes it with its first build; for another one: rcad setup --gradle-user-home DIR",
        )
    }
}

fn hooked_in(home: &Home, gradle_home: &Path) -> Found {
    let shim = tilde(&hook::shim_path(gradle_home));
    match hook::check(home, gradle_home) {
        Ok(hook::State::Installed) => Found::Well(format!("{shim}, of this version")),
        Ok(hook::State::Absent) => Found::Broken(format!("{shim} is not there"), "rcad setup".to_owned()),
        Ok(hook::State::Different) => {
            Found::Broken(format!("{shim} or a script of it is damaged or of another version"), "rcad setup".to_owned())
        }
        Err(error) => Found::Broken(format!("{error:#}"), "rcad setup".to_owned()),
    }
}

fn daemon(home: &Home) -> Found {
    match lifecycle::running(home) {
        Ok(Some(status)) if status.version != env!("CARGO_PKG_VERSION") => Found::Broken(
            format!("version {} runs, this is {}", status.version, env!("CARGO_PKG_VERSION")),
            "rcad restart".to_owned(),
        ),
        Ok(Some(status)) if !status.health.is_empty() => {
            Found::Broken(status.health.join("; "), format!("its log: {}", tilde(&home.log())))
        }
        Ok(Some(status)) => Found::Well(format!("answers at {} (pid {})", status.address, status.pid)),
        Ok(None) => Found::Broken("not running".to_owned(), "rcad start".to_owned()),
        Err(error) => Found::Broken(format!("{error:#}"), format!("its log: {}", tilde(&home.log()))),
    }
}

/// Has the daemon read the whole store.
fn store(home: &Home) -> Found {
    let verified = Client::new(home).and_then(|client| match client {
        Some(client) if client.status()?.is_some() => client.verify().map(Some),
        _ => Ok(None),
    });
    let path = tilde(&home.store());
    let backup =
        || format!("keep a copy of {path}; rcad export FILE saves what still reads, rcad import FILE takes it in");
    match verified {
        Ok(None) => Found::Missing(format!("{path} is not looked at"), "only a running daemon can: rcad start"),
        Ok(Some(found)) if found.wrong == 0 => {
            Found::Well(format!("{path}: {} failures, {} builds, {} logs", found.rcas, found.builds, found.reports))
        }
        Ok(Some(found)) => {
            let more = found.wrong - found.problems.len() as u64;
            let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
            Found::Broken(format!("{path}: {}{more}", found.problems.join("; ")), backup())
        }
        Err(error) => Found::Broken(format!("{path}: {error:#}"), backup()),
    }
}

fn spool(home: &Home) -> Found {
    let spool = home.spool();
    let probe = spool.join(format!(".doctor-{}.tmp", std::process::id()));
    let written = std::fs::write(&probe, b"x").and_then(|()| std::fs::remove_file(&probe));
    match written {
        Ok(()) => Found::Well(format!("{} is writable", tilde(&spool))),
        Err(error) if !spool.exists() => {
            Found::Broken(format!("{} is not there ({error})", tilde(&spool)), "rcad start makes it".to_owned())
        }
        Err(error) => Found::Broken(
            format!("{} can't be written: {error}", tilde(&spool)),
            "free some disk space, or mend its owner and mode; builds go on meanwhile, unrecorded".to_owned(),
        ),
    }
}

fn rules(home: &Home) -> Found {
    let loaded = load(&files(&directories(home, project_here().as_deref())));
    match loaded.problems().as_slice() {
        [] if loaded.files.is_empty() => Found::Well(format!("none of your own in {}", tilde(&home.rules()))),
        [] => Found::Well(format!("{} of your own", loaded.rules.all().len())),
        problems => Found::Broken(
            format!("refused: {}", problems.join("\n           ")),
            "correct it; rcad rules test says whether it is well. The other rules are in force".to_owned(),
        ),
    }
}

fn notifications() -> Found {
    match notification::service() {
        Ok(name) => Found::Well(name),
        Err(error) => Found::Missing(
            format!("{error:#}"),
            "failures are still stored: rcad status, rcad open last. A desktop or e.g. dunst has such a service",
        ),
    }
}

fn ollama(url: &str) -> Found {
    let answered = || -> Result<String> {
        let server = Server::new(url)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let version = runtime.block_on(async { tokio::time::timeout(OLLAMA, server.version()).await })?;
        version.map_err(|trouble| anyhow!("{}", told(&trouble, "a model")))
    };
    match answered() {
        Ok(version) => Found::Well(format!("{version} at {url}; rcad model list says which model is asked")),
        Err(error) => Found::Missing(format!("{error:#}"), "optional: rcad explains by its rules without a model"),
    }
}

/// The files of each model, read whole.
fn models(home: &Home, config: Option<&Config>) -> Vec<(&'static str, Found)> {
    let look = |model: models::Model| {
        let dir = config.map_or_else(|| home.models().join(&model.name), |config| model.dir(home, config));
        let faults = model.check(&dir);
        let told = format!("{}: {}", tilde(&dir), models::tell(&model, &faults).join(", "));
        match State::of(&faults) {
            State::Present => Found::Well(tilde(&dir)),
            State::Missing => Found::Missing(told, MODEL_MISSING),
            State::Damaged => Found::Broken(told, models::HOW.to_owned()),
        }
    };
    match models::all() {
        Ok(models) => models.into_iter().map(|model| ("embedding model", look(model))).collect(),
        Err(error) => vec![("embedding model", Found::Broken(format!("{error:#}"), "install rcad again".to_owned()))],
    }
}
