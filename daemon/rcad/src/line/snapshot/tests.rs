//! What is kept of a project, what never is, and what is said to differ.

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rcad_core::Report;
use rcad_core::model::change::FilePair;
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_store::{Snapshot, SnapshotFit, TextHash};

use super::{ProjectDifferences, SnapshotTaken, Snapshots, WalkCut, compiles};
use crate::line::git::GitState;
use crate::platform::config::SnapshotSettings;

const KEEP: SnapshotSettings = SnapshotSettings { keep: true, megabytes: 200 };

/// A project with a few files, and a state directory.
struct Shop {
    dir: tempfile::TempDir,
    root: PathBuf,
    snapshots: Snapshots,
}

fn shop() -> Shop {
    let dir = tempfile::tempdir().unwrap();
    let shop = Shop {
        root: dir.path().join("shop"),
        snapshots: Snapshots::new(&dir.path().join("snapshots.redb"), KEEP),
        dir,
    };
    shop.write("settings.gradle", "include ':app'");
    shop.write("app/build.gradle.kts", "plugins {}");
    shop.write("app/src/main/java/shop/Book.java", "class Book {}");
    shop.write("app/src/main/res/values/strings.xml", "<resources/>");
    shop
}

impl Shop {
    /// Writes a file, last changed ten minutes ago.
    fn write(&self, path: &str, text: &str) {
        self.write_aged(path, text.as_bytes(), 600);
    }

    fn write_aged(&self, path: &str, text: &[u8], seconds: u64) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        // Not a whole second, as on a file system of today.
        let then = SystemTime::now() - Duration::from_secs(seconds) - Duration::from_nanos(1);
        File::options().write(true).open(&path).unwrap().set_modified(then).unwrap();
    }

    fn take(&self, id: &str) -> SnapshotTaken {
        self.snapshots.take_green(&self.root, &report(id), None)
    }

    fn green(&self) -> Snapshot {
        self.snapshots.latest(&self.root, &["build".into()], None, u64::MAX - 1).unwrap().0
    }

    /// Paths of the last green build whose texts are kept.
    fn kept(&self) -> Vec<String> {
        self.green().files.into_iter().filter(|file| file.hash.is_some()).map(|file| file.path).collect()
    }

    fn differences(&self) -> Result<ProjectDifferences, WalkCut> {
        self.snapshots.differences(&self.root, &self.green(), now_ms(), soon())
    }

    fn pairs(&self) -> Vec<FilePair> {
        self.differences().unwrap().pairs
    }
}

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// A green build of just now.
fn report(id: &str) -> Report {
    Report {
        id: id.into(),
        origin: Origin::Hook,
        outcome: Outcome::Ok,
        text: String::new(),
        project: None,
        tasks: vec!["build".into()],
        environment: Environment::default(),
        started_ms: Some(now_ms()),
        ended_ms: now_ms(),
        app: None,
        raw: None,
    }
}

fn pair(path: &str, before: Option<&str>, after: Option<&str>) -> FilePair {
    FilePair { path: path.into(), before: before.map(Into::into), after: after.map(Into::into) }
}

#[test]
fn only_what_changed_is_read_again() {
    let shop = shop();
    assert_eq!(shop.take("one"), SnapshotTaken::Kept { files: 4, read: 4 });
    assert_eq!(shop.take("two"), SnapshotTaken::Kept { files: 4, read: 0 });
    shop.write_aged("app/src/main/java/shop/Book.java", b"class Book { }", 60);
    assert_eq!(shop.take("three"), SnapshotTaken::Kept { files: 4, read: 1 });
    shop.write_aged("app/src/main/java/shop/Book.java", b"class Book { }", 30);
    fs::remove_file(shop.root.join("app/build.gradle.kts")).unwrap();
    assert_eq!(shop.take("touched"), SnapshotTaken::Kept { files: 3, read: 1 });
    assert_eq!(shop.kept().len(), 3);
    let green = shop.green();
    assert_eq!(green.id, "touched");
    let book = green.file("app/src/main/java/shop/Book.java").unwrap();
    assert_eq!((book.size, book.hash), (14, Some(TextHash::of(b"class Book { }"))));
}

#[test]
fn a_file_that_may_change_within_a_tick_is_read_again() {
    let shop = shop();
    shop.write("A.kt", "class A");
    let soon = SystemTime::now() + Duration::from_secs(60);
    File::options().write(true).open(shop.root.join("A.kt")).unwrap().set_modified(soon).unwrap();
    let later = |id: &str| Report { started_ms: Some(now_ms() + 120_000), ..report(id) };
    for read in [5, 1, 1] {
        let taken = shop.snapshots.take_green(&shop.root, &later(&read.to_string()), None);
        assert_eq!(taken, SnapshotTaken::Kept { files: 5, read });
    }
}

#[test]
fn what_changed_while_the_build_ran_is_not_known() {
    let shop = shop();
    shop.write_aged("A.kt", b"class A", 30);
    let started_ms = Some(now_ms() - 40_000);
    shop.snapshots.take_green(&shop.root, &Report { started_ms, ..report("one") }, None);
    assert!(!shop.kept().contains(&"A.kt".into()));
    shop.write_aged("A.kt", b"class A2", 10);
    assert_eq!(shop.differences().unwrap(), ProjectDifferences { pairs: vec![], unknown: vec!["A.kt".into()] });
    // The next build has seen it.
    assert_eq!(shop.take("two"), SnapshotTaken::Kept { files: 5, read: 1 });
    shop.write_aged("A.kt", b"class A3", 5);
    assert_eq!(shop.pairs(), [pair("A.kt", Some("class A2"), Some("class A3"))]);
    // What changes after the failed build has not been seen by it.
    let after = shop.snapshots.differences(&shop.root, &shop.green(), now_ms() - 7_000, soon()).unwrap();
    assert_eq!(after, ProjectDifferences { pairs: vec![], unknown: vec!["A.kt".into()] });
}

#[test]
fn secrets_outputs_and_what_git_ignores_are_never_kept() {
    let shop = shop();
    for path in [
        "local.properties",
        "keystore.properties",
        "app/signing.properties",
        "release.pem/a.kt",
        ".env/a.kt",
        "build/generated/A.kt",
        "app/build/tmp/A.kt",
        "app/out/A.kt",
        "node_modules/x/build.gradle",
        ".git/config.xml",
        ".idea/misc.xml",
        ".gradle/a.properties",
        "app/src/generated/A.kt",
        "app/.hidden.kt",
        "app/notes.txt",
        "app/src/main/assets/a.json",
        "app/private/A.kt",
        "app/src/main/java/shop/Keys.kt",
        "secrets.gradle",
    ] {
        shop.write(path, "secret");
    }
    shop.write(".gitignore", "/secrets.gradle\n*Keys.kt\n!app/src/main/java/shop/MoreKeys.kt\n");
    shop.write("app/.gitignore", "private/\n");
    let wanted = [
        "app/consumer-rules.pro",
        "app/gradle.lockfile",
        "app/src/main/aidl/shop/I.aidl",
        "app/src/main/java/shop/MoreKeys.kt",
        "app/src/main/java/shop/build/Plan.kt",
        "app/src/main/proto/a.proto",
        "gradle.properties",
        "gradle/libs.versions.toml",
        "gradle/wrapper/gradle-wrapper.properties",
        "private/A.kt",
    ];
    wanted.iter().for_each(|path| shop.write(path, "kept"));
    assert!(matches!(shop.take("one"), SnapshotTaken::Kept { .. }));
    let mut expected: Vec<String> = wanted.iter().map(|path| (*path).to_owned()).collect();
    expected.extend([".gitignore", "app/.gitignore", "app/build.gradle.kts", "settings.gradle"].map(str::to_owned));
    expected.extend(["app/src/main/java/shop/Book.java", "app/src/main/res/values/strings.xml"].map(str::to_owned));
    expected.sort();
    assert_eq!(shop.kept(), expected);
    drop(shop.snapshots);
    let stored = rcad_store::SnapshotStore::open(&shop.dir.path().join("snapshots.redb")).unwrap();
    assert_eq!(stored.text(TextHash::of(b"secret")).unwrap(), None);
}

#[test]
fn the_repository_around_a_project_ignores_too() {
    let shop = shop();
    shop.write("app/Keys.kt", "secret");
    fs::create_dir(shop.dir.path().join(".git")).unwrap();
    fs::write(shop.dir.path().join(".gitignore"), "/shop/app/Keys.kt\n").unwrap();
    shop.take("one");
    assert_eq!(shop.kept().len(), 4);
    // A repository that ignores the whole project says nothing of its files.
    fs::write(shop.dir.path().join(".gitignore"), "*\n").unwrap();
    shop.take("two");
    assert_eq!(shop.kept().len(), 5);
    fs::remove_file(shop.dir.path().join(".gitignore")).unwrap();
    symlink("settings.gradle", shop.dir.path().join(".gitignore")).unwrap();
    assert_eq!(shop.take("three"), SnapshotTaken::Cut(WalkCut::Unreadable), "what it ignores is not known");
}

#[test]
fn links_are_not_followed_and_special_files_not_opened() {
    let shop = shop();
    let outside = shop.dir.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("Out.kt"), "class Out").unwrap();
    symlink(&outside, shop.root.join("included")).unwrap();
    symlink("settings.gradle", shop.root.join("more.gradle")).unwrap();
    symlink("..", shop.root.join("app/loop")).unwrap();
    assert!(Command::new("mkfifo").arg(shop.root.join("pipe.kt")).status().unwrap().success());
    shop.take("one");
    assert_eq!(shop.kept().len(), 4);
    // A file in place of a link, and a link in place of a file: nothing is said of either.
    fs::remove_file(shop.root.join("more.gradle")).unwrap();
    shop.write("more.gradle", "now a file");
    fs::remove_file(shop.root.join("app/build.gradle.kts")).unwrap();
    symlink("../settings.gradle", shop.root.join("app/build.gradle.kts")).unwrap();
    assert_eq!(shop.pairs(), []);
    // All ways to a project are the same.
    let link = shop.dir.path().join("link");
    symlink(&shop.root, &link).unwrap();
    assert_eq!(shop.snapshots.latest(&link, &["build".into()], None, u64::MAX - 1).unwrap().0.id, "one");
    assert_eq!(shop.snapshots.take_green(&link, &report("two"), None), SnapshotTaken::Kept { files: 7, read: 1 });
    assert_eq!(shop.green().id, "two");
}

#[test]
fn what_differs_is_told_with_both_texts() {
    let shop = shop();
    shop.write("Gone.kt", "class Gone");
    shop.write("Same.kt", "class Same");
    shop.take("one");
    assert_eq!(shop.pairs(), []);
    shop.write_aged("app/src/main/java/shop/Book.java", b"class Tome {}", 60);
    shop.write_aged("Same.kt", b"class Same", 60);
    shop.write("New.kt", "class New");
    fs::remove_file(shop.root.join("Gone.kt")).unwrap();
    fs::remove_dir_all(shop.root.join("app/src/main/res")).unwrap();
    let found = shop.differences().unwrap();
    let wanted = [
        pair("Gone.kt", Some("class Gone"), None),
        pair("New.kt", None, Some("class New")),
        pair("app/src/main/java/shop/Book.java", Some("class Book {}"), Some("class Tome {}")),
        pair("app/src/main/res/values/strings.xml", Some("<resources/>"), None),
    ];
    assert_eq!((&found.pairs[..], &found.unknown[..]), (&wanted[..], &[][..]));
}

#[test]
fn what_comes_or_goes_with_a_rule_of_gits_is_not_claimed() {
    let shop = shop();
    shop.write("A.kt", "class A");
    shop.write("B.kt", "class B");
    shop.write("C.kt", "class C");
    shop.write(".gitignore", "A.kt\n");
    shop.take("one");
    shop.write_aged(".gitignore", b"B.kt\n", 60);
    shop.write_aged("C.kt", b"class C2", 60);
    let found = shop.differences().unwrap();
    let wanted = [pair(".gitignore", Some("A.kt\n"), Some("B.kt\n")), pair("C.kt", Some("class C"), Some("class C2"))];
    assert_eq!((&found.pairs[..], found.unknown), (&wanted[..], vec!["A.kt".to_owned(), "B.kt".into()]));
}

#[test]
fn large_binary_and_unreadable_files_are_unknown_before_and_after() {
    let shop = shop();
    shop.write("Large.kt", &"x".repeat(600 << 10));
    shop.write_aged("Binary.xml", b"\0\x01", 600);
    shop.write("Grows.kt", "class Grows");
    shop.write_aged("latin.properties", b"name=Stra\xdfe", 600);
    let closed = shop.root.join("closed");
    shop.write("closed/A.kt", "class A");
    shop.write("opened/A.kt", "class A");
    let mode = |dir: &Path, mode| fs::set_permissions(dir, fs::Permissions::from_mode(mode)).unwrap();
    mode(&closed, 0);
    let is_root = fs::read_dir(&closed).is_ok(); // Who may read everything sees no difference.
    shop.take("one");
    assert!(shop.kept().contains(&"latin.properties".into()));
    mode(&closed, 0o755);
    mode(&shop.root.join("opened"), 0);
    shop.write_aged("Large.kt", b"small", 60);
    shop.write_aged("Binary.xml", b"<a/>", 60);
    shop.write_aged("Grows.kt", "x".repeat(600 << 10).as_bytes(), 60);
    let found = shop.differences().unwrap();
    mode(&shop.root.join("opened"), 0o755);
    assert_eq!(found.pairs, []);
    for path in ["Large.kt", "Binary.xml", "Grows.kt"] {
        assert!(found.unknown.contains(&path.to_owned()), "{path}");
    }
    assert_eq!(found.unknown.len(), if is_root { 3 } else { 5 });
}

#[test]
fn beyond_a_limit_nothing_is_kept_and_nothing_claimed() {
    let shop = shop();
    shop.take("one");
    let green = shop.green();
    let over = shop.snapshots.differences(&shop.root, &green, now_ms(), Instant::now());
    assert_eq!(over, Err(WalkCut::Time));
    for n in 0..501 {
        shop.write(&format!("many/{n}.kt"), "class A");
    }
    assert_eq!(shop.differences(), Err(WalkCut::Number), "too much differs");
    assert!(matches!(shop.take("two"), SnapshotTaken::Kept { .. }));
    for n in 0..40 {
        fs::create_dir_all(shop.root.join(format!("huge/{n}"))).unwrap();
        for m in 0..500 {
            File::create(shop.root.join(format!("huge/{n}/{m}.kt"))).unwrap();
        }
    }
    assert_eq!(shop.take("three"), SnapshotTaken::Cut(WalkCut::Number));
    assert_eq!((shop.differences(), shop.green().id.as_str()), (Err(WalkCut::Number), "two"));
    fs::remove_dir_all(shop.root.join("huge")).unwrap();
    for n in 0..130 {
        File::create(shop.root.join(format!("{n}.kt"))).unwrap().set_len(512 << 10).unwrap();
    }
    assert_eq!(shop.differences(), Err(WalkCut::Size));
}

#[test]
fn what_a_failed_build_found_is_compared_with_the_next_green_one() {
    let shop = shop();
    shop.write("Gone.kt", "class Gone");
    let git = GitState { branch: Some("main".into()), head: Some("abc".into()), clean: Some(false), operation: None };
    shop.snapshots.take_green(&shop.root, &report("green"), Some(&git));
    let (green, fit) = shop.snapshots.latest(&shop.root, &["build".into()], Some(&git), now_ms()).unwrap();
    assert_eq!((fit, green.branch.as_deref(), green.clean), (SnapshotFit::SameTasks, Some("main"), Some(false)));
    shop.write_aged("app/src/main/java/shop/Book.java", b"class Tome {}", 60);
    shop.write_aged("New.kt", b"class New", 60);
    fs::remove_file(shop.root.join("Gone.kt")).unwrap();
    let found = shop.snapshots.differences(&shop.root, &green, now_ms(), soon()).unwrap();
    assert!(shop.snapshots.keep_failed(&report("failed"), None, Some(&git), &green, &found));
    let failed = shop.snapshots.failed("failed").unwrap();
    assert_eq!(
        (failed.based_on.as_str(), failed.differing.len(), failed.branch.as_deref()),
        ("green", 3, Some("main"))
    );
    assert_eq!(shop.snapshots.failed("other"), None);
    shop.write_aged("app/src/main/java/shop/Book.java", b"class Book { }", 30);
    shop.write_aged("More.kt", b"class More", 30);
    shop.take("next");
    let next = shop.snapshots.since_failed(&failed, &shop.green()).unwrap();
    let wanted = [
        pair("More.kt", None, Some("class More")),
        pair("app/src/main/java/shop/Book.java", Some("class Tome {}"), Some("class Book { }")),
    ];
    assert_eq!((&next.pairs[..], &next.unknown[..]), (&wanted[..], &[][..]));
}

#[test]
fn nothing_is_kept_where_it_says_nothing_or_is_not_wanted() {
    let shop = shop();
    for (tasks, expected) in [
        (&["clean"][..], false),
        (&[":app:dependencies", "help"], false),
        (&[], false),
        (&["clean", ":app:assembleDebug"], true),
        (&["cleanTest"], true),
    ] {
        let tasks: Vec<String> = tasks.iter().map(|task| (*task).to_owned()).collect();
        assert_eq!(compiles(&tasks), expected, "{tasks:?}");
    }
    let tasks = vec!["clean".to_owned()];
    let clean = Report { tasks, ..report("clean") };
    assert_eq!(shop.snapshots.take_green(&shop.root, &clean, None), SnapshotTaken::None);
    assert_eq!(shop.snapshots.take_green(shop.dir.path(), &report("no project"), None), SnapshotTaken::None);
    assert_eq!(shop.snapshots.take_green(&shop.root.join("none"), &report("none"), None), SnapshotTaken::None);
    let path = shop.dir.path().join("off.redb");
    let off = Snapshots::new(&path, SnapshotSettings { keep: false, ..KEEP });
    assert_eq!(off.take_green(&shop.root, &report("off"), None), SnapshotTaken::None);
    assert!(!path.exists() && off.latest(&shop.root, &[], None, now_ms()).is_none() && off.bytes() == 0);
    let nowhere = Snapshots::new(&shop.dir.path().join("no/such/dir/a.redb"), KEEP);
    assert_eq!(nowhere.take_green(&shop.root, &report("nowhere"), None), SnapshotTaken::None);
}

/// What lies on the disk is overwritten while it is open, as a failing disk may do.
#[test]
fn a_file_that_is_damaged_while_open_is_begun_anew() {
    let shop = shop();
    shop.take("one");
    let path = shop.dir.path().join("snapshots.redb");
    let length = fs::metadata(&path).unwrap().len() as usize;
    let scribbled = vec![0x5a; length];
    let written = File::options().write(true).open(&path).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&written, &scribbled, 0).unwrap();
    let again = Snapshots::new(&path, KEEP);
    // The old handle may still answer from its cache; it must not bring anybody down.
    let _ = shop.take("two");
    drop(shop.snapshots);
    assert!(matches!(again.take_green(&shop.root, &report("three"), None), SnapshotTaken::Kept { files: 4, .. }));
    assert_eq!(again.latest(&shop.root, &[], None, u64::MAX - 1).unwrap().0.id, "three");
}
