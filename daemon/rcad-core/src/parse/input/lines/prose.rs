//! A sentence that somebody broke between two words, in a paste that is too short to show a width.

/// Most lines of such a paste.
pub const SHORT: usize = 24;

/// Lengths at which editors, mail programs and narrow windows break a line.
const BROKEN: std::ops::RangeInclusive<usize> = 56..=110;

/// Words that begin lines of source code or of a tool, and no rest of a sentence.
pub const OWN: &[&str] = &[
    "at",
    "in",
    "import",
    "package",
    "return",
    "val",
    "var",
    "fun",
    "public",
    "private",
    "protected",
    "internal",
    "class",
    "static",
    "final",
    "int",
    "void",
    "if",
    "for",
    "while",
    "else",
    "new",
    "symbol",
    "location",
    "where",
    "required",
    "found",
    "reason",
    "error",
    "warning",
    "note",
    "org",
    "com",
    "io",
    "java",
    "androidx",
    "npm",
    "yarn",
    "override",
];

/// Whether `next` is the rest of a sentence that `line` begins: the line ends inside it, and the next one goes on with a
/// small word.
pub fn goes_on(line: &str, next: &str) -> bool {
    let line = line.trim_end();
    let inside = line.ends_with(|letter: char| letter.is_ascii_lowercase() || letter == ',') && line.contains(' ');
    if !inside || !BROKEN.contains(&line.len()) || indent(line).abs_diff(indent(next)) > 2 {
        return false;
    }
    let next = next.trim();
    let first = next.split(' ').next().unwrap_or(next);
    let word = first.len() < next.len() && first.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b',');
    // A list has such words at the beginnings of its lines, too.
    let sentence = line.trim_start().split(' ').count() > 4 && next.split(' ').count() > 1;
    word && sentence && !OWN.contains(&first) && !next.ends_with([';', '{', ':'])
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::goes_on;

    #[test]
    fn a_sentence_goes_on_in_the_next_line() {
        let line = "error: [Hilt] The shelf of version 2.4.0 is too wide, while maximum";
        assert!(goes_on(line, "supported width is 2.3.0. To support wider shelves, update the"));
        assert!(goes_on("> The shelf cannot be put up. This might happen because a basket", "  has things in it."));
        for next in [
            "symbol: class Shelf",
            "at com.example.Shelf",
            "Then it fell down.",
            "shelf",
            "return shelf;",
            "a.b:c:1 is old",
        ] {
            assert!(!goes_on(line, next), "{next}");
        }
        assert!(!goes_on("short: the shelf", "is wide and wide"));
        assert!(!goes_on("The shelf is too wide for the room in which it has to stand.", "supported width is 2"));
    }
}
