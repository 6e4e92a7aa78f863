//! The place that a tool's line gives, in whatever form it writes it.

use crate::parse::input::lines::Lines;
use crate::pattern::{Captures, Pattern};

/// A file with a line, as printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedPlace {
    /// The path.
    pub file: String,
    /// 1-based.
    pub line: Option<u32>,
}

/// `a/b.ts:12:5`, `b.ts(12,9)`, `b.vue (3:9)`, `b.scss 12:10`, `b.yml: line 12`, `b.jte, error at line 12`, `b.php on line 12`,
/// `B.java:[line 12]`, `b.kt:L3`, `Dockerfile:5`, `"b.py", line 12`
static PLACED: Pattern = Pattern::new(concat!(
    r#"(?:^|[\s'"`(\[<>=:╭─])(?P<file>(?:file:/{0,3})?(?:[A-Za-z]:[\\/])?[^\s'"`()\[\]<>:;,=|│╭─]*(?:[A-Za-z0-9_-]\.[A-Za-z][A-Za-z0-9]{0,9}|Dockerfile|Makefile|Podfile|Jenkinsfile|Gemfile))['"`]?"#,
    r"(?::L?(?P<line>[0-9]+)|: ?\[lines? (?P<line2>[0-9]+)|:? ?\((?P<line3>[0-9]+)[,:] ?[0-9]+\)|[:,]? (?:[a-z]{2,8} ){0,2}[Ll]ine:? ?(?:no\. ?|number )?(?P<line4>[0-9]+)|: (?P<line5>[0-9]+): | (?P<line6>[0-9]+):[0-9]+\b)",
));

/// `C:\Users\Ada Oak\basket.shf(12): `: a path with blanks, at the beginning of a line
static WINDOWS: Pattern = Pattern::new(
    r"^\s*(?P<file>[A-Za-z]:[\\/][^:*?\x22<>|]+\.[A-Za-z][A-Za-z0-9]{0,9})(?:\((?P<line>[0-9]+)(?:,[0-9]+)?\)|:(?P<line2>[0-9]+))",
);

/// `  file: basket.yml` above `  line: 12`
static FILE_KEY: Pattern =
    Pattern::new(r#"^(?i:file|path|source)\s*[:=]\s*['"]?(?P<file>[^\s'":]+\.[A-Za-z0-9]+)['"]?$"#);

/// `"file":"basket.yml","line":12`
static KEYED: Pattern = Pattern::new(
    r#""?(?:file|path|filename)"?[:=] ?"(?P<file>[^"]+\.[A-Za-z0-9]+)"[, ]+"?line"?[:=] ?"?(?P<line>[0-9]+)"#,
);

/// `(line 12)`, `at line 12, column 3`, of a file that is named elsewhere
static LINE: Pattern = Pattern::new(r"\b(?:[Ll]ine|row)\W{1,9}(?P<line>[0-9]{1,6})\b");

/// `line 12 of file:/p/basket.xsd`
static LINE_OF: Pattern = Pattern::new(
    r#"\b[Ll]ine:? ?(?P<line>[0-9]+)(?:,? col(?:umn)?:? ?[0-9]+)?,? (?:of|in) (?:file )?['"`]?(?P<file>(?:file:/{0,3})?(?:[A-Za-z]:[\\/])?[^\s'"`()<>:;,]+\.[A-Za-z][A-Za-z0-9]{0,9})"#,
);

/// A file that somebody edits, without a line: `in basket.yml`, `"/p/web/src/main.ts"`
static FILE: Pattern = Pattern::new(
    r#"(?:^|[\s'"`(\[<])(?P<file>(?:[A-Za-z]:[\\/])?[^\s'"`()\[\]<>:;,=|│]*[A-Za-z0-9_-]\.(?:xml|json5?|properties|gradle|kts?|toml|ya?ml|java|dart|proto|[cm]?[jt]sx?|vue|svelte|s?css|html?|sql|graphqls?|sq|sqm|av[sd][cl]|xsd|wsdl|csv|py|rb|go|rs|cc?|cpp|hh?|hpp|mm?|swift|scala|groovy|jte|ftl|tf|sh|ini|cfg|conf|env|plist|fbs|thrift|g4|md|jj|gradle)|(?:[A-Za-z]:[\\/])?[^\s'"`()\[\]<>:;,=|│]*[A-Za-z0-9_.-]/[A-Za-z0-9_-]+\.[a-z][a-z0-9]{1,5})(?:$|[\s'"`):;,\]>]|\.(?:\s|$))"#,
);

/// `12 |   int total`, `   | ^^^^`, `  ╵  ~~~`, `> 12 | …`
static EXCERPT: Pattern = Pattern::new(r"^\s*(?:>?\s*[0-9]+\s*[|│┃·]|[|│┃╵╷╰·^~=]|[-+] )");

/// Parts of paths where nobody edits: packages, runtimes.
const FOREIGN: &[&str] = &[
    "node_modules",
    "site-packages",
    "dist-packages",
    "/usr/lib/",
    "/usr/local/lib/",
    "node:",
    "internal/modules",
    "internal/bootstrap",
    "internal/main",
    "internal/process",
    "rustlib",
    "/rustc/",
    ".cargo/registry",
    "/lib/ruby/",
    "<frozen",
];

/// The copy of an app on a device: the lines that are counted are those of its compiled manifest.
const PACKAGE: &str = ".apk";

/// Ends of a host's name that look like a file's.
const HOSTS: &[&str] = &["com", "org", "net", "io", "dev", "local", "internal", "example", "de", "cn"];

/// Lines below a message in which its place may stand, empty ones and excerpts of source among them.
const BELOW: usize = 16;

/// Lines of a Python trace that are looked at.
const TRACE: usize = 60;

/// Whether a line shows source code, or only frames or marks it.
pub fn is_excerpt(line: &str) -> bool {
    let text = line.trim_start();
    // `^^^^ unknown word`
    let worded = || text.starts_with(['^', '~']) && text.trim_start_matches(['^', '~', '-']).trim().contains(' ');
    EXCERPT.is_match(line) && !worded()
}

/// Whether a line gives a place with its number.
pub fn is_in(text: &str) -> bool {
    placed(text).is_some()
}

/// The place in a line, with its number.
fn placed(text: &str) -> Option<PrintedPlace> {
    if let Some(place) = WINDOWS.captures(text).and_then(|found| of(text, &found)) {
        return Some(place);
    }
    let mut rest = text;
    while let Some(found) = PLACED.captures(rest) {
        let end = found.get(0).map_or(rest.len(), |all| all.end());
        if let Some(place) = of(rest, &found) {
            return Some(place);
        }
        rest = &rest[end.max(1)..];
    }
    KEYED.captures(text).or_else(|| LINE_OF.captures(text)).and_then(|found| of(text, &found))
}

fn of(text: &str, found: &Captures<'_>) -> Option<PrintedPlace> {
    let file = found["file"].trim_start_matches("file://").trim_start_matches("file:");
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let extension = name.rsplit('.').next().unwrap_or("");
    let is_host = !file.contains(['/', '\\']) && HOSTS.contains(&extension);
    let foreign = FOREIGN.iter().any(|part| file.contains(part));
    let line = ["line", "line2", "line3", "line4", "line5", "line6"].iter().find_map(|name| found.name(name))?;
    // `a.gradle.plugin:3.0.4` is a version.
    let version =
        text[line.end()..].strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let line = line.as_str().parse().ok().filter(|line| *line > 0 && !version);
    (!is_host && !foreign && !file.ends_with(PACKAGE) && line.is_some())
        .then(|| PrintedPlace { file: file.to_owned(), line })
}

/// The file that a line names, with the line's number if that stands somewhere else in it.
fn file_in(text: &str) -> Option<PrintedPlace> {
    // A file that is missing is no place to look at.
    const MISSING: &[&str] = &[
        "o such file",
        "not found",
        "o rule to make",
        "ot exist",
        "annot open",
        "annot stat",
        "nable to access",
        "annot find",
        "annot access",
        "manifest attribute",
    ];
    if MISSING.iter().any(|words| text.contains(words)) {
        return None;
    }
    let line = || LINE.captures(text).and_then(|found| found["line"].parse().ok());
    let mut rest = text;
    while let Some(found) = FILE.captures(rest) {
        let file = found["file"].to_owned();
        if !FOREIGN.iter().any(|part| file.contains(part)) && !file.ends_with(PACKAGE) {
            return Some(PrintedPlace { file, line: line() });
        }
        rest = found.name("file").map_or("", |file| &rest[file.end()..]);
    }
    None
}

/// The place that the message at `at` is about, `text` being its words: in them, in the trace above, in what belongs to
/// it below, in a line above that is nothing but a path.
pub fn of_message(lines: &Lines, at: usize, text: &str) -> Option<PrintedPlace> {
    if let Some(place) = placed(text) {
        return Some(place);
    }
    if let Some(place) = python(lines, at) {
        return Some(place);
    }
    if let Some(place) = heading(lines, at) {
        return Some(place);
    }
    let named = file_in(text);
    let from = end_of(lines, at, text);
    let found = below(lines, from, named.as_ref());
    match (found, named) {
        (Some(place), _) => Some(place),
        (None, Some(named)) if named.line.is_none() => Some(with_line(lines, at, &named).unwrap_or(named)),
        (None, Some(named)) => Some(named),
        (None, None) => file_above(lines, at, text),
    }
}

/// The place of an exception without a frame of the program's own: in its message, in Python's frames above.
pub fn of_thrown(lines: &Lines, at: usize, message: &str) -> Option<PrintedPlace> {
    placed(message).or_else(|| python(lines, at)).or_else(|| file_above(lines, at, message))
}

/// The index of the last line of the words `text`, which begin in the line at `at`.
fn end_of(lines: &Lines, at: usize, text: &str) -> usize {
    let filled = (at + 1..(at + 8).min(lines.len())).filter(|index| !lines.get(*index).trim().is_empty());
    filled.take_while(|index| text.contains(lines.get(*index).trim())).last().unwrap_or(at)
}

/// Lines around a message in which the file that it names has its line.
const AROUND: usize = 10;

/// The named file with the line that is printed of it near by.
fn with_line(lines: &Lines, at: usize, named: &PrintedPlace) -> Option<PrintedPlace> {
    let around = at.saturating_sub(AROUND)..(at + AROUND).min(lines.len());
    around
        .filter_map(|index| placed(lines.get(index)))
        .find(|place| place.file.ends_with(&named.file) || named.file.ends_with(&place.file))
}

/// `Reading from file /p/Shelf.jj . . .` above `… at line 12, column 3.`
fn file_above(lines: &Lines, at: usize, text: &str) -> Option<PrintedPlace> {
    let line = LINE.captures(text).and_then(|found| found["line"].parse().ok())?;
    let above = (at.saturating_sub(5)..at).rev();
    above.filter_map(|index| file_in(lines.get(index))).map(|place| PrintedPlace { line: Some(line), ..place }).next()
}

/// The last frame of a Python trace above a message that is not a package's.
fn python(lines: &Lines, at: usize) -> Option<PrintedPlace> {
    let is_frame = |index: &usize| lines.get(*index).trim_start().starts_with("File \"");
    // A syntax error shows its line and a caret between.
    let near = (at.saturating_sub(4)..at).rev().find(is_frame)?;
    let inside = |index: &usize| lines.get(*index).starts_with(' ');
    let frames = (at.saturating_sub(TRACE)..=near).rev().take_while(inside).filter(is_frame);
    frames.filter_map(|index| placed(lines.get(index))).next()
}

/// A place in the lines that belong to the message: indented ones, those that begin as places do.
fn below(lines: &Lines, at: usize, named: Option<&PrintedPlace>) -> Option<PrintedPlace> {
    let margin = indent(lines.get(at));
    let mut key = None;
    // `[ant:xjc] `
    let first = lines.get(at).trim_start();
    let mark = first.starts_with('[').then(|| first.split_inclusive(']').next()).flatten();
    for index in at + 1..(at + BELOW).min(lines.len()) {
        let line = lines.get(index);
        let text = line.trim_start();
        if text.is_empty() || is_excerpt(line) && placed(text).is_none() || !text.contains(char::is_alphanumeric) {
            continue;
        }
        let whole = !text.contains(' ') && placed(text).is_some();
        let keyed = named.is_some_and(|place| place.line.is_none()) && text.contains(" : ");
        let marked = mark.is_some_and(|mark| text.starts_with(mark));
        if let Some(found) = FILE_KEY.captures(text) {
            key = Some(PrintedPlace { file: found["file"].to_owned(), line: None });
            continue;
        }
        let named = named.or(key.as_ref());
        let belongs = keyed
            || marked
            || indent(line) > margin
            || whole
            || ["-->", "in ", "file:", "at ", "At ", "╭", "│", "|"].iter().any(|start| text.starts_with(start));
        if !belongs || text.starts_with("* ") {
            break;
        }
        if is_jvm_frame(text) {
            break;
        }
        if let Some(place) = placed(text) {
            return Some(place);
        }
        if let (Some(named), Some(found)) =
            (named, LINE.captures(text).filter(|_| named.is_some_and(|place| place.line.is_none())))
        {
            return Some(PrintedPlace { line: found["line"].parse().ok(), ..named.clone() });
        }
    }
    None
}

/// Lines above a message that may name its place and nothing else.
const ABOVE: usize = 3;

/// `/p/src/cart.ts` alone above `  12:9  error  …`, `ERROR in src/Cart.tsx:12:9` and `src/cart.ts:12:9 lint/x ━━━` above
/// their messages.
fn heading(lines: &Lines, at: usize) -> Option<PrintedPlace> {
    let line = lines.get(at);
    for index in (at.saturating_sub(ABOVE)..at).rev() {
        let above = lines.get(index).trim();
        if above.is_empty() || is_excerpt(lines.get(index)) || is_jvm_frame(above) {
            continue;
        }
        let next = index + 1 == at;
        let alone = !above.contains(' ');
        let begins = |place: &PrintedPlace| above.starts_with(&place.file) && indent(line) > indent(lines.get(index));
        let few = next && above.split(' ').count() <= 4;
        if let Some(place) = placed(above).filter(|place| few || alone || begins(place)) {
            return Some(place);
        }
        if next
            && let Some(file) = FILE.captures(above).filter(|found| found["file"].len() == above.len())
            && let Some(number) = line.trim_start().split(':').next().and_then(|number| number.parse().ok())
        {
            return Some(PrintedPlace { file: file["file"].to_owned(), line: Some(number) });
        }
        if let Some(file) = FILE_KEY.captures(above) {
            let number = (index + 1..at).find_map(|index| LINE.captures(lines.get(index)));
            let line = number.and_then(|found| found["line"].parse().ok());
            return Some(PrintedPlace { file: file["file"].to_owned(), line });
        }
        if indent(line) < indent(lines.get(index)) {
            break;
        }
    }
    None
}

/// `at com.example.Shelf.get(Shelf.java:4)`, the same without `at` in a crash handler's list: which frame counts is known to
/// those who read traces.
fn is_jvm_frame(text: &str) -> bool {
    let listed =
        text.split_once('(').is_some_and(|(name, _)| name.matches('.').count() > 1 && !name.contains([' ', '/']));
    (text.contains("at ") || listed)
        && [".java:", ".kt:", ".scala:", ".groovy:"].iter().any(|end| text.contains(end))
        && text.contains('(')
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::{file_in, placed};

    #[test]
    fn a_place_is_read_in_every_form() {
        for (text, file, line) in [
            ("./basket.go:12:5: no", "./basket.go", 12),
            ("src/cart.ts(12,9): error", "src/cart.ts", 12),
            ("src/App.vue (12:9): no", "src/App.vue", 12),
            ("  src/shelf.scss 12:10  root", "src/shelf.scss", 12),
            ("File \"/p/gen.py\", line 12, in main", "/p/gen.py", 12),
            ("stamp.sh: line 12: no", "stamp.sh", 12),
            ("in /p/gen.php on line 12", "/p/gen.php", 12),
            ("shelf.less line no. 12", "shelf.less", 12),
            ("At Basket.java:[line 12]", "Basket.java", 12),
            ("line 12 of file:/p/basket.xsd", "/p/basket.xsd", 12),
            (r"C:\Users\Ada Oak\basket.shf(12): error", r"C:\Users\Ada Oak\basket.shf", 12),
            ("{\"file\":\"basket.yml\",\"line\":12}", "basket.yml", 12),
            ("Dockerfile:12", "Dockerfile", 12),
        ] {
            let place = placed(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((place.file.as_str(), place.line), (file, Some(line)), "{text}");
        }
        for text in [
            "org.example.shelf.gradle.plugin:3.0.4",
            "connect to shelf.example.com:8443",
            "/p/node_modules/shelf/index.js:12:3",
            "File \"/usr/lib/python3.10/os.py\", line 12",
            "com.example:basket:1.0",
            "at 13:02:03",
        ] {
            assert_eq!(placed(text), None, "{text}");
        }
    }

    #[test]
    fn a_frame_above_a_message_is_no_heading() {
        let file = |above: &str| {
            let log = format!(
                "{above}\nCrash message: Inconsistency detected. Invalid item position 4(offset:4).state:9\nFAILURE: Build failed with an exception.\n"
            );
            crate::parse::parse(&log).failures.into_iter().find_map(|failure| failure.file)
        };
        assert_eq!(file(" java.lang.ThreadGroup.uncaughtException(ThreadGroup.java:1073)]"), None);
        assert_eq!(file("/p/shelf/Shelves.java:12").as_deref(), Some("/p/shelf/Shelves.java"));
    }

    #[test]
    fn a_file_is_one_that_somebody_edits() {
        assert_eq!(
            file_in("no import in \"/p/src/main.ts\".").map(|place| place.file).as_deref(),
            Some("/p/src/main.ts")
        );
        assert_eq!(file_in("key at line 12 of it in basket.yml").and_then(|place| place.line), Some(12));
        for text in [
            "cannot open basket.yml: no such file",
            "Value of org.gradle.java.home is wrong",
            "and/or not",
            "Failed parse: /data/app/vmdl7.tmp/base.apk (at Binary XML file line #7): no",
        ] {
            assert_eq!(file_in(text), None, "{text}");
        }
    }
}
