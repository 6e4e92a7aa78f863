//! How commands print: output formats, colours, exit codes, refused requests.

use std::io::{self, IsTerminal};

use anyhow::{Result, bail};
use clap::ValueEnum;

use crate::protocol::RequestError;

/// How a command ended; [`crate::main`] turns it into the exit code: 0, 1 or (for an error) 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Successful.
    Success,
    /// Nothing found, or something is unhealthy.
    Empty,
    /// The exit code of the command that was run.
    Code(u8),
}

/// Output formats of lists and states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Output formats of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnalysisFormat {
    /// For people
    Text,
    /// The analysis as JSON, indented
    Json,
    /// The analysis as JSON on one line
    Jsonl,
    /// For an issue or a chat
    Markdown,
    /// SARIF 2.1.0, for code scanning and IDEs
    Sarif,
}

/// Reports a refused request: exit code 1 if nothing was found, an error otherwise.
pub fn refused(refused: &RequestError) -> Result<Exit> {
    if !matches!(refused.code.as_str(), "NOT_FOUND" | "AMBIGUOUS_ID" | "NO_RESULTS") {
        bail!("{}", refused.message);
    }
    eprintln!("rcad: {}", refused.message);
    Ok(Exit::Empty)
}

/// Whether to colour stdout: it is a terminal and `NO_COLOR` is not set.
pub fn colours() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// The text without control characters, which would move the terminal's cursor or recolour it; a tab stays.
pub fn plain(text: &str) -> String {
    text.replace(|letter: char| letter.is_control() && letter != '\t', " ")
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn text_of_others_does_not_steer_the_terminal() {
        assert_eq!(plain("a\u{1b}[2Jb\r\nc\u{7}\u{9b}1mé\u{7f}"), "a [2Jb  c  1mé ");
        assert_eq!(plain("\tat a.B.c(B.kt:1)"), "\tat a.B.c(B.kt:1)");
    }
}
