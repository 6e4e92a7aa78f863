//! The change that broke a build is named: a green build, a change, a failed build, with real Gradle and real git.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};

use rcad_testkit::git::commit_all;
use serde_json::Value;

use crate::gradle;
use crate::lab::{Lab, run, testdata};

const BOOK: &str = "model/src/main/java/org/example/library/model/Book.java";
const LABELS: &str = "reports/src/main/java/org/example/library/reports/Labels.java";

/// A lab with the Java project of the mutants, which has been built.
fn green() -> Option<(Lab, PathBuf)> {
    let lab = Lab::new(gradle::oldest()?);
    let project = lab.path("library");
    copy(&testdata("mutants/library"), &project);
    lab.build(&project, &["compileJava"]).ok();
    taken(&lab, 1);
    Some((lab, project))
}

/// Waits until this build is stored and its project's files are kept: when a record that came after it is stored.
fn taken(lab: &Lab, builds: u64) {
    lab.spool(builds, "green-8.2.1.json");
    lab.wait("the green build", |lab| {
        (lab.status()["builds"].as_u64()? > builds && lab.waiting().is_empty()).then_some(())
    });
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn change(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{}", file.display());
    fs::write(file, text.replace(from, to)).unwrap();
}

fn failed(lab: &Lab, project: &Path, builds: u64) -> Value {
    lab.build(project, &["compileJava"]).failed();
    lab.wait_for_builds(builds)
}

#[test]
fn a_rename_since_the_green_build_is_the_reason_and_its_patch_mends_it() {
    let Some((lab, project)) = green() else { return };
    change(&project.join(BOOK), "public int pages()", "public int pageCount()");
    let answer = failed(&lab, &project, 3);
    let cause = answer["root_cause"].as_str().unwrap();
    assert!(cause.starts_with("`pages()` was renamed to `pageCount()` in Book.java:"), "{cause}");
    assert!(cause.contains("since the last green build, "), "{cause}");
    assert_eq!(answer["act_at"]["file"], LABELS, "{answer:#}");
    assert_eq!(answer["suspects"][0]["change"]["file"], BOOK);
    let patch = lab.path("a.patch");
    fs::write(&patch, answer["patch"]["diff"].as_str().unwrap()).unwrap();
    run(Command::new("git").args(["apply", patch.to_str().unwrap()]).current_dir(&project)).ok();
    lab.build(&project, &["compileJava"]).ok();
}

#[test]
fn without_a_green_build_git_tells_what_changed() {
    let Some(gradle) = gradle::oldest() else { return };
    let lab = Lab::new(gradle);
    let project = lab.path("library");
    copy(&testdata("mutants/library"), &project);
    commit_all(&project).unwrap();
    change(&project.join(BOOK), "public int pages()", "private int pages()");
    let cause = failed(&lab, &project, 1)["root_cause"].as_str().unwrap().to_owned();
    assert!(cause.starts_with("`pages()` was made private in Book.java:"), "{cause}");
    assert!(cause.contains("(not committed) since the last commit."), "{cause}");
}

#[test]
fn what_has_nothing_to_do_with_it_is_not_blamed() {
    let Some((lab, project)) = green() else { return };
    change(&project.join(BOOK), "return author;", "return author.trim();");
    // Gradle fails before it looks at any source.
    lab.build(&project, &["compileJav", "noSuchTask"]).failed();
    let answer = lab.wait_for_builds(3);
    assert!(
        answer["suspects"].as_array().is_none_or(|all| all.iter().all(|one| one["certain"] == false)),
        "{answer:#}"
    );
}

#[test]
fn what_made_it_green_again_is_told_when_the_same_failure_comes_again() {
    let Some((lab, project)) = green() else { return };
    let status = || lab.rcad(&["status"]).out;
    change(&project.join(BOOK), "public int pages()", "public int pageCount()");
    let broken = failed(&lab, &project, 3);
    assert!(broken["memory"].is_null(), "{broken:#}");
    assert!(status().contains("  red      ") && lab.status()["red"]["id"] == broken["id"], "{}", status());

    change(&project.join(BOOK), "public int pageCount()", "public int pages()");
    change(&project.join(LABELS), "Bring it back", "Please bring it back");
    lab.build(&project, &["compileJava"]).ok();
    taken(&lab, 4);
    let clause = "`pageCount()` was renamed to `pages()` in Book.java:31";
    let listed = lab.rcad(&["list"]).ok().out;
    assert!(listed.contains("green again ") && listed.contains(clause), "{listed}");
    let said = status();
    assert!(said.contains("  green    green again ") && said.contains(clause) && !said.contains("  red "), "{said}");
    assert!(lab.status()["red"].is_null());
    let page = |lab: &Lab, link: &str| lab.http(&link[7 + link[7..].find('/').unwrap()..], &[]).1;
    let home = page(&lab, lab.status()["page"].as_str().unwrap());
    assert!(
        home.contains("Green again")
            && home.contains("No build is red")
            && home.contains("<code>pageCount()</code> was renamed"),
        "{home}"
    );
    let one = page(&lab, lab.rcad(&["open", "last", "--print"]).ok().out.trim());
    assert!(one.contains("It was fixed by a change") && one.contains("+    public int pages()"), "{one}");

    change(&project.join(BOOK), "public int pages()", "public int pageCount()");
    let again = failed(&lab, &project, 6);
    assert_eq!(again["id"], broken["id"]);
    let fix = &again["memory"]["went_away"]["fix"];
    assert_eq!((&fix["tied"], &fix["files"]), (&true.into(), &2.into()), "{again:#}");
    let diff = fix["diff"].as_str().unwrap();
    assert!(diff.contains("-    public int pageCount() {\n+    public int pages() {\n"), "{diff}");
    assert!(!diff.contains("ring it back"), "it has nothing to do with it: {diff}");
    let shown = lab.rcad(&["show"]).ok().out;
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&format!("Last time this was fixed by a change: {clause}.")), "{shown}");
    assert!(!lab.rcad(&["list"]).ok().out.contains("green again") && status().contains("  red "), "{}", status());
    eprintln!("{listed}\n{said}\n{shown}");
}

#[test]
fn a_misspelt_task_is_closed_by_the_right_one() {
    let Some((lab, project)) = green() else { return };
    lab.build(&project, &["compileJav4"]).failed();
    let broken = lab.wait_for_builds(3);
    assert_eq!(broken["errors"][0]["category"], "gradle_task_not_found", "{broken:#}");
    lab.build(&project, &["compileJava"]).ok();
    taken(&lab, 4);
    assert!(lab.rcad(&["list"]).ok().out.contains("green again "));
    assert!(lab.status()["red"].is_null());
}

const CART: &str = "src/main/java/shop/Cart.java";

/// Writes the file that the golden records' compiler names, older than these records.
fn write_cart(root: &Path, line: &str, seconds: u64) {
    let file = root.join(CART);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, format!("package shop;\n\nclass Cart {{\n    int total = {line};\n}}\n")).unwrap();
    let then = UNIX_EPOCH + Duration::from_secs(1_600_000_000 + seconds) + Duration::from_nanos(1);
    fs::File::options().write(true).open(&file).unwrap().set_modified(then).unwrap();
}

/// The first failure of all, and a daemon that dies as soon as the green build after it is stored.
#[test]
fn what_made_it_green_again_survives_a_daemon_that_is_killed_before_it_is_found() {
    let mut lab = Lab::bare_with(&[("RCAD_FAULT", "fixes:abort")]);
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    let root = lab.path("app");
    let at = [("/home/dev/app", root.to_str().unwrap())];
    write_cart(&root, "basket.sum()", 1);
    fs::write(root.join("settings.gradle"), "").unwrap();
    let then = UNIX_EPOCH + Duration::from_secs(1_600_000_000);
    fs::File::options().write(true).open(root.join("settings.gradle")).unwrap().set_modified(then).unwrap();
    lab.spool_with(1, "javac-4.4.1.json", &at);
    // The project is read after its build is stored, and before the next one is.
    lab.spool(2, "green-8.2.1.json");
    lab.wait_for_builds(2);
    write_cart(&root, "cart.sum()", 2);
    lab.spool_with(3, "green-4.4.1.json", &at);
    lab.wait_for_end();
    lab.add_environment("RCAD_FAULT", "");
    lab.rcad(&["start"]).ok();
    let list = lab.wait("the fix", |lab| {
        let list = lab.json(&["list", "--format", "json"]);
        list[0]["green_again"]["by"].as_str().is_some_and(|by| by.contains(" changed ")).then_some(list)
    });
    let by = list[0]["green_again"]["by"].as_str().unwrap();
    assert_eq!(by, "`basket` was changed to `cart` at Cart.java:4");
    lab.spool_with(4, "javac-4.4.1.json", &at);
    let sarif = lab.wait("the failure again", |lab| {
        let shown = lab.json(&["show", "last", "--format", "sarif"]);
        shown["runs"][0]["results"][0]["properties"]["last_fix"]["diff"].is_string().then_some(shown)
    });
    let last = &sarif["runs"][0]["results"][0]["properties"]["last_fix"];
    assert_eq!(last["tied"], true, "{last:#}");
    if let Some(tools) = std::env::var_os("RCAD_SARIF") {
        assert_eq!(crate::analyze::check(Path::new(&tools), &sarif.to_string()), "", "not valid SARIF");
    }
}
