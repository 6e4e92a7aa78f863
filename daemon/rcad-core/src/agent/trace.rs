//! What can be seen while the agent works, and afterwards: its steps in the order in which they were taken.

use serde::{Deserialize, Serialize};

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// The job begins, or goes on after the daemon was restarted.
    Started,
    /// The model is asked.
    Iteration,
    /// What the model thought.
    Thought,
    /// A tool is called.
    Action,
    /// What the tool answered.
    Observation,
    /// The tool could not answer.
    ToolError,
    /// The answer is put together and checked.
    Synthesis,
    /// The job has ended with an answer, or with saying that it does not know.
    Complete,
    /// Something did not work; the job goes on or has ended, as the text says.
    Error,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// What it is.
    pub kind: StepKind,
    /// 1-based number of the time that the model was asked; 0 before.
    pub iteration: u32,
    /// In words for people.
    pub text: String,
    /// Share of the job that is done, 0 to 1; never falls.
    pub progress: f64,
    /// Unix milliseconds.
    pub at_ms: u64,
}

/// Most characters of a step's text.
pub const LONGEST: usize = 300;

/// A text for a step: on one line, without control characters, cut at [`LONGEST`] characters.
pub fn shorten(text: &str) -> String {
    let mut short = String::new();
    let mut length = 0;
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    for (at, word) in words.enumerate() {
        for letter in (at > 0).then_some(' ').into_iter().chain(word.chars()) {
            if length == LONGEST {
                short.pop();
                short.push('…');
                return short;
            }
            short.push(letter);
            length += 1;
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, shorten};

    #[test]
    fn a_text_is_one_line_and_no_longer_than_it_may_be() {
        assert_eq!(shorten("  a\n\t b\u{1b}[31mc  "), "a b [31mc");
        assert_eq!(shorten(""), "");
        let fits = "é".repeat(LONGEST);
        assert_eq!(shorten(&fits), fits);
        let long = shorten(&"é ".repeat(LONGEST));
        assert_eq!(long.chars().count(), LONGEST);
        assert!(long.ends_with('…'), "{long}");
    }
}
