//! Every recorded log under `testdata/parse/<tool>/` against the answer written beside it.
//!
//! `RCAD_BLESS=1 cargo test -p rcad-core --test golden` rewrites the answers; the diff is what is reviewed.

#![allow(clippy::unwrap_used)] // A test's helpers may unwrap as the tests do.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rcad_core::analysis::Verdict;
use rcad_core::explain::{analyze, explain};
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

/// What consoles do to a log changes nothing in the answer but the evidence.
#[test]
fn prefixes_colours_and_line_ends_change_nothing() {
    let dressings = [
        ("", "\r\n"),
        ("\u{1b}[31m", "\u{1b}[0m\n"),
        ("2026-11-22T18:14:40.712Z ", "\n"),
        ("[stdout] ", "\n"),
        ("2026-11-22T18:14:40.712Z ##[error]", "\n"),
    ];
    for log in logs() {
        let text = read(&log);
        let plain = describe(&analysis(&text));
        for (before, after) in dressings {
            let dressed: String = text.lines().map(|line| format!("{before}{line}{after}")).collect();
            assert_eq!(describe(&analysis(&dressed)), plain, "{before:?}: {}", log.display());
        }
    }
}

/// The same mistake in another clone, further down in its file and log.
#[test]
fn fingerprints_survive_clones_and_shifts() {
    let mut fingerprints = std::collections::HashMap::new();
    for log in logs() {
        let text = read(&log);
        let Some(here) = analysis(&text).fingerprint else { continue };
        let there = format!("one more line\n\n{}", text.replace(PROJECT, "/Users/else/work/clone-2"));
        let there = analyze(parse(&there), Some("/Users/else/work/clone-2")).fingerprint.unwrap();
        assert_eq!(here, there, "{}", log.display());
        fingerprints.entry(here).or_insert_with(Vec::new).push(log);
    }
    assert!(fingerprints.len() > 30, "only {} different fingerprints", fingerprints.len());
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

/// Lines of all tools shuffled into each other, and bytes that are no text: nothing panics, nothing takes long.
#[test]
fn any_mixture_is_read() {
    let all: Vec<String> =
        logs().iter().flat_map(|log| read(log).lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    // A linear congruential generator: the same mixtures in every run.
    let mut state: u64 = 42;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    for _ in 0..300 {
        let mut bytes: Vec<u8> = Vec::new();
        for _ in 0..next(60) {
            let line = all[next(all.len())].as_bytes();
            let (from, to) = (next(line.len() + 1), next(line.len() + 1));
            bytes.extend(if next(3) == 0 { &line[from.min(to)..from.max(to)] } else { line });
            bytes.push(if next(20) == 0 { 0xff } else { b'\n' });
        }
        let analysis = analysis(&String::from_utf8_lossy(&bytes));
        rcad_core::render::text(&analysis, true);
        rcad_core::render::markdown(&analysis);
        assert!(rcad_core::render::one_line(&analysis).chars().count() <= 160);
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
