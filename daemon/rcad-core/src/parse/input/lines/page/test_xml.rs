//! Failed tests of a `TEST-*.xml` that somebody pasted, written as Gradle prints them on the console: the test with `FAILED`,
//! below it what was thrown.

use std::borrow::Cow;

/// Beginnings of the elements that hold what a test has thrown.
const THROWN: &[&str] = &["<failure", "<error"];

/// Lines below a test's element among which the failure stands.
const BELOW: usize = 3;

/// Whether a text is, or holds, such a file.
pub fn is_in(text: &str) -> bool {
    text.contains("<testcase ") && THROWN.iter().any(|begin| text.contains(begin))
}

/// The lines with the elements of failed tests written so.
pub fn written<'l>(lines: &[Cow<'l, str>]) -> Vec<Cow<'l, str>> {
    let mut out: Vec<Cow<'l, str>> = lines.to_vec();
    for at in 0..lines.len() {
        // An element that is closed at once is of a test that did not fail.
        if !lines[at].trim_start().starts_with("<testcase ") || lines[at].trim_end().ends_with("/>") {
            continue;
        }
        let below = (at + 1..lines.len().min(at + 1 + BELOW)).find(|below| begins(&lines[*below]));
        let (Some(below), Some(name)) = (below, attribute(&lines[at], "name")) else { continue };
        let Some(class) = attribute(&lines[at], "classname") else { continue };
        out[at] = Cow::Owned(format!("{class} > {name} FAILED"));
        out[below] = Cow::Owned(format!("    {}", thrown(&lines[below])));
        // What stands between is the element's own.
        let end =
            (below..lines.len()).find(|end| lines[*end].contains("</failure>") || lines[*end].contains("</error>"));
        if let Some(end) = end {
            let line = if end == below { &out[below] } else { &lines[end] };
            let kept = line.split("</failure>").next().and_then(|line| line.split("</error>").next()).unwrap_or("");
            out[end] = Cow::Owned(kept.to_owned());
        }
    }
    out
}

fn begins(line: &str) -> bool {
    THROWN.iter().any(|begin| line.trim_start().strip_prefix(begin).is_some_and(|rest| rest.starts_with([' ', '>'])))
}

/// What the element says, else its attribute's message. Quotes in the message may have been undone before.
fn thrown(line: &str) -> &str {
    let text = line.trim();
    let close = text.rfind("\" type=\"").map_or(0, |at| at + "\" type=\"".len());
    let inner = text[close..]
        .split_once("\">")
        .map(|(_, inner)| inner)
        .or_else(|| text.split_once('>').map(|(_, inner)| inner));
    inner.filter(|inner| !inner.is_empty()).or_else(|| attribute(text, "message")).unwrap_or(text)
}

fn attribute<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let at = line
        .match_indices(name)
        .map(|(at, _)| at)
        .find(|at| line[..*at].ends_with([' ', '\t']) && line[at + name.len()..].starts_with("=\""))?;
    let rest = &line[at + name.len() + 2..];
    // A blank and the next attribute's name, or the element's end, stand behind it.
    let end = rest.match_indices('"').map(|(end, _)| end).find(|end| {
        let behind = rest[end + 1..].trim_start();
        behind.is_empty()
            || behind.starts_with(['>', '/'])
            || behind.split_once("=\"").is_some_and(|(name, _)| !name.contains(' '))
    })?;
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn a_pasted_report_is_read_as_the_console() {
        let log = "<testsuite name=\"com.example.ShelfTest\" tests=\"2\" failures=\"1\">\n  <testcase name=\"is empty\" classname=\"com.example.ShelfTest\" time=\"0.1\"/>\n  <testcase name=\"puts an oak, then a pine\" classname=\"com.example.ShelfTest\" time=\"0.1\">\n    <failure message=\"java.lang.AssertionError: expected:&lt;3&gt; but was:&lt;4&gt;\" type=\"java.lang.AssertionError\">java.lang.AssertionError: expected:&lt;3&gt; but was:&lt;4&gt;\n\tat org.junit.Assert.fail(Assert.java:89)\n\tat com.example.ShelfTest$puts an oak, then a pine$1.invokeSuspend(ShelfTest.kt:7)\n</failure>\n  </testcase>\n</testsuite>\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!((failure.file.as_deref(), failure.line), (Some("ShelfTest.kt"), Some(7)));
        assert_eq!(failure.symbol.as_deref(), Some("com.example.ShelfTest.puts an oak, then a pine"));
        let told = crate::explain::explain(&failure).root_cause;
        assert!(told.contains("expects `3`, but gets `4`"), "{told}");
    }

    #[test]
    fn a_report_without_failures_stays() {
        assert!(!super::is_in("<testsuite>\n<testcase name=\"is empty\" classname=\"a.ShelfTest\"/>\n</testsuite>"));
    }
}
