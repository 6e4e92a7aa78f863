//! Marks that a mail program, a chat or an issue tracker put into a line: links (`[a.B](http://a.b/)`) and bold text.

use std::borrow::Cow;

/// Between a link's text and its target.
const TARGETS: &[&str] = &["](http://", "](https://", "](tel:"];

/// Whether the line has such marks.
pub fn is_in(line: &str) -> bool {
    line.contains("](") && TARGETS.iter().any(|target| line.contains(target)) || line.contains("**")
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

/// Stars at the edges of words; those of globs (`src/**/a`) and of comments (`/**`) stay.
fn unbolded(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("**") {
        out.push_str(before);
        let opens = out.chars().next_back().is_none_or(|last| last.is_whitespace() || ":(>]".contains(last))
            && after.starts_with(|next: char| next.is_alphanumeric());
        let closes = out.chars().next_back().is_some_and(|last| last.is_alphanumeric() || ").:'\"`".contains(last))
            && (after.is_empty() || after.starts_with(|next: char| next.is_whitespace() || ",.:;)".contains(next)));
        if !opens && !closes {
            out.push_str("**");
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::plain;

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
    }
}
