//! The evidence that is put before a model: gathered by the program, judged and cut by [`super::budget`].

use serde::{Deserialize, Serialize};

use super::lesson::Lesson;
use crate::Analysis;
use crate::model::answer::Style;
use crate::model::environment::Environment;
use crate::model::failure::Role;

/// What a piece of evidence is, in the order in which it is worth its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SnippetKind {
    /// The failing place with the code around it.
    Failing,
    /// Lines of the log.
    Log,
    /// Signatures of what the failing code uses or is used by.
    Signature,
    /// What the build files say.
    Build,
    /// What was remembered: like failures and what mended them.
    Memory,
}

/// One piece of evidence: consecutive lines of a file or of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snippet {
    /// What it is.
    pub kind: SnippetKind,
    /// Path relative to the project; nothing for the log.
    pub file: Option<String>,
    /// 1-based number of the first line.
    pub from: u32,
    /// The lines.
    pub lines: Vec<String>,
    /// The line that matters most, 1-based in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus: Option<u32>,
}

/// A question: what a model is told of one failure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The rules' answer, whose first error is the one to explain.
    pub analysis: Analysis,
    /// Versions that the build ran with.
    pub environment: Environment,
    /// The evidence, as much as was found; not yet cut.
    pub pieces: Vec<Snippet>,
    /// Mistakes that models made with such failures.
    pub lessons: Vec<Lesson>,
    /// How the answer is to be written.
    pub style: Style,
}

impl Question {
    /// How well the failure is known, 0 to 1: the rules' own confidence, or how alike the nearest failure is that was seen
    /// before, whichever is more. See [`crate::model::answer::Factors::known`].
    pub fn known(&self) -> f64 {
        let alike = self.analysis.similar.iter().map(|similar| similar.score);
        alike.fold(self.analysis.confidence, f64::max).clamp(0.0, 1.0)
    }

    /// How simple the failure is, 0 to 1: 1 for one error, a fifth less for each other one that does not follow from it, not
    /// below 0.2. See [`crate::model::answer::Factors::simple`].
    pub fn simple(&self) -> f64 {
        let errors = &self.analysis.errors;
        let others = errors.iter().skip(1).filter(|error| error.role != Role::Consequence).count();
        (1.0 - 0.2 * others as f64).max(0.2)
    }
}
