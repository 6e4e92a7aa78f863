//! Kotlin's `require`, `check` and their like without a message, whose text only tells which of them it was, and exceptions
//! that the user's own code throws itself.

use super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;

/// One function of Kotlin, by the text that it throws without a message of the caller's.
struct Check {
    message: &'static str,
    category: Category,
    /// The call.
    call: &'static str,
    /// What does not hold, as the end of a sentence.
    fails: &'static str,
    /// The form that names what was wrong.
    better: &'static str,
}

const CHECKS: &[Check] = &[
    Check {
        message: "Failed requirement",
        category: Category::RuntimeIllegalArgument,
        call: "require(…)",
        fails: "the condition of a `require(…)` about what it is given does not hold",
        better: "require(condition) {{ \"value=$value\" }}",
    },
    Check {
        message: "Check failed",
        category: Category::RuntimeIllegalState,
        call: "check(…)",
        fails: "the condition of a `check(…)` about the state it is in does not hold",
        better: "check(condition) {{ \"state=$state\" }}",
    },
    Check {
        message: "Required value was null",
        category: Category::RuntimeIllegalArgument,
        call: "requireNotNull(…)",
        fails: "the value that a `requireNotNull(…)` asks for is null",
        better: "requireNotNull(value) {{ \"what is missing\" }}",
    },
    Check {
        message: "Required value was null",
        category: Category::RuntimeIllegalState,
        call: "checkNotNull(…)",
        fails: "the value that a `checkNotNull(…)` asks for is null",
        better: "checkNotNull(value) {{ \"what is missing\" }}",
    },
];

/// Says which check it was, and who can make it hold.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if let Some(frame) = scene.own().filter(|_| failure.category == Category::Other && !scene.is_own_on_top()) {
        failure.details.insert("own_class_full".to_owned(), frame.class.clone());
        let thrown = failure.exception.as_deref().and_then(|class| class.rsplit_once('.'));
        let package = thrown.map(|(package, _)| package.split('.').take(3).collect::<Vec<_>>().join("."));
        failure.details.extend(package.map(|package| ("thrown_package".to_owned(), package)));
    }
    if failure.wording.is_some() || !scene.is_own_on_top() {
        return;
    }
    let message = failure.message.trim_end_matches('.');
    let called = failure.details.contains_key("caller");
    let by = if called { ", called by `{caller}` ({caller_at})" } else { "" };
    if let Some(check) = CHECKS.iter().find(|one| one.message == message && one.category == failure.category) {
        let cause = format!(
            "In `{{at}}`{by}, {}. Kotlin's text says no more (“{{message}}”): the call has no message of its own.",
            check.fails
        );
        let value = if check.call.contains("NotNull") { "is missing" } else { "is out of what it allows" };
        let first = if called {
            format!(
                "Read the `{}` at {{name}}:{{line}}, and see at {{caller_at}} what `{{caller}}` gives or has set up that {value}: check it there before the call (an early return, `coerceIn`, a default).",
                check.call
            )
        } else {
            format!(
                "Read the `{}` at {{name}}:{{line}}, and see which value {value} and where it comes from; check that before.",
                check.call
            )
        };
        let second = format!("Let the next report name it: `{}`.", check.better);
        return failure.say(&cause, &[&first, &second]);
    }
    throws(failure);
}

/// Exceptions that anybody throws.
const PLAIN: &[&str] = &[
    "IllegalStateException",
    "IllegalArgumentException",
    "RuntimeException",
    "Exception",
    "Error",
    "AssertionError",
    "UnsupportedOperationException",
];

/// The user's own code throws: what is said of it is the category's.
fn throws(failure: &mut Failure) {
    let kinds = [Category::RuntimeIllegalState, Category::RuntimeIllegalArgument, Category::Other];
    let Some(thrown) = failure.details.get("thrown").filter(|thrown| PLAIN.contains(&thrown.as_str())).cloned() else {
        return;
    };
    let placed = failure.file.is_some() && failure.line.is_some() && !failure.details.contains_key("api");
    if kinds.contains(&failure.category) && placed {
        failure.details.insert("throws_itself".to_owned(), thrown);
    }
}

#[cfg(test)]
mod tests {
    fn told(thrown: &str) -> String {
        let log = format!(
            "{thrown}\n\tat net.oak.basket.Repo.open(Repo.kt:4)\n\tat net.oak.basket.Desk.show(Desk.kt:40)\n\tat android.os.Looper.loop(Looper.java:223)\n"
        );
        crate::explain::told(&log)
    }

    #[test]
    fn the_text_tells_which_check_it_was() {
        for (thrown, call) in [
            ("java.lang.IllegalArgumentException: Failed requirement.", "`require(…)` at Repo.kt:4"),
            ("java.lang.IllegalStateException: Check failed.", "`check(…)` at Repo.kt:4"),
            ("java.lang.IllegalArgumentException: Required value was null.", "`requireNotNull(…)` at Repo.kt:4"),
            ("java.lang.IllegalStateException: Required value was null.", "`checkNotNull(…)` at Repo.kt:4"),
        ] {
            let told = told(thrown);
            assert!(told.contains(call) && told.contains("Desk.kt:40"), "{told}");
        }
    }

    #[test]
    fn own_code_that_throws_is_said_to() {
        let told = told("java.lang.RuntimeException: no board left");
        assert!(
            told.contains("throws RuntimeException itself: no board left") && told.contains("Open Repo.kt:4"),
            "{told}"
        );
    }
}
