//! What failed tests mean, and how many of them are explained together.

use super::meaning::Meaning;
use crate::model::failure::Failure;
use crate::{Category, template};

/// The table.
pub static MEANINGS: &[Meaning] = &[Meaning {
    category: Category::TestFailure,
    causes: &[
        "The class `{class}` failed as a whole (`{of_class}`), before or after its tests: {assertion} ({exception}).",
        "The class `{class}` failed as a whole (`{of_class}`), before or after its tests, with {exception}.",
        "The test `{test}` of `{class}` failed: the actual `{blank_actual}` has no value in any of its fields, so an initial state arrived, or what mocks and stubs give when nobody told them: {assertion} ({exception}).",
        "The test `{test}` of `{class}` failed: the actual `{blank_actual}` has no value in any of its fields, so an initial state arrived, or what mocks and stubs give when nobody told them: {assertion}.",
        "The test `{test}` of `{class}` failed with “{stated}”: it expects `{expected_value}`, but gets `{actual_value}` ({exception}). {difference}",
        "The test `{test}` of `{class}` failed: it expects `{expected_value}`, but gets `{actual_value}` ({exception}). {difference}",
        "The test `{test}` of `{class}` failed: {assertion} ({exception}). {difference}",
        "The test `{test}` of `{class}` failed with “{stated}”: it expects `{expected_value}`, but gets `{actual_value}`. {difference}",
        "The test `{test}` of `{class}` failed: it expects `{expected_value}`, but gets `{actual_value}`. {difference}",
        "The test `{test}` of `{class}` failed with “{stated}”: it expects `{expected_value}`, but gets `{actual_value}` ({exception}).",
        "The test `{test}` of `{class}` failed: it expects `{expected_value}`, but gets `{actual_value}` ({exception}).",
        "The test `{test}` of `{class}` failed with “{stated}”: it expects `{expected_value}`, but gets `{actual_value}`.",
        "The test `{test}` of `{class}` failed: it expects `{expected_value}`, but gets `{actual_value}`.",
        "The test `{test}` of `{class}` failed: the collection lacks {missing_elements} and has {besides_elements}, which is not expected.",
        "The test `{test}` of `{class}` failed: the collection lacks {missing_elements}.",
        "The test `{test}` of `{class}` failed: the collection has {besides_elements}, which is not expected.",
        "The test `{test}` of `{class}` failed: {assertion} ({exception}).",
        "The test `{test}` of `{class}` failed with {throws}: {assertion}.",
        "The test `{test}` of `{class}` failed: {assertion}.",
        "`{check}` in the test `{test}` of `{class}` does not hold ({asserts}); such a check prints no values.",
        "An assertion of the test `{test}` of `{class}` does not hold ({asserts}); the log does not have its values.",
        "The test `{test}` of `{class}` failed with {throws}: an exception, not an assertion that does not hold.",
        "The test `{test}` of `{class}` failed; the beginning of its exception is not in the log.",
        "A test of `{class}` failed with “{stated}”: it expects `{expected_value}`, but gets `{actual_value}`; its name is not in the log.",
        "A test of `{class}` failed: it expects `{expected_value}`, but gets `{actual_value}`; its name is not in the log.",
        "A test failed with “{stated}”: it expects `{expected_value}`, but gets `{actual_value}`; its name is not in the log.",
        "A test failed: it expects `{expected_value}`, but gets `{actual_value}`; its name is not in the log.",
        "A test failed with {exception}; its name is not in the log.",
        "Tests failed; the report says which: {report}.",
        "Tests failed: {message}.",
    ],
    fixes: &[
        &[
            "See which `{blank_actual}` the test at {name}:{line} looks at: the first value of a `StateFlow` is its initial state (with Turbine `skipItems(1)` or a second `awaitItem()`, else `first {{ … }}`, after `advanceUntilIdle()`). If it is a later one, see why the mocks give nothing there: a stub whose arguments don't match, a relaxed mock, a value class that this version of the mock library does not unwrap.",
            "{difference_step}",
            "Follow the condition at {said_at}, of which the test says “{stated_condition}”, into the code that gives its value: see there what it gets and why; else correct the condition.",
            "See which values {condition} at {said_at} compares, as it prints none of them: write it as a comparison (`assertEquals(…)`, AssertJ, Truth) or give it a message that has them, and run it again.",
            "Decide which of them is wrong: the expectation `{expected_value}` at {name}:{line}, or the code that gives `{actual_value}` there; correct that one.",
            "Decide which of them is wrong: the expectation `{expected_value}` ({place}), or the code that gives `{actual_value}` there; correct that one.",
            "Decide which of them is wrong: the expectation `{expected_value}` of `{test}`, or the code that gives `{actual_value}`; correct that one.",
            "Search the tests for the assertion that expects `{expected_value}`, and decide which is wrong: that expectation, or the code that gives `{actual_value}`.",
            "Look at what gives the collection at {name}:{line} its elements: why {missing_elements} is not among them; else correct the expectation.",
            "Look at what gives the collection its elements ({place}): why {missing_elements} is not among them; else correct the expectation.",
            "Look at what gives the collection at {name}:{line} its elements: why {besides_elements} is among them; else correct the expectation.",
            "Look at {thrown_at} (`{at}`), where {throws} is thrown, and at what the test at {name}:{line} gives to it.",
            "Follow {said_at} into what it calls, until {throws} is thrown there; `{rerun_known}` prints the whole trace.",
            "Run it alone and read its trace, from the lowest `Caused by` up: `{rerun_known}`.",
            "Look at the condition at {name}:{line}: which of its values is another than the test wants? A debugger shows them, and `assertEquals` prints both where `{check}` prints none.",
            "Compare the message with what stands at {said_at}; correct the code that is tested, or the expectation, whichever is wrong.",
            "Read the values (`{values_by}`, or the report below `{reports}`), and compare what `{test}` expects at {name}:{line} with what the code gives; correct whichever is wrong.",
            "Read the exception and its message: `{rerun}`, or the report below `{reports}`.",
            "Open {report} for the failing tests and their messages.",
            "Open the test report for the failing tests and their messages.",
        ],
        &[
            "Run it alone: `{rerun_after}`.",
            "So that the next log has them (Gradle leaves them out by default): `{task_of_tests} {{ testLogging {{ exceptionFormat = org.gradle.api.tasks.testing.logging.TestExceptionFormat.FULL }} }}`.",
            "On CI {report} goes with the machine: keep it as an artifact, or let Gradle print the failures: `testLogging {{ exceptionFormat = org.gradle.api.tasks.testing.logging.TestExceptionFormat.FULL }}` in the test tasks.",
        ],
    ],
    link: None,
}];

/// Whether it is a failed test whose name is known.
fn is_named(failure: &Failure) -> bool {
    failure.category == Category::TestFailure && failure.details.contains_key("test")
}

/// Longest message that stands before the cause, in characters.
const QUOTED: usize = 160;

/// The cause of a failed test in the words of what it threw, with the test's name before it.
pub fn introduce(failure: &Failure, cause: String) -> String {
    if !is_named(failure) {
        let cut = failure.details.contains_key("cut").then_some(failure.exception.as_ref()).flatten();
        return cut.map_or(cause.clone(), |class| {
            format!("A test, whose name is not in this part of the log, failed with {class}. {cause}")
        });
    }
    let detail = |name: &str| failure.details.get(name).map(String::as_str);
    let (test, class) = (detail("test").unwrap_or(""), detail("class").unwrap_or(""));
    let who = if detail("of_class").is_some() {
        format!("The class `{class}` failed as a whole (`{test}`)")
    } else {
        format!("The test `{test}` of `{class}` failed")
    };
    let with = failure.exception.as_deref().or(detail("throws")).map(|class| format!(" with {class}"));
    let at = detail("thrown_at").filter(|_| detail("asserts").is_none()).map(|place| format!(" at {place}"));
    let message = detail("assertion").and_then(|text| text.lines().next()).unwrap_or("").trim();
    let start: String = message.chars().take(40).collect();
    let said = if message.is_empty() || cause.contains(&start) {
        String::new()
    } else {
        let cut: String = message.chars().take(QUOTED).collect();
        let more = if cut.len() < message.len() { "…" } else { "" };
        format!(": {}{more}", cut.trim_end_matches(['.', ':', ' ']))
    };
    let (with, at) = (with.unwrap_or_default(), at.unwrap_or_default());
    format!("{who}{with}{at}{said}. {cause}")
}

/// Classes that are counted by their names.
const CLASSES: usize = 3;

/// A sentence on the whole run: how many tests failed of how many, in which classes, for how many reasons. Nothing where
/// the failure is no test. `again` is how many failed for the first one's reason.
pub fn summary(errors: &[Failure], again: usize) -> Option<String> {
    let primary = errors.first().filter(|failure| failure.category == Category::TestFailure)?;
    let number = |name: &str| primary.details.get(name).and_then(|text| text.parse::<usize>().ok());
    let tests: Vec<&Failure> = errors.iter().filter(|failure| is_named(failure)).collect();
    let failed = number("tests_failed").unwrap_or(tests.len());
    let mut said = match number("tests_run") {
        Some(1) if failed == 1 => " It is the only test that ran.".to_owned(),
        Some(all) if failed == all => format!(" All {all} tests failed"),
        Some(all) if failed == 1 => format!(" 1 of {all} tests failed"),
        Some(all) => format!(" {failed} of {all} tests failed"),
        None if tests.len() > 1 => format!(" {} tests failed", tests.len()),
        None => String::new(),
    };
    if said.is_empty() || said.ends_with('.') {
        return Some(said).filter(|said| !said.is_empty());
    }
    if tests.len() == failed && failed > 1 {
        said.push_str(&by_class(&tests));
    }
    if let Some(skipped) = number("tests_skipped") {
        said.push_str(&format!("; {skipped} {} skipped", if skipped == 1 { "was" } else { "were" }));
    }
    said.push('.');
    match again {
        0 => (),
        again if again + 1 == failed => said.push_str(" They failed for the same reason."),
        1 => said.push_str(" One more of them failed for the same reason."),
        again => said.push_str(&format!(" {again} more of them failed for the same reason.")),
    }
    Some(said)
}

/// `: 6 of \`ATest\`, 2 of \`BTest\``, where there are few classes.
fn by_class(tests: &[&Failure]) -> String {
    let mut classes: Vec<(&str, usize)> = Vec::new();
    for test in tests {
        let class = simple(test);
        match classes.iter_mut().find(|(known, _)| *known == class) {
            Some((_, count)) => *count += 1,
            None => classes.push((class, 1)),
        }
    }
    match classes.as_slice() {
        [(class, _)] => format!(", all of `{class}`"),
        many if many.len() <= CLASSES => {
            let each: Vec<String> = many.iter().map(|(class, count)| format!("{count} of `{class}`")).collect();
            format!(": {}", each.join(", "))
        }
        many => format!(", in {} classes", many.len()),
    }
}

fn simple(test: &Failure) -> &str {
    test.details.get("class").map_or("", |class| class.rsplit('.').next().unwrap_or(class))
}

/// Most tests with an exception of their own that say more than the assertions beside them.
const TELLING: usize = 2;

/// Of several tests of which the first fails an assertion, the one that ends with another exception, if few do: it says more.
pub fn telling(errors: &[Failure]) -> Option<usize> {
    let first = errors.first().filter(|failure| is_named(failure) && failure.details.contains_key("asserts"))?;
    if first.details.contains_key("expected_value") || first.wording.is_some() {
        return None;
    }
    let throws = |failure: &&Failure| is_named(failure) && failure.details.contains_key("throws");
    let count = errors.iter().filter(throws).count();
    (count <= TELLING).then(|| errors.iter().position(|failure| throws(&failure)))?
}

/// The step that sends to the test that says more than the first; `fix` is that test's own first step.
pub fn begin_with(failure: &Failure, fix: Option<&String>) -> Option<String> {
    let wording = "Begin with the test `{test}` ({name}:{line}), which ends with {throws} and so says more than an assertion that does not hold.";
    let other =
        "Begin with the test `{test}`, which ends with {throws} and so says more than an assertion that does not hold.";
    let begin = template::first(&[wording, other], failure)?;
    Some(fix.map_or_else(|| begin.clone(), |fix| format!("{begin} {fix}")))
}

/// Whether `other` gets no step of its own: a test of a class that has one already for the same exception.
pub fn is_told(told: &[&Failure], other: &Failure) -> bool {
    let same = |one: &&&Failure| is_named(one) && simple(one) == simple(other) && one.exception == other.exception;
    is_named(other) && told.iter().any(|one| same(&one))
}
