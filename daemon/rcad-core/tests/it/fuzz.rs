//! The fuzz target: texts of the corpus, cut, mixed, repeated and damaged. Nothing panics, and every answer is sound.
//!
//! `.ci/run` runs 6,000 inputs, a plain `cargo test` fewer. By hand, for as long as one likes:
//! `RCAD_FUZZ_INPUTS=1000000 RCAD_FUZZ_SEED=7 cargo test --release -p rcad-core --test it fuzz -- --nocapture`

use std::time::{Duration, Instant};

use crate::corpus::{Numbers, PROJECT, texts};
use rcad_core::explain::analyze;
use rcad_core::model::analysis::Verdict;
use rcad_core::parse::parse;
use rcad_core::render;

/// Inputs of a run that names no number.
const INPUTS: usize = 500;

/// Longest input, in bytes.
const LONGEST: usize = 64 * 1024;

#[test]
fn any_bytes_in_a_sound_answer_out() {
    let number = |name: &str, default: usize| {
        std::env::var(name).map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name}={value}")))
    };
    let (inputs, seed) = (number("RCAD_FUZZ_INPUTS", INPUTS), number("RCAD_FUZZ_SEED", 42));
    let texts: Vec<Vec<u8>> = texts().into_iter().map(|text| text.text.into_bytes()).collect();
    let mut numbers = Numbers(u64::try_from(seed).unwrap());
    let (mut failures, mut slowest, mut bytes) = (0usize, Duration::ZERO, 0usize);
    for _ in 0..inputs {
        let input = input(&texts, &mut numbers);
        let start = Instant::now();
        failures += usize::from(check(&input));
        slowest = slowest.max(start.elapsed());
        bytes += input.len();
    }
    println!("{inputs} inputs of {bytes} bytes, {failures} with a failure; the slowest took {slowest:?}");
    assert!(inputs < 100 || failures > inputs / 10, "only {failures} of {inputs} inputs hold a failure");
}

/// Analyses one input and says whether it held a failure.
fn check(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let lines = text.split('\n').count();
    let analysis = analyze(parse(&text), Some(PROJECT));
    for failure in &analysis.errors {
        assert!(!failure.evidence.is_empty(), "{failure:?}\n{text}");
        for evidence in &failure.evidence {
            let line = usize::try_from(evidence.line).unwrap();
            assert!((1..=lines).contains(&line), "line {line} of {lines}\n{text}");
        }
        assert!(failure.line != Some(0) && failure.column != Some(0), "{failure:?}\n{text}");
    }
    let failed = analysis.outcome == Verdict::Failure;
    assert_eq!(failed, analysis.root_cause.as_ref().is_some_and(|cause| !cause.trim().is_empty()), "{text}");
    assert_eq!(failed, !analysis.errors.is_empty(), "{text}");
    assert!((0.0..=1.0).contains(&analysis.confidence));
    render::text(&analysis, true);
    render::markdown(&analysis);
    assert!(render::one_line(&analysis).chars().count() <= 160);
    failed
}

/// One to three texts, each damaged a few times.
fn input(texts: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut all = Vec::new();
    for _ in 0..=numbers.next(3) {
        let mut one = texts[numbers.next(texts.len())].clone();
        for _ in 0..numbers.next(6) {
            damage(&mut one, texts, numbers);
        }
        all.extend(one);
        all.push(b'\n');
    }
    all.truncate(LONGEST);
    all
}

fn damage(text: &mut Vec<u8>, texts: &[Vec<u8>], numbers: &mut Numbers) {
    if text.is_empty() {
        return;
    }
    let (a, b) = (numbers.next(text.len()), numbers.next(text.len()));
    let (from, to) = (a.min(b), a.max(b));
    match numbers.next(10) {
        0 => text.truncate(to),
        1 => drop(text.drain(..from)),
        2 => drop(text.drain(from..to)),
        3 => text[from] = u8::try_from(numbers.next(256)).unwrap(),
        4 => text.insert(from, *b"\n\r\0\x1b[ :'\t>".get(numbers.next(10)).unwrap_or(&b' ')),
        5 => {
            let piece = text[from..to.min(from + 2_000)].to_vec();
            text.splice(to..to, piece.repeat(1 + numbers.next(5)));
        }
        6 => {
            let other = &texts[numbers.next(texts.len())];
            let start = numbers.next(other.len().max(1));
            text.splice(from..from, other[start..other.len().min(start + 500)].iter().copied());
        }
        7 => text.retain(|byte| *byte != b'\n'),
        8 => {
            let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
            let (first, second) = (numbers.next(lines.len()), numbers.next(lines.len()));
            lines.swap(first, second);
            *text = lines.join(&b'\n');
        }
        _ => text
            .iter_mut()
            .skip(from)
            .take(to - from)
            .filter(|byte| byte.is_ascii_digit())
            .for_each(|byte| *byte = b'9'),
    }
    text.truncate(LONGEST);
}
