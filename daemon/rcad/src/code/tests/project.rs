//! The index of a project on disk: which files are read, and that it follows changes.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crate::code::{CodeIndexes, DeclarationKind};
use rcad_testkit::kotlin_project;

fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "settings.gradle", "");
    for (path, text) in files {
        write(dir.path(), path, text);
    }
    dir
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn set_time(root: &Path, path: &str, time: SystemTime) {
    fs::File::options().write(true).open(root.join(path)).unwrap().set_modified(time).unwrap();
}

#[test]
fn it_follows_the_files() {
    let dir = project(&[("app/A.kt", "class A { fun one() = 1 }"), ("app/B.java", "class B { void go() { one(); } }")]);
    let indexes = CodeIndexes::default();
    let first = indexes.of(dir.path());
    assert_eq!(first.files().collect::<Vec<_>>(), ["app/A.kt", "app/B.java"]);
    assert_eq!((first.definitions("one", 9).len(), first.references("one", 9).len()), (1, 1));
    assert!(!first.is_partial() && first.left_out() == 0);

    write(dir.path(), "app/A.kt", "class A { fun two() = one() }");
    write(dir.path(), "app/C.kt", "class C");
    fs::remove_file(dir.path().join("app/B.java")).unwrap();
    let second = indexes.of(dir.path());
    assert_eq!((second.definitions("one", 9).len(), second.definitions("two", 9).len()), (0, 1));
    assert_eq!(second.references("one", 9)[0].file, "app/A.kt");
    assert_eq!((second.definitions("C", 9).len(), second.definitions("B", 9).len()), (1, 0));
    assert!(second.declared_in("app/B.java").is_empty());
    assert_eq!(first.definitions("one", 9).len(), 1, "who holds the old one keeps it as it was");
}

#[test]
fn a_change_that_keeps_size_and_time_is_seen_while_the_clock_is_in_doubt() {
    let dir = project(&[("A.kt", "class A")]);
    let indexes = CodeIndexes::default();
    indexes.of(dir.path());
    let time = fs::metadata(dir.path().join("A.kt")).unwrap().modified().unwrap();
    write(dir.path(), "A.kt", "class B");
    set_time(dir.path(), "A.kt", time);
    assert_eq!(indexes.of(dir.path()).definitions("B", 9).len(), 1);
}

#[test]
fn what_did_not_change_is_not_read_again() {
    let dir = project(&[("A.kt", "class A"), ("B.kt", "class B")]);
    let old = SystemTime::now() - Duration::from_secs(100);
    set_time(dir.path(), "A.kt", old);
    set_time(dir.path(), "B.kt", old);
    let indexes = CodeIndexes::default();
    let first = indexes.of(dir.path());
    assert!(Arc::ptr_eq(&first, &indexes.of(dir.path())), "nothing changed: the same index");
    // With an old time, the same size and the same time, a changed text goes unnoticed: that shows that it was not read
    // again.
    write(dir.path(), "A.kt", "class C");
    set_time(dir.path(), "A.kt", old);
    assert_eq!(indexes.of(dir.path()).definitions("A", 9).len(), 1);
    // With a new time it is read, and its content is unchanged.
    set_time(dir.path(), "B.kt", old + Duration::from_secs(1));
    assert_eq!(indexes.of(dir.path()).definitions("B", 9).len(), 1);
}

#[test]
fn outputs_hidden_and_foreign_files_are_not_read_and_generated_ones_come_last() {
    let dir = project(&[
        ("app/src/main/kotlin/build/Inside.kt", "class Wanted(val inside: Int)"),
        ("app/build/generated/ksp/Made.kt", "class Wanted(val made: Int)"),
        ("app/build/tmp/Not.kt", "class Unwanted"),
        (".git/Not.kt", "class Unwanted"),
        (".gradle/Not.kt", "class Unwanted"),
        ("node_modules/x/Not.java", "class Unwanted {}"),
        ("notes.txt", "class Unwanted"),
        ("build.gradle.kts", "class Unwanted"),
    ]);
    let index = CodeIndexes::default().of(dir.path());
    let files: Vec<_> = index.definitions("Wanted", 9).into_iter().map(|one| one.file).collect();
    assert_eq!(files, ["app/src/main/kotlin/build/Inside.kt", "app/build/generated/ksp/Made.kt"]);
    assert!(index.definitions("Unwanted", 9).is_empty());
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_not_followed() {
    use std::os::unix::fs::symlink;

    let outside = tempfile::tempdir().unwrap();
    write(outside.path(), "Secret.kt", "class Secret");
    let dir = project(&[("app/A.kt", "class A")]);
    symlink(outside.path().join("Secret.kt"), dir.path().join("app/Secret.kt")).unwrap();
    symlink(outside.path(), dir.path().join("app/outside")).unwrap();
    symlink("..", dir.path().join("app/circle")).unwrap();
    symlink("/dev/zero", dir.path().join("app/Zero.kt")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(dir.path().join("app/Pipe.kt")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let index = CodeIndexes::default().of(dir.path());
    assert_eq!(index.files().collect::<Vec<_>>(), ["app/A.kt"]);
}

#[test]
fn large_files_are_left_out_and_counted() {
    let dir = project(&[("A.kt", "class A"), ("Big.kt", &format!("class Big\n{}", "// x\n".repeat(300_000)))]);
    let index = CodeIndexes::default().of(dir.path());
    assert_eq!((index.files().count(), index.left_out(), index.is_partial()), (1, 1, false));
}

#[test]
fn what_there_is_no_time_for_comes_the_next_time_and_the_edited_file_first() {
    let dir = project(&[]);
    let old = SystemTime::now() - Duration::from_secs(1000);
    for n in 0..300 {
        let path = format!("src/F{n}.kt");
        write(dir.path(), &path, &format!("class F{n}"));
        set_time(dir.path(), &path, old + Duration::from_secs(n));
    }
    let indexes = CodeIndexes::default();
    let none = indexes.within(dir.path(), Duration::ZERO);
    assert!(none.is_partial() && none.files().count() == 0);
    // Time for the walk only: each thread still reads its first file.
    let root = dir.path().canonicalize().unwrap();
    let walked = crate::code::walk::walk(&root, Instant::now() + Duration::from_secs(60));
    assert_eq!((walked.files.len(), walked.complete), (300, true));
    let some = crate::code::refresh::refresh_walked(&none, &root, walked, Instant::now()).unwrap();
    assert!(some.is_partial() && some.left_out() > 0, "{} left out", some.left_out());
    assert_eq!(some.definitions("F299", 9).len(), 1, "the one that was edited last");
    let all = indexes.of(dir.path());
    assert_eq!((all.files().count(), all.is_partial(), all.left_out()), (300, false, 0));
}

#[test]
fn callers_are_found_breadth_first_and_circles_end() {
    let dir = project(&[
        (
            "a/Basket.kt",
            "package a\nclass Basket {\n    fun total(): Int = sum()\n    private fun sum(): Int = total()\n}\nfun price(): Int = 1\n",
        ),
        (
            "a/Shop.kt",
            "package a\nclass Shop(val basket: Basket) {\n    val shown = basket.total()\n    fun pay() = basket.total() + price()\n    fun retry() = pay()\n}\n",
        ),
        ("b/Main.kt", "package b\nimport a.Shop\nimport a.price\nfun main(shop: Shop) { shop.retry(); price() }\n"),
        (
            "c/Other.kt",
            "package c\nclass Invoice { fun total() = 2 }\nfun show(invoice: Invoice) = invoice.total()\nfun price() = 2\nfun mine() = price()\nfun sum() = 3\nfun add() = sum()\n",
        ),
    ]);
    let index = CodeIndexes::default().of(dir.path());
    let callers = |name, file, depth| {
        let found = index.callers(name, file, depth, Instant::now() + Duration::from_secs(60)).unwrap();
        assert!(!found.late && found.total == found.callers.len());
        found
            .callers
            .into_iter()
            .map(|one| format!("{} {}:{} {}", one.depth, one.file, one.line, one.chain.join(" > ")))
            .collect::<Vec<_>>()
    };
    let direct = [
        "1 a/Basket.kt:4 Basket.sum > Basket.total",
        "1 a/Shop.kt:3 Shop.shown > Basket.total",
        "1 a/Shop.kt:4 Shop.pay > Basket.total",
    ];
    assert_eq!(callers("total", "a/Basket.kt", 1), direct);
    let all = callers("Basket.total", "a/Basket.kt", 5);
    assert_eq!(all[..3], direct);
    assert_eq!(
        all[3..],
        [
            "2 a/Basket.kt:3 Basket.total > Basket.sum > Basket.total",
            "2 a/Shop.kt:5 Shop.retry > Shop.pay > Basket.total",
            "3 b/Main.kt:4 main > Shop.retry > Shop.pay > Basket.total",
        ]
    );
    assert_eq!(callers("price", "a/Basket.kt", 1), ["1 a/Shop.kt:4 Shop.pay > price", "1 b/Main.kt:4 main > price"]);
    assert_eq!(callers("sum", "a/Basket.kt", 1), ["1 a/Basket.kt:3 Basket.total > Basket.sum"], "it is private");
    assert_eq!(index.callers("nothing", "a/Basket.kt", 1, Instant::now()), None);
    assert_eq!(index.callers("total", "a/Nowhere.kt", 1, Instant::now()), None);
    let late = index.callers("total", "a/Basket.kt", 1, Instant::now()).unwrap();
    assert!(late.late && late.callers.is_empty());
}

#[test]
fn a_project_of_two_thousand_files_is_indexed_whole() {
    let dir = tempfile::tempdir().unwrap();
    let written = kotlin_project::write(dir.path(), 2_000).unwrap();
    assert!(written.lines >= 100_000, "{written:?}");
    let indexes = CodeIndexes::default();
    let minute = Duration::from_secs(60);
    let index = indexes.within(dir.path(), minute);
    assert_eq!((index.files().count(), index.left_out(), index.is_partial()), (2_000, 0, false));
    for about in [0, 123, 399] {
        let (noun, next) = (kotlin_project::noun(about), kotlin_project::noun((about + 1) % 400));
        let model = format!("{}/model/{noun}.kt", kotlin_project::directory(about));
        let found: Vec<_> = index.definitions(&noun, 9).into_iter().map(|one| (one.file, one.kind)).collect();
        assert_eq!(found, [(model.clone(), DeclarationKind::Class)]);
        let total = format!("{}Total", noun[..1].to_lowercase() + &noun[1..]);
        let callers = index.callers(&total, &model, 2, Instant::now() + minute).unwrap().callers;
        assert!(callers.iter().any(|one| one.name == format!("{noun}Head") && one.depth == 1), "{callers:?}");
        assert!(callers.iter().any(|one| one.name == format!("{noun}Screen") && one.depth == 2), "{callers:?}");
        assert!(
            callers.iter().all(|one| !one.file.contains(&next)),
            "the next one's files call their own: {callers:?}"
        );
    }
    assert!(Arc::ptr_eq(&index, &indexes.within(dir.path(), minute)), "nothing changed");
}
