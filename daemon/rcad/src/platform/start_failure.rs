//! Why the daemon's last start failed to open its store, for commands to show while it does not run.

use std::fs;
use std::path::PathBuf;

use super::home::{Home, replace};

fn path(home: &Home) -> PathBuf {
    home.root().join("start-failure.txt")
}

/// Stores why a start failed.
pub fn note(home: &Home, why: &str) {
    if let Err(error) = replace(&path(home), why.as_bytes(), 0o600) {
        tracing::warn!(%error, "cannot write why the start failed");
    }
}

/// Removes it after a successful start.
pub fn forget(home: &Home) {
    let _ = fs::remove_file(path(home)); // Usually there is none.
}

/// Why the last start failed, with a hint; nothing if it succeeded.
pub fn read(home: &Home) -> Option<String> {
    fs::read_to_string(path(home)).ok().filter(|why| !why.is_empty())
}
