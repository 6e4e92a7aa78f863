//! Writes exceptions the way Gradle prints them on the console.
//!
//! From Gradle 7 on a capture script runs before Gradle prints its `FAILURE:` block, so the record's log does not have
//! it. In Gradle's layout the exceptions are read by the same reader.

use super::exception::GradleException;

/// Nested causes written below a failure's message.
const NESTING: usize = 12;
/// Frames of each exception of the trace.
const FRAMES: usize = 40;

/// The block of an exception; only its stack traces if the log has the rest already.
pub fn render(thrown: &GradleException, told_by_gradle: bool) -> String {
    let failures = split(thrown);
    let mut out = String::new();
    if told_by_gradle {
        for failure in &failures {
            trace(&mut out, failure);
        }
        return out;
    }
    match failures.as_slice() {
        [one] => {
            out.push_str("\nFAILURE: Build failed with an exception.\n\n");
            failure(&mut out, one);
        }
        several => {
            out.push_str(&format!("\nFAILURE: Build completed with {} failures.\n\n", several.len()));
            for (n, one) in several.iter().enumerate() {
                out.push_str(&format!("{}: Task failed with an exception.\n-----------\n", n + 1));
                failure(&mut out, one);
                out.push_str("==============================================================================\n\n");
            }
        }
    }
    out
}

/// The block of a build whose Gradle daemon died: its log has a start and no end.
pub fn daemon_died(log: &str, pid: u32) -> String {
    format!(
        "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n\
         Gradle build daemon disappeared in the middle of this build (pid {pid}; its log {log} has no end marker).\n"
    )
}

/// `--continue` throws one exception with the failures as causes.
fn split(thrown: &GradleException) -> Vec<&GradleException> {
    if thrown.class.ends_with(".MultipleBuildFailures") && !thrown.causes.is_empty() {
        thrown.causes.iter().flat_map(split).collect()
    } else {
        vec![thrown]
    }
}

fn failure(out: &mut String, thrown: &GradleException) {
    let location = chain(thrown).find_map(|t| t.location.as_deref());
    if let Some(location) = location {
        out.push_str(&format!("* Where:\n{location}\n\n"));
    }
    out.push_str("* What went wrong:\n");
    messages(out, thrown, 0, &mut String::new());
    out.push_str("\n* Exception is:\n");
    trace(out, thrown);
    out.push('\n');
}

/// A message, then its causes, each indented one step more, as in Gradle. Wrappers that repeat their cause are skipped.
fn messages(out: &mut String, thrown: &GradleException, depth: usize, last: &mut String) {
    if depth > NESTING {
        return;
    }
    // Gradle's wrapper repeats the location, which is under `* Where:` already.
    let wrapper = thrown.class.ends_with(".LocationAwareException") && !thrown.causes.is_empty();
    let message = match thrown.message.as_deref().map(str::trim) {
        Some(message) if !message.is_empty() => message.to_owned(),
        _ => format!("{} (no error message)", thrown.class),
    };
    let mut next = depth;
    if !wrapper && message != *last {
        let indent = "   ".repeat(depth.saturating_sub(1));
        let lead = if depth == 0 { String::new() } else { format!("{indent}> ") };
        for (n, line) in message.lines().enumerate() {
            let lead = if n == 0 { lead.clone() } else { " ".repeat(lead.len()) };
            out.push_str(&format!("{lead}{line}\n"));
        }
        *last = message;
        next += 1;
    }
    for cause in &thrown.causes {
        messages(out, cause, next, last);
    }
}

fn trace(out: &mut String, thrown: &GradleException) {
    for (n, t) in chain(thrown).enumerate() {
        let lead = if n == 0 { "" } else { "Caused by: " };
        let message = t.message.as_deref().map(|m| format!(": {}", m.trim())).unwrap_or_default();
        out.push_str(&format!("{lead}{}{message}\n", t.class));
        for frame in t.frames.iter().take(FRAMES) {
            out.push_str(&format!("\tat {frame}\n"));
        }
    }
}

/// An exception and its causes, the first of several at each step.
fn chain(thrown: &GradleException) -> impl Iterator<Item = &GradleException> {
    std::iter::successors(Some(thrown), |t| t.causes.first())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown(class: &str, message: &str, causes: Vec<GradleException>) -> GradleException {
        let message = Some(message.to_owned()).filter(|m| !m.is_empty());
        GradleException { class: class.into(), message, location: None, frames: vec!["a.B.c(B.java:1)".into()], causes }
    }

    #[test]
    fn nests_causes_as_gradle_does() {
        let cause = thrown("x.CompilationFailedException", "Compilation failed;\nsee above", vec![]);
        let failed = thrown("g.TaskExecutionException", "Execution failed for task ':a'.", vec![cause]);
        let mut located = thrown("g.LocationAwareException", "Build file 'b' line: 3\nExecution …", vec![failed]);
        located.location = Some("Build file 'b' line: 3".into());
        let block = render(&located, false);
        assert!(block.contains("* Where:\nBuild file 'b' line: 3\n"), "{block}");
        let expected = "* What went wrong:\nExecution failed for task ':a'.\n> Compilation failed;\n  see above\n";
        assert!(block.contains(expected), "{block}");
        assert!(block.contains("Caused by: x.CompilationFailedException"), "{block}");
    }

    #[test]
    fn several_failures_are_numbered() {
        let both = vec![thrown("T", "one", vec![]), thrown("T", "two", vec![])];
        let block = render(&thrown("org.gradle.internal.exceptions.MultipleBuildFailures", "2 failures", both), false);
        assert!(block.contains("completed with 2 failures") && block.contains("2: Task failed"), "{block}");
    }

    #[test]
    fn only_the_trace_where_gradle_told_the_rest() {
        let block = render(&thrown("T", "one", vec![]), true);
        assert_eq!(block, "T: one\n\tat a.B.c(B.java:1)\n");
    }
}
