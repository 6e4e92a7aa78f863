//! What is written comes back equal, and reads as what was written before reads.

use std::path::Path;

use rcad_core::agent::machine::{Job, JobLimits, JobStart, STATE_VERSION};
use rcad_core::agent::model::{Ability, ChatModel, ChatRole, JobMode, Message};
use rcad_core::agent::prompt::Opening;
use rcad_core::agent::redact::Redaction;
use rcad_core::model::answer::Style;
use rcad_core::model::environment::Environment;
use rcad_core::{Analysis, explain, parse};
use serde_json::{Value, json};

use super::{OnDisk, decode, encode, packed};
use crate::records::StoredJob;

/// Every log of `dir` and below, as it is explained.
fn golden(dir: &Path, all: &mut Vec<Analysis>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            golden(&path, all);
        } else if path.extension().is_some_and(|kind| kind == "log") {
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            all.push(explain::analyze(parse::parse(&text), Some("/home/dev/app")));
        }
    }
}

#[test]
fn every_golden_analysis_comes_back_equal() {
    let mut all = Vec::new();
    golden(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/parse"), &mut all);
    assert!(all.len() > 100, "{}", all.len());
    for mut analysis in all {
        let back: Analysis = decode(&encode(&analysis).unwrap(), "golden").unwrap();
        for failure in &mut analysis.errors {
            (failure.wording, failure.rule) = (None, None); // Not kept.
        }
        assert_eq!(back, analysis);
    }
}

fn begun() -> StoredJob {
    let begin = JobStart {
        model: ChatModel { name: "m".into(), digest: "sha256:1".into(), ability: Ability::default() },
        mode: JobMode::SingleShot,
        opening: Opening {
            messages: vec![Message::text(ChatRole::User, "why?")],
            cut: Vec::new(),
            warnings: Vec::new(),
        },
        context_tokens: 4096,
        answer_tokens: 100,
        style: Style::Brief,
        environment: Environment::default(),
        known: 0.5,
        simple: 0.5,
        limits: JobLimits::default(),
    };
    let mut redaction = Redaction::new(Some("/home/dev"));
    redaction.hide("password=\"hunter2-hunter2\" in /home/dev/app");
    StoredJob {
        rca: "0123456789ab".into(),
        fingerprint: "v1:a".into(),
        queued_ms: 7,
        model: Some("qwen3:8b".into()),
        asked: true,
        style: Some(Style::Teach),
        job: Some(Job::new(begin)),
        server: Some("http://127.0.0.1:1".into()),
        redaction,
    }
}

fn read(form: &Value) -> StoredJob {
    decode(&packed::pack(form.to_string().as_bytes()).unwrap(), "job").unwrap()
}

#[test]
fn a_job_comes_back_with_the_state_of_its_machine_and_its_secrets() {
    let job = begun();
    assert!(!job.redaction.secrets.is_empty());
    assert_eq!(decode::<StoredJob>(&encode(&job).unwrap(), "job").unwrap(), job);
    let waiting = StoredJob { job: None, server: None, ..job };
    assert_eq!(decode::<StoredJob>(&encode(&waiting).unwrap(), "job").unwrap(), waiting);
}

#[test]
fn version_1_of_a_job_goes_on_where_it_was() {
    let job = begun();
    let mut form = serde_json::to_value(job.to_disk()).unwrap();
    form["v"] = 1.into();
    form["job"] = form["machine"]["state"].take();
    form.as_object_mut().unwrap().remove("machine");
    assert_eq!(read(&form), job);
}

/// What identifies the job stays: which failure, who wants what of which model, since when, and what is a secret.
#[test]
fn a_job_whose_machine_is_of_another_version_or_does_not_read_starts_anew() {
    let job = begun();
    let form = serde_json::to_value(job.to_disk()).unwrap();
    let anew = StoredJob { job: None, server: None, ..job };
    let mut newer = form.clone();
    newer["machine"]["v"] = (STATE_VERSION + 1).into();
    assert_eq!(read(&newer), anew);
    for state in [json!(null), json!({}), json!("?"), json!({"state": {"state": "asking"}, "messages": 7})] {
        let mut damaged = form.clone();
        damaged["machine"]["state"] = state;
        assert_eq!(read(&damaged), anew);
        damaged["job"] = damaged["machine"]["state"].take();
        damaged.as_object_mut().unwrap().remove("machine");
        assert_eq!(read(&damaged), anew, "in version 1 too");
    }
}
