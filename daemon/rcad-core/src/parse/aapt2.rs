//! Reads what goes wrong with resources: aapt2's messages (alone and through Gradle), the resource merger's and the XML
//! parser's. The manifest merger is not its business.

mod messages;

use super::lines::Lines;
use super::pattern::{Pattern, classify};
use super::{Found, Reader};
use crate::Category;
use crate::failure::{Failure, Framework, Language};

/// The table's row.
pub const READER: Reader = Reader {
    tool: "aapt2",
    anchors: &["error: ", "AAPT: ", "ParseError at [row,col]", "SAXParseException", "Duplicate resources"],
    frame: false,
    read,
};

/// `ERROR: /p/res/layout/a.xml:5:5-9:10: AAPT: error: resource …`, `/p/AndroidManifest.xml:5: error: attribute …`,
/// `C:\p\res\a.xml:5: AAPT: error: …`, `ERROR:/p/res/a.png: AAPT: error: …`
static ERROR: Pattern = Pattern::new(concat!(
    r"^(?:> )?(?:ERROR: ?|error: )?(?P<file>(?:[A-Za-z]:[\\/]|[A-Za-z0-9._-]+-[0-9]+:/)?[^:]+\.(?:xml|png|9\.png|webp|jpe?g|flat))",
    r"(?::(?P<line>[0-9]+))?(?::(?P<column>[0-9]+))?(?:-[0-9]+(?::[0-9]+)?)?: (?:AAPT: )?error: (?P<message>.+)$",
));

/// `ERROR: AAPT: error: …`, `AAPT: error: …`, `error: …` without a file
static BARE: Pattern = Pattern::new(r"^(?:> )?(?:ERROR: ?)?(?P<aapt>AAPT: )?error: (?P<message>.+)$");

/// `ERROR: [string/app_name] /p/a.xml [string/app_name] /p/b.xml: Resource and asset merger: Duplicate resources`,
/// `[string/app_name] /p/a.xml [string/app_name] /p/b.xml: Error: Duplicate resources`
static DUPLICATE: Pattern = Pattern::new(
    r"^(?:> )?(?:ERROR: ?)?\[(?P<symbol>[^\]]+)\] (?P<first>.+?\.[a-z]+)\s+\[[^\]]+\] (?P<second>.+?\.[a-z]+): .*Duplicate resources",
);

/// `> /p/values/b.xml: Error: Duplicate resources`
static PARSE_ERROR: Pattern = Pattern::new(r"ParseError at \[row,col\]:?\[(?P<line>[0-9]+),(?P<column>[0-9]+)\]");

/// `org.xml.sax.SAXParseException; systemId: file:/p/a.xml; lineNumber: 4; columnNumber: 9; The prefix "app" …`
static SAX: Pattern = Pattern::new(concat!(
    r"SAXParseException; (?:systemId: file:(?://)?(?P<file>[^;]+); )?",
    r"lineNumber: (?P<line>[0-9]+); columnNumber: (?P<column>[0-9]+); (?P<message>.+)$",
));

/// `> Failed to parse XML file '/p/a.xml'`, `/p/a.xml:5: …`; names the file of a parse error near it
static XML_FILE: Pattern = Pattern::new(r"(?P<file>(?:[A-Za-z]:)?[/\\][^:'<>]*\.xml)");

fn read(lines: &Lines, at: usize) -> Option<Found> {
    let line = lines.get(at).trim_start();
    read_error(lines, at, line)
        .or_else(|| read_duplicate(lines, at, line))
        .or_else(|| read_sax(lines, at, line))
        .or_else(|| read_parse_error(lines, at, line))
        .or_else(|| read_bare(lines, at, line))
}

fn start(lines: &Lines, at: usize, category: Category, message: &str) -> Failure {
    let mut failure = Failure::new(category, Language::Xml, message.trim());
    failure.framework = Framework::Android;
    failure.evidence.push(lines.evidence(at));
    failure
}

fn found(failure: Failure) -> Option<Found> {
    Some(Found { failure, lines: 1, headline: false })
}

fn read_error(lines: &Lines, at: usize, line: &str) -> Option<Found> {
    let hit = ERROR.captures(line)?;
    let summary = messages::SUMMARY.is_match(&hit["message"]);
    let mut failure = start(lines, at, Category::AaptLink, &hit["message"]);
    failure.file = Some(hit["file"].trim().to_owned());
    failure.line = hit.name("line").and_then(|line| line.as_str().parse().ok());
    failure.column = hit.name("column").and_then(|column| column.as_str().parse().ok());
    let compiles = !hit["file"].ends_with(".xml");
    if classify(&messages::RULES, &hit["message"], &mut failure).is_none() && compiles {
        failure.category = Category::AaptCompile;
    }
    Some(Found { failure, lines: 1, headline: summary })
}

fn read_duplicate(lines: &Lines, at: usize, line: &str) -> Option<Found> {
    let hit = DUPLICATE.captures(line)?;
    let message = format!("Duplicate resources: {}", &hit["symbol"]);
    let mut failure = start(lines, at, Category::XmlDuplicateResource, &message);
    failure.symbol = Some(hit["symbol"].to_owned());
    failure.file = Some(hit["first"].to_owned());
    failure.details.insert("other_file".to_owned(), hit["second"].to_owned());
    found(failure)
}

fn read_sax(lines: &Lines, at: usize, line: &str) -> Option<Found> {
    let hit = SAX.captures(line)?;
    let mut failure = start(lines, at, Category::XmlMalformed, &hit["message"]);
    classify(&messages::PARSER, &hit["message"], &mut failure);
    failure.file = hit.name("file").map(|file| file.as_str().to_owned());
    failure.line = hit["line"].parse().ok();
    failure.column = hit["column"].parse().ok();
    found(failure)
}

/// `ParseError at [row,col]:[5,3]` with `Message: …` on the next line; the file stands on one of the lines before.
fn read_parse_error(lines: &Lines, at: usize, line: &str) -> Option<Found> {
    let hit = PARSE_ERROR.captures(line)?;
    let next = lines.get(at + 1).trim();
    let message = next.strip_prefix("Message: ").unwrap_or(line);
    let mut failure = start(lines, at, Category::XmlMalformed, message);
    classify(&messages::PARSER, message, &mut failure);
    failure.line = hit["line"].parse().ok();
    failure.column = hit["column"].parse().ok();
    let near = (at.saturating_sub(4)..=at).rev().find_map(|index| XML_FILE.captures(lines.get(index)));
    failure.file = near.map(|near| near["file"].to_owned());
    let mut took = 1;
    if next.starts_with("Message: ") {
        failure.evidence.push(lines.evidence(at + 1));
        took = 2;
    }
    Some(Found { failure, lines: took, headline: false })
}

fn read_bare(lines: &Lines, at: usize, line: &str) -> Option<Found> {
    let hit = BARE.captures(line)?;
    let message = &hit["message"];
    if messages::SUMMARY.is_match(message) {
        return Some(Found { failure: start(lines, at, Category::AaptLink, message), lines: 1, headline: true });
    }
    let mut failure = start(lines, at, Category::AaptLink, message);
    if classify(&messages::RULES, message, &mut failure).is_none() && hit.name("aapt").is_none() {
        return None;
    }
    found(failure)
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::super::pattern::assert_sound;
    use super::messages;
    use crate::Category;

    #[test]
    fn tables_compile() {
        assert_sound(&messages::RULES);
        assert_sound(&messages::PARSER);
    }

    #[test]
    fn every_layout_has_its_place() {
        let message = "resource color/x (aka a.b:color/x) not found.";
        for (before, file) in [
            ("/p/res/layout/m.xml:5: error: ", "/p/res/layout/m.xml"),
            ("ERROR: /p/res/layout/m.xml:5:5-9:10: AAPT: error: ", "/p/res/layout/m.xml"),
            ("     ERROR:/p/res/layout/m.xml:5: AAPT: error: ", "/p/res/layout/m.xml"),
            (r"ERROR: C:\p q\m.xml:5: AAPT: error: ", r"C:\p q\m.xml"),
            ("error: a.b.app-main-5:/layout/m.xml:5: error: ", "a.b.app-main-5:/layout/m.xml"),
        ] {
            let failure = parse(&format!("{before}{message}")).failures.remove(0);
            assert_eq!((failure.file.as_deref(), failure.line), (Some(file), Some(5)), "{before}");
            assert_eq!(failure.symbol.as_deref(), Some("color/x"));
        }
    }

    #[test]
    fn parsers_and_mergers_are_read() {
        let sax = r#"> org.xml.sax.SAXParseException; systemId: file:/p/m.xml; lineNumber: 4; columnNumber: 9; The prefix "app" for attribute "app:x" associated with an element type "View" is not bound."#;
        let failure = parse(sax).failures.remove(0);
        assert_eq!(
            (failure.category, failure.file.as_deref(), failure.line),
            (Category::XmlMalformed, Some("/p/m.xml"), Some(4))
        );
        assert_eq!(failure.details.get("prefix").map(String::as_str), Some("app"));
        let twice =
            "ERROR: [string/a] /p/v/a.xml\t[string/a] /p/v/b.xml: Resource and asset merger: Duplicate resources";
        let failure = parse(twice).failures.remove(0);
        assert_eq!((failure.category, failure.symbol.as_deref()), (Category::XmlDuplicateResource, Some("string/a")));
        let row = "Failed to parse XML file '/p/m.xml'\n> ParseError at [row,col]:[4,9]\n  Message: expected end tag\n";
        let failure = parse(row).failures.remove(0);
        assert_eq!((failure.file.as_deref(), failure.line, failure.column), (Some("/p/m.xml"), Some(4), Some(9)));
    }

    #[test]
    fn other_tools_errors_are_not_resources() {
        for line in ["error: no such file", "app: error: resource busy", "curl: error: resource color/x not found"] {
            assert!(parse(line).failures.is_empty(), "{line}");
        }
    }
}
