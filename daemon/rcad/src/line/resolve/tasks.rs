//! Which tasks a call of Gradle runs, as far as its arguments say.

/// Whether a build that ran `done` has also run everything in `wanted`. No task stands for the default ones, which only
/// the same call is sure to run. An option (`--tests X`) may narrow a task, so then only the same call counts.
pub(super) fn covers(done: &[String], wanted: &[String]) -> bool {
    let (done, wanted) = (asked(done), asked(wanted));
    if is_narrowed(&done) || is_narrowed(&wanted) {
        return done == wanted;
    }
    wanted.iter().all(|task| done.contains(task))
}

/// Whether it is not known by their names alone what these arguments run.
pub(super) fn is_narrowed(tasks: &[&str]) -> bool {
    tasks.is_empty() || tasks.iter().any(|task| task.starts_with('-'))
}

/// The arguments without the program's name (recorded by `rcad run`) and without a leading colon.
pub(super) fn asked(tasks: &[String]) -> Vec<&str> {
    let program = |word: &str| {
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
        matches!(name, "gradle" | "gradlew" | "gradle.bat" | "gradlew.bat")
    };
    let words = tasks.iter().enumerate().filter(|(at, word)| *at > 0 || !program(word));
    words.map(|(_, word)| word.trim_start_matches(':')).collect()
}

#[cfg(test)]
mod tests {
    use super::covers;

    fn covered(done: &str, wanted: &str) -> bool {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        covers(&words(done), &words(wanted))
    }

    #[test]
    fn the_same_tasks_or_more_of_them_cover() {
        for (done, wanted) in [
            ("build", "build"),
            ("clean :app:assembleDebug", "app:assembleDebug"),
            ("build lint", "lint build"),
            ("", ""),
            ("build", "./gradlew build"),
            ("test --tests A", "test --tests A"),
        ] {
            assert!(covered(done, wanted), "{done} covers {wanted}");
        }
    }

    #[test]
    fn other_fewer_and_narrowed_tasks_do_not() {
        for (done, wanted) in [
            ("help", "build"),
            ("build", "build lint"),
            ("help", ""),
            ("", "build"),
            ("test --tests A", "test"),
            ("test", "test --tests A"),
            (":app:build", ":core:build"),
        ] {
            assert!(!covered(done, wanted), "{done} does not cover {wanted}");
        }
    }
}
