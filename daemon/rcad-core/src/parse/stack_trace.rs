//! Reads JVM stack traces: the deepest cause, and the first frame that is the user's own.

mod exceptions;

use super::lines::Lines;
use super::pattern::{Pattern, classify};
use super::{Found, Reader};
use crate::Category;
use crate::failure::{Failure, Language};

/// The table's row.
pub const READER: Reader = Reader {
    tool: "stack trace",
    anchors: &["Exception", "Error", "Throwable", "Caused by: ", "Failure", "FATAL EXCEPTION", "Timeout"],
    frame: false,
    read,
};

/// `Exception in thread "main" java.lang.X: msg`, `Caused by: a.B$C: msg`, `java.lang.X`
static HEAD: Pattern = Pattern::new(concat!(
    "^(?P<mark>Exception in thread \"[^\"]*\" |Caused by: |Fatal Exception: )?",
    r"(?P<class>(?:[a-z_][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*)(?:: ?(?P<message>.*))?$",
));

/// `    at app//com.example.Main.run(Main.kt:12)`, `    at a.B.c(Native Method)`
static FRAME: Pattern = Pattern::new(
    r"^\s*at (?:[^ (/]*/+)*(?P<class>[^ (]+)\.(?P<method>[^. (]+)\((?:(?P<file>[^:()]+\.[a-z]+):(?P<line>[0-9]+)|[^)]*)\)",
);

/// `Process: com.example.app, PID: 4242`
static PROCESS: Pattern = Pattern::new(r"^Process: (?P<process>[^ ,]+)");

/// `WARNING: trying again`, `12:00:01 [main] WARN a.B - trying again`: an exception below it was caught and logged
static LOGGED: Pattern = Pattern::new(r"(?:^|[\s\[])(?:WARN|WARNING|INFO|DEBUG|TRACE|FINE)(?:[\s\]:]|$)");

/// `Execution failed for task ':run'.` of the outermost exception when Gradle prints or hands over its own
static TASK: Pattern = Pattern::new(r"^Execution failed for task '(?P<task>:[^']+)'");

/// Lines between an exception's first line and its first frame: its message may have several.
const MESSAGE_LINES: usize = 8;

/// Lines of one trace that are looked at.
const LONGEST: usize = 2_000;

/// Packages that are never the user's own.
const FOREIGN: &[&str] = &[
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "kotlin.",
    "kotlinx.",
    "android.",
    "androidx.",
    "dalvik.",
    "libcore.",
    "com.android.",
    "com.google.",
    "org.gradle.",
    "groovy.",
    "org.codehaus.groovy.",
    "org.apache.groovy.",
    "org.junit.",
    "junit.",
    "org.jetbrains.",
    "org.apache.",
    "org.springframework.",
    "okhttp3.",
    "okio.",
    "retrofit2.",
    "dagger.",
    "io.netty.",
    "io.reactivex.",
    "rx.",
    "scala.",
    "reactor.",
    "org.mockito.",
    "org.robolectric.",
    "org.objectweb.",
    "worker.org.gradle.",
    "net.bytebuddy.",
    "com.squareup.",
    "com.fasterxml.",
    "org.xml.",
    "org.objenesis.",
    "build_",
    "settings_",
];

struct Frame {
    index: usize,
    class: String,
    method: String,
    file: String,
    line: u32,
}

/// One `Caused by` with its frames.
struct Section {
    index: usize,
    class: String,
    message: String,
    own: Option<Frame>,
    frames: usize,
}

fn read(lines: &Lines, at: usize) -> Option<Found> {
    let head = HEAD.captures(lines.get(at).trim_start())?;
    let (sections, end) = sections(lines, at);
    // A class name alone may be anything; with a mark, or where Android reports a crash, it is a trace that was cut.
    if head.name("mark").is_none() && !lines.is_crash(at) && sections.iter().all(|section| section.frames == 0) {
        return None;
    }
    if at > 0 && LOGGED.is_match(lines.get(at - 1)) {
        return None;
    }
    let deepest = sections.last()?;
    let mut failure = Failure::new(Category::Other, Language::Java, deepest.message.clone());
    let texts = || sections.iter().rev().map(|one| format!("{}: {}\n", one.class, one.message));
    // The deepest cause first; what only Gradle's plugins throw is in Gradle's table.
    let known = texts().find_map(|text| classify(&exceptions::RULES, &text, &mut failure));
    if known.is_none() || failure.category == Category::Other {
        texts().find_map(|text| super::gradle::classify_cause(&text, &mut failure));
    }
    if failure.message.is_empty() {
        failure.message = deepest.class.clone();
    }
    failure.exception = Some(deepest.class.clone());
    failure.task = sections.iter().find_map(|one| TASK.captures(&one.message).map(|found| found["task"].to_owned()));
    failure.process = (at.saturating_sub(3)..at)
        .find_map(|index| PROCESS.captures(lines.get(index).trim()).map(|found| found["process"].to_owned()));
    failure.evidence.push(lines.evidence(deepest.index));
    // The deepest cause's own frame says most; a library's cause may have none, then an outer one's does.
    if let Some(frame) = sections.iter().rev().find_map(|section| section.own.as_ref()) {
        take_frame(lines, frame, &mut failure);
    }
    Some(Found { failure, lines: end - at, headline: false })
}

fn take_frame(lines: &Lines, frame: &Frame, failure: &mut Failure) {
    failure.file = Some(frame.file.clone());
    failure.line = Some(frame.line);
    let class = frame.class.rsplit('.').next().unwrap_or(&frame.class);
    let place = format!("{class}.{}", frame.method);
    if failure.symbol.is_none() {
        failure.symbol = Some(place.clone());
    }
    failure.details.insert("at".to_owned(), place);
    if frame.file.ends_with(".kt") || frame.file.ends_with(".kts") {
        failure.language = Language::Kotlin;
    }
    failure.evidence.push(lines.evidence(frame.index));
}

/// The exception at `at` and its causes, outermost first, and the index after the trace.
fn sections(lines: &Lines, at: usize) -> (Vec<Section>, usize) {
    let mut sections: Vec<Section> = Vec::new();
    let mut end = at + 1;
    let mut idle = 0;
    for index in at..(at + LONGEST).min(lines.len()) {
        let line = lines.get(index).trim_start();
        let is_cause = line.starts_with("Caused by: ");
        if (index == at || is_cause)
            && let Some(found) = HEAD.captures(line)
        {
            let message = found.name("message").map_or("", |message| message.as_str()).trim().to_owned();
            sections.push(Section { index, class: found["class"].to_owned(), message, own: None, frames: 0 });
            (end, idle) = (index + 1, 0);
            continue;
        }
        let Some(section) = sections.last_mut() else { break };
        if let Some(found) = FRAME.captures(line) {
            section.frames += 1;
            own_frame(section, index, &found);
            (end, idle) = (index + 1, 0);
        } else if line.starts_with("... ") || line.starts_with("Suppressed: ") {
            (end, idle) = (index + 1, 0);
        } else if section.frames > 0 || idle >= MESSAGE_LINES || line.starts_with("* ") || HEAD.is_match(line) {
            break;
        } else {
            idle += 1;
        }
    }
    (sections, end)
}

fn own_frame(section: &mut Section, index: usize, found: &regex::Captures<'_>) {
    if section.own.is_some() || FOREIGN.iter().any(|package| found["class"].starts_with(package)) {
        return;
    }
    let (Some(file), Some(line)) = (found.name("file"), found.name("line")) else { return };
    let Ok(line) = line.as_str().parse() else { return };
    let (class, method) = (found["class"].to_owned(), found["method"].to_owned());
    section.own = Some(Frame { index, class, method, file: file.as_str().to_owned(), line });
}

#[cfg(test)]
mod tests {
    use super::super::pattern::assert_sound;
    use super::exceptions;

    #[test]
    fn tables_compile() {
        assert_sound(&exceptions::RULES);
    }
}
