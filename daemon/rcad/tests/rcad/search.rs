//! Search through the real binary: queries, results, and messages for empty results.

use std::fs;

use serde_json::Value;

use crate::lab::{Lab, run};

const KOTLIN: &str = "e: file:///p/app/src/main/java/CartScreen.kt:14:9 Unresolved reference 'pageCount'.\n";
const COLOR: &str = "ERROR: /p/app/src/main/res/values/themes.xml:4:5-75: AAPT: error: resource attr/colorPrimaryDark (aka com.example:attr/colorPrimaryDark) not found.\n";

/// A daemon with two failures, in the directories `shop` and `till` of the scratch directory.
fn lab() -> Lab {
    let lab = Lab::bare();
    lab.rcad(&["start"]).ok();
    for (project, log) in [("shop", KOTLIN), ("till", COLOR)] {
        let dir = lab.path(project);
        fs::create_dir(&dir).unwrap();
        fs::write(dir.join("log"), log).unwrap();
        let mut build = lab.command(&["run", "--", "sh", "-c", "cat log >&2; exit 1"]);
        assert_eq!(run(build.current_dir(&dir)).code, 1);
    }
    lab.wait("the index", |lab| (lab.status()["index"]["words"] == 2).then_some(()));
    lab
}

#[test]
fn a_failure_is_found_and_it_is_said_how() {
    let lab = lab();
    let text = lab.rcad(&["search", "page count"]).ok().out;
    let mut rows = text.lines();
    assert!(rows.next().unwrap().contains("pageCount"), "{text}");
    assert_eq!(rows.next().unwrap().trim(), "words: page, count", "{text}");
    let hits = lab.json(&["search", "primary", "--format", "json"]);
    assert_eq!(hits.as_array().unwrap().len(), 1);
    let hit = &hits[0];
    assert!(hit["words"].as_f64().unwrap() > 0.0 && hit["meaning"].is_null(), "{hit:#}");
    assert_eq!(hit["found_by"], serde_json::json!(["primary"]));
    let message = hit["message"].as_str().unwrap();
    let marked: Vec<&str> =
        hit["highlights"]["message"].as_array().unwrap().iter().map(|range| part(message, range)).collect();
    assert_eq!(marked, ["Primary", "Primary"]);
    let markdown = lab.rcad(&["search", "pageCount", "--format", "markdown"]).ok().out;
    assert!(markdown.starts_with("- `") && markdown.contains("**pageCount**"), "{markdown}");
    let lines = lab.rcad(&["search", "app", "--format", "jsonl"]).ok().out;
    for line in lines.lines() {
        assert!(serde_json::from_str::<Value>(line).unwrap()["id"].is_string());
    }
    let pasted = lab.path("pasted");
    fs::write(&pasted, format!("\u{1b}[31m> Task :x FAILED\n{KOTLIN}\"(unbalanced [\n").repeat(30)).unwrap();
    let mut search = lab.command(&["search", "-", "-n", "1"]);
    search.stdin(fs::File::open(pasted).unwrap());
    assert!(run(&mut search).ok().out.contains("pageCount"));
}

fn part<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[range[0].as_u64().unwrap() as usize..range[1].as_u64().unwrap() as usize]
}

#[test]
fn filters_narrow_and_unknown_names_are_refused() {
    let lab = lab();
    let found = |args: &[&str]| -> usize {
        let ran = lab.rcad(&[&["search", "not found unresolved", "--format", "jsonl"], args].concat());
        assert!(ran.code == i32::from(ran.out.is_empty()), "{args:?}: {ran:?}");
        ran.out.lines().count()
    };
    assert_eq!(found(&[]), 2);
    assert_eq!(found(&["--category", "kotlin_unresolved_reference"]), 1);
    assert_eq!(found(&["--category", "kotlin_unresolved_reference", "--language", "xml"]), 0);
    assert_eq!(found(&["--language", "xml"]), 1);
    assert_eq!((found(&["--since", "1h"]), found(&["--since", "2099-01-01"])), (2, 0));
    assert_eq!((found(&["--engine", "rules"]), found(&["--engine", "agent"])), (2, 0));
    assert_eq!((found(&["--min-confidence", "0"]), found(&["--min-confidence", "1"])), (2, 0));
    assert_eq!(found(&["-n", "1"]), 1);
    assert_eq!((found(&["--project", "shop"]), found(&["--project", lab.path("till").to_str().unwrap()])), (1, 1));
    let mut here = lab.command(&["search", "reference", "--project", "."]);
    assert!(run(here.current_dir(lab.path("shop"))).ok().out.contains("pageCount"));
    for (args, hint) in [
        (["--category", "kotlin_unresolved_referense"], "did you mean `kotlin_unresolved_reference`?"),
        (["--language", "kotlim"], "did you mean `kotlin`?"),
        (["--engine", "rule"], "did you mean `rules`?"),
        (["--project", "shopp"], "did you mean `shop`?"),
        (["--since", "yesterday"], "7d"),
        (["--min-confidence", "2"], "not between 0 and 1"),
        (["--mode", "meaning"], "rcad model fetch"),
    ] {
        let ran = lab.rcad(&["search", "x", args[0], args[1]]);
        assert!(ran.code == 2 && ran.err.contains(hint) && ran.out.is_empty(), "{ran:?}");
    }
    let header = format!("Bearer {}", lab.token());
    let (code, body) = lab.http("/api/v1/search?text=x&categroy=y", &[("Authorization", &header)]);
    assert!(code == 400 && body.contains("categroy") && body.contains("`category`"), "{body}");
    assert_eq!(lab.http("/api/v1/search?text=x", &[]).0, 401);
}

#[test]
fn nothing_found_says_in_what_and_an_index_that_was_damaged_is_built_again() {
    let lab = Lab::bare();
    lab.rcad(&["start"]).ok();
    let ran = lab.rcad(&["search", "pageCount"]);
    assert!(ran.code == 1 && ran.err.contains("No failures stored yet"), "{ran:?}");
    drop(lab);
    let lab = self::lab();
    let ran = lab.rcad(&["search", "nonsense"]);
    assert!(ran.code == 1 && ran.err.contains("2 of 2 failures, searched by text"), "{ran:?}");
    assert_eq!(lab.rcad(&["search", " "]).code, 2, "nothing to look for");
    lab.rcad(&["stop"]).ok();
    fs::write(lab.state().join("index/words/meta.json"), "garbage").unwrap();
    fs::write(lab.state().join("index/rows"), "garbage").unwrap();
    lab.rcad(&["start"]).ok();
    lab.wait("the index", |lab| (lab.status()["index"]["words"] == 2).then_some(()));
    assert!(lab.rcad(&["search", "pageCount"]).ok().out.contains("pageCount"));
    let log = fs::read_to_string(lab.state().join("log/rcad.log")).unwrap();
    assert!(log.contains("built again"), "{log}");
    assert!(lab.rcad(&["status"]).ok().out.contains("2 failures by text, 0 by meaning"));
}
