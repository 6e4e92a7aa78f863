//! Answers known to be right, wrong, evasive, half right, or right with an invented version.

use std::collections::BTreeMap;

use rcad_core::model::answer::{Answer, Cite, Claim, Ending, Factors, Fix, Style};
use rcad_core::model::environment::Environment;

use super::{AnswerVerdict, grade, versions};
use crate::cli::bench::model::cases::{GradedCase, all};

fn case() -> GradedCase {
    GradedCase {
        name: "misspelt".into(),
        log: "e: file:///home/dev/app/src/Label.kt:6:31 Unresolved reference 'lenght'.\nBUILD FAILED\n".into(),
        files: BTreeMap::from([(
            "src/Label.kt".into(),
            "// Kotlin 1.9.24\nval tooLong = title.lenght > most\n".into(),
        )]),
        names: vec!["lenght".into(), "length".into()],
        place: "src/Label.kt:2".into(),
        never: vec!["missing dependency".into(), "misconfig*".into()],
        versions: vec!["2.1.20".into()],
        ..GradedCase::default()
    }
}

pub fn answered(cause: &str, fix: &str) -> Answer {
    let cite = Cite { file: "src/Label.kt".into(), line: 2, quote: "title.lenght".into() };
    Answer {
        cause: vec![Claim { text: cause.into(), cites: vec![cite] }],
        fixes: vec![Fix { text: fix.into(), file: None, unverified: false }],
        ..ended(Ending::Answered)
    }
}

pub fn ended(ending: Ending) -> Answer {
    Answer {
        ending,
        model: None,
        elsewhere: None,
        prompt_version: 1,
        style: Style::Brief,
        environment: Environment::default(),
        cause: Vec::new(),
        fixes: Vec::new(),
        teaching: None,
        dropped: Vec::new(),
        warnings: Vec::new(),
        confidence: 0.9,
        factors: Factors::default(),
        iterations: 1,
        tools_used: BTreeMap::new(),
        prompt_tokens: 0,
        longest_prompt_tokens: 0,
        answer_tokens: 0,
        took_ms: 0,
        made_ms: 0,
        steps: Vec::new(),
    }
}

fn verdict(cause: &str, fix: &str) -> AnswerVerdict {
    grade(&answered(cause, fix), &case()).verdict
}

#[test]
fn an_answer_fares_as_it_should() {
    let cases = [
        ("right", "`lenght` is misspelt.", "Write `title.length`.", AnswerVerdict::Right),
        ("right in capitals", "LENGHT should be LENGTH.", "", AnswerVerdict::Right),
        ("evasive", "Something in the source does not compile.", "Check your code.", AnswerVerdict::Wrong),
        (
            "evasive with its own words for everything",
            "A name is not known.",
            "Correct the name.",
            AnswerVerdict::Wrong,
        ),
        ("half", "`lenght` is not known.", "Declare it.", AnswerVerdict::Half),
        ("half: part of a longer word is not the word", "`lenght` is not known.", "Use lengthOf.", AnswerVerdict::Half),
        ("wrong cause with the right words", "lenght and length: a missing dependency.", "", AnswerVerdict::Wrong),
        ("wrong cause with another ending", "The build is misconfigured: lenght, length.", "", AnswerVerdict::Wrong),
        ("a denied cause is none", "`lenght` for `length`; it is not a missing dependency.", "", AnswerVerdict::Right),
        ("a cause in other words", "`lenght` for `length` because of a missing dependency.", "", AnswerVerdict::Wrong),
        ("another cause instead", "`lenght` for `length` instead of a missing dependency.", "", AnswerVerdict::Right),
        (
            "a denial ends with its sentence",
            "It is not `length`. A missing dependency: lenght.",
            "",
            AnswerVerdict::Wrong,
        ),
        ("right words with a version made up", "`lenght` for `length`.", "Use Kotlin 7.3.1.", AnswerVerdict::Wrong),
        ("a version of the evidence", "`lenght` for `length` in Kotlin 1.9.24.", "", AnswerVerdict::Right),
        ("the beginning of one", "`lenght` for `length` in Kotlin 1.9.", "", AnswerVerdict::Right),
        ("a version that is known to be right", "`lenght` for `length`.", "Or Kotlin 2.1.20.", AnswerVerdict::Right),
        ("another ending of one", "`lenght` for `length`.", "Or Kotlin 2.1.21.", AnswerVerdict::Wrong),
    ];
    for (what, cause, fix, expected) in cases {
        let graded = grade(&answered(cause, fix), &case());
        assert_eq!(graded.verdict, expected, "{what}: {}", graded.why);
    }
}

#[test]
fn saying_that_it_does_not_know_is_right_only_where_nobody_could() {
    let unsure = || ended(Ending::Unsure { why: "nothing shows it".into() });
    let dark = GradedCase { unsure: true, names: Vec::new(), place: String::new(), ..case() };
    assert_eq!(grade(&unsure(), &case()).verdict, AnswerVerdict::NotSure);
    assert_eq!(grade(&unsure(), &dark).verdict, AnswerVerdict::Right);
    assert_eq!(grade(&answered("`lenght` for `length`.", ""), &dark).verdict, AnswerVerdict::Wrong);
    for ending in [Ending::GaveUp { why: "no server".into() }, Ending::Cancelled] {
        assert_eq!(grade(&ended(ending.clone()), &case()).verdict, AnswerVerdict::NoAnswer);
        assert_eq!(
            grade(&ended(ending), &dark).verdict,
            AnswerVerdict::NoAnswer,
            "a server that is away is not a right answer"
        );
    }
}

#[test]
fn an_answer_must_rest_on_the_right_place() {
    let at = |file: &str, line: u32| {
        let mut answer = answered("`lenght` for `length`.", "");
        answer.cause[0].cites[0] = Cite { file: file.into(), line, quote: String::new() };
        grade(&answer, &case()).verdict
    };
    assert_eq!(at("src/Label.kt", 4), AnswerVerdict::Right, "models miscount");
    assert_eq!(at("src/Label.kt", 5), AnswerVerdict::Half);
    assert_eq!(at("src/Other.kt", 2), AnswerVerdict::Half);
    assert_eq!(at("log", 1), AnswerVerdict::Right, "the line of the log names the file");
    assert_eq!(at("log", 2), AnswerVerdict::Half, "that one does not");
    let mut changes = answered("`lenght` for `length`.", "");
    changes.cause[0].cites.clear();
    changes.fixes[0].file = Some("src/Label.kt".into());
    assert_eq!(grade(&changes, &case()).verdict, AnswerVerdict::Right);
    let anywhere = GradedCase { place: String::new(), ..case() };
    changes.fixes[0].file = None;
    assert_eq!(grade(&changes, &anywhere).verdict, AnswerVerdict::Right);
}

#[test]
fn what_looks_like_a_version_is_one_and_nothing_else() {
    let found = versions("gradle 8.2.1, kotlin 2.0.0-rc1. label.kt:6 x1.2 1..2 v3.4 at 12:30 1,5 7 c:lib:1.0");
    assert_eq!(found, ["8.2.1", "2.0.0-rc1", "3.4", "1.0"]);
}

/// An answer that quotes the whole case must be right; one about another case must not.
#[test]
fn every_case_can_be_answered_and_not_by_the_answer_to_another() {
    let cases = all().unwrap();
    let model_answer = |case: &GradedCase| {
        let names = case.names.iter().map(|names| names.split('|').next().unwrap_or_default().trim_end_matches('*'));
        let cause = names.collect::<Vec<_>>().join(" and ");
        let mut answer = answered(&cause, "");
        answer.cause[0].cites.clear();
        if let Some((file, line)) = super::places(&case.place).next() {
            answer.cause[0].cites = vec![Cite { file: file.into(), line, quote: String::new() }];
        }
        answer
    };
    for (at, case) in cases.iter().enumerate().filter(|(_, case)| !case.unsure) {
        let graded = grade(&model_answer(case), case);
        assert_eq!(graded.verdict, AnswerVerdict::Right, "{}: {}", case.name, graded.why);
        for (other, wrong) in cases.iter().enumerate().filter(|(_, case)| !case.unsure) {
            let graded = grade(&model_answer(wrong), case).verdict;
            assert!(
                other == at || graded != AnswerVerdict::Right,
                "{}: the answer to {} is right",
                case.name,
                wrong.name
            );
        }
    }
}

#[test]
fn verdicts_are_told_with_their_reason() {
    let graded = grade(&answered("`lenght` is not known.", ""), &case());
    assert_eq!(graded.why, "it does not name `length`");
    assert_eq!(verdict("lenght, length", ""), AnswerVerdict::Right);
}
