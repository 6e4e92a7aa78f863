//! What is given to tie a failure: the project, the changes, and the words of the failure.

use crate::code::CodeReader;
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
    /// Whether it is known of every file whether it differs: else nothing is the reason because nothing else is left.
    pub is_whole: bool,
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

/// A failure with what every kind of tie asks of it.
pub(super) struct ReadFailure<'f> {
    pub(super) failure: &'f Failure,
    /// The last part of its symbol; empty without one.
    pub(super) symbol: &'f str,
    /// The text of the project's file that it names; empty where it is not found.
    pub(super) text: String,
    /// The failing line as it is now.
    pub(super) line: String,
    /// All that its tool has said: message, details, evidence.
    pub(super) said: String,
}

impl<'f> ReadFailure<'f> {
    pub(super) fn of(failure: &'f Failure, project: &ChangedProject<'_>) -> ReadFailure<'f> {
        let file = failure.file.as_deref().and_then(|file| {
            // A trace has the file's name only.
            let end = format!("/{file}");
            locate(project.files, file).or_else(|| walk(project.files, "", 1, &|path| path.ends_with(&end)).pop())
        });
        let text = file.and_then(|file| project.files.read(&file)).unwrap_or_default();
        let at = failure.line.and_then(|line| (line as usize).checked_sub(1));
        let line = at.and_then(|at| text.lines().nth(at)).unwrap_or_default().to_owned();
        let symbol = failure.symbol.as_deref().map(simple).unwrap_or_default();
        ReadFailure { failure, symbol, line, said: said(failure), text }
    }

    /// The lines from the failing one on.
    pub(super) fn lines(&self, most: usize) -> String {
        let from = self.failure.line.unwrap_or(1).saturating_sub(1) as usize;
        self.text.lines().skip(from).take(most).collect::<Vec<_>>().join("\n")
    }
}

/// The last part of a name: `total` of `Basket.total(int)`.
pub(super) fn simple(name: &str) -> &str {
    let name = name.split(['(', '<', '[']).next().unwrap_or(name).trim();
    name.rsplit(['.', '/', ':', '$', '#']).next().unwrap_or(name)
}

fn said(failure: &Failure) -> String {
    let mut text = failure.message.clone();
    for more in failure.details.values().chain(failure.evidence.iter().map(|one| &one.text)) {
        text.push('\n');
        text.push_str(more);
    }
    text
}
