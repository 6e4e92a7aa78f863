//! What fits is shown with its numbers, what must be shown is, and nothing goes in that is too much.

use super::{Budget, EstimatedTokens, FittedEvidence, TokenCounter, count, fit, shown};
use crate::agent::model::Ability;
use crate::agent::question::{Question, Snippet, SnippetKind};
use crate::model::answer::Style;
use crate::model::environment::Environment;
use crate::model::failure::{Evidence, Language};
use crate::{Analysis, Category, Failure};

const COUNTER: EstimatedTokens = EstimatedTokens { characters_per_token: 3.0 };

fn question(pieces: Vec<Snippet>, evidence: &[u32]) -> Question {
    let mut failure = Failure::new(Category::KotlinTypeMismatch, Language::Kotlin, "words");
    failure.evidence = evidence.iter().map(|line| Evidence { line: *line, text: "e: words".into() }).collect();
    let analysis = Analysis { errors: vec![failure], ..Analysis::none() };
    Question { analysis, environment: Environment::default(), pieces, lessons: Vec::new(), style: Style::Brief }
}

fn piece(kind: SnippetKind, file: Option<&str>, from: u32, lines: usize, focus: Option<u32>) -> Snippet {
    let lines = (0..lines).map(|n| format!("val basket{} = total({n}) + other", from + n as u32)).collect();
    Snippet { kind, file: file.map(str::to_owned), from, lines, focus }
}

fn lines_of(fitted: &FittedEvidence, file: Option<&str>) -> Vec<u32> {
    let of = fitted.pieces.iter().filter(|piece| piece.file.as_deref() == file);
    of.flat_map(|piece| (piece.from..).take(piece.lines.len())).collect()
}

#[test]
fn what_fits_is_shown_whole() {
    let asked = question(
        vec![piece(SnippetKind::Failing, Some("A.kt"), 5, 3, Some(6)), piece(SnippetKind::Log, None, 40, 2, None)],
        &[41],
    );
    let fitted = fit(&asked, 1000, &COUNTER);
    assert_eq!((lines_of(&fitted, Some("A.kt")), lines_of(&fitted, None)), (vec![5, 6, 7], vec![40, 41]));
    assert_eq!(fitted.cut, Vec::<String>::new());
    assert!(
        shown(&fitted.pieces).starts_with("A.kt:\n5| val basket5 = total(0) + other\n6| "),
        "{}",
        shown(&fitted.pieces)
    );
}

#[test]
fn the_farthest_goes_first_and_is_told() {
    let asked = question(vec![piece(SnippetKind::Failing, Some("A.kt"), 1, 200, Some(100))], &[]);
    let fitted = fit(&asked, 300, &COUNTER);
    let lines = lines_of(&fitted, Some("A.kt"));
    assert!(lines.len() > 10 && lines.contains(&1) && lines.contains(&100), "{lines:?}");
    let around: Vec<u32> = lines[1..].to_vec();
    assert!(around.windows(2).all(|two| two[1] == two[0] + 1), "around the failing line nothing is missing: {lines:?}");
    assert!((100 - around[0]).abs_diff(around[around.len() - 1] - 100) <= 1, "{lines:?}");
    assert_eq!(fitted.cut, [format!("A.kt: {} of 200 lines", lines.len())]);
}

#[test]
fn each_share_is_kept_free_and_what_is_not_used_is_passed_on() {
    let code = piece(SnippetKind::Failing, Some("A.kt"), 1, 200, Some(100));
    let signatures = piece(SnippetKind::Signature, Some("B.kt"), 1, 200, None);
    let build = piece(SnippetKind::Build, Some("build.gradle"), 1, 200, None);
    let tokens = |fitted: &FittedEvidence, kind: SnippetKind| {
        let of: Vec<Snippet> = fitted.pieces.iter().filter(|piece| piece.kind == kind).cloned().collect();
        f64::from(count(&of, &COUNTER)) / 2000.0
    };
    let all = fit(&question(vec![code.clone(), signatures, build], &[]), 2000, &COUNTER);
    for (kind, share) in [(SnippetKind::Failing, 0.4), (SnippetKind::Signature, 0.3), (SnippetKind::Build, 0.3)] {
        assert!((tokens(&all, kind) - share).abs() < 0.03, "{kind:?}: {}", tokens(&all, kind));
    }
    let alone = fit(&question(vec![code], &[]), 2000, &COUNTER);
    assert!(tokens(&alone, SnippetKind::Failing) > 0.9, "{}", tokens(&alone, SnippetKind::Failing));
}

#[test]
fn the_failing_line_and_the_logs_lines_stay_whatever_else_there_is() {
    let mut code = piece(SnippetKind::Failing, Some("A.kt"), 1, 500, Some(400));
    code.lines[399] = format!("val wide = \"{}\"", "w".repeat(100_000));
    let mut log = piece(SnippetKind::Log, None, 1, 500, None);
    log.lines[249] = "e: the error itself".into();
    let fitted = fit(&question(vec![log, code], &[250, 251]), 200, &COUNTER);
    assert!(lines_of(&fitted, Some("A.kt")).contains(&400), "{fitted:?}");
    assert!([250, 251].iter().all(|line| lines_of(&fitted, None).contains(line)), "{fitted:?}");
    assert!(fitted.cut.iter().any(|told| told.contains("shortened")), "{:?}", fitted.cut);
    // Beside it: with no room for anything there is nothing, and that is told.
    let nothing = fit(&question(vec![piece(SnippetKind::Failing, Some("A.kt"), 1, 5, Some(3))], &[]), 3, &COUNTER);
    assert_eq!((nothing.pieces.len(), nothing.cut), (0, vec!["A.kt: 0 of 5 lines".to_owned()]));
}

/// A counter for which a token is a byte: nothing is as expensive.
struct Bytes;

impl TokenCounter for Bytes {
    fn count(&self, text: &str) -> u32 {
        text.len() as u32
    }
}

#[test]
fn nothing_ever_exceeds_the_budget() {
    let odd = ["", "\u{feff}", "é漢字🦀", "\t", "/*", "*/", "\"\"\"", "\\", "'", "<!--", "…", "import a.b", "}"];
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for round in 0..300 {
        let many = if round % 50 == 0 { 1_000 } else { random(12) };
        let width = if round % 60 == 7 { 50_000 } else { 500 };
        let pieces = (0..many).map(|n| {
            let lines: Vec<String> = (0..random(30))
                .map(|_| {
                    let part = odd[random(odd.len() as u64) as usize];
                    part.repeat(random(if n == 0 { width } else { 20 }) as usize)
                })
                .collect();
            Snippet {
                kind: [
                    SnippetKind::Failing,
                    SnippetKind::Log,
                    SnippetKind::Signature,
                    SnippetKind::Build,
                    SnippetKind::Memory,
                ][random(5) as usize],
                file: [None, Some(format!("{}.kt", odd[random(13) as usize])), Some("a.xml".into())]
                    [random(3) as usize]
                    .clone(),
                from: [1, 50, u32::MAX - 2][random(3) as usize],
                lines,
                focus: [None, Some(3), Some(u32::MAX)][random(3) as usize],
            }
        });
        let asked = question(pieces.collect(), &[1, 2, 55]);
        let tokens = random(4_000) as u32;
        for counter in [&COUNTER as &dyn TokenCounter, &Bytes] {
            let fitted = fit(&asked, tokens, counter);
            let taken = count(&fitted.pieces, counter);
            assert!(taken <= tokens, "round {round}: {taken} of {tokens}");
            assert!(fitted.cut.len() <= 12, "{:?}", fitted.cut);
        }
    }
}

#[test]
fn a_small_window_is_divided_and_a_large_one_is_not_used_up() {
    let wanted = Budget { context_tokens: 8192, prompt_tokens: 3000, answer_tokens: 1200 };
    let of = |context_length| Budget::of(&Ability { context_length, ..Ability::default() }, &wanted);
    assert_eq!(of(131_072), wanted);
    assert_eq!(of(0), wanted, "not known");
    assert_eq!(of(2048), Budget { context_tokens: 2048, prompt_tokens: 1230, answer_tokens: 818 });
    for length in 1..200 {
        let small = of(length);
        assert!(small.prompt_tokens + small.answer_tokens <= length, "{small:?}");
    }
}

#[test]
fn an_estimate_is_calibrated_within_reason() {
    let of = |characters_per_token| {
        EstimatedTokens::of(&Ability { characters_per_token, ..Ability::default() }).characters_per_token
    };
    assert_eq!((of(None), of(Some(3.7)), of(Some(0.0)), of(Some(f64::NAN))), (3.0, 3.7, 1.0, 3.0));
    assert_eq!(COUNTER.count("漢字"), 2, "a character beyond ASCII is a token at least");
}
