//! Decides which failures of a text are the same, which wrap others, and which one is the root.

mod bare;
mod cases;
mod crashes;
mod import_block;
mod imports;
mod locals;
mod merge;
mod missing;
mod order;
mod places;
mod rank;
mod retold;
mod same_test;
mod same_trace;
mod shifted;
mod signs;
mod syntax;
mod synthetics;
mod test_trace;
mod ties;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crashes::Crashes;
use merge::{complete, take_words};

use super::tasks::{fits, is_of_a_tool, runs};
use super::trace::{DropReason, Log, ParseTrace};
use super::{outcome, output};
use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::reader::{ReaderKind, TakenFailure};
use crate::parse::readers::processors;

/// The distinct failures, the primary one first, each with its role, and the trace.
pub fn decide(lines: &Lines, mut taken: Vec<TakenFailure>) -> (Vec<Failure>, ParseTrace) {
    // Before equal messages of one line are joined, for their columns show what the line is.
    ties::conflict::tell(lines, &mut taken);
    let mut log = Log::new(&mut taken, |index| lines.number(index));
    let taken = log.pass(taken, DropReason::Succeeded, |all| outcome::keep_failed_builds(lines, all));
    let blocks: Vec<String> =
        taken.iter().filter(|one| one.is_frame()).filter_map(|one| one.found.failure.task.clone()).collect();
    let crashes = Crashes::of(lines, &taken);
    let taken = log.pass(taken, DropReason::OtherProgram, |all| crashes.without_others(all));
    let taken = log.pass(taken, DropReason::Repeats, |all| same_trace::join(lines, merge_equal(same_test::join(all))));
    let taken = log.pass(taken, DropReason::Repeats, retold::join);
    let taken = test_trace::join(lines, taken);
    let taken = log.pass(taken, DropReason::Wraps, |all| merge_frames(lines, all));
    let taken = log.pass(taken, DropReason::Trace, |all| drop_traces(lines, all));
    let taken = log.pass(taken, DropReason::Headline, drop_headlines);
    let taken = give_tasks(lines, taken);
    let mut taken = log.pass(taken, DropReason::Wraps, |all| output::tell(lines, all));
    let reasons = order::order(lines, &mut taken, &blocks, &crashes);
    let trace = log.finish(&taken.iter().map(|one| one.id).collect::<Vec<_>>(), reasons);
    (taken.into_iter().map(|one| one.found.failure).collect(), trace)
}

/// javac's messages appear twice on Gradle 8.11 and later: in the log and in the exception. Tests appear on the console
/// and again, with the assertion's words, out of their result files. The first is kept and completed by the others.
fn merge_equal(taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    let mut seen: HashMap<Identity, usize> = HashMap::new();
    let mut kept: Vec<TakenFailure> = Vec::new();
    for one in taken {
        match seen.entry(identity(&one)) {
            Entry::Vacant(place) => {
                place.insert(kept.len());
                kept.push(one);
            }
            Entry::Occupied(place) => {
                let first = &mut kept[*place.get()].found.failure;
                imports::compare(first, &one.found.failure);
                take_words(first, &one.found.failure);
                complete(first, one.found.failure);
            }
        }
    }
    kept
}

/// What identifies a failure across readings.
#[derive(PartialEq, Eq, Hash)]
struct Identity {
    category: Category,
    symbol: Option<String>,
    task: Option<String>,
    file: Option<String>,
    line: Option<u32>,
    message: String,
}

fn identity(one: &TakenFailure) -> Identity {
    let failure = &one.found.failure;
    let named = failure.category == Category::TestFailure && failure.symbol.is_some();
    // A module's classes are dexed as a jar and as a directory.
    let dexed =
        one.reader.kind == ReaderKind::R8 && failure.category == Category::AgpDexMerge && failure.symbol.is_some();
    Identity {
        category: failure.category,
        symbol: failure.symbol.clone(),
        task: failure.task.clone(),
        file: failure.file.clone().filter(|_| !named).map(|file| if dexed { String::new() } else { file }),
        line: failure.line.filter(|_| !named),
        message: if named { String::new() } else { failure.message.clone() },
    }
}

/// Gives each block's task to the failures that it wraps, and drops blocks that add nothing.
fn merge_frames(lines: &Lines, taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    let (frames, mut others): (Vec<TakenFailure>, Vec<TakenFailure>) =
        taken.into_iter().partition(TakenFailure::is_frame);
    let tasks: HashSet<String> = frames.iter().filter_map(|frame| frame.found.failure.task.clone()).collect();
    let mut kept = Vec::new();
    let last = frames.iter().map(|frame| frame.start).max();
    for mut frame in frames {
        take_exception(&mut frame, &mut others);
        let mut wrapped: Vec<&mut TakenFailure> =
            others.iter_mut().filter(|one| wraps(lines, &tasks, &frame, one)).collect();
        if wrapped.is_empty() && frame.found.headline && last == Some(frame.start) {
            wrapped = others.iter_mut().filter(|one| is_printed_last(&frame, one)).collect();
        }
        if wrapped.is_empty() {
            kept.push(frame);
            continue;
        }
        let mut line = frame.found.failure.evidence.first().cloned();
        for one in wrapped {
            let failure = &mut one.found.failure;
            if failure.task.is_none() {
                failure.task = frame.found.failure.task.clone();
                failure.evidence.extend(line.take());
            }
        }
    }
    others.append(&mut kept);
    others.sort_by_key(|one| one.start);
    others
}

/// A trace inside a block is Gradle's `* Exception is:`, and so is one that names the block's task. The block says it
/// better, unless the trace leads into code of the user's own.
fn take_exception(frame: &mut TakenFailure, others: &mut Vec<TakenFailure>) {
    let (mut exception, mut thrown, mut known) = (None, None, None);
    let task = frame.found.failure.task.clone();
    others.retain(|one| {
        let failure = &one.found.failure;
        let gradles = one.is_trace()
            && failure.process.is_none()
            && (inside(one, frame) || failure.task.is_some() && failure.task == task);
        let dropped = gradles && !(frame.found.headline && failure.file.is_some());
        if dropped {
            exception = failure.exception.clone();
            thrown = Some(failure.message.clone());
            known = Some(failure).filter(|failure| failure.details.contains_key("known")).cloned().or(known.take());
        }
        !dropped
    });
    if let Some(known) = known {
        take_known(&mut frame.found.failure, known);
    }
    if frame.found.failure.exception.is_none() {
        if let (Some(class), Some(message)) = (&exception, thrown) {
            frame.found.failure.details.insert("root_exception".to_owned(), format!("{class}: {message}"));
        }
        frame.found.failure.exception = exception;
    }
}

/// What a rule knows of the exception holds for the block that names only its task.
fn take_known(block: &mut Failure, known: Failure) {
    let plain =
        matches!(block.category, Category::GradleTaskFailed | Category::Other | Category::GradleExternalProcess);
    if block.wording.is_some() || !plain {
        return;
    }
    block.symbol = known.symbol.or(block.symbol.take());
    (block.category, block.wording, block.rule) = (known.category, known.wording, known.rule);
    for name in ["known", "learnt", "fault_of"] {
        block.details.extend(known.details.get(name).map(|value| (name.to_owned(), value.clone())));
    }
}

fn inside(one: &TakenFailure, frame: &TakenFailure) -> bool {
    one.start >= frame.start && one.start < frame.end()
}

/// Whether `one` is what made `frame` fail. `tasks` are those of all frames.
fn wraps(lines: &Lines, tasks: &HashSet<String>, frame: &TakenFailure, one: &TakenFailure) -> bool {
    let same_category = frame.found.failure.category == one.found.failure.category;
    if inside(one, frame) {
        return frame.found.headline || same_category || one.is_rule();
    }
    // The only task whose tests failed, whatever its name.
    let of_tests = frame.found.failure.category == Category::TestFailure;
    // Copied out of the report, a test's trace stands below the block.
    let copied = one.start > frame.start
        && one.is_trace()
        && one.found.failure.category == Category::TestFailure
        && one.found.failure.details.contains_key("test");
    let tests = of_tests && (one.reader.kind == ReaderKind::Junit || copied);
    if tests && tasks.len() == 1 && one.found.failure.task.is_none() {
        return true;
    }
    // Gradle's own trace may follow the block; it names the task. So do tests out of their result files.
    let follows = one.is_trace() && one.found.failure.task.is_some() || one.reader.kind == ReaderKind::Junit;
    if one.start > frame.start && !follows || !(frame.found.headline || same_category) {
        return false;
    }
    match (&frame.found.failure.task, &one.found.failure.task) {
        (Some(task), Some(known)) => task == known,
        (Some(task), None) => match lines.task_above(one.start).filter(|above| tasks.contains(*above)) {
            // A module's directory may have another name; it tells modules apart where several failed.
            // What stands below its header is what the program printed that it runs.
            Some(above) if above == task && tasks.len() == 1 => {
                runs(task, one) || frame.found.failure.category == Category::GradleExternalProcess
            }
            Some(above) => above == task && fits(task, one),
            None => fits(task, one),
        },
        // Without a task it is a script that failed; its own error stands above with the same file.
        (None, _) => {
            same_category && (frame.found.failure.file.is_none() || frame.found.failure.file == one.found.failure.file)
        }
    }
}

/// Whether a compiler's message below the last block is what that is about: Cordova, npm and others print what went to
/// standard error after all the rest.
fn is_printed_last(frame: &TakenFailure, one: &TakenFailure) -> bool {
    let task = frame.found.failure.task.as_deref();
    one.start > frame.start && is_of_a_tool(one) && task.is_some_and(|task| fits(task, one))
}

/// Traces explain a build only when nothing else does; those of Gradle's internals add nothing to any block.
/// The crash of an app that runs is not a build's, nor is what is thrown after the last build has ended.
fn drop_traces(lines: &Lines, mut taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    let ended = (0..lines.len()).rev().find(|at| lines.get(*at).starts_with("BUILD FAILED in "));
    let last = taken.iter().filter(|one| one.is_frame()).map(|one| one.start).max();
    let crashed = |one: &TakenFailure| {
        let failure = &one.found.failure;
        // What Gradle itself has thrown may be printed below the build's end.
        let gradles = failure.exception.as_deref().is_some_and(|class| class.starts_with("org.gradle."));
        let later = !gradles && ended.is_some_and(|end| one.start > end && last.is_none_or(|frame| frame < end));
        !one.found.headline && (failure.process.is_some() || later)
    };
    if taken.iter().any(TakenFailure::is_frame) {
        let started = |one: &TakenFailure| one.found.failure.category == Category::SpringStartup;
        taken.retain(|one| !one.is_trace() || one.found.failure.file.is_some() || crashed(one) || started(one));
    }
    let explained = taken.iter().any(|one| !one.is_trace() && !one.found.headline);
    if explained {
        taken.retain(|one| !one.is_trace() || crashed(one));
    }
    taken
}

/// Drops headlines where their task has another failure.
fn drop_headlines(taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    let explained = taken.iter().any(|one| !one.found.headline);
    if !explained {
        // `failed linking references` without a line that says which.
        let frames = taken.iter().any(TakenFailure::is_frame);
        return taken.into_iter().filter(|one| one.is_frame() || !frames).collect();
    }
    taken.into_iter().filter(|one| !one.found.headline || one.is_frame()).collect()
}

/// Where no block names the task its header does: the one above, else the only failed one that fits.
fn give_tasks(lines: &Lines, mut taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    for one in taken.iter_mut().filter(|one| one.found.failure.task.is_none() && !one.is_frame() && !one.is_trace()) {
        let above = lines.task_above(one.start).filter(|task| fits(task, one));
        // Tasks run side by side: the header above may be another's. One that is known to have failed counts for more.
        let mut failed: Vec<&str> =
            lines.failed_tasks().iter().map(String::as_str).filter(|task| fits(task, one)).collect();
        failed.dedup();
        let sure = above.filter(|task| failed.contains(task));
        let only = failed.first().copied().filter(|_| failed.len() == 1);
        one.found.failure.task = sure.or(only).or(above).map(str::to_owned);
    }
    for one in &mut taken {
        name_by_task(&mut one.found.failure);
    }
    // Gradle 4 resolves dependencies before a task's actions, and its block then names no task. Each failed task has a
    // block, so with one of either they belong together.
    if let ([one], [task]) = (taken.as_mut_slice(), lines.failed_tasks()) {
        one.found.failure.task.get_or_insert_with(|| task.clone());
    }
    taken
}

/// What no rule knows is at least of the kind that its task is for.
fn name_by_task(failure: &mut Failure) {
    if !matches!(failure.category, Category::GradleTaskFailed | Category::Other) || failure.wording.is_some() {
        return;
    }
    let name = failure.task.as_deref().and_then(|task| task.rsplit(':').next()).unwrap_or("");
    let kinds = [("kapt", Category::KaptKsp), ("ksp", Category::KaptKsp), ("lint", Category::LintFailure)];
    if let Some((_, category)) = kinds.iter().find(|(start, _)| name.starts_with(start)) {
        failure.category = *category;
    }
    if failure.category == Category::KaptKsp {
        if let Some(reason) = failure.details.get("reason").filter(|reason| !reason.contains("rror occurred in K")) {
            failure.message.clone_from(reason);
        }
        failure.symbol = failure.symbol.take().filter(|symbol| Some(symbol) != failure.task.as_ref());
        if let Some(thrown) = failure.details.get("root_exception").cloned() {
            processors::classify(&thrown, failure);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::model::failure::Role;
    use crate::parse::parse;

    const THROWS: &str = "FAILURE: Build failed with an exception.\n\n* What went wrong:\n\
        Execution failed for task ':odd'.\n> disk label missing\n\nBUILD FAILED in 1s\n";

    fn trace(frame: &str) -> String {
        format!(
            "org.gradle.api.tasks.TaskExecutionException: Execution failed for task ':odd'.\n\
             \tat org.gradle.internal.A.b(A.java:1)\nCaused by: java.lang.IllegalStateException: disk label missing\n\tat {frame}\n"
        )
    }

    #[test]
    fn a_processor_that_did_not_start_comes_before_what_it_generates() {
        let log = "/p/Oak.java:3: error: cannot find symbol class DaggerOak\nError:Bad service configuration file, or exception thrown while constructing Processor object: javax.annotation.processing.Processor: Provider com.example.ShelfProcessor could not be instantiated: java.lang.NoSuchMethodError: com.squareup.javapoet.CodeBlock.of(Ljava/lang/String;)V\n";
        let failures = parse(log).failures;
        assert_eq!(failures[0].symbol.as_deref(), Some("com.example.ShelfProcessor"));
        assert_eq!(failures[1].category, Category::JavaCannotFindSymbol);
    }

    #[test]
    fn what_is_printed_below_the_last_block_is_what_that_is_about() {
        let log = "* What went wrong:\nExecution failed for task ':app:compileReleaseJavaWithJavac'.\n> Compilation failed; see the compiler error output for details.\n\n\
            BUILD FAILED in 2s\ngradlew: Command failed with exit code 1 Error output:\n/p/app/src/main/java/Shelf.java:6: error: cannot find symbol\n\
            import com.example.Basket;\n                  ^\n";
        let failures = parse(log).failures;
        let [failure] = &failures[..] else { panic!("{failures:?}") };
        assert_eq!(failure.symbol.as_deref(), Some("Basket"));
        assert_eq!(failure.task.as_deref(), Some(":app:compileReleaseJavaWithJavac"));
    }

    #[test]
    fn a_trace_of_internals_after_the_block_is_no_failure_of_its_own() {
        let parsed = parse(&format!("{THROWS}\n{}", trace("org.gradle.internal.C.d(C.java:1)")));
        assert_eq!(parsed.failures.len(), 1);
        assert_eq!(parsed.failures[0].category, Category::GradleTaskFailed);
    }

    #[test]
    fn what_is_thrown_after_the_build_is_another_failure() {
        let thrown = "Exception in thread \"main\" java.lang.IllegalStateException: no shelf\n\tat com.example.Shop.main(Shop.kt:3)\n";
        let parsed = parse(&format!("e: file:///p/A.kt:1:1 Unresolved reference 'a'.\n{THROWS}\n{thrown}"));
        let found: Vec<Category> = parsed.failures.iter().map(|failure| failure.category).collect();
        assert!(found.contains(&Category::RuntimeIllegalState), "{found:?}");
    }

    #[test]
    fn a_trace_into_own_code_explains_its_task() {
        let parsed = parse(&format!("{THROWS}\n{}", trace("com.example.Plugin.apply(Plugin.kt:7)")));
        assert_eq!(parsed.failures.len(), 1);
        let root = &parsed.failures[0];
        assert_eq!((root.category, root.role), (Category::RuntimeIllegalState, Role::Root));
        assert_eq!((root.task.as_deref(), root.file.as_deref(), root.line), (Some(":odd"), Some("Plugin.kt"), Some(7)));
    }

    #[test]
    fn a_block_that_says_why_needs_no_trace() {
        let why = THROWS.replace("disk label missing", "Could not find a.b:c:1.");
        let parsed = parse(&format!("{why}\n{}", trace("com.example.Plugin.apply(Plugin.kt:7)")));
        assert_eq!(parsed.failures.len(), 1);
        assert_eq!(parsed.failures[0].category, Category::GradleDependencyNotFound);
    }

    #[test]
    fn resource_errors_inside_a_block_take_its_place() {
        let log = "> Task :app:processDebugResources FAILED\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n\
            Execution failed for task ':app:processDebugResources'.\n> A failure occurred while executing a.B$TaskAction\n\
            \x20  > Android resource linking failed\n\
            \x20    ERROR: /p/app/src/main/res/layout/main.xml:2: AAPT: error: resource color/nope (aka a.b:color/nope) not found.\n";
        let parsed = parse(log);
        assert_eq!(parsed.failures.len(), 1);
        let root = &parsed.failures[0];
        assert_eq!((root.category, root.symbol.as_deref()), (Category::XmlResourceNotFound, Some("color/nope")));
        assert_eq!((root.task.as_deref(), root.line), (Some(":app:processDebugResources"), Some(2)));
    }

    #[test]
    fn a_test_on_the_console_and_in_its_file_is_one() {
        let console =
            "> Task :test FAILED\n\na.BasketTest > third FAILED\n    java.lang.AssertionError at BasketTest.java:19\n";
        let block = "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':test'.\n\
            > There were failing tests. See the report at: file:///p/build/reports/tests/test/index.html\n";
        let file = "\na.BasketTest > third FAILED\n    java.lang.AssertionError: expected:<3> but was:<2>\n\
            \x20       at org.junit.Assert.fail(Assert.java:89)\n        at a.BasketTest.third(BasketTest.java:19)\n";
        for log in [format!("{console}{block}{file}"), format!("{block}{file}")] {
            let parsed = parse(&log);
            assert_eq!(parsed.failures.len(), 1, "{log}");
            let root = &parsed.failures[0];
            assert_eq!((root.symbol.as_deref(), root.task.as_deref()), (Some("a.BasketTest.third"), Some(":test")));
            assert_eq!((root.file.as_deref(), root.line), (Some("BasketTest.java"), Some(19)));
            assert_eq!(root.details.get("assertion").map(String::as_str), Some("expected:<3> but was:<2>"));
        }
    }

    #[test]
    fn the_only_failed_task_is_the_one_of_the_only_block() {
        let block = "FAILURE: Build failed with an exception.\n\n* What went wrong:\n\
            Could not resolve all files for configuration ':compileClasspath'.\n> Could not find a.b:c:1.\n";
        let task = |log: &str| parse(log).failures[0].task.clone();
        assert_eq!(task(&format!(":compileJava FAILED\n\n{block}")).as_deref(), Some(":compileJava"));
        assert_eq!(task(&format!(":a:compileJava FAILED\n:b:compileJava FAILED\n\n{block}")), None);
        assert_eq!(task(block), None);
    }

    #[test]
    fn what_a_successful_build_printed_is_no_failure() {
        let noise = "e: /p/F.kt: (1, 1): Unresolved reference: x\n";
        assert!(parse(&format!("{noise}BUILD SUCCESSFUL in 1s\n")).failures.is_empty());
        assert_eq!(parse(&format!("BUILD SUCCESSFUL in 1s\n{noise}")).failures.len(), 1);
    }

    #[test]
    fn a_failed_task_counts_for_more_than_the_header_above() {
        let log = "> Task :app:compileDebugKotlin\n> Task :app:kspDebugKotlin\ne: file:///p/app/A.kt:1:1 Unresolved reference 'a'.\n\
            > Task :app:compileDebugKotlin FAILED\n";
        assert_eq!(parse(log).failures[0].task.as_deref(), Some(":app:compileDebugKotlin"));
    }

    #[test]
    fn a_build_that_failed_for_unknown_reasons_has_failed() {
        let parsed = parse("> Task :app:odd FAILED\nERROR the disk label is missing\nBUILD FAILED in 1s\n");
        let root = &parsed.failures[0];
        assert_eq!((root.category, root.role, root.task.as_deref()), (Category::Other, Role::Root, Some(":app:odd")));
        assert_eq!(root.message, "ERROR the disk label is missing");
        let silent = &parse("> Task :app:odd FAILED\n").failures[0];
        assert_eq!((silent.category, silent.evidence[0].line), (Category::GradleTaskFailed, 1));
        assert_eq!(parse("ERROR the disk label is missing\n").failures[0].category, Category::Other);
        assert!(parse("> Task :app:odd FAILED\nBUILD FAILED in 1s\nBUILD SUCCESSFUL in 1s\n").failures.is_empty());
    }

    #[test]
    fn of_two_equal_failures_the_one_of_the_first_block_comes_first() {
        let error = |name: &str| format!("e: file:///p/{name}/A.kt:1:1 Unresolved reference '{name}'.\n");
        let block = |task: &str| {
            format!(
                "* What went wrong:\nExecution failed for task ':{task}:compileKotlin'.\n> Compilation error. See log for more details\n\n"
            )
        };
        let log = [
            error("a"),
            error("b"),
            "FAILURE: Build completed with 2 failures.\n\n".to_owned(),
            block("b"),
            block("a"),
        ];
        let parsed = parse(&log.concat());
        assert_eq!(parsed.failures[0].symbol.as_deref(), Some("b"));
    }

    #[test]
    fn what_a_failed_task_said_comes_before_what_others_said() {
        let log = "[Fatal Error] basket.pom:7:3: The element type \"hr\" must be terminated by the matching end-tag \"</hr>\".\n\
            e: file:///p/app/A.kt:1:1 Unresolved reference 'a'.\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n\
            Execution failed for task ':app:compileKotlin'.\n> Compilation error. See log for more details\n";
        assert_eq!(parse(log).failures[0].symbol.as_deref(), Some("a"));
    }

    #[test]
    fn a_tests_trace_copied_from_the_report_is_the_root() {
        let log = "> Task :test FAILED\n\n12 tests completed, 1 failed\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests. See the report at: file:///p/build/reports/tests/test/index.html\n\nBUILD FAILED in 2s\n\norg.opentest4j.AssertionFailedError: expected: <2> but was: <0>\n\tat org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:531)\n\tat com.example.shelf.ShelfTest.fills(ShelfTest.kt:44)\n\tat java.base/java.lang.reflect.Method.invoke(Method.java:580)\n";
        let root = parse(log).failures.remove(0);
        assert_eq!((root.file.as_deref(), root.line), (Some("ShelfTest.kt"), Some(44)));
        assert_eq!(root.task.as_deref(), Some(":test"));
    }

    #[test]
    fn an_unknown_failure_is_of_its_tasks_kind() {
        let log = THROWS.replace(":odd", ":app:kaptDebugKotlin");
        assert_eq!(parse(&log).failures[0].category, Category::KaptKsp);
    }
}
