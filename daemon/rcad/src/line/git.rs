//! What git says of a project: its branch, what is not committed, which commits brought what, how `HEAD` got here. Asks the
//! installed git, which only reads, runs nothing else and fetches nothing; what it does not answer in time stays unknown.
//!
//! The project may be a directory of the repository: all paths are in the project, what lies beside it does not count.

mod arrival;
mod call;
mod log;
mod pairs;
mod repository;
mod state;
mod status;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Instant;

pub use arrival::Arrival;
use call::Git;
pub use repository::Repository;
pub use state::GitState;

/// What the repository of the project at `root` is at. Nothing without git, without a repository of one's own, in a bare
/// one, or where the last commit knows nothing of the project's directory.
pub fn state(root: &Path, until: Instant) -> Option<GitState> {
    Some(open(root, until)?.state())
}

/// The repository of the project at `root`, to be asked several questions until then: that saves two of git's runs for each.
/// Nothing where [`state`] has nothing.
pub fn open(root: &Path, until: Instant) -> Option<Repository> {
    Repository::open(Git::installed()?, root, until)
}
