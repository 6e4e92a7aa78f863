//! Quotation marks that a page or a word processor made typographic: tools write straight ones.

use std::borrow::Cow;

/// Words of a tool that complains of a character: there the marks themselves may be what is wrong.
const COMPLAINTS: &[&str] = &[
    "illegal char",
    "Illegal char",
    "nvalid char",
    "nexpected char",
    "nexpected input",
    "nexpected token",
    "oken recognition",
    "yntax error",
    "Expecting",
    "expecting",
    "u201",
    "0x201",
];

/// Makes the marks of all lines straight.
pub fn straighten(raw: &str, lines: &mut [Cow<'_, str>]) {
    let curly = ['‘', '’', '“', '”'];
    if raw.is_ascii() || !raw.contains(curly) || COMPLAINTS.iter().any(|words| raw.contains(words)) {
        return;
    }
    for line in lines.iter_mut().filter(|line| line.contains(curly)) {
        *line = Cow::Owned(line.replace(['‘', '’'], "'").replace(['“', '”'], "\""));
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::straighten;

    fn straight(text: &str) -> String {
        let mut lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        straighten(text, &mut lines);
        lines.join("\n")
    }

    #[test]
    fn a_tools_quotes_are_straight_again() {
        assert_eq!(straight("Unresolved reference ‘shelf’."), "Unresolved reference 'shelf'.");
        assert_eq!(straight("library “libshelf.so” not found"), "library \"libshelf.so\" not found");
    }

    #[test]
    fn what_a_tool_complains_of_stays() {
        for text in
            ["unexpected char: 0x201C\ninclude “:app”", "error: illegal character: '“'\n  open(“a”);", "no marks"]
        {
            assert_eq!(straight(text), text);
        }
    }
}
