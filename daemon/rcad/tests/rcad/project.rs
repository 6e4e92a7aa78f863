//! `rcad analyze` with a project: what its files add, and which files stay unread.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::lab::{Lab, run};

fn change(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{}", file.display());
    fs::write(file, text.replace(from, to)).unwrap();
}

/// The answer for a log with the project given, which must equal the one from inside the project.
fn analysis(lab: &Lab, project: &Path, log: &str) -> Value {
    let file = lab.path("build.log");
    fs::write(&file, log).unwrap();
    let file = file.to_str().unwrap();
    let given = lab.json(&["analyze", file, "--format", "json", "--project", project.to_str().unwrap()]);
    let mut inside = lab.command(&["analyze", file, "--format", "json"]);
    let inside = run(inside.current_dir(project.join("app"))).ok();
    assert_eq!(serde_json::from_str::<Value>(&inside.out).unwrap(), given);
    given
}

#[test]
fn a_misspelt_colour_leads_to_the_one_that_is_there() {
    let lab = Lab::bare();
    let project = lab.project("android-resource");
    change(&project.join("app/src/main/res/layout/sky.xml"), "@color/midnight", "@color/moonlihgt");
    let place = project.canonicalize().unwrap();
    let log = format!(
        "ERROR: {}/app/src/main/res/layout/sky.xml:8: AAPT: error: resource color/moonlihgt (aka net.example.nightsky:color/moonlihgt) not found.\n",
        place.display()
    );
    let found = analysis(&lab, &place, &log);
    let cause = found["root_cause"].as_str().unwrap();
    assert!(cause.contains("app/src/main/res/values/colors.xml:3 has `color/moonlight`"), "{cause}");
    let error = &found["errors"][0];
    assert_eq!(error["file"], "app/src/main/res/layout/sky.xml");
    let source: Vec<&str> =
        error["source"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap()).collect();
    assert!(source.iter().any(|line| line.contains("@color/moonlihgt")), "{source:?}");
    let alone = lab.json(&["analyze", lab.path("build.log").to_str().unwrap(), "--format", "json"]);
    assert_eq!(alone["fingerprint"], found["fingerprint"], "the project changes no fingerprint");
    assert!(alone["errors"][0].get("source").is_none(), "the log alone has no source");
}

#[test]
fn a_misspelt_class_and_an_undeclared_import() {
    let lab = Lab::bare();
    let project = lab.project("android-class");
    let main = "app/src/main/java/net/example/ferry";
    fs::write(project.join(main).join("TimeTable.java"), "package net.example.ferry;\n\nclass TimeTable {\n}\n")
        .unwrap();
    let place = project.canonicalize().unwrap();
    let log = format!(
        "> Task :app:compileDebugJavaWithJavac FAILED\n{}/{main}/FerryActivity.java:13: error: cannot find symbol\n        nextFerry.setText(Timetable.nextFerry());\n                          ^\n  symbol:   variable Timetable\n  location: class FerryActivity\n1 error\n",
        place.display()
    );
    let found = analysis(&lab, &place, &log);
    let cause = found["root_cause"].as_str().unwrap();
    assert!(cause.contains("TimeTable.java:3 has `TimeTable`"), "{cause}");
    assert_eq!(found["errors"][0]["details"]["source_file"], format!("{main}/FerryActivity.java"));
}

#[test]
fn a_log_of_another_project_is_explained_alone() {
    let lab = Lab::bare();
    let project = lab.project("android-resource");
    let log = lab.path("build.log");
    fs::write(&log, "e: file:///elsewhere/src/main/A.kt:3:5 Unresolved reference: moonlihgt\n").unwrap();
    let mut command = lab.command(&["analyze", log.to_str().unwrap(), "--format", "json"]);
    let ran = run(command.current_dir(&project)).ok();
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(found["errors"][0]["file"], "/elsewhere/src/main/A.kt");
    assert!(found["errors"][0].get("source").is_none());
}
