//! The lines in which Dart's and Flutter's test runners say how a run goes.

use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `00:01 +3 ~1 -2: /home/dev/shelf/test/oak_test.dart: oak has leaves [E]`
pub static HEAD: Pattern = Pattern::new(
    r"^[0-9]{2}:[0-9]{2} \+[0-9]+(?: ~[0-9]+)? -[0-9]+: (?:(?P<file>[^:]*[/\\][^:]*\.dart|[A-Za-z]:[^:]*\.dart): )?(?P<test>.+?)(?: \[E\])?$",
);

/// The test in whose run Flutter wrote a block that ends before `from`.
pub fn test_below(lines: &Lines, from: usize) -> Option<String> {
    let line = lines.get(lines.dart_run().result_from(from)?);
    if !line.ends_with(" [E]") {
        return None;
    }
    Some(HEAD.captures(line)?["test"].to_owned())
}
