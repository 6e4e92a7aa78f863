//! The tools that read files, builds and manifests: the shape of a good call on the projects of `testdata/projects`,
//! and each error from a real cause.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcad_core::agent::model::ToolCall;
use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use rcad_core::explain::analyze;
use rcad_core::parse::parse;
use serde_json::{Value, json};

use crate::agent::tools::{FailedBuild, Memories, Toolbox, bound};

/// A memory with a fixed answer.
struct Memory(ToolResult);

impl Memories for Memory {
    fn search(&self, _: &Value) -> ToolResult {
        assert!(self.0 != Ok(Value::Null), "a memory that panics");
        self.0.clone()
    }
}

fn toolbox(root: Option<&Path>, build: FailedBuild, memory: ToolResult) -> Arc<Toolbox> {
    let root = root.map(|root| root.canonicalize().unwrap());
    Arc::new(Toolbox { root, code: Arc::default(), build, memories: Arc::new(Memory(memory)), web: false })
}

fn on(root: &Path) -> Arc<Toolbox> {
    toolbox(Some(root), FailedBuild::default(), Ok(json!({})))
}

fn call(toolbox: &Arc<Toolbox>, name: &str, arguments: Value) -> ToolResult {
    toolbox.call(&ToolCall { id: String::new(), name: name.to_owned(), arguments })
}

fn code(observed: ToolResult) -> ToolErrorCode {
    observed.expect_err("it can't be answered").code
}

fn testdata(project: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/projects").join(project)
}

fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

#[test]
fn calls_that_make_no_sense_are_refused_in_words() {
    let here = on(&testdata("android-class"));
    let error = call(&here, "delete_everything", json!({})).unwrap_err();
    assert!(error.code == ToolErrorCode::InvalidParameters && error.message.contains("analyze_manifest"), "{error:?}");
    for (tool, arguments) in [
        ("read_file", json!({})),
        ("read_file", json!({"filePath": "build.gradle", "lineStart": 0})),
        ("read_file", json!({"filePath": "build.gradle", "lineStart": 5, "lineEnd": 2})),
        ("read_file", json!({"filePath": "build.gradle", "lineStart": 9_999})),
        ("read_file", json!({"filePath": "build.gradle", "encoding": "ebcdic"})),
        ("read_file", json!({"path": "build.gradle"})),
        ("vector_search_db", json!({"query": "x", "limit": 11})),
        ("web_search_wiki", json!({"query": "ab"})),
        ("get_user_error_context", json!({"captureTerminal": "perhaps"})),
        ("android_build", json!({"question": "everything"})),
        ("android_build", json!({"question": "dependency"})),
        ("android_build", json!({"question": "dependency", "coordinate": "../../.ssh:id_rsa"})),
        ("analyze_manifest", json!({"module": ""})),
    ] {
        assert_eq!(code(call(&here, tool, arguments.clone())), ToolErrorCode::InvalidParameters, "{tool} {arguments}");
    }
}

#[test]
fn read_file_reads_what_is_asked_for() {
    let here = on(&testdata("android-class"));
    let whole = call(&here, "read_file", json!({"filePath": "app/src/main/AndroidManifest.xml"})).unwrap();
    let text = fs::read_to_string(testdata("android-class/app/src/main/AndroidManifest.xml")).unwrap();
    assert_eq!(whole["content"], text.lines().collect::<Vec<_>>().join("\n"));
    assert_eq!((&whole["lineCount"], &whole["fileSize"]), (&json!(text.lines().count()), &json!(text.len())));
    assert_eq!((&whole["encoding"], &whole["filePath"]), (&json!("utf-8"), &json!("app/src/main/AndroidManifest.xml")));
    assert!(whole.get("lineStart").is_none());
    let two = json!({"filePath": "app/src/main/AndroidManifest.xml", "lineStart": "2", "lineEnd": 3});
    let two = call(&here, "read_file", two).unwrap();
    assert_eq!(two["content"], text.lines().skip(1).take(2).collect::<Vec<_>>().join("\n"));
    assert_eq!((&two["lineStart"], &two["lineEnd"]), (&json!(2), &json!(3)));
}

#[test]
fn read_file_says_why_it_does_not() {
    let dir = project(&[
        ("build.gradle", ""),
        ("local.properties", "sdk.dir=x"),
        ("long.txt", &"line of text\n".repeat(5_000)),
    ]);
    fs::write(dir.path().join("a.png"), [0x89, b'P', b'N', b'G', 0, 0, 0, 1]).unwrap();
    let huge = fs::File::create(dir.path().join("huge.log")).unwrap();
    huge.set_len(40 << 30).unwrap(); // Sparse; reading it would take forty gigabytes.
    let here = on(dir.path());
    for (path, wanted) in [
        ("missing.kt", ToolErrorCode::FileNotFound),
        ("local.properties", ToolErrorCode::PermissionDenied),
        ("../etc/passwd", ToolErrorCode::PermissionDenied),
        ("/etc/passwd", ToolErrorCode::PermissionDenied),
        ("~/.ssh/id_rsa", ToolErrorCode::PermissionDenied),
        ("a.png", ToolErrorCode::BinaryFile),
        ("huge.log", ToolErrorCode::TooLarge),
    ] {
        assert_eq!(code(call(&here, "read_file", json!({"filePath": path}))), wanted, "{path}");
    }
    let alone = toolbox(None, FailedBuild::default(), Ok(json!({})));
    assert_eq!(code(call(&alone, "read_file", json!({"filePath": "a"}))), ToolErrorCode::FileNotFound);
    let cut = call(&here, "read_file", json!({"filePath": "long.txt"})).unwrap();
    assert!(bound::size(&cut) <= bound::LARGEST);
    let last = cut["lineEnd"].as_u64().unwrap();
    assert!(last > 100 && cut["lineCount"] == 5_000, "{last}");
    assert!(cut["note"].as_str().unwrap().contains(&format!("lineStart {}", last + 1)));
    let wide = project(&[("wide.json", &"x".repeat(200_000))]);
    let cut = call(&on(wide.path()), "read_file", json!({"filePath": "wide.json"})).unwrap();
    assert!(bound::size(&cut) <= bound::LARGEST && cut["note"].is_string());
}

#[test]
fn the_memory_answers_or_says_why_not() {
    let ask = |memory: ToolResult| {
        call(&toolbox(None, FailedBuild::default(), memory), "vector_search_db", json!({"query": "x"}))
    };
    assert_eq!(ask(Ok(json!({"results": []}))), Ok(json!({"results": []})));
    let error = |code| Err(ToolError::new(code, "why"));
    for wanted in [ToolErrorCode::DbConnectionFailed, ToolErrorCode::NoResults] {
        assert_eq!(code(ask(error(wanted))), wanted);
    }
    assert_eq!(code(ask(Ok(Value::Null))), ToolErrorCode::InternalError, "a panic ends here");
    let large = ask(Ok(json!({"results": vec!["x".repeat(700); 100]}))).unwrap();
    assert!(bound::size(&large) <= bound::LARGEST && large["results"].as_array().unwrap().len() > 5);
}

#[test]
fn the_wiki_has_a_note_for_an_error_and_none_for_a_cake() {
    let here = toolbox(None, FailedBuild::default(), Ok(json!({})));
    let found = call(&here, "web_search_wiki", json!({"query": "Unresolved reference", "maxResults": 2})).unwrap();
    let results = found["results"].as_array().unwrap();
    assert!((1..=2).contains(&results.len()) && found["totalFound"] == results.len());
    let first = &results[0];
    assert_eq!(
        (&first["source"], &first["url"]),
        (&json!("docs"), &json!("https://kotlinlang.org/docs/packages.html"))
    );
    assert!((0.0..=1.0).contains(&first["relevanceScore"].as_f64().unwrap()) && first["snippet"].is_string());
    assert_eq!(code(call(&here, "web_search_wiki", json!({"query": "cherry cake"}))), ToolErrorCode::NoResults);
    let asked = json!({"query": "manifest merger failed", "sources": "stackoverflow"});
    let found = call(&here, "web_search_wiki", asked).unwrap();
    assert!(found["note"].as_str().unwrap().contains("agent.web"), "it says that the network was not asked: {found}");
}

const LOG: &str = "> Task :app:compileDebugKotlin FAILED\ne: file:///p/app/src/main/A.kt:3:5 Unresolved reference 'total'.\n\
    e: file:///p/app/src/main/B.kt:9:1 Unresolved reference 'sum'.\n\nBUILD FAILED in 3s\n";

fn failed_build(log: &str) -> FailedBuild {
    FailedBuild { analysis: Some(analyze(parse(log), Some("/p"))), log: log.to_owned(), ..FailedBuild::default() }
}

#[test]
fn what_the_build_told_stands_for_an_editor() {
    let ask = |build: FailedBuild, arguments: Value| {
        call(&toolbox(None, build, Ok(json!({}))), "get_user_error_context", arguments)
    };
    let all = ask(failed_build(LOG), json!({"captureTerminal": true})).unwrap();
    assert_eq!(all["activeFile"], "app/src/main/A.kt");
    assert_eq!(all["cursorPosition"], json!({"line": 3, "column": 5}));
    let diagnostics = all["diagnostics"].as_array().unwrap();
    assert_eq!(
        (diagnostics.len(), &diagnostics[1]["line"], &diagnostics[1]["severity"]),
        (2, &json!(9), &json!("error"))
    );
    assert_eq!(diagnostics[0]["source"], ":app:compileDebugKotlin");
    assert!(all["terminalOutput"].as_str().unwrap().ends_with("BUILD FAILED in 3s"));
    let none = ask(failed_build(LOG), json!({"captureDiagnostics": false, "captureSelection": false})).unwrap();
    assert_eq!(
        (&none["diagnostics"], &none["selectedText"], &none["terminalOutput"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let long = format!("{}{LOG}", "noise\n".repeat(100));
    let tail = ask(failed_build(&long), json!({"captureTerminal": true})).unwrap()["terminalOutput"]
        .as_str()
        .unwrap()
        .lines()
        .count();
    assert_eq!(tail, 50);
    let placeless = "> Could not find com.example:basket:9.9.\n  Searched in the following locations:\n    - https://x.example/a.pom\n";
    let error = ask(failed_build(placeless), json!({})).unwrap_err();
    assert!(error.code == ToolErrorCode::NoActiveEditor && error.message.contains("basket"), "{error:?}");
    assert_eq!(code(ask(failed_build("BUILD SUCCESSFUL in 1s\n"), json!({}))), ToolErrorCode::NoDiagnostics);
    assert_eq!(code(ask(FailedBuild::default(), json!({}))), ToolErrorCode::NoDiagnostics);
}

#[test]
fn android_build_tells_what_is_declared_with_its_place() {
    let here = on(&testdata("android-class"));
    let versions = call(&here, "android_build", json!({"question": "versions"})).unwrap();
    let version = |name: &str| {
        let all = versions["versions"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).map(|one| format!("{} {}", one["version"], one["place"]))
    };
    let agp = version("agp").unwrap();
    assert!(agp.contains("8.1.4") && agp.contains("build.gradle:"), "{versions:#}");
    assert!(version("compileSdk").is_some(), "{versions:#}");
    let plugins = call(&here, "android_build", json!({"question": "plugins"})).unwrap();
    assert!(
        plugins["plugins"].as_array().unwrap().iter().any(|one| one["id"] == "com.android.application"),
        "{plugins:#}"
    );
    let files = call(&here, "android_build", json!({"question": "build_files"})).unwrap();
    let app = files["files"].as_array().unwrap().iter().find(|one| one["filePath"] == "app/build.gradle").cloned();
    assert!(app.is_some_and(|one| one["module"] == ":app" && one["lineCount"].as_u64() > Some(3)), "{files:#}");
    let here = on(&testdata("missing-dependency"));
    let script = fs::read_to_string(testdata("missing-dependency/build.gradle")).unwrap();
    let named = script.split(['\'', '"']).find(|part| part.matches(':').count() == 2).unwrap();
    let found = call(&here, "android_build", json!({"question": "dependency", "coordinate": named})).unwrap();
    assert!(found["declared"][0]["place"].as_str().unwrap().starts_with("build.gradle:"), "{found:#}");
    let unknown = json!({"question": "dependency", "coordinate": "com.example.nobody:nothing"});
    assert_eq!(code(call(&here, "android_build", unknown)), ToolErrorCode::NoResults);
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(
        code(call(&on(empty.path()), "android_build", json!({"question": "versions"}))),
        ToolErrorCode::NoResults
    );
}

#[test]
fn android_build_tells_what_does_not_fit() {
    let dir = project(&[
        ("settings.gradle", "include ':app'\n"),
        ("gradle/wrapper/gradle-wrapper.properties", "distributionUrl=https\\://x/gradle-7.5-bin.zip\n"),
        ("build.gradle", "plugins {\n  id 'com.android.application' version '8.1.4' apply false\n}\n"),
    ]);
    let java = rcad_core::model::environment::Environment { java: Some("11.0.2".into()), ..Default::default() };
    let told = FailedBuild { environment: java, ..FailedBuild::default() };
    let here = toolbox(Some(dir.path()), told, Ok(json!({})));
    let versions = call(&here, "android_build", json!({"question": "versions"})).unwrap();
    let conflicts: Vec<&str> =
        versions["incompatible"].as_array().unwrap().iter().map(|one| one["needs"].as_str().unwrap()).collect();
    assert_eq!(conflicts, ["Gradle 8.0 or newer", "Java 17 or newer"], "{versions:#}");
}

#[test]
fn analyze_manifest_tells_what_is_declared_merged_and_wrong() {
    let here = on(&testdata("android-resource"));
    let found = call(&here, "analyze_manifest", json!({})).unwrap();
    let manifest = &found["manifests"][0];
    assert_eq!(
        (&manifest["filePath"], &manifest["module"]),
        (&json!("app/src/main/AndroidManifest.xml"), &json!(":app"))
    );
    let report = "17    <permission\n17-->[androidx.core:core:1.9.0] /c/AndroidManifest.xml:22:5-24:47\n18        android:name=\"x.PRIVATE\"\n18-->[androidx.core:core:1.9.0] /c/AndroidManifest.xml:23:9-81\n";
    let dir = project(&[
        ("settings.gradle", "include ':app', ':lib'\n"),
        ("build.gradle", "plugins { id 'com.android.application' version '8.5.2' apply false }\n"),
        ("app/build.gradle", "android {\n    namespace 'com.example.shop'\n    targetSdk 34\n}\n"),
        ("lib/build.gradle", "android {\n    namespace 'com.example.lib'\n}\n"),
        (
            "app/src/main/AndroidManifest.xml",
            "<manifest xmlns:android=\"a\" package=\"com.example.shop\">\n  <application>\n    <activity android:name=\".Main\">\n      <intent-filter/>\n    </activity>\n    <service android:name=\".Gone\"/>\n  </application>\n</manifest>\n",
        ),
        ("app/src/main/java/com/example/shop/Screens.kt", "package com.example.shop\n\nclass Main\n"),
        ("app/src/debug/AndroidManifest.xml", "<manifest>\n<application>\n</manifest>\n"),
        ("app/src/androidTest/AndroidManifest.xml", "<manifest/>\n"),
        ("lib/src/main/AndroidManifest.xml", "<manifest/>\n"),
        (
            "app/build/intermediates/manifest_merge_blame_file/debug/processDebugMainManifest/manifest-merger-blame-debug-report.txt",
            report,
        ),
        (
            "app/build/outputs/logs/manifest-merger-debug-report.txt",
            "-- Merging decision tree log ---\nMERGED from x\nREJECTED from lib\n",
        ),
    ]);
    let here = on(dir.path());
    let all = call(&here, "analyze_manifest", json!({})).unwrap();
    let rules: Vec<String> = all["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| format!("{} {}:{}", one["rule"].as_str().unwrap(), one["filePath"].as_str().unwrap(), one["line"]))
        .collect();
    let main = "app/src/main/AndroidManifest.xml";
    for wanted in [
        format!("package_attribute {main}:1"),
        format!("missing_exported {main}:3"),
        format!("class_not_found {main}:6"),
        "malformed app/src/debug/AndroidManifest.xml:3".to_owned(),
    ] {
        assert!(rules.contains(&wanted), "{wanted} in {rules:?}");
    }
    assert_eq!(rules.len(), 4, "{rules:?}");
    assert_eq!(all["blame"][0]["from"], "androidx.core:core:1.9.0");
    assert!(all["blame"][0]["text"].as_str().unwrap().contains("x.PRIVATE"));
    assert_eq!(all["mergerReport"][0]["lines"], json!(["REJECTED from lib"]));
    let lib = call(&here, "analyze_manifest", json!({"module": "lib"})).unwrap();
    assert_eq!((&lib["manifests"].as_array().unwrap().len(), &lib["problems"]), (&1, &json!([])));
    let release = call(&here, "analyze_manifest", json!({"module": ":app", "variant": "release"})).unwrap();
    assert_eq!(release["manifests"].as_array().unwrap().len(), 1, "main alone: {release:#}");
    assert_eq!(code(call(&here, "analyze_manifest", json!({"module": ":gone"}))), ToolErrorCode::FileNotFound);
    assert_eq!(code(call(&on(&testdata("green")), "analyze_manifest", json!({}))), ToolErrorCode::FileNotFound);
}
