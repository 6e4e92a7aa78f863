//! The same failures in each setting: the steps name its own files and commands. `testdata/settings.toml` has
//!
//! - `[[setting]]`: what a log of it has `before` and `after` the failure, where its Gradle project (`root`), its `app` and its
//!   `module` are, which `project` and `machine` must be recognised, and what none of its steps may say (`never`);
//! - `[[failure]]`: a text with `{root}`, `{app}`, `{module}` and `{project}`, and of each setting that matters for it the words
//!   that the first step must have (`first`);
//! - `[[alone]]`: a whole log that must not be taken for another setting than its `project` and `machine`, if any; words that
//!   its `first` step must have, and that no step may have (`never`).
//!
//! `RCAD_SHOW=1 cargo test -p rcad-core --test it settings -- --nocapture` prints the first two steps of all.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rcad_core::Analysis;
use rcad_core::explain::analyze;
use rcad_core::parse::parse;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Matrix {
    setting: Vec<Setting>,
    failure: Vec<Failure>,
    alone: Vec<Alone>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setting {
    id: String,
    project: Option<String>,
    machine: Option<String>,
    root: String,
    app: String,
    module: String,
    before: String,
    after: String,
    #[serde(default)]
    never: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Failure {
    id: String,
    text: String,
    first: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alone {
    name: String,
    text: String,
    project: Option<String>,
    machine: Option<String>,
    #[serde(default)]
    first: Vec<String>,
    #[serde(default)]
    never: Vec<String>,
}

fn matrix() -> Matrix {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/settings.toml");
    toml::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn log(setting: &Setting, failure: &Failure) -> String {
    let project = if setting.module.is_empty() { ":" } else { &setting.module };
    let text = failure.text.replace("{root}", &setting.root).replace("{app}", &setting.app);
    let text = text.replace("{module}", &setting.module).replace("{project}", project);
    format!("{}{text}{}", setting.before, setting.after)
}

/// What is recognised of the setting.
fn recognised(analysis: &Analysis) -> (Option<&String>, Option<&String>) {
    let detail = |name: &str| analysis.errors.first()?.details.get(name);
    (detail("project_kind"), detail("machine"))
}

/// What is wrong with an answer.
fn faults(setting: &Setting, failure: &Failure, analysis: &Analysis) -> Vec<String> {
    let mut faults = Vec::new();
    let seen = recognised(analysis);
    if seen != (setting.project.as_ref(), setting.machine.as_ref()) {
        faults.push(format!("is taken for {seen:?}"));
    }
    let first = analysis.fix_guidelines.first().map_or("", String::as_str);
    let wanted = failure.first.get(&setting.id).into_iter().flatten();
    faults.extend(
        wanted.filter(|word| !first.contains(*word)).map(|word| format!("no “{word}” in the first step: {first}")),
    );
    for step in &analysis.fix_guidelines {
        let bad = setting.never.iter().filter(|word| step.contains(*word));
        faults.extend(bad.map(|word| format!("“{word}” in: {step}")));
    }
    faults
}

#[test]
fn the_first_step_fits_the_setting() {
    let Matrix { setting: settings, failure: failures, .. } = matrix();
    let show = std::env::var_os("RCAD_SHOW").is_some();
    let mut faults_of_all = Vec::new();
    for failure in &failures {
        assert!(failure.first.keys().all(|id| settings.iter().any(|setting| setting.id == *id)), "{}", failure.id);
        for setting in &settings {
            let analysis = analyze(parse(&log(setting, failure)), None);
            if show {
                let steps = analysis.fix_guidelines.iter().take(2).cloned().collect::<Vec<_>>().join("\n    ");
                println!("{} · {}\n    {steps}", failure.id, setting.id);
            }
            let found = faults(setting, failure, &analysis);
            faults_of_all.extend(found.iter().map(|fault| format!("{} · {}: {fault}", failure.id, setting.id)));
        }
    }
    assert!(faults_of_all.is_empty(), "{}", faults_of_all.join("\n"));
}

#[test]
fn a_mention_is_no_setting() {
    for Alone { name, text, project, machine, first, never } in matrix().alone {
        let analysis = analyze(parse(&text), None);
        assert!(analysis.root_cause.is_some(), "{name}: nothing is read");
        assert_eq!(recognised(&analysis), (project.as_ref(), machine.as_ref()), "{name}");
        let step = analysis.fix_guidelines.first().map_or("", String::as_str);
        assert!(first.iter().all(|word| step.contains(word)), "{name}: {step}");
        let said = analysis.fix_guidelines.join("\n");
        assert!(!never.iter().any(|word| said.contains(word)), "{name}: {said}");
    }
}
