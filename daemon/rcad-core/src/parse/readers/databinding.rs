//! Reads data binding's and view binding's errors, which annotation processors and Gradle tasks print in three layouts.

mod messages;

use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, classify};

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::DataBinding,
    anchors: &[
        "data binding error",
        "[databinding] {",
        "viewBindingType",
        "Configurations for ",
        "but data binding is not enabled",
        "Cannot find the setter for attribute",
        "Cannot find a setter for <",
        "Could not find identifier '",
    ],
    frame: false,
    read,
};

/// `[databinding] {"msg":"Could not find identifier \u0027x\u0027","file":"/p/a.xml","pos":[{"line0":36,"col0":28,…}]}`
static JSON: Pattern = Pattern::new(
    r#"\[databinding\] \{"msg":"(?P<message>(?:[^"\\]|\\.)*)"(?:,"file":"(?P<file>(?:[^"\\]|\\.)*)")?(?:,"pos":\[\{"line0":(?P<line>[0-9]+),"col0":(?P<column>[0-9]+))?"#,
);

/// `****/ data binding error ****msg:… file:/p/a.xml loc:12:33 - 12:39 ****\ data binding error ****`, joined to one line
static MARKED: Pattern = Pattern::new(concat!(
    r"\*\*\*\*/ data binding error \*\*\*\* ?msg: ?(?P<message>.*?)",
    r"(?: file: ?(?P<file>.*?))?(?: loc: ?(?P<line>[0-9]+):(?P<column>[0-9]+)[-0-9: ]*)? *(?:\*\*\*\*\\ data binding error.*)?$",
));

/// `file:///p/res/layout/main.xml Line:14`
static PLACE: Pattern = Pattern::new(r"^file:(?://)?(?P<file>/?.+\.xml) Line: ?(?P<line>[0-9]+)");

/// `/p/res/layout/main.xml:14: error: Cannot find the setter …`, which an IDE's console is turned into
static SHOWN: Pattern = Pattern::new(r"^(?P<file>.+\.xml):(?P<line>[0-9]+): error: (?P<message>.+)$");

/// Lines of one error.
const LONGEST: usize = 8;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at).trim();
    if let Some(found) = JSON.captures(line) {
        let message = unescape(&found["message"]);
        let mut failure = start(lines, at, &message);
        failure.file = found.name("file").map(|file| unescape(file.as_str()));
        place(&mut failure, &found);
        return Some(ReaderMatch { failure, lines: 1, headline: false });
    }
    if line.contains("****/ data binding error") {
        return read_marked(lines, at);
    }
    if line.contains("Found data binding error") {
        return read_found(lines, at);
    }
    read_bare(lines, at, line)
}

fn start(lines: &Lines, at: usize, message: &str) -> Failure {
    let mut failure = Failure::new(Category::Databinding, Language::Xml, message.trim());
    classify(&messages::RULES, message, &mut failure);
    (failure.category, failure.framework) = (Category::Databinding, Framework::Android);
    failure.evidence.push(lines.evidence(at));
    failure
}

/// Line and column as they are printed; data binding counts lines from 0.
fn place(failure: &mut Failure, found: &crate::pattern::Captures<'_>) {
    let number = |name: &str| found.name(name).and_then(|text| text.as_str().parse::<u32>().ok());
    failure.line = number("line").filter(|line| *line > 0);
    failure.column = number("column").filter(|column| *column > 0);
    if let Some(line) = number("line") {
        failure.details.insert("editor_line".to_owned(), (line + 1).to_string());
    }
}

fn read_marked(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let mut text = String::new();
    let mut took = 0;
    for index in at..(at + LONGEST).min(lines.len()) {
        text.push_str(lines.get(index).trim());
        text.push(' ');
        took += 1;
        if text.contains("****\\ data binding error") {
            break;
        }
    }
    let found = MARKED.captures(text.trim_end())?;
    let mut failure = start(lines, at, &found["message"]);
    failure.file = found.name("file").map(|file| file.as_str().trim().to_owned()).filter(|file| !file.is_empty());
    place(&mut failure, &found);
    for index in at + 1..at + took.min(3) {
        failure.evidence.push(lines.evidence(index));
    }
    Some(ReaderMatch { failure, lines: took, headline: false })
}

/// `Found data binding errors.`, then the error in one of the other layouts, or in two lines: message, place.
fn read_found(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let headline = |failure| Some(ReaderMatch { failure, lines: 1, headline: true });
    let next: Vec<usize> =
        (at + 1..(at + LONGEST).min(lines.len())).filter(|index| !lines.get(*index).is_empty()).collect();
    let Some(first) = next.first().copied() else { return headline(start(lines, at, lines.get(at))) };
    let is_repeated_below = next
        .iter()
        .take(2)
        .any(|index| lines.get(*index).contains("data binding error") || JSON.is_match(lines.get(*index)));
    let place = next.iter().take(4).find_map(|index| Some((*index, PLACE.captures(lines.get(*index).trim())?)));
    let (false, Some((end, place))) = (is_repeated_below, place) else {
        return headline(start(lines, at, lines.get(at).trim()));
    };
    let mut failure = start(lines, first, lines.get(first).trim());
    failure.file = Some(place["file"].to_owned());
    failure.line = place["line"].parse().ok();
    failure.evidence.push(lines.evidence(end));
    Some(ReaderMatch { failure, lines: end + 1 - at, headline: false })
}

/// The message alone, as Android Studio shows it.
fn read_bare(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let place = SHOWN.captures(line);
    let message = place.as_ref().and_then(|place| place.name("message")).map_or(line, |message| message.as_str());
    let message = message.trim_start_matches("> ");
    // `> java.lang.IllegalArgumentException: Configurations for …`
    let thrown = message.split_once("Exception: ").filter(|(class, _)| !class.contains(' ')).map(|(_, said)| said);
    let message = thrown.unwrap_or(message).trim_start_matches("ERROR: ").trim_start_matches("error: ");
    if !messages::is_whole(message) {
        return None;
    }
    let mut failure = start(lines, at, message);
    if let Some(place) = &place {
        failure.file = Some(place["file"].to_owned());
        failure.line = place["line"].parse().ok();
    }
    Some(ReaderMatch { failure, lines: 1, headline: false })
}

/// JSON's escapes; `\n` becomes a space.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(next) = rest.next() {
        if next != '\\' {
            out.push(next);
            continue;
        }
        match rest.next() {
            Some('n' | 't' | 'r') => out.push(' '),
            Some('u') => {
                let code: String = rest.by_ref().take(4).collect();
                out.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::messages;
    use crate::Category;
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    #[test]
    fn tables_compile() {
        assert_sound(&messages::RULES);
    }

    #[test]
    fn every_layout_has_its_place() {
        let message =
            "Cannot find the setter for attribute 'app:price' with parameter type int on android.widget.TextView.";
        for text in [
            format!(
                "****/ data binding error ****msg:{message}\nfile:/p/res/layout/main.xml\nloc:14:8 - 14:20\n****\\ data binding error ****\n"
            ),
            format!(
                "e: [kapt] An exception occurred: a.b.LoggedErrorException: Found data binding errors.\n****/ data binding error ****msg:{message} file:/p/res/layout/main.xml loc:14:8 - 14:20 ****\\ data binding error ****\n"
            ),
            format!(
                "error: [databinding] {{\"msg\":\"{}\",\"file\":\"/p/res/layout/main.xml\",\"pos\":[{{\"line0\":14,\"col0\":8,\"line1\":14,\"col1\":20}}]}}\n",
                message.replace('\'', "\\u0027")
            ),
            format!(
                "> java.lang.RuntimeException: Found data binding errors.\n  {message}\n  file:///p/res/layout/main.xml Line:14\n"
            ),
            format!("/p/res/layout/main.xml\nError:(14, 8) {message}\n"),
        ] {
            let failures = parse(&text).failures;
            assert_eq!(failures.len(), 1, "{text}");
            let root = &failures[0];
            assert_eq!((root.category, root.symbol.as_deref()), (Category::Databinding, Some("app:price")), "{text}");
            assert_eq!((root.file.as_deref(), root.line), (Some("/p/res/layout/main.xml"), Some(14)), "{text}");
        }
    }
}
