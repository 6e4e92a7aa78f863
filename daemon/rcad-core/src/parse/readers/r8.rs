//! Reads R8, D8, dx and ProGuard: one line a message, with or without the build's `ERROR: R8: ` in front.

pub mod messages;
mod nests;
pub mod origin;

use crate::Category;
use crate::model::failure::{Failure, Framework, Language, file_name};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, classify, place};

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::R8,
    anchors: &[
        "R8: ",
        "D8: ",
        "R8 : ",
        "D8 : ",
        "Missing class",
        "can't find ",
        "unresolved references",
        "is defined multiple times",
        "Program type already present",
        "Cannot fit requested classes",
        "method references",
        "only supported starting with",
        "Unknown option '",
        "Error in ",
        "requires its nest ",
    ],
    frame: false,
    read,
};

/// `R8 : error : …` of .NET, `com.android.tools.r8.CompilationFailedException: …`, `ERROR: R8: …`, `ERROR:/p/proguard-rules.pro:12:1-9: R8: …`, `ERROR: /p/a.jar: D8: …`, `/p/a.jar:a/B.class: R8: …`, `Error: /p/a.pro:3:1: …`, `> …`
static PREFIX: Pattern = Pattern::new(concat!(
    r"^(?:// ?)?(?:> )?(?:(?P<kind>ERROR|Error|error|e|WARNING|Warning|warning|w|R8|D8)::? ?)?(?:(?:com|java)\.[A-Za-z0-9_.$]+(?:Exception|Error): )*",
    r"(?:(?P<file>(?:[A-Za-z]:)?[^:\s][^:]*\.(?:pro|txt|cfg|jar|aar|class|dex|flags)):(?:(?P<line>[0-9]+):(?:(?P<column>[0-9]+)(?:-[0-9:]*[0-9])?:)?|[^:\s]+\.class:)? ?)?",
    r"(?:(?P<tool>R8|D8|L8|ProGuard) ?: )?(?:Error: |error ?: )?(?P<message>.+)$",
));

/// `Error in /p/proguard-rules.pro at line 12, column 1:`, `Error in /p/b.jar:x/A.class:` with the message on the next line
static ERROR_IN: Pattern = Pattern::new(
    r"^Error in (?P<file>.+?\.(?:pro|txt|cfg|flags|jar|aar|class|dex|zip)[^ ]*?)(?: at line (?P<line>[0-9]+), column (?P<column>[0-9]+))?:$",
);

/// Lines below a tool's exception in which the build says which library it was about.
const TRANSFORMS: usize = 40;

/// Missing classes of one list that are named.
const NAMED: usize = 5;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at).trim();
    if let Some(found) = ERROR_IN.captures(line) {
        let mut failure = start(lines, at, lines.get(at + 1).trim());
        place(&mut failure, &found);
        failure.evidence.push(lines.evidence(at + 1));
        return Some(ReaderMatch { failure, lines: 2, headline: false });
    }
    let found = PREFIX.captures(line)?;
    let message = &found["message"];
    let kind = found.name("kind").map_or("", |kind| kind.as_str());
    let warning = kind.to_ascii_lowercase().starts_with('w');
    // ProGuard's warnings stop the build; R8's do not.
    if warning && !message.contains("can't find ") && !message.contains("unresolved references") {
        return None;
    }
    if found.name("tool").is_none() && !messages::is_whole(message) || is_warned(lines, at) {
        return None;
    }
    if !kind.to_ascii_lowercase().starts_with('e') && is_remark(lines, at) {
        return None;
    }
    let mut failure = start(lines, at, message);
    // What D8 says is about dexing, whatever it says.
    if found.name("tool").is_some_and(|tool| tool.as_str() == "D8") && failure.rule.is_none() {
        failure.category = Category::AgpDexMerge;
    }
    place(&mut failure, &found);
    nests::complete(lines, at, &mut failure);
    quote_rule(lines, at, &mut failure);
    crashed(lines, at, message, &mut failure);
    limit(lines, at, &mut failure);
    let took = if message.starts_with("Missing class ") { more_missing(lines, at, &mut failure) } else { 1 };
    let headline = message.starts_with("Missing classes detected") || message.starts_with("there were ");
    Some(ReaderMatch { failure, lines: took, headline })
}

/// R8 shows the rule that it can't parse below its message.
fn quote_rule(lines: &Lines, at: usize, failure: &mut Failure) {
    let Some(wrong) = failure.details.get("wrong").cloned() else { return };
    let below = lines.following(at).map(|next| lines.get(next).trim()).filter(|rule| !rule.contains(['>', '^']));
    if let Some(rule) = below.filter(|rule| rule.contains(char::is_alphabetic)) {
        failure.symbol = Some(rule.to_owned());
        failure.details.insert("wrong".to_owned(), format!("{wrong} in `{rule}`"));
    }
}

/// Whether the line goes on a list of missing classes that R8 only warns of.
fn is_warned(lines: &Lines, at: usize) -> bool {
    let goes_on = |index: &usize| lines.get(*index).trim_start().starts_with("Missing class ");
    let first = (0..at).rev().take_while(goes_on).last().unwrap_or(at);
    let head = first.checked_sub(1).map_or("", |head| lines.get(head).trim_start());
    goes_on(&at) && head.starts_with("WARNING:") && head.contains("issing class")
}

/// Lines over which a narrow window may break a remark.
const BROKEN: usize = 3;

/// Whether the message is one of those that D8 and R8 report and go on, wherever a window broke it.
fn is_remark(lines: &Lines, at: usize) -> bool {
    let rows = (at..(at + BROKEN).min(lines.len())).map(|index| lines.get(index).trim());
    let rows = rows.enumerate().take_while(|(row, text)| *row == 0 || !text.contains("D8: ") && !text.contains("R8: "));
    messages::is_remark(&rows.flat_map(|(_, text)| text.split_whitespace()).collect::<String>())
}

/// Whether D8 or R8 only remarks on something in this line.
pub fn is_remark_line(line: &str) -> bool {
    let tool = line.contains("D8: ") || line.contains("R8: ");
    tool && !line.starts_with("ERROR") && messages::is_remark(&line.split_whitespace().collect::<String>())
}

fn start(lines: &Lines, at: usize, message: &str) -> Failure {
    let mut failure = Failure::new(Category::AgpR8MissingClass, Language::Java, message);
    failure.framework = Framework::Android;
    failure.evidence.push(lines.evidence(at));
    classify(&messages::RULES, message, &mut failure);
    failure
}

/// `ERROR: /p/basket-1.0.jar: D8: java.lang.NullPointerException`
static THROWN: Pattern = Pattern::new(r"^(?P<thrown>java\.(?:lang|util)\.[A-Za-z.]+(?:Exception|Error))(?:$|: )");

/// `> Failed to transform basket-1.0.aar (com.example:basket:1.0) to match attributes`
static TRANSFORMED: Pattern = Pattern::new(
    r"Failed to transform (?:artifact ')?(?P<archive>[^\s']+?)\.[a-z]+ \((?P<library>[^\s():]+(?::[^\s():]+)+)\)",
);

/// What D8 or R8 could not read: the library's coordinates where the build names them, else its archive.
fn archive(lines: &Lines, at: usize, file: &str) -> String {
    let name = file_name(file);
    let below = (at..(at + TRANSFORMS).min(lines.len())).map(|index| lines.get(index));
    let mut found =
        below.filter(|line| line.contains("Failed to transform ")).filter_map(|line| TRANSFORMED.captures(line));
    let library = found.find(|found| name.contains(&found["archive"])).map(|found| found["library"].to_owned());
    library.unwrap_or_else(|| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned())
}

/// Words an exception of the tool's own.
fn crashed(lines: &Lines, at: usize, message: &str, failure: &mut Failure) {
    let Some(found) = THROWN.captures(message).filter(|_| failure.rule.is_none() && failure.wording.is_none()) else {
        return;
    };
    if found["thrown"].ends_with("OutOfMemoryError") {
        return;
    }
    failure.category = Category::AgpDexMerge;
    // What the exception names is the tool's own.
    if let Some(file) = failure.file.as_deref().filter(|file| file.ends_with(".jar") || file.ends_with(".aar")) {
        failure.symbol = Some(archive(lines, at, file));
    }
    failure.details.insert("thrown_by_tool".to_owned(), found["thrown"].to_owned());
    failure.say("D8 or R8 itself crashed ({thrown_by_tool}) while it read this file: a fault of this version, often met by class files that are newer than it, or a damaged file.",
        &[
            "Raise the Android Gradle plugin, and D8 and R8 with it (or a newer `com.android.tools:r8` alone, on the class path of the root `buildscript`, above the plugin).",
            "If it cannot be raised, take another version of the library that the path names; after an aborted download delete it from `~/.gradle/caches` first.",
        ],
    );
}

/// `# methods: 66947 > 65536`
static COUNT: Pattern = Pattern::new(r"# (?P<kind>methods|fields|types): (?P<count>[0-9]+) > (?P<limit>[0-9]+)");

/// `Task :shelf:mergeDexDebugAndroidTest FAILED`, `for task ':shelf:mergeDexDebugAndroidTest'`
static TEST_APK: Pattern = Pattern::new(r"[Tt]ask '?(?P<module>(?::[A-Za-z0-9_.-]+)*):[A-Za-z]+AndroidTest\b");

/// Lines around a message in which its number and its task stand.
const AROUND: usize = 8;

/// Adds how far the limit of a dex file is passed, and whether it is the test's APK.
fn limit(lines: &Lines, at: usize, failure: &mut Failure) {
    if failure.category != Category::AgpDexLimit {
        return;
    }
    let around = || (at.saturating_sub(AROUND)..(at + AROUND).min(lines.len())).map(|index| lines.get(index));
    if let Some(found) = around().find_map(|line| COUNT.captures(line)) {
        for name in ["kind", "count", "limit"] {
            failure.details.insert(name.to_owned(), found[name].to_owned());
        }
    }
    let Some(found) = around().find_map(|line| TEST_APK.captures(line)) else {
        if failure.details.contains_key("count") && failure.wording.is_none() {
            failure.say("The app and its libraries refer to {count} {kind}, but one dex file holds at most {limit} (64K); multidex is not enabled.", messages::DEX_LIMIT);
        }
        return;
    };
    let module = found["module"].to_owned();
    failure.details.insert("test_module".to_owned(), if module.is_empty() { ":".to_owned() } else { module });
    let much = if failure.details.contains_key("count") { "{count} {kind}" } else { "more methods" };
    failure.say(
        &format!("The APK of the instrumented tests of `{{test_module}}` (the tests, what they use and the module itself) refers to {much}, and one dex file holds at most 65536 (64K): multidex is not enabled for it."),
        &[
            "Set `multiDexEnabled true` in `defaultConfig` of `{test_module}`, which counts for its test APK too, with `androidTestImplementation(\"androidx.multidex:multidex:2.0.1\")`; or raise its `minSdk` to 21, where multidex is built in.",
            "Or bring less into the tests: leave out what `androidTestImplementation` does not need.",
        ],
    );
}

/// R8 lists all missing classes; they are one failure. Returns how many lines the list takes.
fn more_missing(lines: &Lines, at: usize, failure: &mut Failure) -> usize {
    let classes = |index: usize| {
        let text = lines.get(index).trim();
        text.strip_prefix("Missing class ").and_then(|rest| rest.split_whitespace().next())
    };
    let more: Vec<&str> = (at + 1..lines.len()).map_while(classes).collect();
    if !more.is_empty() {
        failure
            .details
            .insert("more_classes".to_owned(), more.iter().take(NAMED).copied().collect::<Vec<_>>().join(", "));
        failure.details.insert("missing_count".to_owned(), (more.len() + 1).to_string());
    }
    more.len() + 1
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
    fn a_list_of_missing_classes_is_one_failure() {
        let log = "ERROR: R8: Missing class a.b.Shelf (referenced from: void c.D.e() and 3 other contexts)\nMissing class a.b.Basket\n";
        let failures = parse(log).failures;
        assert_eq!(failures.len(), 1);
        assert_eq!(failures[0].symbol.as_deref(), Some("a.b.Shelf"));
        assert_eq!(failures[0].details.get("more_classes").map(String::as_str), Some("a.b.Basket"));
    }

    #[test]
    fn rules_have_their_place() {
        for text in [
            "ERROR:/p/app/proguard-rules.pro:12:1-9: R8: Unknown option \"-keepall\"\n",
            "Error in /p/app/proguard-rules.pro at line 12, column 1:\nUnknown option \"-keepall\"\n",
            "ERROR: /p/app/proguard-rules.pro:12:1: R8: Unknown option \"-keepall\"\n",
        ] {
            let root = parse(text).failures.remove(0);
            assert_eq!((root.file.as_deref(), root.line), (Some("/p/app/proguard-rules.pro"), Some(12)), "{text}");
            assert_eq!((root.category, root.symbol.as_deref()), (Category::AgpR8MissingClass, Some("-keepall")));
        }
    }

    #[test]
    fn remarks_on_desugaring_are_no_failures_whole_or_broken() {
        let place = "C:\\Users\\dev\\.gradle\\caches\\shelf-18.2.0.aar\\jars\\classes.jar: D8: Type";
        let rest = "was not found, it is required for default or static interface methods";
        let log = format!(
            "{place} `sun.misc.Oak` {rest} desugaring of `void a.B$c.<clinit>()`\n{place}\n`libcore.io.Oak` {rest}\ndesugaring of `void a.D.e()`\n"
        );
        assert!(parse(&log).failures.is_empty(), "{:?}", parse(&log).failures);
        let with = parse(&format!("{log}D8: Program type already present: com.example.Basket\n")).failures;
        assert_eq!(with.iter().map(|one| one.symbol.as_deref()).collect::<Vec<_>>(), [Some("com.example.Basket")]);
        let other = parse(
            "D8: Type com.example.Basket is defined multiple times: a.jar, b.jar\nD8: Stripped invalid locals information from 1 method.\n",
        );
        assert_eq!(other.failures.len(), 1);
    }

    #[test]
    fn a_crash_names_the_library_that_the_tool_could_not_read() {
        let crash = "ERROR:/home/dev/.gradle/caches/transforms-3/1b9a/transformed/lamp-1.8.8-runtime.jar: D8: java.lang.NullPointerException: Cannot invoke \"String.length()\" because \"<parameter1>\" is null\n";
        let block = "\n* What went wrong:\nExecution failed for task ':app:mergeExtDexDebug'.\n> Failed to transform till-2.0.aar (com.example:till:2.0) to match attributes {a=b}.\n> Failed to transform lamp-1.8.8.aar (com.example:lamp:1.8.8) to match attributes {a=b}.\n";
        let symbol = |log: &str| parse(log).failures.remove(0).symbol;
        assert_eq!(symbol(crash).as_deref(), Some("lamp-1.8.8-runtime"));
        assert_eq!(symbol(&format!("{crash}{block}")).as_deref(), Some("com.example:lamp:1.8.8"));
    }

    #[test]
    fn warnings_of_r8_are_no_failures() {
        assert!(parse("WARNING: R8: Missing class a.B\nwarning: Missing class a.B\n").failures.is_empty());
        let list = "WARNING:R8: Missing class a.B (referenced from: void c.D.e())\nMissing class a.C (referenced from: void c.D.e())\n";
        assert!(parse(list).failures.is_empty());
    }
}
