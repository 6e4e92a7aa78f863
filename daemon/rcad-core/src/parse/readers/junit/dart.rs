//! Failed tests of Dart and Flutter: `dart test`, `flutter test`.

use super::named::{failed, found};
use crate::model::failure::{Failure, file_name};
use crate::parse::input::lines::Lines;
use crate::parse::input::lines::dart_run::is_result;
use crate::parse::reader::ReaderMatch;
use crate::parse::readers::app_code::test_run::HEAD;
use crate::pattern::Pattern;

/// `  test/oak_test.dart 12:5    main.<fn>`, `#4   main.<anonymous closure> (file:///home/dev/shelf/test/oak_test.dart:19:18)`
static FRAME: Pattern = Pattern::new(
    r"^\s*(?:(?P<file>[^\s(]+\.dart) (?P<line>[0-9]+):[0-9]+ |#[0-9]+ .*\((?:file://)?(?P<file2>[^()]*_test\.dart):(?P<line2>[0-9]+):[0-9]+\))",
);

/// Lines of a test's report.
const REPORT: usize = 80;

/// A test that failed, with what it expected; `None` for one that only counts what Flutter reports in a block above.
pub fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at);
    if !line.ends_with(" [E]") {
        return None;
    }
    let head = HEAD.captures(line)?;
    let end = (at + 1..lines.len().min(at + REPORT)).find(|index| is_result(lines.get(*index)));
    let end = end.unwrap_or_else(|| lines.len().min(at + REPORT));
    let report = || (at + 1..end).map(|index| lines.get(index));
    if report().any(|line| line.contains("See exception logs above")) && lines.dart_run().is_reported_above(at) {
        return None;
    }
    let placed = report().find_map(|line| FRAME.captures(line));
    let file = placed.as_ref().and_then(|found| found.name("file").or_else(|| found.name("file2")));
    let file = file.or_else(|| head.name("file")).map(|file| file.as_str().to_owned());
    let mut failure = failed(lines, at, file.as_deref().map_or("the run", file_name), &head["test"]);
    failure.symbol = Some(head["test"].to_owned());
    failure.line = placed.as_ref().and_then(|found| {
        let line = found.name("line").or_else(|| found.name("line2"))?;
        line.as_str().parse().ok()
    });
    failure.file = file;
    compare(report(), &mut failure);
    Some(found(failure, end - at))
}

/// Takes what was expected and what came, or what was thrown.
fn compare<'l>(report: impl Iterator<Item = &'l str> + Clone, failure: &mut Failure) {
    let value = |name: &str| report.clone().find_map(|line| line.trim().strip_prefix(name).map(str::trim));
    let (expected, actual) = (value("Expected: "), value("Actual: "));
    for (name, found) in [("expected_value", expected), ("actual_value", actual)] {
        failure.details.extend(found.map(|value| (name.to_owned(), value.to_owned())));
    }
    if expected.is_none()
        && let Some(said) = report.map(str::trim).find(|line| !line.is_empty())
    {
        failure.details.insert("assertion".to_owned(), said.trim_end_matches('.').to_owned());
    }
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    #[test]
    fn a_failed_test_of_dart_is_read() {
        let log = "00:00 +0: loading test/oak_test.dart\n00:01 +1: oak has roots\n00:01 +1 -1: oak has leaves [E]\n  \
            Expected: <3>\n    Actual: <2>\n  package:matcher                 expect\n  \
            test/oak_test.dart 12:5         main.<fn>\n\n00:01 +1 -1: Some tests failed.\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.category, Category::TestFailure);
        assert_eq!((failure.file.as_deref(), failure.line), (Some("test/oak_test.dart"), Some(12)));
        assert_eq!(failure.symbol.as_deref(), Some("oak has leaves"));
        assert_eq!(failure.details.get("actual_value").map(String::as_str), Some("<2>"));
    }

    #[test]
    fn a_block_of_flutter_in_a_test_fails_the_test() {
        let log = "══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞══════════\nThe following StateError was thrown building Oak:\n\
            Bad state: the shelf is not open\n\nWhen the exception was thrown, this was the stack:\n\
            #0      Shelf.open (package:basket/shelf.dart:64:7)\n══════════\n00:02 +0 -1: the oak is drawn [E]\n  \
            Test failed. See exception logs above.\n00:02 +0 -1: Some tests failed.\n";
        let failures = parse(log).failures;
        assert_eq!(failures.len(), 1, "{failures:?}");
        assert_eq!(failures[0].category, Category::TestFailure);
        assert_eq!((failures[0].file.as_deref(), failures[0].line), (Some("basket/shelf.dart"), Some(64)));
        assert_eq!(failures[0].details.get("test").map(String::as_str), Some("the oak is drawn"));
    }
}
