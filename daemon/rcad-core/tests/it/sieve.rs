//! Long texts: what stands in the middle of a routine build's output of megabytes is read as if it stood alone.

use crate::corpus::{Numbers, texts};
use rcad_core::Failure;
use rcad_core::parse::input::sieve::{Kept, WHOLE};
use rcad_core::parse::{Parsed, parse, parse_kept};
use rcad_core::rules::RuleSet;

/// What Gradle prints where nothing is wrong, at least `bytes` of it.
fn routine(bytes: usize, numbers: &mut Numbers) -> String {
    let mut out = String::new();
    while out.len() < bytes {
        let n = numbers.next(90) + 10;
        match numbers.next(8) {
            0 => out.push_str(&format!("Download file:///repository/com/example/part{n}/1.{n}/part{n}-1.{n}.jar\n")),
            1 => out.push_str("Note: Some input files use unchecked or unsafe operations.\n"),
            2 => out.push_str(&format!("w: file:///p/src/Part{n}.kt:{n}:1 Variable 'x' is never used\n")),
            _ => out.push_str(&format!("> Task :part{n}:compileJava UP-TO-DATE\n")),
        }
    }
    out
}

fn sieved(text: &[u8], chunk: usize) -> Kept {
    let mut sieve = rcad_core::parse::sieve(RuleSet::none());
    text.chunks(chunk).for_each(|bytes| sieve.push(bytes));
    sieve.finish()
}

/// Failures with their evidence's lines moved up by `offset`, so that they can be compared.
fn failures(parsed: Parsed, offset: u32) -> Vec<Failure> {
    let mut failures = parsed.failures;
    for evidence in failures.iter_mut().flat_map(|failure| &mut failure.evidence) {
        evidence.line -= offset;
    }
    failures
}

#[test]
fn a_failure_between_megabytes_of_routine_is_read_as_alone() {
    let mut numbers = Numbers(7);
    let noise = routine(WHOLE, &mut numbers);
    let after = routine(100_000, &mut numbers);
    let before = u32::try_from(noise.lines().count()).unwrap();
    let mut wrong = Vec::new();
    for one in texts() {
        let alone = failures(parse(&format!("{}\n", one.text)), 0);
        let long = format!("{noise}{}\n{after}", one.text);
        let kept = sieved(long.as_bytes(), 100_000);
        assert!(kept.numbers.is_some() && kept.text.len() < one.text.len() + 40_000, "{}", kept.text.len());
        if failures(parse_kept(&kept, RuleSet::none()), before) != alone {
            wrong.push(one.name);
        }
    }
    assert!(wrong.len() * 50 <= texts().len(), "{} differ: {wrong:#?}", wrong.len());
}

#[test]
fn how_the_bytes_come_changes_nothing() {
    let mut numbers = Numbers(3);
    let mut text = routine(2 * WHOLE, &mut numbers);
    for one in texts().iter().step_by(5) {
        text.push_str(&one.text);
        text.push_str(&routine(20_000, &mut numbers));
    }
    let whole = parse(&text);
    assert!(whole.failures.len() > 5, "{}", whole.failures.len());
    for chunk in [997, 64 << 10, 3 << 20] {
        let parts = parse_kept(&sieved(text.as_bytes(), chunk), RuleSet::none());
        assert_eq!(failures(parts, 0), failures(parse(&text), 0), "{chunk}");
    }
}

#[test]
fn lines_keep_their_numbers_and_both_ends_stay() {
    let mut numbers = Numbers(11);
    let noise = routine(3 * WHOLE, &mut numbers);
    let text = format!("first line\n{noise}e: file:///p/A.kt:3:5 Unresolved reference: x\n{noise}last line");
    let kept = sieved(text.as_bytes(), 65_536);
    assert!(kept.text.starts_with("first line\n") && kept.text.ends_with("last line\n"));
    assert_eq!(kept.lines as usize, text.lines().count());
    let lines: Vec<&str> = text.lines().collect();
    for (line, number) in kept.text.lines().zip(kept.numbers.as_deref().unwrap()) {
        assert!(line.is_empty() || line == lines[*number as usize - 1], "{number}: {line}");
    }
    let failure = parse_kept(&kept, RuleSet::none()).failures.remove(0);
    assert_eq!(lines[failure.evidence[0].line as usize - 1], failure.evidence[0].text);
}

#[test]
fn nothing_grows_with_the_text() {
    let error = "e: file:///p/A.kt:3:5 Unresolved reference: x\n";
    let mut sieve = rcad_core::parse::sieve(RuleSet::none());
    for _ in 0..60 {
        sieve.push(error.repeat(20_000).as_bytes());
    }
    let kept = sieve.finish();
    assert!(kept.text.len() < 30 << 20, "{}", kept.text.len());
    assert_eq!((kept.lines, kept.numbers.unwrap().last().copied()), (1_200_000, Some(1_200_000)));
    let mut sieve = rcad_core::parse::sieve(RuleSet::none());
    for _ in 0..40 {
        sieve.push(&vec![b'x'; 1 << 20]);
    }
    sieve.push(b"\n\xff\n\0e: file:///p/A.kt:3:5 Unresolved reference: x\r\n");
    let kept = sieve.finish();
    assert!(kept.text.len() < WHOLE, "{}", kept.text.len());
    assert_eq!(parse_kept(&kept, RuleSet::none()).failures[0].evidence[0].line, 3);
}

/// One line over and over, of every kind that begins something: no reader may look far ahead at each.
#[test]
fn a_log_full_of_anchors_takes_no_longer_than_another() {
    for line in [
        "#00 pc 0000 /a.so (b+1)\n",
        "*** *** *** *** *** *** *** **\n",
        "\"main\" prio=5 tid=1 Native\n",
        "* What went wrong:\n",
        "Caused by: a.b.C: x\n",
        "a.B > c FAILED\n    x.Y: z\n",
    ] {
        let text = line.repeat(200_000 / line.len());
        let lines = rcad_core::parse::input::lines::Lines::new(&text);
        let start = std::time::Instant::now();
        parse(&text);
        // Wide enough for a busy machine and no optimisation; looking ahead at each line took minutes.
        assert!(start.elapsed().as_secs() < 20, "{line}: {:?} for {} lines", start.elapsed(), lines.len());
    }
}
