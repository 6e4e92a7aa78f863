//! How `HEAD` got where it is.

use super::super::arrival::{Arrival, ArrivedBy};
use super::lab::Lab;

fn arrived(lab: &Lab, from: &str) -> Option<Arrival> {
    lab.open("shop").unwrap().arrived(from)
}

/// By what, how many commits, the branch before.
fn short(lab: &Lab, from: &str) -> Option<(ArrivedBy, usize, Option<String>)> {
    arrived(lab, from).map(|arrival| (arrival.by, arrival.commits, arrival.branch_before))
}

#[test]
fn by_commits() {
    let Some(lab) = Lab::shop() else { return };
    let begin = lab.head("shop");
    assert_eq!(arrived(&lab, &begin), None, "it is still there");
    for n in 1..=4 {
        lab.write("shop/app/Cart.kt", &format!("{n}\n"));
        lab.commit("shop", &format!("Number {n}"));
    }
    let arrival = arrived(&lab, &begin).unwrap();
    assert_eq!((arrival.commits, arrival.by, arrival.branch_before), (4, ArrivedBy::Commit, None));
    let subjects: Vec<&str> = arrival.newest.iter().map(|commit| commit.subject.as_str()).collect();
    assert_eq!(subjects, ["Number 4", "Number 3", "Number 2"]);
    assert_eq!(short(&lab, &begin[..8]), Some((ArrivedBy::Commit, 4, None)));
    for odd in ["0123456789", "--all", "HEAD~1", ""] {
        assert_eq!(arrived(&lab, odd), None, "{odd}");
    }
    let last = lab.head("shop");
    lab.git("shop", &["reset", "-q", "--hard", &begin]);
    assert_eq!(short(&lab, &last), Some((ArrivedBy::Reset, 0, None)));
}

/// `theirs` is a clone in which somebody else has committed.
fn others_commit(lab: &Lab, file: &str) {
    lab.git("", &["clone", "-q", "shop", "theirs"]);
    lab.write(&format!("theirs/{file}"), "theirs\n");
    lab.commit("theirs", "Theirs");
    lab.git("shop", &["remote", "add", "origin", "../theirs"]);
}

#[test]
fn by_a_pull_that_is_fast() {
    let Some(lab) = Lab::shop() else { return };
    let begin = lab.head("shop");
    others_commit(&lab, "app/Theirs.kt");
    lab.git("shop", &["pull", "-q", "--ff-only", "origin", "main"]);
    assert_eq!(short(&lab, &begin), Some((ArrivedBy::Pull, 1, None)));
    lab.write("shop/app/Own.kt", "");
    lab.commit("shop", "Own");
    assert_eq!(short(&lab, &begin), Some((ArrivedBy::Pull, 2, None)), "the pull explains more than an own commit");
}

#[test]
fn by_a_pull_that_merges_or_rebases() {
    for way in ["--no-rebase", "--rebase"] {
        let Some(lab) = Lab::shop() else { return };
        others_commit(&lab, "app/Theirs.kt");
        lab.write("shop/app/Own.kt", "");
        let own = lab.commit("shop", "Own");
        lab.git("shop", &["pull", "-q", "--no-edit", way, "origin", "main"]);
        let arrival = arrived(&lab, &own).unwrap();
        assert_eq!((arrival.by, arrival.commits, arrival.branch_before), (ArrivedBy::Pull, 2, None), "{way}");
        assert!(arrival.newest.iter().any(|commit| commit.subject == "Theirs"), "{way}");
    }
}

#[test]
fn by_a_switch_of_branches() {
    let Some(lab) = Lab::shop() else { return };
    lab.git("shop", &["checkout", "-q", "-b", "feature/cart"]);
    lab.write("shop/app/Cart.kt", "2\n");
    let feature = lab.commit("shop", "Feature");
    lab.git("shop", &["checkout", "-q", "main"]);
    let main = lab.head("shop");
    assert_eq!(short(&lab, &feature), Some((ArrivedBy::Checkout, 0, Some("feature/cart".into()))));
    lab.git("shop", &["switch", "-q", "feature/cart"]);
    assert_eq!(short(&lab, &main), Some((ArrivedBy::Checkout, 1, Some("main".into()))));
    lab.git("shop", &["checkout", "-q", "main"]);
    lab.write("shop/app/Main.kt", "");
    lab.commit("shop", "Main");
    assert_eq!(short(&lab, &main), Some((ArrivedBy::Commit, 1, None)), "the way there and back does not count");
}

#[test]
fn by_a_rebase_or_a_merge() {
    for (command, by) in [("rebase", ArrivedBy::Rebase), ("merge", ArrivedBy::Merge)] {
        let Some(lab) = Lab::shop() else { return };
        lab.git("shop", &["checkout", "-q", "-b", "feature"]);
        lab.write("shop/app/Feature.kt", "");
        let feature = lab.commit("shop", "Feature");
        lab.git("shop", &["checkout", "-q", "main"]);
        lab.write("shop/app/Main.kt", "");
        lab.commit("shop", "Main");
        lab.git("shop", &["checkout", "-q", "feature"]);
        lab.git("shop", &[command, "-q", "main"]);
        assert_eq!(short(&lab, &feature), Some((by, 2, None)), "{command}");
    }
}

/// A commit that `HEAD` was never at, as in another worktree.
#[test]
fn from_elsewhere() {
    let Some(lab) = Lab::shop() else { return };
    let begin = lab.head("shop");
    lab.git("shop", &["worktree", "add", "-q", "-b", "side", "../side"]);
    lab.write("side/app/Side.kt", "");
    let side = lab.commit("side", "Side");
    assert_eq!(short(&lab, &side), Some((ArrivedBy::Other, 0, None)));
    lab.git("shop", &["reflog", "expire", "--expire=now", "--all"]);
    lab.git("shop", &["merge", "-q", "side"]);
    assert_eq!(short(&lab, &begin), Some((ArrivedBy::Other, 1, None)), "the log was emptied");
}
