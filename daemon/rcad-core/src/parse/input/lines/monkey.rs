//! What Monkey prints of a crash stands behind `// `, in the middle of its own words.

use std::borrow::Cow;

use crate::pattern::Pattern;

/// `// CRASH: com.example.app (pid 4242)`, where such a report begins; of a text that is all of one the mark is gone already
static HEAD: Pattern =
    Pattern::new(r"^\s*(?:// ?)?(?:CRASH|NOT RESPONDING): [A-Za-z][A-Za-z0-9_.:]+ \(pid [0-9]+\)\s*$");

/// Whether a text has one.
pub fn is_in(lines: &[Cow<'_, str>]) -> bool {
    let may_be = |line: &str| line.contains("CRASH: ") || line.contains("NOT RESPONDING: ");
    lines.iter().any(|line| may_be(line) && HEAD.is_match(line))
}

/// The line without the mark. The exception's name and message, which Monkey prints before the trace as well, go: they
/// would be a second failure.
pub fn plain<'l>(line: &Cow<'l, str>) -> Cow<'l, str> {
    let marked = line.trim_start().strip_prefix("//");
    let rest = marked.map_or(line.as_ref(), |rest| rest.strip_prefix(' ').unwrap_or(rest));
    let said_again = rest.starts_with("Short Msg: ") || rest.starts_with("Long Msg: ");
    if said_again {
        return Cow::Borrowed("");
    }
    // As Android's own log names the process of a crash.
    let process = rest.strip_prefix("CRASH: ").and_then(|named| named.split_once(" (pid "));
    Cow::Owned(match process {
        Some((process, pid)) if HEAD.is_match(line) => {
            format!("Process: {process}, PID: {}", pid.trim_end().trim_end_matches(')'))
        }
        _ => rest.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use crate::Category as C;
    use crate::parse::parse;

    const HEAD: &str =
        ":Monkey: seed=1 count=500\n:AllowPackage: com.example.basket\n    // Allowing start of Intent { act=x }\n";
    const BUILD: &str = "// Build Label: generic/sdk\n// Build Changelist: 1\n// Build Time: 2\n";

    #[test]
    fn a_crash_that_monkey_met_is_read() {
        let text = format!(
            "{HEAD}// CRASH: com.example.basket (pid 1973)\n// Short Msg: java.lang.NullPointerException\n\
            // Long Msg: java.lang.NullPointerException: no shelf\n{BUILD}// java.lang.NullPointerException: no shelf\n\
            // \tat com.example.basket.Shelf.put(Shelf.java:27)\n// \n** Monkey aborted due to error.\n"
        );
        let failures = parse(&text).failures;
        assert_eq!(failures.len(), 1);
        assert_eq!((failures[0].category, failures[0].line), (C::RuntimeNpe, Some(27)));
        assert_eq!(failures[0].process.as_deref(), Some("com.example.basket"));
    }

    #[test]
    fn an_app_that_did_not_respond_is_one() {
        let text = format!(
            "{HEAD}// NOT RESPONDING: com.example.basket (pid 1973)\nANR in com.example.basket (com.example.basket/.Main)\nReason: Input dispatching timed out\n"
        );
        let failures = parse(&text).failures;
        assert_eq!(failures.len(), 1, "{failures:?}");
        assert_eq!(failures[0].category, C::Anr);
        let alone = parse(&format!(
            "{HEAD}// NOT RESPONDING: com.example.basket (pid 1973)\n** Monkey aborted due to error.\n"
        ))
        .failures;
        assert_eq!((alone[0].category, alone[0].process.as_deref()), (C::Anr, Some("com.example.basket")));
    }

    #[test]
    fn without_a_crash_monkeys_words_are_none() {
        assert!(parse(&format!("{HEAD}Events injected: 500\n// Monkey finished\n")).failures.is_empty());
    }
}
