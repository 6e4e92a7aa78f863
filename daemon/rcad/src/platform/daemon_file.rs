//! `daemon.json`: how clients find the daemon.

use serde::{Deserialize, Serialize};

use super::home::Home;

/// `daemon.json`: how to reach the daemon. Token and port are kept over restarts so that old links still open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DaemonFile {
    /// `127.0.0.1:port`.
    pub address: String,
    /// Process id.
    pub pid: u32,
    /// Secret that every request carries.
    pub token: String,
}

/// The daemon's file, whether or not it runs.
pub fn read(home: &Home) -> Option<DaemonFile> {
    serde_json::from_slice(&std::fs::read(home.daemon_json()).ok()?).ok()
}
