//! Text inside a string of JSON or of a logger: its line ends, tabs and quotes stand there as two characters, `\n`, `\t`, `\"`.
//! Such a string is several lines again, and what stands around it is one of its own.

mod records;

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr_iter;

use crate::pattern::Pattern;

/// Strings inside strings: `\\n` of a JSON text that another one holds.
const NESTED: usize = 3;

/// Of a text, this share at least must stand in one line before a break counts that any text could have, in percent.
const MOST: usize = 50;

/// Breaks that show a string though each of them could be the part of a path.
const MANY: usize = 3;

/// What begins a line of a build's or a crash's log, behind the escapes and the white space before it:
/// `at a.B.c(D.java:1)`, `Caused by: `, `e: file:`, `> Task :`, `/p/A.java:3: error: `, "```"
static BEGINS: Pattern = Pattern::new(concat!(
    r"^(?:at [A-Za-z_$][A-Za-z0-9_$./@-]*\(|\.\.\. [0-9]+ more|Caused by: |Suppressed: |[ew]: |> Task :|> Could not |> A failure ",
    r"|[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3} |[VDIWEF]\\?/[A-Za-z]+[ (:]",
    r"|Process: [a-z][A-Za-z0-9_.:]*, PID: |(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_$.]*(?:Exception|Error)\b",
    r"|FAILURE: Build |\* (?:What went wrong|Try|Exception is|Where|Get more help)|BUILD FAILED|Execution failed for task |Bundle stats:",
    // Backslashes without a drive are the rest of a path of Windows, as of `C:\basket\node_modules\…`.
    r"|(?:[A-Za-z]:[^ :\x22]+|[^ :\x22\\]+)\.[a-z]+:[0-9]+: (?:error|warning): |```)",
));

/// What a line of JSON begins with.
const JSON_STARTS: &[&str] = &["{", "[{", "[\"", "\""];

/// Lines with JSON that a reader knows as it is.
const READ_AS_JSON: &[&str] = &["AGPBI: {", "[databinding] {"];

/// Lines of a test's comparison, which shows the breaks inside a value.
const COMPARED: &[&str] = &["but was", "to equal"];

/// The text with its strings undone, and the number of each line in `numbers`; as it was where it has no such string.
pub fn undone<'t>(raw: &'t str, numbers: &mut Vec<u32>) -> Cow<'t, str> {
    let mut raw = Cow::Borrowed(raw);
    for _ in 0..NESTED {
        let Some(said) = records::said(&raw, numbers) else { break };
        raw = Cow::Owned(said);
    }
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return raw;
    }
    let whole = |line: &str| line.len() * 100 >= raw.len() * MOST;
    let mut escaped = raw.split('\n').filter(|line| line.contains('\\'));
    if !escaped.any(|line| is_certain(line, whole(line))) {
        return raw;
    }
    let mut lines: Vec<Cow<'_, str>> = Vec::new();
    let mut counted: Vec<u32> = Vec::new();
    for (index, line) in raw.split('\n').enumerate() {
        split(line, whole(line), NESTED, &mut lines);
        counted.resize(lines.len(), numbers.get(index).copied().unwrap_or(u32::MAX));
    }
    *numbers = counted;
    Cow::Owned(lines.join("\n"))
}

/// Adds the lines that `line` stands for.
fn split<'t>(line: &'t str, whole: bool, nested: usize, out: &mut Vec<Cow<'t, str>>) {
    let line = line.strip_suffix('\r').unwrap_or(line);
    if nested == 0 || !is_certain(line, whole) {
        out.push(Cow::Borrowed(line));
        return;
    }
    let string = string(line);
    let (head, tail) = (&line[..string.start], &line[string.end..]);
    if says(head) {
        out.push(Cow::Borrowed(head));
    }
    let text = plain(&line[string.clone()]);
    for part in text.split('\n') {
        let mut parts = Vec::new();
        split(part, whole, nested - 1, &mut parts);
        out.extend(parts.into_iter().map(|part| Cow::Owned(part.into_owned())));
    }
    if says(tail) {
        split(tail, whole, nested, out);
    }
}

/// Whether what stands beside a string says anything: a sentence, an exception's class, no keys with numbers and names.
fn says(beside: &str) -> bool {
    let telling = |part: &str| part.trim().contains(' ') || part.contains("Exception") || part.contains("Error");
    beside.split('"').any(|part| part.contains(|letter: char| letter.is_alphabetic()) && telling(part))
}

/// The string of which the first break is a part; the whole line where it stands in none.
fn string(line: &str) -> Range<usize> {
    let Some(first) = breaks(line).next().map(|found| found.at) else { return 0..line.len() };
    let quotes = |text: &str, from: usize| -> Vec<usize> {
        memchr_iter(b'"', text.as_bytes()).map(|at| from + at).filter(|at| !is_escaped(line, *at)).collect()
    };
    let opening = quotes(&line[..first], 0).last().copied().filter(|at| opens(&line[..*at]));
    let Some(opening) = opening else { return 0..line.len() };
    let closing = quotes(&line[opening + 1..], opening + 1).first().copied();
    opening + 1..closing.unwrap_or(line.len())
}

/// Whether a string begins behind this: a key, the start of a list, nothing at all.
fn opens(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty() || before.ends_with(['=', '[', '{', ',']) || before.ends_with("\":") || before.ends_with("\\\":")
}

/// Whether an odd number of backslashes stands before `at`.
fn is_escaped(line: &str, at: usize) -> bool {
    line.as_bytes()[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// A `\n` in a line.
struct Break<'l> {
    /// Where its first backslash stands.
    at: usize,
    /// How many it has: two in a string inside a string.
    slashes: usize,
    /// What follows it.
    rest: &'l str,
}

/// The line's `\n`, also those that are a part of a path.
fn breaks(line: &str) -> impl Iterator<Item = Break<'_>> {
    let bytes = line.as_bytes();
    let last = move |at: &usize| bytes.get(at + 1) == Some(&b'n');
    memchr_iter(b'\\', bytes).filter(last).map(move |at| {
        let slashes = bytes[..=at].iter().rev().take_while(|byte| **byte == b'\\').count();
        Break { at: at + 1 - slashes, slashes, rest: &line[at + 2..] }
    })
}

/// What follows a break, without the tabs and white space that the line begins with.
fn begun(mut rest: &str) -> &str {
    loop {
        let next = rest.trim_start_matches([' ', '\\']);
        let tabbed = if next.len() < rest.len() { next.strip_prefix('t') } else { None };
        // `\tat `; a backslash alone is the start of a path.
        match tabbed.filter(|after| after.starts_with(['\\', ' ']) || BEGINS.is_match(after)) {
            Some(after) => rest = after,
            None => return rest.trim_start_matches(' '),
        }
    }
}

/// Whether the line's `\n` are breaks. `whole`: it is most of the text.
fn is_certain(line: &str, whole: bool) -> bool {
    if READ_AS_JSON.iter().any(|mark| line.contains(mark)) {
        return false;
    }
    if !line.contains("\\n") {
        return whole && is_quoted(line);
    }
    if breaks(line).any(|found| BEGINS.is_match(begun(found.rest))) {
        return true;
    }
    if COMPARED.iter().any(|word| line.contains(word)) {
        return false;
    }
    let single = || breaks(line).filter(|found| found.slashes == 1);
    let json = JSON_STARTS.iter().any(|start| line.trim_start().starts_with(start)) && is_json(line);
    if json && single().next().is_some() && string(line).end < line.len() {
        return true;
    }
    if !whole {
        return false;
    }
    let count = single().count();
    // A path goes on with a letter; a log with an indented or empty line, or behind the end of a sentence.
    let sure = single().filter(|found| is_between_lines(&line[..found.at], found.rest)).count();
    let unquoted = || memchr_iter(b'"', line.as_bytes()).all(|at| is_escaped(line, at));
    sure > 1 || sure == 1 && (json || unquoted()) || count >= MANY && is_json(line)
}

/// Whether a `\n` stands where no path has one: behind a space or a full stop, before a capital letter or white space.
fn is_between_lines(before: &str, after: &str) -> bool {
    let ended = before.ends_with(['\'', '.', ':', ')', ';', ' ', ',']);
    let next = after.chars().next();
    let quoted = next.is_some_and(|next| matches!(next, '\'' | '"')) && before.ends_with(['\'', '"']);
    let begun = next.is_none_or(|next| !next.is_ascii_lowercase() && next != '\'' && next != '"');
    !quoted && !is_drive(before.as_bytes()) && (ended && next.is_some_and(|next| next != '"') || begun)
}

/// Whether a line without breaks has escapes all the same: each of its quotes has one.
fn is_quoted(line: &str) -> bool {
    let mut rest = line.as_bytes();
    let mut count = 0;
    while let Some(at) = memchr::memchr2(b'\\', b'"', rest) {
        let escape = rest[at] == b'\\' && rest.get(at + 1).is_some_and(|next| b"\"\\/u".contains(next));
        if !escape {
            return false;
        }
        count += 1;
        rest = &rest[at + 2..];
    }
    count > 1
}

/// Whether every backslash begins an escape that JSON has, and none the name of a folder on Windows.
fn is_json(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &bytes[at..]) {
        at += found;
        let known = bytes.get(at + 1).is_some_and(|next| b"\"\\/bfnrtu".contains(next));
        if !known || bytes[at + 1] != b'\\' && is_drive(&bytes[..at]) {
            return false;
        }
        at += 2;
    }
    true
}

/// Whether what stands before a backslash ends with a drive: `C:`, and not the end of a word and a colon.
fn is_drive(before: &[u8]) -> bool {
    match before {
        [.., first, letter, b':'] => letter.is_ascii_alphabetic() && !first.is_ascii_alphanumeric(),
        [letter, b':'] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

/// The text of a string. What is no JSON has breaks and tabs alone.
fn plain(text: &str) -> String {
    let json = is_json(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let Some(letter) = escape.chars().next() else {
            out.push('\\');
            return out;
        };
        let after = &escape[letter.len_utf8()..];
        let known = json || is_break(letter, after) || letter == 't' && out.ends_with('\n');
        let Some((plain, after)) = unescaped(letter, after).filter(|_| known) else {
            out.push('\\');
            rest = escape;
            continue;
        };
        out.push_str(plain.encode_utf8(&mut [0; 4]));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Whether a `\n` in a text with paths in it is no part of one.
fn is_break(letter: char, after: &str) -> bool {
    letter == 'r' && after.starts_with("\\n")
        || letter == 'n' && (BEGINS.is_match(begun(after)) || !after.starts_with(|c: char| c.is_alphanumeric()))
}

/// What an escape stands for, and what follows it.
fn unescaped(letter: char, after: &str) -> Option<(char, &str)> {
    let plain = match letter {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '"' | '\\' | '/' => letter,
        'u' => {
            let code = u32::from_str_radix(after.get(..4)?, 16).ok()?;
            // Half of a pair stands for no letter of its own.
            return Some((char::from_u32(code).unwrap_or('\u{fffd}'), &after[4..]));
        }
        _ => return None,
    };
    Some((plain, after))
}

#[cfg(test)]
mod tests {
    use super::undone;

    fn lines(raw: &str) -> Vec<String> {
        let mut numbers: Vec<u32> = (1..).take(raw.lines().count()).collect();
        undone(raw, &mut numbers).split('\n').map(str::to_owned).collect()
    }

    #[test]
    fn a_string_of_json_is_several_lines() {
        let text = r#"{"level":"error","stack":"a.b.ShelfException: \"oak\" is full\n\tat a.B.c(B.java:1)\nCaused by: a.D: no \u003c 1","at":7}"#;
        let wanted = ["a.b.ShelfException: \"oak\" is full", "\tat a.B.c(B.java:1)", "Caused by: a.D: no < 1"];
        assert_eq!(lines(text), wanted);
    }

    #[test]
    fn a_string_inside_a_string_is_undone_twice() {
        let text = r#""{\"message\":\"e: file:///p/A.kt:1:2 No shelf\\n> Task :shop:compileKotlin FAILED\\n\"}""#;
        let found = lines(text);
        assert!(found.contains(&"e: file:///p/A.kt:1:2 No shelf".to_owned()), "{found:?}");
        assert!(found.contains(&"> Task :shop:compileKotlin FAILED".to_owned()), "{found:?}");
    }

    #[test]
    fn paths_and_values_stay() {
        for line in [
            r"C:\new\tools\nightly\build.gradle: 3: no shelf",
            r"> C:\Users\nina\shop\app\build\tmp",
            r#"val text = "oak\nash""#,
            r#"org.junit.ComparisonFailure: expected:<"a\n\n  b"> but was:<"c\n\n  d">"#,
            r#"  println("shelf\nfull")"#,
            r"expecting ''', found '\n' @ line 24, column 54.",
        ] {
            assert_eq!(lines(line), [line]);
        }
    }

    #[test]
    fn a_logger_that_escapes_breaks_alone_keeps_its_paths() {
        let text = r"a.b.ShelfException: C:\shop\new\oak\n\tat a.B.c(B.java:1)";
        assert_eq!(lines(text), [r"a.b.ShelfException: C:\shop\new\oak", "\tat a.B.c(B.java:1)"]);
    }
}
