//! What a repository is at.

use std::fs;
use std::time::{Duration, Instant};

use super::super::call::Git;
use super::super::repository::Repository;
use super::super::state::{GitOperation, GitState};
use super::lab::{Lab, make_program, open};

fn state(lab: &Lab, dir: &str) -> Option<GitState> {
    lab.open(dir).map(|repository| repository.state())
}

#[test]
fn branch_commit_and_whether_something_is_not_committed() {
    let Some(lab) = Lab::shop() else { return };
    let clean =
        GitState { branch: Some("main".into()), head: Some(lab.head("shop")), clean: Some(true), operation: None };
    assert_eq!(state(&lab, "shop").as_ref(), Some(&clean));
    lab.write("shop/.gitignore", "build/\n");
    assert_eq!(state(&lab, "shop").unwrap().clean, Some(false), "a new file");
    lab.commit("shop", "Ignore");
    lab.write("shop/build/a.kt", "");
    assert_eq!(state(&lab, "shop").unwrap().clean, Some(true), "an ignored file");
    lab.write("shop/app/Cart.kt", "class Basket\n");
    assert_eq!(state(&lab, "shop").unwrap().clean, Some(false), "a changed file");
    lab.git("shop", &["checkout", "-q", "-f", "-b", "feature/größe"]);
    assert_eq!(state(&lab, "shop").unwrap().branch.as_deref(), Some("feature/größe"));
    lab.git("shop", &["checkout", "-q", "--detach"]);
    assert_eq!(state(&lab, "shop"), Some(GitState { branch: None, head: Some(lab.head("shop")), ..clean }));
}

#[test]
fn git_is_not_asked_what_its_files_say_or_what_takes_it_long() {
    let Some(lab) = Lab::shop() else { return };
    let (asked, program) = (lab.root.join("asked"), lab.root.join("noting-git"));
    let script = format!("#!/bin/sh\necho \"$@\" >> {}\nexec git \"$@\"\n", asked.display());
    fs::write(&program, script).unwrap();
    make_program(&program);
    let git = Git::instead(program, Vec::new());
    let repository = Repository::open(git, &lab.root.join("shop"), Instant::now() + Duration::from_secs(60)).unwrap();
    let position = repository.position();
    assert_eq!((position.branch.as_deref(), position.clean), (Some("main"), None));
    let asked = || fs::read_to_string(&asked).unwrap();
    assert_eq!(asked().lines().count(), 1, "{}", asked());
    assert_eq!(repository.state(), GitState { clean: Some(true), ..position });
    assert!(asked().contains(" status "));
}

#[test]
fn what_is_no_repository_of_the_project_has_no_state() {
    let Some(lab) = Lab::shop() else { return };
    lab.write("plain/settings.gradle", "");
    lab.git("", &["init", "-q", "--bare", "bare"]);
    fs::create_dir_all(lab.root.join("shop/home/other")).unwrap();
    for dir in ["plain", "bare", "shop/.git", "no/such/directory", "shop/home/other"] {
        assert_eq!(state(&lab, dir), None, "{dir}");
    }
    assert!(open(&lab.root.join("shop"), &[("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")]).is_none(), "somebody else's");
    lab.write("shop/.git/config", "[core\n");
    assert_eq!(state(&lab, "shop"), None, "broken settings");
}

#[test]
fn a_repository_without_a_commit_has_a_branch() {
    let Some(lab) = Lab::new() else { return };
    lab.git("", &["init", "-q", "-b", "main", "new"]);
    let empty = GitState { branch: Some("main".into()), clean: Some(true), ..GitState::default() };
    assert_eq!(state(&lab, "new").as_ref(), Some(&empty));
    lab.write("new/a.kt", "");
    assert_eq!(state(&lab, "new"), Some(GitState { clean: Some(false), ..empty }));
    let repository = lab.open("new").unwrap();
    assert_eq!(repository.pairs_since("HEAD"), None);
    assert!(repository.commits(None, &["a.kt"]).is_empty());
    assert_eq!(repository.arrived("0123456789"), None);
    assert_eq!(repository.uncommitted(&["a.kt", "b.kt"]).unwrap(), ["a.kt".to_owned()].into());
}

/// Only the project's own directory counts.
#[test]
fn a_project_in_a_directory_of_the_repository() {
    let Some(lab) = Lab::new() else { return };
    lab.git("", &["init", "-q", "-b", "main", "app"]);
    lab.write("app/lib/main.dart", "");
    lab.write("app/android/settings.gradle", "");
    lab.commit("app", "Begin");
    lab.write("app/lib/main.dart", "void main() {}\n");
    assert_eq!(state(&lab, "app/android").unwrap().clean, Some(true));
    assert_eq!(state(&lab, "app").unwrap().clean, Some(false));
    lab.write("app/android/settings.gradle", "include ':app'\n");
    assert_eq!(state(&lab, "app/android").unwrap().clean, Some(false));
}

#[test]
fn a_worktree_and_a_submodule_are_repositories_of_their_own() {
    let Some(lab) = Lab::shop() else { return };
    lab.git("shop", &["worktree", "add", "-q", "-b", "side", "../side"]);
    lab.git("", &["init", "-q", "-b", "trunk", "lib"]);
    lab.write("lib/Lib.kt", "class Lib\n");
    lab.commit("lib", "Begin");
    lab.git("shop", &["submodule", "--quiet", "add", "../lib", "lib"]);
    lab.commit("shop", "Add lib");
    let branch = |dir: &str| state(&lab, dir).unwrap().branch;
    assert_eq!(branch("side").as_deref(), Some("side"));
    assert_eq!(branch("shop/lib").as_deref(), Some("trunk"));
    lab.write("shop/lib/Lib.kt", "class Library\n");
    assert_eq!(state(&lab, "shop/lib").unwrap().clean, Some(false));
    assert_eq!(state(&lab, "shop").unwrap().clean, Some(true), "a submodule's files are not the project's");
    let repository = lab.open("shop").unwrap();
    assert_eq!(repository.pairs_since("HEAD").unwrap(), []);
    assert_eq!(repository.pairs_since("HEAD~1"), None, "that is no hash");
    let begin = lab.git("shop", &["rev-parse", "HEAD~1"]);
    assert_eq!(repository.pairs_since(begin.trim()).unwrap(), [], "nor is the submodule itself a file");
    assert_eq!(lab.open("shop/lib").unwrap().pairs_since("HEAD").unwrap().len(), 1);
}

/// Two branches that don't fit, on `main` and `other`; `main` is checked out.
fn at_odds(lab: &Lab) {
    lab.git("shop", &["checkout", "-q", "-b", "other"]);
    lab.write("shop/app/Cart.kt", "class Theirs\n");
    lab.commit("shop", "Theirs");
    lab.git("shop", &["checkout", "-q", "main"]);
    lab.write("shop/app/Cart.kt", "class Ours\n");
    lab.commit("shop", "Ours");
}

#[test]
fn what_is_begun_and_not_finished() {
    let Some(lab) = Lab::shop() else { return };
    at_odds(&lab);
    let ways = [
        ("merge", "other", GitOperation::Merge),
        ("rebase", "other", GitOperation::Rebase),
        ("cherry-pick", "other", GitOperation::CherryPick),
        ("revert", "other~1", GitOperation::Revert),
    ];
    for (command, what, operation) in ways {
        let (fine, said) = lab.run("shop", &[command, what]);
        assert!(!fine, "{command}: {said}");
        let found = state(&lab, "shop").unwrap();
        assert_eq!((found.operation, found.clean), (Some(operation), Some(false)), "{command}");
        assert_eq!(found.branch.as_deref(), Some("main"), "{command}");
        if operation == GitOperation::Merge {
            conflict_is_compared_with_head(&lab);
        }
        lab.git("shop", &[command, "--abort"]);
        assert_eq!(state(&lab, "shop").unwrap().operation, None);
    }
}

fn conflict_is_compared_with_head(lab: &Lab) {
    let pairs = lab.open("shop").unwrap().pairs_since("HEAD").unwrap();
    assert_eq!(pairs.len(), 1);
    assert_eq!(pairs[0].before.as_deref(), Some("class Ours\n"));
    assert!(pairs[0].after.as_deref().unwrap().contains("<<<<<<<"), "{pairs:?}");
    assert!(lab.open("shop").unwrap().commits(None, &["app/Cart.kt"]).is_empty());
}
