//! Which failure is the root, which follow from it, and why.

use crate::Category;
use crate::model::failure::{Failure, Role};
use crate::parse::input::lines::Lines;
use crate::parse::reader::TakenFailure;
use crate::parse::resolve::trace::RoleReason;

/// What CMake says of targets after a directory, source or package of theirs was not found.
const CMAKE_FOLLOWS: &[&str] = &["Cannot specify link libraries for target", "No SOURCES given to target"];

/// How much a failure explains; the smaller comes first. With the reason where it is not the usual 1.
fn rank(failure: &Failure) -> (u8, &'static str) {
    match failure.category {
        Category::KotlinSyntax if is_parsers(failure) => (0, "a parser that lost its way misreads what follows"),
        Category::KotlinMissingSupertype if failure.file.is_some() => {
            (0, "a class without its supertype lacks members")
        }
        Category::KotlinMetadataVersion => (0, "a library that cannot be read declares nothing"),
        Category::GradleTaskFailed if failure.file.is_none() && failure.wording.is_none() => {
            (4, "it names only the task")
        }
        Category::Other if failure.file.is_none() && failure.wording.is_none() => {
            (3, "no rule knows it and it names no file")
        }
        // Lists that follow from something else: an inference that failed on an unresolved name, a warning flag.
        Category::KotlinOverload if failure.message.contains("infer") => (2, "inference fails on unresolved names"),
        Category::KotlinOverload if failure.message.contains("ambigu") => {
            (2, "arguments without a type fit any overload")
        }
        Category::KaptKsp if failure.message.ends_with(" has errors") => (2, "it names what has errors of its own"),
        _ if failure.message.starts_with("warnings found and -Werror") => (2, "it counts the warnings above it"),
        Category::AgpNdkCmake if CMAKE_FOLLOWS.iter().any(|start| failure.message.starts_with(start)) => {
            (2, "a target is missing with what adds it")
        }
        // A script for CMake is generated before it is run.
        Category::AgpNdkCmake => (1, "the tool's own message says what is wrong"),
        _ if failure.file.as_deref().is_some_and(|file| file.contains("/build/generated/")) => {
            (2, "generated code fails after what generates it")
        }
        _ => (1, "the tool's own message says what is wrong"),
    }
}

/// Whether a message about Kotlin's syntax is the parser's own, and not about a declaration that it understood.
fn is_parsers(failure: &Failure) -> bool {
    const WORDS: &[&str] = &[
        "Syntax error",
        "Expecting",
        "Unexpected",
        "Unclosed",
        "Missing '",
        "Imports are only",
        "imports are only",
        "Function declaration must have",
    ];
    WORDS.iter().any(|word| failure.message.starts_with(word))
}

/// Sorts by what explains most; among equals in the order of Gradle's blocks, when each has one, else of the text. What a
/// task said that is known to have failed counts for more than what others said. `blocks` are the tasks of Gradle's blocks.
pub fn order(lines: &Lines, taken: &mut [TakenFailure], blocks: &[String]) -> Vec<RoleReason> {
    let block = |one: &TakenFailure| {
        let task = one.found.failure.task.as_ref()?;
        blocks.iter().position(|known| known == task)
    };
    let all_have_one = taken.iter().all(|one| block(one).is_some());
    let has_failed = |one: &TakenFailure| {
        let task = one.found.failure.task.as_ref();
        block(one).is_some() || task.is_some_and(|task| lines.failed_tasks().contains(task))
    };
    // A processor that failed generates nothing.
    let stopped = taken.iter().any(|one| one.found.failure.category == Category::KaptKsp && !one.found.headline);
    taken.sort_by_key(|one| {
        let rank = rank(&one.found.failure).0.max(if stopped && is_processors(&one.found.failure) { 2 } else { 0 });
        (rank > 2, !has_failed(one), rank, block(one).filter(|_| all_have_one))
    });
    let mut reasons = Vec::with_capacity(taken.len());
    for index in 0..taken.len() {
        let (earlier, rest) = taken.split_at_mut(index);
        let Some(one) = rest.first_mut().map(|one| &mut one.found.failure) else { break };
        let mut causes = earlier.iter().map(|cause| &cause.found.failure).enumerate();
        let cause = causes.find_map(|(at, cause)| follows(one, cause).map(|why| RoleReason::Follows(at, why)));
        one.role = match cause {
            _ if index == 0 => Role::Root,
            Some(_) => Role::Consequence,
            None => Role::Independent,
        };
        reasons.push(cause.unwrap_or(RoleReason::Unrelated));
    }
    if let Some(reason) = reasons.first_mut() {
        *reason = root_reason(taken);
    }
    reasons
}

/// Why the first one is the root.
fn root_reason(taken: &[TakenFailure]) -> RoleReason {
    let ranks: Vec<_> = taken.iter().map(|one| rank(&one.found.failure)).collect();
    match ranks.as_slice() {
        [root, .., last] if root.0 == last.0 => RoleReason::First,
        [root, _, ..] => RoleReason::Explains(root.1),
        _ => RoleReason::Only,
    }
}

/// Whether the name that is missing would be an annotation processor's work.
fn is_processors(failure: &Failure) -> bool {
    failure.details.get("generator").is_some_and(|by| by.contains("annotation processor"))
}

/// Why `other` disappears when `cause` is fixed, if it does.
fn follows(other: &Failure, cause: &Failure) -> Option<&'static str> {
    let same_kind = other.category == cause.category;
    let lesser = rank(other);
    // A type is no name: two values of it are two mistakes.
    let named =
        other.symbol.is_some() && !matches!(other.category, Category::KotlinTypeMismatch | Category::KotlinNullSafety);
    if same_kind && (named || other.message == cause.message) && other.symbol == cause.symbol {
        Some("the same mistake in another place")
    } else if other.symbol.is_some() && other.symbol.as_ref() == cause.details.get("imported") {
        Some("uses the name whose import fails")
    } else if cause.category == Category::KotlinSyntax && is_parsers(cause) && other.file == cause.file {
        Some("a parser that lost its way misreads what follows")
    } else if cause.category == Category::KaptKsp && is_processors(other) {
        Some("the processor that would generate it failed")
    } else if cause.category == Category::KotlinMissingSupertype && other.file == cause.file && other.line == cause.line
    {
        Some("a class without its supertype lacks members")
    } else if cause.category == Category::KotlinMetadataVersion && other.language == cause.language {
        Some("a library that cannot be read declares nothing")
    } else if lesser.0 == 2 && rank(cause).0 < 2 && other.task == cause.task {
        Some(lesser.1)
    } else {
        None
    }
}
