//! Lines whose breaks were lost when they were pasted: a failure block or a stack trace in one line is cut up again.

mod one_line;

use crate::pattern::{AnyOf, Pattern};
pub use one_line::opened;

/// Shorter lines hold one thing.
const SHORTEST: usize = 120;

/// ` * What went wrong:`, ` > Could not …`, ` FAILURE: Build …`, ` BUILD FAILED`, ` > Task :a FAILED`, ` e: file:///`
static BLOCK: Pattern = Pattern::new(concat!(
    r" +(?:\* (?:What went wrong|Where|Try|Exception is|Get more help)|FAILURE: Build |BUILD FAILED in |> (?:Task :|[A-Z])",
    r"|e: (?:file://|/|\[ksp\] )|ERROR: ?(?:[A-Za-z]:[\\/]|/)|Caused by: |at [A-Za-z_$][A-Za-z0-9_$.<>]+ ?\([^()]*\))",
));

/// `Execution failed for task ':app:lint'. > A failure …`, its heading lost
static HEADLESS: Pattern = Pattern::new(
    r"(?:ution failed for task|problem occurred (?:configuring|evaluating) (?:root )?project|dependencies of task|for configuration) '[^']+'\.? > [A-Z]",
);

/// `at a.B.c(D.java:1) at …`
static TWO_FRAMES: Pattern = Pattern::new(
    r"\([A-Za-z0-9_$]+\.(?:java|kt):[0-9]+\) +at [A-Za-z_$][A-Za-z0-9_$.<>]+ ?\([A-Za-z0-9_$ .]+(?::[0-9]+)?\)",
);

/// ` e: C:\p\A.kt`, ` /p/B.java:4: error: `, ` C:\p\m.xml:3: error: `: where the next message of a compiler begins
static MESSAGE: Pattern = Pattern::new(concat!(
    r" +(?P<next>(?:[ew]: (?:file://|/|\[ksp\] |[A-Za-z]:[\\/])",
    r"|(?:[A-Za-z]:[\\/]|/)[^ :\x22'<>|;]*\.(?:java|kts?|xml|gradle|c|cc|cpp|h):[0-9]+(?::[0-9]+)?: (?:fatal )?(?:error|warning): ))",
));

/// What javac says below its message: ` symbol:   class Shelf location: class Basket`
static DETAIL: Pattern = Pattern::new(r" +(?:symbol ?:|location ?:) +(?:class|variable|method|interface|package) ");

/// What a line has that may hold several messages.
const MARKS: &[&str] = &[" e: ", " w: ", ": error: ", ": warning: "];

/// What begins a message: `e: /p/A.kt`, `/p/B.java:4: error: `
static FIRST: Pattern = Pattern::new(
    r"^\s*(?:> )?(?:[ew]: |(?:[A-Za-z]:)?[^ :\x22'<>|;]+\.(?:java|kts?|xml|gradle|c|cc|cpp|h):[0-9]+(?::[0-9]+)?: (?:fatal )?(?:error|warning): )",
);

/// Breaks that JSON or a logger wrote as two characters, before what begins a line.
static ESCAPES: AnyOf = AnyOf::new(&[
    "\\n\\tat ",
    "\\n    at ",
    "\\nat ",
    "\\nCaused by: ",
    "\\nBundle stats:",
    "\\n* What went wrong:",
    "\\n> Task :",
    "\\ne: file:",
    "\\n```",
]);

/// What begins an exception as a value of JSON: `"stack":"java.lang.X: …`, `"exceptions":["java.lang.X…`
static JSON_TRACE: Pattern = Pattern::new(
    r#""(?::|: |:\[)"(?P<thrown>(?:[a-z][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error|Throwable))"#,
);

/// What stands before an exception's text in a line of JSON, and the text.
fn json_text(line: &str) -> (Option<&str>, &str) {
    let end = line.find("\\n").unwrap_or(line.len());
    match JSON_TRACE.captures(&line[..end]).and_then(|found| found.name("thrown")) {
        Some(thrown) => (Some(&line[..thrown.start()]), &line[thrown.start()..]),
        None => (None, line),
    }
}

/// The parts of a line that was several ones; nothing when it is one line.
pub fn parts(line: &str) -> Vec<&str> {
    if line.contains('\\') && ESCAPES.is_in(line) {
        let (head, text) = json_text(line);
        let texts = text.split("\\n").map(|part| part.trim_start_matches("\\t"));
        return head.into_iter().chain(texts).collect();
    }
    if let Some(found) = (line.len() >= SHORTEST).then(|| TASKS.captures(line)).flatten() {
        let first = found.name("message").map_or(0, |message| message.start());
        return std::iter::once(line[..first].trim_end()).chain(of_task(&line[first..])).collect();
    }
    if let Some(messages) = messages(line).or_else(|| fenced(line)).or_else(|| merging(line)) {
        return messages;
    }
    if let Some(crash) = line.contains("FATAL EXCEPTION: ").then(|| crash(line)).flatten() {
        return crash;
    }
    if let Some(trace) = thrown_at(line).or_else(|| native_trace(line)) {
        return trace;
    }
    let flat = line.len() >= SHORTEST
        && (line.find("* What went wrong:").is_some_and(|at| at > 0 && line.len() > at + 40)
            || HEADLESS.is_match(line)
            || TWO_FRAMES.is_match(line));
    if !flat {
        return Vec::new();
    }
    let mut parts = Vec::new();
    let (mut start, mut from) = (0, 0);
    while let Some((at, end)) = BLOCK.find(&line[from..]) {
        if from + at > start {
            parts.push(line[start..from + at].trim_end());
        }
        let spaces = line[from + at..].len() - line[from + at..].trim_start().len();
        start = from + at + spaces;
        // What follows a mark may be the next mark: `* What went wrong: > …`.
        from = if line[start..from + end].starts_with("at ") { from + end } else { start + 1 };
        if line[start..].starts_with("* What went wrong:") {
            let end = start + "* What went wrong:".len();
            parts.push(&line[start..end]);
            start = end + line[end..].len() - line[end..].trim_start().len();
            from = start;
        }
    }
    parts.push(&line[start..]);
    parts
}

/// `FATAL EXCEPTION: main Process: com.example, PID: 7 java.lang.X: no at …`
static CRASH: Pattern = Pattern::new(
    r"^(?P<head>.*?FATAL EXCEPTION: .*?) +(?P<process>Process: [A-Za-z0-9_.:]+, PID: [0-9]+) +(?P<thrown>(?:[a-z][a-z0-9_]*\.)+[A-Z].*)$",
);

/// `at a.B.c(D.java:1)`, `Caused by: `: what begins another line of a trace
static BEGINS: Pattern =
    Pattern::new(r" +(?:at (?:[A-Za-z_$][A-Za-z0-9_$]*\.)+[A-Za-z0-9_$<>]+ ?\([^()]*\)|Caused by: )");

/// The lines of a crash that was pasted as one.
fn crash(line: &str) -> Option<Vec<&str>> {
    let found = CRASH.captures(line)?;
    let part = |name: &str| found.name(name).map_or(0..0, |part| part.start()..part.end());
    let mut parts = vec![&line[part("head")], &line[part("process")]];
    let mut rest = &line[part("thrown")];
    while let Some((at, _)) = BEGINS.find(rest).filter(|(at, _)| *at > 0) {
        parts.push(rest[..at].trim_end());
        rest = rest[at..].trim_start();
    }
    parts.push(rest);
    Some(parts)
}

/// `Caused by: a.b.ShelfException: no at a.b.Shelf.put(Shelf.kt:7)`: an exception and its one frame
static THROWN_AT: Pattern = Pattern::new(concat!(
    r"^\s*(?:Caused by: |(?:Non-)?[Ff]atal Exception: )?(?:[a-z][a-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error)(?:: [^()]{0,200}?)?",
    r" +(?P<frame>at (?:[A-Za-z_$][A-Za-z0-9_$]*\.){2,}[A-Za-z0-9_$<>]+\((?:Native Method|Unknown Source|SourceFile|[A-Za-z0-9_$]+\.(?:java|kt))(?::[0-9]+)?\))$",
));

/// The exception and its frame.
fn thrown_at(line: &str) -> Option<Vec<&str>> {
    let found = (line.ends_with(')') && line.contains(" at ")).then(|| THROWN_AT.captures(line)).flatten()?;
    let frame = found.name("frame")?.start();
    Some(vec![line[..frame].trim_end(), &line[frame..]])
}

/// ` at 3 shelf 0x0000000103e6f001 kfun:a.b.Shelf#put(){} + 70`: a frame of Kotlin/Native
static NATIVE_FRAME: Pattern = Pattern::new(r" +at [0-9]{1,3} +\S+ +0x[0-9a-f]{8,16} ");

/// The exception and its frames of Kotlin/Native.
fn native_trace(line: &str) -> Option<Vec<&str>> {
    if !line.contains("Exception") || !line.contains(" 0x") {
        return None;
    }
    let (mut parts, mut rest) = (Vec::new(), line);
    while let Some((at, _)) = NATIVE_FRAME.find(rest).filter(|(at, _)| *at > 0) {
        parts.push(rest[..at].trim_end());
        rest = rest[at..].trim_start();
    }
    parts.push(rest);
    (parts.len() > 1).then_some(parts)
}

/// `> Task :shop:compileKotlin w: …`
static TASKS: Pattern = Pattern::new(r"^\s*> Task :[^ ]+(?: FAILED)? +(?P<message>[ew]: )");

/// What begins another message behind a task's first.
static NEXT: Pattern = Pattern::new(r" +(?:[ew]: |> Task :|\* What went wrong)");

/// The messages that a task printed.
fn of_task(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some((at, _)) = NEXT.find(rest) {
        parts.push(rest[..at].trim_end());
        rest = rest[at..].trim_start();
    }
    parts.push(rest);
    parts
}

/// `I get this: ``` w: no e: warnings found ```, since 2.0`: a quoted log whose breaks were lost with those around it
static FENCED: Pattern =
    Pattern::new(r"^(?P<before>.*?) ``` ?(?P<code>(?:[ew]: |> Task :)[^`]+?)(?: ?```(?P<after>.*))?$");

/// What stands before, in and behind a code block that was pasted into a sentence.
fn fenced(line: &str) -> Option<Vec<&str>> {
    let found = line.contains(" ```").then(|| FENCED.captures(line)).flatten()?;
    let part = |name: &str| found.name(name).map_or(0..0, |part| part.start()..part.end());
    let mut parts = vec![&line[part("before")], "```"];
    parts.extend(of_task(&line[part("code")]));
    parts.extend(["```", &line[part("after")]]);
    Some(parts)
}

/// `Merging Errors: Error: uses-sdk:… Error: android:exported needs …`: what Android Studio shows of the merged manifest
fn merging(line: &str) -> Option<Vec<&str>> {
    const NEXT: &str = " Error: ";
    let said = line.trim_start().strip_prefix("Merging Errors:").filter(|said| said.contains(NEXT))?;
    let starts: Vec<usize> = said.match_indices(NEXT).map(|(at, _)| at + 1).collect();
    let ends = starts.iter().skip(1).copied().chain([said.len()]);
    Some(starts.iter().zip(ends).map(|(start, end)| said[*start..end].trim_end()).collect())
}

/// The messages of a line that begins with one and holds more, each with what belongs below it.
fn messages(line: &str) -> Option<Vec<&str>> {
    if !MARKS.iter().any(|mark| line.contains(mark)) || !FIRST.is_match(line) || !MESSAGE.is_match(line) {
        return None;
    }
    let mut parts = Vec::new();
    let mut start = 0;
    let next = |from: usize| {
        let found = |pattern: &Pattern| pattern.find(&line[from..]).map(|(at, _)| from + at);
        // javac's own are indented.
        let message = found(&MESSAGE).map(|at| (at, line[at..].len() - line[at..].trim_start().len()));
        message.into_iter().chain(found(&DETAIL).map(|at| (at, 0))).min()
    };
    // A blank before the first one is no break.
    let mut from = line.len() - line.trim_start().len();
    while let Some((at, blanks)) = next(from) {
        parts.push(line[start..at].trim_end());
        start = at + blanks;
        from = start.max(at + 1);
    }
    parts.push(&line[start..]);
    (parts.len() > 1).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn an_exception_in_json_begins_its_own_line() {
        let line =
            r#"{"level":"error","stack":"java.lang.IllegalStateException: shelf is full\n\tat a.B.c(B.java:1)\n"}"#;
        let cut = parts(line);
        assert_eq!(cut[1..3], ["java.lang.IllegalStateException: shelf is full", "at a.B.c(B.java:1)"], "{cut:?}");
        let line = r#"{"text":"not java.lang.IllegalStateException: it\n\tat a.B.c(B.java:1)"}"#;
        assert!(parts(line)[0].contains("not java.lang"));
    }

    #[test]
    fn an_exception_and_its_frames_in_one_line_are_cut_up() {
        for thrown in ["Caused by: java.lang.NullPointerException", "a.b.ShelfException: no shelf"] {
            let line = format!("{thrown} at com.example.ui.Page.open(Unknown Source)");
            assert_eq!(parts(&line), [thrown, "at com.example.ui.Page.open(Unknown Source)"]);
        }
        let frames = [
            "at 0 shelf 0x00000001126ae001 kfun:kotlin.Exception#<init>(kotlin.String?){} + 11",
            "at 1 shelf 0x00000001126cb002 kfun:a.b.Shelf#put(){} + 70",
        ];
        let line = format!("Uncaught Kotlin exception: a.b.ShelfException: no shelf {} {}", frames[0], frames[1]);
        assert_eq!(parts(&line)[1..], frames);
        for line in [
            "a.b.ShelfException at the door (Shelf)",
            "see a.b.Shelf at com.example.ui.Page.open(Page.kt:3)",
            "an Exception at 3 o'clock is at 0x1234",
        ] {
            assert!(parts(line).is_empty(), "{line}");
        }
    }

    #[test]
    fn what_a_merged_manifest_lacks_is_cut_up() {
        let line = "Merging Errors: Error: uses-sdk:minSdkVersion 19 cannot be smaller Error: android:exported needs to be there";
        let cut = ["Error: uses-sdk:minSdkVersion 19 cannot be smaller", "Error: android:exported needs to be there"];
        assert_eq!(parts(line), cut);
        assert!(parts("Merging Errors: none").is_empty());
    }

    #[test]
    fn what_a_task_printed_is_cut_up() {
        let line = "> Task :shop:compileKotlin w: Opt-in requirement marker com.example.Draft is unresolved. Please make sure it's present e: warnings found and -Werror specified";
        assert_eq!(parts(line).len(), 3);
        assert_eq!(parts(line)[2], "e: warnings found and -Werror specified");
        assert!(parts("> Task :shop:compileKotlin w: unused").is_empty());
    }

    #[test]
    fn a_block_in_one_line_is_cut_up() {
        let line = "FAILURE: Build failed with an exception. * What went wrong: Execution failed for task ':app:compileJava'. \
            > Could not find a.b:c:1. * Try: Run with --info BUILD FAILED in 3s";
        let cut = parts(line);
        assert_eq!(
            cut,
            [
                "FAILURE: Build failed with an exception.",
                "* What went wrong:",
                "Execution failed for task ':app:compileJava'.",
                "> Could not find a.b:c:1.",
                "* Try: Run with --info",
                "BUILD FAILED in 3s"
            ]
        );
    }

    #[test]
    fn a_block_without_heading_is_cut_up() {
        let line = "Execution failed for task ':basket:verifyReleaseResources'. > A failure occurred while executing a.B$Action \
            > Android resource linking failed ERROR: /p/res/values.xml:221: AAPT: error: resource android:attr/lStar not found.";
        let cut = parts(line);
        assert_eq!(cut.len(), 4, "{cut:?}");
        assert_eq!(cut[3], "ERROR: /p/res/values.xml:221: AAPT: error: resource android:attr/lStar not found.");
    }

    #[test]
    fn a_trace_in_one_line_is_cut_up() {
        let line = "java.lang.IllegalStateException: no at com.example.basket.Basket.add(Basket.kt:12) at com.example.Main.main(Main.kt:3) \
            Caused by: java.lang.NullPointerException at com.example.Shelf.get(Shelf.kt:4)";
        let cut = parts(line);
        assert_eq!(cut.len(), 5, "{cut:?}");
        assert_eq!(cut[1], "at com.example.basket.Basket.add(Basket.kt:12)");
        assert_eq!(cut[3], "Caused by: java.lang.NullPointerException");
    }

    #[test]
    fn frames_as_a_console_of_a_store_writes_them_are_cut_up() {
        let line = "Type java.lang.RuntimeException java.lang.RuntimeException: at android.app.ActivityThread.main (ActivityThread.java:7868) \
            at java.lang.reflect.Method.invoke (Native Method) Caused by: java.lang.IllegalStateException: at com.example.Shelf.get (Shelf.kt:4)";
        let cut = parts(line);
        assert_eq!(cut.len(), 5, "{cut:?}");
        assert_eq!(cut[2], "at java.lang.reflect.Method.invoke (Native Method)");
        assert_eq!(cut[4], "at com.example.Shelf.get (Shelf.kt:4)");
    }

    #[test]
    fn a_trace_in_a_string_of_json_is_cut_up() {
        let cut = parts("a.B: no\\n\\tat a.B.c(B.java:1)\\nCaused by: a.D: no");
        assert_eq!(cut, ["a.B: no", "at a.B.c(B.java:1)", "Caused by: a.D: no"]);
    }

    #[test]
    fn an_issue_in_a_string_of_json_is_cut_up() {
        let quoted = "I get this: ``` w: a 'unique_name' twice e: warnings found and -Werror specified ``` since then";
        assert_eq!(parts(quoted)[3], "e: warnings found and -Werror specified");
        assert!(parts("Write it in ``` e ``` and then go").is_empty());
        assert_eq!(parts("\"body\": \"fails:\\n```\\ne: no\\n```\""), ["\"body\": \"fails:", "```", "e: no", "```\""]);
    }

    #[test]
    fn messages_in_one_line_are_cut_up() {
        let kotlin = r"e: D:\p\A.kt: (3, 4): Unresolved reference: it e: D:\p\B.kt: (5, 6): Expecting '}'";
        assert_eq!(
            parts(kotlin),
            [r"e: D:\p\A.kt: (3, 4): Unresolved reference: it", r"e: D:\p\B.kt: (5, 6): Expecting '}'"]
        );
        let java = "/p/A.java:3: error: cannot find symbol symbol: class Shelf location: class A /p/B.java:4: error: ';' expected";
        let cut = [
            "/p/A.java:3: error: cannot find symbol",
            " symbol: class Shelf",
            " location: class A",
            "/p/B.java:4: error: ';' expected",
        ];
        assert_eq!(parts(java), cut);
    }

    #[test]
    fn a_crash_in_one_line_is_cut_up() {
        let line = "FATAL EXCEPTION: main Process: com.example.shop, PID: 7 java.lang.NullPointerException: no shelf at com.example.shop.Shelf.get(Shelf.kt:4)";
        assert_eq!(
            parts(line),
            [
                "FATAL EXCEPTION: main",
                "Process: com.example.shop, PID: 7",
                "java.lang.NullPointerException: no shelf",
                "at com.example.shop.Shelf.get(Shelf.kt:4)"
            ]
        );
        assert!(parts("FATAL EXCEPTION: main").is_empty());
    }

    #[test]
    fn other_lines_are_left_alone() {
        assert!(parts("/p/A.java:3: error: cannot access /p/B.java").is_empty());
        assert!(parts("see /p/A.java:3: error: no").is_empty());
        assert!(parts("error: C:\\new\\table.xml").is_empty());
        assert!(parts("* What went wrong:").is_empty());
        assert!(parts(&"Execution failed > Could not ".repeat(20)).is_empty());
    }
}
