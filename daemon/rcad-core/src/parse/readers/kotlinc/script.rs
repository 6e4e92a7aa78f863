//! The line of a build script that Gradle quotes below the compiler's messages.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;

/// So far below a compiler's messages Gradle quotes the lines of a script.
const WITHIN: usize = 40;

/// Adds the line of the script: `  Line 09:     shelf {`.
pub fn quoted_line(lines: &Lines, at: usize, failure: &mut Failure) {
    let Some(number) = failure.line.filter(|_| failure.category == Category::GradleScriptCompile) else { return };
    let quoted = (at + 1..at + WITHIN).find_map(|index| {
        let (found, source) = lines.get(index).trim_start().strip_prefix("Line ")?.split_once(": ")?;
        (found.parse() == Ok(number)).then(|| source.trim().to_owned())
    });
    if let Some(source) = quoted {
        failure.details.insert("source_line".to_owned(), source);
    }
}
