//! A parser's messages about one place, read together: what each expects there tells in what the place stands.

use std::collections::HashMap;

use super::rank::is_parsers;
use super::ties::conflict;
use crate::model::failure::Wording;
use crate::parse::reader::TakenFailure;

/// What a set of messages about one line says.
struct SyntaxSet {
    /// Each of these must be there; `|` stands between equals.
    all: &'static [&'static str],
    /// They stand at one column.
    at_once: bool,
    cause: &'static str,
    fix: &'static str,
}

/// The most special come first.
static SETS: &[SyntaxSet] = &[
    SyntaxSet {
        all: &[
            "Expecting '}'|Missing '}",
            "Expecting an expression|Expecting an element|Expecting '\"'",
            "Expecting 'catch' or 'finally'",
        ],
        at_once: true,
        cause: "The file probably ends at line {line}, in the middle of an expression inside of a `try`: its end is missing (cut off, or never written), and so are the closing braces `}}` and the `catch` or `finally`.",
        fix: "Restore the end of `{name}` after line {line}, from version control or from whatever wrote the file: complete the expression, close the blocks, and add `catch` or `finally`.",
    },
    SyntaxSet {
        all: &["Expecting '}'|Missing '}", "Expecting an expression|Expecting an element|Expecting '\"'"],
        at_once: true,
        cause: "The file probably ends at line {line}, in the middle of an expression: its end is missing (cut off, or never written), and so are the closing braces `}}`.",
        fix: "Restore the end of `{name}` after line {line}, from version control or from whatever wrote the file: complete the expression and close the blocks.",
    },
    SyntaxSet {
        all: &[
            "Expecting '->'",
            "Expecting an expression|Expecting a when-condition|Expecting an element|Expecting '}'|Unexpected tokens",
        ],
        at_once: false,
        cause: "Line {line} stands inside of a `when`, where the parser was expecting a branch (`condition -> …`): something was put between its branches, or the `when` above is not closed.",
        fix: "Move what begins at line {line} of `{name}` out of the `when` above it, or close that `when` with `}}` before it; a branch itself needs `->`.",
    },
    SyntaxSet {
        all: &["Expecting 'catch' or 'finally'"],
        at_once: false,
        cause: "The `try` before line {line} has neither `catch` nor `finally`, or a brace `}}` closes it too early.",
        fix: "Add `catch (e: …) {{ … }}` or `finally {{ … }}` behind the `try` block, or put the brace at line {line} of `{name}` right.",
    },
];

/// Gives the first message of each file's parser the words of the set that it stands in.
pub fn tell(taken: &mut [TakenFailure]) {
    let mut lines: HashMap<(String, u32), Vec<usize>> = HashMap::new();
    for (at, one) in taken.iter().enumerate() {
        let failure = &one.found.failure;
        if let (true, Some(file), Some(line)) = (is_parsers(failure), failure.file.clone(), failure.line) {
            lines.entry((file, line)).or_default().push(at);
        }
    }
    for set in lines.into_values() {
        let Some(found) = SETS.iter().find(|known| fits(known, &set, taken)) else { continue };
        let Some(first) = set.into_iter().min_by_key(|at| taken[*at].start) else { continue };
        let failure = &mut taken[first].found.failure;
        if !failure.details.contains_key("known") && !conflict::is_told(failure) {
            failure.wording = Some(Wording { cause: found.cause.to_owned(), fixes: vec![found.fix.to_owned()] });
        }
    }
}

fn fits(known: &SyntaxSet, set: &[usize], taken: &[TakenFailure]) -> bool {
    let column = |at: usize| taken[at].found.failure.column;
    let says = |at: usize, words: &str| {
        let message = &taken[at].found.failure.message;
        let message = message.strip_prefix("Syntax error: ").unwrap_or(message);
        words.split('|').any(|word| message.starts_with(word))
    };
    let all = || set.iter().copied();
    match known.at_once {
        false => known.all.iter().all(|words| all().any(|at| says(at, words))),
        true => all()
            .any(|place| known.all.iter().all(|words| all().any(|at| column(at) == column(place) && says(at, words)))),
    }
}
