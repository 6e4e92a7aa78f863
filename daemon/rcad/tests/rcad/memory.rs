//! A failure that returns is answered from memory if nothing differs, and only then.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::Value;

use crate::gradle;
use crate::lab::{Lab, skipped};

/// A lab with a running daemon and the small project of the golden records.
fn shop() -> (Lab, PathBuf) {
    let lab = Lab::bare();
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    let project = lab.path("shop");
    write(&project.join("settings.gradle"), "rootProject.name = 'shop'\n");
    write(&project.join("build.gradle"), "buildscript {\n    ext.kotlin_version = '1.9.0'\n}\napply plugin: 'java'\n");
    write(&project.join("src/main/java/shop/Cart.java"), CART);
    (lab, project)
}

const CART: &str =
    "package shop;\nclass Cart {\n  int total() {\n    int total = basket.sum();\n    return total;\n  }\n}\n";

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A failed build of the project in which `symbol` is not found. Returns its answer.
fn fail(lab: &Lab, project: &Path, n: u64, symbol: &str) -> Value {
    record(lab, project, n, "javac-8.2.1.json", &[("basket", symbol)]);
    lab.json(&["show", "last", "--format", "json"])
}

fn succeed(lab: &Lab, project: &Path, n: u64) {
    record(lab, project, n, "green-8.2.1.json", &[]);
}

fn record(lab: &Lab, project: &Path, n: u64, golden: &str, replaced: &[(&str, &str)]) {
    let builds = lab.status()["builds"].as_u64().unwrap();
    let mut replaced = replaced.to_vec();
    let root = project.to_str().unwrap();
    replaced.push(("/home/dev/app", root));
    lab.spool_with(n, golden, &replaced);
    // Its file goes last, when all that follows from it is stored.
    let is_taken = |lab: &Lab| Some(lab.status()["builds"].as_u64()? > builds && lab.waiting().is_empty());
    lab.wait("the build", |lab| is_taken(lab)?.then_some(()));
}

const MINUTE: u64 = 60_000;

#[test]
fn the_second_time_is_answered_from_memory_and_says_when_it_was_seen() {
    let (lab, project) = shop();
    let first = fail(&lab, &project, 1, "basket");
    assert_eq!(first["engine"], "rules");
    assert!(first["memory"].is_null());
    let second = fail(&lab, &project, 5 * MINUTE, "basket");
    assert_eq!(second["engine"], "memory", "{second:#}");
    assert_eq!((&second["id"], &second["root_cause"]), (&first["id"], &first["root_cause"]));
    let memory = &second["memory"];
    assert_eq!((&memory["id"], &memory["occurrences"], &memory["engine"]), (&first["id"], &1.into(), &"rules".into()));
    assert_eq!(memory["last_seen"], "2023-11-14T22:13:20Z");
    assert_eq!(memory["drift"].as_array().unwrap().len(), 0);
    let third = fail(&lab, &project, 9 * MINUTE, "basket");
    assert_eq!(third["memory"]["occurrences"], 2);
    assert_eq!(third["memory"]["last_seen"], "2023-11-14T22:18:20Z");
    let shown = lab.rcad(&["show"]).ok().out;
    assert!(shown.contains("Seen before\n  2 times before, first on 2023-11-14 22:13 UTC"), "{shown}");
    assert!(shown.contains("· from memory"), "{shown}");
    let why = lab.rcad(&["show", "--why"]).ok().out;
    for said in
        ["category", "java_cannot_find_symbol", "symbol", "basket", "Gradle", "8.2.1: same", "rules say the same"]
    {
        assert!(why.contains(said), "{said}: {why}");
    }
}

#[test]
fn another_version_of_kotlin_demotes_it_and_is_said() {
    let (lab, project) = shop();
    fail(&lab, &project, 1, "basket");
    let script = std::fs::read_to_string(project.join("build.gradle")).unwrap();
    write(&project.join("build.gradle"), &script.replace("1.9.0", "2.2.21"));
    let drifted = fail(&lab, &project, MINUTE, "basket");
    assert_eq!(drifted["engine"], "rules");
    assert_eq!(drifted["memory"]["drift"], serde_json::json!(["Kotlin 1.9.0 then, 2.2.21 now"]));
    assert!(lab.rcad(&["show"]).ok().out.contains("Kotlin 1.9.0 then, 2.2.21 now"));
    assert!(lab.rcad(&["show", "--why"]).ok().out.contains("1.9.0 then, 2.2.21 now: differs"));
    // The next one has the same environment; without the version it is neither equal nor different.
    assert_eq!(fail(&lab, &project, 2 * MINUTE, "basket")["engine"], "memory");
    write(&project.join("build.gradle"), "apply plugin: 'java'\n");
    let unknown = fail(&lab, &project, 3 * MINUTE, "basket");
    assert_eq!(unknown["engine"], "rules");
    assert_eq!(unknown["memory"]["drift"], serde_json::json!(["Kotlin 2.2.21 then, not known now"]));
}

#[test]
fn what_a_person_voted_down_does_not_answer_until_the_word_is_taken_back() {
    let (lab, project) = shop();
    fail(&lab, &project, 1, "basket");
    assert_eq!(fail(&lab, &project, 2, "basket")["engine"], "memory");
    assert!(lab.rcad(&["status"]).out.contains("(seen 2 times)"));
    lab.rcad(&["feedback", "last", "down"]).ok();
    let silent = fail(&lab, &project, 3, "basket");
    assert_eq!((&silent["engine"], &silent["memory"]["occurrences"]), (&"rules".into(), &2.into()), "{silent:#}");
    assert!(lab.rcad(&["show", "--why"]).ok().out.contains("the answer is wrong"));
    lab.rcad(&["feedback", "last", "up"]).ok();
    assert_eq!(fail(&lab, &project, 4, "basket")["engine"], "memory");
}

#[test]
fn another_symbol_is_another_failure_and_stays_one() {
    let (lab, project) = shop();
    let basket = fail(&lab, &project, 1, "basket");
    let wallet = fail(&lab, &project, MINUTE, "wallet");
    assert!(wallet["memory"].is_null() && wallet["engine"] == "rules", "{wallet:#}");
    assert_ne!(basket["id"], wallet["id"]);
    let (one, other) = (basket["id"].as_str().unwrap(), wallet["id"].as_str().unwrap());
    let refused = lab.rcad(&["merge", one, other]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("the symbol differs: `basket` and `wallet`"), "{refused:?}");
    let unknown = lab.rcad(&["merge", one, "ffffffffffff"]);
    assert!(unknown.code == 1 && unknown.err.contains("no RCA has the id"), "{unknown:?}");
}

#[test]
fn one_that_reads_alike_is_shown_as_similar_and_answers_nothing() {
    let (lab, project) = shop();
    let basket = fail(&lab, &project, 1, "basket");
    record(&lab, &project, 2, "settings-8.2.1.json", &[]);
    lab.wait("the index", |lab| (lab.status()["index"]["words"].as_u64()? >= 2).then_some(()));
    let wallet = fail(&lab, &project, MINUTE, "wallet");
    let similar = wallet["similar"].as_array().unwrap();
    assert_eq!(similar.len(), 1, "only what is of the same category: {wallet:#}");
    assert_eq!((&similar[0]["id"], &similar[0]["category"]), (&basket["id"], &"java_cannot_find_symbol".into()));
    assert!(similar[0]["score"].as_f64().unwrap() < 1.0 && similar[0]["cause"].is_string(), "{wallet:#}");
    assert!(wallet["engine"] == "rules" && wallet["memory"].is_null());
    assert!(lab.rcad(&["show"]).ok().out.contains("Similar, but another failure\n"));
}

#[test]
fn a_person_merges_and_splits_and_builds_keep_it() {
    let (lab, project) = shop();
    let one = fail(&lab, &project, 1, "basket");
    // The same symbol in another file: a different fingerprint.
    record(&lab, &project, MINUTE, "javac-8.2.1.json", &[("Cart.java", "Till.java")]);
    let other = lab.json(&["show", "last", "--format", "json"]);
    assert_ne!(one["fingerprint"], other["fingerprint"]);
    let (one, other) = (one["id"].as_str().unwrap().to_owned(), other["id"].as_str().unwrap().to_owned());
    let recalled = |lab: &Lab, n: u64| {
        let project = lab.path("elsewhere");
        record(lab, &project, n, "javac-8.2.1.json", &[("Cart.java", "Till.java")]);
        let analysis = lab.json(&["show", "last", "--format", "json"]);
        let similar = analysis["similar"].as_array().unwrap().iter();
        let mut ids: Vec<String> = similar.map(|one| one["id"].as_str().unwrap().to_owned()).collect();
        ids.extend(analysis["memory"]["id"].as_str().map(str::to_owned));
        ids
    };
    let merged = lab.rcad(&["merge", &one, &other]).ok();
    assert!(merged.out.contains("now count as the same failure"), "{merged:?}");
    assert!(lab.rcad(&["merge", &other, &one]).ok().out.contains("already"));
    assert!(recalled(&lab, 2 * MINUTE).contains(&one), "a new build knows of it");
    assert!(lab.rcad(&["show", &other, "--why"]).ok().out.contains("merged with"));
    lab.rcad(&["split", &one, &other]).ok();
    assert!(!recalled(&lab, 3 * MINUTE).contains(&one));
    assert!(lab.rcad(&["show", &other, "--why"]).ok().out.contains("split from"));
    lab.rcad(&["merge", &one, &other]).ok();
    assert!(recalled(&lab, 4 * MINUTE).contains(&one));
}

#[test]
fn what_was_green_after_it_is_told_when_it_returns() {
    let (lab, project) = shop();
    let cart = project.join("src/main/java/shop/Cart.java");
    fail(&lab, &project, 1, "basket");
    write(&cart, &format!("// Shop\n{}", CART.replace("basket.sum()", "42")));
    write(&project.join("build.gradle"), "ext.kotlin_version = '2.2.21'\napply plugin: 'java'\n");
    succeed(&lab, &project, 12 * MINUTE);
    write(&cart, CART);
    let again = fail(&lab, &project, 60 * MINUTE, "basket");
    let gone = &again["memory"]["went_away"];
    assert_eq!((&gone["at"], &gone["after_seconds"]), (&"2023-11-14T22:25:20Z".into(), &719.into()), "{again:#}");
    assert_eq!(gone["change"]["before"][0]["text"], "    int total = basket.sum();");
    assert_eq!(gone["change"]["after"][0]["text"], "    int total = 42;");
    let shown = lab.rcad(&["show"]).ok().out;
    let said = "It was green again 12 minutes later, with Kotlin 2.2.21 instead of 1.9.0, when \
        src/main/java/shop/Cart.java:4 had changed.";
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&shown).contains(&words(said)), "{shown}");
    assert!(shown.contains("- int total = basket.sum();\n    + int total = 42;\n"), "{shown}");
    // It is open again: another green build is shown beside the first.
    succeed(&lab, &project, 70 * MINUTE);
    let why = lab.json(&["show", "--why", "--format", "json"]);
    assert_eq!(why["went_away"].as_array().unwrap().len(), 2, "{why:#}");
}

#[test]
fn secrets_are_not_told_and_other_tasks_prove_nothing() {
    let (lab, project) = shop();
    let settings = project.join("settings.gradle");
    let script = "rootProject.name = 'shop'\nkeyAlias 'release'\nstorePassword 'hunter1'\n";
    write(&settings, script);
    record(&lab, &project, 1, "settings-8.2.1.json", &[]);
    write(&settings, &script.replace("hunter1", "hunter2").replace("release", "debug"));
    record(&lab, &project, 2, "green-8.2.1.json", &[("\"tasks\":[\"build\"]", "\"tasks\":[\"help\"]")]);
    let why = |lab: &Lab| lab.rcad(&["show", "--why", "--format", "json"]).ok().out;
    assert!(why(&lab).contains("\"went_away\": []"), "{}", why(&lab));
    succeed(&lab, &project, 3);
    let told = why(&lab);
    assert!(told.contains("keyAlias 'debug'") && !told.contains("hunter"), "{told}");
}

/// With real Gradle, timed from the record's arrival to the stored answer.
#[test]
fn a_real_build_that_fails_again_is_answered_from_memory() {
    let Some(gradle) = gradle::any() else { return skipped("no Gradle with a daemon") };
    let lab = Lab::new(gradle);
    let project = lab.project("java-error");
    lab.build(&project, &["build"]).failed();
    assert_eq!(lab.wait_for_builds(1)["engine"], "rules");
    let exit = Instant::now();
    lab.build(&project, &["build"]).failed();
    let again = lab.wait_for_builds(2);
    eprintln!("the second build and its answer from memory: {:?}", exit.elapsed());
    assert_eq!(again["engine"], "memory", "{again:#}");
    assert_eq!(again["memory"]["occurrences"], 1);
    let source = project.join("src/main/java/library/Shelf.java");
    let text = std::fs::read_to_string(&source).unwrap();
    write(&source, &text.replace("pageCount", "pages"));
    lab.build(&project, &["build"]).ok();
    lab.wait_for_builds(3);
    write(&source, &text);
    lab.build(&project, &["build"]).failed();
    let returned = lab.wait_for_builds(4);
    let change = &returned["memory"]["went_away"]["change"];
    assert_eq!(change["after"][0]["text"].as_str().map(str::trim), Some("total += book.pages();"), "{returned:#}");
    let stats: Value =
        serde_json::from_str(&lab.http("/api/v1/stats", &[("Authorization", &format!("Bearer {}", lab.token()))]).1)
            .unwrap();
    eprintln!("{:#}", stats["performance"]);
}
