//! Matches a user's rules; for the lines that they match they replace all other readers.

use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::reader::{FAILURES, Reader, ReaderKind, ReaderMatch, TakenFailure};
use crate::parse::rule_values::values;
use crate::rules::{FailureRule, RuleSet};

/// The reader of these matches; its rules come from outside, so it is in no table.
static READER: Reader = Reader { kind: ReaderKind::CustomRule, anchors: &[], frame: false, read: |_, _| None };

/// Adds the rules' matches. A reader's failure with a matched line is replaced, and its other values are taken over: a
/// rule for javac's `symbol:` line need not repeat the location.
pub fn read(lines: &Lines, rules: &RuleSet, taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    if rules.is_empty() {
        return taken;
    }
    let mut own: Vec<TakenFailure> = (0..lines.len())
        .filter_map(|start| {
            let mut failure = failure(lines, rules, start)?;
            failure.evidence.push(lines.evidence(start));
            Some(TakenFailure {
                found: ReaderMatch { failure, lines: 1, headline: false },
                reader: &READER,
                start,
                id: 0,
            })
        })
        .take(FAILURES)
        .collect();
    let mut all = Vec::with_capacity(taken.len() + own.len());
    for one in taken {
        let first = own.partition_point(|custom| custom.start < one.start);
        let after = own.partition_point(|custom| custom.start < one.end());
        if one.is_frame() || first == after {
            all.push(one);
        } else {
            inherit(&mut own[first].found.failure, one.found.failure);
        }
    }
    all.append(&mut own);
    all.sort_by_key(|one| one.start);
    all
}

/// The failure by the first rule that matches the line.
pub fn failure(lines: &Lines, rules: &RuleSet, at: usize) -> Option<Failure> {
    let line = lines.get(at);
    let first = |rule: &FailureRule| Some(rule.failure(&values(rule, lines, at, line)?, line));
    rules.candidates(line).into_iter().find_map(first)
}

fn inherit(failure: &mut Failure, from: Failure) {
    if failure.file.is_none() {
        (failure.file, failure.line, failure.column) = (from.file, from.line, from.column);
    }
    failure.symbol = failure.symbol.take().or(from.symbol);
    failure.task = failure.task.take().or(from.task);
    failure.process = failure.process.take().or(from.process);
    failure.exception = failure.exception.take().or(from.exception);
    for (name, value) in from.details {
        failure.details.entry(name).or_insert(value);
    }
    let known: Vec<u32> = failure.evidence.iter().map(|one| one.line).collect();
    failure.evidence.extend(from.evidence.into_iter().filter(|one| !known.contains(&one.line)));
    failure.evidence.sort_by_key(|one| one.line);
}
