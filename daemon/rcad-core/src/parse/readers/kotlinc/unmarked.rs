//! Messages of the compiler that do not begin with its mark `e: `.

use super::{alone, bare, capitalised, crash, diagnostic, layout, messages, warnings};
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::ReaderMatch;
use crate::pattern::classify;

/// A line that begins with something else than `e: `.
pub fn read(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let sentence = line.strip_prefix("exception: ").or_else(|| line.strip_prefix("Kotlin: [Internal Error] "));
    if let Some(message) = sentence {
        return ended(lines, at, message);
    }
    // The exception of the compiler that ended it, where nothing put its mark before.
    if let Some(message) = crash::unmarked(lines.get(at)) {
        return Some(crash::read(lines, at, message));
    }
    if let Some(placed) = layout::unmarked(line) {
        return diagnostic(lines, at, &placed);
    }
    // `/p/A.java:17:` above is javac's.
    // `> …` stands in Gradle's block, which has its own reader.
    let placed = lines.get(at).trim_start().starts_with("> ")
        || at > 0 && lines.get(at - 1).ends_with(':') && lines.get(at - 1).contains(".java:");
    if let Some(alone) = alone::read(line).filter(|_| !placed) {
        let mut found = bare(lines, at, &capitalised(&alone.message))?;
        found.failure.file = found.failure.file.or(alone.file.map(str::to_owned));
        found.failure.line = found.failure.line.or(alone.line);
        return Some(found);
    }
    // javac says so as well.
    let javac = |task: &str| task.rsplit(':').next().is_some_and(|name| name.contains("Java"));
    if line.contains("arnings found and -Werror") && lines.task_above(at).is_some_and(javac) {
        return None;
    }
    // Other tools print `error: …` too: only what is the compiler's alone.
    let message = capitalised(line.strip_prefix("error: ")?);
    let mut failure = Failure::new(Category::Other, Language::Kotlin, message.as_str());
    classify(&messages::BARE, &message, &mut failure)?;
    let mut found = bare(lines, at, &message)?;
    warnings::of_javac(lines, at, &mut found.failure);
    Some(found)
}

/// `Shelf.kt:14:15 Expecting an element`: a message that the compiler's table knows, without the compiler's mark.
pub fn located(lines: &Lines, at: usize) -> Option<Failure> {
    let placed = layout::unmarked(layout::bare(lines.get(at)))?;
    diagnostic(lines, at, &placed).map(|found| found.failure)
}

/// What stands behind `exception: `: the exception that ended the compiler, or, where each line of a processor's output begins
/// so, what the processor said.
fn ended(lines: &Lines, at: usize, message: &str) -> Option<ReaderMatch> {
    if let Some(placed) = layout::unmarked(message) {
        return diagnostic(lines, at, &placed);
    }
    let goes_on = at > 0 && lines.get(at - 1).trim_start().starts_with("exception: ");
    let told = ["info: ", "warning: "].iter().any(|mark| message.starts_with(mark));
    (crash::is_exception(message) || !goes_on && !told).then(|| crash::read(lines, at, message))
}
