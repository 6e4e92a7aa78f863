//! Two readings of one failure become one.

use crate::model::failure::Failure;

/// Adds what only the other reading has.
pub fn complete(failure: &mut Failure, other: Failure) {
    let mut learnt = failure.file.is_none() && other.file.is_some();
    if learnt {
        (failure.file, failure.line, failure.column) = (other.file, other.line, other.column);
    }
    for (name, value) in other.details {
        failure.details.entry(name).or_insert_with(|| {
            learnt = true;
            value
        });
    }
    failure.exception = failure.exception.take().or(other.exception);
    if learnt {
        failure.evidence.extend(other.evidence.into_iter().skip(1));
    }
}

/// Takes the other reading's words where that has the frames of the trace, of which this one has the first line alone.
pub fn take_words(failure: &mut Failure, other: &Failure) {
    let framed = |failure: &Failure| failure.details.contains_key("top");
    if framed(other) && !framed(failure) && other.wording.is_some() && !failure.details.contains_key("known") {
        failure.wording.clone_from(&other.wording);
        failure.rule.clone_from(&other.rule);
    }
}
