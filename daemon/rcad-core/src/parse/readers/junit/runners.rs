//! Failed tests as runners other than Gradle print them: Maven's Surefire and Failsafe, JUnit's console, instrumentation
//! on Android, TestNG, Karma, and the tests of Kotlin/Native.

use super::named::{failed, found};
use super::thrown;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::reader::ReaderMatch;
use crate::parse::readers::stack_trace::values;
use crate::pattern::{Captures, Pattern};

/// `t(a.ATest)  Time elapsed: 0.01 sec  <<< FAILURE!`, `[ERROR] a.ATest.t -- Time elapsed: 0.03 s <<< ERROR!`
static SUREFIRE: Pattern = Pattern::new(concat!(
    r"^(?:\[ERROR\] +)?(?:(?P<test>[^(]+?)\((?P<class>[A-Za-z0-9_.$]+)\)|(?P<owner>(?:[A-Za-z0-9_$]+\.)*[A-Z][A-Za-z0-9_$]*)\.(?P<name>.+?))",
    r" +(?:-- )?Time elapsed: [0-9.,]+ s(?:ec)? +<<< (?:FAILURE|ERROR)!",
));

/// `[ERROR]   ATest.t:12 expected:<3> but was:<2>`, `[ERROR]   ATest.t:14 » NullPointer`, `ATest>Base.t:4->help:9 no`: a line
/// of the list at the end
static LISTED: Pattern = Pattern::new(concat!(
    r"^(?:\[ERROR\])? +(?P<class>[A-Z][A-Za-z0-9_$]*)(?:>[A-Z][A-Za-z0-9_$]*)?\.(?P<test>[^:»>]+?)",
    r"(?::(?P<line>[0-9]+)(?:->[A-Za-z0-9_.$]+:[0-9]+)*(?: +(?:»|Â»|\?) *(?P<thrown>[A-Za-z]+))?| +» *(?P<raised>[A-Za-z]+))(?: +(?P<message>.+))?$",
));

/// `Failed tests:   t(a.ATest): expected:<3> but was:<2>`, and the same on the line below: Surefire before 2.13
static OLD_LISTED: Pattern = Pattern::new(
    r"^(?:Failed tests:|Tests in error:)? +(?P<test>[A-Za-z0-9_]+)\((?P<class>[A-Za-z0-9_.$]+)\)(?:: (?P<message>.+))?$",
);

/// The head of such a list, alone on its line.
static LIST_HEAD: Pattern = Pattern::new(r"^(?:\[ERROR\] +)?(?:Failed tests|Tests in error|Failures|Errors): *$");

/// `MethodSource [className = 'a.ATest', methodName = 't', methodParameterTypes = '']`: JUnit's console
static METHOD_SOURCE: Pattern =
    Pattern::new(r"MethodSource \[className = '(?P<class>[^']+)', methodName = '(?P<test>[^']+)'");

/// `Error in t(a.ATest):`, `1) t(a.ATest)`: the text listener of JUnit 4, also on a device
static LISTENER: Pattern =
    Pattern::new(r"^\s*(?:Error in |[0-9]+\) )(?P<test>[^()]+?)\((?P<class>[A-Za-z0-9_.$]+)\):?$");

/// `INSTRUMENTATION_STATUS: stack=java.lang.AssertionError: no`: `adb shell am instrument -r`
const STACK: &str = "INSTRUMENTATION_STATUS: stack=";

/// `INSTRUMENTATION_STATUS: class=a.ATest`
static STATUS: Pattern = Pattern::new(r"^INSTRUMENTATION_STATUS: (?P<key>class|test|numtests)=(?P<value>.+)$");

/// `FAILED: t`, `FAILED: a.ATest.t`, `FAILED: t("x", 3)`: TestNG
static TESTNG: Pattern = Pattern::new(r"^FAILED: (?P<name>[A-Za-z_][A-Za-z0-9_.$]*)(?:\(.*\))?$");

/// `  1) BasketTest`, and below it `       addsUp:`: Mocha, for Kotlin/JS
static MOCHA: Pattern = Pattern::new(r"^\s*[0-9]+\) (?P<class>[A-Za-z_][A-Za-z0-9_.]*)$");
static MOCHA_TEST: Pattern = Pattern::new(r"^\s+(?P<test>\S.*):$");

/// `HeadlessChrome 96.0 (Linux x86_64) a.ATest t FAILED`: Karma, for Kotlin/JS
static KARMA: Pattern = Pattern::new(
    r"^(?:[A-Za-z]*(?:Chrome|Chromium|Firefox|Safari|Edge)[A-Za-z]*) [^)]*\) (?P<class>[A-Za-z0-9_.]+) (?P<test>.+?) FAILED$",
);

/// `[  FAILED  ] a.ATest.t (3 ms)`: a test binary of Kotlin/Native; what was thrown stands above
static NATIVE: Pattern = Pattern::new(
    r"^\[  FAILED  \] (?P<class>(?:[A-Za-z_][A-Za-z0-9_]*\.)*[A-Z][A-Za-z0-9_]*)\.(?P<test>[^.()]+?)(?: \([0-9]+ ms\))?$",
);

/// Lines of one test's status, or of what a native test prints.
const AROUND: usize = 120;

/// The test that is named at this line.
pub fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at);
    if line.starts_with(STACK) {
        return instrumented(lines, at);
    }
    if let Some(head) = SUREFIRE.captures(line) {
        let text =
            |one: &str, other: &str| head.name(one).or_else(|| head.name(other)).map_or("", |text| text.as_str());
        return below(lines, at, text("class", "owner"), text("test", "name"));
    }
    if let Some(head) = LISTENER.captures(line) {
        // Any other exception is read as the trace that it is: it says where the program failed.
        return below(lines, at, &head["class"], &head["test"])
            .filter(|one| one.failure.details.contains_key("asserts"));
    }
    if let Some(head) = METHOD_SOURCE.captures(line) {
        let again = format!("--select-method '{}#{}'", &head["class"], &head["test"]);
        return below(lines, at, &head["class"], &head["test"]).map(|one| run_by(one, again));
    }
    if let Some(head) = MOCHA.captures(line) {
        let named = lines.following(at)?;
        let test = MOCHA_TEST.captures(lines.get(named))?["test"].trim().to_owned();
        let thrown = thrown::read(lines, named + 1, false);
        let mut failure = failed(lines, at, &head["class"], &test);
        thrown.tell(lines, &head["class"], &mut failure);
        return (!thrown.is_empty()).then(|| found(failure, thrown.end - at));
    }
    if let Some(head) = KARMA.captures(line) {
        return below(lines, at, &head["class"], &head["test"]);
    }
    testng(lines, at).or_else(|| native(lines, at)).or_else(|| listed(lines, at))
}

/// A test whose exception follows its name.
fn below(lines: &Lines, at: usize, class: &str, test: &str) -> Option<ReaderMatch> {
    let thrown = thrown::read(lines, at + 1, false);
    if thrown.is_empty() {
        return None;
    }
    let mut failure = failed(lines, at, class.trim(), test.trim());
    thrown.tell(lines, class.trim(), &mut failure);
    Some(found(failure, thrown.end - at))
}

/// A line of Surefire's list: it has the place and the beginning of the message.
fn listed(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let at = if LIST_HEAD.is_match(lines.get(at)) { lines.following(at)? } else { at };
    let line = lines.get(at);
    if let Some(head) = LISTED.captures(line) {
        let (class, test) = (&head["class"], &head["test"]);
        let mut failure = failed(lines, at, class, test);
        // Surefire names no file, and the class only by its simple name.
        let place = head.name("line").map(|line| format!("line {} of `{class}`", line.as_str()));
        failure.details.extend(place.map(|place| ("place".to_owned(), place)));
        let below = goes_on(lines, at);
        let more = (at + 1..=below).map(|at| lines.get(at).trim()).filter(|line| !line.is_empty());
        let first = head.name("message").map_or("", |message| message.as_str().trim());
        let message = std::iter::once(first).chain(more).collect::<Vec<_>>().join(" ");
        said(&head, message.trim(), &mut failure);
        if let (Some(number), Some(kind)) = (head.name("line"), language(lines, class, at, below)) {
            failure.file = Some(format!("{class}.{kind}"));
            failure.line = number.as_str().parse().ok();
        }
        return Some(found(failure, below + 1 - at));
    }
    let head = OLD_LISTED.captures(line)?;
    let mut failure = failed(lines, at, &head["class"], &head["test"]);
    said(&head, head.name("message").map_or("", |message| message.as_str().trim()), &mut failure);
    Some(found(failure, 1))
}

/// Lines that a message in the list goes on for.
const LISTED_BELOW: usize = 30;

/// The last line of a message in the list: it ends before Maven's next line, which has a level.
fn goes_on(lines: &Lines, at: usize) -> usize {
    let begins = |line: &str| {
        ["[ERROR]", "[INFO]", "[WARNING]", "Tests run: ", "Failed tests:", "Tests in error:"]
            .iter()
            .any(|start| line.starts_with(start))
            || LISTED.is_match(line)
            || OLD_LISTED.is_match(line)
    };
    let end = (at + 1..lines.len().min(at + LISTED_BELOW)).find(|index| begins(lines.get(*index)));
    // A list without an end is somebody's own text.
    end.map_or(at, |end| end - 1)
}

/// Whether the class is Java's or Kotlin's, by its file or the only kind of file that the message names.
fn language(lines: &Lines, class: &str, from: usize, to: usize) -> Option<&'static str> {
    let named = |kind: &&str| (from..=to).any(|at| lines.get(at).contains(&format!("({class}.{kind}:")));
    let any = |kind: &&str| (from..=to).any(|at| lines.get(at).contains(&format!(".{kind}:")));
    let kinds = ["java", "kt"];
    let mut found = kinds.into_iter().filter(any);
    kinds.into_iter().find(named).or_else(|| found.next().filter(|_| found.next().is_none()))
}

/// What a line of a list says of the exception, with what follows it.
fn said(head: &Captures<'_>, message: &str, failure: &mut Failure) {
    if !message.is_empty() {
        failure.details.insert("assertion".to_owned(), thrown::cut(message));
        values::tell(message, failure);
    }
    // `» NullPointer` stands for `java.lang.NullPointerException`.
    if let Some(thrown) = head.name("thrown").or_else(|| head.name("raised")) {
        thrown::tell_listed(thrown.as_str(), message, failure);
    } else if !message.is_empty() {
        thrown::tell_words(message, failure);
        failure.details.insert("asserts".to_owned(), "AssertionError".to_owned());
    }
}

/// The status of a test on a device: its lines may stand in any order between two codes.
fn instrumented(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let is_code = |index: &usize| lines.get(*index).starts_with("INSTRUMENTATION_STATUS_CODE: ");
    let first = (at.saturating_sub(AROUND)..at).rev().find(is_code).map_or(at.saturating_sub(AROUND), |code| code + 1);
    let last = (at..lines.len().min(at + 2 * AROUND)).find(is_code).unwrap_or(at);
    let value = |key: &str| {
        (first..=last).find_map(|index| {
            let found = STATUS.captures(lines.get(index)).filter(|found| &found["key"] == key)?;
            Some(found["value"].trim().to_owned())
        })
    };
    let (class, test) = (value("class")?, value("test")?);
    let stack: String = (at..=last)
        .map_while(|index| {
            let line = lines.get(index);
            line.strip_prefix(STACK).or_else(|| (!line.starts_with("INSTRUMENTATION_")).then_some(line))
        })
        .map(|line| format!("{line}\n"))
        .collect();
    let mut failure = failed(lines, at, &class, &test);
    thrown::read(&Lines::new(&stack), 0, false).tell(&Lines::new(&stack), &class, &mut failure);
    // Lines of the stack were counted on their own.
    failure.evidence = vec![lines.evidence(at)];
    let again = format!("adb shell am instrument -w -e class {class}#{test} <test package>/<runner>");
    Some(run_by(found(failure, last + 1 - at), again))
}

fn testng(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let head = TESTNG.captures(lines.get(at))?;
    let thrown = thrown::read(lines, at + 1, false);
    let name = &head["name"];
    let class = match name.rsplit_once('.') {
        Some((class, _)) => class.to_owned(),
        None => thrown.class_of(name)?,
    };
    if thrown.is_empty() {
        return None;
    }
    let mut failure = failed(lines, at, &class, name.rsplit('.').next().unwrap_or(name));
    thrown.tell(lines, &class, &mut failure);
    Some(found(failure, thrown.end - at))
}

fn native(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let head = NATIVE.captures(lines.get(at))?;
    let mut failure = failed(lines, at, &head["class"], &head["test"]);
    let run = (at.saturating_sub(AROUND)..at).rev().find(|index| lines.get(*index).starts_with("[ RUN "));
    if let Some(run) = run {
        thrown::read(lines, run + 1, false).tell(lines, &head["class"], &mut failure);
    }
    let again = format!("<test binary> --ktest_filter={}.{}", &head["class"], &head["test"]);
    Some(run_by(found(failure, 1), again))
}

/// The match with the command that runs its test again, where that is not Gradle's or Maven's.
fn run_by(mut one: ReaderMatch, again: String) -> ReaderMatch {
    one.failure.details.insert("rerun".to_owned(), again);
    one
}
