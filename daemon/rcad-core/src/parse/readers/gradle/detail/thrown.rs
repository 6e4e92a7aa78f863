//! Exceptions that a plugin of the build throws: the frames below its own are Gradle's. What is said of an app's code does
//! not hold for them.

use crate::Category as C;
use crate::model::failure::{Failure, file_name};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Lines of a trace that are looked at, and lines above it.
const LONGEST: usize = 80;
const ABOVE: usize = 12;

/// `at com.example.shelf.ShelfPlugin.apply(ShelfPlugin.kt:31)`
static FRAME: Pattern = Pattern::new(
    r"^\s*at (?:[a-z.]+(?:@[^/]*)?/{1,2})?(?P<class>[A-Za-z0-9_.$]+)\.[A-Za-z0-9_$<>]+\((?P<file>[^():]+)(?::[0-9]+)?\)",
);

/// `Failed to apply plugin 'com.example.shelf'`, `[id: 'com.example.shelf']`
static PLUGIN: Pattern =
    Pattern::new(r"(?:Failed to apply plugin '|plugin request \[id: ')(?P<plugin>[A-Za-z0-9_.-]+)'");

/// Packages that everybody calls.
const BELOW: &[&str] =
    &["java.", "javax.", "jdk.", "sun.", "kotlin.", "groovy.", "org.codehaus.", "org.apache.groovy."];

/// Frames of Gradle that run other programs' code: tests and workers.
const RUNNERS: &[&str] = &["tasks.testing", "process.internal.worker", "org.gradle.wrapper", "org.gradle.launcher"];

/// Beginnings of the lines with which the build goes on, or ends.
const GOES_ON: &[&str] = &["> Task :", "FAILURE: Build "];

/// Words the exceptions of plugins by what they are.
pub fn note(lines: &Lines, failures: &mut [Failure]) {
    for failure in failures.iter_mut().filter(|failure| is_unexplained(failure)) {
        let Some(start) = lines.first_of(&failure.evidence) else { continue };
        let trace = start..(start + LONGEST).min(lines.len());
        // The trace around it may end in `... 120 more`.
        let around = within(lines, start, trace.end);
        let is_runner = |line: &str| RUNNERS.iter().any(|part| line.contains(part));
        let gradles = |at: usize| lines.get(at).trim_start().starts_with("at org.gradle.");
        if !around.clone().any(gradles) || around.clone().any(|at| is_runner(lines.get(at))) {
            continue;
        }
        let frames = trace.filter_map(|at| FRAME.captures(lines.get(at)));
        let own = failure.file.clone().unwrap_or_default();
        let mut all = frames.filter(|frame| !BELOW.iter().any(|start| frame["class"].starts_with(start)));
        let Some(frame) = all.find(|frame| file_name(&own) == &frame["file"]) else { continue };
        if frame["class"].starts_with("org.gradle.") || frame["file"].contains(".gradle") {
            continue;
        }
        let package = frame["class"].rsplit_once('.').map_or("", |(package, _)| package).to_owned();
        if package.is_empty() {
            continue;
        }
        let above = (start.saturating_sub(ABOVE)..=start).rev();
        let plugin = above.filter_map(|at| Some(PLUGIN.captures(lines.get(at))?["plugin"].to_owned())).next();
        word(failure, package, plugin);
    }
}

/// Lines around a trace that Gradle wrote with it: what a program printed that a task ran ends where the build goes on.
fn within(lines: &Lines, start: usize, end: usize) -> std::ops::Range<usize> {
    let goes_on = |at: &usize| GOES_ON.iter().any(|begin| lines.get(*at).trim_start().starts_with(begin));
    let first =
        (start.saturating_sub(LONGEST)..start).rev().find(goes_on).map_or(start.saturating_sub(LONGEST), |at| at + 1);
    let last = (start + 1..end).find(goes_on).unwrap_or(end);
    first..last
}

/// Whether it is told as an app's exception, by the kind of the exception alone.
fn is_unexplained(failure: &Failure) -> bool {
    let kind = failure.category.id().starts_with("runtime_") || failure.category == C::Other;
    kind && failure.exception.is_some() && failure.process.is_none() && !failure.details.contains_key("known")
}

fn word(failure: &mut Failure, package: String, plugin: Option<String>) {
    let whose = match plugin {
        Some(plugin) => {
            failure.details.insert("plugin".to_owned(), plugin);
            "`{at}` of the plugin `{plugin}` (package `{plugin_package}`)"
        }
        None => "`{at}` (package `{plugin_package}`, a plugin or processor of the build)",
    };
    failure.details.insert("plugin_package".to_owned(), package);
    let said = failure.message.trim().trim_end_matches('.').to_owned();
    let said = if said.is_empty() || failure.exception.as_ref().is_some_and(|class| said.ends_with(class.as_str())) {
        "{exception}, without a message".to_owned()
    } else {
        failure.details.insert("thrown_message".to_owned(), said);
        "{exception}: {thrown_message}".to_owned()
    };
    failure.say(
        &format!("{whose} failed while the build ran: {said}. It is no code of the app."),
        &[
            "Take another release of that plugin, one that is made for this Gradle, Android Gradle plugin and Kotlin, and look for the message in its issues; what it reads from the project (its block in the build file, its input files) may also be what it does not expect.",
            "If it is your own (`buildSrc`, a `build-logic` build), look at {name}:{line}.",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn a_plugins_exception_is_not_the_apps() {
        let log = |frame: &str, below: &str| {
            format!(
                "* Exception is:\norg.gradle.api.tasks.TaskExecutionException: Execution failed for task ':shop:shelve'.\n\tat org.gradle.api.internal.A.b(A.java:1)\nCaused by: java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0\n\tat java.base/java.util.ArrayList.get(ArrayList.java:427)\n\tat {frame}\n\tat {below}\n"
            )
        };
        let gradle = "org.gradle.internal.reflect.JavaMethod.invoke(JavaMethod.java:125)";
        let root = parse(&log("io.shelves.codegen.Reader.first(Reader.kt:44)", gradle)).failures.remove(0);
        assert_eq!(root.details.get("plugin_package").map(String::as_str), Some("io.shelves.codegen"));
        assert_eq!((root.file.as_deref(), root.line), (Some("Reader.kt"), Some(44)));
        let test =
            "org.gradle.api.internal.tasks.testing.junit.JUnitTestClassExecutor.run(JUnitTestClassExecutor.java:98)";
        let root = parse(&log("com.example.shop.BasketTest.adds(BasketTest.kt:44)", test)).failures.remove(0);
        assert!(!root.details.contains_key("plugin_package"));
    }

    #[test]
    fn what_a_program_threw_that_a_task_ran_is_no_plugins() {
        let log = "Exception in thread \"main\" java.lang.NullPointerException: Cannot invoke \"io.shelves.game.Oak.height()\" because \"oak\" is null\n\tat io.shelves.game.Forest.grow(Forest.java:44)\n\tat io.shelves.game.Main.main(Main.java:9)\n\n> Task :run FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':run'.\n> Process 'command '/opt/jdk/bin/java'' finished with non-zero exit value 1\n\n* Exception is:\norg.gradle.api.tasks.TaskExecutionException: Execution failed for task ':run'.\n\tat org.gradle.api.internal.A.b(A.java:1)\n";
        let root = parse(log).failures.remove(0);
        assert_eq!((root.file.as_deref(), root.line), (Some("Forest.java"), Some(44)));
        assert!(!root.details.contains_key("plugin_package"), "{root:?}");
    }
}
