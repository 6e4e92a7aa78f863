//! What tells the rest of a broken line from a line of its own.

use crate::parse::input::logcat;
use crate::pattern::Pattern;

/// What begins a line of its own: `    at a.B.c(D.java:1)`, `a.B$no oak$1.c(D.kt:1)`, `a.B.c D.kt:1`, `e: `, `> Task`, `* Try:`,
/// `10-02 14:11:02.1`, `E/Tag`, `[12:00]`
static START: Pattern = Pattern::new(concat!(
    r"^\s*(?:at [A-Za-z_$][A-Za-z0-9_$./]*\(|\.\.\. [0-9]+ more|Caused by: |[ewiv]: |> |\* |FAILURE: |BUILD |[0-9]{2,4}-[0-9]{2}",
    r"|(?:[a-z][A-Za-z0-9_]*\.)+[A-Z][^() ]* [^()]{1,200}\([A-Za-z0-9_$]+\.(?:java|kt):[0-9]+\)$",
    r"|(?:[a-z][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$.<>]* [A-Za-z0-9_$]+\.(?:java|kt):[0-9]+$",
    r"|[0-9]{2}:[0-9]{2}:[0-9]{2}|[VDIWEF]/|\[[A-Za-z0-9]|-{4}|={4})",
));

/// Whether a line of a log begins so.
pub fn is_start(line: &str) -> bool {
    START.is_match(line)
}

/// Whether nothing says that `next` is a line of its own.
pub fn continues(next: &str) -> bool {
    !next.trim().is_empty() && !is_start(next) && logcat::entry(next).is_none()
}

/// Characters of a line.
pub fn length(line: &str) -> usize {
    if line.is_ascii() { line.len() } else { line.chars().count() }
}

/// Whether the break is one that only a terminal makes.
pub fn splits_a_word([before, after]: [&str; 2]) -> bool {
    let is_part =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || "_$/\\-.".contains(letter));
    is_part(before.chars().next_back()) && is_part(after.chars().next())
}
