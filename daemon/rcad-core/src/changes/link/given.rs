//! What is given to tie a failure: the project, the changes, and the words of the failure.

use crate::changes::code::file::CodeReader;
use crate::model::change::{Change, FilePair, ProjectPlace};
use crate::model::failure::Failure;
use crate::project::{Files, locate, walk};

/// A project that differs from its baseline.
pub struct ChangedProject<'p> {
    /// The files as they are now.
    pub files: &'p dyn Files,
    /// Those that differ, in both states.
    pub pairs: &'p [FilePair],
    /// What differs, by name.
    pub changes: &'p [Change],
    /// What differs, by lines.
    pub hunks: &'p [Change],
    /// Reads declarations.
    pub reader: &'p dyn CodeReader,
    /// Where the project's sources, scripts and resources have a word.
    pub uses: &'p dyn Fn(&str) -> Vec<ProjectPlace>,
}

/// A change that is tied to a failure.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangeTie {
    /// The change.
    pub change: Change,
    /// Index of the failure.
    pub failure: usize,
    /// How strong it is, 0 to 100.
    pub weight: u8,
    /// What ties it, for people: a clause.
    pub why: String,
    /// Whether nothing else is left to be the reason.
    pub certain: bool,
}

/// Ties of 80 and more may be certain.
const STRONG: u8 = 80;

/// Collects the ties of one failure.
pub(super) struct FoundTies {
    pub(super) all: Vec<ChangeTie>,
    pub(super) failure: usize,
}

impl FoundTies {
    pub(super) fn add(&mut self, change: &Change, weight: u8, certain: bool, why: impl Into<String>) {
        let certain = certain && weight >= STRONG;
        self.all.push(ChangeTie { change: change.clone(), failure: self.failure, weight, why: why.into(), certain });
    }
}

/// Whether `word` is in `text` as a whole word.
pub fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + word.len()..].chars().next())
        })
}

/// The project's file that a failure names, of which a trace has the name only.
pub(super) fn failing_file(failure: &Failure, project: &ChangedProject<'_>) -> Option<String> {
    let file = failure.file.as_deref()?;
    let end = format!("/{file}");
    locate(project.files, file).or_else(|| walk(project.files, "", 1, &|path| path.ends_with(&end)).pop())
}

/// The failing line as it is now.
pub(super) fn failing_line(failure: &Failure, project: &ChangedProject<'_>) -> String {
    let (Some(file), Some(line)) = (failing_file(failure, project), failure.line) else { return String::new() };
    let shown = failure.source.iter().find(|one| one.line == line).map(|one| one.text.clone());
    shown
        .or_else(|| {
            let text = project.files.read(&file)?;
            text.lines().nth((line as usize).checked_sub(1)?).map(str::to_owned)
        })
        .unwrap_or_default()
}

/// The last part of a name: `total` of `Basket.total(int)`.
pub(super) fn simple(name: &str) -> &str {
    let name = name.split(['(', '<', '[']).next().unwrap_or(name).trim();
    name.rsplit(['.', '/', ':', '$', '#']).next().unwrap_or(name)
}

/// All that a failure's tool has said: message, details, evidence.
pub(super) fn said(failure: &Failure) -> String {
    let mut text = failure.message.clone();
    for more in failure.details.values().chain(failure.evidence.iter().map(|one| &one.text)) {
        text.push('\n');
        text.push_str(more);
    }
    text
}
