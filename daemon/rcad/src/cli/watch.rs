//! watch: builds, installed apps and crashes as they happen.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;

use super::output::{Exit, colours};
use super::timeline::happened;
use crate::client::Client;
use crate::platform::home::Home;
use crate::platform::time::now_ms;

/// Most events that are printed at once.
const MOST: usize = 100;

/// After this time it looks for what has happened even if the daemon has sent nothing: apps that are installed or started.
const LOOK_AFTER: Duration = Duration::from_secs(5);

/// `rcad watch`: a line for each event, until it is interrupted or the daemon stops.
pub fn watch() -> Result<Exit> {
    let client = Client::connect(&Home::find()?)?;
    let mut since_ms = now_ms();
    eprintln!("rcad: watching builds and devices; Ctrl-C ends it");
    loop {
        client.follow(LOOK_AFTER, |_| true, || ())?;
        let events = client.timeline(since_ms, MOST)?;
        for event in &events {
            // A reader that has gone away, such as `head`, is no error.
            if writeln!(std::io::stdout(), "{}", happened(event, colours())).is_err() {
                return Ok(Exit::Success);
            }
            since_ms = since_ms.max(event.at_ms + 1);
        }
    }
}
