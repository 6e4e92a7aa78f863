//! audit: the exact requests sent to models about a failure.

use std::io::Write;

use anyhow::{Context, Result};

use crate::cli::output::Exit;
use crate::client::Client;
use crate::platform::home::Home;
use crate::platform::time::rfc3339;

/// `rcad audit`
#[derive(clap::Args)]
pub struct AuditArgs {
    /// Failure id, the beginning of one, or `last`
    #[arg(default_value = "last")]
    id: String,
    /// Indent the JSON for reading (no longer byte for byte)
    #[arg(long)]
    pretty: bool,
}

/// `rcad audit`: prints each request on stdout exactly as it was sent, followed by a line end; times and servers go to
/// stderr.
pub fn audit(args: &AuditArgs) -> Result<Exit> {
    let audit = match Client::connect(&Home::find()?)?.audit(&args.id)? {
        Ok(audit) => audit,
        Err(problem) => {
            eprintln!("rcad: {problem}");
            return Ok(Exit::Empty);
        }
    };
    if audit.sent.is_empty() {
        eprintln!("rcad: nothing was sent to a model about {}", audit.rca);
        return Ok(Exit::Empty);
    }
    let mut out = std::io::stdout().lock();
    for (number, sent) in audit.sent.iter().enumerate() {
        let (count, bytes, when) = (audit.sent.len(), sent.body.len(), rfc3339(sent.at_ms));
        eprintln!("rcad: {} of {count}: {bytes} bytes to {} at {when}", number + 1, sent.server);
        let body = match args.pretty {
            true => {
                let body: serde_json::Value = serde_json::from_str(&sent.body).context("the request is not JSON")?;
                serde_json::to_string_pretty(&body)?
            }
            false => sent.body.clone(),
        };
        out.write_all(body.as_bytes()).and_then(|()| out.write_all(b"\n")).context("cannot write to stdout")?;
    }
    Ok(Exit::Success)
}
