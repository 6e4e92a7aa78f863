//! A crash's lines for people: the user's own frames marked, runs of other frames folded.

use crate::parse::frames::{app_package, frame_class, is_own};
use crate::parse::input::logcat::entry;

/// Rows that are shown of a crash at most.
const MOST: usize = 60;
/// So many frames of others in a row are folded; fewer stay.
const FOLDED: usize = 3;
/// Packages that a folded run names at most.
const PACKAGES: usize = 3;

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceRow {
    /// What is no frame: an exception with its message, or what the system says.
    Text(String),
    /// A frame of the user's own code.
    Own(String),
    /// A frame of the platform or a library.
    Other(String),
    /// Frames of the platform or of libraries that are left out, in words.
    Folded(String),
}

/// The rows of a crash, without what stands in front of each line in a log. Empty where no frame is the user's own: then
/// nothing can be told apart. `process` is that of the app, whose package is the user's own.
pub fn trace(text: &str, process: &str) -> Vec<TraceRow> {
    let package = app_package(process);
    let (mut rows, mut others) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let line = entry(line).map_or(line, |entry| entry.rest).trim_end();
        match frame_class(line) {
            Some(class) if !is_own(&class, package.as_deref()) => others.push((line, class)),
            class => {
                fold(&mut others, &mut rows);
                let row = line.to_owned();
                rows.push(if class.is_some() { TraceRow::Own(row) } else { TraceRow::Text(row) });
            }
        }
    }
    fold(&mut others, &mut rows);
    if !rows.iter().any(|row| matches!(row, TraceRow::Own(_))) {
        return Vec::new();
    }
    if rows.len() > MOST {
        let more = rows.len() - (MOST - 1);
        rows.truncate(MOST - 1);
        rows.push(TraceRow::Folded(format!("… {more} more lines")));
    }
    rows
}

/// Of a run of frames the first, which threw or was called last, stays.
fn fold(others: &mut Vec<(&str, String)>, rows: &mut Vec<TraceRow>) {
    let folded = if others.len() >= FOLDED { others.split_off(1) } else { Vec::new() };
    rows.extend(others.drain(..).map(|(line, _)| TraceRow::Other(line.to_owned())));
    if folded.is_empty() {
        return;
    }
    let mut packages: Vec<String> = Vec::new();
    for (_, class) in &folded {
        let package = class.split('.').take(2).collect::<Vec<_>>().join(".");
        if !packages.contains(&package) {
            packages.push(package);
        }
    }
    let more = if packages.len() > PACKAGES { " and others" } else { "" };
    packages.truncate(PACKAGES);
    rows.push(TraceRow::Folded(format!("… {} frames of {}{more}", folded.len(), packages.join(", "))));
}

#[cfg(test)]
mod tests {
    use super::{TraceRow, trace};

    fn shown(text: &str) -> Vec<String> {
        let mark = |row| match row {
            TraceRow::Text(text) => format!("  {text}"),
            TraceRow::Own(text) => format!("> {text}"),
            TraceRow::Other(text) => format!("- {text}"),
            TraceRow::Folded(text) => format!("  {text}"),
        };
        trace(text, "com.example.books:sync").into_iter().map(mark).collect()
    }

    #[test]
    fn own_frames_are_marked_and_runs_of_others_folded() {
        let log = [
            "FATAL EXCEPTION: main",
            "Process: com.example.books, PID: 42",
            "java.lang.RuntimeException: Unable to start",
            "\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3449)",
            "\tat android.app.ActivityThread.main(ActivityThread.java:7656)",
            "Caused by: java.util.NoSuchElementException: none",
            "\tat kotlin.collections.CollectionsKt.first(Collections.kt:12)",
            "\tat com.example.books.Shelf.first(Shelf.kt:9)",
            "\tat org.example.mine.Other.call(Other.kt:1)",
            "\tat androidx.fragment.app.Fragment.onStart(Fragment.java:1)",
            "\tat androidx.lifecycle.Lifecycle.handle(Lifecycle.kt:1)",
            "\tat android.os.Handler.dispatchMessage(Handler.java:106)",
            "\tat com.android.internal.os.ZygoteInit.main(ZygoteInit.java:1)",
            "\t... 11 more",
        ];
        let prefixed = log.map(|line| format!("2026-11-22 10:00:00.123 +0000 10123  42  42 E AndroidRuntime: {line}"));
        let wanted = [
            "  FATAL EXCEPTION: main",
            "  Process: com.example.books, PID: 42",
            "  java.lang.RuntimeException: Unable to start",
            "- \tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3449)",
            "- \tat android.app.ActivityThread.main(ActivityThread.java:7656)",
            "  Caused by: java.util.NoSuchElementException: none",
            "- \tat kotlin.collections.CollectionsKt.first(Collections.kt:12)",
            "> \tat com.example.books.Shelf.first(Shelf.kt:9)",
            "> \tat org.example.mine.Other.call(Other.kt:1)",
            "- \tat androidx.fragment.app.Fragment.onStart(Fragment.java:1)",
            "  … 3 frames of androidx.lifecycle, android.os, com.android",
            "  \t... 11 more",
        ];
        assert_eq!(shown(&prefixed.join("\n")), wanted);
        assert_eq!(shown(&log.join("\n")), wanted, "a file without prefixes");
    }

    #[test]
    fn without_an_own_frame_nothing_is_shown_and_a_long_one_is_cut() {
        assert!(shown("java.lang.X\n\tat android.a.B.c(B.java:1)\n").is_empty() && shown("").is_empty());
        let long = "\tat com.example.books.Shelf.first(Shelf.kt:9)\n".repeat(500);
        let rows = shown(&long);
        assert_eq!((rows.len(), rows[59].as_str()), (60, "  … 441 more lines"));
    }
}
