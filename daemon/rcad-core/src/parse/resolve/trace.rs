//! The trace of parsing, for `--explain`: which reader matched which lines by which rule, whether the match became a
//! failure, and why a failure has its role. Decides nothing.

use std::borrow::Cow;

use crate::Category;
use crate::parse::reader::TakenFailure;

/// How the failures of a text were read.
#[derive(Clone, Debug, Default)]
pub struct ParseTrace {
    /// The readers' matches, in the order of the text.
    pub readings: Vec<Reading>,
    /// Why each failure has its role, in the order of the failures.
    pub reasons: Vec<RoleReason>,
}

/// A reader's match.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The reader's tool.
    pub tool: &'static str,
    /// First and last line, 1-based.
    pub lines: (u32, u32),
    /// Its category.
    pub category: Category,
    /// The row of the reader's table that matched, as its regular expression, or a custom rule's name.
    pub rule: Option<Cow<'static, str>>,
    /// Its outcome.
    pub fate: ReadingOutcome,
}

/// Outcome of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingOutcome {
    /// The failure at this index.
    Failure(usize),
    /// Dropped.
    Dropped(DropReason),
}

/// Why a reading is no failure of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropReason {
    /// Printed by a build that succeeded.
    Succeeded,
    /// Says the same as an earlier one.
    Repeats,
    /// Wraps others that say more.
    Wraps,
    /// A stack trace of what another reading says better.
    Trace,
    /// Says only that something failed.
    Headline,
    /// Of a program of the device's, while an app was ended as well.
    OtherProgram,
}

impl DropReason {
    /// The reason as the end of a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            DropReason::Succeeded => "left out: the build that printed it succeeded",
            DropReason::Repeats => "left out: the same failure was read above",
            DropReason::Wraps => "left out: it only wraps a failure that says more",
            DropReason::Trace => "left out: a stack trace of what is said better elsewhere",
            DropReason::Headline => "left out: it says only that something failed",
            DropReason::OtherProgram => "left out: a program of the device's, not the app that crashed as well",
        }
    }
}

/// Why a failure has its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleReason {
    /// There is no other.
    Only,
    /// It explains more than the others do, for a reason of its own.
    Explains(&'static str),
    /// The first of several that explain equally much.
    First,
    /// It follows from the failure at this index.
    Follows(usize, &'static str),
    /// No other failure explains it.
    Unrelated,
}

/// Follows readings while `roles` merges and drops them.
pub(in crate::parse) struct Log {
    readings: Vec<Reading>,
}

impl Log {
    /// Numbers the readings, so that they can be found again.
    pub(in crate::parse) fn new(taken: &mut [TakenFailure], number: impl Fn(usize) -> u32) -> Log {
        let mut readings = Vec::with_capacity(taken.len());
        for (id, one) in taken.iter_mut().enumerate() {
            one.id = id;
            readings.push(Reading {
                tool: one.reader.kind.name(),
                lines: (number(one.start), number(one.end() - 1)),
                category: one.found.failure.category,
                rule: one.found.failure.rule.clone(),
                fate: ReadingOutcome::Dropped(DropReason::Repeats),
            });
        }
        Log { readings }
    }

    /// Runs a pass over the matches and records what it dropped, with the reason.
    pub(in crate::parse) fn pass(
        &mut self,
        taken: Vec<TakenFailure>,
        why: DropReason,
        pass: impl FnOnce(Vec<TakenFailure>) -> Vec<TakenFailure>,
    ) -> Vec<TakenFailure> {
        let before: Vec<(usize, bool)> = taken.iter().map(|one| (one.id, one.is_trace())).collect();
        let after = pass(taken);
        let mut kept = vec![false; self.readings.len()];
        after.iter().for_each(|one| kept[one.id] = true);
        for (id, trace) in before.into_iter().filter(|(id, _)| !kept[*id]) {
            let why = if trace && why == DropReason::Wraps { DropReason::Trace } else { why };
            self.readings[id].fate = ReadingOutcome::Dropped(why);
        }
        after
    }

    /// The readings with their outcomes. `failures` are the numbers of the remaining ones, in their final order.
    pub(in crate::parse) fn finish(mut self, failures: &[usize], reasons: Vec<RoleReason>) -> ParseTrace {
        for (index, id) in failures.iter().enumerate() {
            self.readings[*id].fate = ReadingOutcome::Failure(index);
        }
        ParseTrace { readings: self.readings, reasons }
    }
}
