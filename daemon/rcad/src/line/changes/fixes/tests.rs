//! What is told of a failure that comes again after it was green: by the stages of the line, on projects on disk.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rcad_core::model::analysis::PastFailure;
use rcad_core::model::change::BaselineKind;
use rcad_core::model::environment::Environment;
use rcad_core::model::memory::{ObservedFix, ResolutionSummary};
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::{Analysis, Report, parse};
use rcad_store::{AnswerCache, Rca, Store};
use rcad_testkit::git::commit_all;

use crate::line::recall::{self, RecallInputs};
use crate::line::resolve::{self, ResolvedFailure, green_again};
use crate::line::snapshot::Snapshots;
use crate::line::{changes, reason};
use crate::platform::config::SnapshotSettings;
use crate::platform::time::now_ms;

const BOOK_AT: &str = "model/src/main/java/a/Book.java";
const SHELF_AT: &str = "model/src/main/java/a/Shelf.java";
const BOOK: &str = "package a;\n\npublic class Book {\n    public int pages() { return 1; }\n    String a;\n    String b;\n    String c;\n    String d;\n    String e;\n    String f;\n}\n";
const SHELF: &str =
    "package a;\n\npublic class Shelf {\n    int all(Book book) {\n        return book.pages();\n    }\n}\n";
const MISSING: &str = "/p/model/src/main/java/a/Shelf.java:5: error: cannot find symbol\n        return book.pages();\n                   ^\n  symbol:   method pages()\n  location: variable book of type Book\n1 error\n";

/// A store with snapshots, and projects.
struct Desk {
    dir: tempfile::TempDir,
    store: Store,
    snapshots: Snapshots,
    cache: AnswerCache,
    builds: u64,
    writes: u64,
}

fn desk() -> Desk {
    let dir = tempfile::tempdir().unwrap();
    Desk {
        store: Store::open(&dir.path().join("rca.redb")).unwrap(),
        snapshots: Snapshots::new(&dir.path().join("snapshots.redb"), SnapshotSettings { keep: true, megabytes: 200 }),
        cache: AnswerCache::new(10, u64::MAX),
        builds: 0,
        writes: 0,
        dir,
    }
}

impl Desk {
    /// A project of this name that has been green.
    fn green_project(&mut self, name: &str) -> PathBuf {
        let root = self.new_project(name);
        self.green(&root, &["build"]);
        root
    }

    /// A project of this name of which no build is known.
    fn new_project(&mut self, name: &str) -> PathBuf {
        let root = self.dir.path().join(name);
        for (path, text) in [
            ("settings.gradle", "include ':model'\n"),
            ("gradle.properties", "org.gradle.jvmargs=-Xmx1g\n"),
            ("model/src/main/res/values/strings.xml", "<resources/>\n"),
            (BOOK_AT, BOOK),
            (SHELF_AT, SHELF),
        ] {
            self.write(&root, path, text);
        }
        root
    }

    /// Writes a file, last changed some minutes ago and after those that were written before.
    fn write(&mut self, root: &Path, path: &str, text: &str) {
        self.writes += 1;
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let then = SystemTime::now() - Duration::from_secs(3_600 - self.writes) - Duration::from_nanos(1);
        File::options().write(true).open(&path).unwrap().set_modified(then).unwrap();
    }

    fn change(&mut self, root: &Path, path: &str, from: &str, to: &str) {
        let text = fs::read_to_string(root.join(path)).unwrap();
        assert!(text.contains(from), "{text}");
        self.write(root, path, &text.replace(from, to));
    }

    fn report(&mut self, root: &Path, tasks: &[&str], outcome: Outcome, text: &str) -> Report {
        self.builds += 1;
        let at = now_ms() + self.builds * 60_000;
        Report {
            id: format!("build-{}", self.builds),
            origin: Origin::Hook,
            outcome,
            text: text.replace("/p/", &format!("{}/", root.display())),
            project: Some(root.display().to_string()),
            tasks: tasks.iter().map(|task| (*task).to_owned()).collect(),
            environment: Environment { gradle: Some("8.2.1".into()), ..Environment::default() },
            started_ms: Some(at),
            ended_ms: at,
            app: None,
            raw: None,
        }
    }

    fn green(&mut self, root: &Path, tasks: &[&str]) {
        let (report, resolved) = self.green_stored(root, tasks);
        changes::remember_green(root, &report, &self.snapshots);
        changes::add_fixes(&resolved, root, &report, &self.snapshots, &self.store);
    }

    /// A green build after which the program ends as soon as it is stored.
    fn green_stored(&mut self, root: &Path, tasks: &[&str]) -> (Report, Vec<ResolvedFailure>) {
        let report = self.report(root, tasks, Outcome::Ok, "");
        self.store.put(&report, None, None).unwrap();
        let resolved = resolve::resolve(&report, &self.store).unwrap();
        (report, resolved)
    }

    fn fail(&mut self, root: &Path, text: &str) -> Rca {
        self.fail_in(root, &["build"], text)
    }

    /// The stages of a failed build.
    fn fail_in(&mut self, root: &Path, tasks: &[&str], text: &str) -> Rca {
        let mut report = self.report(root, tasks, Outcome::Failed, text);
        let (mut fresh, environment) = reason::explain(&report, None, parse::parse(&report.text)).unwrap();
        report.environment = environment;
        let failed = changes::tell(&mut fresh, &report, &self.snapshots);
        let from = RecallInputs { store: &self.store, cache: &self.cache, index: None, vector: &|_| None };
        let past = recall::recall(&from, &report, &fresh).unwrap();
        let analysis = recall::remember(fresh, &report, past);
        let id = self.store.put(&report, Some(&analysis), None).unwrap().rca.unwrap();
        recall::keep(&self.cache, &report, &analysis, &id);
        changes::keep(failed, &report, &self.snapshots);
        changes::remember_failed(root, &report, analysis.fingerprint.as_deref(), &self.snapshots);
        self.rca(&id)
    }

    fn rca(&self, id: &str) -> Rca {
        self.store.get(id).unwrap().unwrap()
    }
}

fn resolution(analysis: &Analysis) -> &ResolutionSummary {
    let memory: &PastFailure = analysis.memory.as_ref().expect("it came again");
    memory.resolution.as_ref().expect("it was green in between")
}

fn fix(analysis: &Analysis) -> &ObservedFix {
    resolution(analysis).fix.as_ref().expect("both states are kept")
}

#[test]
fn what_is_tied_to_the_failure_is_told_when_it_comes_again_here_and_in_another_clone() {
    let mut desk = desk();
    let root = desk.green_project("one");
    desk.change(&root, BOOK_AT, "pages()", "pageCount()");
    let first = desk.fail(&root, MISSING);
    assert_eq!((green_again(&first), first.is_open()), (None, true));
    // The mending, with something else in the same file and elsewhere.
    desk.change(&root, BOOK_AT, "pageCount()", "pages()");
    desk.change(&root, BOOK_AT, "String f;", "String other;");
    desk.write(
        &root,
        "model/src/main/res/values/strings.xml",
        "<resources><string name=\"x\">x</string></resources>\n",
    );
    desk.green(&root, &["build"]);
    let clause = "`pageCount()` was renamed to `pages()` in Book.java:4";
    let green = green_again(&desk.rca(&first.id)).expect("it is green");
    assert_eq!(green.by.as_deref(), Some(clause));
    desk.change(&root, BOOK_AT, "pages()", "pageCount()");
    let again = desk.fail(&root, MISSING);
    assert_eq!((&again.id, green_again(&again)), (&first.id, None));
    let told = fix(&again.analysis);
    assert_eq!((told.tied, told.files, told.changes.len()), (true, 2, 1), "{told:#?}");
    let diff = told.diff.as_deref().unwrap();
    assert!(
        diff.contains("-    public int pageCount() { return 1; }\n+    public int pages() { return 1; }\n"),
        "{diff}"
    );
    assert!(!diff.contains("other") && !diff.contains("strings.xml"), "{diff}");
    let said = resolution(&again.analysis).sentence();
    assert!(said.ends_with(&format!("Last time this was fixed by a change: {clause}.")), "{said}");
    // In a clone that has not seen it, and there once more.
    let clone = desk.green_project("two");
    desk.change(&clone, BOOK_AT, "pages()", "pageCount()");
    for place in [None, Some(root.display().to_string())] {
        let elsewhere = desk.fail(&clone, MISSING);
        assert_eq!(resolution(&elsewhere.analysis).project, place);
        assert!(fix(&elsewhere.analysis).tied);
    }
}

#[test]
fn what_is_not_tied_is_not_called_the_fix() {
    let mut desk = desk();
    let root = desk.green_project("one");
    desk.fail(&root, &MISSING.replace("pages", "weight"));
    desk.change(&root, "gradle.properties", "1g", "2g");
    desk.write(
        &root,
        "model/src/main/res/values/strings.xml",
        "<resources><string name=\"x\">x</string></resources>\n",
    );
    desk.green(&root, &["build"]);
    let again = desk.fail(&root, &MISSING.replace("pages", "weight"));
    let told = fix(&again.analysis);
    assert_eq!((told.tied, told.files), (false, 2), "{told:#?}");
    let said = resolution(&again.analysis).sentence();
    assert!(
        said.contains("2 files changed, and nothing ties that to the failure") && !said.contains("fixed"),
        "{said}"
    );
    desk.green(&root, &["build"]);
    assert_eq!(green_again(&desk.rca(&again.id)).expect("it is green").by, None);
    let third = desk.fail(&root, &MISSING.replace("pages", "weight"));
    assert_eq!(fix(&third.analysis).files, 0, "nothing has changed");
}

#[test]
fn of_many_changes_that_are_not_tied_nothing_is_told() {
    let mut desk = desk();
    let root = desk.green_project("one");
    desk.fail(&root, &MISSING.replace("pages", "weight"));
    for n in 0..5 {
        desk.write(&root, &format!("model/src/main/java/b/New{n}.java"), &format!("package b;\n\nclass New{n} {{}}\n"));
    }
    desk.green(&root, &["build"]);
    let again = desk.fail(&root, &MISSING.replace("pages", "weight"));
    assert_eq!(resolution(&again.analysis).fix, None);
}

#[test]
fn a_secret_in_the_lines_of_a_fix_is_not_kept() {
    let mut desk = desk();
    let root = desk.green_project("one");
    let script = |word: &str, secret: &str| {
        format!(
            "android {{\n    signingConfigs {{ release {{\n        storePassword '{secret}'\n        {word} 'x'\n    }} }}\n}}\n"
        )
    };
    let log = "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/p/model/build.gradle' line: 4\n\n* What went wrong:\nA problem occurred evaluating project ':model'.\n> Could not find method keyAlis() for arguments [x] on SigningConfig.\n";
    desk.write(&root, "model/build.gradle", &script("keyAlis", "hunter1"));
    desk.fail(&root, log);
    desk.write(&root, "model/build.gradle", &script("keyAlias", "hunter2"));
    desk.green(&root, &["build"]);
    desk.write(&root, "model/build.gradle", &script("keyAlis", "hunter1"));
    let again = desk.fail(&root, log);
    let told = fix(&again.analysis);
    assert!(told.tied && told.diff.as_deref().unwrap().contains("+        keyAlias 'x'"), "{told:#?}");
    assert!(!format!("{told:?}").contains("hunter"), "{told:#?}");
}

#[test]
fn a_misspelt_task_is_closed_by_the_right_one_and_no_file_is_called_its_fix() {
    let mut desk = desk();
    let root = desk.green_project("one");
    let log = "FAILURE: Build failed with an exception.\n\n* What went wrong:\nTask 'biuld' not found in root project 'one'. Some candidates are: 'build'.\n";
    let id = desk.fail_in(&root, &["biuld"], log).id;
    desk.change(&root, "gradle.properties", "1g", "2g");
    desk.green(&root, &["test"]);
    assert!(desk.rca(&id).is_open(), "another task");
    desk.green(&root, &["build"]);
    let closed = desk.rca(&id);
    assert!(!closed.is_open() && closed.resolutions[0].fix.is_none(), "{closed:#?}");
    assert_eq!(green_again(&closed).expect("it is closed").by, None);
}

const CLAUSE: &str = "`pageCount()` was renamed to `pages()` in Book.java:4";

/// The failure of [`MISSING`], with what mends it on the disk, but not built.
fn mended(desk: &mut Desk, root: &Path) -> Rca {
    desk.change(root, BOOK_AT, "pages()", "pageCount()");
    let rca = desk.fail(root, MISSING);
    desk.change(root, BOOK_AT, "pageCount()", "pages()");
    rca
}

fn by(rca: &Rca) -> Option<String> {
    green_again(rca).expect("it is green").by
}

#[test]
fn a_fix_that_was_not_looked_for_is_added_at_the_next_start() {
    for is_taken in [true, false] {
        let mut desk = desk();
        let root = desk.green_project("one");
        let rca = mended(&mut desk, &root);
        let (report, resolved) = desk.green_stored(&root, &["build"]);
        assert_eq!(resolved.len(), 1);
        if is_taken {
            changes::remember_green(&root, &report, &desk.snapshots);
        }
        assert!(desk.rca(&rca.id).resolved().unwrap().fix.is_none());
        changes::add_missed_fixes(&desk.snapshots, &desk.store);
        assert_eq!(by(&desk.rca(&rca.id)).as_deref(), Some(CLAUSE), "snapshot taken before: {is_taken}");
        assert!(desk.store.unfinished_fix_searches().unwrap().is_empty());
        desk.change(&root, BOOK_AT, "pages()", "pageCount()");
        assert!(fix(&desk.fail(&root, MISSING).analysis).tied);
    }
}

#[test]
fn the_files_of_today_are_not_taken_for_those_of_a_green_build_before_the_last() {
    let mut desk = desk();
    let root = desk.green_project("one");
    let rca = mended(&mut desk, &root);
    desk.green_stored(&root, &["build"]);
    let later = desk.report(&root, &["test"], Outcome::Ok, "");
    desk.store.put(&later, None, None).unwrap();
    changes::add_missed_fixes(&desk.snapshots, &desk.store);
    assert_eq!(desk.rca(&rca.id).resolved().unwrap().fix, None);
    assert!(desk.store.unfinished_fix_searches().unwrap().is_empty(), "it can't be found any more");
}

#[test]
fn a_search_that_brings_the_program_down_is_given_up() {
    let mut desk = desk();
    let root = desk.green_project("one");
    let rca = mended(&mut desk, &root);
    let (report, _) = desk.green_stored(&root, &["build"]);
    changes::remember_green(&root, &report, &desk.snapshots);
    for _ in 0..2 {
        assert!(desk.store.begin_fix_search(&rca.id, report.ended_ms).unwrap());
    }
    changes::add_missed_fixes(&desk.snapshots, &desk.store);
    assert_eq!(desk.rca(&rca.id).resolved().unwrap().fix, None);
    assert!(desk.store.unfinished_fix_searches().unwrap().is_empty());
}

/// Whether any build of the project counts as green.
fn is_known_green(desk: &Desk, root: &Path) -> bool {
    desk.snapshots.has_green(root) || desk.snapshots.latest(root, &["build".into()], None, u64::MAX - 1).is_some()
}

#[test]
fn the_first_failure_of_all_is_compared_with_the_green_build_after_it() {
    for has_git in [false, true] {
        let mut desk = desk();
        let root = desk.new_project("one");
        if has_git && commit_all(&root).is_err() {
            return eprintln!("SKIPPED: no git");
        }
        desk.change(&root, BOOK_AT, "pages()", "pageCount()");
        let first = desk.fail(&root, MISSING);
        let kind = first.analysis.baseline.as_ref().map(|baseline| baseline.kind);
        assert_eq!(kind, has_git.then_some(BaselineKind::GitHead));
        let cause = first.analysis.root_cause.unwrap();
        assert_eq!(cause.contains("(not committed) since the last commit."), has_git, "{cause}");
        let second = desk.fail(&root, MISSING);
        assert_eq!(second.id, first.id);
        assert_eq!(second.analysis.baseline.map(|baseline| baseline.kind), kind, "no failed build is a green one");
        assert!(!is_known_green(&desk, &root));
        let kept = desk.snapshots.failed(&second.last_report).expect("its state is kept");
        assert_eq!((kept.branch.is_some(), kept.base.len()), (has_git, 5));
        desk.change(&root, BOOK_AT, "pageCount()", "pages()");
        desk.green(&root, &["build"]);
        assert!(is_known_green(&desk, &root));
        assert_eq!(by(&desk.rca(&first.id)).as_deref(), Some(CLAUSE));
        desk.change(&root, BOOK_AT, "pages()", "pageCount()");
        let again = desk.fail(&root, MISSING);
        assert!(fix(&again.analysis).tied);
        let baseline = again.analysis.baseline.expect("it was green");
        assert_eq!(baseline.kind, BaselineKind::GreenBuild);
    }
}

#[test]
fn what_changed_after_the_first_failed_build_began_is_not_called_its_fix() {
    let mut desk = desk();
    let root = desk.new_project("one");
    desk.change(&root, BOOK_AT, "pages()", "pageCount()");
    // Whether the build saw this is not known.
    let later = SystemTime::now() + Duration::from_secs(90);
    File::options().write(true).open(root.join(BOOK_AT)).unwrap().set_modified(later).unwrap();
    let first = desk.fail(&root, MISSING);
    let kept = desk.snapshots.failed(&first.last_report).unwrap();
    assert_eq!(kept.text_at(BOOK_AT), None);
    desk.change(&root, BOOK_AT, "pageCount()", "pages()");
    desk.green(&root, &["build"]);
    let closed = desk.rca(&first.id);
    assert_eq!((closed.is_open(), &closed.resolutions[0].fix), (false, &None));
}

const TEST: &str = "> Task :test FAILED\n\na.ShelfTest > opens FAILED\n    java.lang.AssertionError at ShelfTest.java:5\n\n1 test completed, 1 failed\n";

/// Passed, failed, and failed in the same way with the same files.
fn counted(rca: &Rca) -> Option<(u32, u32, u32)> {
    let same = rca.analysis.baseline.as_ref()?.same_files?;
    Some((same.passed, same.failed, same.same_failure))
}

#[test]
fn builds_with_the_same_files_are_counted() {
    let mut desk = desk();
    let root = desk.green_project("one");
    let other = desk.green_project("other");
    desk.fail(&other, TEST);
    desk.green(&root, &["build"]);
    desk.green(&root, &["test"]);
    assert_eq!(counted(&desk.fail(&root, TEST)), Some((2, 1, 1)));
    // A file with another time, but the same text.
    desk.change(&root, BOOK_AT, "pages()", "pages()");
    let second = desk.fail(&root, TEST);
    assert_eq!(counted(&second), Some((2, 2, 2)));
    let cause = second.analysis.root_cause.unwrap();
    assert!(
        cause.contains("has passed 2 times and failed 2 times (this one included), each time in this way"),
        "{cause}"
    );
    desk.green(&root, &["build"]);
    assert_eq!(counted(&desk.fail(&root, MISSING)), Some((3, 3, 1)));
    assert_eq!(counted(&desk.fail_in(&root, &["test"], TEST)), Some((1, 1, 1)), "of these tasks");
    assert_eq!(counted(&desk.fail_in(&root, &["check"], TEST)), None, "never green");
    // With other files nothing is counted, and what failed with them counts once they are green.
    desk.change(&root, BOOK_AT, "String f;", "String other;");
    assert_eq!(counted(&desk.fail(&root, TEST)), None);
    desk.green(&root, &["build"]);
    assert_eq!(counted(&desk.fail(&root, TEST)), Some((1, 2, 2)));
    // As they were before.
    desk.change(&root, BOOK_AT, "String other;", "String f;");
    desk.green(&root, &["build"]);
    assert_eq!(counted(&desk.fail(&root, TEST)), Some((4, 4, 3)));
}

#[test]
fn nothing_is_counted_where_a_file_is_not_known() {
    let mut desk = desk();
    let root = desk.green_project("one");
    std::os::unix::fs::symlink("Book.java", root.join("model/src/main/java/a/Link.java")).unwrap();
    desk.green(&root, &["build"]);
    assert_eq!(counted(&desk.fail(&root, TEST)), None);
}
