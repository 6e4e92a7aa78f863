//! How an answer fares against what is known to be right. Pure: the same answer always fares the same; asks no model.

use rcad_core::model::answer::{Answer, Ending};
use serde::Serialize;

use super::cases::{Case, places};

/// How an answer fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerVerdict {
    /// It names all that a right answer names, at the right place; or it rightly says that it does not know.
    Right,
    /// It names some of it, or rests on another place.
    Half,
    /// It names nothing of it, claims a wrong cause, makes a version up, or claims a cause that the evidence does not show.
    Wrong,
    /// It says that it does not know, where the evidence shows the cause.
    NotSure,
    /// The model could not be asked to the end.
    NoAnswer,
}

/// A verdict and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// How it fares.
    pub verdict: AnswerVerdict,
    /// Why, in words for people.
    pub why: String,
}

/// Lines beside the right one that are near enough.
const NEAR: u32 = 2;
/// Words before a phrase in which it can be denied.
const DENIAL: usize = 4;
/// What denies it.
const DENIALS: &[&str] =
    &["not", "no", "isn't", "wasn't", "aren't", "doesn't", "cannot", "nor", "rather", "instead", "without"];

/// Grades an answer to a case.
pub fn grade(answer: &Answer, case: &Case) -> Grade {
    let of = |verdict, why: String| Grade { verdict, why };
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
    let said = format!("{cause}\n{}", fixes.collect::<Vec<_>>().join("\n").to_lowercase());
    if let Some(claimed) = case.never.iter().find(|never| claims(&cause, never)) {
        return of(AnswerVerdict::Wrong, format!("it claims `{claimed}`"));
    }
    if let Some(version) = invented(&said, case) {
        return of(AnswerVerdict::Wrong, format!("version {version} is made up"));
    }
    let missing: Vec<&str> = case.names.iter().filter(|names| !names_any(&said, names)).map(String::as_str).collect();
    if missing.len() == case.names.len() {
        return of(AnswerVerdict::Wrong, format!("it names nothing of `{}`", case.names.join("`, `")));
    }
    if !missing.is_empty() {
        return of(AnswerVerdict::Half, format!("it does not name `{}`", missing.join("`, `")));
    }
    if !case.place.is_empty() && !places(&case.place).any(|(file, line)| rests_on(answer, case, &said, file, line)) {
        return of(AnswerVerdict::Half, format!("it does not rest on {}", case.place.replace('|', " or ")));
    }
    of(AnswerVerdict::Right, "it names all of it".to_owned())
}

/// Whether one of `a|b` is said.
fn names_any(said: &str, names: &str) -> bool {
    names.split('|').any(|name| found(said, name).next().is_some())
}

/// Whether it is said and not denied in the words before: `it is not a missing dependency` claims none.
fn claims(said: &str, phrase: &str) -> bool {
    found(said, phrase).any(|at| {
        let sentence = said[..at].rsplit(['.', '\n', ';']).next().unwrap_or_default();
        let words = sentence.split_whitespace().rev().take(DENIAL);
        !words.map(|word| word.trim_matches([',', ':', '(', '`', '"'])).any(|word| DENIALS.contains(&word))
    })
}

/// Where whole words stand in a text in lower case; `*` at the end stands for any ending.
fn found<'t>(said: &'t str, phrase: &str) -> impl Iterator<Item = usize> + use<'t> {
    let open = phrase.ends_with('*');
    let phrase = phrase.trim_end_matches('*').to_lowercase();
    let of_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts_word = phrase.starts_with(of_word);
    let ends_word = phrase.ends_with(of_word) && !open;
    let starts: Vec<usize> = said.match_indices(phrase.as_str()).map(|(at, _)| at).collect();
    starts.into_iter().filter(move |at| {
        let before = said[..*at].chars().next_back();
        let after = said[at + phrase.len()..].chars().next();
        !(starts_word && before.is_some_and(of_word) || ends_word && after.is_some_and(of_word))
    })
}

/// Whether the answer cites this place, or the line of the log that names it, or wants to change the file, or says so.
fn rests_on(answer: &Answer, case: &Case, said: &str, file: &str, line: u32) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let in_log = |at: u32| case.log.lines().nth(at.saturating_sub(1) as usize).is_some_and(|log| log.contains(name));
    answer.cause.iter().flat_map(|claim| &claim.cites).any(|cite| {
        let here = cite.file == file || (file.contains('/') && cite.file.ends_with(&format!("/{file}")));
        here && cite.line.abs_diff(line) <= NEAR || cite.file == "log" && file != "log" && in_log(cite.line)
    }) || answer.fixes.iter().any(|fix| fix.file.as_deref() == Some(file))
        || said.contains(&format!("{name}:{line}").to_lowercase())
}

/// A version that is said and neither in the evidence nor known to be right.
fn invented(said: &str, case: &Case) -> Option<String> {
    let evidence: String =
        std::iter::once(&case.log).chain(case.files.values()).map(|text| text.to_lowercase()).collect();
    let known = |version: &str| {
        let longer = format!("{version}.");
        found(&evidence, version).next().is_some()
            || evidence.contains(&longer)
            || case.versions.iter().any(|known| known == version || known.starts_with(&longer))
    };
    versions(said).into_iter().find(|version| !known(version))
}

/// `1.9.24`, `8.2`, `2.0.0-rc1`: numbers with points between that begin a word.
fn versions(said: &str) -> Vec<String> {
    let words = said.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_')));
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
