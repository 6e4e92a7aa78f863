//! The command line: exit codes, messages, and what setup and uninstall leave behind.

use std::fs;
use std::process::{Command, Stdio};

use crate::lab::{Lab, run};

#[test]
fn setup_says_what_it_did_and_uninstall_leaves_no_trace_but_the_data() {
    let lab = Lab::bare();
    let gradle_home = lab.gradle_home().to_owned();
    let setup = ["setup", "--gradle-user-home", gradle_home.to_str().unwrap()];
    let dry = lab.rcad(&[&setup[..], &["--dry-run"]].concat()).ok();
    assert!(dry.out.contains("would install") && !gradle_home.exists() && !lab.state().exists(), "{dry:?}");
    let done = lab.rcad(&setup).ok();
    assert!(done.out.contains("installed  the hook") && lab.shim().exists(), "{done:?}");
    let again = lab.rcad(&setup).ok();
    assert!(again.out.contains("unchanged  the hook") && again.out.contains("running    the daemon"), "{again:?}");
    let gone = lab.rcad(&["uninstall"]).ok();
    assert!(gone.out.contains("stopped   the daemon"), "{gone:?}");
    assert_eq!(fs::read_dir(gradle_home.join("init.d")).unwrap().count(), 0);
    assert!(!lab.state().join("gradle").exists() && lab.state().join("rca.redb").exists());
    assert_eq!(lab.rcad(&["status"]).code, 1);
    lab.rcad(&setup).ok();
    lab.rcad(&["uninstall", "--purge"]).ok();
    assert!(!lab.state().exists());
    assert_eq!(lab.rcad(&["uninstall"]).code, 1, "there was nothing to remove");
}

#[test]
fn setup_refuses_an_init_directory_that_anybody_may_write_to() {
    use std::os::unix::fs::PermissionsExt;
    let lab = Lab::bare();
    let init_d = lab.gradle_home().join("init.d");
    fs::create_dir_all(&init_d).unwrap();
    fs::set_permissions(&init_d, fs::Permissions::from_mode(0o777)).unwrap();
    let ran = lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]);
    assert!(ran.code == 2 && ran.err.contains("writable by every user") && ran.err.contains("hint: chmod"), "{ran:?}");
}

#[test]
fn without_a_daemon_the_answer_is_what_to_do() {
    let lab = Lab::bare();
    let status = lab.rcad(&["status"]);
    assert!(status.code == 1 && status.out.contains("rcad is not running.\nhint: rcad setup"), "{status:?}");
    for args in [&["list"][..], &["show"], &["open", "last"], &["search", "x"]] {
        let ran = lab.rcad(args);
        assert!(ran.code == 2 && ran.err.contains("hint: rcad start") && ran.out.is_empty(), "{args:?}: {ran:?}");
    }
    assert_eq!(lab.rcad(&["stop"]).code, 1);
}

#[test]
fn the_daemons_own_error_is_shown_by_start() {
    let lab = Lab::bare();
    fs::create_dir_all(lab.state()).unwrap();
    fs::write(lab.state().join("config.toml"), "notfy = false\n").unwrap();
    let ran = lab.rcad(&["start"]);
    assert!(ran.code == 2 && ran.err.contains("unknown setting `notfy`") && ran.err.contains("`notify`"), "{ran:?}");
    fs::remove_file(lab.state().join("config.toml")).unwrap();
    fs::write(lab.state().join("rca.redb"), "no database").unwrap();
    let ran = lab.rcad(&["start"]);
    assert!(ran.code == 2 && ran.err.contains("rca.redb"), "{ran:?}");
}

#[test]
fn ids_are_found_by_prefix_and_last_and_unknown_ones_are_named() {
    let lab = Lab::bare();
    lab.rcad(&["start"]).ok();
    let empty = lab.rcad(&["show"]);
    assert!(empty.code == 1 && empty.err.contains("nothing is stored yet"), "{empty:?}");
    assert_eq!(lab.rcad(&["list"]).code, 1);
    lab.spool(1, "javac-4.4.1.json");
    let analysis = lab.wait_for_builds(1);
    let id = analysis["id"].as_str().unwrap();
    assert!(lab.rcad(&["show", &id[..4]]).ok().out.contains("cannot find"));
    let unknown = lab.rcad(&["show", "zzz"]);
    assert!(unknown.code == 1 && unknown.err.contains("no RCA has the id `zzz`"), "{unknown:?}");
    assert!(lab.rcad(&["show", "--format", "markdown"]).ok().out.starts_with("**"));
}

#[test]
fn analyze_needs_no_daemon_and_keeps_the_order_of_its_files() {
    let lab = Lab::bare();
    let (bad, good) = (lab.path("bad.log"), lab.path("good.log"));
    fs::write(&bad, "/p/Main.java:3: error: cannot find symbol\n  x();\n  ^\n  symbol:   method x()\n  location: class Main\n1 error\n").unwrap();
    fs::write(&good, "BUILD SUCCESSFUL in 1s\n").unwrap();
    let files = [bad.to_str().unwrap(), good.to_str().unwrap()];
    let ran = lab.rcad(&["analyze", files[0], files[1], "--format", "jsonl"]).ok();
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!((lines[0]["source"].as_str(), lines[1]["source"].as_str()), (Some(files[0]), Some(files[1])));
    assert_eq!((lines[0]["outcome"].as_str(), lines[1]["outcome"].as_str()), (Some("failure"), Some("none")));
    assert_eq!(lab.rcad(&["analyze", files[1]]).code, 1, "nothing found");
    let missing = lab.rcad(&["analyze", "/no/such.log"]);
    assert!(missing.code == 2 && missing.err.contains("/no/such.log"), "{missing:?}");
    assert!(!lab.state().exists(), "analyze keeps nothing");
    let mut piped = lab.command(&["analyze", "-"]);
    piped.stdin(fs::File::open(&bad).unwrap());
    assert!(run(&mut piped).ok().out.contains("Main.java:3"));
}

#[test]
fn doctor_names_each_part_and_what_to_do() {
    let lab = Lab::bare();
    let ran = lab.rcad(&["doctor"]);
    assert_eq!(ran.code, 1);
    for part in ["settings", "Gradle home", "hook", "daemon", "spool", "notifications", "Ollama", "embedding model"] {
        assert!(ran.out.contains(&format!("{part}: ")), "{part} in {}", ran.out);
    }
    assert!(ran.out.contains("PROBLEM  hook") && ran.out.contains("rcad setup"), "{}", ran.out);
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    let ran = lab.rcad(&["doctor"]).ok();
    assert!(!ran.out.contains("PROBLEM"), "{}", ran.out);
    fs::write(lab.shim(), "// cut").unwrap();
    let ran = lab.rcad(&["doctor"]);
    assert!(ran.code == 1 && ran.out.contains("damaged or from another version"), "{}", ran.out);
    lab.rcad(&["restart"]).ok();
    assert_eq!(lab.rcad(&["doctor"]).code, 0, "a starting daemon mends the hook");
}

#[test]
fn completions_are_printed_for_each_shell() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(Lab::bare().rcad(&["completions", shell]).ok().out.contains("rcad"));
    }
}

#[test]
fn output_that_can_t_be_written_is_an_error_and_a_closed_pipe_is_none() {
    let lab = Lab::bare();
    let log = lab.path("build.log");
    fs::write(&log, "e: file:///home/dev/app/A.kt:3:5 Unresolved reference: total\n").unwrap();
    let log = log.to_str().unwrap();
    for args in [&["analyze", log][..], &["analyze", log, "--format", "json"], &["completions", "bash"], &["status"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ended = lab.command(args).stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("cannot write the output: No space left on device"), "{args:?}: {said}");
        let mut piped = lab.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(piped.stdout.take());
        let ended = piped.wait_with_output().unwrap();
        assert!(matches!(ended.status.code(), Some(0 | 1)), "{args:?}: {ended:?}");
        assert!(ended.stderr.is_empty(), "{args:?}: {ended:?}");
    }
}

/// A real terminal, by util-linux' `script`: the command sees one of the same size, and its output arrives unchanged.
#[test]
fn a_build_that_is_run_on_a_terminal_keeps_it() {
    let lab = Lab::bare();
    let inside = "test -t 1 && test -t 2 && stty size <&1; printf 'red \\033[31mX\\033[0m\\n'; exit 3";
    let rcad = lab.command(&[]).get_program().to_str().unwrap().to_owned();
    let run_it = format!("stty cols 123 rows 45; {rcad} run -- sh -c \"{inside}\" 2>&1");
    let mut script = Command::new("script");
    script.args(["-qec", &run_it, "/dev/null"]).envs(lab.command(&[]).get_envs().filter_map(|(k, v)| Some((k, v?))));
    let ran = run(script.stdin(Stdio::null()));
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.out.contains("45 123") && ran.out.contains("red \u{1b}[31mX\u{1b}[0m\r\n"), "{ran:?}");
    // Without a terminal there is none inside.
    let piped = lab.rcad(&["run", "--", "sh", "-c", "test -t 1 || echo plain"]).ok();
    assert_eq!(piped.out, "plain\n");
}

#[test]
fn the_manual_has_every_command() {
    let lab = Lab::bare();
    let page = lab.rcad(&["man"]).ok().out;
    let help = lab.rcad(&["--help"]).ok().out;
    let commands = help.split_once("Commands:\n").unwrap().1.lines().take_while(|line| !line.is_empty());
    for name in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        assert!(page.contains(&format!("RCAD {}", name.to_uppercase())), "{name}\n{page}");
    }
}
