//! Marks of a merge conflict that are still in a file: whatever the tools say of them is one mistake, and it is git's.

use std::collections::{BTreeMap, BTreeSet};

use super::super::rank::is_parsers;
use super::tie::Tie;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::reader::TakenFailure;
use crate::pattern::Pattern;

/// Why a failure follows from another one of its file.
const OF_MARKS: &str = "the marks of a merge conflict are still in its file";

/// Why one file's marks are told with another one's.
const OTHER_FILE: &str = "the same merge left marks in another file";

/// `<<<<<<< HEAD`, `=======`, `  Line 2: >>>>>>> feature/total`, ` 7 | <<<<<<< HEAD`: such a line as a tool quotes it
static QUOTED: Pattern = Pattern::new(
    r"^\s*(?:[Ll]ine [0-9]+: ?|[0-9]+ \| ?)?(?P<mark><{7}(?: \S.*)?|={7}|>{7}(?: \S.*)?|\|{7}(?: \S.*)?)$",
);

/// Lines below a message of which the tool may quote one.
const BELOW: usize = 2;

/// Longest mark that is told, in characters.
const LONGEST: usize = 60;

/// Notes at the first failure of each such file its mark, and says what is to be done.
pub fn tell(lines: &Lines, taken: &mut [TakenFailure]) {
    let mut files: BTreeMap<String, (Option<u32>, usize, Mark)> = BTreeMap::new();
    let by_place = by_columns(taken);
    for (at, one) in taken.iter().enumerate() {
        let failure = &one.found.failure;
        let Some(file) = failure.file.clone().filter(|_| is_of_a_file(failure)) else { continue };
        let of_place = || by_place.get(&file).filter(|mark| failure.line == Some(mark.line)).cloned();
        let Some(mark) = quoted(lines, one).or_else(of_place) else { continue };
        let found = (failure.line, at, mark);
        let first = files.entry(file).or_insert_with(|| found.clone());
        if (found.0, found.1) < (first.0, first.1) {
            *first = found;
        }
    }
    for (_, at, mark) in files.into_values() {
        let failure = &mut taken[at].found.failure;
        failure.details.insert("conflict_marker".to_owned(), mark.text);
        failure.say(
            "`{name}` holds an unresolved merge conflict: line {line} is one of the marks that git wrote into it (`{conflict_marker}`), and no code.",
            &[
                "Resolve the conflict in `{name}`: keep one of the two sides, or put both together, and remove the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`. `git status` lists all files that still have one, `git diff --check` each mark.",
            ],
        );
    }
}

/// Ties the other failures of such a file to the one that tells the mark, and the files to the first of them.
pub fn tie(failures: &[&Failure], ties: &mut [Option<Tie>]) {
    let mut heads: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, failure) in failures.iter().enumerate().filter(|(_, failure)| is_told(failure)) {
        heads.entry(failure.file.as_deref().unwrap_or("")).or_insert(at);
    }
    let Some(first) = heads.values().min().copied() else { return };
    for (at, failure) in failures.iter().enumerate().filter(|(_, failure)| is_of_a_file(failure)) {
        let Some(head) = failure.file.as_deref().and_then(|file| heads.get(file)).copied() else { continue };
        ties[at] = match at {
            at if at == first => None,
            at if at == head => Some(Tie { cause: first, again: true, why: OTHER_FILE }),
            _ => Some(Tie { cause: head, again: false, why: OF_MARKS }),
        };
    }
}

/// Whether a failure tells a mark.
pub fn is_told(failure: &Failure) -> bool {
    failure.details.contains_key("conflict_marker")
}

/// A mark, and where it stands.
#[derive(Clone, Debug)]
struct Mark {
    line: u32,
    text: String,
}

/// The mark that the tool quotes below its message.
fn quoted(lines: &Lines, one: &TakenFailure) -> Option<Mark> {
    let failure = &one.found.failure;
    let line = failure.line?;
    let shown = (one.start + 1..(one.end() + BELOW).min(lines.len())).map(|index| lines.get(index));
    let shown = failure.details.get("source_line").map(String::as_str).into_iter().chain(shown);
    // The next message's excerpt is another line of the file.
    let own = shown.take_while(|text| !text.contains("error: ") && !text.starts_with("e: "));
    let mark = own.filter_map(|text| QUOTED.captures(text)).map(|found| found["mark"].to_owned()).next()?;
    Some(Mark { line, text: mark.chars().take(LONGEST).collect() })
}

/// Kotlin quotes no lines through Gradle, but its parser stumbles over each token of a mark: over every `<` and `>`, and over
/// `===`, `===` and `=`. Three such lines in this order are what a conflict looks like, and nothing else does.
fn by_columns(taken: &[TakenFailure]) -> BTreeMap<String, Mark> {
    let mut files: BTreeMap<&str, BTreeMap<u32, BTreeSet<u32>>> = BTreeMap::new();
    for failure in taken.iter().map(|one| &one.found.failure).filter(|failure| is_parsers(failure)) {
        if let (Some(file), Some(line), Some(column)) = (failure.file.as_deref(), failure.line, failure.column) {
            files.entry(file).or_default().entry(line).or_default().insert(column);
        }
    }
    files.into_iter().filter_map(|(file, lines)| Some((file.to_owned(), of_three(&lines)?))).collect()
}

/// The line of the first of three marks, by the columns of the errors of each line.
fn of_three(lines: &BTreeMap<u32, BTreeSet<u32>>) -> Option<Mark> {
    let has = |columns: &BTreeSet<u32>, all: &[u32]| all.iter().all(|column| columns.contains(column));
    let angle = |columns: &BTreeSet<u32>| has(columns, &[1, 2]);
    let equals = |columns: &BTreeSet<u32>| has(columns, &[1, 4]) && !columns.contains(&2) && !columns.contains(&3);
    let (line, _) = lines.iter().find(|(_, columns)| angle(columns))?;
    let (middle, _) = lines.iter().find(|(other, columns)| *other > line && equals(columns))?;
    lines.iter().find(|(other, columns)| *other > middle && angle(columns))?;
    Some(Mark { line: *line, text: "<<<<<<<".to_owned() })
}

/// Whether it is about a file that is read, and not about code that ran.
fn is_of_a_file(failure: &Failure) -> bool {
    failure.exception.is_none() && failure.process.is_none() && failure.file.is_some()
}

#[cfg(test)]
mod tests;
