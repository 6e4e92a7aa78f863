//! What the process that crashed logged right before.

use crate::model::failure::{Failure, Wording};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Lines above a crash in which its process may have said why.
const BEFORE: usize = 6;

/// Most characters of such a line that are quoted.
const QUOTED: usize = 160;

/// Lines that only say that the process ends, below the one that says why.
const NO_REASON: &[&str] = &["VM aborting", "Fatal signal ", "*** ***", "Runtime aborting"];

/// `Trial of Shelf is over: app will now shut down.`, `Debugger detected, exiting app`: a library says that it ends the app
static ENDS: Pattern = Pattern::new(
    r"(?i-u)(?:app|application|process) (?:will|is going to) (?:now )?(?:be )?(?:shut ?down|exit|clos|quit|terminat|kill|crash)|(?:shutting down|terminating|killing|exiting|quitting|closing) (?:the |this )?(?:app|application|process)(?:$|[.,;:!])",
);

/// The line in which the process that crashed at `at` says why: a library that ends it, at any level; else its last error.
pub fn find(lines: &Lines, at: usize) -> Option<usize> {
    let crash = lines.source(at)?;
    let others = |index: usize| {
        let tag = &lines.source(index)?.tag;
        // libc says what it found under its own tag: `FORTIFY: …`, `invalid address … passed to dlfree`.
        (*tag != crash.tag || tag == "libc").then_some(())
    };
    let same = |index: &usize| {
        let same = lines.source(*index).is_some_and(|source| source.pid > 0 && source.pid == crash.pid);
        same && others(*index).is_some()
    };
    let said = |index: &usize| {
        let line = lines.get(*index).trim();
        let error = lines.source(*index).is_some_and(|source| matches!(source.priority, 'E' | 'F' | 'A'));
        same(index) && error && line.len() > 10 && !NO_REASON.iter().any(|word| line.contains(word))
    };
    let above = || (at.saturating_sub(BEFORE)..at).rev();
    above().find(|index| same(index) && ends(lines.get(*index))).or_else(|| above().find(said))
}

/// Adds the line as `before`, and as `ended_by` the tag of who says in it that the app ends.
pub fn tell(lines: &Lines, at: usize, failure: &mut Failure) {
    let line = lines.get(at).trim();
    let quoted: String = line.chars().take(QUOTED).collect();
    failure.details.insert("before".to_owned(), quoted.trim_end_matches('.').to_owned());
    if ends(line)
        && let Some(source) = lines.source(at)
    {
        failure.details.insert("ended_by".to_owned(), source.tag.clone());
    }
}

/// What is said of a crash by which somebody ended the app.
pub fn words(failure: &Failure) -> Option<Wording> {
    (failure.details.contains_key("ended_by") && !failure.details.contains_key("jni")).then(|| {
        Wording::new(
            "Code in the app ended the app on purpose and said so right before (tag `{ended_by}`): “{before}”. The {signal} is only how it did that.".to_owned(),
            &[
                "Do what that line asks for (a licence, another version or device, no debugger or root): a backtrace would only show how the app was ended.",
                "If it does not say who wrote it, search the dependencies for that text, and look up in its documentation when it ends the app.",
            ],
        )
    })
}

/// Whether the line says that the program ends itself.
fn ends(line: &str) -> bool {
    ENDS.is_match(line)
}

#[cfg(test)]
mod tests {
    use super::ends;
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn who_ends_the_app_says_so() {
        for line in [
            "Trial of Shelf is over: app will now shut down. See https://example.com",
            "Debugger detected, exiting app",
            "licence has expired; application will exit",
        ] {
            assert!(ends(line), "{line}");
        }
        for line in ["the app will show the shelf", "closing application bar", "shutting down the pool", "app exited"] {
            assert!(!ends(line), "{line}");
        }
    }

    #[test]
    fn a_warning_that_ends_the_app_is_its_reason() {
        let log = |said: &str| {
            format!(
                "W/shelf.native( 8121): {said}\nW/shelf.native( 8121):\nF/libc    ( 8121): Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 8177 (Thread-3), pid 8121 (example.basket)\n"
            )
        };
        let told = analyze(parse(&log("Trial of Shelf is over: app will now shut down.")), None);
        let cause = told.root_cause.unwrap_or_default();
        assert!(cause.contains("ended the app on purpose") && cause.contains("Trial of Shelf"), "{cause}");
        let other = analyze(parse(&log("No shelf at this place.")), None).root_cause.unwrap_or_default();
        assert!(!other.contains("on purpose"), "{other}");
    }
}
