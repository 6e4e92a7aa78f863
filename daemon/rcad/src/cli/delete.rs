//! delete: deletes stored failures, by id or all of them.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::{Result, bail};
use reqwest::Method;

use super::output;
use crate::cli::output::Exit;
use crate::client::Client;
use crate::platform::home::Home;
use crate::platform::url::percent_encode;
use crate::protocol::maintenance::{ClearReply, DamagedRow, DeleteReply};

/// `rcad delete`
#[derive(clap::Args)]
pub struct DeleteArgs {
    /// Failure ids, or unique beginnings of them
    #[arg(required_unless_present_any = ["all", "damaged"], conflicts_with_all = ["all", "damaged"], value_name = "ID")]
    ids: Vec<String>,
    /// Delete everything: failures, their logs, and recorded builds
    #[arg(long)]
    all: bool,
    /// Delete every record of the store that cannot be read; `rcad doctor` lists them
    #[arg(long, conflicts_with = "all")]
    damaged: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
}

/// `rcad delete`
pub fn delete(args: &DeleteArgs) -> Result<Exit> {
    if args.yes && !args.all {
        bail!("--yes only applies to --all\nhint: single failures are deleted without confirmation");
    }
    let client = Client::connect(&Home::find()?)?;
    if args.all {
        return delete_all(&client, args.yes);
    }
    if args.damaged {
        return delete_damaged(&client);
    }
    let mut ended = Exit::Success;
    for id in &args.ids {
        let path = format!("records/{}", percent_encode(id));
        match client.operation::<DeleteReply>(Method::DELETE, &path, None::<&()>)? {
            Ok(deleted) => println!("deleted {}  {}", deleted.id, deleted.line),
            Err(refused) => ended = output::refused(&refused)?,
        }
    }
    Ok(ended)
}

fn delete_damaged(client: &Client) -> Result<Exit> {
    match client.operation::<Vec<DamagedRow>>(Method::DELETE, "records/damaged", None::<&()>)? {
        Ok(deleted) if deleted.is_empty() => println!("no damaged records"),
        Ok(deleted) => {
            for DamagedRow { table, key, why: _ } in deleted {
                println!("deleted {table} {key}");
            }
        }
        Err(refused) => return output::refused(&refused),
    }
    Ok(Exit::Success)
}

fn delete_all(client: &Client, yes: bool) -> Result<Exit> {
    let Some(status) = client.status()? else { bail!("the daemon is not running\nhint: rcad start") };
    if !yes && !confirmed(status.rcas, status.builds)? {
        println!("Nothing was deleted.");
        return Ok(Exit::Empty);
    }
    match client.operation::<ClearReply>(Method::DELETE, "records", None::<&()>)? {
        Ok(ClearReply { cleared }) => {
            println!("deleted {cleared} failure{}", if cleared == 1 { "" } else { "s" });
            Ok(Exit::Success)
        }
        Err(refused) => output::refused(&refused),
    }
}

fn confirmed(rcas: u64, builds: u64) -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        bail!("this would delete all {rcas} failures\nhint: add --yes");
    }
    eprint!("Delete all {rcas} failures with their logs, and {builds} recorded builds? [y/N] ");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
