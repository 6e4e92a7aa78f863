//! Decides among the failures of one text: which are the same, which only wrap another, which one is the root.

use std::collections::HashSet;

use super::lines::Lines;
use super::{READERS, Taken};
use crate::Category;
use crate::failure::{Failure, Role};

/// The distinct failures, the primary one first, each with its role.
pub fn decide(lines: &Lines, taken: Vec<Taken>) -> Vec<Failure> {
    let taken = merge_equal(taken);
    let taken = merge_frames(lines, taken);
    let mut failures: Vec<Failure> = drop_headlines(taken).into_iter().map(|one| one.found.failure).collect();
    order(&mut failures);
    failures
}

/// javac's messages appear twice on Gradle 8.11 and later: in the log and in the exception.
fn merge_equal(taken: Vec<Taken>) -> Vec<Taken> {
    let mut seen = HashSet::new();
    taken
        .into_iter()
        .filter(|one| {
            let failure = &one.found.failure;
            let file = failure.file.as_deref().map(|file| file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned());
            seen.insert((failure.category, file, failure.line, failure.message.clone(), failure.symbol.clone(), failure.task.clone()))
        })
        .collect()
}

fn is_trace(one: &Taken) -> bool {
    READERS[one.reader].tool == "stack trace"
}

/// Gives each block's task to the failures that it wraps, and drops the blocks that say no more than these.
fn merge_frames(lines: &Lines, taken: Vec<Taken>) -> Vec<Taken> {
    let (frames, mut others): (Vec<Taken>, Vec<Taken>) = taken.into_iter().partition(Taken::is_frame);
    let mut kept = Vec::new();
    for frame in frames {
        // A trace inside a block is Gradle's `* Exception is:`; a cause that the block names says it better.
        if !frame.found.headline {
            others.retain(|one| !(is_trace(one) && inside(one, &frame)));
        }
        let wrapped: Vec<usize> = (0..others.len()).filter(|index| wraps(lines, &frame, &others[*index])).collect();
        if wrapped.is_empty() {
            kept.push(frame);
            continue;
        }
        for (nth, index) in wrapped.iter().enumerate() {
            let failure = &mut others[*index].found.failure;
            if failure.task.is_none() {
                failure.task = frame.found.failure.task.clone();
                if nth == 0 {
                    failure.evidence.extend(frame.found.failure.evidence.first().cloned());
                }
            }
        }
    }
    others.append(&mut kept);
    others.sort_by_key(|one| one.start);
    drop_traces(others)
}

fn inside(one: &Taken, frame: &Taken) -> bool {
    one.start >= frame.start && one.start < frame.end()
}

/// Whether `one` is what made `frame` fail.
fn wraps(lines: &Lines, frame: &Taken, one: &Taken) -> bool {
    let same_category = frame.found.failure.category == one.found.failure.category;
    if inside(one, frame) {
        return frame.found.headline || same_category;
    }
    if one.start > frame.start || !(frame.found.headline || same_category) {
        return false;
    }
    match (&frame.found.failure.task, &one.found.failure.task) {
        (Some(task), Some(known)) => task == known,
        (Some(task), None) => match lines.task_above(one.start) {
            Some(above) if fits(above, one) => above == task,
            _ => fits(task, one),
        },
        // Without a task it is a script that failed.
        (None, _) => same_category && one.found.failure.file == frame.found.failure.file || frame.found.failure.file.is_none() && same_category,
    }
}

/// Whether a task of this name runs the tool that reported `one`, in the module in which its file lies.
fn fits(task: &str, one: &Taken) -> bool {
    let name = task.rsplit(':').next().unwrap_or(task).to_lowercase();
    let words: &[&str] = match READERS[one.reader].tool {
        "kotlinc" => &["kotlin", "kapt", "ksp"],
        "javac" => &["java", "kapt", "compile"],
        "aapt2" => &["resource", "manifest", "res"],
        "junit" => &["test", "check"],
        _ => return true,
    };
    if !words.iter().any(|word| name.contains(word)) {
        return false;
    }
    let modules: Vec<&str> = task.split(':').filter(|part| !part.is_empty()).collect();
    let Some(file) = one.found.failure.file.as_deref().filter(|file| file.contains(['/', '\\'])) else { return true };
    match modules.as_slice() {
        [.., module, _] => file.split(['/', '\\']).any(|part| part == *module),
        _ => true,
    }
}

/// Traces explain a build only when nothing else does.
fn drop_traces(taken: Vec<Taken>) -> Vec<Taken> {
    let explained = taken.iter().any(|one| !is_trace(one) && !one.found.headline);
    if explained { taken.into_iter().filter(|one| !is_trace(one)).collect() } else { taken }
}

/// Headlines count only when there is nothing else of their own task.
fn drop_headlines(taken: Vec<Taken>) -> Vec<Taken> {
    let explained = taken.iter().any(|one| !one.found.headline);
    if !explained {
        // `failed linking references` without a line that says which.
        let frames = taken.iter().any(Taken::is_frame);
        return taken.into_iter().filter(|one| one.is_frame() || !frames).collect();
    }
    taken.into_iter().filter(|one| !one.found.headline || one.is_frame()).collect()
}

/// How much a failure explains; the smaller comes first.
fn rank(failure: &Failure) -> u8 {
    match failure.category {
        Category::GradleTaskFailed => 4,
        Category::Other if failure.file.is_none() => 3,
        // Lists that follow from something else: an inference that failed on an unresolved name, a warning flag.
        Category::KotlinOverload if failure.message.contains("infer") => 2,
        Category::KotlinMissingSupertype => 2,
        _ if failure.message.starts_with("warnings found and -Werror") => 2,
        _ if failure.file.as_deref().is_some_and(|file| file.contains("/build/generated/")) => 2,
        _ => 1,
    }
}

fn order(failures: &mut [Failure]) {
    failures.sort_by_key(rank);
    let Some((root, others)) = failures.split_first_mut() else { return };
    root.role = Role::Root;
    for other in others {
        let repeated = other.category == root.category && other.symbol.is_some() && other.symbol == root.symbol;
        let follows = rank(other) == 2 && rank(root) < 2 && other.task == root.task;
        other.role = if repeated || follows { Role::Consequence } else { Role::Independent };
    }
}

