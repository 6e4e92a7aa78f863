//! What real Gradles report, and that a build is the same with the hook as without it.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::gradle;
use crate::lab::{Lab, Ran, run, skipped};

/// Gradle's output without what differs between runs: durations, the daemon's start, order of parallel lines.
fn settled(ran: &Ran) -> (i32, Vec<String>) {
    let text = format!("{}\n{}", ran.out, ran.err);
    let noise = [
        "Starting a Gradle Daemon",
        "Welcome to Gradle",
        "BUILD SUCCESSFUL in",
        "BUILD FAILED in",
        "Daemon will be stopped",
    ];
    // After some calls the JVM replaces reflection by generated code, so stack frames differ; ours must not appear.
    let frame = |line: &str| line.trim_start().starts_with("at ") && !line.to_lowercase().contains("rcad");
    let more = |line: &str| line.trim_start().starts_with("... ") && line.ends_with(" more");
    let noisy = |line: &str| noise.iter().any(|n| line.starts_with(n)) || frame(line) || more(line);
    let keep = |line: &&str| !line.trim().is_empty() && !noisy(line);
    let mut lines: Vec<String> = text.lines().filter(keep).map(str::to_owned).collect();
    lines.sort();
    (ran.code, lines)
}

/// Green, compile error, script error: exit code and output with the hook equal those without it.
#[test]
fn output_and_exit_code_are_the_same_with_and_without_the_hook() {
    for gradle in gradle::all() {
        let lab = Lab::new(gradle);
        let shim = std::fs::read(lab.shim()).unwrap();
        for (name, args) in [
            ("green", &["build"][..]),
            ("green", &["build", "--info"]),
            ("java-error", &["build"]),
            ("java-error", &["build", "--stacktrace", "--warning-mode=all"]),
            ("broken-script", &["build"]),
            ("settings-error", &["build"]),
            ("green", &["no-such-task"]),
        ] {
            if gradle.stand_in && args.iter().any(|a| a.starts_with("--info") || a.starts_with("--warning")) {
                continue;
            }
            let project = lab.project(name);
            lab.build(&project, args); // so that tasks are equally up to date in both
            let with = lab.build(&project, args);
            std::fs::remove_file(lab.shim()).unwrap();
            let without = lab.build(&project, args);
            std::fs::write(lab.shim(), &shim).unwrap();
            if args.contains(&"--info") {
                // Its timings differ in every line; none of our texts may be in it.
                assert_eq!(with.code, without.code);
                assert!(!with.out.contains("rcad"), "{}", with.out);
                continue;
            }
            assert_eq!(settled(&with), settled(&without), "{name} {args:?} on Gradle {}", gradle.version);
        }
    }
}

/// The Flow API with the configuration cache: the entry is stored and reused, printed as without the hook, and each
/// build is reported.
#[test]
fn builds_are_told_with_the_configuration_cache_off_stored_and_reused() {
    for gradle in gradle::all().iter().filter(|g| g.has_flow()) {
        let lab = Lab::new(gradle);
        let project = lab.project("java-error");
        let args = ["build", "--configuration-cache"];
        lab.build(&project, &["build"]).failed();
        lab.wait_for_builds(1);
        let stored = lab.build(&project, &args).failed();
        assert!(stored.out.contains("Configuration cache entry stored"), "{stored:?}");
        lab.wait_for_builds(2);
        for hit in 3..5 {
            let reused = lab.build(&project, &args).failed();
            assert!(reused.out.contains("Reusing configuration cache"), "{reused:?}");
            let analysis = lab.wait_for_builds(hit);
            assert_eq!(analysis["errors"][0]["symbol"], "pageCount");
        }
        let list = lab.json(&["list", "--format", "json"]);
        assert_eq!(list[0]["occurrences"], 4, "{list:#}");
        assert_eq!(list[0]["project"], project.to_str().unwrap(), "the root directory on a hit, too");
    }
}

/// A configuration cache entry must not refer to what Gradle's daemon keeps from other builds: another daemon could not
/// find it, and the build would break.
#[test]
fn an_entry_of_a_warm_gradle_daemon_serves_a_new_one() {
    for gradle in gradle::all().iter().filter(|g| g.has_flow() && !g.stand_in) {
        let lab = Lab::new(gradle);
        let project = lab.project("java-error");
        for mode in [&["--configuration-cache"][..], &["-Dorg.gradle.unsafe.isolated-projects=true"]] {
            let cached = [&["build"][..], mode].concat();
            let before = lab.status()["builds"].as_u64().unwrap();
            lab.build(&project, &["build"]).failed();
            lab.build(&project, &["build"]).failed();
            let stored = lab.build(&project, &cached).failed();
            assert!(stored.out.contains("Configuration cache entry stored"), "{stored:?}");
            lab.build(&project, &["--stop"]).ok();
            let reused = lab.build(&project, &cached).failed();
            assert!(reused.out.contains("Reusing configuration cache"), "{reused:?}");
            lab.wait_for_builds(before + 4);
            std::fs::remove_dir_all(project.join(".gradle/configuration-cache")).unwrap();
        }
        assert_eq!(lab.json(&["list", "--format", "json"])[0]["occurrences"], 8);
    }
}

/// An entry stored with the hook still works after rcad was removed, completely or partly.
#[test]
fn configuration_cache_entries_outlive_the_hook() {
    for gradle in gradle::all().iter().filter(|g| g.has_flow()) {
        let lab = Lab::new(gradle);
        let args = ["build", "--configuration-cache"];
        let before = lab.project("green");
        std::fs::remove_file(lab.shim()).unwrap();
        lab.build(&before, &args).ok(); // an entry from before the installation
        lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
        lab.build(&before, &args).ok();
        let reused = lab.build(&before, &args).ok();
        assert!(reused.out.contains("Reusing configuration cache"), "{reused:?}");
        lab.wait("its record", |lab| (lab.status()["builds"] == 2).then_some(()));
        lab.rcad(&["stop"]).ok();
        std::fs::remove_dir_all(lab.state().join("spool")).unwrap();
        lab.build(&before, &args).ok();
        assert!(!lab.state().join("spool").exists(), "a build makes no directory of ours");
        std::fs::remove_dir_all(lab.state()).unwrap(); // the scripts too; the shim still names them
        lab.build(&before, &args).ok();
        lab.build(&lab.project("java-error"), &args).failed();
        std::fs::remove_file(lab.shim()).unwrap();
        lab.build(&before, &args).ok();
        assert!(!lab.state().exists());
    }
}

/// An init script fails before ours: no script reports, but Gradle's daemon log has the build.
#[test]
fn a_build_that_no_script_hears_is_read_from_gradles_log() {
    for gradle in gradle::all().iter().filter(|g| !g.stand_in) {
        let lab = Lab::new(gradle);
        lab.build(&lab.project("green"), &["build"]).ok();
        lab.wait("the green build", |lab| (lab.status()["builds"] == 1).then_some(()));
        let early = lab.gradle_home().join("init.d/aaa.gradle");
        std::fs::write(&early, "throw new IllegalStateException('the office mirror is not set')\n").unwrap();
        let ran = lab.build(&lab.project("java-error"), &["build"]);
        std::fs::remove_file(&early).unwrap();
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(lab.waiting().is_empty(), "a script told it after all");
        let analysis = lab.wait_for_builds(2);
        assert!(analysis.to_string().contains("the office mirror is not set"), "{analysis:#}");
        let list = lab.json(&["list", "--format", "json"]);
        assert!(list[0]["project"].as_str().unwrap().ends_with("/java-error"), "{list:#}");
        assert_eq!(list.as_array().unwrap().len(), 1, "the builds that scripts told are not told again: {list:#}");
        // Another start of the daemon reads the same log and finds nothing new.
        lab.rcad(&["restart"]).ok();
        lab.build(&lab.project("java-error"), &["build"]).failed();
        lab.wait_for_builds(3);
        assert_eq!(lab.status()["builds"], 3);
    }
}

/// A Gradle home without a daemon before rcad's start: everything in its first log is new.
#[test]
fn the_first_builds_of_a_new_gradle_home_are_read_from_its_log() {
    let lab = Lab::bare();
    let seen = |builds: u64| lab.wait("the builds", |lab| (lab.status()["builds"].as_u64()? >= builds).then_some(()));
    let setup = || {
        lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
        // Its first check of the Gradle home is done when it has taken a record.
        lab.spool(1, "green-4.4.1.json");
        seen(1);
    };
    setup();
    let logs = lab.gradle_home().join("daemon/8.2.1");
    std::fs::create_dir_all(&logs).unwrap();
    std::fs::copy(crate::lab::testdata("wire").join("daemon-8.2.1.log"), logs.join("daemon-4242.out.log")).unwrap();
    lab.rcad(&["restart"]).ok();
    seen(3);
    // The same log is ignored in a home that rcad sees for the first time.
    lab.rcad(&["uninstall", "--purge"]).ok();
    setup();
    lab.rcad(&["restart"]).ok();
    lab.spool(2, "green-4.4.1.json");
    seen(2);
    assert_eq!(lab.status()["builds"], 2);
}

/// A Gradle daemon killed in the middle of a build.
#[test]
fn a_killed_gradle_daemon_is_told_by_its_log() {
    let Some(gradle) = gradle::any() else { return skipped("no Gradle") };
    let lab = Lab::new(gradle);
    let project = lab.project("green");
    lab.build(&project, &["build"]).ok();
    lab.wait("the green build", |lab| (lab.status()["builds"] == 1).then_some(()));
    std::fs::write(project.join("build.gradle"), "task hang { doLast { new File(projectDir, 'pid').text = java.lang.management.ManagementFactory.runtimeMXBean.name; Thread.sleep(60000) } }").unwrap();
    let mut build = lab.gradle(&project, &["hang"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pid = lab.wait("the task to run", |_| {
        let name = std::fs::read_to_string(project.join("pid")).ok()?;
        name.split_once('@').map(|(pid, _)| pid.to_owned())
    });
    run(std::process::Command::new("kill").args(["-9", &pid])).ok();
    assert_ne!(build.wait().unwrap().code(), Some(0));
    let analysis = lab.wait_for_builds(2);
    assert_eq!(analysis["errors"][0]["category"], "gradle_daemon_oom", "{analysis:#}");
}

/// A build inside the client's JVM leaves no log; its exceptions and, where that is safe, its text are recorded.
#[test]
fn a_build_inside_the_client_jvm_is_recorded() {
    let Some(gradle) = gradle::oldest().filter(|g| !g.has_flow()) else { return skipped("no Gradle below 6.6") };
    let lab = Lab::new(gradle);
    // Gradle builds in the client only where that JVM has the options that the daemon would have.
    let mut build = lab.gradle(&lab.project("java-error"), &["build", "--no-daemon", "-Dorg.gradle.jvmargs="]);
    let ran = run(build.env_remove("JAVA_OPTS")).failed();
    assert!(!ran.out.contains("To honour the JVM settings"), "{ran:?}");
    let analysis = lab.wait_for_builds(1);
    assert_eq!(analysis["errors"][0]["symbol"], "pageCount", "{analysis:#}");
}

/// A failure that no script and no log contains: the command line itself is wrong.
#[test]
fn rcad_run_catches_what_never_reaches_gradle() {
    let Some(gradle) = gradle::any() else { return skipped("no Gradle") };
    let lab = Lab::new(gradle);
    let project = lab.project("green");
    let program = gradle.program.to_str().unwrap();
    let ran = run(lab.command(&["run", "--", program, "--no-such-option"]).current_dir(&project));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(lab.status()["builds"], 1, "{ran:?}");
    assert!(ran.err.contains("no-such-option"), "{ran:?}");
    // A failure reported by the hook is shown, not stored again.
    let project = lab.project("java-error");
    let ran = run(lab.command(&["run", "--", program, "build"]).current_dir(&project));
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("pageCount") && ran.err.contains("http://127.0.0.1:"), "{ran:?}");
    assert_eq!(lab.status()["builds"], 2);
    // Likewise one in Gradle's log, which appears shortly after the command's end.
    let early = lab.gradle_home().join("init.d/aaa.gradle");
    std::fs::write(&early, "throw new IllegalStateException('the office mirror is not set')\n").unwrap();
    let ran = run(lab.command(&["run", "--", program, "build"]).current_dir(&project));
    std::fs::remove_file(&early).unwrap();
    assert!(ran.err.contains("the office mirror is not set") && ran.err.contains("http://127.0.0.1:"), "{ran:?}");
    lab.rcad(&["restart"]).ok();
    assert_eq!(lab.status()["builds"], 3);
    // A successful build keeps its exit code and its output. Debian's start script prints `java -version` every time.
    let project = lab.project("green");
    let alone = lab.build(&project, &["-q", "build"]).ok();
    let ran = run(lab.command(&["run", "--", program, "-q", "build"]).current_dir(&project)).ok();
    assert_eq!((ran.out, ran.err), (alone.out, alone.err));
}

/// Ctrl-C in the middle of a task.
#[test]
fn a_stopped_build_is_not_a_failure() {
    let Some(gradle) = gradle::any() else { return skipped("no Gradle") };
    let lab = Lab::new(gradle);
    let project = lab.project("green");
    let script = "task hang { doLast { new File(projectDir, 'runs').text = ''; Thread.sleep(60000) } }";
    std::fs::write(project.join("build.gradle"), script).unwrap();
    let mut build = lab.gradle(&project, &["hang"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    lab.wait("the task to run", |_| project.join("runs").exists().then_some(()));
    run(std::process::Command::new("kill").args(["-INT", &build.id().to_string()])).ok();
    build.wait().unwrap();
    lab.build(&lab.project("java-error"), &["build"]).failed();
    lab.wait("the next build", |lab| (lab.status()["rcas"] == 1).then_some(()));
    let list = lab.json(&["list", "--format", "json"]);
    assert_eq!(list.as_array().unwrap().len(), 1, "{list:#}");
    assert_eq!(list[0]["category"], "java_cannot_find_symbol");
}

/// The golden records of `testdata/wire` have the shape that this side reads; a key renamed on one side fails here.
#[test]
fn the_scripts_write_what_the_golden_records_hold() {
    for gradle in gradle::all() {
        let lab = Lab::without_daemon(gradle);
        lab.build(&lab.project("java-error"), &["build"]).failed();
        lab.build(&lab.project("green"), &["build"]).ok();
        let written: Vec<Value> = lab.waiting().iter().map(|p| read(p)).collect();
        assert_eq!(written.len(), 2);
        let golden =
            crate::lab::testdata("wire").join(if gradle.has_flow() { "javac-8.2.1.json" } else { "javac-4.4.1.json" });
        assert_eq!(keys(&written[0]), keys(&read(&golden)), "Gradle {}", gradle.version);
        assert_eq!(written[0]["schema"], "rcad.build/1");
        assert_eq!(written[1]["outcome"], "ok");
        let size = std::fs::metadata(&lab.waiting()[1]).unwrap().len();
        assert!(size < 1000, "a green record is tiny, this one has {size} bytes");
    }
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn keys(record: &Value) -> Vec<String> {
    record.as_object().unwrap().keys().cloned().collect()
}
