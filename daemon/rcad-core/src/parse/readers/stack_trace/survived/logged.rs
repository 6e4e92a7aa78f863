//! Exceptions that were caught: a logger's line above them says so.

use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `WARNING: trying again`, `12:00:01 [main] WARN a.B - trying again`, `[12:00:01] [main/WARN] [a.B/]: trying again`: an
/// exception below it was caught and logged
static LOGGED: Pattern = Pattern::new(r"(?:^|[\s\[/])(?:WARN|WARNING|INFO|DEBUG|TRACE|FINE)(?:[\s\]:]|$)");

/// `[12:00:01] [Render thread/ERROR] [a.B/]: cannot load it`: a game's log; what ends the game is a crash report or FATAL
static GAME: Pattern = Pattern::new(r"^\[[^\]]+\] \[[^\]]+/(?P<level>[A-Z]+)\]");

/// Lines below a logged error in which its program must log on.
const LOG: usize = 100;

/// What Android's loader of libraries warns of, which logs no exceptions.
const LOADER: &str = "WARNING: linker: ";

/// Whether the exception at `at`, whose trace ends before `end`, was caught and logged.
pub fn is_caught(lines: &Lines, at: usize, end: usize) -> bool {
    at > 0
        && !ends_a_thread(lines.get(at))
        && (is_logged_below(lines, at - 1) && !is_pasted(lines, at, end) || goes_on(lines, at - 1, end))
}

/// Most lines above a trace that is cut out of a log for its own sake.
const ABOVE: usize = 5;

/// Whether the text is a trace and the line that logs it, and ends with it: it is what somebody asks about.
fn is_pasted(lines: &Lines, at: usize, end: usize) -> bool {
    end > at + 1 && lines.filled(0..at).count() <= ABOVE && lines.filled(end..lines.len()).next().is_none()
}

/// Whether the line logs, less than an error, the exception below it.
fn is_logged_below(lines: &Lines, at: usize) -> bool {
    let line = lines.get(at);
    !line.starts_with(LOADER) && LOGGED.is_match(line)
}

/// Whether a game logged an error in the line at `above` and its log goes on at `below`.
fn goes_on(lines: &Lines, above: usize, below: usize) -> bool {
    let level = |at: usize| GAME.captures(lines.get(at)).map(|found| found["level"].to_owned());
    let next = || (below..lines.len().min(below + LOG)).find_map(level);
    level(above).is_some_and(|level| level == "ERROR") && next().is_some_and(|level| level != "FATAL")
}

/// `Exception in thread "main" …`: whatever was logged above, nobody caught it.
fn ends_a_thread(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("Exception in thread ") || line.starts_with("Fatal Exception: ")
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn a_logged_trace_that_somebody_cut_out_is_what_they_ask_about() {
        let trace = "java.lang.NullPointerException: null\n        at com.example.Shelf.open(Shelf.java:7) ~[?:?]\n        at com.example.Basket.fill(Basket.java:9) ~[?:?]\n";
        let above = "[21:43:54 WARN]: [Basket] Task #19 generated an exception\n";
        let symbol = |log: &str| parse(log).failures.first().and_then(|one| one.symbol.clone());
        assert_eq!(symbol(&format!("{above}{trace}")).as_deref(), Some("Shelf.open"));
        let goes_on = "[21:43:55 INFO]: [Basket] filled\n".repeat(3);
        assert_eq!(symbol(&format!("{above}{trace}{goes_on}")), None);
        assert_eq!(symbol(&format!("{}{above}{trace}", goes_on.repeat(2))), None);
    }

    #[test]
    fn what_the_loader_of_libraries_warns_of_logs_no_exception() {
        let trace = "java.lang.UnsatisfiedLinkError: dlopen failed: library \"liboak.so\" not found\n\tat com.example.Shelf.open(Shelf.java:7)\n";
        let read = |above: &str| {
            parse(&format!("{above}\n{trace}{}", "INFO: shelved\n".repeat(3)))
                .failures
                .first()
                .is_some_and(|one| one.symbol.as_deref() == Some("liboak.so"))
        };
        assert!(read("WARNING: linker: /data/app/com.example-1/lib/arm64/libapp.so"));
        assert!(!read("WARNING: trying again"));
    }
}
