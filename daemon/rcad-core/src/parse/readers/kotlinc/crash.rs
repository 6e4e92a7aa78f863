//! Crashes: of the compiler itself, and of annotation processors that run inside kapt or KSP.

mod blame;
pub mod daemon;
mod endless;
pub mod frames;
pub mod named;
mod older;
mod phase;
mod tool;

use super::layout::decode;
use super::messages;
use crate::Category;
use crate::model::failure::{Failure, Framework, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::parse::reader::ReaderMatch;
use crate::parse::readers::processors;
use crate::pattern::{Pattern, classify};
use frames::{FRAME, FRAMES_OF_OTHERS, is_linkage};

/// `java.lang.IllegalStateException: no`, `org.jetbrains.kotlin.…Exception: …`, `androidx.room.…Error`
static EXCEPTION: Pattern = Pattern::new(
    r"^(?:Exception in thread \S+ )?(?P<class>(?:[a-z_][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error|Throwable))(?::|$| )",
);

/// `File being compiled: /p/F.kt`, `File being compiled: (13,3) in /p/F.kt`, `File being compiled at position: (13,3) in /p/F.kt`,
/// `File being compiled and position: (13,3) in /p/F.kt`, `While analysing /p/F.kt:13:3:`, `Source file: /p/F.kt`,
/// `Error generating class file a/B.class (compiled from [/p/F.kt])`
static COMPILED: Pattern = Pattern::new(concat!(
    r"(?:File being compiled(?: at position| and position)?|Source file|[Ww]hile (?:analysing|compiling|transforming file)|File name|File|\(compiled from)",
    r":? \[?(?:file://)?(?:\((?P<line>[0-9]+),[0-9]+\) in )?(?P<file>(?:[A-Za-z]:)?[^:()]*\.kts?)(?::(?P<l2>[0-9]+))?",
));

/// `CALL 'public final fun setHint (…): kotlin.Unit declared in a.B'`: the call that it was generating code for
static CALLED: Pattern = Pattern::new(r"CALL '(?:[a-z]+ )*fun (?:<[^>]*> )?(?P<name>[A-Za-z_][A-Za-z0-9_]*)");

/// `org.jetbrains.kotlin.backend.common.BackendException: Backend Internal error: …`, in Gradle's block behind `> `
static CRASHED: Pattern = Pattern::new(
    r"^(?:> )?(?P<message>(?:org\.jetbrains\.kotlin\.(?:[a-z0-9]+\.)+(?:(?:Backend|Compilation)Exception: (?:Backend|Back-end \(JVM\)) Internal error|(?:FileAnalysis|KotlinFrontEnd)Exception)|java\.lang\.IllegalStateException: Backend Internal error).*)$",
);

/// `The root cause java.lang.NullPointerException was thrown at: org.jetbrains.kotlin.a.Lowering.lower(Lowering.kt:186)`
static THROWN: Pattern = Pattern::new(
    r"^\s*The root cause (?P<class>[a-z][A-Za-z0-9_.]*\.[A-Z][A-Za-z0-9_$]*) was thrown at: (?:[a-z0-9_]+\.)*(?P<at>[A-Z][A-Za-z0-9_$.]*)",
);

/// `FUN name:total visibility:public`, `Couldn't inline method call: total`, `Couldn't transform method node: total (I)V:`
static MADE: Pattern = Pattern::new(
    r"(?:(?:FUN|PROPERTY|CLASS)(?: [A-Z_]+)* name:|Failed to (?:analyze|generate) (?:declaration|function|property|class|field):? |Couldn't (?:inline method call|transform method node):? '?(?:CALL '[a-z ]*fun )?)(?P<name>[A-Za-z_<][A-Za-z0-9_<>$]*)",
);

/// `error: java.lang.NullPointerException`, `e: java.lang.IllegalStateException: no symbol`, of Kotlin/Native
static NATIVE: Pattern = Pattern::new(
    r"^(?:e: |error: )?(?P<exception>(?:[a-z_][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error)(?:: .+)?)$",
);

/// ` * Compiler version: 2.1.0`
static VERSION: Pattern = Pattern::new(r"^\s*\* Compiler version(?: info)?: (?P<version>[0-9][A-Za-z0-9.-]*)");

/// Lines between Kotlin/Native's "Compilation failed" and the exception.
const HEADER: usize = 15;

/// Lines of a crash that are looked at.
const LOOKED_AT: usize = 150;

/// Takes the file that the compiler was working on out of a line that names it.
pub fn place(text: &str, failure: &mut Failure) -> bool {
    let Some(found) = COMPILED.captures(text) else { return false };
    failure.file = Some(decode(&found["file"]));
    failure.line = super::layout::number(&found, "line").or_else(|| super::layout::number(&found, "l2"));
    true
}

/// Kotlin/Native says first that it crashed, then what it compiled, then with which exception.
pub fn native(lines: &Lines, at: usize, failure: &mut Failure) {
    let message = failure.message.clone();
    if tool::tell(lines, at, &message, failure) {
        return;
    }
    let below = || (at + 1..(at + HEADER).min(lines.len())).map(|index| lines.get(index));
    let version = below().find_map(|line| VERSION.captures(line));
    let Some(found) = below().find_map(|line| NATIVE.captures(line)) else { return };
    failure.details.insert("root_exception".to_owned(), found["exception"].to_owned());
    let Some(version) = version else { return };
    failure.details.insert("compiler".to_owned(), version["version"].to_owned());
    failure.wording = Some(Wording {
        cause: "The Kotlin/Native compiler {compiler} itself crashed (internal error): {root_exception}.".to_owned(),
        fixes: vec![
            "Use another Kotlin version than {compiler}, and libraries whose klibs were built with it or an earlier one.".to_owned(),
            "Delete the caches of Kotlin/Native (`klib/cache` below `~/.konan/kotlin-native-prebuilt-…`), or switch them off: `kotlin.native.cacheKind=none` in gradle.properties; then build clean once.".to_owned(),
        ],
    });
}

/// The declaration for which the compiler made code when it crashed, in the message of its exception.
pub fn made(message: &str) -> Option<String> {
    MADE.captures(message).map(|found| found["name"].to_owned())
}

/// The exception that ended the compiler, of a line without its mark.
pub fn unmarked(line: &str) -> Option<&str> {
    Some(CRASHED.captures(line.trim_start())?.name("message")?.as_str())
}

/// Whether a message is the first line of a stack trace.
pub fn is_exception(message: &str) -> bool {
    EXCEPTION.is_match(message)
}

/// Whether a line is a frame of a stack trace.
pub fn is_frame(line: &str) -> bool {
    FRAME.is_match(line)
}

/// `java.lang.IllegalStateException: failed to analyze: org.jetbrains.kotlin.kapt3.diagnostic.KaptError: Error while annotation
/// processing`: how old kapts say that a processor had errors
const KAPT_SUMMARY: &str = "KaptError: Error while annotation processing";

/// The compiler itself crashed. The lines below say while doing what.
pub fn read(lines: &Lines, at: usize, message: &str) -> ReaderMatch {
    if message.ends_with(KAPT_SUMMARY) {
        let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, message);
        failure.evidence.push(lines.evidence(at));
        failure.wording = Some(Wording {
            cause: "An annotation processor that kapt runs reported errors; its own messages, which stand above this summary, are not in this part of the log.".to_owned(),
            fixes: vec!["Look above for the first `error:` or `e:` line of a processor (Dagger, Room, data binding), or run the kapt task alone: that message is the cause.".to_owned()],
        });
        return ReaderMatch { failure, lines: 1, headline: true };
    }
    let mut failure = Failure::new(Category::KotlinInternalCompilerError, Language::Kotlin, message);
    failure.exception = class_of(message);
    classify(&messages::CRASHES, message, &mut failure);
    failure.evidence.push(lines.evidence(at));
    if tool::tell(lines, at, message, &mut failure) {
        let headline = failure.details.contains_key("headline");
        return ReaderMatch { failure, lines: 1, headline };
    }
    let mut called = None;
    let mut last = at;
    for index in at..(at + LOOKED_AT).min(lines.len()) {
        let line = lines.get(index);
        let ends = line.starts_with(['>', '*']) || line.starts_with("e: ") || line.starts_with("FAILURE: ");
        if index > at && ends {
            break;
        }
        last = index;
        if line.trim_start().starts_with("at androidx.compose.compiler.") {
            of_compose(&mut failure);
        } else if line.trim_start().starts_with("at com.google.devtools.ksp.") {
            of_ksp(&mut failure);
        }
        if failure.file.is_none() && place(line, &mut failure) {
            failure.evidence.extend((index > at).then(|| lines.evidence(index)));
        } else if called.is_none()
            && let Some(found) = CALLED.captures(line)
        {
            called = Some(found["name"].to_owned());
            failure.evidence.push(lines.evidence(index));
        } else if let Some(found) = MADE.captures(line).filter(|_| failure.symbol.is_none()) {
            failure.symbol = Some(found["name"].to_owned());
        } else if let Some(found) = THROWN.captures(line) {
            failure.exception = Some(found["class"].to_owned());
            failure.details.insert("root_exception".to_owned(), format!("{} in `{}`", &found["class"], &found["at"]));
            failure.evidence.extend((index > at).then(|| lines.evidence(index)));
        } else if let Some(cause) = line.trim_start().strip_prefix("Caused by: ") {
            failure.exception = class_of(cause).or(failure.exception);
            failure.details.insert("root_exception".to_owned(), cause.to_owned());
            classify(&messages::CRASHES, cause, &mut failure);
        }
    }
    failure.symbol = called.or(failure.symbol);
    failure.message = message.to_owned();
    failure.details.entry("root_exception".to_owned()).or_insert_with(|| message.to_owned());
    blame::tell(&mut failure, blame::plugin(lines, at + 1, last + 1));
    older::tell(lines, at..last + 1, &mut failure);
    endless::tell(lines, at + 1..last + 1, &mut failure);
    phase::tell(lines, at, &mut failure);
    ReaderMatch { failure, lines: 1, headline: false }
}

/// An annotation processor crashed inside kapt or KSP: whose frame is the first that is not the machinery's.
pub fn processor(lines: &Lines, at: usize, message: &str) -> ReaderMatch {
    let mut failure = Failure::new(Category::KaptKsp, Language::Kotlin, message);
    failure.exception = class_of(message);
    processors::classify(message, &mut failure);
    failure.evidence.push(lines.evidence(at));
    for index in at + 1..(at + LOOKED_AT).min(lines.len()) {
        let line = lines.get(index);
        if let Some(cause) = line.trim_start().strip_prefix("Caused by: ") {
            failure.exception = class_of(cause).or(failure.exception);
            failure.details.insert("root_exception".to_owned(), cause.to_owned());
            processors::classify(cause, &mut failure);
            continue;
        }
        let Some(found) = FRAME.captures(line) else {
            if line.trim().is_empty() || line.starts_with(['>', '*', 'e']) {
                break;
            }
            continue;
        };
        let class = &found["class"];
        if failure.details.contains_key("processor") || FRAMES_OF_OTHERS.iter().any(|other| class.starts_with(other)) {
            continue;
        }
        let known = named::of(class);
        if known.is_none() {
            unknown_processor(line, class, &mut failure);
        }
        let processor = known.map_or(class, |known| known.name);
        failure.details.insert("processor".to_owned(), processor.to_owned());
        failure.symbol.get_or_insert_with(|| class.to_owned());
        failure.evidence.push(lines.evidence(index));
    }
    failure.message = message.to_owned();
    failure.details.entry("root_exception".to_owned()).or_insert_with(|| message.to_owned());
    if !failure.details.contains_key("processor") && failure.symbol.is_none() && failure.wording.is_none() {
        failure.wording = Some(unnamed());
    }
    ReaderMatch { failure, lines: 1, headline: false }
}

/// A processor that is no well-known one may be the reader's own: its frame's place is told.
fn unknown_processor(frame: &str, class: &str, failure: &mut Failure) {
    if failure.wording.is_some() {
        return;
    }
    let place = frame.rsplit_once('(').map_or("", |(_, place)| place.trim_end().trim_end_matches(')'));
    let place = if place.contains(':') { place } else { class };
    failure.details.insert("processor_at".to_owned(), place.to_owned());
    failure.say(
        "The annotation processor with the class `{processor}` crashed at `{processor_at}`: {root_exception}.",
        &[
            "If the processor is yours, correct it at `{processor_at}`: it takes something for granted that the annotated code here does not have. If it is a library's, take its release for this Kotlin and this KSP (or kapt).",
            "To see which declaration it was at, take out the annotated declarations that were added last; `--stacktrace` shows the whole trace.",
        ],
    );
}

/// No frame shows which processor crashed.
fn unnamed() -> Wording {
    Wording {
        cause: "An annotation processor crashed with {message}; no frame in this text shows which one.".to_owned(),
        fixes: vec![
            "Run the kapt or KSP task alone with `--stacktrace`: the first frame below the exception that is not of `org.jetbrains`, `com.google.devtools.ksp` or `com.sun` is the processor's.".to_owned(),
            "Bring that processor, KSP (or kapt) and Kotlin to versions that fit each other; if only the last change broke it, look at the annotated declarations of that change.".to_owned(),
        ],
    }
}

/// A linkage error in KSP's own code.
fn of_ksp(failure: &mut Failure) {
    if is_linkage(failure) && failure.category == Category::KotlinInternalCompilerError {
        failure.category = Category::KaptKsp;
    }
}

/// A linkage error in the Compose compiler's own code: it was built for another Kotlin compiler.
fn of_compose(failure: &mut Failure) {
    if is_linkage(failure) {
        failure.category = Category::ComposeCompilerVersion;
        failure.framework = Framework::Compose;
        failure.wording = None;
        failure.symbol.get_or_insert_with(|| "androidx.compose.compiler".to_owned());
    }
}

fn class_of(message: &str) -> Option<String> {
    EXCEPTION.captures(message)?.name("class").map(|class| class.as_str().to_owned())
}
