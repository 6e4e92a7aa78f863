//! What Java's XML parser says: the place before the words, in one line or broken by a page.

use std::borrow::Cow;

use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `org.xml.sax.SAXParseException; systemId: file:/p/a.xml; lineNumber: 4; columnNumber: 9; The prefix "app" …`
pub static PLACED: Pattern = Pattern::new(concat!(
    r"SAXParseException; (?:systemId: file:(?://)?(?P<file>[^;]+); )?",
    r"lineNumber: (?P<line>[0-9]+); columnNumber: (?P<column>[0-9]+); (?P<message>.+)$",
));

/// Lines over which a page may break what the parser says, its place before its words.
const LINES: usize = 4;

/// The parser's message, joined from the lines over which it was broken, and their number.
pub fn joined<'l>(lines: &'l Lines, at: usize, line: &'l str) -> (Cow<'l, str>, usize) {
    let whole = (Cow::Borrowed(line), 1);
    if !line.contains("SAXParseException;") || PLACED.is_match(line) {
        return whole;
    }
    let mut joined = line.trim_end().to_owned();
    for index in at + 1..(at + LINES).min(lines.len()) {
        let next = lines.get(index).trim();
        if next.is_empty() || next.starts_with("at ") {
            break;
        }
        joined = format!("{joined} {next}");
        if PLACED.is_match(&joined) {
            return (Cow::Owned(joined), index + 1 - at);
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn the_place_is_read_over_broken_lines() {
        let broken = "> org.xml.sax.SAXParseException; systemId: \nfile:/C:/p/app/src/main/AndroidManifest.xml; lineNumber: 7; columnNumber: 325; \nThe prefix \"tools\" for attribute \"tools:replace\" associated with an element type \"application\" is not bound.\n";
        let failures = parse(broken).failures;
        let [root] = &failures[..] else { panic!("{failures:?}") };
        assert_eq!((root.line, root.file.as_deref()), (Some(7), Some("/C:/p/app/src/main/AndroidManifest.xml")));
    }
}
