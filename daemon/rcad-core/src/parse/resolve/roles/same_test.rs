//! A failed test that was read twice: Gradle's console prints its class without the package (JUnit 5, and JUnit 4 from
//! Gradle 9 on), its result file in full.

use super::merge::complete;
use crate::Category;
use crate::model::failure::Failure;
use crate::parse::reader::TakenFailure;

/// Joins the reading without the package with the one that has it. The place on the console, below the task's header,
/// stays; the full name and the assertion's message come from the result file.
pub fn join(taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    let (tests, mut rest): (Vec<TakenFailure>, Vec<TakenFailure>) =
        taken.into_iter().partition(|one| is_test(&one.found.failure));
    let (short, mut full): (Vec<TakenFailure>, Vec<TakenFailure>) =
        tests.into_iter().partition(|one| !class(&one.found.failure).contains('.'));
    let mut joined: Vec<TakenFailure> = Vec::new();
    for mut one in short {
        if let Some(at) = find(&full, &one.found.failure) {
            let other = full.remove(at).found.failure;
            take_name(&mut one.found.failure, &other);
            complete(&mut one.found.failure, other);
            joined.push(one);
        } else if let Some(at) = find(&joined, &one.found.failure) {
            complete(&mut joined[at].found.failure, one.found.failure); // Printed again, by a retry for example.
        } else {
            rest.push(one);
        }
    }
    rest.extend(joined);
    rest.extend(full);
    rest.sort_by_key(|one| one.start);
    rest
}

fn is_test(failure: &Failure) -> bool {
    failure.category == Category::TestFailure && failure.symbol.is_some() && !class(failure).is_empty()
}

fn class(failure: &Failure) -> &str {
    failure.details.get("class").map_or("", String::as_str)
}

/// The reading in full of the test that `short` names; of several the one that failed on the same line.
fn find(full: &[TakenFailure], short: &Failure) -> Option<usize> {
    let same = |at: &usize| is_same(&full[*at].found.failure, short);
    let exact = |at: &usize| full[*at].found.failure.line == short.line;
    (0..full.len()).find(|at| same(at) && exact(at)).or_else(|| (0..full.len()).find(same))
}

/// `k.CargoTest.weighs` is `CargoTest.weighs`, unless it failed in another file or with another exception.
fn is_same(full: &Failure, short: &Failure) -> bool {
    let name = |failure: &Failure| failure.symbol.as_deref().unwrap_or("").replace('$', ".");
    let agree = |one: &Option<String>, other: &Option<String>| one.is_none() || other.is_none() || one == other;
    name(full).ends_with(&format!(".{}", name(short)))
        && agree(&full.file, &short.file)
        && agree(&full.exception, &short.exception)
}

fn take_name(failure: &mut Failure, full: &Failure) {
    failure.symbol.clone_from(&full.symbol);
    failure.message.clone_from(&full.message);
    for name in ["class", "test"] {
        if let Some(value) = full.details.get(name) {
            failure.details.insert(name.to_owned(), value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::failure::Failure;
    use crate::parse::parse;

    const CONSOLE: &str = "> Task :test\n\nCargoTest > weighs FAILED\n    java.lang.AssertionError at CargoTest.java:5\n\n> Task :test FAILED\n";
    const BLOCK: &str = "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':test'.\n\
        > There were failing tests. See the report at: file:///p/build/reports/tests/test/index.html\n";

    fn result(class: &str, file: &str, line: u32) -> String {
        format!(
            "\n{class} > weighs FAILED\n    java.lang.AssertionError: expected:<4> but was:<3>\n\
             \x20       at org.junit.Assert.fail(Assert.java:89)\n        at {class}.weighs({file}:{line})\n"
        )
    }

    fn read(results: &[String]) -> Vec<Failure> {
        parse(&format!("{CONSOLE}{BLOCK}{}", results.concat())).failures
    }

    fn symbols(failures: &[Failure]) -> Vec<&str> {
        failures.iter().map(|one| one.symbol.as_deref().unwrap_or("")).collect()
    }

    #[test]
    fn a_class_without_its_package_is_the_one_of_the_result_file() {
        let failures = read(&[result("k.CargoTest", "CargoTest.java", 5)]);
        assert_eq!(symbols(&failures), ["k.CargoTest.weighs"]);
        let failure = &failures[0];
        assert_eq!(failure.message, "k.CargoTest > weighs FAILED");
        assert_eq!(failure.details.get("class").map(String::as_str), Some("k.CargoTest"));
        assert_eq!(failure.details.get("assertion").map(String::as_str), Some("expected:<4> but was:<3>"));
        assert_eq!((failure.file.as_deref(), failure.line), (Some("CargoTest.java"), Some(5)));
        assert_eq!(failure.task.as_deref(), Some(":test"));
    }

    #[test]
    fn nested_classes_have_another_sign_in_the_result_file() {
        let console = CONSOLE.replace("CargoTest > weighs", "CargoTest > Heavy > weighs()");
        let file = result("k.CargoTest$Heavy", "CargoTest.java", 5).replace("> weighs", "> weighs()");
        assert_eq!(symbols(&parse(&format!("{console}{BLOCK}{file}")).failures), ["k.CargoTest$Heavy.weighs"]);
    }

    #[test]
    fn classes_of_one_simple_name_stay_two() {
        let both = [result("a.CargoTest", "CargoTest.java", 9), result("b.CargoTest", "CargoTest.java", 5)];
        let mut found = read(&both);
        assert_eq!(symbols(&found), ["b.CargoTest.weighs", "a.CargoTest.weighs"], "b failed where the console says");
        let twice = format!("{CONSOLE}{}{BLOCK}{}", CONSOLE.replace(":5", ":9"), both.concat());
        found = parse(&twice).failures;
        assert_eq!(symbols(&found), ["b.CargoTest.weighs", "a.CargoTest.weighs"]);
        assert_eq!(found.iter().map(|one| one.line).collect::<Vec<_>>(), [Some(5), Some(9)]);
    }

    #[test]
    fn other_tests_stay_themselves() {
        for other in [
            result("k.OtherCargoTest", "OtherCargoTest.java", 5),
            result("k.CargoTest", "CargoTest.kt", 5),
            result("k.CargoTest", "CargoTest.java", 5).replace("> weighs", "> sails"),
            result("k.CargoTest", "CargoTest.java", 5).replace("AssertionError", "IllegalStateException"),
        ] {
            assert_eq!(read(std::slice::from_ref(&other)).len(), 2, "{other}");
        }
    }

    #[test]
    fn a_test_that_is_retried_is_one() {
        let again = CONSOLE.replace("> Task :test FAILED\n", "");
        let log = format!("{again}{CONSOLE}{BLOCK}{}", result("k.CargoTest", "CargoTest.java", 5));
        assert_eq!(symbols(&parse(&log).failures), ["k.CargoTest.weighs"]);
    }
}
