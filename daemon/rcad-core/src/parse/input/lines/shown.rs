//! One line as a terminal would show it.

mod misread;

use std::borrow::Cow;

/// Longest line that is looked at, in bytes; the rest of a longer one is cut off.
pub const LONGEST: usize = 16 * 1024;

/// What a terminal would show of the line: colours and title sequences gone, only what follows the last carriage return.
pub fn shown(raw: &str) -> Cow<'_, str> {
    let raw = raw.strip_suffix('\r').unwrap_or(raw);
    let raw =
        if raw.contains('\r') { raw.rsplit('\r').find(|part| !part.trim().is_empty()).unwrap_or("") } else { raw };
    let end = (0..=LONGEST.min(raw.len())).rev().find(|at| raw.is_char_boundary(*at)).unwrap_or(0);
    let raw = &raw[..end];
    if raw.is_ascii() {
        return unescaped(raw);
    }
    if let Some(meant) = misread::repaired(raw) {
        return Cow::Owned(unescaped(&meant).into_owned());
    }
    if raw.contains('：') {
        return Cow::Owned(narrow(&unescaped(raw)));
    }
    unescaped(raw)
}

/// A log's line whose colons a Chinese keyboard or translator made wide, and whose dots it parted:
/// `AndroidRuntime：at android. app.Shelf.open(Shelf.java：7)`.
fn narrow(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '：' || !out.ends_with(|last: char| last.is_ascii_alphanumeric()) {
            out.push(letter);
            continue;
        }
        out.push(':');
        if letters.peek().is_some_and(|next| !next.is_ascii_digit() && *next != ' ') {
            out.push(' ');
        }
    }
    if out.contains("at ") && out.contains("(") { out.replace(". ", ".") } else { out }
}

/// The line without escape sequences and what cannot be seen.
fn unescaped(raw: &str) -> Cow<'_, str> {
    let plain = raw.is_ascii() && memchr::memchr3(0x1b, b'[', 0, raw.as_bytes()).is_none();
    if plain || !raw.contains(['\u{1b}', '[', '\u{feff}', '\0', '\u{a0}']) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(next) = rest.chars().next() {
        let skip = escape(rest);
        if skip > 0 {
            rest = &rest[skip..];
            continue;
        }
        if next == '\u{a0}' {
            out.push(' ');
        } else if next != '\u{feff}' && next != '\0' {
            out.push(next);
        }
        rest = &rest[next.len_utf8()..];
    }
    Cow::Owned(out)
}

/// Bytes of the escape sequence at the start of `text`; also of its remains (`[31m`) where the ESC itself was lost.
fn escape(text: &str) -> usize {
    let bytes = text.as_bytes();
    let start = match bytes {
        [0x1b, b'[', ..] => 2,
        // `ESC ]0;title BEL`, and `ESC _bk;t=1700000000123 BEL` of Buildkite
        [0x1b, b']' | b'_', ..] => return title(bytes),
        [0x1b, ..] => return 1,
        [b'[', ..] => 1,
        _ => return 0,
    };
    let mut at = start;
    while at < bytes.len() && matches!(bytes[at], b'0'..=b'9' | b';' | b'?') {
        at += 1;
    }
    match bytes.get(at) {
        Some(b'm') if start == 1 && at > 1 => at + 1,
        Some(letter) if start == 2 && letter.is_ascii() => at + 1,
        _ if start == 2 => at,
        _ => 0,
    }
}

/// An OSC sequence ends with BEL or ESC `\`.
fn title(bytes: &[u8]) -> usize {
    for (at, byte) in bytes.iter().enumerate().skip(2) {
        match byte {
            0x07 => return at + 1,
            0x1b if bytes.get(at + 1) == Some(&b'\\') => return at + 2,
            _ => {}
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn wide_colons_of_a_log_are_narrow() {
        assert_eq!(shown("AndroidRuntime：FATAL EXCEPTION：Thread-9"), "AndroidRuntime: FATAL EXCEPTION: Thread-9");
        assert_eq!(shown("at android. app.Shelf.open(Shelf.java：7)"), "at android.app.Shelf.open(Shelf.java:7)");
        assert_eq!(shown("错误：没有"), "错误：没有");
        assert_eq!(shown("\u{1b}[31mAndroidRuntime：no\u{1b}[0m"), "AndroidRuntime: no");
    }
}
