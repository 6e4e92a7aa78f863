//! A stack trace that stands twice in a text, once cut: by a crash handler that prints only the wrapper, or at the end of
//! what was pasted.

use std::collections::HashMap;

use crate::parse::input::lines::Lines;
use crate::parse::reader::TakenFailure;

/// Letters of a first line that are not the same by chance.
const SAID: usize = 30;

/// Drops a trace that begins with the same line as a longer one.
pub fn join(lines: &Lines, taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    let first = |one: &TakenFailure| {
        let line = lines.get(one.start).trim();
        (one.is_trace() && line.len() >= SAID && line.contains(": ")).then_some(line)
    };
    let mut longest: HashMap<&str, usize> = HashMap::new();
    for one in &taken {
        if let Some(line) = first(one) {
            let most = longest.entry(line).or_default();
            *most = one.found.lines.max(*most);
        }
    }
    let is_whole = |one: &TakenFailure| first(one).is_none_or(|line| longest.get(line) == Some(&one.found.lines));
    taken.into_iter().filter(is_whole).collect()
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    const WRAPPER: &str = "java.lang.RuntimeException: Unable to start activity ComponentInfo{com.example.basket/com.example.basket.Main}: java.lang.IllegalStateException: no basket\n\
        \tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3748)\n";
    const CAUSE: &str =
        "Caused by: java.lang.IllegalStateException: no basket\n\tat com.example.basket.Store.open(Store.kt:12)\n";

    #[test]
    fn a_cut_copy_is_no_failure_of_its_own() {
        for log in [format!("{WRAPPER}{CAUSE}\n\n---\n{WRAPPER}"), format!("{WRAPPER}\n\n---\n{WRAPPER}{CAUSE}")] {
            let failures = parse(&log).failures;
            assert_eq!(failures.len(), 1, "{failures:?}");
            assert_eq!((failures[0].category, failures[0].line), (Category::RuntimeIllegalState, Some(12)));
        }
    }

    #[test]
    fn other_crashes_stay() {
        let other = format!("{WRAPPER}{CAUSE}").replace("no basket", "no shelf").replace("Store", "Shelf");
        let log = format!("{WRAPPER}{CAUSE}\n\n{other}");
        let failures = parse(&log).failures;
        assert_eq!(failures.len(), 2, "{failures:?}");
        assert_eq!(failures[0].line.zip(failures[0].file.as_deref()), Some((12, "Store.kt")), "the first counts");
    }
}
