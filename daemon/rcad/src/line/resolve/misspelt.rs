//! A task that Gradle does not find because its name is misspelt: no green build will ever run it.

use rcad_core::Category;
use rcad_core::model::failure::Failure;

use super::tasks::{asked, is_narrowed};

/// How alike a name that is run must be to the misspelt one, from 0 to 1.
const ALIKE: f64 = 0.75;

/// Whether a green build of the tasks `done` has done what a build of `wanted` was to do, which failed because the name of a
/// task is wrong: it ran the others, or, without others, a task of nearly that name.
pub(super) fn is_righted(failure: &Failure, done: &[String], wanted: &[String]) -> bool {
    let (Category::GradleTaskNotFound, Some(symbol)) = (failure.category, failure.symbol.as_deref()) else {
        return false;
    };
    let (done, wanted) = (asked(done), asked(wanted));
    if is_narrowed(&done) || is_narrowed(&wanted) {
        return false;
    }
    let is_wrong = |task: &str| name(task) == name(symbol);
    let (wrong, others): (Vec<&str>, Vec<&str>) = wanted.into_iter().partition(|task| is_wrong(task));
    if wrong.is_empty() || done.iter().any(|task| is_wrong(task)) {
        return false;
    }
    let has_near = done.iter().any(|task| is_near(name(task), name(symbol)));
    // Without a name like it, the task may be one that a plugin has brought.
    let is_known_slip = failure.details.contains_key("candidates") || failure.details.contains_key("meant");
    others.iter().all(|task| done.contains(task)) && (has_near || (!others.is_empty() && is_known_slip))
}

fn name(task: &str) -> &str {
    task.rsplit(':').next().unwrap_or(task)
}

fn is_near(one: &str, other: &str) -> bool {
    strsim::normalized_damerau_levenshtein(one, other) >= ALIKE
}

#[cfg(test)]
mod tests {
    use rcad_core::parse;

    use super::is_righted;

    const WITH: &str = "FAILURE: Build failed with an exception.\n\n* What went wrong:\nTask 'assembel' not found in root project 'shop'. Some candidates are: 'assemble'.\n";

    fn righted(log: &str, done: &str, wanted: &str) -> bool {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        is_righted(&parse::parse(log).failures[0], &words(done), &words(wanted))
    }

    #[test]
    fn a_task_of_nearly_that_name_or_the_others_right_it() {
        assert!(righted(WITH, "assemble", "assembel"));
        assert!(righted(WITH, ":app:assemble", "assembel"));
        assert!(righted(WITH, "clean assemble", "clean assembel"));
        assert!(righted(WITH, "clean lint", "clean assembel"), "the others");
        let without = WITH.replace(" Some candidates are: 'assemble'.", "");
        assert!(righted(&without, "assemble", "assembel"));
    }

    #[test]
    fn other_tasks_do_not() {
        for (done, wanted) in [
            ("test", "assembel"),
            ("assemble", "clean assembel"),
            ("assemble --dry-run", "assembel"),
            ("assemble", "build"),
            ("", "assembel"),
        ] {
            assert!(!righted(WITH, done, wanted), "{done} for {wanted}");
        }
        // A plugin that brought the task may be gone.
        let gone = WITH.replace("assembel", "lintDebug").replace(" Some candidates are: 'assemble'.", "");
        assert!(!righted(&gone, "clean", "clean lintDebug"));
        let error = "e: file:///p/src/A.kt:3:5 Unresolved reference: assembel\n";
        assert!(!righted(error, "assemble", "assembel"), "another failure");
    }
}
