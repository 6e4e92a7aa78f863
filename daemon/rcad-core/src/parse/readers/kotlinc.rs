//! Reads the Kotlin compiler's messages, of both generations (K1 and K2), of kapt, KSP and Kotlin build scripts.

mod alone;
mod arguments;
mod candidates;
mod complete;
pub mod crash;
mod damaged;
mod declared;
mod expected;
mod layout;
mod listing;
mod messages;
mod mistyped;
mod nullable;
mod of_file;
pub mod overriding;
pub mod plugin;
pub mod warnings;

use super::processors;
use crate::Category;
use crate::model::failure::{Failure, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, classify};
use layout::{LocatedMessage, decode, number};
use messages::opt_in;

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::Kotlinc,
    // The last ones are for messages without a mark; a path alone (`.kt:`) would stand in every warning, too.
    anchors: &[
        "e: ",
        "[ksp] ",
        "[kapt] An exception occurred:",
        "Exception: Backend Internal error",
        "Exception: Back-end (JVM) Internal error",
        "kotlin.util.FileAnalysisException",
        "kotlin.util.KotlinFrontEndException",
        "kotlin.codegen.CompilationException",
        "error: ",
        "exception: ",
        ".kt: (",
        "nresolved reference",
        "ype mismatch",
        "uspend function '",
        "nly safe (?.)",
        "mart cast to '",
        "perator call corresponds",
        "is not abstract and does not implement",
        "expression must be exhaustive",
        "None of the following ",
        "none of the following ",
        "' overrides nothing",
        "be a value of a non-null type",
        "' has no method '",
        "delegate must have a",
        "' is an error",
        "annot access ",
        "upertypes of the following classes",
        "verload resolution ambiguity",
        "o value passed for parameter '",
        "oo many arguments for ",
        "parameter with this name",
        "o parameter with name '",
        "enough information to infer",
        "annot infer type for ",
        "annot infer a type for ",
        "onflicting overloads",
        "onflicting declarations",
        "edeclaration: ",
        "latform declaration clash",
        "ccidental override",
        "cannot be reassigned",
        "can only happen from the context of a @Composable",
        "unctions which invoke @Composable",
        "has no actual declaration",
        "no corresponding expected declaration",
        "not have default constructor",
        "annot inline bytecode",
        "an incompatible version of Kotlin",
        "his type is final",
        "his type has a constructor",
        "instance of an abstract class",
        "be invoked as a function",
        "needs opt-in",
        "is experimental",
        "xpecting ",
        "must have a name",
        "Kotlin metadata",
        "Metadata instance has version",
        "usable public constructor",
        "Cannot figure out how to",
        "a problem with the query",
        "Not sure how to ",
        "An entity must have",
        "Each bind variable",
        "etter for field",
        "etter for property",
        "annotated with @Entity",
        "All of these ",
        "[Dagger/",
        "cannot be provided without",
        "Expected @",
        "[Hilt]",
        " exposes its ",
        "ncompatible types: ",
        "' cannot be applied to '",
        "' is not applicable to '",
        "must be initialized",
        "ype inference failed",
        "nexpected tokens",
        "does not conform to the expected type",
    ],
    frame: false,
    read,
};

/// `[ksp] /p/F.kt:12: msg`, `[ksp] msg`
static KSP: Pattern =
    Pattern::new(r"^\[ksp\] (?:(?P<file>[^ :]*(?:[A-Z]:)?[^:]*\.(?:kt|java)):(?P<line>[0-9]+): )?(?P<message>.+)$");

/// `e: [kapt] An exception occurred: a.B`, `error: [kapt] An exception occurred:a.B: no`, or without a mark
static KAPT: Pattern =
    Pattern::new(r"^(?:e: |error: |> )?(?:error: )?\[kapt\] An exception occurred: ?(?P<crashed>\S.*)$");

/// `e: …`, `w: …`, `exception: …`, `FAILURE: …`, `BUILD FAILED in …`, `/p/F.kt:1:2 …`
static DIAGNOSTIC: Pattern = Pattern::new(
    r"^(?:(?:[ewivd]|error|warning|info|note|exception|logging): |FAILURE: |BUILD |Task :|Execution failed |\S+\.kts?:[0-9 ]|Error:|```)",
);

/// A sentence with which the compiler begins another message.
static SENTENCE: Pattern = Pattern::new(
    r"^(?:Cannot access '|Unresolved reference(?::| '|\.)|Class '|Type mismatch|Supertypes of the following|'[a-z]+' overrides nothing)",
);

/// `[NO_ACTUAL_FOR_EXPECT] Expected …`: the diagnostic's own name, which Kotlin/JS prints
static NAME: Pattern = Pattern::new(r"^\[[A-Z][A-Z0-9_]{4,}\] ");

/// How many candidates are read.
const LISTED: usize = 6;

/// Lines around a message of KSP in which it shows whether errors have a mark.
const NEAR: usize = 100;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = layout::bare(lines.get(at));
    if let Some(crashed) = KAPT.captures(line).filter(|found| crash::is_exception(&found["crashed"])) {
        return Some(crash::processor(lines, at, &crashed["crashed"]));
    }
    // `[ksp] …` alone is what is left of it where a console took the mark.
    let alone = Some(line)
        .filter(|line| line.starts_with("[ksp] ") && !ksp_marks_errors(lines, at))
        .filter(|line| KSP.captures(line).is_some_and(|found| is_known(&found)));
    let Some(rest) = line.strip_prefix("e: ").or(alone) else { return read_unmarked(lines, at, line) };
    // `e: error: …` of kapt's own javac.
    let rest = rest.strip_prefix("error: ").unwrap_or(rest);
    // `[ksp] /p/F.kt: (2, 16): Expecting '('` is the compiler's own, seen by KSP.
    let inner = rest.strip_prefix("[ksp] ").and_then(layout::marked).filter(|placed| placed.place.1.is_some());
    if let Some(placed) = inner {
        return diagnostic(lines, at, &placed);
    }
    if layout::breaks_off(rest) && at + 1 < lines.len() {
        return rejoined(lines, at, rest);
    }
    if let Some(found) = KSP.captures(rest) {
        return Some(ksp(lines, at, &found));
    }
    if let Some(placed) = layout::marked(rest) {
        // `e: /p/stubs/A.java:7: error: …` is kapt's javac.
        let javac = placed.file.ends_with(".java") && placed.message.starts_with("error: ");
        return if javac { None } else { diagnostic(lines, at, &placed) };
    }
    bare(lines, at, rest).or_else(|| unknown(lines, at, line, rest))
}

/// A message that no table has and that names no place: it stopped the compiler all the same.
fn unknown(lines: &Lines, at: usize, line: &str, message: &str) -> Option<ReaderMatch> {
    let is_sentence = message.starts_with(|c: char| c.is_ascii_uppercase()) && message.contains(' ');
    if !line.starts_with("e: ") || !is_sentence {
        return None;
    }
    let mut failure = Failure::new(Category::Other, Language::Kotlin, message.trim_end());
    failure.evidence.push(lines.evidence(at));
    Some(ReaderMatch { failure, lines: 1, headline: false })
}

/// `e: /p/F.kt:`, `e: /p/F.kt:49:34` with the rest, `(23, 53): …` or the message, on the next line.
fn rejoined(lines: &Lines, at: usize, rest: &str) -> Option<ReaderMatch> {
    let below = lines.get(at + 1).trim();
    if below.is_empty() || DIAGNOSTIC.is_match(below) || below.starts_with('>') {
        return None;
    }
    let whole = format!("{} {below}", rest.strip_prefix("[ksp] ").unwrap_or(rest).trim_end());
    let placed = layout::marked(&whole).filter(|placed| placed.place.0.is_some())?;
    let mut found = diagnostic(lines, at + 1, &placed)?;
    found.failure.evidence.insert(0, lines.evidence(at));
    found.lines += 1;
    Some(found)
}

/// A line that begins with something else than `e: `.
fn read_unmarked(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
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

/// Whether an error of KSP near by has its mark: then a line without one is a warning.
fn ksp_marks_errors(lines: &Lines, at: usize) -> bool {
    let near = at.saturating_sub(NEAR)..(at + NEAR).min(lines.len());
    near.map(|index| layout::bare(lines.get(index))).any(|line| line.starts_with("e: [ksp] "))
}

/// Whether a message of KSP without its mark is certainly an error: KSP prints warnings in the same way.
fn is_known(found: &crate::pattern::Captures<'_>) -> bool {
    if crash::is_exception(&found["message"]) {
        return true;
    }
    let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, "");
    processors::classify(&found["message"], &mut failure)
}

/// The command line's layout begins messages with a small letter; the tables know them with a capital.
fn capitalised(message: &str) -> String {
    // `com.example.Basket is bound …`
    let first = message.split(' ').next().unwrap_or(message);
    if first.trim_end_matches(['.', ':']).contains('.') {
        return message.to_owned();
    }
    let mut letters = message.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A message with a place. One that ends with a colon goes on: candidates, members or declarations, one a line; so does one
/// that was broken in the middle.
fn diagnostic(lines: &Lines, at: usize, placed: &LocatedMessage) -> Option<ReaderMatch> {
    let sentence = layout::without_severity(placed.message).trim_end();
    if let Some(mut summary) = summary(lines, at, sentence) {
        summary.failure.file = Some(decode(placed.file)).filter(|file| !file.is_empty());
        (summary.failure.line, summary.failure.column) = placed.place;
        return Some(summary);
    }
    if let Some(message) = crash::unmarked(sentence) {
        let mut crashed = crash::read(lines, at, message);
        if crashed.failure.file.is_none() {
            crashed.failure.file = Some(decode(placed.file)).filter(|file| !file.is_empty());
            (crashed.failure.line, crashed.failure.column) = placed.place;
        }
        return Some(crashed);
    }
    let sentence = NAME.end(sentence).map_or(sentence, |end| &sentence[end..]);
    let sentence = capitalised(sentence);
    let mut failure = Failure::new(Category::Other, Language::Kotlin, "");
    let marked = opt_in::below(lines, at, &sentence);
    let mut known = marked.is_some();
    let mut listed = match sentence.ends_with([':', ',']) {
        _ if known => marked.unwrap_or_default(),
        true if sentence.ends_with("abstract members:") => listing::members(lines, at + 1),
        true if sentence.ends_with(" applicable:") => {
            candidates::below(lines, at + 1, |from| listed(lines, from, LISTED))
        }
        true => listed(lines, at + 1, LISTED),
        false => listing::aligned(lines, at, placed.message),
    };
    let separator = if sentence.ends_with(':') && listed.len() > 1 { "; " } else { " " };
    let mut message = listing::joined(&sentence, &listed, separator);
    known = known || messages::classify_placed(&message, &mut failure);
    if !known {
        // `… was compiled with an incompatible version of` / `Kotlin. The binary version …`
        let rest = self::listed(lines, at + 1, listing::BROKEN);
        let whole = listing::joined(&sentence, &rest, " ");
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
        // The compiler's own and read whole, though nobody has words for it.
        failure.wording = Some(Wording::default());
    }
    failure.file = Some(decode(placed.file)).filter(|file| !file.is_empty());
    (failure.line, failure.column) = placed.place;
    of_file::correct(placed.file, &mut failure);
    of_file::quoted_line(lines, at, &mut failure);
    of_file::no_import(lines, at, &mut failure);
    of_file::unparsed(lines, at, &mut failure);
    damaged::tell(lines, at, placed.file, &mut failure);
    complete::details(lines, at, &message, &mut failure);
    listing::tell_receivers(&mut failure);
    if failure.category == Category::KaptKsp {
        processors::trace(lines, at, &mut failure);
    }
    let last = listing::end(lines, at, &listed);
    failure.evidence.extend((at..=last).map(|index| lines.evidence(index)));
    Some(ReaderMatch { failure, lines: last + 1 - at, headline: false })
}

/// Adds what the message holds beyond the captures of its row.
/// Lines below a message that belong to it.
fn listed(lines: &Lines, from: usize, most: usize) -> Vec<&str> {
    let stops = |line: &str| {
        line.trim().is_empty()
            || line.starts_with(['*', '>', ':', '/'])
            || crash::is_frame(line)
            || DIAGNOSTIC.is_match(line)
            || SENTENCE.is_match(line)
    };
    (from..(from + most).min(lines.len())).map(|index| lines.get(index)).take_while(|line| !stops(line)).collect()
}

fn ksp(lines: &Lines, at: usize, found: &crate::pattern::Captures<'_>) -> ReaderMatch {
    let message = &found["message"];
    if crash::is_exception(message) {
        return crash::processor(lines, at, message);
    }
    let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, message);
    let mut count = 1;
    if !processors::classify(message, &mut failure) {
        // Broken to fit a page: known only as a whole.
        let whole = listing::joined(message, &listed(lines, at + 1, 1), " ");
        if whole.len() > message.len() && processors::classify(&whole, &mut failure) {
            failure.message = whole;
            count = 2;
        }
    }
    failure.symbol = failure.symbol.take().or_else(|| failure.details.get("annotation").cloned());
    failure.file = found.name("file").map(|file| decode(file.as_str()));
    failure.line = number(found, "line");
    failure.evidence.extend((at..at + count).map(|index| lines.evidence(index)));
    processors::trace(lines, at, &mut failure);
    processors::name(&mut failure);
    ReaderMatch { failure, lines: count, headline: false }
}

/// What kapt says where a processor failed, at the first line of any file: the processor's own message is elsewhere.
fn summary(lines: &Lines, at: usize, sentence: &str) -> Option<ReaderMatch> {
    let told_below = |index: usize| lines.get(index).contains("Some error(s) occurred while processing annotations");
    let empty = sentence == "[kapt] An exception occurred:"
        && !(at + 1..(at + listing::BROKEN).min(lines.len())).any(told_below);
    if !empty && !sentence.starts_with("Some error(s) occurred while processing annotations") {
        return None;
    }
    let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, sentence);
    failure.wording = Some(Wording {
        cause: "An annotation processor failed under kapt, and its own message is not in this log: the line is only kapt's summary, and the place in it is not that of the fault.".to_owned(),
        fixes: vec![
            "Look further up for the first `e:` or `error:` line of a processor; if there is none, run `./gradlew {task} --stacktrace`.".to_owned(),
            "Where no processor's line is printed, compile in Gradle's own process: `-Pkotlin.compiler.execution.strategy=in-process`; a newer Kotlin, or KSP in place of kapt, reports more.".to_owned(),
        ],
    });
    failure.evidence.push(lines.evidence(at));
    Some(ReaderMatch { failure, lines: 1, headline: true })
}

/// A message without a file: known ones only, for anything may begin with `e: `.
fn bare(lines: &Lines, at: usize, message: &str) -> Option<ReaderMatch> {
    if message.starts_with("Error occurred in KSP") {
        let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, message);
        failure.evidence.push(lines.evidence(at));
        return Some(ReaderMatch { failure, lines: 1, headline: true });
    }
    if let Some(summary) = summary(lines, at, message.trim_end()) {
        return Some(summary);
    }
    let mut failure = Failure::new(Category::Other, Language::Kotlin, "");
    let below = if message.ends_with([':', ',']) { listed(lines, at + 1, LISTED) } else { Vec::new() };
    let broken = message.ends_with(',') || crash::is_exception(message);
    let message = &listing::joined(message, &below, if broken { " " } else { "; " });
    let known = opt_in::is_error(message) || classify(&messages::BARE, message, &mut failure).is_some();
    if !known && crash::is_exception(message) {
        return Some(crash::read(lines, at, message));
    }
    if !known && !processors::classify(message, &mut failure) && !messages::classify_placed(message, &mut failure) {
        return None;
    }
    if failure.message.is_empty() {
        failure.message.clone_from(message);
    }
    complete::details(lines, at, message, &mut failure);
    crash::daemon::tell(lines, at, &mut failure);
    if message.starts_with("Compilation failed: ") {
        crash::native(lines, at, &mut failure);
    }
    if failure.category == Category::KaptKsp {
        processors::trace(lines, at, &mut failure);
        processors::name(&mut failure);
    }
    if failure.line.is_none() {
        (failure.line, failure.column) = lines.place(at).unzip();
    }
    failure.file = failure.file.map(|file| decode(&file));
    failure.evidence.extend((at..=at + below.len()).map(|index| lines.evidence(index)));
    let headline = failure.details.contains_key("headline");
    Some(ReaderMatch { failure, lines: 1 + below.len(), headline })
}

#[cfg(test)]
mod tests;
