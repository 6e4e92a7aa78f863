//! Results of the builds in a text: the output of a successful build has no failures.

use std::ops::Range;

use super::{output, unsaid, wrappers};
use crate::Category;
use crate::model::failure::{Failure, Language, Role, Wording};
use crate::parse::input::lines::Lines;
use crate::parse::reader::TakenFailure;
use crate::parse::readers::{lint, stack_trace::startup};
use crate::pattern::Pattern;

/// `error: no`, `ERROR  something`, `[ERROR] x`, `fatal: x`, `a.b.XException: y`
static ERROR: Pattern = Pattern::new(
    r"^\s*(?:\[?(?:[Ee]rror|ERROR|FATAL|[Ff]atal)\]?[: ]|[a-z][A-Za-z0-9_.]+\.[A-Za-z0-9_$]+(?:Exception|Error)(?:: |$))",
);

/// Most bytes of an unmatched line that are quoted.
const QUOTED: usize = 400;

/// What stands before the result of a build of Maven or Bazel.
const BEFORE: [&str; 5] = ["[INFO] ", "[ERROR] ", "INFO: ", "FAILED: ", "ERROR: "];

/// Where Maven, MSBuild and Bazel say what failed.
const TOLD_ABOVE: &str = "Look at the whole log, above this line: Maven says it on `[ERROR]` lines (more by `mvn -e`), MSBuild on lines with `error` and a code, Bazel below `ERROR: …` (commands by `--verbose_failures`).";

/// Whether a build ended well, if its tool says so in this line: Gradle and Ant, Maven, MSBuild, Bazel.
fn result(line: &str) -> Option<bool> {
    if line.starts_with("BUILD SUCCESSFUL") {
        return Some(true);
    }
    if line.starts_with("BUILD FAILED") || line.starts_with("FAILURE: Build ") {
        return Some(false);
    }
    let said = BEFORE.iter().find_map(|before| line.strip_prefix(before)).unwrap_or(line);
    match said.trim_end() {
        "BUILD SUCCESS" | "Build succeeded." => Some(true),
        "BUILD FAILURE" | "Build FAILED." | "Build did NOT complete successfully" => Some(false),
        said => said.starts_with("Build completed successfully, ").then_some(true),
    }
}

/// Whether a tool other than Gradle and Ant says here that its build failed.
fn is_other_result(line: &str) -> bool {
    result(line) == Some(false) && !line.starts_with("BUILD FAILED") && !line.starts_with("FAILURE: ")
}

/// The results of the builds in a text, each with its line.
pub struct BuildResults(Vec<(usize, bool)>);

impl BuildResults {
    /// Finds them.
    pub fn of(lines: &Lines) -> BuildResults {
        BuildResults((0..lines.len()).filter_map(|at| Some((at, result(lines.get(at))?))).collect())
    }

    /// Whether the build that the line belongs to ended well.
    pub fn succeeded(&self, at: usize) -> bool {
        let next = self.0.partition_point(|(line, _)| *line < at);
        self.0.get(next).is_some_and(|(_, succeeded)| *succeeded)
    }
}

/// The line in which a program that ran the build says that it failed.
fn stated(lines: &Lines) -> Option<usize> {
    (0..lines.len()).rev().find(|index| wrappers::is_stated(lines.get(*index)))
}

/// The last line that says that a build failed.
pub fn failed(lines: &Lines) -> Option<usize> {
    let failed = (0..lines.len()).rev().find(|index| {
        let line = lines.get(*index);
        result(line) == Some(false) || is_failed_task(line)
    });
    failed.or_else(|| stated(lines))
}

/// A line as it is quoted.
fn quoted(lines: &Lines, at: usize) -> String {
    lines.get(at).trim().chars().take(QUOTED).collect()
}

/// The failure that a line tells which nobody knows.
pub fn unknown(lines: &Lines, at: usize) -> Failure {
    let said = output::words(lines, at);
    let mut failure = Failure::new(Category::Other, Language::Unknown, said.chars().take(QUOTED).collect::<String>());
    output::locate(lines, at, &said, &mut failure);
    output::name(&said, &mut failure);
    failure.role = Role::Root;
    failure.evidence.push(lines.evidence(at));
    failure
}

/// The failure of a build that reports a failure, where no reader found its cause. `unread` are the indices of lines that
/// look like an error.
pub fn unexplained(lines: &Lines, unread: &[usize]) -> Option<Failure> {
    let failed = failed(lines)?;
    let succeeded = (failed..lines.len()).any(|index| result(lines.get(index)) == Some(true));
    if succeeded {
        return None;
    }
    let said = output::without_block(lines, failed);
    let why = said.or_else(|| {
        unread
            .iter()
            .copied()
            .find(|index| ERROR.is_match(lines.get(*index)) && !wrappers::is_stated(lines.get(*index)))
    });
    let quoted =
        why.map_or_else(|| quoted(lines, failed), |at| output::words(lines, at).chars().take(QUOTED).collect());
    let mut failure = Failure::new(Category::GradleTaskFailed, Language::Gradle, quoted);
    if why.is_some() {
        failure.category = Category::Other;
    }
    failure.role = Role::Root;
    failure.task = lines.failed_tasks().last().cloned();
    if why.is_none() && unsaid::refused(lines, &mut failure) {
        return Some(failure);
    }
    if why.is_none() && unsaid::is_without_errors(lines) && failure.task.is_some() {
        unsaid::tell_without_errors(&mut failure);
    }
    if wrappers::is_stated(lines.get(failed)) {
        failure.task = failure.task.or_else(|| wrappers::stated_task(lines.get(failed)));
        failure.wording = why.is_none().then(|| Wording {
            cause: "The build failed, but the text does not hold what failed in it: {message}.".to_owned(),
            fixes: vec!["Look at the whole log, above this line: the first error of Gradle or of a compiler says why. Run Gradle itself with `--stacktrace` (`./gradlew …` in the Android project) if there is no more.".to_owned()],
        });
    } else if why.is_none() && is_other_result(lines.get(failed)) {
        failure.wording = Some(Wording {
            cause: "The build failed, but the text does not hold what failed in it: {message}.".to_owned(),
            fixes: vec![TOLD_ABOVE.to_owned()],
        });
    }
    // What a check found needs no more words than its own.
    if let Some(found) = lint::first_finding(lines, failed, &failure) {
        return Some(found);
    }
    if lint::finding_above(lines, failed, &mut failure) {
        return Some(failure);
    }
    if let Some(at) = why {
        let said = output::words(lines, at);
        output::locate(lines, at, &said, &mut failure);
        output::name(&said, &mut failure);
    }
    failure.evidence.extend(why.into_iter().chain([failed]).map(|index| lines.evidence(index)));
    Some(failure)
}

/// Notes at what nobody explained that the log has Gradle's trace already, so that nobody is told to ask for it.
pub fn note_trace(lines: &Lines, failures: &mut [Failure]) {
    let plain = |failure: &&mut Failure| {
        matches!(failure.category, Category::GradleTaskFailed | Category::GradleScriptEvaluation | Category::Other)
    };
    let mut plain = failures.iter_mut().filter(plain).peekable();
    if plain.peek().is_none() || !(0..lines.len()).any(|at| lines.get(at).starts_with("* Exception is:")) {
        return;
    }
    plain.for_each(|failure| {
        failure.details.insert("trace".to_owned(), "the trace below `* Exception is:`".to_owned());
    });
}

fn is_failed_task(line: &str) -> bool {
    line.ends_with(" FAILED") && (line.starts_with("> Task :") || line.starts_with(':'))
}

/// Lines below a failure of Kotlin's daemon that are searched for the fallback, with a trace between.
const TRACE: usize = 400;

/// Where Kotlin's daemon failed and Gradle compiled without it: the real error follows there.
fn tried_again(lines: &Lines) -> Vec<Range<usize>> {
    if !lines.text().contains("Using fallback strategy") {
        return Vec::new();
    }
    let mut failed = None;
    let mut ranges = Vec::new();
    let mut does = false;
    for index in 0..lines.len() {
        let line = lines.get(index);
        if line.contains("Daemon compilation failed") {
            failed = failed.or(Some(index));
        } else if line.contains("Using fallback strategy: Compile without Kotlin daemon") {
            does = true;
            ranges.extend(failed.take().filter(|start| index - start < TRACE).map(|start| start..index));
        }
    }
    // A log that ends in such a trace: the build continues without the daemon.
    ranges.extend(failed.filter(|_| does).map(|start| start..lines.len().min(start + TRACE)));
    ranges
}

/// Drops failures in the output of successful builds, other than that an application which they started does not start, and
/// those that Gradle retried. A text may have several builds, each
/// ended by its result line.
pub fn keep_failed_builds(lines: &Lines, taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    let results = BuildResults::of(lines);
    let again = tried_again(lines);
    taken
        .into_iter()
        .filter(|one| !again.iter().any(|range| range.contains(&one.start)))
        .filter(|one| !results.succeeded(one.start) || startup::is_given_up(lines, one.start))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::result;
    use crate::parse::parse;

    #[test]
    fn the_results_of_other_tools_are_known() {
        let failed = [
            "BUILD FAILED in 3s",
            "[INFO] BUILD FAILURE",
            "BUILD FAILURE",
            "Build FAILED.",
            "FAILED: Build did NOT complete successfully",
            "ERROR: Build did NOT complete successfully",
        ];
        assert!(failed.iter().all(|line| result(line) == Some(false)));
        let succeeded = [
            "BUILD SUCCESSFUL in 3s",
            "[INFO] BUILD SUCCESS",
            "Build succeeded.",
            "INFO: Build completed successfully, 3 total actions",
        ];
        assert!(succeeded.iter().all(|line| result(line) == Some(true)));
        for line in ["[INFO] BUILD FAILURE is what Maven says", "Build succeeded. Uploading", "BUILD SUCCESSES"] {
            assert_eq!(result(line), None, "{line}");
        }
    }

    #[test]
    fn a_failure_of_another_tool_is_one_without_its_reason_too() {
        let cause = |log: &str| parse(log).failures.into_iter().next()?.wording.map(|wording| wording.fixes.concat());
        let maven = cause("[INFO] compiling\n[INFO] BUILD FAILURE\n[INFO] Total time: 1 s\n");
        assert!(maven.is_some_and(|fixes| fixes.contains("mvn -e")));
        assert_eq!(cause("compiling\n\nBUILD FAILED\n"), None);
    }

    #[test]
    fn a_line_that_a_rule_alone_knows_is_no_failure_where_the_build_succeeded() {
        let said = "adb: failed to install app.apk: Failure [INSTALL_FAILED_VERSION_DOWNGRADE]\n";
        assert_eq!(parse(said).failures.len(), 1);
        for end in ["[INFO] BUILD SUCCESS\n", "BUILD SUCCESSFUL in 2s\n", "Build succeeded.\n"] {
            let log = format!("{said}{}{end}", "[INFO] compiled\n".repeat(20));
            assert!(parse(&log).failures.is_empty(), "{end}");
        }
    }

    #[test]
    fn what_was_tried_again_without_kotlins_daemon_is_no_failure() {
        let daemon = "e: Daemon compilation failed: null\njava.lang.Exception\n\tat org.jetbrains.kotlin.A.b(A.kt:1)\n";
        let again =
            "Using fallback strategy: Compile without Kotlin daemon\nTry ./gradlew --stop if this issue persists\n";
        let both = parse(&format!("{daemon}{again}")).failures;
        assert!(both.is_empty(), "{both:?}");
        assert_eq!(parse(daemon).failures.len(), 1);
    }
}
