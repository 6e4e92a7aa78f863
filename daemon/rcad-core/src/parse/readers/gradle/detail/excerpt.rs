//! The line of a script that a compiler quotes, and the sign under which it puts its caret.

use super::words::put;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Line of source, and the caret below it.
static EXCERPT: Pattern = Pattern::new(r"\n(?P<source>[^\n]*\S[^\n]*)\n(?P<before>[ \t]*)\^");

/// `Line 12:   basket {`, `           ^ Unresolved reference: basket`
static KOTLIN: Pattern = Pattern::new(r"Line [0-9]+: (?P<source>[^\n]*)\n[ \t]*\^ Unresolved reference");

/// Signs that word processors and web pages put in the place of plain ones.
const TYPOGRAPHIC: &[char] = &['“', '”', '„', '‘', '’', '–', '—', '\u{a0}', '…', '″', '′'];

/// Words a script's syntax error by what stands at the caret.
pub fn read(text: &str, failure: &mut Failure) {
    if let Some(found) = KOTLIN.captures(text) {
        return put(failure, "source_line", found["source"].trim());
    }
    let reason = failure.details.get("reason").cloned().unwrap_or_default();
    let syntax = [
        "nexpected char",
        "oken recognition error",
        "nexpected input",
        "nexpected token",
        "llegal string body",
        "xpecting",
    ];
    if !syntax.iter().any(|words| reason.contains(words)) {
        return;
    }
    let found = EXCERPT.captures(text);
    let source = found.as_ref().map_or("", |found| &found["source"]);
    let at = found.as_ref().map_or(0, |found| found["before"].chars().count());
    let before = at.checked_sub(1).and_then(|at| source.chars().nth(at));
    let quoted: String = source.trim().chars().take(120).collect();
    put(failure, "source_line", quoted);
    if before == Some('$') || reason.contains("after dollar sign") {
        return failure.say("The build script does not compile, a syntax error: {reason}. In a string in double quotes Groovy takes `$` for the beginning of a variable, and what follows it here is none.",
            &[
                "Write `\\$` for the `$` on line {line} of `{name}`, or put the text in single quotes (`'…'`, `'''…'''`).",
            ],
        );
    }
    if reason.contains(r"'\'") && !reason.contains(r"'\''") || reason.contains("'\\\\'") {
        return failure.say("The build script does not compile, a syntax error: {reason}. In a string `\\` begins an escape, and what follows is none; as a rule it is a Windows path.",
            &[
                "Write the path on line {line} of `{name}` with `/` (Gradle takes it on Windows too), or double each `\\`.",
            ],
        );
    }
    // A string that never ends: the sign that was meant to end it stands somewhere before.
    let unended = if reason.contains(r"found '\n'") { source } else { "" };
    let suspects = reason.chars().chain(source.chars().nth(at)).chain(unended.chars());
    if let Some(sign) = suspects.into_iter().find(|sign| TYPOGRAPHIC.contains(sign)) {
        let word = source.split_whitespace().find(|word| word.contains(sign));
        failure.symbol = word.map(|word| word.trim_matches(['\'', '"', sign]).to_owned()).or(failure.symbol.take());
        put(failure, "sign", if sign == '\u{a0}' { "a non-breaking space".to_owned() } else { format!("`{sign}`") });
        return failure.say("The build script does not compile, a syntax error: {reason}. {sign} in `{source_line}` is a typographic sign that came with copied text; scripts need the plain one.",
            &["Type the quotation marks, dashes and blanks of line {line} of `{name}` anew."],
        );
    }
    if source.trim_start().starts_with("<!--") {
        return failure.say(
            "The build script does not compile, a syntax error: {reason}. The line is commented out as XML is (`<!-- … -->`), which Groovy and Kotlin do not know.",
            &["Comment out line {line} of `{name}` with `//` or `/* … */`, and take `<!--` and `-->` away."],
        );
    }
    let conflict = ["<<<<<<<", ">>>>>>>", "======="].iter().any(|mark| source.trim_start().starts_with(mark));
    if conflict || ["'<<'", "'<<<'", "'>>'", "'>>>'"].iter().any(|mark| reason.contains(mark)) && !source.contains('(')
    {
        failure.say("The build script does not compile, a syntax error: {reason}. The line is probably a mark that git left in a merge with conflicts (`<<<<<<<`, `=======`, `>>>>>>>`).",
            &[
                "Resolve the conflict at line {line} of `{name}`: keep one of the two sides and remove the three lines with the marks.",
            ],
        );
    }
}
