//! How `HEAD` got from one commit to another, by git's log of its moves.

use rcad_core::model::change::CommitSummary;

use super::repository::{Repository, is_commit};

/// Most commits of an arrival that are named.
const NEWEST: usize = 3;

/// Most moves of `HEAD` that are looked at.
const MOVES: &str = "--max-count=500";

/// How `HEAD` got where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Commits that `HEAD` has now and did not have, merges included.
    pub commits: usize,
    /// What brought it here; of several moves the one that explains most.
    pub by: ArrivedBy,
    /// The newest of the commits, at most 3, without merges.
    pub newest: Vec<CommitSummary>,
    /// The branch before, where it is another one now. A hash where no branch was checked out.
    pub branch_before: Option<String>,
}

/// What moved `HEAD`. What explains more comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArrivedBy {
    /// `git pull`, whether it merged or rebased.
    Pull,
    /// `git checkout` or `git switch`.
    Checkout,
    /// `git rebase`.
    Rebase,
    /// `git merge`.
    Merge,
    /// `git reset`.
    Reset,
    /// `git commit`, also a cherry-pick or a revert.
    Commit,
    /// Something else, or nobody knows.
    Other,
}

impl Arrival {
    /// `3 commits came by a pull; the newest is 1a2b3c4 by Ann, “Rename pageCount”`.
    pub fn in_words(&self) -> String {
        let by = match self.by {
            ArrivedBy::Pull => " by a pull",
            ArrivedBy::Checkout => " by a switch of the branch",
            ArrivedBy::Rebase => " by a rebase",
            ArrivedBy::Merge => " by a merge",
            ArrivedBy::Reset => " by a reset",
            ArrivedBy::Commit | ArrivedBy::Other => "",
        };
        let from = self.branch_before.as_ref().map_or(String::new(), |branch| format!(" (from {branch})"));
        let newest = self
            .newest
            .first()
            .map_or(String::new(), |one| format!("; the newest is {} by {}, “{}”", one.hash, one.author, one.subject));
        match self.commits {
            0 => format!("HEAD moved back{by}{from}"),
            1 => format!("1 commit came{by}{from}{newest}"),
            many => format!("{many} commits came{by}{from}{newest}"),
        }
    }
}

impl Repository {
    /// How `HEAD` got here from `from`; nothing where it is still there.
    pub fn arrived(&self, from: &str) -> Option<Arrival> {
        let head = self.head.as_deref().filter(|head| is_commit(from) && !head.starts_with(from))?;
        let count = self.ask(&["rev-list", "--count", &format!("{from}..{head}"), "--"])?;
        let commits = String::from_utf8(count).ok()?.trim().parse().ok()?;
        let moves = self.moves_since(from);
        let by = moves.iter().map(|said| kind_of(said)).min().unwrap_or(ArrivedBy::Other);
        // Newest first, so the last one left the branch of that time.
        let left = moves.iter().rev().find_map(|said| left(said));
        let branch_before = left.filter(|left| self.branch().as_deref() != Some(*left)).map(str::to_owned);
        let newest = if commits > 0 { self.newest(from, NEWEST) } else { Vec::new() };
        Some(Arrival { commits, by, newest, branch_before })
    }

    /// What git noted of each move since `HEAD` was last at `from`, newest first; empty where it is not known to have been
    /// there.
    fn moves_since(&self, from: &str) -> Vec<String> {
        let words =
            ["reflog", "show", "-z", "--no-show-signature", "--no-color", "--format=%H%x00%gs", MOVES, "HEAD", "--"];
        let log = self.ask(&words).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let mut parts = log.split('\0');
        let mut moves = Vec::new();
        while let (Some(id), Some(said)) = (parts.next(), parts.next()) {
            if id.starts_with(from) {
                return moves;
            }
            moves.push(said.to_owned());
        }
        Vec::new()
    }
}

/// `pull origin main: Fast-forward`, `rebase (start): checkout main`, `commit (amend): Fix it`
fn kind_of(said: &str) -> ArrivedBy {
    let end = said.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(said.len());
    match &said[..end] {
        "pull" => ArrivedBy::Pull,
        "checkout" => ArrivedBy::Checkout,
        "rebase" => ArrivedBy::Rebase,
        "merge" => ArrivedBy::Merge,
        "reset" => ArrivedBy::Reset,
        "commit" if said.starts_with("commit (merge)") => ArrivedBy::Merge,
        "commit" | "cherry-pick" | "revert" => ArrivedBy::Commit,
        _ => ArrivedBy::Other,
    }
}

/// The branch that was left by `checkout: moving from main to feature/cart`.
fn left(said: &str) -> Option<&str> {
    said.strip_prefix("checkout: moving from ")?.split_once(" to ").map(|(left, _)| left)
}

#[cfg(test)]
mod tests {
    use super::{ArrivedBy, kind_of, left};

    #[test]
    fn moves_are_told_apart() {
        for (said, kind) in [
            ("pull: Fast-forward", ArrivedBy::Pull),
            ("pull --rebase origin main (start): checkout 5e1", ArrivedBy::Pull),
            ("merge feature: Fast-forward", ArrivedBy::Merge),
            ("commit (merge): Merge branch 'a'", ArrivedBy::Merge),
            ("rebase (finish): returning to refs/heads/a", ArrivedBy::Rebase),
            ("rebase -i (finish): returning to refs/heads/a", ArrivedBy::Rebase),
            ("checkout: moving from a to b", ArrivedBy::Checkout),
            ("commit (amend): pull: nothing", ArrivedBy::Commit),
            ("cherry-pick: Fix it", ArrivedBy::Commit),
            ("reset: moving to HEAD~1", ArrivedBy::Reset),
            ("clone: from x", ArrivedBy::Other),
            ("merged", ArrivedBy::Other),
            ("", ArrivedBy::Other),
        ] {
            assert_eq!(kind_of(said), kind, "{said}");
        }
        assert_eq!(left("checkout: moving from a to b/c"), Some("a"));
        assert_eq!(left("commit: checkout: moving from a to b"), None);
    }
}
