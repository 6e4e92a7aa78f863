//! Which commit brought what.

use rcad_core::model::change::CommitSummary;

use super::lab::Lab;

#[test]
fn the_newest_commit_that_touched_a_file() {
    let Some(lab) = Lab::shop() else { return };
    let begin = lab.head("shop");
    lab.write("shop/app/Cart.kt", "class Second\n");
    lab.write("shop/app/Other.kt", "1\n");
    lab.commit("shop", "Second");
    lab.write("shop/app/Cart.kt", "class Third\n");
    let third = lab.commit("shop", "Third: größer\n\nWith a body.");
    lab.write("shop/app/Other.kt", "not committed\n");
    lab.write("shop/app/New.kt", "new\n");
    let files =
        ["app/Cart.kt", "app/Other.kt", "app/New.kt", "settings.gradle.kts", "gone.kt", "../x", "/etc/passwd", ""];
    let repository = lab.open("shop").unwrap();
    let found = repository.commits(Some(&begin), &files);
    let date = lab.git("shop", &["log", "-1", "--format=%aI", &third]);
    let expected = CommitSummary {
        hash: third[..7].to_owned(),
        author: "Ada Müller".into(),
        date: date.trim().to_owned(),
        subject: "Third: größer".into(),
    };
    assert_eq!(found, [("app/Cart.kt".to_owned(), expected)].into());
    assert!(date.starts_with("2024-05-01T12:"), "{date}");
    let all = repository.commits(None, &files);
    assert_eq!(all.get("settings.gradle.kts").map(|commit| commit.subject.as_str()), Some("Begin"));
    assert_eq!(all.len(), 2);
    assert_eq!(repository.uncommitted(&files).unwrap(), ["app/Other.kt", "app/New.kt"].map(str::to_owned).into());
    for odd in ["--all", "0123456789", "main"] {
        assert!(repository.commits(Some(odd), &files).is_empty(), "{odd}");
    }
}

/// A merge is not what brought a change; the merged commit is.
#[test]
fn a_merged_change_is_its_commits() {
    let Some(lab) = Lab::shop() else { return };
    let begin = lab.head("shop");
    lab.git("shop", &["checkout", "-q", "-b", "side"]);
    lab.write("shop/app/Side.kt", "1\n");
    lab.commit("shop", "On the side");
    lab.git("shop", &["checkout", "-q", "main"]);
    lab.write("shop/app/Main.kt", "1\n");
    lab.commit("shop", "On main");
    lab.git("shop", &["merge", "-q", "--no-edit", "side"]);
    let found = lab.open("shop").unwrap().commits(Some(&begin), &["app/Side.kt", "app/Main.kt"]);
    assert_eq!(found["app/Side.kt"].subject, "On the side");
    assert_eq!(found["app/Main.kt"].subject, "On main");
}

/// In a shallow clone, the last commit of what is there seems to have brought everything.
#[test]
fn where_a_shallow_clone_ends_nobody_is_named() {
    let Some(lab) = Lab::shop() else { return };
    lab.write("shop/app/Second.kt", "1\n");
    lab.commit("shop", "Second");
    lab.write("shop/app/Third.kt", "1\n");
    lab.commit("shop", "Third");
    let from = format!("file://{}", lab.root.join("shop").display());
    lab.git("", &["clone", "-q", "--depth", "2", &from, "ci"]);
    let found = lab.open("ci").unwrap().commits(None, &["app/Cart.kt", "app/Second.kt", "app/Third.kt"]);
    assert_eq!(found.keys().collect::<Vec<_>>(), ["app/Third.kt"]);
}

/// Long and hostile text of others is cut and cleaned.
#[test]
fn subjects_are_short_and_plain() {
    let Some(lab) = Lab::shop() else { return };
    lab.write("shop/app/Cart.kt", "2\n");
    lab.commit("shop", &format!("\u{1b}[2J{}", "ü".repeat(300)));
    let found = lab.open("shop").unwrap().commits(None, &["app/Cart.kt"]);
    assert_eq!(found["app/Cart.kt"].subject, format!("[2J{}…", "ü".repeat(116)));
}
