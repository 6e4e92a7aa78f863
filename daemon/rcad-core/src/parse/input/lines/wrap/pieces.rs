//! What tells the rest of a broken line from a line of its own.

use std::borrow::Cow;

use crate::parse::input::logcat;
use crate::pattern::Pattern;

/// What begins a line of its own: `    at a.B.c(D.java:1)`, `a.B$no oak$1.c(D.kt:1)`, `a.B.c D.kt:1`, `e: `, `> Task`, `* Try:`,
/// `10-02 14:11:02.1`, `E/Tag`, `[12:00]`, SpotBugs' `M D NP_NULL: `, the manifest merger's
/// `/p/AndroidManifest.xml:24:5-80 Warning:`, Dart's `lib/oak.dart:3:5: Error: `
static START: Pattern = Pattern::new(concat!(
    r"^\s*(?:at [A-Za-z_$][A-Za-z0-9_$./]*\(|\.\.\. [0-9]+ more|Caused by: |[ewiv]: |> |\* |FAILURE: |BUILD |[0-9]{2,4}-[0-9]{2}",
    r"|(?:[a-z][A-Za-z0-9_]*\.)+[A-Z][^() ]* [^()]{1,200}\([A-Za-z0-9_$]+\.(?:java|kt):[0-9]+\)$",
    r"|(?:[a-z][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$.<>]* [A-Za-z0-9_$]+\.(?:java|kt):[0-9]+$",
    r"|[0-9]{2}:[0-9]{2}:[0-9]{2}|[VDIWEF]/|\[[A-Za-z0-9]|-{4}|={4}|[HML] [A-Z] [A-Z_]{3,}: ",
    r"|(?:[A-Za-z]:[\\/]|/)[^\n]*\.xml(?::[0-9][0-9:-]*)? (?:Warning|Error):$",
    r"|(?:lib|test|bin|integration_test)/[^\s:]+\.dart:[0-9]+:[0-9]+: )",
));

/// `C:\p\A.java:3: error: class expected`, `/p/A.java:3: error: class expected`: a compiler's message, up to its place
static PLACED: Pattern =
    Pattern::new(r"^(?:[A-Za-z]:)?[/\\][^:]*\.(?:java|kts?|groovy|gradle|xml|scala):[0-9]+: (?:error|warning): ");

/// `C:\p\A.java:62:<tab>SystemPrintln:<tab>…`, `/p/A.kt:3:9: The function is too long. [LongMethod]`: what a check of the source
/// found, up to its place
static FOUND: Pattern =
    Pattern::new(r"^(?:[A-Za-z]:)?[/\\][^:]*\.(?:java|kts?|groovy|gradle|xml|scala):[0-9]+:(?:\t|[0-9]+:? [^ ])");

/// Characters that two paths have in common from the root on when both are whole.
const SAME_ROOT: usize = 12;

/// Whether the line at `at` is a compiler's message or a check's finding that ends there: the next one is another one, or the
/// source that it quotes, which a caret below tells.
pub fn is_whole(lines: &[Cow<'_, str>], at: usize) -> bool {
    let Some([line, next]) = lines.get(at..at + 2) else { return false };
    let same_root = || line.as_bytes().get(..SAME_ROOT).is_some_and(|root| next.as_bytes().starts_with(root));
    if !PLACED.is_match(line) {
        return same_root() && FOUND.is_match(line) && FOUND.is_match(next);
    }
    let caret = || lines.get(at + 2).is_some_and(|below| below.trim() == "^");
    next.starts_with("import ") || PLACED.is_match(next) && same_root() || caret()
}

/// Whether the line is one of Gradle's task headers, which are most lines of a build's log: no rest of another line.
pub fn is_header(line: &str) -> bool {
    line.starts_with("> Task :")
}

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
