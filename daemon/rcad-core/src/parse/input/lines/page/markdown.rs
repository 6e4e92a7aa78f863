//! Marks that a mail program, a chat or an issue tracker put into a text: links (`[a.B](http://a.b/)`), bold text, fences
//! around a log, and how far it is indented below an item of a list.

use std::borrow::Cow;

/// Between a link's text and its target.
const TARGETS: &[&str] = &["](http://", "](https://", "](tel:"];

/// Whether the line has such marks.
pub fn is_in(line: &str) -> bool {
    line.contains("](") && TARGETS.iter().any(|target| line.contains(target))
        || line.contains("**")
        || line.contains("\\<") && line.contains("\\>")
}

/// The line without them.
pub fn plain(line: &str) -> Cow<'_, str> {
    let mut line = Cow::Borrowed(line);
    if TARGETS.iter().any(|target| line.contains(target)) {
        line = Cow::Owned(unlinked(&line));
    }
    if line.contains("**") && !line.contains("***") {
        line = Cow::Owned(unbolded(&line));
    }
    // `\<name\>`, which a page would take for an element without the marks.
    if line.contains("\\<") && line.contains("\\>") {
        line = Cow::Owned(line.replace("\\<", "<").replace("\\>", ">"));
    }
    line
}

fn unlinked(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = TARGETS.iter().filter_map(|target| rest.find(target)).min() {
        let (before, target) = (&rest[..at], &rest[at..]);
        // `[` of the text: the last one before.
        let (left, text) = before.rsplit_once('[').unwrap_or((before, ""));
        out.push_str(left);
        out.push_str(text);
        rest = target.split_once(')').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// Stars at the edges of words; those of globs (`src/**/a`), of comments (`/**`) and of C's types (`f(char**, int)`) stay.
fn unbolded(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    let mut open = false;
    while let Some((before, after)) = rest.split_once("**") {
        out.push_str(before);
        let first = out.trim().is_empty();
        let opens = out.chars().next_back().is_none_or(|last| last.is_whitespace() || ":(>]".contains(last))
            && after.starts_with(|next: char| next.is_alphanumeric())
            && (first || after.contains("**"));
        let closes = out.chars().next_back().is_some_and(|last| last.is_alphanumeric() || ").:'\"`".contains(last))
            && (after.is_empty()
                || open && after.starts_with(|next: char| next.is_whitespace() || ",.:;)".contains(next)));
        open = opens || open && !closes;
        if !opens && !closes {
            out.push_str("**");
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// First words of a log: one that is indented as a whole begins so.
const BEGINNINGS: &[&str] = &[
    "> Task :",
    "FAILURE: ",
    "* What went wrong:",
    "Execution failed for task ",
    "BUILD FAILED",
    "e: ",
    "FATAL EXCEPTION",
    "E/AndroidRuntime",
    "Exception in thread ",
];

/// Makes the lines of fences empty, and moves those between them or of an indented log to the left by what all of them are
/// indented.
pub fn unfence(lines: &mut [Cow<'_, str>]) {
    let mut fence: Option<usize> = None;
    let mut block = 0;
    let mut blank = true;
    for line in lines {
        let depth = indent(line);
        let first = line.as_bytes().get(depth).copied();
        if first == Some(b'`') && is_fence(line) {
            fence = if fence.is_some() { None } else { Some(depth) };
            (block, blank) = (0, true);
            *line = Cow::Borrowed("");
            continue;
        }
        if first.is_none() {
            blank = true;
            continue;
        }
        if depth < block || fence.is_some() {
            block = 0;
        }
        if blank && depth > 1 && fence.is_none() && BEGINNINGS.iter().any(|start| line[depth..].starts_with(start)) {
            block = depth;
        }
        blank = false;
        let by = fence.unwrap_or(block).min(depth);
        if by > 0 {
            *line = Cow::Owned(line[by..].to_owned());
        }
    }
}

/// How many spaces the line begins with.
fn indent(line: &str) -> usize {
    line.bytes().take_while(|letter| *letter == b' ').count()
}

/// "```", "   ```text"
pub fn is_fence(line: &str) -> bool {
    line.trim().strip_prefix("```").is_some_and(|name| {
        name.len() < 20 && name.chars().all(|letter| letter.is_ascii_alphanumeric() || " +-_{}.".contains(letter))
    })
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{plain, unfence};

    #[test]
    fn a_fenced_or_indented_log_stands_at_the_left() {
        let cases = [
            (
                "1. fails:\n   ```text\n   * What went wrong:\n   > no\n     more\n   ```\nbye",
                "1. fails:\n\n* What went wrong:\n> no\n  more\n\nbye",
            ),
            (
                "It says\n\n    > Task :test\n\n    A > b FAILED\n        at C\nbye",
                "It says\n\n> Task :test\n\nA > b FAILED\n    at C\nbye",
            ),
            (
                "A > b FAILED\n    java.lang.Error\n\n    Caused by: c",
                "A > b FAILED\n    java.lang.Error\n\n    Caused by: c",
            ),
            ("```e: x```", "```e: x```"),
        ];
        for (text, wanted) in cases {
            let mut lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
            unfence(&mut lines);
            assert_eq!(lines.join("\n"), wanted);
        }
    }

    #[test]
    fn links_and_stars_go() {
        assert_eq!(
            plain("at [a.b.Shelf](http://a.b.shelf/)$[1200](tel:1200)([Shelf.java:7](http://shelf.java:7/))"),
            "at a.b.Shelf$1200(Shelf.java:7)"
        );
        assert_eq!(plain("**Caused by: a.B: no**"), "Caused by: a.B: no");
        assert_eq!(plain("at a.B.c (B.java:184)**"), "at a.B.c (B.java:184)");
        assert_eq!(plain("cannot start: **a.B: no**"), "cannot start: a.B: no");
    }

    #[test]
    fn what_is_no_mark_stays() {
        for line in ["include 'src/**/a.kt', '**/*.xml'", "/** text", "*** *** ***", "a[1](b)", "2 ** 3", "app/**"] {
            assert_eq!(plain(line), line);
        }
        for line in ["undefined symbol: f(Oak const*, Shelf**)", "f(char**, int)", "f(char **names, int n)"] {
            assert_eq!(plain(line), line);
        }
    }
}
