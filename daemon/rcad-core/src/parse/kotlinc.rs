//! Reads the Kotlin compiler's messages, of both generations (K1 and K2), of kapt, KSP and Kotlin build scripts.

mod messages;

use super::lines::Lines;
use super::pattern::{Pattern, classify};
use super::{Found, Reader};
use crate::Category;
use crate::failure::{Failure, Language};

/// The table's row.
pub const READER: Reader = Reader { tool: "kotlinc", anchors: &["e: ", "error: ", "exception: "], frame: false, read };

/// Position and message, in the three layouts of Gradle's renderer:
/// `file:///p/F.kt:2:16 msg`, `/p/F.kt: (2, 16): msg`, `/p/build.gradle.kts:3:5: msg`; the command line's own layout is
/// `/p/F.kt:2:16: error: msg`
static POSITION: Pattern = Pattern::new(concat!(
    r"^(?:file://)?(?P<file>[^:]*?(?:[A-Za-z]:[\\/][^:]*?)?\.(?:kts?|java)):? ?",
    r"(?:[(\[](?P<l1>[0-9]+), (?P<c1>[0-9]+)[)\]]:|:?(?P<l2>[0-9]+):(?:(?P<c2>[0-9]+):?)?)? ?(?P<message>.*)$",
));

/// `/p/F.kt:2:16: error: msg`
static COMMAND_LINE: Pattern =
    Pattern::new(r"^(?P<file>.+\.kts?):(?P<line>[0-9]+):(?P<column>[0-9]+): error: (?P<message>.+)$");

/// `[ksp] /p/F.kt:12: msg`, `[ksp] msg`
static KSP: Pattern =
    Pattern::new(r"^\[ksp\] (?:(?P<file>[^ :]*(?:[A-Z]:)?[^:]*\.(?:kt|java)):(?P<line>[0-9]+): )?(?P<message>.+)$");

/// `e: …`, `w: …`, `exception: …`, `FAILURE: …`, `BUILD FAILED in …`
static DIAGNOSTIC: Pattern = Pattern::new(r"^(?:[a-z]+: |FAILURE: |BUILD |\S+\.kts?:[0-9])");

/// How many candidates are read.
const LISTED: usize = 6;

/// `…/build/tmp/kapt3/stubs/main/a/B.java`
const STUBS: &str = "kapt3/stubs";

fn read(lines: &Lines, at: usize) -> Option<Found> {
    let line = lines.get(at).trim_start();
    if let Some(found) = COMMAND_LINE.captures(line) {
        let place = (number(&found, "line"), number(&found, "column"));
        return Some(diagnostic(lines, at, &found["file"], place, &capitalised(&found["message"])));
    }
    if let Some(message) = line.strip_prefix("exception: ") {
        return Some(single(crash(lines, at, message)));
    }
    let rest = line.strip_prefix("e: ")?;
    if let Some(found) = KSP.captures(rest) {
        return Some(ksp(lines, at, &found));
    }
    if let Some(found) = POSITION.captures(rest) {
        let row = number(&found, "l1").or_else(|| number(&found, "l2"));
        let column = number(&found, "c1").or_else(|| number(&found, "c2"));
        return Some(diagnostic(lines, at, &found["file"], (row, column), &found["message"]));
    }
    bare(lines, at, rest)
}

fn single(failure: Failure) -> Found {
    Found { failure, lines: 1, headline: false }
}

/// The command line's layout begins messages with a small letter; the tables know them with a capital.
fn capitalised(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn number(found: &regex::Captures<'_>, name: &str) -> Option<u32> {
    found.name(name)?.as_str().parse().ok().filter(|number| *number > 0)
}

/// A message with a file. One that ends with a colon goes on: candidates, members or declarations, one a line.
fn diagnostic(lines: &Lines, at: usize, file: &str, place: (Option<u32>, Option<u32>), message: &str) -> Found {
    let message = message.strip_prefix("error: ").unwrap_or(message).trim_end();
    let listed = if message.ends_with(':') { listed(lines, at + 1) } else { Vec::new() };
    let message = &format!("{message} {}", listed.join("; "));
    let message = message.trim_end().trim_end_matches(':');
    let mut failure = Failure::new(Category::Other, Language::Kotlin, message);
    failure.file = Some(decode(file));
    (failure.line, failure.column) = place;
    classify(&messages::RULES, message, &mut failure);
    if file.ends_with(".gradle.kts") {
        failure.category = Category::GradleScriptCompile;
        failure.language = Language::Gradle;
    } else if file.contains(STUBS) {
        failure.category = Category::KaptKsp;
    }
    failure.evidence.extend((at..=at + listed.len()).map(|index| lines.evidence(index)));
    Found { failure, lines: 1 + listed.len(), headline: false }
}

/// Lines below a message that belong to it.
fn listed(lines: &Lines, from: usize) -> Vec<&str> {
    let stops =
        |line: &str| line.trim().is_empty() || line.starts_with(['*', '>', ':', '/']) || DIAGNOSTIC.is_match(line);
    (from..(from + LISTED).min(lines.len())).map(|index| lines.get(index)).take_while(|line| !stops(line)).collect()
}

fn ksp(lines: &Lines, at: usize, found: &regex::Captures<'_>) -> Found {
    let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, &found["message"]);
    classify(&messages::PROCESSORS, &found["message"], &mut failure);
    failure.file = found.name("file").map(|file| decode(file.as_str()));
    failure.line = number(found, "line");
    failure.evidence.push(lines.evidence(at));
    single(failure)
}

/// A message without a file: known ones only, for anything may begin with `e: `.
fn bare(lines: &Lines, at: usize, message: &str) -> Option<Found> {
    if message.starts_with("Error occurred in KSP") {
        let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, message);
        failure.evidence.push(lines.evidence(at));
        return Some(Found { failure, lines: 1, headline: true });
    }
    let mut failure = Failure::new(Category::Other, Language::Kotlin, message);
    if classify(&messages::BARE, message, &mut failure).is_none() {
        classify(&messages::RULES, message, &mut failure)?;
    }
    failure.file = failure.file.map(|file| decode(file.trim_start_matches("file://")));
    failure.evidence.push(lines.evidence(at));
    Some(single(failure))
}

fn crash(lines: &Lines, at: usize, message: &str) -> Failure {
    let mut failure = Failure::new(Category::KotlinInternalCompilerError, Language::Kotlin, message);
    failure.exception = message.split([':', ' ']).next().filter(|class| class.contains('.')).map(str::to_owned);
    failure.evidence.push(lines.evidence(at));
    failure
}

/// A `file://` URI's path is percent-encoded; a plain path is not, and `%` is rare in either.
fn decode(path: &str) -> String {
    // `file:///C:/x` leaves `/C:/x`.
    let path = match path.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => &path[1..],
        _ => path,
    };
    if !path.contains('%') {
        return path.to_owned();
    }
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|two| std::str::from_utf8(two).ok());
        match hex.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) if bytes[at] == b'%' => {
                out.push(byte);
                at += 3;
            }
            _ => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::super::pattern::assert_sound;
    use super::{decode, messages};

    #[test]
    fn tables_compile() {
        assert_sound(&messages::RULES);
        assert_sound(&messages::PROCESSORS);
        assert_sound(&messages::BARE);
    }

    #[test]
    fn uris_become_paths() {
        assert_eq!(decode("/p/a%20b/F.kt"), "/p/a b/F.kt");
        assert_eq!(decode("/C:/a/F.kt"), "C:/a/F.kt");
        assert_eq!(decode("/p/100%.kt"), "/p/100%.kt");
    }

    /// File, line and column of the only failure.
    fn place(line: &str) -> (String, Option<u32>, Option<u32>) {
        let failure = parse(line).failures.remove(0);
        (failure.file.unwrap_or_default(), failure.line, failure.column)
    }

    #[test]
    fn every_layout_has_its_place() {
        let message = "Unresolved reference: x";
        for (before, file) in [
            ("e: /p/F.kt: (2, 16): ", "/p/F.kt"),
            ("e: /p/F.kt: [2, 16]: ", "/p/F.kt"),
            ("e: /p/a b/F.kt:2:16: ", "/p/a b/F.kt"),
            ("e: file:///p/F.kt:2:16 ", "/p/F.kt"),
            ("e: file:///C:/p%20q/F.kt:2:16 ", "C:/p q/F.kt"),
            (r"e: C:\p\F.kt: (2, 16): ", r"C:\p\F.kt"),
            (r"C:\p\F.kt:2:16: error: ", r"C:\p\F.kt"),
            (":app:compileKotline: /p/F.kt: (2, 16): ", "/p/F.kt"),
        ] {
            assert_eq!(place(&format!("{before}{message}")), (file.to_owned(), Some(2), Some(16)), "{before}");
        }
        assert_eq!(place("e: [ksp] /p/F.kt:12: no such type"), ("/p/F.kt".to_owned(), Some(12), None));
    }

    #[test]
    fn not_all_that_begins_like_an_error_is_one() {
        for line in
            ["e: hello", "w: file:///p/F.kt:2:16 Unresolved reference: x", "the e: /p/F.kt: (2, 16): x", "note: x"]
        {
            assert!(parse(line).failures.is_empty(), "{line}");
        }
    }

    #[test]
    fn what_ksp_says_last_follows_from_what_it_said_first() {
        let parsed = parse("e: [ksp] /p/F.kt:12: no such type\ne: Error occurred in KSP, check log for detail\n");
        assert_eq!(parsed.failures.len(), 1);
    }
}
