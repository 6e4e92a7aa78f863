//! Each project of `testdata/projects` through the whole line: Gradle, hook, spool, daemon, store, command line.

use serde_json::Value;

use crate::gradle::{self, Gradle, number};
use crate::lab::{Lab, skipped, testdata};

/// A project with its expected diagnosis.
pub struct Project {
    /// The name of its directory.
    pub name: String,
    expect: Value,
}

/// All of them.
pub fn projects() -> Vec<Project> {
    let mut projects = Vec::new();
    for entry in std::fs::read_dir(testdata("projects")).unwrap() {
        let dir = entry.unwrap().path();
        if let Ok(json) = std::fs::read(dir.join("expect.json")) {
            let name = dir.file_name().unwrap().to_str().unwrap().to_owned();
            projects.push(Project { name, expect: serde_json::from_slice(&json).unwrap() });
        }
    }
    projects.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(projects.len() >= 10, "the projects are not there");
    projects
}

impl Project {
    fn words(&self, key: &str) -> Vec<&str> {
        self.expect[key].as_array().into_iter().flatten().map(|v| v.as_str().unwrap()).collect()
    }

    /// Why it can't run on this Gradle; nothing if it can.
    pub fn unfit(&self, gradle: &Gradle) -> Option<String> {
        let (min, max) = (self.expect["gradle"]["min"].as_str(), self.expect["gradle"]["max"].as_str());
        let fits = min.is_none_or(|v| gradle.number() >= number(v)) && max.is_none_or(|v| gradle.number() <= number(v));
        if !fits {
            return Some("it is not made for this version".into());
        }
        if gradle.stand_in && self.expect["stand_in"] == Value::Bool(false) {
            return Some("the stand-in can't run it".into());
        }
        let android = self.words("tools").contains(&"android");
        let sdk = std::env::var_os("ANDROID_HOME").is_some() && std::env::var_os("RCAD_AAPT2").is_some();
        (android && !sdk).then(|| "no Android tools here: scripts/tools android".into())
    }

    /// Arguments of its build.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments: Vec<String> = self.words("tasks").into_iter().map(str::to_owned).collect();
        arguments.extend(self.words("args").into_iter().map(str::to_owned));
        if self.words("tools").contains(&"android") {
            let aapt2 = std::env::var("RCAD_AAPT2").unwrap();
            arguments.push(format!("-Pandroid.aapt2FromMavenOverride={aapt2}"));
        }
        arguments
    }

    /// The file of the primary error.
    pub fn file(&self) -> Option<&str> {
        self.expect["file"].as_str()
    }

    /// Whether its build should succeed.
    pub fn is_green(&self) -> bool {
        self.expect["category"].is_null() || self.expect["category"] == "none"
    }

    fn check(&self, analysis: &Value, gradle: &Gradle) {
        let context = format!("{} on Gradle {}: {analysis:#}", self.name, gradle.version);
        let errors = analysis["errors"].as_array().unwrap();
        assert_eq!(analysis["outcome"], "failure", "{context}");
        // Under --parallel, Gradle decides which of several independent failures comes first.
        let wanted: Vec<&Value> =
            std::iter::once(&self.expect).chain(self.expect["also"].as_array().into_iter().flatten()).collect();
        assert!(wanted.iter().any(|w| matches(w, &errors[0])), "the primary failure is another: {context}");
        for want in &wanted {
            assert!(errors.iter().any(|e| matches(want, e)), "missing {want}: {context}");
        }
        let fixes = analysis["fix_guidelines"].to_string();
        let text = format!("{} {fixes}", analysis["root_cause"]).to_lowercase();
        if wanted.len() == 1 {
            for keyword in self.words("keywords") {
                let named = keyword.split('|').any(|word| text.contains(&word.to_lowercase()));
                assert!(named, "`{keyword}` is not named: {context}");
            }
        }
        assert!(analysis["fix_guidelines"].as_array().is_some_and(|f| !f.is_empty()), "no fix: {context}");
        assert!(errors[0]["evidence"].as_array().is_some_and(|e| !e.is_empty()), "no evidence: {context}");
        if errors[0]["file"].is_string() && errors[0]["line"].is_u64() {
            let source = errors[0]["source"].as_array();
            let shown = source.is_some_and(|lines| lines.iter().any(|one| one["line"] == errors[0]["line"]));
            assert!(shown, "the project's own line is not shown: {context}");
        }
    }
}

/// Every expected key that is not null has the expected value.
fn matches(want: &Value, error: &Value) -> bool {
    ["category", "file", "line", "symbol", "task"].iter().all(|key| want[key].is_null() || want[key] == error[key])
}

fn every_project_on(gradle: &'static Gradle) {
    let lab = Lab::new(gradle);
    let mut builds = 0;
    for project in projects() {
        if let Some(why) = project.unfit(gradle) {
            skipped(&format!("{} on Gradle {}: {why}", project.name, gradle.version));
            continue;
        }
        let arguments = project.arguments();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let dir = lab.project(&project.name);
        let ran = lab.build(&dir, &arguments);
        builds += 1;
        if project.is_green() {
            assert_eq!(ran.code, 0, "{ran:?}");
            lab.wait("a green build", |lab| (lab.status()["builds"].as_u64()? >= builds).then_some(()));
            continue;
        }
        assert_eq!(ran.code, 1, "{}: {ran:?}", project.name);
        let analysis = lab.wait_for_builds(builds);
        project.check(&analysis, gradle);
    }
    assert_eq!(lab.status()["builds"].as_u64(), Some(builds), "each build once, buildSrc and included ones too");
    assert_eq!(lab.status()["waiting"], 0);
    assert_eq!(lab.status()["health"], Value::Array(vec![]));
}

/// One test per Gradle, so that they run in parallel and a failure names its version.
#[test]
fn every_project_gets_its_diagnosis_on_the_oldest_gradle() {
    if let Some(gradle) = gradle::oldest() {
        every_project_on(gradle);
    }
}

#[test]
fn every_project_gets_its_diagnosis_on_newer_gradles() {
    let oldest = gradle::oldest().map(|g| &g.version);
    for gradle in gradle::all().iter().filter(|g| Some(&g.version) != oldest) {
        every_project_on(gradle);
    }
}

#[test]
fn the_same_failure_again_is_one_failure_seen_twice() {
    let Some(gradle) = gradle::any() else { return };
    let lab = Lab::new(gradle);
    let project = lab.project("java-error");
    lab.build(&project, &["build"]).failed();
    lab.wait_for_builds(1);
    // Shifted by a line and built again: the same failure.
    let source = project.join("src/main/java/library/Shelf.java");
    let text = std::fs::read_to_string(&source).unwrap();
    std::fs::write(&source, format!("\n{text}")).unwrap();
    lab.build(&project, &["build"]).failed();
    lab.wait_for_builds(2);
    let list = lab.json(&["list", "--format", "json"]);
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 1, "{list:#?}");
    assert_eq!(list[0]["occurrences"], 2);
    for key in
        ["id", "fingerprint", "first_seen", "last_seen", "project", "category", "root_cause", "engine", "confidence"]
    {
        assert!(!list[0][key].is_null(), "{key}");
    }
    lab.wait("the index", |lab| (lab.status()["index"]["words"] == 1).then_some(()));
    assert_eq!(lab.json(&["search", "pageCount", "--format", "json"]).as_array().unwrap().len(), 1);
    assert_eq!(lab.rcad(&["search", "nonsense"]).code, 1);
}
