//! prune: deletes failures not worth keeping, or lists what it would delete.

use anyhow::Result;
use reqwest::Method;
use serde_json::json;

use super::output::{self, OutputFormat};
use crate::cli::output::Exit;
use crate::client::Client;
use crate::platform::home::Home;
use crate::protocol::maintenance::PruneReport;

/// `rcad prune`
#[derive(clap::Args)]
pub struct PruneArgs {
    /// Only print what would be deleted
    #[arg(long)]
    dry_run: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// Ids that are listed at most.
const NAMED: usize = 20;

/// `rcad prune`
pub fn prune(args: &PruneArgs) -> Result<Exit> {
    let client = Client::connect(&Home::find()?)?;
    let pruned = client.operation::<PruneReport>(Method::POST, "prune", Some(&json!({"dry_run": args.dry_run})))?;
    match pruned {
        Ok(report) if args.format == OutputFormat::Json => println!("{}", serde_json::to_string_pretty(&report)?),
        Ok(report) => print!("{}", describe(&report)),
        Err(refused) => return output::refused(&refused),
    }
    Ok(Exit::Success)
}

fn describe(report: &PruneReport) -> String {
    let pruned = &report.pruned;
    let verb = if report.dry_run { "would delete" } else { "deleted" };
    let mut out = format!(
        "{verb} {} of {}: {} of low quality, {} expired; {} kept ({:.0} ms)\n",
        pruned.removed.len(),
        pruned.scanned,
        pruned.removed_low_quality,
        pruned.removed_expired,
        pruned.retained,
        report.duration_ms,
    );
    for id in pruned.removed.iter().take(NAMED) {
        out.push_str(&format!("  {id}\n"));
    }
    if pruned.removed.len() > NAMED {
        out.push_str(&format!("  and {} more (--format json lists all)\n", pruned.removed.len() - NAMED));
    }
    if pruned.flagged > 0 {
        out.push_str(&format!(
            "{} more are due soon; `rcad feedback ID up` keeps a failure permanently\n",
            pruned.flagged
        ));
    }
    out
}
