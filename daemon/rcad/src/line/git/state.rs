//! What a repository is at.

use super::repository::Repository;

/// What a project's repository is at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GitState {
    /// The branch, also one that is being rebased; nothing where `HEAD` is detached.
    pub branch: Option<String>,
    /// The whole hash of `HEAD`; nothing before the first commit.
    pub head: Option<String>,
    /// Whether no file of the project differs from `HEAD` and none is new, but for ignored ones and those of submodules;
    /// nothing when time was short.
    pub clean: Option<bool>,
    /// What was begun and waits to be continued.
    pub operation: Option<GitOperation>,
}

/// What git has begun and not finished, mostly because of conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GitOperation {
    /// `git merge`, or a pull that merges.
    Merge,
    /// `git rebase`, or a pull that rebases.
    Rebase,
    /// `git cherry-pick`.
    CherryPick,
    /// `git revert`.
    Revert,
}

impl Repository {
    /// What it is at.
    pub fn state(&self) -> GitState {
        GitState { clean: self.is_clean(), ..self.position() }
    }

    /// The same without looking whether anything differs from `HEAD`, which takes git the longest.
    pub fn position(&self) -> GitState {
        let operation = self.operation();
        let branch = self.branch().or_else(|| self.rebased());
        GitState { branch, head: self.head.clone(), clean: None, operation }
    }

    /// The branch that `HEAD` names. git itself is asked only where its file does not have it: each call takes a few
    /// milliseconds.
    pub fn branch(&self) -> Option<String> {
        let file = self.own_file("HEAD");
        let named = file.as_deref().and_then(|text| branch_of(text.strip_prefix("ref: ")?));
        // Other forms of a repository have only a placeholder there.
        if let Some(branch) = named.filter(|branch| branch != ".invalid") {
            return Some(branch);
        }
        let name = String::from_utf8(self.ask(&["symbolic-ref", "--quiet", "HEAD"])?).ok()?;
        branch_of(&name)
    }

    /// The branch that is being rebased.
    fn rebased(&self) -> Option<String> {
        let names = ["rebase-merge/head-name", "rebase-apply/head-name"];
        names.iter().find_map(|name| branch_of(&self.own_file(name)?))
    }

    /// A rebase picks commits, so its sign is looked for first.
    fn operation(&self) -> Option<GitOperation> {
        let signs = [
            ("rebase-merge", GitOperation::Rebase),
            ("rebase-apply/rebasing", GitOperation::Rebase),
            ("MERGE_HEAD", GitOperation::Merge),
            ("CHERRY_PICK_HEAD", GitOperation::CherryPick),
            ("REVERT_HEAD", GitOperation::Revert),
        ];
        signs.into_iter().find(|(sign, _)| self.has(sign)).map(|(_, operation)| operation)
    }
}

/// `main` of `refs/heads/main`.
fn branch_of(name: &str) -> Option<String> {
    name.trim_end_matches('\n').strip_prefix("refs/heads/").map(str::to_owned)
}
