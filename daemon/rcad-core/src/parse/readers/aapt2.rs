//! Reads what goes wrong with resources: aapt2's messages (alone and through Gradle), the resource merger's and the XML
//! parser's. The manifest merger is not its business.

mod bindings;
mod directory;
mod glued;
mod messages;
mod platform;
mod sax;
mod twice;
mod undeclared;
mod uses;
mod values;

use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Captures, Pattern, classify};

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::Aapt2,
    anchors: &[
        "error: ",
        "AAPT: ",
        "ParseError at",
        "SAXParseException",
        "[Fatal Error]",
        "Duplicate resources",
        "> [",
        ": Error: ",
        "Resource and asset merger: ",
        "Found item ",
        "Failed to parse XML",
        "Error parsing XML",
        "ailed to flatten XML",
        ": Invalid <",
        "Duplicate value for resource",
        "ultiple substitutions specified",
        ": Unable to parse hex color",
        ": Resource '",
        "Failed to compile ",
        "Invalid file name: ",
        "nvalid resource directory name",
        "9-patch image",
        "Aapt2Exception",
        ": error APT",
        ": APT2",
        "No resource found that matches",
        "No resource identifier found",
        "Apostrophe not preceded by",
        "style attribute '",
        "unescaped apostrophe",
        "/res/",
        "\\res\\",
    ],
    frame: false,
    read,
};

/// A resource file's path: `/p/res/a.xml`, `C:\p\a.9.png`, `file:///p/a.xml`, `com.x.app-main-5:/values/values.xml`
macro_rules! path {
    () => {
        r"(?:file:/{0,2})?(?P<file>(?:[A-Za-z]:[\\/]|[A-Za-z0-9._-]+-[0-9]+:/)?[^:\s][^:]*\.(?:xml|png|webp|jpe?g|gif|flat|ttf|otf|txt|json|bmp|svg|jfif|heic|avif|ico|tiff?|mp[34]|ogg|wav|html?|properties|md|pdf|psd))"
    };
}

/// `ERROR: /p/res/layout/a.xml:5:5-9:10: AAPT: error: resource …`, `/p/AndroidManifest.xml:5: error: attribute …`,
/// `C:\p\res\a.xml:5: AAPT: error: …`, `ERROR:/p/res/a.png: AAPT: error: …`
static ERROR: Pattern = Pattern::new(concat!(
    r"^(?:> |[WE]: )?(?:ERROR: ?|Error: |error: )?(?:AAPT: )?",
    path!(),
    r"(?::(?P<line>[0-9]+))?(?::(?P<column>[0-9]+))?(?:-[0-9]+(?::[0-9]+)?)?: (?:AAPT: )?error: (?P<message>.+)$",
));

/// `ERROR: AAPT: error: …`, `AAPT: error: …`, `error: …` without a file
static BARE: Pattern = Pattern::new(r"^(?:> )?(?:ERROR: ?)?(?P<aapt>AAPT: )?[Ee]rror: (?P<message>.+)$");

/// A row of an IDE's list of errors: `Error No resource found that matches … (at 'icon' with …).  App  c:\p\AndroidManifest.xml`
static ROW: Pattern = Pattern::new(concat!(
    r"\bError (?P<message>No resource (?:found that matches|identifier found).*?[.)])",
    r"(?:\s.*?(?P<file>(?:[A-Za-z]:)?[/\\]\S[^:]*\.xml))?(?:\s+(?P<line>[0-9]+))?\s*$",
));

/// `app/res/values/strings.xml:50:4: Failed to flatten XML for resource 'x' with error: …`, `Error:(2) Error parsing XML: …`, and
/// a quoted message: "…`AAPT: error: unexpected element <x> found in <manifest>.` (AndroidManifest.xml:16)"
static QUOTED: Pattern = Pattern::new(
    r"(?:`(?:AAPT: )?error: (?P<message>[^`]+)`|^(?:Error:\((?P<row>[0-9]+)(?:, ?[0-9]+)?\) )?(?P<parsing>Error parsing XML: .+)$)(?:[^A-Za-z]*(?P<file>[A-Za-z0-9_./-]+\.xml)(?::(?P<line>[0-9]+))?)?",
);

/// `SAXParseException: The string "--" is not permitted within comments`, without a place or with one in other words
static SAX_BARE: Pattern = Pattern::new(r"SAXParseException: (?P<message>[^`]+)");

/// `/p/res/layout/Main.xml: Error: 'M' is not a valid …`, `ERROR:/p/a.xml:3:5: Resource and asset merger: …`,
/// `ERROR: /p/strings.xml:3:4: Duplicate value for resource …`, `res/drawable/A.png: Invalid file name: must contain …`
static MERGER: Pattern = Pattern::new(concat!(
    r"^(?:> )?(?:(?P<kind>ERROR|WARNING): ?)?",
    path!(),
    r"(?::(?P<line>[0-9]+))?(?::(?P<column>[0-9]+))?(?:-[0-9]+(?::[0-9]+)?)?: (?:(?P<merger>Error|Resource and asset merger): )?(?P<message>.+)$",
));

/// `ParseError at [row,col]:[14,37]`
static PARSE_ERROR: Pattern = Pattern::new(r"ParseError at \[row,col\]:? ?\[(?P<line>[0-9]+),(?P<column>[0-9]+)\]");

/// `[Fatal Error] main.xml:489:12: The element type …`, `[Fatal Error] :26:6: …`
static FATAL: Pattern =
    Pattern::new(r"^\[Fatal Error\] (?P<file>[^:]*):(?P<line>[0-9]+):(?P<column>[0-9]+): (?P<message>.+)$");

/// `Failed to compile resource file: /p/a.xml: . Cause: …`, `Failed to parse XML file '/p/a.xml'`, `Failed to parse XML in /p/a.xml`,
/// `Failed to compile values resource file /p/values.xml. Cause: java.lang.IllegalStateException: Can not extract resource`
static FAILED: Pattern = Pattern::new(concat!(
    r"Failed to (?:compile (?:android |values )?resource(?: file)?:?|parse XML(?: file| in)?) ?'?",
    r"(?P<file>(?:[A-Za-z]:)?[^:'<>\n]*\.[a-z]+)'?(?:[:.]? ?\.? ?Cause: (?:(?:[a-z]+\.)+[A-Z][A-Za-z]*: )?(?P<message>.+?)\)?\.?(?: Check logs for (?:more )?details\.)?)?$",
));

/// Lines above a message that name the failed task.
const ABOVE: usize = 8;

/// A path in a line near a parse error.
static XML_FILE: Pattern = Pattern::new(r"(?P<file>(?:[A-Za-z]:)?[/\\][^:'<>]*\.xml)");

/// `Resources/values/styles.xml(2): error APT2260: resource style/… not found.`, as .NET's build says it
static DOTNET: Pattern = Pattern::new(concat!(
    r"^",
    path!(),
    r"(?:\((?P<line>[0-9]+)(?:,(?P<column>[0-9]+))?\))? ?: (?:error )?APT[0-9]{4}: (?:error: )?(?P<message>[^\[]+?)(?: \[.*)?$",
));

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let mut found = read_any(lines, at)?;
    platform::explain(&mut found.failure);
    undeclared::explain(&mut found.failure);
    values::explain(&mut found.failure);
    twice::explain(lines, at, &mut found.failure);
    bindings::explain(&mut found.failure);
    sax::explain(&mut found.failure);
    Some(found)
}

fn read_any(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at).trim_start();
    read_directory(lines, at, line)
        .or_else(|| read_error(lines, at, line))
        .or_else(|| read_error(lines, at, glued::path(line)?))
        .or_else(|| read_duplicate(lines, at, line))
        .or_else(|| read_sax(lines, at, line))
        .or_else(|| read_parse_error(lines, at, line))
        .or_else(|| read_failed(lines, at, line))
        .or_else(|| read_merger(lines, at, line))
        .or_else(|| read_bare(lines, at, line))
        .or_else(|| read_quoted(lines, at, line))
        .or_else(|| read_placed(lines, at, line))
}

fn read_directory(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let (message, name, took) = directory::read(lines, at, line)?;
    let mut failure = start(lines, at, Category::AaptCompile, &message);
    directory::tell(&name, &mut failure);
    Some(ReaderMatch { failure, lines: took, headline: false })
}

fn start(lines: &Lines, at: usize, category: Category, message: &str) -> Failure {
    let mut failure = Failure::new(category, Language::Xml, message.trim());
    failure.framework = Framework::Android;
    failure.evidence.push(lines.evidence(at));
    failure
}

fn found(failure: Failure) -> Option<ReaderMatch> {
    Some(ReaderMatch { failure, lines: 1, headline: false })
}

fn place(failure: &mut Failure, found: &Captures<'_>) {
    let number = |name: &str| found.name(name).and_then(|text| text.as_str().parse().ok());
    failure.file = found.name("file").map(|file| file.as_str().trim().to_owned()).filter(|file| !file.is_empty());
    (failure.line, failure.column) = (number("line"), number("column"));
}

/// The file's own name, where the message names nothing else.
fn name_file(failure: &mut Failure) {
    if failure.symbol.is_none()
        && failure.category == Category::AaptCompile
        && let Some(file) = &failure.file
    {
        failure.symbol = file.rsplit(['/', '\\']).next().map(str::to_owned);
    }
}

fn read_error(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let hit = ERROR.captures(line).or_else(|| DOTNET.captures(line))?;
    let message = hit["message"].trim_start_matches("Error: ").trim_start_matches("error: ");
    let summary = messages::SUMMARY.is_match(message);
    let compiles = !hit["file"].ends_with(".xml");
    let mut failure = start(lines, at, if compiles { Category::AaptCompile } else { Category::AaptLink }, message);
    if classify(&messages::RULES, message, &mut failure).is_none() {
        classify(&messages::PARSER, message, &mut failure);
    }
    place(&mut failure, &hit);
    name_file(&mut failure);
    verify(lines, at, &mut failure);
    Some(ReaderMatch { failure, lines: 1, headline: summary })
}

/// A library's module is verified alone, against its own `compileSdk`; names of Android that it misses are not in that.
fn verify(lines: &Lines, at: usize, failure: &mut Failure) {
    let android = failure.symbol.as_ref().is_some_and(|symbol| symbol.starts_with("android:"));
    let missing = matches!(failure.category, Category::XmlResourceNotFound | Category::XmlAttributeNotFound);
    let verified = |line: &str| line.contains("VerifyLibraryResourcesTask") || is_verify_task(line);
    if android && missing && (at.saturating_sub(ABOVE)..at).any(|index| verified(lines.get(index))) {
        failure.category = Category::AgpCompileSdk;
    }
}

/// `Execution failed for task ':player:verifyReleaseResources'.`
fn is_verify_task(line: &str) -> bool {
    line.split_once(":verify").is_some_and(|(_, rest)| rest.contains("Resources'"))
}

fn read_duplicate(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let twice = twice::read(lines, at, line)?;
    let message = format!("Duplicate resources: {}", twice.symbol);
    let mut failure = start(lines, at, Category::XmlDuplicateResource, &message);
    (failure.symbol, failure.file) = (Some(twice.symbol), Some(twice.file));
    failure.details.insert("other_file".to_owned(), twice.other);
    found(failure)
}

fn read_sax(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let (whole, took) = sax::joined(lines, at, line);
    let hit = sax::PLACED.captures(&whole).or_else(|| FATAL.captures(line))?;
    let mut failure = start(lines, at, Category::XmlMalformed, &hit["message"]);
    classify(&messages::PARSER, &hit["message"], &mut failure);
    place(&mut failure, &hit);
    Some(ReaderMatch { failure, lines: took, headline: false })
}

/// `ParseError at [row,col]:[5,3]` with `Message: …` on the next line; the file is on this line or one before.
fn read_parse_error(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    // A narrow window breaks it before the bracket.
    let broken = line.trim_end().ends_with("ParseError at");
    let last = at + usize::from(broken);
    let joined = if broken { format!("{} {}", line.trim_end(), lines.get(last).trim()) } else { line.to_owned() };
    let hit = PARSE_ERROR.captures(&joined)?;
    let next = lines.get(last + 1).trim();
    // A mark of quotation may stand before it.
    let message =
        next.split_once("Message: ").filter(|(mark, _)| mark.trim().len() < 3).map_or(line, |(_, message)| message);
    let message = message.split("). Check logs for").next().unwrap_or(message);
    let mut failure = start(lines, at, Category::XmlMalformed, message);
    classify(&messages::PARSER, message, &mut failure);
    failure.line = hit["line"].parse().ok();
    failure.column = hit["column"].parse().ok();
    let near = (at.saturating_sub(4)..=at).rev().find_map(|index| XML_FILE.captures(lines.get(index)));
    failure.file = near.map(|near| near["file"].to_owned());
    let mut took = last + 1 - at;
    if next.starts_with("Message: ") {
        failure.evidence.push(lines.evidence(last + 1));
        took += 1;
    }
    Some(ReaderMatch { failure, lines: took, headline: false })
}

/// The plugin's own resource compiler; the file's error may follow after `Cause: `, or be in the log above.
fn read_failed(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let hit = FAILED.captures(line)?;
    let parse = line.contains("parse XML");
    let category = if parse { Category::XmlMalformed } else { Category::AaptCompile };
    let cause = hit.name("message").map(|message| message.as_str());
    let mut failure = start(lines, at, category, cause.unwrap_or(line));
    let known = cause.is_some_and(|cause| classify(&messages::RULES, cause, &mut failure).is_some());
    place(&mut failure, &hit);
    name_file(&mut failure);
    let vague = !known || failure.message.starts_with("Can not extract resource");
    Some(ReaderMatch { failure, lines: 1, headline: vague })
}

/// The resource merger's, the plugin's own resource compiler's and aapt's way to name a file.
fn read_merger(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let hit = MERGER.captures(line)?;
    if hit.name("kind").is_some_and(|kind| kind.as_str() == "WARNING") {
        return None;
    }
    let message = hit["message"].trim_start_matches("Error: ");
    let mut failure = start(lines, at, Category::AaptCompile, message);
    let known = classify(&messages::RULES, message, &mut failure)
        .or_else(|| classify(&messages::PARSER, message, &mut failure));
    if known.is_none() && message.trim() == "Duplicate resources" {
        failure.category = Category::XmlDuplicateResource;
    } else if known.is_none() && !is_resource_error(&hit) {
        return None;
    }
    // The merger writes `String/app_name` where aapt2 writes `string/app_name`.
    failure.symbol = failure.symbol.map(|symbol| match symbol.split_once('/') {
        Some((kind, name)) => format!("{}/{name}", kind.to_ascii_lowercase()),
        None => symbol,
    });
    place(&mut failure, &hit);
    name_file(&mut failure);
    found(failure)
}

/// `ERROR: /p/src/main/res/values/a.xml:3:5: …`, as the plugin's own resource compiler says whatever it refuses
fn is_resource_error(hit: &Captures<'_>) -> bool {
    hit.name("kind").is_some()
        && hit.name("line").is_some()
        && (hit["file"].contains("/res/") || hit["file"].contains("\\res\\"))
}

fn read_bare(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let hit = BARE.captures(line)?;
    let message = hit["message"].trim_start_matches("Error: ");
    if messages::SUMMARY.is_match(message) {
        return Some(ReaderMatch { failure: start(lines, at, Category::AaptLink, message), lines: 1, headline: true });
    }
    let compiled = failed_below(lines, at);
    let category = if compiled.is_some() { Category::AaptCompile } else { Category::AaptLink };
    let mut failure = start(lines, at, category, message);
    let known = classify(&messages::RULES, message, &mut failure).is_some();
    if !known && hit.name("aapt").is_none() && compiled.is_none() {
        return None;
    }
    failure.file = compiled;
    name_file(&mut failure);
    verify(lines, at, &mut failure);
    found(failure)
}

/// The file of which the next line says that it failed to compile: what is above is why.
fn failed_below(lines: &Lines, at: usize) -> Option<String> {
    let hit = ERROR.captures(lines.get(at + 1).trim_start())?;
    hit["message"].starts_with("file failed to compile").then(|| hit["file"].to_owned())
}

fn read_quoted(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    if let Some(hit) = SAX_BARE.captures(line) {
        let mut failure = start(lines, at, Category::XmlMalformed, hit["message"].trim());
        classify(&messages::PARSER, &hit["message"], &mut failure);
        failure.file = XML_NAME.captures(line).map(|found| found["file"].to_owned());
        return Some(ReaderMatch { failure, lines: 1, headline: true });
    }
    let hit = ROW.captures(line).or_else(|| QUOTED.captures(line))?;
    let message = hit.name("message").or_else(|| hit.name("parsing")).map_or("", |text| text.as_str());
    let mut failure = start(lines, at, Category::AaptLink, message);
    classify(&messages::RULES, message, &mut failure)?;
    place(&mut failure, &hit);
    failure.line = failure.line.or_else(|| hit.name("row").and_then(|row| row.as_str().parse().ok()));
    Some(ReaderMatch { failure, lines: 1, headline: true })
}

/// `Error:(17) Apostrophe not preceded by \\ (in …)` of an IDE that does not name the file: its words and the place are left.
static PLACED: Pattern = Pattern::new(
    r"^(?P<message>(?:Apostrophe not preceded by|No resource (?:identifier found for|found that matches)|Error retrieving parent for item|unescaped apostrophe|(?:(?:style )?attribute|resource) '?[@?a-z][^ ]*:?[^ ]*'? (?:\(aka [^)]+\) )?not found).*)$",
);

fn read_placed(lines: &Lines, at: usize, line: &str) -> Option<ReaderMatch> {
    let (row, _) = lines.place(at)?;
    let message = PLACED.captures(line)?["message"].to_owned();
    let mut failure = start(lines, at, Category::AaptLink, &message);
    classify(&messages::RULES, &message, &mut failure)?;
    failure.line = Some(row).filter(|row| *row > 0);
    found(failure)
}

/// The name of a file somewhere in a sentence.
static XML_NAME: Pattern = Pattern::new(r"(?P<file>[A-Za-z0-9_./\\-]+\.xml)");

#[cfg(test)]
mod tests {
    use super::messages;
    use crate::Category;
    use crate::parse::parse;
    use crate::pattern::assert_sound;

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
    fn the_ide_s_rows_and_the_parser_s_words_are_read() {
        for (line, category, symbol, row) in [
            ("Error:(17) Apostrophe not preceded by \\ (in L'ombre)", Category::AaptCompile, Some("L'ombre"), Some(17)),
            (
                "Error:(88) style attribute '@android:attr/oakLeaf' not found.",
                Category::XmlAttributeNotFound,
                Some("@android:attr/oakLeaf"),
                Some(88),
            ),
            (
                "Error:(15) No resource identifier found for attribute 'srcCompat' in package 'com.example.shelf'",
                Category::XmlAttributeNotFound,
                Some("srcCompat"),
                Some(15),
            ),
            (
                "/p/res/values/strings.xml:20:3: Error: The element type \"string\" must be terminated by the matching end-tag \"</string>\".",
                Category::XmlMalformed,
                Some("string"),
                Some(20),
            ),
            (
                "/p/res/layout/a.xml:14:9: Error: Attribute \"android:id\" was already specified for element \"Button\".",
                Category::XmlMalformed,
                Some("android:id"),
                Some(14),
            ),
        ] {
            let failure = parse(line).failures.remove(0);
            assert_eq!((failure.category, failure.symbol.as_deref(), failure.line), (category, symbol, row), "{line}");
        }
        for (message, symbol) in [
            ("<item> in <plural> has invalid value 'single' for attribute 'quantity'.", Some("quantity")),
            ("invalid attribute format 'text'.", Some("text")),
            ("resource 'bool/is_tablet' does not override an existing resource.", Some("bool/is_tablet")),
            ("resource color/primary has a conflicting value for configuration ().", Some("color/primary")),
        ] {
            let failure = parse(&format!("ERROR:/p/res/values/a.xml:4: AAPT: error: {message}")).failures.remove(0);
            assert_eq!((failure.symbol.as_deref(), failure.line), (symbol, Some(4)), "{message}");
        }
        assert!(
            parse("Error:(15) nobody knows these words").failures.iter().all(|one| one.category == Category::Other)
        );
    }

    #[test]
    fn the_error_above_a_file_that_failed_to_compile_is_why() {
        let failed = r"D:\dev\shop\app\src\main\res\drawable-hdpi\basket.9.png: error: file failed to compile.";
        let above = "Android resource compilation failed\nerror: too many stretch sections on left border.\n";
        let answer = crate::explain::analyze(parse(&format!("{above}{failed}\n")), None);
        let root = &answer.errors[0];
        assert_eq!((root.category, root.symbol.as_deref()), (Category::AaptCompile, Some("basket.9.png")));
        let cause = answer.root_cause.unwrap_or_default();
        assert!(cause.contains("more than one black stretch section on its left side"), "{cause}");
        let failures = parse(&format!("error: nobody knows these words.\n{failed}\n")).failures;
        assert!(failures.iter().any(|one| one.message.contains("nobody knows") && one.file.is_some()), "{failures:?}");
    }

    #[test]
    fn what_the_plugin_s_compiler_refuses_in_unknown_words_has_its_place() {
        for path in ["/p/app/src/main/res/values/a.xml", r"C:\p\app\src\main\res\values\a.xml"] {
            let failure = parse(&format!("ERROR: {path}:4:9: Nobody knows these words\n")).failures.remove(0);
            assert_eq!((failure.category, failure.file.as_deref()), (Category::AaptCompile, Some(path)));
            assert_eq!(failure.line, Some(4));
        }
        assert!(parse("/p/app/src/main/res/values/a.xml:4:9: Nobody knows these words\n").failures.is_empty());
    }

    #[test]
    fn other_tools_errors_are_not_resources() {
        for line in ["error: no such file", "app: error: resource busy", "curl: error: resource color/x not found"] {
            assert!(parse(line).failures.iter().all(|one| one.category == Category::Other), "{line}");
        }
    }
}
