//! What Java's XML parser says: the place before the words, in one line or broken by a page.

use std::borrow::Cow;

use crate::Category;
use crate::model::failure::Failure;
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

/// Says of a file that ends at its first letter that it is empty.
pub fn explain(failure: &mut Failure) {
    let first = (failure.line, failure.column) == (Some(1), Some(1));
    let ends = failure.wording.as_ref().is_some_and(|words| words.cause.contains("(premature end of file)"));
    if failure.category != Category::XmlMalformed || !first || !ends || failure.file.is_none() {
        return;
    }
    failure.say(
        "The file is empty: the parser meets its end at line 1, column 1.",
        &[
            "Restore {name} from version control (`git log -- <file>` shows who emptied it) or make it anew; delete it if nothing needs it. A file of a cache or of `build` is deleted, so that it is written again.",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn a_file_that_ends_at_its_first_letter_is_empty() {
        let cause = |place: &str, said: &str| {
            let log = format!(
                "* What went wrong:\nExecution failed for task ':shop:mergeDebugResources'.\n> Resource compilation failed (Failed to compile resource file: /home/dev/shop/src/main/res/drawable/oak.xml: . Cause: javax.xml.stream.XMLStreamException: ParseError at [row,col]:[{place}]\n  Message: {said}). Check logs for more details.\n"
            );
            analyze(parse(&log), None).root_cause.unwrap_or_default()
        };
        for said in [
            "Premature end of file.",
            "Vorzeitiges Dateiende.",
            "Fin prématurée du fichier.",
            "Fim prematuro do arquivo.",
            "文件提前结束。",
        ] {
            assert!(cause("1,1", said).contains("The file is empty"), "{}", cause("1,1", said));
        }
        let cut = cause("2,1", "Premature end of file.");
        assert!(cut.contains("empty or was cut off"), "{cut}");
        let other = cause("1,1", "Contenu non autorisé dans le prologue.");
        assert!(other.contains("before the first `<`") && !other.contains("The file is empty"), "{other}");
    }

    #[test]
    fn the_place_is_read_over_broken_lines() {
        let broken = "> org.xml.sax.SAXParseException; systemId: \nfile:/C:/p/app/src/main/AndroidManifest.xml; lineNumber: 7; columnNumber: 325; \nThe prefix \"tools\" for attribute \"tools:replace\" associated with an element type \"application\" is not bound.\n";
        let failures = parse(broken).failures;
        let [root] = &failures[..] else { panic!("{failures:?}") };
        assert_eq!((root.line, root.file.as_deref()), (Some(7), Some("/C:/p/app/src/main/AndroidManifest.xml")));
    }
}
