//! Nothing but git runs, nothing is fetched, and nobody waits longer than was said.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, test_kill_process};

use super::super::call::{Git, GitCall, GitEnd};
use super::super::repository::Repository;
use super::lab::{Lab, make_program, open};

/// All questions, with a change of each kind to be seen. Returns how many pairs there were.
fn ask_everything(lab: &Lab, begin: &str) -> usize {
    lab.write("shop/app/Cart.kt", "class Changed\n");
    let repository = lab.open("shop").unwrap();
    repository.state();
    repository.commits(None, &["settings.gradle.kts", "app/Cart.kt"]);
    repository.arrived(begin);
    let since = repository.pairs_since(begin).unwrap().len();
    repository.pairs_since("HEAD").unwrap().len() + since
}

/// A shop with two commits.
fn shop() -> Option<(Lab, String)> {
    let lab = Lab::shop()?;
    let begin = lab.head("shop");
    lab.write("shop/app/Second.kt", "class Second\n");
    lab.commit("shop", "Second");
    Some((lab, begin))
}

#[test]
fn programs_that_the_settings_name_do_not_run() {
    let Some((lab, begin)) = shop() else { return };
    let trap = lab.trap("exec cat");
    lab.write("shop/.git/info/attributes", "*.kt diff=trap filter=trap\n*.kts filter=trap\n");
    for hook in ["post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout"] {
        fs::copy(&trap, lab.root.join("shop/.git/hooks").join(hook)).unwrap();
    }
    let settings = [
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "diff.external",
        "gpg.program",
        "diff.trap.command",
        "diff.trap.textconv",
        "filter.trap.clean",
        "filter.trap.smudge",
        "filter.trap.process",
        "pager.log",
        "pager.status",
        "alias.status",
        "core.alternateRefsCommand",
        "credential.helper",
    ];
    for setting in settings {
        let value = if setting.starts_with("alias") { format!("!{trap}") } else { trap.clone() };
        lab.git("shop", &["config", setting, &value]);
    }
    lab.git("shop", &["config", "filter.trap.required", "true"]);
    lab.git("shop", &["config", "log.showSignature", "true"]);
    let _ = lab.trapped();
    assert_eq!(ask_everything(&lab, &begin), 3);
    assert_eq!(lab.trapped(), None);
    let (_, said) = lab.run("shop", &["status", "--short"]);
    assert!(lab.trapped().is_some(), "the trap works: {said}");
}

/// A filter that can't be switched off: nothing is compared, rather than run.
#[test]
fn a_filter_with_an_odd_name_does_not_run() {
    let Some((lab, _)) = shop() else { return };
    let trap = lab.trap("exec cat");
    lab.write("shop/.gitattributes", "*.kt filter=a=b.c\n");
    lab.commit("shop", "Filter");
    lab.git("shop", &["config", "filter.a=b.c.clean", &trap]);
    lab.write("shop/app/Cart.kt", "class Changed\n");
    let repository = lab.open("shop").unwrap();
    let found = (repository.state().clean, repository.pairs_since("HEAD"), repository.uncommitted(&["app/Cart.kt"]));
    assert_eq!(found, (None, None, None));
    assert_eq!(lab.trapped(), None);
    lab.git("shop", &["config", "--unset", "filter.a=b.c.clean"]);
    // Dots are fine, and so is that git tells upper case from lower case here.
    lab.git("shop", &["config", "filter.A.b.clean", &trap]);
    lab.write("shop/.git/info/attributes", "*.kt filter=A.b\n");
    let repository = lab.open("shop").unwrap();
    assert_eq!(repository.state().clean, Some(false));
    assert_eq!(repository.pairs_since("HEAD").unwrap().len(), 1);
    assert_eq!(lab.trapped(), None);
    lab.git("shop", &["diff", "--stat"]);
    assert!(lab.trapped().is_some(), "the trap works");
}

/// What a partial clone lacks is not fetched: the transport would be a program here.
#[test]
fn missing_objects_are_not_fetched() {
    let Some((lab, begin)) = shop() else { return };
    let trap = lab.trap("exit 1");
    lab.write("shop/app/Second.kt", "class Third\n");
    lab.commit("shop", "Third");
    let blob = lab.git("shop", &["rev-parse", &format!("{begin}:app/Cart.kt")]);
    for (setting, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", &format!("ext::{trap} %S")),
        ("protocol.ext.allow", "always"),
        ("protocol.allow", "always"),
    ] {
        lab.git("shop", &["config", setting, value]);
    }
    let blob = blob.trim();
    fs::remove_file(lab.root.join("shop/.git/objects").join(&blob[..2]).join(&blob[2..])).unwrap();
    lab.write("shop/app/Cart.kt", "class Changed\n");
    let repository = lab.open("shop").unwrap();
    let pairs = repository.pairs_since("HEAD");
    assert!(pairs.as_ref().is_none_or(Vec::is_empty), "{pairs:?}");
    assert_eq!(lab.trapped(), None);
    let (fine, _) = lab.run("shop", &["cat-file", "-p", blob]);
    assert!(!fine && lab.trapped().is_some(), "the trap works");
}

#[test]
fn git_gets_its_words_and_an_environment_that_keeps_it_quiet() {
    let Some((lab, _)) = shop() else { return };
    let seen = lab.root.join("seen");
    let script = format!("#!/bin/sh\nenv > '{}'\necho \"$@\" >> '{}'\n", seen.display(), seen.display());
    let call = GitCall { directory: &lab.root, settings: &[], words: &["x y"], input: None, until: soon(60_000) };
    assert_eq!(Git::instead(program(&lab, &script), Vec::new()).read(call, &mut |_| false), GitEnd::Success);
    let seen = fs::read_to_string(seen).unwrap();
    for wanted in ["GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C"] {
        assert!(seen.lines().any(|line| line == wanted), "{wanted}: {seen}");
    }
    assert!(seen.contains("--no-pager") && seen.ends_with("x y\n"), "{seen}");
}

fn soon(ms: u64) -> Instant {
    Instant::now() + Duration::from_millis(ms)
}

/// A program that stands for git.
fn program(lab: &Lab, script: &str) -> std::path::PathBuf {
    let path = lab.root.join("fake-git");
    fs::write(&path, script).unwrap();
    make_program(&path);
    path
}

/// A killed one that nobody has waited for yet is as good as gone.
fn is_alive(pid: &str) -> bool {
    let known = pid.trim().parse().ok().and_then(Pid::from_raw).is_some_and(|pid| test_kill_process(pid).is_ok());
    known && !fs::read_to_string(format!("/proc/{}/stat", pid.trim())).is_ok_and(|stat| stat.contains(") Z"))
}

#[test]
fn a_git_that_hangs_is_ended_with_all_that_it_started() {
    let Some((lab, _)) = shop() else { return };
    let pids = lab.root.join("pids");
    let scripts = [
        "sleep 300 & echo $! > PIDS; echo $$ >> PIDS; wait",
        "echo true; exec > /dev/null; echo $$ > PIDS; exec sleep 300",
        "trap '' TERM INT HUP; echo $$ > PIDS; while true; do sleep 1; done",
        "echo $$ > PIDS; exec yes",
    ];
    for script in scripts {
        let script = format!("#!/bin/sh\n{}\n", script.replace("PIDS", &format!("'{}'", pids.display())));
        let git = Git::instead(program(&lab, &script), Vec::new());
        let begin = Instant::now();
        assert!(Repository::open(git, &lab.root.join("shop"), soon(700)).is_none());
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(5), "{script}: {took:?}");
        // Not written where the shell was slower than the deadline.
        for pid in fs::read_to_string(&pids).unwrap_or_default().lines() {
            let gone = (0..500).any(|_| {
                thread::sleep(Duration::from_millis(10));
                !is_alive(pid)
            });
            assert!(gone, "{script}: {pid} is still there");
        }
        let _ = fs::remove_file(&pids);
    }
}

#[test]
fn no_question_begins_after_the_deadline() {
    let Some((lab, _)) = shop() else { return };
    let root = lab.root.join("shop");
    let past = Instant::now();
    assert_eq!(super::super::state(&root, past), None);
    assert!(super::super::open(&root, past).is_none());
    let mut repository = open(&root, &[]).unwrap();
    repository.until = past;
    let state = repository.state();
    assert_eq!((state.head.is_some(), state.clean), (true, None), "what is known is said");
}

/// A pipe among git's own files: git waits for it, the daemon does not.
#[test]
fn a_pipe_in_the_place_of_a_file_is_not_waited_for() {
    let Some((lab, _)) = shop() else { return };
    let make = |path: &str| {
        let path = lab.root.join(path);
        let _ = fs::remove_file(&path);
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    make("shop/.git/info/exclude");
    make("shop/app/Pipe.kt");
    let mut repository = lab.open("shop").unwrap();
    repository.until = soon(500);
    let begin = Instant::now();
    assert_eq!(repository.pairs_since("HEAD"), None);
    assert!(begin.elapsed() < Duration::from_secs(5));
    make("shop/.git/shallow");
    make("shop/.git/MERGE_HEAD");
    repository.until = soon(60_000);
    assert!(repository.ends_of_history().is_empty());
}

/// Early ends are no failures: the log is left when all is found.
#[test]
fn an_answer_is_left_when_it_is_enough_or_too_long() {
    let Some((lab, _)) = shop() else { return };
    let git = Git::instead(program(&lab, "#!/bin/sh\nexec yes\n"), Vec::new());
    let call = |until| GitCall { directory: Path::new("/"), settings: &[], words: &[], input: None, until };
    assert_eq!(git.read(call(soon(60_000)), &mut |_| true), GitEnd::Enough);
    let mut seen = 0;
    let end = git.read(call(soon(60_000)), &mut |bytes| {
        seen += bytes.len();
        false
    });
    assert!(end == GitEnd::Cut && seen <= 4 << 20, "{end:?} {seen}");
    let none = Git::instead(lab.root.join("no-such-git"), Vec::new());
    assert_eq!(none.read(call(soon(60_000)), &mut |_| false), GitEnd::Failure(None));
}
