//! Reads what fails in an app's code that is not the JVM's: Dart in Flutter, JavaScript in React Native and in a WebView, C# in
//! Unity. Each writes its own report into Android's log.

mod dart;
mod messages;
pub mod mono;
mod packages;
mod react;
pub mod rust;
pub mod test_run;

use std::borrow::Cow;

use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::{Lines, Source};
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, Rules, classify};
use dart::DART_FRAME;
pub(super) use messages::DART;
use messages::{JAVASCRIPT, UNITY};
pub(super) use react::component as react_component;
use react::{MESSAGE, SCRIPT_ERROR};

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::AppCode,
    anchors: &[
        " EXCEPTION CAUGHT BY ",
        "Unhandled Exception:",
        "Unhandled exception:",
        "Error: ",
        "Error : ",
        "Exception: ",
        "Invariant Violation: ",
        " is not an object (evaluating ",
        " is not a function (",
        "Can't find variable: ",
        " has not been registered.",
        "#0      ",
    ],
    frame: false,
    read,
};

/// `[ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: Bad state: No element`, perhaps behind words of
/// who asks about it; older ones `[ERROR:…] Dart Error: Unhandled exception: …`
static UNHANDLED: Pattern = Pattern::new(
    r"^(?:.{0,160}?(?P<mark>\[ERROR:flutter/[^\]]*\] (?:Dart (?:Error|Unhandled Exception): )?))?Unhandled [Ee]xception: (?P<message>.+)$",
);

/// `══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞════`
static BLOCK: Pattern = Pattern::new(r"^[═=]+[╡|] EXCEPTION CAUGHT BY (?P<library>[A-Z ]+?) [╞|]");

/// `The following _TypeError was thrown building Shelf(dirty):`
static THROWN: Pattern =
    Pattern::new(r"^The following (?P<class>[A-Za-z_][A-Za-z0-9_]*)(?: object)? was thrown(?: (?P<doing>.+?))?:?$");

/// `source: file:///android_asset/www/js/index.js (12)`, `File: http://localhost/main.js - Line 12 -`,
/// `file:///android_asset/www/index.js: Line 12 : Uncaught …`
static SOURCE: Pattern = Pattern::new(
    r"(?:source: |File: |^)(?P<file>[a-z]+://[^ ]*?/[^ /?:]+)(?:\?[^ ]*)?(?: \(| - Line |: Line )(?P<line>[0-9]+)",
);

/// `    at Shelf (Shelf.tsx:12:7)`, `Shelf@Shelf.js:12:7`
static SCRIPT_FRAME: Pattern = Pattern::new(
    r"^\s*(?:at )?(?P<symbol>[A-Za-z0-9_$.]+)(?: \(|@)(?P<file>[^()\s]+\.[jt]sx?):(?P<line>[0-9]+)(?::[0-9]+)?\)?$",
);

/// `at src/api/shelf.ts:12:20 in load`: as Expo's console writes it
static METRO_FRAME: Pattern =
    Pattern::new(r"^\s*at (?P<file>[^()\s:]+\.[jt]sx?):(?P<line>[0-9]+)(?::[0-9]+)? in (?P<symbol>[A-Za-z0-9_$.]+)$");

/// `Error no oak`: the head of an error as Bugsnag's page has it
static LISTED_HEAD: Pattern = Pattern::new(r"^(?P<class>[A-Z][A-Za-z]*Error|Error):? (?P<message>\S.*)$");

/// `    src/Shelf.tsx:90:59 openShelf`, `http://10.0.2.2:8081/index.delta?minify=false:70001:26 onPress`: a frame as Bugsnag's
/// page has it
static LISTED_FRAME: Pattern = Pattern::new(
    r"^\s*(?:(?P<file>[^()\s:]+\.[jt]sx?)|https?://\S+?|[^()\s:]+\.bundle):(?P<line>[0-9]+):[0-9]+ (?P<symbol>[A-Za-z0-9_$.?]+)$",
);

/// `NullReferenceException: Object reference not set to an instance of an object`
static UNITY_ERROR: Pattern = Pattern::new(r"^(?P<class>[A-Za-z0-9_.]*Exception): (?P<message>.+)$");

/// `  at Player.Update () [0x00000] in /p/Assets/Player.cs:12`, `Player:Update() (at Assets/Player.cs:12)`, `Player.Update ()`
static UNITY_FRAME: Pattern = Pattern::new(concat!(
    r"^\s*(?:at )?(?P<symbol>[A-Za-z_][A-Za-z0-9_.+<>`]*[.:][A-Za-z0-9_<>.]+) ?\([^()]*\)",
    r"(?: \[0x[0-9a-f]+\])?(?: (?:in|\(at) (?P<file>[^<>]+?\.cs):(?P<line>[0-9]+)\)?)?",
));

/// `  at Player.Update () [0x00008] in <a50795ddedf54d4a9320c22372e751e0>:0`: a frame of a build without file names
static BUILT: Pattern = Pattern::new(r" \[0x[0-9a-f]+\] in <[0-9a-f]{32}>:0");

/// Classes that come with Unity.
const ENGINE: &[&str] = &["UnityEngine", "UnityEditor", "System.", "Unity.", "TMPro."];

/// Lines of a report that are looked at.
const LONGEST: usize = 200;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at).trim();
    if let Some(found) = UNHANDLED.captures(&whole(lines, at))
        && (found.name("mark").is_some() || dart::is_thrown(lines, at, &found["message"]))
    {
        return Some(dart(lines, at, Thrown { message: found["message"].to_owned(), from: at, ..Thrown::default() }));
    }
    if BLOCK.is_match(line) {
        let mut found = dart(lines, at, thrown(lines, at));
        dart::of_test(lines, at + found.lines, &mut found.failure);
        return Some(found);
    }
    if line.starts_with("#0 ") {
        return dart_trace(lines, at);
    }
    let Some(source) = lines.source(at) else {
        if is_unity(lines, at) {
            return unity(lines, at);
        }
        let bare = react::is_bare(lines, at).then_some(line);
        return javascript(lines, at, said(line).or(bare)?, false);
    };
    match source.tag.as_str() {
        "Unity" if is_error(source) => unity(lines, at),
        "ReactNativeJS" if is_error(source) => javascript(lines, at, &react::with_class(line), false),
        "chromium" | "SystemWebChromeClient" | "Capacitor/Console" => javascript(lines, at, line, true),
        _ => None,
    }
}

/// The line, with its rest on the next one: Flutter's tool breaks what it repeats (`flutter run -v`) between words.
fn whole(lines: &Lines, at: usize) -> Cow<'_, str> {
    let line = lines.get(at).trim();
    let next = lines.get(at + 1);
    let unhandled = line.contains("[ERROR:flutter/") && line.to_ascii_lowercase().ends_with("unhandled exception:");
    let broken = unhandled && !next.starts_with(['[', '#']) || next.starts_with("(package:") && line.starts_with('#');
    if broken { Cow::Owned(format!("{line} {next}")) } else { Cow::Borrowed(line) }
}

fn is_error(source: &Source) -> bool {
    matches!(source.priority, 'E' | 'F' | ' ')
}

/// What a block of Flutter's says was thrown.
#[derive(Default)]
struct Thrown {
    class: Option<String>,
    message: String,
    doing: Option<String>,
    /// The line of the message.
    from: usize,
}

fn thrown(lines: &Lines, at: usize) -> Thrown {
    let mut thrown = Thrown { from: at, ..Thrown::default() };
    let mut index = at;
    for _ in 0..6 {
        let Some(next) = lines.following(index) else { break };
        index = next;
        let line = lines.get(index).trim();
        if let Some(found) = THROWN.captures(line) {
            thrown.class = Some(found["class"].to_owned()).filter(|class| class != "assertion");
            thrown.doing = found.name("doing").map(|doing| doing.as_str().to_owned());
            thrown.from = index;
        } else if thrown.from > at && !line.is_empty() {
            line.clone_into(&mut thrown.message);
            thrown.from = index;
            dart::go_on(lines, index, &mut thrown.message);
            break;
        }
    }
    thrown
}

fn dart(lines: &Lines, at: usize, mut thrown: Thrown) -> ReaderMatch {
    let inner = dart::wrapped(&thrown.message).map(str::to_owned);
    let again = inner.is_some();
    if let Some(inner) = inner {
        thrown = Thrown { message: inner, class: None, ..thrown };
    }
    let mut failure = new_failure(&thrown.message);
    let class = thrown.class.as_deref().map_or(String::new(), |class| format!("{class}: "));
    explain(&DART, &format!("{class}{}", thrown.message), &mut failure);
    // `NoSuchMethodError: The getter …` of a line without block
    let named = thrown.message.split_once(": ").map(|(name, _)| name).filter(|name| is_class(name));
    failure.exception = thrown.class.or(named.map(str::to_owned));
    failure.details.extend(thrown.doing.map(|doing| ("doing".to_owned(), doing)));
    failure.evidence.push(lines.evidence(thrown.from));
    dart::asked_of_nothing(lines, thrown.from, &mut failure);
    dart::no_json(lines, thrown.from, &mut failure);
    // A package of others counts only where the app has no frame of its own.
    let app = has_app(lines, at);
    let last = place(lines, at, &DART_FRAME, &mut failure, |found| packages::is_own(&found["file"], app));
    dart::widget(lines, at, &mut failure);
    if again {
        dart::thrown_again(&mut failure);
    }
    // It repeats what the native side threw, which may stand in the same log.
    let headline = thrown.message.contains("PlatformException(");
    ReaderMatch { failure, lines: last + 1 - at, headline }
}

/// Whether Dart's trace below has a frame of the app's own code.
fn has_app(lines: &Lines, at: usize) -> bool {
    let mut index = at;
    for _ in 0..LONGEST {
        let Some(next) = lines.following(index) else { break };
        index = next;
        let line = lines.get(index);
        if line.starts_with("══") || line.contains("Unhandled Exception:") || BLOCK.is_match(line) {
            break;
        }
        if DART_FRAME.captures(&whole(lines, index)).is_some_and(|found| packages::is_app(&found["file"])) {
            return true;
        }
    }
    false
}

/// Lines between what Dart threw and its first frame: `Stack Trace:`, empty ones.
const BETWEEN: usize = 3;

/// A trace that the app itself printed or reported, with what was thrown above it: known words of Dart's, and nothing else.
fn dart_trace(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    DART_FRAME.captures(&whole(lines, at))?;
    let mut from = at;
    for _ in 0..BETWEEN {
        from = lines.preceding(from)?;
        let line = lines.get(from).trim();
        if line.is_empty() || line.ends_with(':') {
            continue;
        }
        let mut failure = Failure::new(Category::Other, Language::Unknown, line);
        classify(&DART, line, &mut failure)?;
        let message = line.trim_start_matches("Error Message: ").trim_start_matches("Unhandled exception: ");
        let thrown = Thrown { message: message.to_owned(), from, ..Thrown::default() };
        let before = at - from;
        let found = dart(lines, from, thrown);
        return Some(ReaderMatch { lines: found.lines.saturating_sub(before).max(1), ..found });
    }
    None
}

/// ` ERROR  TypeError: …`, `(NOBRIDGE) ERROR  Error: …`: what Metro's console says failed, without its mark.
fn said(line: &str) -> Option<&str> {
    // `[Unhandled promise rejection: Error: no]`
    if let Some(rejected) = line.strip_prefix("[Unhandled promise rejection: ") {
        return Some(rejected.trim_end().trim_end_matches(']'));
    }
    let line = line.strip_prefix("(NOBRIDGE) ").unwrap_or(line);
    line.strip_prefix("ERROR  ").map(str::trim_start).filter(|said| !said.starts_with("Warning: "))
}

/// Whether the engine reports it: `, js engine: hermes` ends the message, perhaps some lines below.
fn is_reported(lines: &Lines, at: usize) -> bool {
    let mut index = at;
    for _ in 0..MESSAGE {
        if lines.get(index).contains(", js engine: ") {
            return true;
        }
        let Some(next) = lines.following(index) else { break };
        index = next;
        if SCRIPT_ERROR.is_match(lines.get(index).trim()) {
            break;
        }
    }
    false
}

fn javascript(lines: &Lines, at: usize, said: &str, only_uncaught: bool) -> Option<ReaderMatch> {
    let line = lines.get(at);
    let found = SCRIPT_ERROR.captures(said)?;
    // What an app logs with `console.error` has no class of its own.
    let logged = &found["class"] == "Error" && lines.source(at).is_some() && !is_reported(lines, at);
    // Angular's own handler and zone.js report what nobody caught with words of their own.
    let uncaught =
        found.name("mark").is_some() || line.contains("Uncaught (in promise)") || line.contains(" - Msg: ERROR ");
    if (only_uncaught || logged) && !uncaught {
        return None;
    }
    let mut failure = new_failure(&found["message"]);
    failure.category = Category::RuntimeJavascript;
    failure.exception = Some(found["class"].to_owned());
    classify(&JAVASCRIPT, &format!("{}: {}", &found["class"], &found["message"]), &mut failure);
    found["message"].clone_into(&mut failure.message);
    failure.evidence.push(lines.evidence(at));
    react::component(lines, at, &mut failure);
    if !failure.details.contains_key("component") && react::breaks_bundle(lines, at) {
        failure.say(
            "The JavaScript bundle fails while it is loaded, before any screen is drawn: {message}.",
            &[
                "Look at what the bundle runs first: index.js, its imports, polyfills and packages that patch globals. If it began after an upgrade or a new package, the native app and the JavaScript do not fit: `npm install`, `npx react-native start --reset-cache`, then build and install the app anew (`cd android && ./gradlew clean`).",
                "The errors below it (no registered module, a bad bundle) only follow from it.",
            ],
        );
    }
    let last = if let Some(source) = SOURCE.captures(line) {
        failure.file = source["file"].rsplit('/').next().map(str::to_owned);
        failure.line = source["line"].parse().ok();
        at
    } else {
        let own = |found: &crate::pattern::Captures<'_>| !found["file"].contains("node_modules");
        let last = place(lines, at, &SCRIPT_FRAME, &mut failure, own);
        if last == at { place(lines, at, &METRO_FRAME, &mut failure, own) } else { last }
    };
    let headline = react::follows(lines, at, &failure.message);
    Some(ReaderMatch { failure, lines: last + 1 - at, headline })
}

/// Lines of a message of C#'s at most.
const UNITY_MESSAGE: usize = 3;

/// Whether a line without Unity's tag is the head of its error: frames stand below it that only Unity writes.
fn is_unity(lines: &Lines, at: usize) -> bool {
    let framed = |index: usize| {
        let line = lines.get(index).trim_start();
        let placed = line.contains(".cs:") && line.contains(" (at ");
        UNITY_FRAME.is_match(line) && (placed || line.starts_with("UnityEngine.") || BUILT.is_match(line))
    };
    UNITY_ERROR.is_match(unquoted(lines.get(at))) && (at + 1..lines.len().min(at + 1 + UNITY_MESSAGE)).any(framed)
}

/// The line without the mark of code that begins a paste.
fn unquoted(line: &str) -> &str {
    line.trim().trim_start_matches('`')
}

/// An error of JavaScript that somebody copied from a crash reporter's page.
pub fn listed(lines: &Lines, at: usize) -> Option<Failure> {
    let head = LISTED_HEAD.captures(lines.get(at).trim())?;
    lines.following(at).filter(|next| LISTED_FRAME.is_match(lines.get(*next)))?;
    let said = format!("{}: {}", &head["class"], head["message"].trim());
    let mut failure = javascript(lines, at, &said, false)?.failure;
    let own = |found: &crate::pattern::Captures<'_>| {
        !found["symbol"].starts_with('?')
            && found.name("file").is_none_or(|file| !file.as_str().contains("node_modules"))
    };
    place(lines, at, &LISTED_FRAME, &mut failure, own);
    // A line of the bundle says nothing.
    failure.line = failure.line.filter(|_| failure.file.is_some());
    Some(failure)
}

fn unity(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let found = UNITY_ERROR.captures(unquoted(lines.get(at)))?;
    // What Java threw stands behind it, and is read as Java's.
    if found["class"].ends_with("AndroidJavaException") {
        return None;
    }
    let mut failure = new_failure(&found["message"]);
    failure.exception = Some(found["class"].to_owned());
    explain(&UNITY, &format!("{}: {}", &found["class"], &found["message"]), &mut failure);
    failure.evidence.push(lines.evidence(at));
    let own = |symbol: &str| !ENGINE.iter().any(|start| symbol.starts_with(start));
    let last = place(lines, at, &UNITY_FRAME, &mut failure, |found| own(&found["symbol"]));
    Some(ReaderMatch { failure, lines: last + 1 - at, headline: false })
}

fn new_failure(message: &str) -> Failure {
    let mut failure = Failure::new(Category::Other, Language::Unknown, message);
    failure.framework = Framework::Android;
    failure
}

/// Classifies `text` and keeps the failure's own message.
fn explain(table: &'static Rules, text: &str, failure: &mut Failure) {
    let message = failure.message.clone();
    classify(table, text, failure);
    failure.message = message;
}

fn is_class(name: &str) -> bool {
    (name.ends_with("Error") || name.ends_with("Exception")) && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Takes the first frame that is the app's own. Returns the last line of the report.
fn place(
    lines: &Lines,
    at: usize,
    pattern: &Pattern,
    failure: &mut Failure,
    is_own: impl Fn(&crate::pattern::Captures<'_>) -> bool,
) -> usize {
    let (mut index, mut last) = (at, at);
    for _ in 0..LONGEST {
        let Some(next) = lines.following(index) else { break };
        index = next;
        let line = lines.get(index);
        // The report ends with a bar, and another begins with one.
        if line.starts_with("══") {
            return if BLOCK.is_match(line) { last } else { index };
        }
        let whole = whole(lines, index);
        let Some(found) = pattern.captures(&whole) else { continue };
        last = index;
        if !failure.details.contains_key("at") && is_own(&found) {
            let file = found.name("file").map(|file| file.as_str().trim_start_matches("package:").to_owned());
            failure.details.insert("at".to_owned(), found["symbol"].to_owned());
            failure.symbol = failure.symbol.take().or_else(|| Some(found["symbol"].to_owned()));
            failure.line = found.name("line").and_then(|line| line.as_str().parse().ok());
            failure.file = file;
            failure.evidence.push(lines.evidence(index));
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::messages::{DART, JAVASCRIPT, UNITY};
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    #[test]
    fn tables_compile() {
        [&DART, &JAVASCRIPT, &UNITY].into_iter().for_each(assert_sound);
    }

    #[test]
    fn unity_s_errors_are_known_by_their_frames_without_its_tag() {
        let built = "NullReferenceException: Object reference not set to an instance of an object\n  \
            at Shelf.Open () [0x00008] in <a50795ddedf54d4a9320c22372e751e0>:0 \n";
        assert_eq!(parse(built).failures[0].symbol.as_deref(), Some("Shelf.Open"));
        let frames = "Shelf.<Start>b__5_0 () (at Assets/Shelf/Shelf.cs:57)\n\
            UnityEngine.Events.InvokableCall.Invoke () (at <3dc54541>:0)";
        let text = format!("`NullReferenceException: Object reference not set to an instance of an object\n{frames}");
        let failure = parse(&text).failures.remove(0);
        assert_eq!(failure.category, crate::Category::RuntimeNpe);
        assert_eq!((failure.file.as_deref(), failure.line), (Some("Assets/Shelf/Shelf.cs"), Some(57)));
        let java = "java.lang.IllegalStateException: no shelf\n\tat com.example.Shelf.open(Shelf.java:7)";
        assert_eq!(parse(java).failures[0].file.as_deref(), Some("Shelf.java"));
    }

    #[test]
    fn what_dart_threw_may_stand_below_its_mark() {
        for mark in ["shell/common/shell.cc(209)] Dart Error: ", "runtime/dart_isolate.cc(988)] "] {
            let text = format!(
                "E/flutter (14001): [ERROR:flutter/{mark}Unhandled exception:\n\
                 E/flutter (14001): setState() called after dispose(): _ShelfState#27001(lifecycle state: defunct, not mounted)"
            );
            assert_eq!(parse(&text).failures[0].symbol.as_deref(), Some("_ShelfState"), "{mark}");
        }
        assert!(parse("I/shelf (14001): Unhandled exception: none\n").failures.is_empty());
    }

    #[test]
    fn javascript_is_read_from_a_line_that_names_its_engine() {
        for line in [
            "TypeError : Cannot read property 'oak' of undefined , js engine:hermes.",
            " TypeError: Cannot read property 'oak' of undefined, js engine: hermes",
        ] {
            let failures = parse(line).failures;
            assert_eq!(failures[0].category, crate::Category::RuntimeJavascript, "{line}");
            assert_eq!(failures[0].symbol.as_deref(), Some("oak"), "{line}");
        }
    }

    #[test]
    fn javascript_is_read_from_a_crash_reporter_s_page() {
        let bundle = "Error no oak! \n    http://10.0.2.2:8081/index.delta?platform=android&minify=false:70001:26 onPress\n    [native code] handle";
        let failure = parse(bundle).failures.remove(0);
        assert_eq!(failure.category, crate::Category::RuntimeJavascript);
        assert_eq!((failure.symbol.as_deref(), failure.line), (Some("onPress"), None));
        let source = "TypeError no oak\n    node_modules/shelf/a.js:105:59 call\n    src/Shelf.tsx:90:59 openShelf";
        let failure = parse(source).failures.remove(0);
        assert_eq!((failure.file.as_deref(), failure.line), (Some("src/Shelf.tsx"), Some(90)));
        let other = parse("Error shelf.tsx:1:2 oak\nshelf.tsx:1:2 is where").failures;
        assert!(other.iter().all(|failure| failure.category != crate::Category::RuntimeJavascript));
    }

    #[test]
    fn words_before_what_dart_threw_are_no_part_of_it() {
        let text =
            "I get this: [ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: Bad state: No element";
        let failures = parse(text).failures;
        assert_eq!(failures.iter().map(|one| one.category).collect::<Vec<_>>(), [crate::Category::RuntimeIndex]);
    }

    #[test]
    fn messages_of_javascript_may_be_longer_than_a_line() {
        let text = "E/ReactNativeJS( 4321): Error: The shelf is empty.\n\
            E/ReactNativeJS( 4321): \n\
            E/ReactNativeJS( 4321): Fill it first., js engine: hermes";
        assert_eq!(parse(text).failures.len(), 1);
        let metro = " ERROR  TypeError: shelf.open is not a function. (In 'shelf.open()', 'shelf.open' is undefined)";
        assert_eq!(parse(metro).failures[0].symbol.as_deref(), Some("shelf.open"));
    }
}
