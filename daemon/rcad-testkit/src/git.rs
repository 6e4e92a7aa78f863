//! Repositories of made-up projects.

use std::io;
use std::path::Path;
use std::process::Command;

/// Commits all files of a directory to a new repository. An error where there is no git, or it refuses.
pub fn commit_all(root: &Path) -> io::Result<()> {
    for words in [&["init", "-q"][..], &["add", "-A"], &["commit", "-q", "-m", "Green"]] {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=dev", "-c", "user.email=dev@example.com"]).args(words).current_dir(root);
        if !git.status()?.success() {
            return Err(io::Error::other(format!("git {} failed", words[0])));
        }
    }
    Ok(())
}
