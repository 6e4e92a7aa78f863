//! The layouts in which the Kotlin compilers, their Gradle plugins and IDEs print a message and its place.

use crate::pattern::Pattern;

/// A message with the place it is about.
pub struct LocatedMessage<'t> {
    /// Path as printed, without `file://`; empty where none is.
    pub file: &'t str,
    /// Line and column, 1-based.
    pub place: (Option<u32>, Option<u32>),
    /// The message about it; may go on below.
    pub message: &'t str,
    /// The layout is the compiler's alone, so that any message in it is an error. Otherwise only known ones are.
    pub sure: bool,
}

/// Behind `e: `, in the layouts of Gradle's renderer: `file:///p/F.kt:2:16 msg`, `/p/F.kt: (2, 16): msg`,
/// `/p/build.gradle.kts:3:5: msg`
static AFTER_MARK: Pattern = Pattern::new(concat!(
    r"^(?:file:(?://| ))?(?P<file>[^:]*?(?:[A-Za-z]:[\\/][^:]*?)?\.(?:kts?|java)):? ?",
    r"(?:[(\[](?P<l1>[0-9]+), (?P<c1>[0-9]+)[)\]]:|:?(?P<l2>[0-9]+):(?:(?P<c2>[0-9]+):?)?)? *(?P<message>.*)$",
));

/// `/p/F.kt:2:16: error: msg` of the command line and of Kotlin/Native
static COMMAND_LINE: Pattern =
    Pattern::new(r"^(?P<file>.+\.kts?):(?P<l1>[0-9]+):(?P<c1>[0-9]+): error: (?P<message>.+)$");

/// `/p/F.kt: (2, 16): msg`, `C:\p\F.kt: (2, 16): msg`: IDEs leave the mark out; `/p/F.kt:[2,16] msg`: Maven's
static UNMARKED: Pattern = Pattern::new(
    r"^(?:\[ERROR\] )?(?:file://)?(?P<file>(?:/?[A-Za-z]:)?[^: ][^:]*\.kts?):(?: \((?P<l1>[0-9]+), (?P<c1>[0-9]+)\):?|\[(?P<l2>[0-9]+),(?P<c2>[0-9]+)\]) ?(?P<message>.*)$",
);

/// `F.kt:2:16 msg`, `file:///p/F.kt:2:16: msg`, `F.kt: 2: msg`, `F.kt:2: error: msg`: linters print so as well
static SHORT: Pattern = Pattern::new(
    r"^(?:file://)?(?P<file>(?:/?[A-Za-z]:)?[^: ]+\.kts?): ?(?P<l1>[0-9]+)(?::(?P<c1>[0-9]+))?:? +(?:[Ee]rror: )?(?P<message>[A-Za-z'@].*)$",
);

/// `1. e: …`, `- e: …`, `> e: …`, `[mark] e: …`
static BULLET: Pattern = Pattern::new(r"^(?:[0-9]{1,3}[.)] |[-*+>|] |\[[A-Za-z][A-Za-z0-9_.:-]{0,30}\] +(?:e: ))");

/// `[ksp] /p/F.kt:`, `file:///p/F.kt:49:34`: nothing behind the place
static BROKEN_OFF: Pattern = Pattern::new(
    r"^(?:\[ksp\] )?(?:file://)?/?(?:[A-Za-z]:)?[^: ][^:]*\.kts?:(?: ?\([0-9]+, [0-9]+\):|[0-9]+:[0-9]+:?)?$",
);

/// What javac under kapt puts before a message, in the language of the machine.
const SEVERITIES: &[&str] = &[
    "error:",
    "错误:",
    "错误：",
    "錯誤:",
    "エラー:",
    "오류:",
    "Fehler:",
    "erreur :",
    "erreur:",
    "ошибка:",
    "errore:",
    "erro:",
];

/// The message without javac's word for its severity.
pub fn without_severity(message: &str) -> &str {
    let rest = SEVERITIES.iter().find_map(|word| message.strip_prefix(word));
    rest.map_or(message, str::trim_start)
}

/// Whether a message stops behind its path or its place.
pub fn breaks_off(rest: &str) -> bool {
    rest.ends_with(|last: char| last == ':' || last.is_ascii_digit()) && BROKEN_OFF.is_match(rest)
}

/// The line without what a list, a quotation or a code span puts around it.
pub fn bare(line: &str) -> &str {
    let mut rest = line.trim();
    if let Some(end) = BULLET.end(rest) {
        rest = if rest[..end].ends_with("e: ") { &rest[end - 3..] } else { rest[end..].trim_start() };
    }
    rest.trim_start_matches('`').trim_end_matches('`')
}

/// The place and message of a line that begins with the compiler's mark `e: `.
pub fn marked(rest: &str) -> Option<LocatedMessage<'_>> {
    placed(&AFTER_MARK, rest, true)
}

/// The place and message of a line without it.
pub fn unmarked(line: &str) -> Option<LocatedMessage<'_>> {
    if let Some(found) = placed(&COMMAND_LINE, line, true) {
        return Some(found);
    }
    placed(&UNMARKED, line, true).or_else(|| placed(&SHORT, line, false))
}

fn placed<'t>(layout: &Pattern, line: &'t str, sure: bool) -> Option<LocatedMessage<'t>> {
    let found = layout.captures(line).filter(|_| !line.starts_with("[WARNING] ") && !line.starts_with("[INFO] "))?;
    Some(LocatedMessage {
        file: found.name("file")?.as_str(),
        place: (
            number(&found, "l1").or_else(|| number(&found, "l2")),
            number(&found, "c1").or_else(|| number(&found, "c2")),
        ),
        message: uncommented(found.name("message")?.as_str()),
        sure,
    })
}

/// A message without somebody's remark behind it: `Unresolved reference 'Math'.   ← the same`.
fn uncommented(message: &str) -> &str {
    message
        .find("  ")
        .filter(|gap| message[*gap..].trim_start().starts_with(['←', '⬅']))
        .map_or(message, |gap| &message[..gap])
}

/// A 1-based number; 0 means that it is not known.
pub fn number(found: &crate::pattern::Captures<'_>, name: &str) -> Option<u32> {
    found.name(name)?.as_str().parse().ok().filter(|number| *number > 0)
}

/// A `file://` URI's path is percent-encoded; a plain path is not, and `%` is rare in either.
pub fn decode(path: &str) -> String {
    let path = path.strip_prefix("file://").unwrap_or(path);
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
    use super::{bare, decode, marked};

    #[test]
    fn columns_and_remarks_are_left_out() {
        let found = marked("commonMain/a/Basket.kt:103:31      Unresolved reference 'Math'.   ← once more");
        assert_eq!(found.map(|found| found.message), Some("Unresolved reference 'Math'."));
    }

    #[test]
    fn uris_become_paths() {
        assert_eq!(decode("/p/a%20b/F.kt"), "/p/a b/F.kt");
        assert_eq!(decode("/C:/a/F.kt"), "C:/a/F.kt");
        assert_eq!(decode("/p/100%.kt"), "/p/100%.kt");
    }

    #[test]
    fn lists_and_code_spans_go() {
        for line in ["1. `e: x`", "- e: x", "[exec] e: x", "   e: x", "> e: x", "`e: x`"] {
            assert_eq!(bare(line), "e: x", "{line}");
        }
        for line in ["[ksp] x", "the e: x", "100 x"] {
            assert_eq!(bare(line), line);
        }
    }
}
