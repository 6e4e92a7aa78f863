//! A failed test of which the runner prints only classes and places, and whose whole trace stands elsewhere in the log.

use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::reader::{ReaderKind, TakenFailure};
use crate::parse::readers::junit;

/// Completes the tests that have no message by the traces that have the same exception and one of their places.
pub fn join(lines: &Lines, mut taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    let bare = |one: &TakenFailure| {
        one.reader.kind == ReaderKind::Junit && !one.found.failure.details.contains_key("assertion")
    };
    if !taken.iter().any(bare) {
        return taken;
    }
    let traces: Vec<(std::ops::Range<usize>, Failure)> = taken
        .iter()
        .filter(|one| one.is_trace() && !one.found.failure.message.is_empty())
        .map(|one| (one.start..one.end().min(lines.len()), one.found.failure.clone()))
        .collect();
    for one in taken.iter_mut().filter(|one| bare(one)) {
        let places: Vec<String> = (one.start..one.end().min(lines.len()))
            .filter_map(|at| Some(format!("({})", lines.get(at).rsplit_once(" at ")?.1)))
            .collect();
        let failure = &mut one.found.failure;
        let same = |(range, trace): &&(std::ops::Range<usize>, Failure)| {
            trace.exception == failure.exception
                && range.clone().any(|at| places.iter().any(|place| lines.get(at).contains(place.as_str())))
        };
        if let Some((_, trace)) = traces.iter().find(same) {
            junit::thrown::learn(trace, failure);
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    const CONSOLE: &str = "> Task :test\n\nShelfTest > opens FAILED\n    java.lang.IllegalStateException at Clock.kt:116\n        Caused by: java.lang.IllegalStateException at ShelfTest.kt:77\n\n1 test completed, 1 failed\n\n> Task :test FAILED\n\n";
    const TRACE: &str = "java.lang.IllegalStateException: no clock is wound up\n\tat org.apache.Clock.tick(Clock.kt:116)\n\tat com.example.basket.Shelf.open(Shelf.kt:12)\n";

    #[test]
    fn the_message_and_the_own_frame_come_from_the_trace() {
        let failures = parse(&format!("{CONSOLE}{TRACE}")).failures;
        assert_eq!(failures.len(), 1, "{failures:?}");
        let failure = &failures[0];
        assert_eq!((failure.file.as_deref(), failure.line), (Some("ShelfTest.kt"), Some(77)));
        let detail = |name: &str| failure.details.get(name).map(String::as_str);
        assert_eq!((detail("assertion"), detail("thrown_at")), (Some("no clock is wound up"), Some("Shelf.kt:12")));
    }

    #[test]
    fn a_trace_of_another_place_is_not_the_tests() {
        let failures = parse(&format!("{CONSOLE}{}", TRACE.replace("Clock.kt:116", "Clock.kt:117"))).failures;
        assert!(!failures[0].details.contains_key("assertion"), "{failures:?}");
    }
}
