//! Reads the manifest merger: its log (`…/AndroidManifest.xml:10:9-15:20 Error:` with the message below it) and what the
//! build repeats of it behind `Manifest merger failed : `.

mod messages;
mod namespaces;

use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::Pattern;

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::ManifestMerger,
    anchors: &[
        "Manifest merger failed",
        ".xml Error:",
        " Error:",
        "android:exported needs to be ",
        "[AMM0000]",
        "AMM0000:",
        "Incorrect package=",
        "Overlay manifest:package",
        "' used in: ",
        "requires a placeholder substitution",
        " duplicated with element declared at ",
        "explicit value for `android:exported`",
        "explicit value for android:exported",
        " cannot be smaller than version ",
        "\tis also present at ",
        " is also present at ",
        "is used in multiple modules and/or libraries",
        "Error parsing ",
        ") Attribute ",
        "Attribute application@",
    ],
    frame: false,
    read,
};

/// `/p/AndroidManifest.xml:10:9-15:20 Error:`, `/p/AndroidManifest.xml Error:`, `[com.lib:x:1.0] C:\p\AndroidManifest.xml:5:5 Error:`
static PLACE: Pattern = Pattern::new(
    r"^(?:\[[^\]]*\] )?(?P<file>[^:]*(?::[\\/])?[^:]*\.xml)(?::(?P<line>[0-9]+)(?::(?P<column>[0-9]+))?[-0-9:]*)? (?P<kind>Error|Warning):(?P<message>.*)$",
);

/// `AndroidManifest.xml(19, 5): [AMM0000]`, `…/AndroidManifest.xml(19,5): error AMM0000: `: .NET's build
static DOTNET: Pattern = Pattern::new(
    r"^(?P<file>.*\.xml)\((?P<line>[0-9]+), ?(?P<column>[0-9]+)\): (?P<kind>error |warning )?\[?AMM0000\]?:?(?P<message>.*)$",
);

/// `> Manifest merger failed : `, `java.lang.RuntimeException: Manifest merger failed : `
static HEADLINE: Pattern = Pattern::new(r"Manifest merger failed(?: : ?| with (?P<many>multiple errors|error))");

/// `Error:(28, 9) Attribute …`: how an IDE's window of messages shows a place.
static IN_IDE: Pattern = Pattern::new(r"^(?:Error:|error:)? ?\([0-9]+, ?[0-9]+\) (?:[Ee]rror: )?");

/// `app main manifest (this file), line 31`: how Android Studio names the place behind a message
static THIS_FILE: Pattern = Pattern::new(r"\(this file\), line (?P<line>[0-9]+)$");

/// The name of a manifest where the text gives none.
const MANIFEST: &str = "AndroidManifest.xml";

/// Lines of one message.
const LONGEST: usize = 12;

/// Lines above the build's failure block in which the merger's log is looked for.
const LOG: usize = 4_000;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at).trim();
    if let Some(place) = PLACE.captures(line) {
        return if &place["kind"] == "Error" { read_log(lines, at, &place) } else { None };
    }
    if let Some(place) = DOTNET.captures(line) {
        let warning = place.name("kind").is_some_and(|kind| kind.as_str() == "warning ");
        return if warning { None } else { read_log(lines, at, &place) };
    }
    if let Some(found) = HEADLINE.captures(line) {
        let end = found.get(0).map_or(0, |all| all.end());
        if found.name("many").is_some() {
            let failure = start(lines, at, line.get(found.get(0)?.start()..)?);
            return Some(ReaderMatch { failure, lines: 1, headline: true });
        }
        let (said, took) = message(lines, at, &line[end..]);
        let mut failure = start(lines, at, &said);
        let known = messages::classify(&said, &mut failure);
        let entry = log_entry(lines, at, &line[end..]);
        let is_repetition = entry.is_some_and(|entry| PLACE.is_match(lines.get(entry).trim()));
        if let Some(entry) = entry.filter(|_| !known && !is_repetition) {
            // The block was broken, and the entry stands whole in a line of another program's.
            let (_, first) = lines.get(entry).split_once(ERROR)?;
            (failure.message, _) = message(lines, entry, first);
            let whole = failure.message.clone();
            messages::classify(&whole, &mut failure);
        }
        return Some(ReaderMatch { failure, lines: took, headline: is_repetition });
    }
    // The message alone: somebody pasted only that.
    let warned = at > 0 && PLACE.captures(lines.get(at - 1).trim()).is_some_and(|place| &place["kind"] == "Warning");
    let line = without_ide(line);
    let line = line.strip_prefix("Error: ").or_else(|| line.strip_prefix("> ")).unwrap_or(line);
    let (message, took) = message(lines, at, line);
    let mut failure = start(lines, at, &message);
    let known = !warned && messages::is_whole(&message) && messages::classify(&message, &mut failure);
    if let Some(found) = THIS_FILE.captures(&message) {
        failure.line = found["line"].parse().ok();
    }
    if failure.category == Category::AgpNamespace && failure.line.is_none() && failure.file.as_deref() == Some(MANIFEST)
    {
        // Namespaces are declared in build files; which manifest is meant is not said.
        failure.file = None;
    }
    let headline = message.contains("Error parsing ") && is_placed_by_parser(lines);
    known.then_some(ReaderMatch { failure, lines: took, headline })
}

/// Whether Java's XML parser says itself what is wrong in a file, and where.
fn is_placed_by_parser(lines: &Lines) -> bool {
    lines.text().contains("SAXParseException; ") && lines.text().contains("; lineNumber: ")
}

fn without_ide(line: &str) -> &str {
    let shown = IN_IDE.captures(line).and_then(|found| found.get(0)).map_or(0, |all| all.end());
    &line[shown..]
}

fn start(lines: &Lines, at: usize, message: &str) -> Failure {
    let mut failure = Failure::new(Category::ManifestMerger, Language::Xml, message.trim());
    failure.framework = Framework::Android;
    failure.file = Some(MANIFEST.to_owned());
    failure.evidence.push(lines.evidence(at));
    failure
}

/// An entry of the merger's own log.
fn read_log(lines: &Lines, at: usize, place: &crate::pattern::Captures<'_>) -> Option<ReaderMatch> {
    let inline = place["message"].trim();
    let (message, took) = if inline.is_empty() {
        let (message, took) = message(lines, at + 1, lines.get(at + 1).trim());
        (message, took + 1)
    } else {
        message(lines, at, inline)
    };
    if message.is_empty() {
        return None;
    }
    let mut failure = start(lines, at, &message);
    let known = messages::classify(&message, &mut failure);
    // Other tools report like this, too: `lint`'s and the resource merger's files are no manifests.
    if !known && !place["file"].ends_with(MANIFEST) {
        return None;
    }
    let line = place.name("line").and_then(|line| line.as_str().parse().ok()).filter(|line| *line > 0);
    if line.is_some() || failure.line.is_none() {
        failure.file = Some(place["file"].to_owned());
        failure.line = line;
        failure.column =
            place.name("column").and_then(|column| column.as_str().parse().ok()).filter(|_| line.is_some());
    }
    if inline.is_empty() {
        failure.evidence.push(lines.evidence(at + 1));
    }
    of_tests(&mut failure);
    Some(ReaderMatch { failure, lines: took, headline: message.starts_with("Validation failed, exiting") })
}

/// The manifest of an instrumentation test is put together from the libraries of the test alone.
fn of_tests(failure: &mut Failure) {
    let generated = |file: &String| file.contains("ProcessTestManifest") || file.contains("manifest/androidTest/");
    let of_library =
        |symbol: &String| symbol.starts_with("androidx.test.") || symbol.starts_with("android.support.test.");
    let is_test = failure.file.as_ref().is_some_and(generated) || failure.symbol.as_ref().is_some_and(of_library);
    if failure.category != Category::ManifestExported || !is_test {
        return;
    }
    failure.say("The manifest of the instrumentation test (androidTest) holds an <{element}> with an intent filter and without `android:exported`, which targetSdk 31 requires. The file is put together from the manifests of the test libraries: `androidx.test:core` before 1.4.0 declares its activities so.",
        &[
            "Raise the test libraries: `androidx.test:core` 1.4.0 or later, `androidx.test.ext:junit` 1.1.3, `androidx.test.espresso:espresso-core` 3.4.0 (if another library brings the old core, add `androidTestImplementation(\"androidx.test:core:1.4.0\")` or later yourself).",
            "If the activity is your own, set `android:exported` in src/androidTest/AndroidManifest.xml.",
        ],
    );
}

/// The message that begins with `first` on the line at `at`, as one line, and how many lines it takes.
fn message(lines: &Lines, at: usize, first: &str) -> (String, usize) {
    let mut message = first.trim().to_owned();
    let mut took = 1;
    for index in at + 1..(at + LONGEST).min(lines.len()) {
        let line = lines.get(index).trim();
        let ends = line.is_empty()
            || line.starts_with(['*', '>'])
            || line.starts_with("See http")
            || line.starts_with("BUILD FAILED")
            || line.starts_with("at ")
            || line.starts_with("Caused by: ")
            || line.starts_with("```")
            || line.starts_with("Error:")
            || messages::is_whole(without_ide(line))
            || PLACE.is_match(line);
        if ends {
            break;
        }
        message.push(' ');
        message.push_str(line);
        took += 1;
    }
    (message, took)
}

/// Letters of a message that are enough to know it by.
const KNOWN_BY: usize = 30;

/// How an entry of the merger's log goes on behind its place.
const ERROR: &str = " Error:";

/// The entry of the merger's log that has the same message, with its location: above, or where a tool prints it last. A
/// window may have broken either of them.
fn log_entry(lines: &Lines, at: usize, first: &str) -> Option<usize> {
    let first = squeezed(first);
    let entry = |index: &usize| {
        let line = lines.get(*index);
        *index != at && line.contains(".xml") && line.contains(ERROR) && !HEADLINE.is_match(line)
    };
    let repeats = |index: &usize| squeezed(&format!("{}{}", lines.get(*index), lines.get(*index + 1))).contains(&first);
    let mut near = at.saturating_sub(LOG)..(at + LOG).min(lines.len());
    if first.len() < KNOWN_BY { None } else { near.find(|index| entry(index) && repeats(index)) }
}

/// The text without white space.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
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
    fn warnings_of_equal_length_above_an_error_are_no_failures() {
        let warned = |line: u32, name: &str| {
            format!(
                "C:\\till\\app\\src\\main\\AndroidManifest.xml:{line}:5-80 Warning:\nElement uses-permission#android.permission.{name} at AndroidManifest.xml:{line}:5-80 duplicated with element declared at AndroidManifest.xml:10:5-80\n"
            )
        };
        let warnings: String = (21..25).map(|line| warned(line, "READ_LAMP_STORAGE")).collect();
        let error = "C:\\till\\app\\src\\main\\AndroidManifest.xml:28:9-51 Error:\nAttribute application@name value=(com.example.till.App) from AndroidManifest.xml:28:9-51\nis also present at [com.example.lamp:lamp:1.1] AndroidManifest.xml:27:9-53 value=(com.example.lamp.App).\n";
        let failures = parse(&format!("{warnings}{error}")).failures;
        assert_eq!(failures.iter().map(|one| one.line).collect::<Vec<_>>(), [Some(28)], "{failures:?}");
    }

    #[test]
    fn the_log_and_the_block_are_one_failure() {
        let why = "Attribute application@allowBackup value=(false) from AndroidManifest.xml:7:9-36\n\
            \tis also present at [com.lib:core:1.0] AndroidManifest.xml:12:9-35 value=(true).\n\
            \tSuggestion: add 'tools:replace=\"android:allowBackup\"' to <application> element at AndroidManifest.xml:5:5-53:19 to override.\n";
        let log = format!("/p/app/src/main/AndroidManifest.xml:7:9-36 Error:\n\t{why}");
        let block = format!(
            "\n* What went wrong:\nExecution failed for task ':app:processDebugManifest'.\n> Manifest merger failed : {why}\n* Try:\n"
        );
        for text in [log.clone(), block.clone(), format!("{log}{block}")] {
            let failures = parse(&text).failures;
            assert_eq!(failures.len(), 1, "{text}");
            let root = &failures[0];
            assert_eq!((root.category, root.line), (Category::ManifestMerger, Some(7)), "{text}");
            assert_eq!(root.symbol.as_deref(), Some("application@allowBackup"));
            assert_eq!(root.details.get("library").map(String::as_str), Some("com.lib:core:1.0"));
        }
    }

    #[test]
    fn a_block_that_a_window_broke_repeats_the_log() {
        let log = "/p/AndroidManifest.xml:9:7-34 Error: Attribute application@label value=(Lamp) from AndroidManifest.xml:9:7-34 is also present at [:till] AndroidManifest.xml:4:9-35 value=(Till).\n";
        let block = "* What went wrong:\nExecution failed for task ':app:processDebugManifest'.\n\n> Manifest merger failed : Attribute application@label value=(Lamp) fro\n> m AndroidManifest.xml:9:7-34  is also present at [:till] AndroidManif\n\n* Try:\n";
        for text in [format!("{log}\n{block}"), format!("{block}\nBUILD FAILED in 2s\n{log}")] {
            let failures = parse(&text).failures;
            let told: Vec<_> = failures.iter().map(|one| (one.symbol.as_deref(), one.line)).collect();
            assert_eq!(told, [(Some("application@label"), Some(9))], "{text}");
        }
    }

    #[test]
    fn a_broken_block_has_the_words_of_an_entry_in_another_program_s_line() {
        let log = "* What went wrong:\nExecution failed for task ':app:processDebugManifest'.\n> Manifest merger failed : Attribute application@label value=(Lamp) fro\n> m AndroidManif\n\nBUILD FAILED in 2s\nerror the tool failed: gradlew installDebug D:\\shop\\AndroidManifest.xml:9:7-34 Error: Attribute application@label value=(Lamp) from AndroidManifest.xml:9:7-34 is also present at [:till] AndroidManifest.xml:4:9-35 value=(Till).\n";
        let root = parse(log).failures.remove(0);
        assert_eq!((root.symbol.as_deref(), root.line), (Some("application@label"), Some(9)));
    }

    #[test]
    fn an_ides_list_is_read_error_by_error() {
        let log = "Error:(26, 9) Attribute application@icon value=(@drawable/a) from AndroidManifest.xml:26:9\n\
            Error:(28, 9) Attribute application@theme value=(@style/A) from AndroidManifest.xml:28:9\n\
            is also present at [com.lib:core:1.0] AndroidManifest.xml:12:9-35 value=(@style/B)\n";
        let failures = parse(log).failures;
        let told: Vec<_> =
            failures.iter().map(|one| (one.symbol.as_deref(), one.line, one.details.get("other"))).collect();
        let style = "@style/B".to_owned();
        let expected =
            [(Some("application@icon"), Some(26), None), (Some("application@theme"), Some(28), Some(&style))];
        assert_eq!(told, expected);
    }

    #[test]
    fn each_error_of_the_merged_manifest_is_told_in_its_place() {
        let log = "Manifest merger failed with multiple errors, see logs\nMerging Errors: Error: uses-sdk:minSdkVersion 19 cannot be smaller than version 21 declared in library [com.example:shelf:2.0] /home/dev/AndroidManifest.xml as the library might be using APIs not available in 19 app main manifest (this file) Error: android:exported needs to be explicitly specified for element <activity#com.example.Share>. app main manifest (this file), line 31\n";
        let failures = parse(log).failures;
        let places: Vec<_> = failures.iter().map(|one| (one.category, one.line)).collect();
        assert_eq!(places, [(failures[0].category, None), (Category::ManifestExported, Some(31))]);
    }

    #[test]
    fn a_package_that_is_left_in_a_manifest_is_told_with_its_place() {
        for path in
            ["/home/dev/till/lamp/src/main/AndroidManifest.xml", r"C:\my till\lamp\src\main\AndroidManifest.xml"]
        {
            let log = format!(
                "* What went wrong:\nExecution failed for task ':lamp:processDebugManifest'.\n   > Incorrect package=\"com.example.lamp\" found in source AndroidManifest.xml: {path}.\n     Setting the namespace via the package attribute in the source AndroidManifest.xml is no longer supported.\n"
            );
            let answer = crate::explain::analyze(parse(&log), None);
            assert_eq!(answer.errors[0].file.as_deref(), Some(path));
            assert!(answer.fix_guidelines[0].contains("namespace = \"com.example.lamp\""), "{answer:?}");
        }
    }

    #[test]
    fn what_the_parser_says_comes_before_the_merger_s_own_words() {
        let head = "> com.android.manifmerger.ManifestMerger2$MergeFailureException: Error parsing /home/dev/oak/AndroidManifest.xml\n";
        let cause = "Caused by: org.xml.sax.SAXParseException; systemId: file:/home/dev/oak/AndroidManifest.xml; lineNumber: 19; columnNumber: 45; The prefix \"tools\" for attribute \"tools:replace\" associated with an element type \"application\" is not bound.\n";
        let lines = |log: &str| parse(log).failures.iter().map(|one| one.line).collect::<Vec<_>>();
        assert_eq!(lines(&format!("{head}\n{cause}")), [Some(19)]);
        assert_eq!(lines(head), [None]);
    }

    #[test]
    fn warnings_are_no_failures() {
        let warning = "/p/AndroidManifest.xml:7:9-36 Warning:\n\tuses-sdk:minSdkVersion 15 cannot be smaller than version 16 declared in library [a:b:1]\n";
        assert!(parse(warning).failures.is_empty());
    }
}
