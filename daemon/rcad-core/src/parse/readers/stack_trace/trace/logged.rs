//! An exception behind a logger's own words: when it was thrown, and is not only written about.

use super::frame::frame;
use crate::parse::input::lines::Lines;
use crate::pattern::{Captures, Pattern};

/// `E [main] Could not save: java.io.IOException: disk full`: behind a logger's own words
static EMBEDDED: Pattern = Pattern::new(concat!(
    r#"(?:^|[\s:(>\]=`"'])(?P<class>(?:[a-z][a-z0-9_]*\.){2,}[A-Z][A-Za-z0-9_$]*(?:Exception|Error|Violation|Leaked))"#,
    r#"[`"']*(?:: ?(?P<message>.*))?$"#,
));

/// `2024-05-01 10:00:00 ERROR …`, `[main] INFO …`, `WARN …`: what a logger begins a line with
static RECORD: Pattern = Pattern::new(
    r"^\s*(?:\[?[0-9]{2,4}[-:./][0-9]{2}[-:./ ]|(?:\[[^\]]*\] *)*(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|SEVERE)\b)",
);

/// Ends of the words before an exception that was thrown, and is not only written about.
const INTRODUCTIONS: &[&str] = &[
    "rror:",
    "xception:",
    "rash:",
    "ssue:",
    "ype:",
    "eason:",
    "hrown:",
    // What Spring logs when its context does not start.
    "Application run failed",
    "cancelling refresh attempt:",
    "Context initialization failed",
];

/// Lines of a message below its first one.
const MESSAGE_LINES: usize = 8;

/// A class within a line counts when a frame follows, or another cause, or when the words before it say that it was thrown.
pub fn embedded<'l>(lines: &'l Lines, at: usize, begins_other: fn(&str) -> bool) -> Option<Captures<'l>> {
    let line = lines.get(at);
    let found = EMBEDDED.captures(line)?;
    let start = found.name("class").map_or(0, |class| class.start());
    let before = line[..start].trim_end_matches(['`', '"', '\'', '*', ' ']);
    let introduced = INTRODUCTIONS.iter().any(|end| before.ends_with(end));
    (introduced || goes_on(lines, at, begins_other)).then_some(found)
}

/// Whether a frame or another cause follows, at once or below the rest of the message. `begins_other` tells of a line that it is
/// no part of one.
pub fn goes_on(lines: &Lines, at: usize, begins_other: fn(&str) -> bool) -> bool {
    let Some(next) = lines.following(at).map(|next| lines.get(next)) else { return false };
    frame(next, 0).is_some() || next.trim_start().starts_with("Caused by: ") || message_goes_on(lines, at, begins_other)
}

/// Whether the message of an exception that a program logged goes on in lines of its own, and frames stand below them. A line
/// that another program or an own exception begins ends it.
fn message_goes_on(lines: &Lines, at: usize, begins_other: fn(&str) -> bool) -> bool {
    let tag = |at: usize| lines.source(at).map(|source| source.tag.as_str());
    let mut index = at;
    for _ in 0..MESSAGE_LINES {
        let Some(next) = lines.following(index) else { return false };
        let line = lines.get(next);
        if frame(line, next).is_some() {
            return true;
        }
        if begins_other(line) || EMBEDDED.is_match(line) || RECORD.is_match(line) || tag(next) != tag(at) {
            return false;
        }
        index = next;
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn a_logged_message_goes_on_to_its_frames() {
        let read = |log: &str| parse(log).failures.iter().map(|one| (one.file.clone(), one.line)).collect::<Vec<_>>();
        let frames = "\tat okhttp3.Oak.put(Oak.kt:3)\n\tat net.oak.basket.Shelves.put(Shelves.kt:7)\n";
        let head = "2024-05-01 10:00:00,123 ERROR [net.oak.Store] (worker-3) Could not store shelf 4: java.lang.IllegalStateException: the shelf is full.\n";
        let place = vec![(Some("Shelves.kt".to_owned()), Some(7))];
        assert_eq!(read(&format!("{head}Take another one.\n\n{frames}")), place);
        assert_eq!(read(&format!("{head}Take another one,\nor a basket.\n{frames}")), place);
        // The next record has frames of its own.
        let other = format!(
            "{head}2024-05-01 10:00:01,123 ERROR [net.oak.Store] (worker-3) gave up: java.lang.IllegalArgumentException: closed\n{frames}"
        );
        let placed = parse(&other).failures.into_iter().find(|one| one.line == Some(7));
        assert!(placed.is_some_and(|one| one.message.contains("closed")));
    }

    #[test]
    fn what_a_headline_ends_with_a_colon_for_is_on_the_next_line() {
        let log = "FATAL EXCEPTION: main (Process: net.oak.basket)\njava.lang.RuntimeException: Unable to create application net.oak.basket.App:\njava.lang.IllegalStateException: no shelf\nCaused by: java.lang.IllegalStateException: no shelf\n\tat net.oak.basket.App.onCreate(App.kt:9)\n";
        let failures = parse(log).failures;
        let [root] = &failures[..] else { panic!("{failures:?}") };
        assert_eq!((root.line, root.process.as_deref()), (Some(9), Some("net.oak.basket")), "{root:?}");
        assert_eq!(root.details.get("thread"), None, "{root:?}");
    }
}
