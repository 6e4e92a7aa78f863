//! Leaves out what is said for another JDK, Android, Gradle, AGP, Kotlin or system than the log's: `On Windows …` where its
//! paths are Linux's, `Since Android 12 …` on an older device.

use super::clauses;
use crate::facts::surroundings::ruled_out;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `If only the minified build fails: …`, `Reinstall the app`, `in minified builds …`: what no local unit test has
static OF_DEVICES: Pattern = Pattern::new(
    r"^(?:[Oo]r |[Aa]nd )?(?:(?:[Ii]f|[Ii]n|[Ww]ith|[Uu]nder) (?:only )?(?:an? |the )?(?:minified|release build|R8|ProGuard|obfuscated)|[Uu]ninstall the app|[Rr]einstall the app|[Rr]ebuild and reinstall|[Cc]lear the app's|`adb |[Oo]n a device)",
);

/// `In a local unit test …`, `with Robolectric …`, `JUnit 5: …`: what is for tests, while the app itself runs on a device
static OF_TESTS: Pattern = Pattern::new(
    r"^(?:[Oo]r |[Aa]nd )?(?:(?:[Ii]n|[Ff]or) (?:an? |your |the )?(?:(?:local|JVM|unit|instrumented) )*tests?\b|(?:[Ww]ith )?Robolectric\b|JUnit [45]: )",
);

/// Whether a part of a text is for others.
fn is_of_others(failure: &Failure, part: &str) -> bool {
    let of_others = match failure.details.get("on_place").filter(|_| failure.exception.is_some()).map(String::as_str) {
        Some("unit_test") => OF_DEVICES.is_match(part),
        Some("device" | "desktop") => OF_TESTS.is_match(part),
        _ => false,
    };
    of_others || ruled_out(part, |name| failure.details.get(name).map(String::as_str)).is_some()
}

/// Leaves steps, and parts of them, that are for others out of the steps.
pub fn fit(failure: &Failure, steps: &mut Vec<String>) {
    let is_others = |part: &str| is_of_others(failure, part);
    if steps.iter().any(|step| !is_others(step)) {
        steps.retain(|step| !is_others(step) || clauses::without(step, is_others) != *step);
    }
    steps.iter_mut().for_each(|step| *step = clauses::without(step, is_others));
}

/// Leaves such sentences out of the cause.
pub fn fit_cause(failure: &Failure, cause: &mut String) {
    *cause = clauses::without(cause, |part| is_of_others(failure, part));
}

#[cfg(test)]
mod tests {
    use super::{fit, fit_cause};
    use crate::Category;
    use crate::model::failure::{Failure, Language};

    #[test]
    fn what_is_for_another_system_or_version_is_left_out() {
        let mut failure = Failure::new(Category::Other, Language::Unknown, "no");
        let all =
            ["Close the shelf; on Windows `dir` shows it (on Linux `ls`).", "On Android 12 and later ask.", "Ask."];
        let mut steps: Vec<String> = all.map(str::to_owned).to_vec();
        fit(&failure, &mut steps);
        assert_eq!(steps, all, "nothing is known");
        failure.details.insert("on_os".to_owned(), "Linux".to_owned());
        failure.details.insert("on_android".to_owned(), "..30".to_owned());
        fit(&failure, &mut steps);
        assert_eq!(steps, ["Close the shelf.", "Ask."]);
        let all = ["Open it; in a unit test mock it.", "If only the minified build fails: keep it."];
        for (place, expected) in [
            ("unit_test", &["Open it; in a unit test mock it."][..]),
            ("device", &["Open it.", "If only the minified build fails: keep it."]),
            ("instrumented_test", &all),
        ] {
            let mut failure = Failure::new(Category::Other, Language::Unknown, "no");
            failure.exception = Some("java.lang.IllegalStateException".to_owned());
            failure.details.insert("on_place".to_owned(), place.to_owned());
            let mut steps: Vec<String> = all.map(str::to_owned).to_vec();
            fit(&failure, &mut steps);
            assert_eq!(steps, expected, "{place}");
        }
        let mut cause = "The shelf is closed. Since Android 12 that is refused. It was open.".to_owned();
        fit_cause(&failure, &mut cause);
        assert_eq!(cause, "The shelf is closed. It was open.");
    }
}
