//! Every recorded log under `testdata/parse/<tool>/` against the answer written beside it.
//!
//! `RCAD_BLESS=1 cargo test -p rcad-core --test it golden` rewrites the answers; the diff is what is reviewed.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rcad_core::explain::{analyze, explain};
use rcad_core::model::analysis::Verdict;
use rcad_core::parse::parse;
use rcad_core::{Analysis, Failure};

/// Where the recorded projects lay.
const PROJECT: &str = "/home/dev/app";

#[test]
fn every_log_has_its_expected_answer() {
    let bless = std::env::var_os("RCAD_BLESS").is_some();
    let logs = logs();
    assert!(logs.len() >= 40, "only {} logs found", logs.len());
    let mut wrong = Vec::new();
    for log in logs {
        let got = describe(&analysis(&read(&log)));
        let expect = log.with_extension("expect");
        if bless {
            std::fs::write(&expect, &got).unwrap();
        } else if std::fs::read_to_string(&expect).ok().as_deref() != Some(got.as_str()) {
            wrong.push(format!("{}:\n{got}", expect.display()));
        }
    }
    assert!(wrong.is_empty(), "{} answers differ; got\n\n{}", wrong.len(), wrong.join("\n"));
}

/// Texts that end or begin anywhere, and lines that never end.
#[test]
fn cut_and_endless_texts_are_read() {
    for log in logs() {
        let text = read(&log);
        let at = |part: usize| (0..=text.len() * part / 7).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        for part in 1..7 {
            parse(&text[..at(part)]);
            parse(&text[at(part)..]);
        }
        parse(&text.replace('\n', " "));
    }
}

fn analysis(text: &str) -> Analysis {
    analyze(parse(text), Some(PROJECT))
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()
}

fn logs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/parse");
    let tools = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut logs: Vec<PathBuf> = tools
        .flat_map(|tool| std::fs::read_dir(tool).unwrap().map(|entry| entry.unwrap().path()))
        .filter(|path| path.extension().is_some_and(|end| end == "log"))
        .collect();
    logs.sort();
    logs
}

/// The answer as `key: value` lines, one paragraph a failure.
fn describe(analysis: &Analysis) -> String {
    let verdict = if analysis.outcome == Verdict::Failure { "failure" } else { "none" };
    let mut out = format!("outcome: {verdict}\n");
    for (index, failure) in analysis.errors.iter().enumerate() {
        out.push('\n');
        describe_failure(&mut out, failure, index == 0);
    }
    out
}

fn describe_failure(out: &mut String, failure: &Failure, primary: bool) {
    let mut put = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            writeln!(out, "{key}: {value}").unwrap();
        }
    };
    let explanation = explain(failure);
    put("category", Some(failure.category.to_string()));
    put("role", Some(format!("{:?}", failure.role).to_lowercase()));
    put("file", failure.file.clone());
    put("line", failure.line.map(|line| line.to_string()));
    put("column", failure.column.map(|column| column.to_string()));
    put("symbol", failure.symbol.clone());
    put("task", failure.task.clone());
    put("exception", failure.exception.clone());
    put("message", Some(failure.message.replace('\n', "\\n")));
    put("cause", Some(explanation.root_cause));
    for fix in explanation.fixes.into_iter().filter(|_| primary) {
        put("fix", Some(fix));
    }
}
