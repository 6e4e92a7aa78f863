//! The tools in the real daemon, called by `rcad tool`: what a model would get.

use std::fs;

use serde_json::{Value, json};

use crate::lab::{Lab, run, testdata};

const KOTLIN: &str = "e: file:///p/app/src/main/java/CartScreen.kt:14:9 Unresolved reference 'pageCount'.\n";
const COLOR: &str = "ERROR: /p/app/src/main/res/values/themes.xml:4:5-75: AAPT: error: resource attr/colorPrimaryDark (aka com.example:attr/colorPrimaryDark) not found.\n";

/// A daemon with two failures, the last one `COLOR`'s.
fn lab() -> Lab {
    let lab = Lab::bare_with(&[("RCAD_AGENT_MODE", "off")]);
    lab.rcad(&["start"]).ok();
    for (n, log) in [(1, KOTLIN), (2, COLOR)] {
        let dir = lab.path(&format!("shop{n}"));
        fs::create_dir(&dir).unwrap();
        fs::write(dir.join("log"), log).unwrap();
        let mut build = lab.command(&["run", "--", "sh", "-c", "cat log >&2; exit 1"]);
        assert_eq!(run(build.current_dir(&dir)).code, 1);
    }
    lab.wait("the index", |lab| (lab.status()["index"]["words"] == 2).then_some(()));
    lab
}

/// The printed result, successful or not; checks that the exit code agrees.
fn tool(lab: &Lab, args: &[&str]) -> Value {
    let ran = lab.rcad(&[&["tool"], args].concat());
    let answer: Value = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    assert_eq!(ran.code, i32::from(answer["success"] != true), "{ran:?}");
    answer
}

#[test]
fn the_memory_is_searched_without_the_failure_itself() {
    let lab = lab();
    let found = tool(&lab, &["vector_search_db", r#"{"query": "unresolved page count", "minConfidence": 0.1}"#]);
    let data = &found["data"];
    assert_eq!(
        (&found["success"], &data["totalFound"]),
        (&json!(true), &json!(data["results"].as_array().unwrap().len()))
    );
    let one = &data["results"][0];
    assert_eq!((&one["errorType"], &one["language"]), (&json!("kotlin_unresolved_reference"), &json!("kotlin")));
    for text in ["id", "errorDescription", "rootCause", "solution"] {
        assert!(!one[text].as_str().unwrap().is_empty(), "{text} in {one:#}");
    }
    assert!(one["metadata"]["createdAt"].as_str().unwrap().ends_with('Z') && one["metadata"]["fixedIn"].is_null());
    // Without an embedding model in this home the text search answers and says so.
    assert_eq!((&data["warning"]["code"], &one["similarity"]), (&json!("EMBEDDING_FAILED"), &Value::Null));
    let of_itself = r#"{"query": "attr/colorPrimaryDark not found", "minConfidence": 0}"#;
    let others = |args: &[&str]| {
        let answer = tool(&lab, &[&["vector_search_db", of_itself], args].concat());
        let results = answer["data"]["results"].as_array().cloned().unwrap_or_default();
        results.iter().any(|one| one["errorType"] == "xml_resource_not_found")
    };
    assert!(others(&[]) && !others(&["--of", "last"]), "a failure is no news of itself");
    let sure = r#"{"query": "unresolved page count", "minConfidence": 1.0}"#;
    assert_eq!(tool(&lab, &["vector_search_db", sure])["error"]["code"], "NO_RESULTS");
    let java = r#"{"query": "unresolved page count", "language": "java", "minConfidence": 0}"#;
    assert_eq!(tool(&lab, &["vector_search_db", java])["error"]["code"], "NO_RESULTS");
}

#[test]
fn people_see_what_a_model_sees() {
    let lab = lab();
    let context = tool(&lab, &["get_user_error_context", r#"{"captureTerminal": true}"#, "--of", "last"]);
    assert_eq!(context["data"]["cursorPosition"]["line"], 4, "{context:#}");
    assert!(context["data"]["terminalOutput"].as_str().unwrap().contains("colorPrimaryDark"));
    let project = testdata("projects/android-class").to_string_lossy().into_owned();
    let read = |path: &str| {
        let arguments = json!({"filePath": path, "lineEnd": 1}).to_string();
        tool(&lab, &["read_file", &arguments, "--project", &project])
    };
    assert_eq!(read("app/build.gradle")["data"]["lineEnd"], 1);
    for path in ["../green/build.gradle", "/etc/passwd", "~/.ssh/id_rsa"] {
        assert_eq!(read(path)["error"]["code"], "PERMISSION_DENIED", "{path}");
    }
    let unknown = tool(&lab, &["run_shell", "{}"]);
    assert_eq!(unknown["error"]["code"], "INVALID_PARAMETERS", "{unknown:#}");
    let stats = lab.json(&["stats", "--format", "json"]);
    let timed = stats["performance"].as_array().unwrap().iter().find(|one| one["stage"] == "tool read_file").cloned();
    assert_eq!(timed.unwrap()["count"], 4, "refused paths take time too");
    let page = lab.rcad(&["tool"]).ok().out;
    assert!(page.contains("## read_file") && page.contains("| `lineStart` |"), "{page}");
    let bad = lab.rcad(&["tool", "read_file", "filePath=a"]);
    assert!(bad.code == 2 && bad.err.contains("hint: `rcad tool`"), "{bad:?}");
}
