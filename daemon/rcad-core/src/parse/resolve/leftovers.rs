//! Lines that look like an error and that no reader matched: shown by `--explain`; they lower the confidence.

use crate::parse::input::lines::Lines;
use crate::parse::reader::TakenFailure;
use crate::pattern::Pattern;

/// Most leftover lines that are kept.
pub const MOST: usize = 50;

/// Words of such lines; [`SUSPICIOUS`] then checks that they are whole words.
pub const WORDS: &[&str] = &[
    "error",
    "Error",
    "ERROR",
    "exception",
    "Exception",
    "EXCEPTION",
    "fatal",
    "Fatal",
    "FATAL",
    "failed",
    "Failed",
    "FAILED",
    "failure",
    "Failure",
    "FAILURE",
];

/// `Something went wrong: …` in the words that most tools use
static SUSPICIOUS: Pattern = Pattern::new(r"(?i)(?:^|[^a-z])(?:error|exception|fatal|failed|failure)(?:[^a-z]|$)");

/// `BUILD FAILED in 2s`, `> Task :a FAILED`, `FAILURE: Build failed with an exception.`, `2 errors`, `3 tests completed, 2 failed`, `\tat …`
static EXPECTED: Pattern = Pattern::new(
    r"^(?:BUILD FAILED|> Task :|:[^ ]+ FAILED$|FAILURE: |[0-9]+ errors?$|[0-9]+ tests? completed|[0-9]+: Task failed|\s*at |\* |> Run with|w: |warning: |(?:\[(?:ERROR|INFO)\] )?(?:COMPILATION ERROR ?:|BUILD FAILURE)\s*$)",
);

/// Indices of these lines. `suspect` says whether a line has one of [`WORDS`].
pub fn find(lines: &Lines, taken: &[TakenFailure], suspect: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut out = Vec::new();
    let mut next = taken.iter().peekable();
    let mut covered = 0;
    for index in 0..lines.len() {
        while let Some(one) = next.next_if(|one| one.start <= index) {
            covered = covered.max(one.end());
        }
        if index < covered || !suspect(index) {
            continue;
        }
        let line = lines.get(index);
        if SUSPICIOUS.is_match(line) && !EXPECTED.is_match(line) {
            out.push(index);
            if out.len() == MOST {
                break;
            }
        }
    }
    out
}
