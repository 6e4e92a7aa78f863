//! A test among the sources of the app: what it imports is on the class path of tests alone.

use crate::{Category, Failure};

/// Packages of libraries for tests, and the source set that they are usually for.
const OF_TESTS: &[(&str, &str)] = &[
    ("androidx.test", "androidTest"),
    ("android.support.test", "androidTest"),
    ("com.wix.detox", "androidTest"),
    ("androidx.compose.ui.test", "androidTest"),
    ("androidx.room.testing", "androidTest"),
    ("dagger.hilt.android.testing", "androidTest"),
    ("org.robolectric", "test"),
    ("org.mockito", "test"),
    ("io.mockk", "test"),
    ("io.kotest", "test"),
    ("kotlin.test", "test"),
    ("org.junit", "test"),
    ("junit.framework", "test"),
    ("org.hamcrest", "test"),
    ("org.assertj", "test"),
    ("com.google.common.truth", "test"),
    ("app.cash.turbine", "test"),
    ("kotlinx.coroutines.test", "test"),
];

/// Ends of the names of classes that are tests.
const TESTS: &[&str] = &["Test", "Tests", "TestCase", "IT", "Spec"];

/// Words a name of a library for tests that a test in `src/main` does not find. Whether it did.
pub fn tell(failure: &mut Failure, name: &str) -> bool {
    let about = matches!(failure.category, Category::JavaCannotFindSymbol | Category::KotlinUnresolvedReference);
    let file = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
    let class = file.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    let in_main = file.contains("/src/main/") && TESTS.iter().any(|end| class.ends_with(end));
    let within =
        |package: &str| name.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let Some((package, set)) = OF_TESTS.iter().find(|(package, _)| within(package)).filter(|_| about && in_main) else {
        return false;
    };
    if failure.details.contains_key("known") {
        return false;
    }
    let set = if failure.message.contains("org.junit") { "test` or `src/androidTest" } else { set };
    failure.details.insert("test_package".to_owned(), (*package).to_owned());
    failure.details.insert("test_set".to_owned(), format!("src/{set}"));
    failure.say(
        "{name} is a test and lies among the sources of the app (`src/main`); `{test_package}` is a library for tests, which is on the class path of the test source sets alone (`testImplementation`, `androidTestImplementation`).",
        &["Move {name} to `{test_set}`, into the directory of its package (`…/java/<package>/`); what it imports stays declared for tests."],
    );
    true
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_test_among_the_apps_sources_is_moved() {
        let answer = |set: &str, class: &str| {
            let log = format!(
                "/home/dev/shelf/app/src/{set}/java/com/example/{class}.java:3: error: package androidx.test.ext.junit.runners does not exist\nimport androidx.test.ext.junit.runners.AndroidJUnit4;\n                                      ^\n"
            );
            crate::explain::answer(&log)
        };
        let main = answer("main", "ShelfTest");
        assert!(
            main.contains("Move ShelfTest.java to `src/androidTest`") && !main.contains("implementation(\""),
            "{main}"
        );
        assert!(!answer("androidTest", "ShelfTest").contains("Move "));
        assert!(!answer("main", "ShelfHelper").contains("Move "));
    }
}
