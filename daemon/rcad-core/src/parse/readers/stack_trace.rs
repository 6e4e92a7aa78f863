//! Reads JVM and Android stack traces: the deepest cause that says something, and the first frame that is the user's own.

mod asking;
mod beside;
pub mod classless;
mod decide;
pub mod event;
mod exceptions;
pub mod headless;
mod inflation;
pub mod jvm_crash;
mod library_beans;
mod minified;
pub mod own;
pub mod sentence;
pub mod startup;
mod subject;
pub mod survived;
mod tools;
pub mod trace;
mod unsaid;
pub mod values;

use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::{Lines, Source};
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, classify};
use survived::{AROUND, SYSTEM_TAGS};
use trace::{Section, StackTrace};

/// Android's headline of a crash.
const FATAL_EXCEPTION: &str = "FATAL EXCEPTION";

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::StackTrace,
    anchors: &[
        "Exception",
        "Error",
        "Throwable",
        "Caused by: ",
        "Failure",
        FATAL_EXCEPTION,
        "Timeout",
        "Violation",
        "Leaked",
    ],
    frame: false,
    read,
};

/// `Process: com.example.app, PID: 4242`, Monkey's `// CRASH: com.example.app (pid 4242)`
static PROCESS: Pattern = Pattern::new(r"^(?:// )?(?:Process|CRASH): (?P<process>[^ ,]+)");

/// `FATAL EXCEPTION: main`, `*** FATAL EXCEPTION IN SYSTEM PROCESS: android.bg`; Android Studio's window adds a button, people
/// the process
static FATAL: Pattern = Pattern::new(
    r"FATAL EXCEPTION(?P<system> IN SYSTEM PROCESS)?: (?P<thread>.+?)(?: \((?:Fix|Ask) .*\)|,? \(?Process: (?P<process>[^ ,)]+).*)?$",
);

/// What React Native logs above an exception of its own modules that nobody handles.
const IN_NATIVE_CALL: &str = "Exception in native call";

/// `Execution failed for task ':run'.` of the outermost exception when Gradle prints or hands over its own
static TASK: Pattern = Pattern::new(r"^Execution failed for task '(?P<task>:[^']+)'");

/// Lines above a trace that name the process and the thread.
const ABOVE: usize = 10;

/// Categories of an exception that only its class gives.
const PLAIN: &[Category] = &[
    Category::Other,
    Category::RuntimeClassCast,
    Category::RuntimeIllegalArgument,
    Category::RuntimeIllegalState,
    Category::RuntimeIndex,
    Category::RuntimeNpe,
];

/// Lines of a text that was picked out of a log.
const FEW: usize = 2;

/// Lines of a text that is about one failure.
const SHORT: usize = 40;

/// Lines above a trace in a crash report.
#[derive(Default)]
struct TraceReport {
    fatal: bool,
    thread: Option<String>,
    process: Option<String>,
}

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    if lines.get(at).contains(FATAL_EXCEPTION) {
        return read_below_headline(lines, at);
    }
    if is_rejected(lines, at)
        || misses_main_class(lines, at)
        || survived::is_of_broker(lines, at)
        || survived::is_of_closed_pipe(lines, at)
    {
        return None;
    }
    judge(lines, at, trace::read(lines, at)?)
}

/// Android's runtime notes a class that it could not verify before, which the app may never use on this version.
const REJECTED: &str = "Rejecting re-init on previously-failed class";

/// Whether the exception, or the one whose cause it is, is what the runtime notes of a rejected class.
fn is_rejected(lines: &Lines, at: usize) -> bool {
    let own = lines.get(at);
    let mut above = (at.saturating_sub(AROUND)..at).rev().map(|above| lines.get(above).trim());
    let head = above.find(|line| !line.starts_with("at ") && !line.starts_with("Caused by: "));
    own.contains(REJECTED)
        || own.trim_start().starts_with("Caused by: ") && head.is_some_and(|head| head.contains(REJECTED))
}

/// Whether the exception is only the launcher's, which finds no class to start; the line above says so.
fn misses_main_class(lines: &Lines, at: usize) -> bool {
    let above = at.checked_sub(1).map_or("", |above| lines.get(above));
    above.contains("ould not find or load main class ") && !above.contains("org.gradle.")
}

/// An exception whose name no anchor finds: an app's own, or one of a minified build.
fn read_below_headline(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let mut thrown = lines.following(at)?;
    if PROCESS.is_match(lines.get(thrown).trim()) {
        thrown = lines.following(thrown)?;
    }
    let line = lines.get(thrown);
    if READER.anchors.iter().any(|anchor| line.contains(anchor)) {
        return None; // It is read where it stands.
    }
    let found = judge(lines, thrown, trace::read_thrown(lines, thrown)?)?;
    Some(ReaderMatch { lines: thrown - at + found.lines, ..found })
}

/// Returns the failure that a trace stands for; `None` for chatter.
fn judge(lines: &Lines, at: usize, mut trace: StackTrace) -> Option<ReaderMatch> {
    let report = report(lines, at, &trace);
    let app = report.process.clone().or_else(|| app(lines, &trace));
    let package = app.as_deref().map(own::package);
    let settled = own::vendors::settle(&mut trace.sections, package.as_deref());
    let minified = trace.sections.last_mut().and_then(|last| minified::restore(trace::carried::open(last)));
    let deepest = trace.sections.last()?;
    let frames = trace.sections.iter().map(|section| section.frames.len()).sum::<usize>();
    if survived::logged::is_caught(lines, at, at + trace.lines) || lines.source(at).is_some_and(is_verifiers) {
        return None;
    }
    let own = own::frame(&trace.sections, package.as_deref());
    // The component that fails may be of another package than the process in which it runs.
    let component = || self::app(lines, &trace).map(|app| own::package(&app));
    let own = own.or_else(|| own::frame(&trace.sections, Some(component()?.as_str())));
    let mut failure = Failure::new(Category::Other, Language::Java, deepest.message.clone());
    let specific = classify_trace(&trace.sections, &mut failure);
    let tool = tools::category(&trace.sections).filter(|_| !specific && PLAIN.contains(&failure.category));
    failure.category = tool.unwrap_or(failure.category);
    let own = asking::frame(&trace.sections, &failure, package.as_deref(), own).or(own);
    // A class name alone may be anything; with a mark, or where Android reports a crash, it is a trace that was cut.
    let caused = trace.sections.iter().any(|section| section.index > at);
    let cut = frames == 0 && !trace.marked && !report.fatal && !caused;
    let says_more = specific && !deepest.message.is_empty() && !trace.embedded;
    if cut && !says_more && !is_all_there_is(lines, at, deepest) {
        return None;
    }
    let source = lines.source(at).filter(|_| !report.fatal);
    // Who hands over a line or two of a log means these.
    let meant = specific && lines.len() <= FEW;
    if source.is_some_and(|source| {
        survived::is_noise(source, &trace, own.is_some() || meant, specific)
            || survived::is_survived(lines, at, source)
            || own.is_none() && survived::is_of_nobody(lines, at, source, &trace)
            || frames == 0 && survived::is_repeated(lines, at)
            || survived::is_leak_of_others(deepest, failure.symbol.as_deref(), package.as_deref())
    }) {
        return None;
    }
    let overflown = failure.category == Category::RuntimeStackOverflow;
    let own = if overflown { own.map(|own| own::repeated(&trace.sections, own)) } else { own };
    let own = own.filter(|own| !own::starters::is_main(&trace, *own, &failure));
    fill(lines, &trace, &mut failure);
    failure.details.extend(minified.map(|name| ("minified".to_owned(), name)));
    failure.process = app;
    if !settled {
        note_unsure(&trace, own, &mut failure);
    }
    if let Some(thread) = report.thread.filter(|thread| thread != "main") {
        failure.details.insert("thread".to_owned(), thread);
    }
    if let Some(doing) = doing(lines, at, &trace).filter(|_| !report.fatal && own.is_none()) {
        failure.details.insert("logged_above".to_owned(), doing);
    }
    subject::complete(lines, &trace, own, package.as_deref(), &mut failure);
    tools::complete(&trace.sections, tool.is_some(), own.is_some(), &mut failure);
    let plain = !specific && PLAIN.contains(&failure.category);
    tools::processor::tell(&trace.sections, plain, own.is_some(), &mut failure);
    inflation::complete(&trace.sections, package.as_deref(), &mut failure);
    if failure.category == Category::RuntimeJavascript {
        super::app_code::react_component(lines, at, &mut failure);
    }
    let logged = source.is_some() || cut || trace.embedded;
    Some(ReaderMatch { failure, lines: trace.lines, headline: logged })
}

/// Notes the package of the frame that is taken for the user's own where nothing shows that it is.
fn note_unsure(trace: &StackTrace, own: Option<(usize, usize)>, failure: &mut Failure) {
    let frame = own.map(|(section, at)| &trace.sections[section].frames[at]);
    let package = frame.and_then(|frame| own::vendors::package_of(&frame.class));
    // `app.Main`: nobody publishes that.
    let package = package.filter(|package| package.contains('.'));
    failure.details.extend(package.map(|package| ("own_unsure".to_owned(), package)));
}

/// `BasketStore: could not save the basket`: an app's own line above an exception that it caught
static SAID: Pattern = Pattern::new(r"^[A-Z][A-Za-z0-9_.]*(?:/[A-Z])?: \S.{6,}$");

/// Longest words of the app that are quoted, in characters.
const QUOTED: usize = 120;

/// Beginnings of lines of a crash report's head.
const HEADS: &[&str] = &["Process: ", "Tag: ", "Package: ", "Flags: ", "PID: ", "Build: "];

/// What the app itself logged directly above an exception that it caught.
fn doing(lines: &Lines, at: usize, trace: &StackTrace) -> Option<String> {
    let first = trace.sections.first()?.index.min(at);
    let above = first.checked_sub(1)?;
    let line = lines.get(above).trim();
    let logged = lines.source(above).filter(|source| {
        matches!(source.priority, 'E' | 'W')
            && !SYSTEM_TAGS.contains(&source.tag.as_str())
            && source.tag != "AndroidRuntime"
    });
    let said = match logged {
        Some(source) => format!("{}: {line}", source.tag),
        None if lines.source(above).is_none() && SAID.is_match(line) => line.to_owned(),
        None => return None,
    };
    let other = HEADS.iter().any(|head| line.starts_with(head))
        || line.len() < 8
        || line.contains("xception")
        || line.starts_with("at ")
        || line.contains("Error:");
    (!other).then(|| said.chars().take(QUOTED).collect())
}

/// Whether it is Android's runtime, which notes the classes that an app looks for and that may be absent.
fn is_verifiers(source: &Source) -> bool {
    source.priority == 'I' && (source.tag == "art" || source.tag.starts_with("zygote"))
}

/// Whether an exception without frames was pasted as what failed: no program logged it, and it says something, or the
/// text has room for nothing else.
fn is_all_there_is(lines: &Lines, at: usize, section: &Section) -> bool {
    let named = ["Exception", "Error"].iter().any(|end| section.class.ends_with(end));
    // Below `* What went wrong:` it is Gradle's.
    let gradles = at > 0 && lines.get(at - 1).starts_with("* ");
    named && !gradles && lines.source(at).is_none() && (!section.message.is_empty() || lines.len() <= SHORT)
}

fn report(lines: &Lines, at: usize, trace: &StackTrace) -> TraceReport {
    // A cause whose trace was cut off says nothing of who caught it; in a device's log the tag does.
    let cause = lines.source(at).is_some() && lines.get(at).trim_start().starts_with("Caused by: ");
    let fatal = trace.marked && !cause || lines.is_crash(at);
    let mut report = TraceReport { fatal, ..TraceReport::default() };
    report.process = lines.source(at).and_then(|source| source.process.clone());
    let mut index = at;
    for _ in 0..ABOVE {
        let Some(above) = lines.preceding(index) else { break };
        let line = lines.get(above).trim();
        if let Some(found) = PROCESS.captures(line) {
            report.process = Some(found["process"].to_owned());
        } else if let Some(found) = FATAL.captures(line) {
            report.fatal = true;
            report.thread = Some(found["thread"].to_owned());
            report.process = found.name("process").map(|name| name.as_str().to_owned()).or(report.process);
            if found.name("system").is_some() {
                report.process = Some("system_server".to_owned());
            }
            break;
        } else if line.ends_with(IN_NATIVE_CALL) {
            report.fatal = true;
            break;
        } else if trace::frame(line, above).is_some() {
            break;
        }
        index = above;
    }
    report
}

/// The app by what the trace says of its components, or of where it is installed.
fn app(lines: &Lines, trace: &StackTrace) -> Option<String> {
    trace
        .sections
        .iter()
        .find_map(|section| own::app_in(&section.message).or_else(|| own::app_in(lines.get(section.index))))
}

/// Finds the rule for the trace: one for several causes together, then for each cause, the deepest first, then a
/// general one for the classes. Whether it was one of the first two.
pub(super) fn classify_trace(sections: &[Section], failure: &mut Failure) -> bool {
    let sections = below_initializer(sections);
    let text = |one: &Section| format!("{}: {}", one.class, unsaid::message(one));
    let texts: Vec<String> = sections.iter().rev().map(text).collect();
    let chain = texts.join("\n");
    // What Dart threw, as Crashlytics reports it.
    if let Some(last) = sections.last().filter(|last| last.class.ends_with(".FlutterError"))
        && classify(&super::app_code::DART, &last.message, failure).is_some()
    {
        return true;
    }
    if twice(sections, failure) {
        return true;
    }
    if exceptions::CHAINS.iter().any(|table| classify(table, &chain, failure).is_some()) {
        return true;
    }
    for text in &texts {
        if exceptions::TABLES.iter().any(|table| classify(table, text, failure).is_some()) {
            subject::relate(&chain, failure);
            return true;
        }
    }
    let general = texts.iter().any(|text| classify(&exceptions::GENERAL, text, failure).is_some());
    // What only Gradle and its plugins throw is in Gradle's table.
    let gradles = texts.iter().any(|text| text.starts_with("org.gradle.process."));
    if (!general || gradles || failure.category == Category::Other)
        && texts.iter().any(|text| super::gradle::classify_cause(text, failure).is_some())
    {
        super::gradle::android::complete(&chain, failure);
    }
    false
}

/// Without the class that could not be used where what its initialiser threw stands below.
fn below_initializer(sections: &[Section]) -> &[Section] {
    let wrapper = |one: &Section| one.class == "java.lang.ExceptionInInitializerError";
    let unused = |one: &Section| one.class == "java.lang.NoClassDefFoundError";
    match sections.iter().rposition(wrapper) {
        Some(at) if at + 1 < sections.len() && sections[..at].iter().any(unused) => &sections[at + 1..],
        _ => sections,
    }
}

/// `Cannot cast a.B to a.B`, `class a.B cannot be cast to class a.B (a.B is in unnamed module of loader 'app'; …)`
static TO_ITSELF: Pattern = Pattern::new(concat!(
    r"Cannot cast (?P<one>[A-Za-z0-9_.$]+\.[A-Za-z0-9_$]+) to (?P<two>[A-Za-z0-9_.$]+)",
    r"|(?P<object>[A-Za-z0-9_.$]+\.[A-Za-z0-9_$]+) (?:\([^)]*\) )?cannot be cast to (?:class )?(?P<expected>[A-Za-z0-9_.$]+)",
));

/// Whether a class is cast to the class of its own name, whoever throws that and whatever is wrapped around it: two class
/// loaders have it.
fn twice(sections: &[Section], failure: &mut Failure) -> bool {
    let name = sections.iter().rev().filter(|section| section.message.contains(" cast ")).find_map(|section| {
        let found = TO_ITSELF.captures(&section.message)?;
        let of = |one: &str, other: &str| Some(found.name(one).or_else(|| found.name(other))?.as_str().to_owned());
        of("one", "object").filter(|name| of("two", "expected").is_some_and(|expected| expected == *name))
    });
    let Some(name) = name else { return false };
    failure.category = Category::RuntimeClassCast;
    failure.details.insert("expected".to_owned(), name.clone());
    failure.symbol = Some(name);
    true
}

/// `Binary XML file line #7: Binary XML file line #7: Error …` without the first half.
fn said_once(message: &str) -> Option<&str> {
    let (said, rest) = message.split_once(": ")?;
    (!said.is_empty() && rest.strip_prefix(said)?.starts_with(": ")).then_some(rest)
}

fn fill(lines: &Lines, trace: &StackTrace, failure: &mut Failure) {
    let sections = &trace.sections;
    let Some(deepest) = sections.last() else { return };
    // Logback writes `null` for a message that is none.
    if failure.message.is_empty() || failure.message == "null" {
        failure.message = deepest.class.clone();
        failure.details.insert("silent".to_owned(), deepest.class.rsplit('.').next().unwrap_or("").to_owned());
    }
    if let Some(once) = said_once(&failure.message) {
        failure.message = once.to_owned();
    }
    // The stack of a minified bundle follows in the same message, or the components do.
    if failure.category == Category::RuntimeJavascript
        && let Some(end) = [", stack:", " This error is located at:"].iter().find_map(|part| failure.message.find(part))
    {
        failure.message.truncate(end);
    }
    failure.exception = Some(deepest.class.clone());
    let thrown = deepest.class.rsplit(['.', '$']).next().unwrap_or(&deepest.class);
    failure.details.insert("thrown".to_owned(), thrown.to_owned());
    failure.task = sections.iter().find_map(|one| TASK.captures(&one.message).map(|found| found["task"].to_owned()));
    failure.evidence.push(lines.evidence(deepest.index));
    let android = |section: &Section| section.frames.iter().any(|frame| frame.class.starts_with("android."));
    if failure.framework == Framework::None && (lines.source(deepest.index).is_some() || sections.iter().any(android)) {
        failure.framework = Framework::Android;
    }
    if failure.category == Category::Other && trace.coroutine {
        failure.category = Category::KotlinCoroutine;
    }
}

#[cfg(test)]
mod tests {
    use super::exceptions::{CHAINS, GENERAL, TABLES};
    use crate::pattern::assert_sound;

    #[test]
    fn what_the_runtime_notes_of_a_rejected_class_is_no_failure() {
        let note = concat!(
            "W/com.example: Rejecting re-init on previously-failed class java.lang.Class<a.b.Wrapper>: java.lang.NoClassDefFoundError: Failed resolution of: La/b/Missing;\n",
            "W/com.example:     at void com.example.MainActivity.onCreate(android.os.Bundle) (MainActivity.kt:19)\n",
            "W/com.example: Caused by: java.lang.ClassNotFoundException: Didn't find class \"a.b.Missing\" on path: DexPathList[[zip file \"/data/app/com.example-1/base.apk\"]]\n",
            "D/OpenGLRenderer: HWUI GL Pipeline\n",
        );
        assert!(crate::parse::parse(note).failures.is_empty());
    }

    #[test]
    fn tables_compile() {
        for table in TABLES.iter().chain(CHAINS).copied().chain([&GENERAL]) {
            assert_sound(table);
        }
    }

    #[test]
    fn a_cast_of_a_class_to_itself_is_of_two_loaders() {
        let told = |other: &str| {
            let log = format!(
                "java.lang.IllegalStateException: no shelf\n\tat org.springframework.A.load(A.java:3)\nCaused by: java.lang.IllegalArgumentException: Cannot cast com.example.Shelf to {other}\n\tat com.example.Main.main(Main.java:3)\n"
            );
            crate::explain::explain(&crate::parse::parse(&log).failures[0]).root_cause
        };
        assert!(told("com.example.Shelf").contains("another class loader"), "{}", told("com.example.Shelf"));
        assert!(!told("com.example.Basket").contains("another class loader"));
    }

    #[test]
    fn frames_that_a_narrow_window_broke_are_read() {
        let place = |frames: &str| {
            let failure =
                crate::parse::parse(&format!("java.lang.AssertionError: no shelf\n{frames}")).failures.remove(0);
            (failure.file.unwrap_or_default(), failure.line)
        };
        let broken = "    at androidx.compose.ui.test.SemanticsNodeInteraction.fetchOneOrThrow(\nSemanticsNodeInteraction.kt:178)\n    at com.example.shelves.presentation.\nShelfScreenTest.shows(\nShelfScreenTest.kt:31)\n";
        assert_eq!(place(broken), ("ShelfScreenTest.kt".to_owned(), Some(31)));
        let bare = "    at ComposeUiTest.android.kt:480\n    at ShelfScreenTest.kt:31\n";
        assert_eq!(place(bare), ("ShelfScreenTest.kt".to_owned(), Some(31)));
        let prose = "    at com.example.Shelf.put(Shelf.kt:9)\nat the end of\nthe shelf (Other.kt:3)\n";
        assert_eq!(place(prose), ("Shelf.kt".to_owned(), Some(9)));
    }

    #[test]
    fn an_issue_that_a_crash_reporter_opened_is_read_to_its_frames() {
        let log = "## Error in Shelves\n\n**java.lang.ClassCastException** in **ShelfActivity**\nandroid.text.SpannedString cannot be cast to java.lang.String\n\n[View on Bugsnag](https://app.bugsnag.com/a/b)\n\n## Stacktrace\n\n    ShelfAdapter.kt:245 - com.example.shelves.ShelfAdapter.onBind$lambda$4\n\n[View full stacktrace](https://app.bugsnag.com/a/b)\n";
        let failure = crate::parse::parse(log).failures.remove(0);
        let place = (failure.file.as_deref(), failure.line, failure.symbol.as_deref());
        assert_eq!(place, (Some("ShelfAdapter.kt"), Some(245), Some("android.text.SpannedString")));
    }

    #[test]
    fn the_first_component_of_the_app_is_where_javascript_fails() {
        let log = "com.facebook.react.common.JavascriptException: TypeError: Cannot read property 'oak' of null\n\nThis error is located at:\n    at RCTText\n    at Text\n    at ShelfTab\n    at AppContainer\n";
        let told = crate::explain::explain(&crate::parse::parse(log).failures[0]);
        assert!(told.root_cause.contains("`ShelfTab`") && !told.fixes[0].contains("symbolicate"), "{told:?}");
    }

    #[test]
    fn what_react_native_cannot_handle_is_no_chatter() {
        let log = |words: &str| {
            let line =
                |tag: &str, text: &str| format!("2024-03-01 10:00:00.000 42-77/com.example.shop E/{tag}: {text}\n");
            let thrown = "    java.lang.RuntimeException: Attempting to open a shelf\n        at com.facebook.react.bridge.Shelf.open(Shelf.java:7)\n";
            [line("unknown:DevServer", "no packager"), line("unknown:ReactNative", words), thrown.to_owned()].concat()
        };
        assert_eq!(crate::parse::parse(&log("Exception in native call")).failures.len(), 1);
        assert_eq!(crate::parse::parse(&log("Could not open it, trying again")).failures.len(), 0);
    }
}
