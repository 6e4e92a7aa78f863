//! The evidence for a model: gathered by the program, selected and cut by [`super::budget`].

use serde::{Deserialize, Serialize};

use super::lesson::Lesson;
use crate::Analysis;
use crate::model::answer::Style;
use crate::model::environment::Environment;
use crate::model::failure::Role;

/// Kind of a snippet, the most valuable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SnippetKind {
    /// The failing line with the code around it.
    Failing,
    /// Lines of the log.
    Log,
    /// Signatures of what the failing code uses or is used by.
    Signature,
    /// Declarations of build files.
    Build,
    /// Similar failures and how they were resolved.
    Memory,
}

/// Consecutive lines of a file or of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snippet {
    /// Its kind.
    pub kind: SnippetKind,
    /// Path relative to the project; nothing for the log.
    pub file: Option<String>,
    /// 1-based number of the first line.
    pub from: u32,
    /// The lines.
    pub lines: Vec<String>,
    /// The most important line, 1-based in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus: Option<u32>,
}

/// Everything that a model gets about one failure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The rules' answer, whose first error is the one to explain.
    pub analysis: Analysis,
    /// Versions that the build ran with.
    pub environment: Environment,
    /// The evidence, not yet cut.
    pub pieces: Vec<Snippet>,
    /// Mistakes of models with such failures.
    pub lessons: Vec<Lesson>,
    /// Style of the answer.
    pub style: Style,
}

impl Question {
    /// How well the failure is known, 0 to 1: the rules' confidence or the similarity of the nearest earlier failure,
    /// whichever is higher. See [`crate::model::answer::Factors::known`].
    pub fn known(&self) -> f64 {
        let similarities = self.analysis.similar.iter().map(|similar| similar.score);
        similarities.fold(self.analysis.confidence, f64::max).clamp(0.0, 1.0)
    }

    /// How simple the failure is: 1 for one error, 0.2 less for each other independent one, at least 0.2. See
    /// [`crate::model::answer::Factors::simple`].
    pub fn simple(&self) -> f64 {
        let errors = &self.analysis.errors;
        let others = errors.iter().skip(1).filter(|error| error.role != Role::Consequence).count();
        (1.0 - 0.2 * others as f64).max(0.2)
    }
}
