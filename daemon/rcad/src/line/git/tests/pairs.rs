//! Files in two states.

use std::fs;
use std::os::unix::fs::symlink;

use rcad_core::model::change::FilePair;

use super::lab::Lab;

fn pairs(lab: &Lab, dir: &str, commit: &str) -> Vec<(String, Option<String>, Option<String>)> {
    let pairs = lab.open(dir).unwrap().pairs_since(commit).unwrap();
    pairs.into_iter().map(|FilePair { path, before, after }| (path, before, after)).collect()
}

fn pair(path: &str, before: Option<&str>, after: Option<&str>) -> (String, Option<String>, Option<String>) {
    (path.to_owned(), before.map(str::to_owned), after.map(str::to_owned))
}

#[test]
fn what_is_not_committed() {
    let Some(lab) = Lab::shop() else { return };
    lab.write("shop/app/Old.java", "class Old {}\n");
    lab.write("shop/app/same.xml", "<a/>\n");
    lab.write("shop/readme.txt", "no\n");
    lab.write("shop/.gitignore", "ignored/\n");
    lab.commit("shop", "More");
    assert_eq!(pairs(&lab, "shop", "HEAD"), []);
    lab.write("shop/app/Cart.kt", "class Basket\n");
    fs::remove_file(lab.root.join("shop/app/Old.java")).unwrap();
    lab.write("shop/app/same.xml", "<a/>\n");
    lab.write("shop/app/new/New.kt", "class New\n");
    lab.write("shop/staged.gradle", "a\n");
    lab.git("shop", &["add", "staged.gradle"]);
    lab.write("shop/staged.gradle", "b\n");
    lab.write("shop/readme.txt", "not of a kind that is compared\n");
    lab.write("shop/ignored/Hidden.kt", "");
    lab.write("shop/app/build/Made.kt", "");
    let expected = [
        pair("app/Cart.kt", Some("class Cart\n"), Some("class Basket\n")),
        pair("app/Old.java", Some("class Old {}\n"), None),
        pair("app/new/New.kt", None, Some("class New\n")),
        pair("staged.gradle", None, Some("b\n")),
    ];
    assert_eq!(pairs(&lab, "shop", "HEAD"), expected);
}

#[test]
fn since_a_commit_with_what_is_not_committed_on_top() {
    let Some(lab) = Lab::shop() else { return };
    let begin = lab.head("shop");
    lab.write("shop/app/Cart.kt", "class Second\n");
    lab.write("shop/app/Back.kt", "1\n");
    lab.write("shop/app/build/Kept.kt", "committed, so it is a source\n");
    lab.commit("shop", "Second");
    lab.write("shop/app/Cart.kt", "class Third\n");
    fs::remove_file(lab.root.join("shop/app/Back.kt")).unwrap();
    let expected = [
        pair("app/Cart.kt", Some("class Cart\n"), Some("class Third\n")),
        pair("app/build/Kept.kt", None, Some("committed, so it is a source\n")),
    ];
    assert_eq!(pairs(&lab, "shop", &begin), expected);
    assert_eq!(pairs(&lab, "shop", &begin[..9]), expected);
    lab.write("shop/app/Cart.kt", "class Cart\n");
    assert_eq!(pairs(&lab, "shop", &begin), expected[1..], "what is as it was has not changed");
    let repository = lab.open("shop").unwrap();
    for odd in ["0123456789", "--output=x", "main", "", "HEAD^{tree}"] {
        assert_eq!(repository.pairs_since(odd), None, "{odd}");
    }
}

/// Paths are the project's, and what lies beside it is not read.
#[test]
fn of_a_project_in_a_directory() {
    let Some(lab) = Lab::new() else { return };
    lab.git("", &["init", "-q", "-b", "main", "app"]);
    lab.write("app/android/app/build.gradle", "a\n");
    lab.write("app/other/build.gradle", "a\n");
    let begin = lab.commit("app", "Begin");
    lab.write("app/android/app/build.gradle", "b\n");
    lab.write("app/other/build.gradle", "b\n");
    let expected = [pair("app/build.gradle", Some("a\n"), Some("b\n"))];
    assert_eq!(pairs(&lab, "app/android", "HEAD"), expected);
    lab.commit("app", "Second");
    assert_eq!(pairs(&lab, "app/android", "HEAD"), []);
    assert_eq!(pairs(&lab, "app/android", &begin), expected);
    let commits =
        lab.open("app/android").unwrap().commits(Some(&begin), &["app/build.gradle", "../other/build.gradle"]);
    assert_eq!(commits.keys().collect::<Vec<_>>(), ["app/build.gradle"]);
}

#[test]
fn names_may_be_odd() {
    let Some(lab) = Lab::shop() else { return };
    let names =
        ["a b.kt", "zwei\nZeilen.kt", "größe.kt", "\"quoted\".kt", "\n.kt", ":(top)x.kt", "a\t->\tb.kt", "[a].kt"];
    for name in names {
        lab.write(&format!("shop/{name}"), "1\n");
    }
    let begin = lab.commit("shop", "Names");
    for name in names {
        lab.write(&format!("shop/{name}"), "2\n");
    }
    let mut expected: Vec<_> = names.iter().map(|name| pair(name, Some("1\n"), Some("2\n"))).collect();
    expected.sort();
    assert_eq!(pairs(&lab, "shop", "HEAD"), expected);
    assert_eq!(lab.open("shop").unwrap().uncommitted(&names).unwrap().len(), names.len());
    lab.commit("shop", "Again");
    assert_eq!(pairs(&lab, "shop", &begin), expected);
    let commits = lab.open("shop").unwrap().commits(Some(&begin), &names);
    assert_eq!(commits.len(), names.len());
    assert!(commits.values().all(|commit| commit.subject == "Again"));
}

#[test]
fn secrets_links_and_large_files_are_left_out() {
    let Some(lab) = Lab::shop() else { return };
    for name in ["keystore.properties", "large.xml", ".idea/misc.xml", "app/local.properties"] {
        lab.write(&format!("shop/{name}"), "password=1\n");
    }
    symlink("app/Cart.kt", lab.root.join("shop/Link.kt")).unwrap();
    lab.write("outside.kt", "");
    symlink("../outside.kt", lab.root.join("shop/Out.kt")).unwrap();
    let begin = lab.commit("shop", "Secrets");
    for name in ["keystore.properties", ".idea/misc.xml", "app/local.properties"] {
        lab.write(&format!("shop/{name}"), "password=2\n");
    }
    lab.write("shop/large.xml", &"x".repeat((512 << 10) + 1));
    fs::remove_file(lab.root.join("shop/Link.kt")).unwrap();
    symlink("settings.gradle.kts", lab.root.join("shop/Link.kt")).unwrap();
    fs::remove_file(lab.root.join("shop/Out.kt")).unwrap();
    assert_eq!(pairs(&lab, "shop", "HEAD"), []);
    lab.commit("shop", "Changed");
    assert_eq!(pairs(&lab, "shop", &begin), []);
    lab.write("shop/large.xml", "small\n");
    assert_eq!(pairs(&lab, "shop", "HEAD"), [], "it was too large");
}

#[test]
fn more_than_500_files_are_not_compared() {
    let Some(lab) = Lab::shop() else { return };
    for n in 0..500 {
        lab.write(&format!("shop/app/N{n}.kt"), "");
    }
    for n in 0..5_000 {
        lab.write(&format!("shop/dump/n{n}.bin"), "");
        lab.write(&format!("shop/app/build/n{n}.xml"), "");
    }
    assert_eq!(pairs(&lab, "shop", "HEAD").len(), 500, "other kinds and what a build writes don't count");
    lab.write("shop/app/N500.kt", "");
    assert_eq!(lab.open("shop").unwrap().pairs_since("HEAD"), None);
    assert_eq!(lab.open("shop").unwrap().state().clean, Some(false));
}

#[test]
fn old_texts_of_more_than_4_mib_are_not_read() {
    let Some(lab) = Lab::shop() else { return };
    for n in 0..9 {
        lab.write(&format!("shop/n{n}.xml"), &format!("{n}{}", "x".repeat(500 << 10)));
    }
    lab.commit("shop", "Large");
    for n in 0..8 {
        lab.write(&format!("shop/n{n}.xml"), "");
    }
    assert_eq!(pairs(&lab, "shop", "HEAD").len(), 8);
    lab.write("shop/n8.xml", "");
    assert_eq!(lab.open("shop").unwrap().pairs_since("HEAD"), None);
}

#[test]
fn ends_of_lines_that_git_has_written_are_no_change() {
    let Some(lab) = Lab::shop() else { return };
    lab.git("shop", &["config", "core.autocrlf", "true"]);
    fs::remove_file(lab.root.join("shop/app/Cart.kt")).unwrap();
    lab.git("shop", &["checkout", "-q", "app/Cart.kt"]);
    assert_eq!(fs::read_to_string(lab.root.join("shop/app/Cart.kt")).unwrap(), "class Cart\r\n");
    assert_eq!(pairs(&lab, "shop", "HEAD"), []);
    lab.write("shop/app/Cart.kt", "class Cart\r\nclass New\r\n");
    let expected = pair("app/Cart.kt", Some("class Cart\n"), Some("class Cart\nclass New\n"));
    assert_eq!(pairs(&lab, "shop", "HEAD"), [expected]);
}

/// `git diff` would write the index to remember that a touched file is the same.
#[test]
fn the_repository_stays_as_it_is() {
    let Some(lab) = Lab::shop() else { return };
    let begin = lab.head("shop");
    lab.write("shop/app/Cart.kt", "class Second\n");
    lab.commit("shop", "Second");
    lab.write("shop/app/Cart.kt", "class Second\n");
    lab.write("shop/settings.gradle.kts", "changed\n");
    let index = || fs::read(lab.root.join("shop/.git/index")).unwrap();
    let before = index();
    let repository = lab.open("shop").unwrap();
    repository.state();
    assert_eq!(repository.pairs_since("HEAD").unwrap().len(), 1);
    repository.commits(Some(&begin), &["app/Cart.kt"]);
    repository.arrived(&begin);
    assert!(index() == before);
}
