//! Where a text has what Dart's and Flutter's test runners say of a run. Found in one pass for the whole text, since every
//! report of a failed test asks for it.

use crate::pattern::Pattern;

/// `00:01 +3 -2: …`: the next result
static RESULT: Pattern = Pattern::new(r"^[0-9]{2}:[0-9]{2} \+[0-9]+");

/// Whether the line begins with how many tests passed so far.
pub fn is_result(line: &str) -> bool {
    RESULT.is_match(line)
}

/// The lines that matter of such a run.
#[derive(Debug, Default)]
pub struct DartRun {
    results: Vec<usize>,
    block: Option<usize>,
}

impl DartRun {
    /// Looks for them; a text without a failed test has none.
    pub fn of(text: &str) -> DartRun {
        if !text.contains(" [E]") {
            return DartRun::default();
        }
        let places =
            |is: fn(&str) -> bool| text.lines().enumerate().filter(move |(_, line)| is(line)).map(|(at, _)| at);
        DartRun {
            results: places(is_result).collect(),
            block: places(|line| line.contains(" EXCEPTION CAUGHT BY ")).next(),
        }
    }

    /// The first result from this line on.
    pub fn result_from(&self, from: usize) -> Option<usize> {
        self.results.get(self.results.partition_point(|at| *at < from)).copied()
    }

    /// Whether Flutter reports an exception in a block above this line.
    pub fn is_reported_above(&self, at: usize) -> bool {
        self.block.is_some_and(|block| block < at)
    }
}
