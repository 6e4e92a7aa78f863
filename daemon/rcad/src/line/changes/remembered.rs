//! What a project looked like after a build, kept when the build is stored. Nobody waits for it.

use std::path::Path;
use std::time::{Duration, Instant};

use rcad_core::Report;

use crate::line::git;
use crate::line::snapshot::Snapshots;
use crate::platform::time::time_limit;

/// Time for git.
const GIT: Duration = time_limit(1_000);

/// Keeps what the project at `root` looks like after a green build.
pub fn remember_green(root: &Path, green: &Report, snapshots: &Snapshots) {
    let git = git::state(root, Instant::now() + GIT);
    snapshots.take_green(root, green, git.as_ref());
}

/// Keeps what the project at `root` looks like after a failed build of it, where there is no green one that it was compared
/// with: the green build after it is compared with that. `fingerprint` is that of the failure.
pub fn remember_failed(root: &Path, failed: &Report, fingerprint: Option<&str>, snapshots: &Snapshots) {
    if !snapshots.has_green(root) {
        let git = git::state(root, Instant::now() + GIT);
        snapshots.take_failed(root, failed, fingerprint, git.as_ref());
    }
}
