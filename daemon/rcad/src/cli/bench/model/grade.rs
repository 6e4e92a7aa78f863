//! Grades an answer against the known right one. Deterministic; asks no model.

use rcad_core::model::answer::{Answer, Ending};
use serde::Serialize;

use super::cases::{GradedCase, places};

/// The verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerVerdict {
    /// It says everything a right answer says and cites the right location; or it rightly says that it does not know.
    Right,
    /// It says part of it, or cites another location.
    Half,
    /// It says nothing of it, claims a wrong cause, invents a version, or claims a cause that the evidence does not
    /// show.
    Wrong,
    /// It says that it does not know although the evidence shows the cause.
    NotSure,
    /// The job did not finish.
    NoAnswer,
}

/// A verdict and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerGrade {
    /// The verdict.
    pub verdict: AnswerVerdict,
    /// The reason, for people.
    pub why: String,
}

/// Accepted distance from the right line.
const NEAR: u32 = 2;
/// Words before a phrase that are searched for a denial.
const DENIAL: usize = 4;
/// Words that deny what follows.
const DENIALS: &[&str] =
    &["not", "no", "isn't", "wasn't", "aren't", "doesn't", "cannot", "nor", "rather", "instead", "without"];

/// Grades an answer to a case.
pub fn grade(answer: &Answer, case: &GradedCase) -> AnswerGrade {
    let of = |verdict, why: String| AnswerGrade { verdict, why };
    match &answer.ending {
        Ending::GaveUp { why } => return of(AnswerVerdict::NoAnswer, why.clone()),
        Ending::Cancelled => return of(AnswerVerdict::NoAnswer, "stopped".to_owned()),
        Ending::Unsure { why } if case.unsure => return of(AnswerVerdict::Right, format!("rightly: {why}")),
        Ending::Unsure { why } => return of(AnswerVerdict::NotSure, why.clone()),
        Ending::Answered if case.unsure => {
            return of(AnswerVerdict::Wrong, "the evidence does not show the cause; it claims one".to_owned());
        }
        Ending::Answered => {}
    }
    let cause = answer.cause.iter().map(|claim| claim.text.as_str()).collect::<Vec<_>>().join("\n").to_lowercase();
    let fixes = answer.fixes.iter().map(|fix| format!("{} {}", fix.text, fix.file.as_deref().unwrap_or_default()));
    let text = format!("{cause}\n{}", fixes.collect::<Vec<_>>().join("\n").to_lowercase());
    if let Some(claimed) = case.never.iter().find(|never| claims(&cause, never)) {
        return of(AnswerVerdict::Wrong, format!("it claims `{claimed}`"));
    }
    if let Some(version) = invented(&text, case) {
        return of(AnswerVerdict::Wrong, format!("version {version} is made up"));
    }
    let missing: Vec<&str> = case.names.iter().filter(|names| !names_any(&text, names)).map(String::as_str).collect();
    if missing.len() == case.names.len() {
        return of(AnswerVerdict::Wrong, format!("it names nothing of `{}`", case.names.join("`, `")));
    }
    if !missing.is_empty() {
        return of(AnswerVerdict::Half, format!("it does not name `{}`", missing.join("`, `")));
    }
    if !case.place.is_empty()
        && !places(&case.place).any(|(file, line)| cites_location(answer, case, &text, file, line))
    {
        return of(AnswerVerdict::Half, format!("it does not rest on {}", case.place.replace('|', " or ")));
    }
    of(AnswerVerdict::Right, "it names all of it".to_owned())
}

/// Whether the text contains one of `a|b`.
fn names_any(text: &str, names: &str) -> bool {
    names.split('|').any(|name| found(text, name).next().is_some())
}

/// Whether the text contains a phrase that is not denied before: `it is not a missing dependency` claims none.
fn claims(text: &str, phrase: &str) -> bool {
    found(text, phrase).any(|at| {
        let sentence = text[..at].rsplit(['.', '\n', ';']).next().unwrap_or_default();
        let words = sentence.split_whitespace().rev().take(DENIAL);
        !words.map(|word| word.trim_matches([',', ':', '(', '`', '"'])).any(|word| DENIALS.contains(&word))
    })
}

/// Positions of whole words in lower-case text; `*` at the end matches any ending.
fn found<'t>(text: &'t str, phrase: &str) -> impl Iterator<Item = usize> + use<'t> {
    let open = phrase.ends_with('*');
    let phrase = phrase.trim_end_matches('*').to_lowercase();
    let of_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts_word = phrase.starts_with(of_word);
    let ends_word = phrase.ends_with(of_word) && !open;
    let starts: Vec<usize> = text.match_indices(phrase.as_str()).map(|(at, _)| at).collect();
    starts.into_iter().filter(move |at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        !(starts_word && before.is_some_and(of_word) || ends_word && after.is_some_and(of_word))
    })
}

/// Whether the answer cites this location or the line of the log that names it, wants to change the file, or mentions
/// it.
fn cites_location(answer: &Answer, case: &GradedCase, text: &str, file: &str, line: u32) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let in_log = |at: u32| case.log.lines().nth(at.saturating_sub(1) as usize).is_some_and(|log| log.contains(name));
    answer.cause.iter().flat_map(|claim| &claim.cites).any(|cite| {
        let here = cite.file == file || (file.contains('/') && cite.file.ends_with(&format!("/{file}")));
        here && cite.line.abs_diff(line) <= NEAR || cite.file == "log" && file != "log" && in_log(cite.line)
    }) || answer.fixes.iter().any(|fix| fix.file.as_deref() == Some(file))
        || text.contains(&format!("{name}:{line}").to_lowercase())
}

/// A version in the answer that neither the evidence nor the right answer has.
fn invented(text: &str, case: &GradedCase) -> Option<String> {
    let evidence: String =
        std::iter::once(&case.log).chain(case.files.values()).map(|text| text.to_lowercase()).collect();
    let known = |version: &str| {
        let longer = format!("{version}.");
        found(&evidence, version).next().is_some()
            || evidence.contains(&longer)
            || case.versions.iter().any(|known| known == version || known.starts_with(&longer))
    };
    versions(text).into_iter().find(|version| !known(version))
}

/// Version numbers like `1.9.24`, `8.2`, `2.0.0-rc1` at the beginning of words.
fn versions(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_')));
    let words = words.map(|word| word.trim_start_matches('v').trim_end_matches(['.', '-', '_']));
    let is_version = |word: &&str| {
        let mut parts = word.split('.');
        let number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        number(first) && second.starts_with(|c: char| c.is_ascii_digit())
    };
    words.filter(is_version).map(str::to_owned).collect()
}

#[cfg(test)]
pub mod tests;
