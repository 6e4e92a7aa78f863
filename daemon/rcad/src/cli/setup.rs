//! setup and uninstall.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::lifecycle;
use crate::cli::output::Exit;
use crate::install::hook;
use crate::install::service::ServiceManager;
use crate::platform::home::{Home, tilde};

/// `rcad setup`
#[derive(clap::Args)]
pub struct SetupArgs {
    /// A Gradle user home other than the default; can be repeated
    #[arg(long, value_name = "DIR")]
    gradle_user_home: Vec<PathBuf>,
    /// Only print what would be done
    #[arg(long)]
    dry_run: bool,
}

/// `rcad uninstall`
#[derive(clap::Args)]
pub struct UninstallArgs {
    /// Also remove stored failures and settings
    #[arg(long)]
    purge: bool,
}

/// `rcad setup`
pub fn setup(args: &SetupArgs) -> Result<Exit> {
    let home = Home::find()?;
    let manager = ServiceManager::find();
    let gradle_homes = gradle_homes(args)?;
    if args.dry_run {
        println!("would store data in  {}", tilde(home.root()));
        for gradle_home in &gradle_homes {
            println!("would install        {}", tilde(&hook::shim_path(gradle_home)));
        }
        println!("would start          the daemon, as a {}", manager.name());
        return Ok(Exit::Success);
    }
    home.create()?;
    for gradle_home in &gradle_homes {
        let wrote = hook::install(&home, gradle_home)?;
        let done = if wrote { "installed" } else { "unchanged" };
        println!("{done}  the hook, {}", tilde(&hook::shim_path(gradle_home)));
    }
    let before = lifecycle::running(&home)?;
    if let Some(status) = before.filter(|status| status.version == env!("CARGO_PKG_VERSION")) {
        println!("running    the daemon (pid {}), http://{}", status.pid, status.address);
    } else {
        lifecycle::stop_daemon(&home)?;
        manager.register(&home)?;
        manager.start(&home)?;
        println!("started    the daemon, as a {}", manager.name());
        if manager == ServiceManager::None {
            println!("           (no systemd or launchd session found: run `rcad start` after a reboot)");
        }
    }
    println!("data in    {}", tilde(home.root()));
    println!(
        "\nDone. The next failing Gradle build will be explained: see `rcad status`. `rcad uninstall` removes rcad."
    );
    Ok(Exit::Success)
}

/// `rcad uninstall`
pub fn uninstall(args: &UninstallArgs) -> Result<Exit> {
    let home = Home::find()?;
    // Remove the hook first, so that no build calls it any more.
    let removed = hook::remove(&home)?;
    for shim in &removed {
        println!("removed   {}", tilde(shim));
    }
    let stopped = lifecycle::stop_daemon(&home)?;
    if stopped {
        println!("stopped   the daemon");
    }
    let forgotten = ServiceManager::find().forget(&home)?;
    if forgotten {
        println!("removed   the {}", ServiceManager::find().name());
    }
    // A Gradle daemon that still has the scripts loaded writes no record without this directory.
    let spool = home.spool();
    if spool.exists() {
        std::fs::remove_dir_all(&spool).with_context(|| format!("cannot remove {}", spool.display()))?;
    }
    let purged = args.purge && home.root().exists();
    if purged {
        std::fs::remove_dir_all(home.root()).with_context(|| format!("cannot remove {}", home.root().display()))?;
        println!("removed   {}", tilde(home.root()));
    } else if home.root().exists() {
        println!("kept      {} (stored failures; remove them with --purge)", tilde(home.root()));
    }
    let anything = !removed.is_empty() || stopped || forgotten || purged;
    if !anything {
        println!("Nothing to remove: no hook and no daemon found.");
    }
    Ok(if anything { Exit::Success } else { Exit::Empty })
}

fn gradle_homes(args: &SetupArgs) -> Result<Vec<PathBuf>> {
    if args.gradle_user_home.is_empty() {
        return Ok(vec![hook::default_gradle_home()?]);
    }
    args.gradle_user_home.iter().map(|dir| Ok(std::path::absolute(dir)?)).collect()
}
