//! `rcad analyze`: formats, explanations of the reading, long logs, and SARIF against the official schema.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::lab::{Lab, run, skipped, testdata};

const LOG: &str = "> Task :app:compileJava FAILED\n/p/src/Shelf.java:3: error: cannot find symbol\n        total += book.pageCount();\n                     ^\n  symbol:   method pageCount()\n  location: variable book of type Book\n/p/src/Shelf.java:9: error: incompatible types: String cannot be converted to int\n1 error\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileJava'.\n> Compilation failed; see the compiler error output for details.\n\nBUILD FAILED in 1s\n";

fn log(lab: &Lab, name: &str, text: &str) -> String {
    let path = lab.path(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn text_has_the_cause_first_and_names_what_else_is_wrong() {
    let lab = Lab::bare();
    let ran = lab.rcad(&["analyze", &log(&lab, "a.log", LOG)]).ok();
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].starts_with("Shelf.java:3: ") && lines[0].contains("pageCount"), "{}", ran.out);
    assert!(
        ran.out.contains("Then: Shelf.java:9: ") || ran.out.contains("\nBesides\n  Shelf.java:9: incompatible types"),
        "{}",
        ran.out
    );
    assert!(lines[lines.len() - 1].starts_with("Confidence in the cause "), "{}", ran.out);
    assert!(lines.iter().all(|line| line.chars().count() <= 100), "{}", ran.out);
}

#[test]
fn explain_says_who_read_which_line_and_why_the_root_is_the_root() {
    let lab = Lab::bare();
    let text = format!("{LOG}something else: fatal surprise\n");
    let path = log(&lab, "a.log", &text);
    let ran = lab.rcad(&["analyze", "--explain", &path]).ok();
    let steps = ran.out.split_once("How it was read\n").unwrap().1;
    for words in [
        "2-6   javac: java_cannot_find_symbol",
        "rule ^cannot find symbol",
        "the root: the first of those that explain equally much",
        "independent: no other failure explains it",
        "12-15   gradle: ",
        "left out: it only wraps a failure that says more",
        "no reader recognised",
        "17   something else: fatal surprise",
    ] {
        assert!(steps.contains(words), "{words} in\n{steps}");
    }
    let json = lab.rcad(&["analyze", "--explain", "--format", "json", &path]).ok();
    assert!(serde_json::from_str::<Value>(&json.out).is_ok() && json.err.starts_with("How it was read"), "{json:?}");
}

/// Every recorded log, and one whose paths and messages need escaping in JSON and URIs.
#[test]
fn sarif_is_valid_against_the_official_schema() {
    let Some(tools) = std::env::var_os("RCAD_SARIF") else { return skipped("no SARIF schema: scripts/tools sarif") };
    let lab = Lab::bare();
    let odd = "e: file:///p/my%20app/Ä \"b\".kt:3:5 Unresolved reference: \\x\u{1}\ne: C:\\p q\\B.kt: (1, 2): Type mismatch: inferred type is A but B was expected\n";
    let odd = log(&lab, "odd \"log\".txt", odd);
    let mut files: Vec<String> = vec!["analyze".into(), "--format".into(), "sarif".into(), odd];
    for tool in ["gradle", "kotlinc", "javac", "aapt2", "java"] {
        let entries = fs::read_dir(testdata("parse").join(tool)).unwrap().map(|entry| entry.unwrap().path());
        files.extend(
            entries
                .filter(|path| path.extension().is_some_and(|end| end == "log"))
                .map(|path| path.to_str().unwrap().to_owned()),
        );
    }
    let ran = lab.rcad(&files.iter().map(String::as_str).collect::<Vec<_>>()).ok();
    let sarif: Value = serde_json::from_str(&ran.out).unwrap();
    assert!(sarif["runs"][0]["results"].as_array().unwrap().len() > 80);
    let checked = check(Path::new(&tools), &ran.out);
    assert_eq!(checked, "", "not valid SARIF");
    let broken = ran.out.replacen("\"level\": \"error\"", "\"level\": \"terrible\"", 1);
    assert!(check(Path::new(&tools), &broken).contains("'terrible' is not one of"), "the check checks nothing");
}

/// Problems of a SARIF log; nothing if it is valid.
pub fn check(tools: &Path, sarif: &str) -> String {
    let program = "import json, sys, jsonschema\n\
        schema = json.load(open(sys.argv[1]))\n\
        for error in jsonschema.Draft7Validator(schema).iter_errors(json.load(sys.stdin)):\n    print(error.message[:300])\n";
    let mut python = Command::new("python3");
    python.args(["-c", program]).arg(tools.join("schema.json")).env("PYTHONPATH", tools.join("python"));
    let mut child = python.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(sarif.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_stored_failure_is_shown_as_sarif_too() {
    let lab = Lab::bare();
    lab.rcad(&["start"]).ok();
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    let sarif = lab.json(&["show", "last", "--format", "sarif"]);
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "java_cannot_find_symbol");
}

/// 300 MB through a pipe in little memory, with the failure in the middle and its line number.
#[test]
fn a_long_log_takes_little_memory_and_keeps_its_line_numbers() {
    let lab = Lab::bare();
    let mut command = lab.command(&["analyze", "-", "--format", "json"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let line = "> Task :feature:compileDebugKotlin UP-TO-DATE\n";
    let block = line.repeat((1 << 20) / line.len());
    let lines = block.len() / line.len() * 150;
    for half in 0..2 {
        (0..150).for_each(|_| pipe.write_all(block.as_bytes()).unwrap());
        if half == 0 {
            pipe.write_all(LOG.as_bytes()).unwrap();
            pipe.write_all(&[b'x'; 10 << 20]).unwrap();
            pipe.write_all(b"\xff\0\r\n").unwrap();
        }
    }
    let peak = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    let analysis: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(analysis["errors"][0]["evidence"][0]["line"], lines + 2);
    assert_eq!(analysis["errors"][0]["task"], ":app:compileJava");
    if let Some(peak) = peak.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
        let kib: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kib < 100 << 10, "{kib} KiB");
    }
}

const RULE: &str = "[[rule]]\nname = \"old shelf\"\npattern = 'symbol: +method (?P<symbol>pageCount)'\ncategory = \"java_cannot_find_symbol\"\ncause = \"{symbol} went with the library's version 4.\"\nfixes = [\"Use `pages`.\"]\nmatches = [\"  symbol:   method pageCount()\"]\n";

#[test]
fn own_rules_are_tried_listed_and_used_by_commands_and_daemon() {
    let lab = Lab::bare();
    let none = lab.rcad(&["rules", "test"]);
    assert!(none.code == 1 && none.err.contains("No rules found"), "{none:?}");
    let rules = lab.state().join("rules");
    fs::create_dir_all(&rules).unwrap();
    fs::write(rules.join("own.toml"), RULE).unwrap();
    let tested = lab.rcad(&["rules", "test"]).ok();
    assert!(tested.out.contains("ok       old shelf") && tested.out.contains("1 of 1 rule passed"), "{tested:?}");
    assert!(lab.rcad(&["rules", "list"]).ok().out.contains("own.toml:1"));
    let path = log(&lab, "a.log", LOG);
    let ran = lab.rcad(&["analyze", &path]).ok();
    assert!(ran.out.starts_with("Shelf.java:3: pageCount went with the library's version 4.\n"), "{}", ran.out);

    let drafted = lab.rcad(&["rules", "new", &path]).ok();
    assert!(drafted.out.contains("name = 'cannot-find-symbol'"), "{}", drafted.out);
    fs::write(rules.join("draft.toml"), &drafted.out).unwrap();
    assert!(lab.rcad(&["rules", "test"]).ok().out.contains("2 of 2 rules passed"));
    fs::remove_file(rules.join("draft.toml")).unwrap();

    // In the daemon: a rule is added while it runs, then broken.
    lab.rcad(&["start"]).ok();
    lab.spool(1, "javac-4.4.1.json");
    let cause = |analysis: &Value| analysis["root_cause"].as_str().unwrap().to_owned();
    let before = lab.wait_for_builds(1);
    assert!(!cause(&before).contains("version 4"));
    fs::write(
        rules.join("own.toml"),
        RULE.replace("+method (?P<symbol>pageCount)", "+(?:method|variable) (?P<symbol>[A-Za-z]+)"),
    )
    .unwrap();
    lab.spool(2, "javac-4.4.1.json");
    assert!(cause(&lab.wait_for_builds(2)).contains("version 4"));
    fs::write(rules.join("bad.toml"), RULE.replace("java_cannot", "java_can_not")).unwrap();
    let tested = lab.rcad(&["rules", "test"]);
    assert!(tested.code == 1 && tested.out.contains("INVALID  old shelf, line 4: `category`"), "{tested:?}");
    lab.spool(3, "javac-4.4.1.json");
    assert!(cause(&lab.wait_for_builds(3)).contains("version 4"), "the good file is in force");
    let status = lab.rcad(&["status"]);
    assert!(status.code == 1 && status.out.contains("bad.toml:4"), "{status:?}");
    assert!(lab.rcad(&["doctor"]).out.contains("PROBLEM  rules: invalid: "));
    assert_eq!(lab.rcad(&["rules", "test", "/no/such.toml"]).code, 2);
}

#[test]
fn a_projects_rules_count_in_it_and_below() {
    let lab = Lab::bare();
    let project = lab.path("project");
    fs::create_dir_all(project.join(".rcad/rules")).unwrap();
    fs::create_dir_all(project.join("app/src")).unwrap();
    fs::write(project.join(".rcad/rules/ours.toml"), RULE).unwrap();
    let path = log(&lab, "a.log", LOG);
    let mut inside = lab.command(&["analyze", &path]);
    assert!(run(inside.current_dir(project.join("app/src"))).ok().out.contains("version 4"));
    let mut outside = lab.command(&["analyze", &path]);
    assert!(!run(outside.current_dir(lab.path("."))).ok().out.contains("version 4"));
}

/// A jar in Gradle's cache that a real javac has made; the daemon reads it, and the command asks the daemon.
#[test]
fn what_the_daemon_knows_of_libraries_is_asked() {
    let lab = Lab::bare_with(&[("RCAD_FAULT", "libraries:hurry")]);
    let (source, classes) = (lab.path("lib/Ledger.java"), lab.path("lib/classes"));
    fs::create_dir_all(&classes).unwrap();
    fs::write(&source, "package org.example.books;\n\npublic class Ledger { }\n").unwrap();
    let jar = lab.gradle_home().join("caches/modules-2/files-2.1/org.example/books/1.2/8d2f/books-1.2.jar");
    fs::create_dir_all(jar.parent().unwrap()).unwrap();
    run(Command::new("javac").arg("-d").arg(&classes).arg(&source)).ok();
    run(Command::new("jar").arg("cf").arg(&jar).arg("-C").arg(&classes).arg(".")).ok();
    let project = lab.path("shop");
    let shelf = project.join("src/main/java/shop/Shelf.java");
    fs::create_dir_all(shelf.parent().unwrap()).unwrap();
    fs::write(project.join("settings.gradle"), "").unwrap();
    fs::write(project.join("build.gradle"), "apply plugin: 'java'\n\ndependencies {\n}\n").unwrap();
    fs::write(&shelf, "package shop;\n\nimport org.example.books.Ledger;\n\nclass Shelf { Ledger ledger; }\n").unwrap();
    let text = format!(
        "> Task :compileJava FAILED\n{}:3: error: package org.example.books does not exist\nimport org.example.books.Ledger;\n                        ^\n1 error\n",
        shelf.display()
    );
    let path = log(&lab, "a.log", &text);
    let analyze = |lab: &Lab| lab.rcad(&["analyze", "--project", project.to_str().unwrap(), &path]).ok().out;
    assert!(!analyze(&lab).contains("org.example:books"), "no daemon yet");
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    let said = lab.wait("the library", |lab| Some(analyze(lab)).filter(|said| said.contains("org.example:books:1.2")));
    assert!(said.contains("Add `implementation 'org.example:books:1.2'`"), "{said}");
}
