//! Reads the Kotlin compiler's messages, of both generations (K1 and K2), of kapt, KSP and Kotlin build scripts.

mod crash;
mod declared;
mod layout;
mod messages;

use super::lines::Lines;
use super::pattern::{Pattern, classify};
use super::{Found, Reader, names, processors};
use crate::Category;
use crate::failure::{Failure, Language, Wording};
use layout::{Placed, decode, number};

/// The table's row.
pub const READER: Reader = Reader {
    tool: "kotlinc",
    // The last ones are for messages without a mark; a path alone (`.kt:`) would stand in every warning, too.
    anchors: &[
        "e: ",
        "[ksp] ",
        "error: ",
        "exception: ",
        ".kt: (",
        "Unresolved reference",
        "ype mismatch",
        "Suspend function '",
        "Only safe (?.)",
        "Smart cast to '",
        "' is not abstract and does not implement",
        "expression must be exhaustive",
        "None of the following ",
        " exposes its ",
    ],
    frame: false,
    read,
};

/// `[ksp] /p/F.kt:12: msg`, `[ksp] msg`
static KSP: Pattern =
    Pattern::new(r"^\[ksp\] (?:(?P<file>[^ :]*(?:[A-Z]:)?[^:]*\.(?:kt|java)):(?P<line>[0-9]+): )?(?P<message>.+)$");

/// `e: …`, `w: …`, `exception: …`, `FAILURE: …`, `BUILD FAILED in …`, `/p/F.kt:1:2 …`
static DIAGNOSTIC: Pattern =
    Pattern::new(r"^(?:[a-z]+: |FAILURE: |BUILD |Execution failed |\S+\.kts?:[0-9 ]|Error:|```)");

/// Messages that were pasted without mark and place, in words that no other tool has.
static ALONE: Pattern = Pattern::new(concat!(
    r"^(?:Type mismatch: inferred type is .* but|[A-Z][a-z]+ type mismatch: (?:actual|expected)|Unresolved reference(?:: | '|\. None)",
    r"|Suspend function '.*' (?:should|can)|Only safe \(\?\.\) or|Smart cast to '.*' is impossible|Class '[A-Za-z0-9_.]+' is not abstract and does not implement|'?when'? expression must be exhaustive)",
));

/// Cause and step for what no table has: rules of the language that are rarely broken.
const REFUSED: (&str, &str) = (
    "The Kotlin compiler does not accept the declaration or expression here: {message}.",
    "Change the source at line {line} of `{name}` as the compiler says; if it compiled before, compare with the last Kotlin or library upgrade.",
);

/// How many candidates are read.
const LISTED: usize = 6;

/// Lines that a message is broken into at most.
const BROKEN: usize = 3;

/// `…/build/tmp/kapt3/stubs/main/a/B.java`
const STUBS: &str = "kapt3/stubs";

fn read(lines: &Lines, at: usize) -> Option<Found> {
    let line = layout::bare(lines.get(at));
    // `[ksp] …` alone is what is left of it where a console took the mark.
    let alone = Some(line)
        .filter(|line| line.starts_with("[ksp] ") && KSP.captures(line).is_some_and(|found| is_known(&found)));
    let Some(rest) = line.strip_prefix("e: ").or(alone) else { return read_unmarked(lines, at, line) };
    // `e: error: …` of kapt's own javac.
    let rest = rest.strip_prefix("error: ").unwrap_or(rest);
    // `[ksp] /p/F.kt: (2, 16): Expecting '('` is the compiler's own, seen by KSP.
    let inner = rest.strip_prefix("[ksp] ").and_then(layout::marked).filter(|placed| placed.place.1.is_some());
    if let Some(placed) = inner {
        return diagnostic(lines, at, &placed);
    }
    if let Some(found) = KSP.captures(rest) {
        return Some(ksp(lines, at, &found));
    }
    if let Some(placed) = layout::marked(rest) {
        // `e: /p/stubs/A.java:7: error: …` is kapt's javac.
        let javac = placed.file.ends_with(".java") && placed.message.starts_with("error: ");
        return if javac { None } else { diagnostic(lines, at, &placed) };
    }
    bare(lines, at, rest)
}

/// Whether a message of KSP without its mark is certainly an error: KSP prints warnings in the same way.
fn is_known(found: &regex::Captures<'_>) -> bool {
    let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, "");
    processors::classify(&found["message"], &mut failure)
}

/// A line that begins with something else than `e: `.
fn read_unmarked(lines: &Lines, at: usize, line: &str) -> Option<Found> {
    let said = line.strip_prefix("exception: ").or_else(|| line.strip_prefix("Kotlin: [Internal Error] "));
    if let Some(message) = said {
        return Some(crash::read(lines, at, message));
    }
    if let Some(placed) = layout::unmarked(line) {
        return diagnostic(lines, at, &placed);
    }
    if ALONE.is_match(line) {
        return bare(lines, at, line);
    }
    // Other tools print `error: …` too: only what is the compiler's alone.
    let message = capitalised(line.strip_prefix("error: ")?);
    let mut failure = Failure::new(Category::Other, Language::Kotlin, message.as_str());
    classify(&messages::BARE, &message, &mut failure)?;
    bare(lines, at, &message)
}

fn single(failure: Failure) -> Found {
    Found { failure, lines: 1, headline: false }
}

/// The command line's layout begins messages with a small letter; the tables know them with a capital.
fn capitalised(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A message with a place. One that ends with a colon goes on: candidates, members or declarations, one a line; so does one
/// that was broken in the middle.
fn diagnostic(lines: &Lines, at: usize, placed: &Placed) -> Option<Found> {
    let said = placed.message.strip_prefix("error: ").unwrap_or(placed.message).trim_end();
    let said = capitalised(said);
    let mut failure = Failure::new(Category::Other, Language::Kotlin, "");
    let mut listed = if said.ends_with([':', ',']) { listed(lines, at + 1, LISTED) } else { Vec::new() };
    let separator = if said.ends_with(':') && listed.len() > 1 { "; " } else { " " };
    let mut message = joined(&said, &listed, separator);
    let mut known = messages::classify_placed(&message, &mut failure);
    if !known {
        // `… was compiled with an incompatible version of` / `Kotlin. The binary version …`
        let rest = self::listed(lines, at + 1, BROKEN);
        let whole = joined(&said, &rest, " ");
        if !rest.is_empty() && messages::classify_placed(&whole, &mut failure) {
            (message, listed, known) = (whole, rest, true);
        }
    }
    // Processors speak of Kotlin sources when kapt maps its stubs back.
    known = known || processors::classify(&message, &mut failure);
    if !known && (!placed.sure || message.is_empty()) {
        return None;
    }
    if failure.message.is_empty() {
        failure.message.clone_from(&message);
    }
    if !known {
        failure.wording = Some(Wording { cause: REFUSED.0.to_owned(), fixes: vec![REFUSED.1.to_owned()] });
    }
    failure.file = Some(decode(placed.file)).filter(|file| !file.is_empty());
    (failure.line, failure.column) = placed.place;
    of_file(placed.file, &mut failure);
    complete(lines, at, &message, &mut failure);
    failure.evidence.extend((at..=at + listed.len()).map(|index| lines.evidence(index)));
    Some(Found { failure, lines: 1 + listed.len(), headline: false })
}

/// What the kind of file says: build scripts are Gradle's, stubs are kapt's.
fn of_file(file: &str, failure: &mut Failure) {
    if file.ends_with(".gradle.kts") {
        failure.category = Category::GradleScriptCompile;
        failure.language = Language::Gradle;
    } else if file.replace('\\', "/").contains(STUBS) {
        failure.category = Category::KaptKsp;
    }
}

/// What the message says besides what its row caught.
fn complete(lines: &Lines, at: usize, message: &str, failure: &mut Failure) {
    let named = matches!(
        failure.category,
        Category::KotlinOverload
            | Category::KotlinRedeclaration
            | Category::KotlinUnresolvedReference
            | Category::KotlinAbstractNotImplemented
            | Category::KotlinCoroutine
    );
    if let (Some(class), Some(member)) = (failure.details.get("class"), failure.details.get("member")) {
        // `fun area(): Double`, `'area'`
        let member = declared::name(member).unwrap_or(member).trim_matches(['\'', '.']);
        failure.symbol = Some(format!("{class}.{member}"));
    }
    if failure.symbol.as_deref() == Some("constructor") {
        failure.symbol = declared::name(message).map(str::to_owned);
    }
    if named && failure.symbol.is_none() {
        failure.symbol = declared::name(message).map(str::to_owned);
    }
    let mistyped = matches!(failure.category, Category::KotlinNullSafety | Category::KotlinTypeMismatch);
    if mistyped && failure.symbol.is_none() {
        let given = failure.details.get("actual").filter(|actual| !actual.starts_with("IntegerLiteralType"));
        failure.symbol = given.or_else(|| failure.details.get("expected")).cloned();
    }
    if let Some(branches) = failure.details.get("branches").filter(|_| failure.symbol.is_none()) {
        let first = branches.split(',').next().unwrap_or(branches).trim_matches(['\'', '`', ' ']);
        failure.symbol = Some(first.trim_start_matches("is ").to_owned());
    }
    if failure.category == Category::KotlinOptIn && failure.symbol.is_none() {
        failure.symbol = failure.details.get("marker").cloned();
    }
    if failure.category == Category::KotlinUnresolvedReference {
        names::describe(failure);
    }
    if failure.category == Category::KotlinMetadataVersion
        && let Some(library) = declared::library(lines.get(at + 1)).or_else(|| declared::library(message))
    {
        failure.details.insert("library".to_owned(), library);
    }
}

/// `Conflicting overloads:` and what is listed below.
fn joined(said: &str, listed: &[&str], separator: &str) -> String {
    let items: Vec<&str> = listed.iter().map(|item| item.trim().trim_end_matches('`')).collect();
    format!("{said} {}", items.join(separator)).trim_end().trim_end_matches(':').to_owned()
}

/// Lines below a message that belong to it.
fn listed(lines: &Lines, from: usize, most: usize) -> Vec<&str> {
    let stops =
        |line: &str| line.trim().is_empty() || line.starts_with(['*', '>', ':', '/']) || DIAGNOSTIC.is_match(line);
    (from..(from + most).min(lines.len())).map(|index| lines.get(index)).take_while(|line| !stops(line)).collect()
}

fn ksp(lines: &Lines, at: usize, found: &regex::Captures<'_>) -> Found {
    let message = &found["message"];
    if crash::is_exception(message) {
        return crash::processor(lines, at, message);
    }
    let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, message);
    processors::classify(message, &mut failure);
    failure.symbol = failure.symbol.take().or_else(|| failure.details.get("annotation").cloned());
    failure.file = found.name("file").map(|file| decode(file.as_str()));
    failure.line = number(found, "line");
    failure.evidence.push(lines.evidence(at));
    processors::trace(lines, at, &mut failure);
    single(failure)
}

/// A message without a file: known ones only, for anything may begin with `e: `.
fn bare(lines: &Lines, at: usize, message: &str) -> Option<Found> {
    if message.starts_with("Error occurred in KSP") {
        let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, message);
        failure.evidence.push(lines.evidence(at));
        return Some(Found { failure, lines: 1, headline: true });
    }
    if let Some(crashed) = message.strip_prefix("[kapt] An exception occurred: ") {
        return Some(crash::processor(lines, at, crashed));
    }
    let mut failure = Failure::new(Category::Other, Language::Kotlin, "");
    let below = if message.ends_with(':') { listed(lines, at + 1, LISTED) } else { Vec::new() };
    let message = &joined(message, &below, "; ");
    let known = classify(&messages::BARE, message, &mut failure).is_some();
    if !known && crash::is_exception(message) {
        return Some(crash::read(lines, at, message));
    }
    if !known && !processors::classify(message, &mut failure) && !messages::classify_placed(message, &mut failure) {
        return None;
    }
    if failure.message.is_empty() {
        failure.message.clone_from(message);
    }
    complete(lines, at, message, &mut failure);
    (failure.line, failure.column) = lines.place(at).unzip();
    failure.file = failure.file.map(|file| decode(&file));
    failure.evidence.extend((at..=at + below.len()).map(|index| lines.evidence(index)));
    let headline = failure.details.contains_key("headline");
    Some(Found { failure, lines: 1 + below.len(), headline })
}

#[cfg(test)]
mod tests;
