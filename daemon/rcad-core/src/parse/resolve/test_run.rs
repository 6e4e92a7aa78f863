//! What a log says of a whole run of tests: how many failed of how many, how to run one alone, and, where the names of the
//! failed tests were cut off, what is left of them.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::readers::junit;
use crate::pattern::Pattern;

/// The sentences in which runners count, in the order in which they are believed: Gradle, Maven and instrumentation
/// (without the lines of single classes), TestNG, Karma.
static COUNTS: [Pattern; 4] = [
    Pattern::new(r"^(?P<all>[0-9]+) tests? completed, (?P<failed>[0-9]+) failed(?:, (?P<skipped>[0-9]+) skipped)?"),
    Pattern::new(
        r"Tests run: +(?P<all>[0-9]+), +Failures: +(?P<failed>[0-9]+)(?:, +Errors: +(?P<errors>[0-9]+))?(?:, +Skipped: +(?P<skipped>[0-9]+))?\s*$",
    ),
    Pattern::new(
        r"Tests run: +(?P<all>[0-9]+), (?:Passes: [0-9]+, )?Failures: +(?P<failed>[0-9]+), Skips: +(?P<skipped>[0-9]+)",
    ),
    Pattern::new(r"Executed (?P<all>[0-9]+) of [0-9]+ \((?P<failed>[0-9]+) FAILED\)"),
];

/// `[         3 tests failed          ]`: JUnit's console
static BOXED: Pattern = Pattern::new(r"^\[ +(?P<count>[0-9]+) tests (?P<what>started|failed|skipped) +\]$");

/// Names of classes that hold tests.
const TESTS: &[&str] = &["Test", "Tests", "TestCase", "IT", "Spec", "Specs", "UATest"];

/// `    at app//a.ATest.t(ATest.java:12)`, `        Caused by: a.BException at B.java:3`, indented as Gradle does below a test
static ORPHAN: Pattern = Pattern::new(concat!(
    r"^\s+(?:at (?:[^ (/]*/+)*(?P<class>[A-Za-z0-9_.$]+)\.(?P<test>[^.(]+)\([^()]+:[0-9]+\)",
    r"|(?:Caused by: )?(?:[A-Za-z0-9_$]+\.)+[A-Za-z0-9_$]+ at [^: ()]+\.[A-Za-z]+:[0-9]+$)",
));

/// Tells the failures of tests what is known of their run.
pub fn tell(lines: &Lines, failures: &mut [Failure]) {
    if !failures.iter().any(|failure| failure.category == Category::TestFailure) {
        return;
    }
    // TestNG and instrumentation count as well, but know no errors.
    let maven = (0..lines.len()).any(|at| lines.get(at).contains("Tests run: ") && lines.get(at).contains("Errors: "));
    for (at, failure) in failures.iter_mut().enumerate().filter(|(_, one)| one.category == Category::TestFailure) {
        if failure.symbol.is_none() && failure.message.starts_with("There were failing tests") {
            take_orphan(lines, failure);
        }
        junit::mocks::tell(lines, failure);
        if !failure.details.contains_key("class") {
            continue;
        }
        let reports = if maven && failure.task.is_none() { "target/surefire-reports" } else { "build/reports" };
        failure.details.insert("reports".to_owned(), reports.to_owned());
        if at == 0 {
            count(lines, failure);
        }
        let own = failure.details.get("rerun").filter(|_| failure.task.is_none()).cloned();
        let rerun = own.unwrap_or_else(|| rerun(failure, maven));
        if failure.details.contains_key("assertion") {
            let name = if failure.details.contains_key("throws") { "rerun_known" } else { "rerun_after" };
            failure.details.insert(name.to_owned(), rerun.clone());
            let name = failure.file.as_deref().map(|file| file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned());
            let place = name.zip(failure.line).map(|(name, line)| format!("{name}:{line}"));
            failure.details.extend(place.map(|place| ("said_at".to_owned(), place)));
        }
        if failure.details.contains_key("asserts") && !failure.details.contains_key("check") {
            failure.details.insert("values_by".to_owned(), rerun.clone());
            let valueless = rerun.starts_with("./gradlew") && !failure.details.contains_key("assertion");
            if valueless && !failure.details.contains_key("on_device") {
                failure.details.insert("task_of_tests".to_owned(), "tasks.withType<Test>().configureEach".to_owned());
            }
        }
        failure.details.insert("rerun".to_owned(), rerun);
    }
}

/// How many tests ran and failed: by the first such line below the failure, or the last of the log.
fn count(lines: &Lines, failure: &mut Failure) {
    let start = failure.evidence.first().map_or(0, |line| line.line);
    for form in &COUNTS {
        let hits = || (0..lines.len()).filter(|at| form.is_match(lines.get(*at)));
        let Some(at) = hits().find(|at| lines.number(*at) >= start).or_else(|| hits().next_back()) else { continue };
        let Some(found) = form.captures(lines.get(at)) else { continue };
        let number = |name: &str| found.name(name).and_then(|text| text.as_str().parse::<u32>().ok()).unwrap_or(0);
        tell_counts(failure, number("all"), number("failed") + number("errors"), number("skipped"));
        return;
    }
    let boxed = |what: &str| {
        (0..lines.len()).rev().find_map(|at| {
            let found = BOXED.captures(lines.get(at)).filter(|found| &found["what"] == what)?;
            found["count"].parse::<u32>().ok()
        })
    };
    if let (Some(all), Some(failed)) = (boxed("started"), boxed("failed")) {
        tell_counts(failure, all, failed, boxed("skipped").unwrap_or(0));
    }
}

fn tell_counts(failure: &mut Failure, all: u32, failed: u32, skipped: u32) {
    for (name, count) in [("tests_run", all), ("tests_failed", failed), ("tests_skipped", skipped)] {
        if failed > 0 && failed <= all && (count > 0 || name != "tests_skipped") {
            failure.details.insert(name.to_owned(), count.to_string());
        }
    }
}

/// The command that runs one test again and prints its whole exception.
fn rerun(failure: &Failure, maven: bool) -> String {
    let detail = |name: &str| failure.details.get(name).map_or("", String::as_str);
    let class = detail("class").split(" > ").next().unwrap_or("");
    if failure.file.as_deref().is_some_and(|file| file.ends_with(".dart")) {
        return format!("flutter test --plain-name '{}'", detail("test"));
    }
    let test = detail("test").split(['(', '[']).next().unwrap_or("").trim();
    // Of a test with parameters, in a nested class, or with a name for people, only the class can be named.
    let place =
        test.rsplit_once('.').is_some_and(|(_, ending)| ending.starts_with("kt:") || ending.starts_with("java:"));
    let whole = place || test.is_empty() || detail("test").contains(" > ") || junit::is_of_class(test);
    let task = failure.task.as_deref().unwrap_or("");
    let device = detail("on_device") == "yes"
        || task.rsplit(':').next().is_some_and(|name| name.starts_with("connected") || name.ends_with("AndroidTest"));
    let joined = |sign: &str| if whole { class.to_owned() } else { format!("{class}{sign}{test}") };
    match (task.is_empty(), device, maven) {
        (_, true, _) => {
            let task = if task.is_empty() { "connectedDebugAndroidTest" } else { task };
            format!("./gradlew {task} -Pandroid.testInstrumentationRunnerArguments.class={}", joined("#"))
        }
        (false, false, _) => format!("./gradlew {task} --tests '{}' -i", joined(".")),
        (true, _, true) => format!("mvn test -Dtest='{}' -DtrimStackTrace=false", joined("#")),
        (true, _, false) => format!("./gradlew test --tests '{}' -i", joined(".")),
    }
}

/// Where the log begins below the test's name: the first of its frames or causes that is left.
fn take_orphan(lines: &Lines, failure: &mut Failure) {
    let named = |class: &str| {
        let simple = class.rsplit('.').next().unwrap_or("").split('$').next().unwrap_or("");
        TESTS.iter().any(|end| simple.ends_with(end) && simple.len() > end.len())
    };
    let fits = |at: &usize| {
        ORPHAN
            .captures(lines.get(*at))
            .is_some_and(|found| found.name("class").is_none_or(|class| named(class.as_str())))
    };
    let end = (0..lines.len()).find(|at| lines.get(*at).starts_with("FAILURE: ")).unwrap_or(lines.len());
    let Some(at) = (0..end).find(fits) else { return };
    let found = ORPHAN.captures(lines.get(at));
    let test = found.as_ref().and_then(|found| Some((found.name("class")?.as_str(), found.name("test")?.as_str())));
    let thrown = junit::thrown::read(lines, at, true);
    let (class, method) = test.unwrap_or_default();
    thrown.tell(lines, class, failure);
    failure.details.insert("cut".to_owned(), "yes".to_owned());
    failure.symbol = failure.exception.clone();
    if !class.is_empty() {
        failure.symbol = Some(format!("{class}.{method}"));
        failure.details.insert("class".to_owned(), class.to_owned());
        failure.details.insert("test".to_owned(), method.to_owned());
    } else if failure.exception.is_some() {
        count(lines, failure);
        let rerun = failure.task.as_ref().map(|task| format!("./gradlew {task} -i"));
        failure.details.extend(rerun.map(|rerun| ("rerun".to_owned(), rerun)));
    }
}
