//! What a failed test has thrown, as its runner prints it: classes with a place each, or a whole trace; and what that says
//! of the failure.

use super::{kinds, mocks};
use crate::model::failure::{Failure, Wording, file_name};
use crate::parse::input::lines::Lines;
use crate::parse::readers::stack_trace::trace::origin::ClassOrigin;
use crate::parse::readers::stack_trace::trace::{self, Frame, Section};
use crate::parse::readers::stack_trace::{self, own, values};
use crate::pattern::Pattern;

/// `java.lang.AssertionError at ATest.java:1`, `Caused by: a.B$CException at C.java:298`: Gradle's short form
static SHORT: Pattern = Pattern::new(
    r"^\s*(?:Caused by: )?(?P<class>(?:[A-Za-z_$][A-Za-z0-9_$]*\.)*[A-Za-z_$][A-Za-z0-9_$]*) at (?P<file>[^: ()]+\.[A-Za-z]+):(?P<line>-?[0-9]+)$",
);

/// `AssertionError: Expected <3>, actual <2>.`, `=> a.BException: no`, `Caused by: a.BException`: an exception's head
static HEAD: Pattern = Pattern::new(
    r"^\s*(?:=> )?(?:Caused by: )?(?P<class>(?:[A-Za-z_$][A-Za-z0-9_$]*\.)*[A-Z][A-Za-z0-9_$]*(?:Exception|Error|Failure|Failed|Aborted|Invoked|Wanted|Different)[A-Za-z]*)(?:: ?(?P<message>.*))?$",
);

/// What stands before a cause, alone on its line in Gradle's long form.
const CAUSED_BY: &str = "Caused by:";

/// What follows the message in an exception's text: frames of a native binary (`at 0   test.kexe  0x1023e2a1 kfun:…`), the
/// view hierarchy of Espresso.
const ENDS: &[&str] = &[" at 0 ", " View Hierarchy:"];

/// Lines below the test's name that are looked at.
const BELOW: usize = 200;

/// Longest message that is kept, in characters.
const LONGEST: usize = 400;

/// What a test has thrown, the outermost first, and the index of the line behind it.
pub struct TestThrown {
    sections: Vec<Section>,
    /// The words of a runner that names no exception.
    words: String,
    /// The line behind the last one that belongs to it.
    pub end: usize,
}

/// Reads what stands below a test's name; `indented` where the runner indents what belongs to the test.
pub fn read(lines: &Lines, from: usize, indented: bool) -> TestThrown {
    let mut thrown = TestThrown { sections: Vec::new(), words: String::new(), end: from };
    let mut at = from;
    while at < lines.len().min(from + BELOW) {
        let line = lines.get(at);
        if line.trim().is_empty() {
            // An empty line in a message: what is indented goes on.
            let next = lines.following(at).filter(|next| *next <= at + 2).map(|next| lines.get(next));
            let open = thrown.sections.last().is_none_or(|last| last.frames.is_empty())
                || next.is_some_and(|next| next.trim() == CAUSED_BY);
            if !open || !next.is_some_and(|next| next.starts_with("    ") || next.starts_with('\t')) {
                break;
            }
            at += 1;
            continue;
        }
        let Some(next) = thrown.take(lines, at, indented) else { break };
        at = next;
        thrown.end = at;
    }
    thrown
}

impl TestThrown {
    /// The index behind what is read at this line; nothing where the line is no part of it.
    fn take(&mut self, lines: &Lines, at: usize, indented: bool) -> Option<usize> {
        let line = lines.get(at);
        if let Some(found) = SHORT.captures(line) {
            let place =
                found["line"].parse().ok().filter(|line| *line > 0).map(|line| (found["file"].to_owned(), line));
            let frame = Frame {
                index: at,
                class: String::new(),
                method: String::new(),
                place,
                file: None,
                origin: ClassOrigin::Unsaid,
            };
            let class = found["class"].to_owned();
            self.sections.push(Section { index: at, class, message: String::new(), frames: vec![frame] });
            return Some(at + 1);
        }
        if let Some(frame) = trace::frame(line, at) {
            let cut = Section { index: at, class: String::new(), message: String::new(), frames: Vec::new() };
            if self.sections.is_empty() {
                self.sections.push(cut);
            }
            self.sections.last_mut()?.frames.push(frame);
            return Some(at + 1);
        }
        // Gradle writes the cause below these words, other programs behind them.
        if line.trim() == CAUSED_BY && !self.sections.is_empty() {
            return Some(at + 1);
        }
        let below = at > 0 && lines.get(at - 1).trim() == CAUSED_BY;
        let caused = below || line.trim_start().starts_with("Caused by: ");
        if !caused
            && self.sections.is_empty()
            && let Some(read) = trace::read(lines, at).filter(|read| !read.embedded)
        {
            self.sections.extend(read.sections);
            return Some(at + read.lines.max(1));
        }
        if let Some(found) = HEAD.captures(line).filter(|_| caused || self.sections.is_empty()) {
            let message = found.name("message").map_or("", |message| message.as_str()).trim().to_owned();
            let class = found["class"].to_owned();
            self.sections.push(Section { index: at, class, message, frames: Vec::new() });
            return Some(at + 1);
        }
        let text = line.trim();
        let worded = mocks::begins(text) || !self.words.is_empty();
        if indented && !line.starts_with([' ', '\t']) || !indented && self.sections.is_empty() && !worded {
            return None;
        }
        match self.sections.last_mut() {
            Some(last) if last.frames.is_empty() => push(&mut last.message, text),
            // `... 42 more`, `[...]`, what follows a trace
            Some(_) if indented || text.starts_with("...") || text.starts_with('[') => (),
            Some(_) => return None,
            None => push(&mut self.words, text),
        }
        Some(at + 1)
    }

    /// Whether anything was thrown.
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// The class that has the function `method` in the trace.
    pub fn class_of(&self, method: &str) -> Option<String> {
        let mut frames = self.sections.iter().flat_map(|section| &section.frames);
        frames.find(|frame| frame.method == method).map(|frame| frame.class.clone())
    }

    /// The exception that tells most: the assertion that does not hold, with what it says; else the deepest cause.
    fn telling(&self) -> Option<&Section> {
        let first = self.sections.first().filter(|first| is_assertion(&first.class) && !first.message.is_empty());
        first.or_else(|| self.sections.iter().rev().find(|section| !section.class.is_empty()))
    }

    /// The check that failed without a message: `assertTrue` and the like.
    fn check(&self) -> Option<String> {
        const CHECKS: &[&str] =
            &["org.junit.Assert", "junit.framework.Assert", "org.junit.jupiter.api.Assert", "org.testng.Assert"];
        let frames = self
            .sections
            .iter()
            .flat_map(|section| &section.frames)
            .take_while(|frame| CHECKS.iter().any(|class| frame.class.starts_with(class)));
        frames.last().map(|frame| frame.method.clone()).filter(|name| name.starts_with("assert"))
    }

    /// Tells the failure what was thrown in the test of `class`, where, and what that means.
    pub fn tell(&self, lines: &Lines, class: &str, failure: &mut Failure) {
        self.place(lines, class, failure);
        let Some(deepest) = self.telling() else {
            if !self.words.is_empty() {
                failure.details.insert("assertion".to_owned(), cut(&self.words));
                values::tell(&cut(&self.words), failure);
                self.explain(failure);
            }
            return;
        };
        failure.exception = Some(deepest.class.clone());
        failure.details.insert("thrown".to_owned(), simple(&deepest.class).to_owned());
        failure.evidence.push(lines.evidence(deepest.index));
        let said = self.sections.iter().rev().find(|section| !section.message.is_empty());
        let said = Some(deepest).filter(|one| !one.message.is_empty()).or(said);
        if let Some(said) = said {
            let message = ENDS.iter().fold(said.message.as_str(), |text, end| text.split(end).next().unwrap_or(""));
            failure.details.insert("assertion".to_owned(), cut(message));
            values::tell(message, failure);
        } else if let Some(check) = self.check() {
            failure.details.insert("check".to_owned(), check);
        }
        let asserts = is_assertion(&deepest.class);
        failure.details.insert(if asserts { "asserts" } else { "throws" }.to_owned(), deepest.class.clone());
        self.explain(failure);
        if let Some(reason) = self.reason(deepest, failure).filter(|_| !asserts) {
            failure.details.insert("same_reason".to_owned(), reason);
        }
    }

    /// The place in the test's own file before others; else the user's own frame, else that of the deepest cause.
    fn place(&self, lines: &Lines, class: &str, failure: &mut Failure) {
        let of_test = |frame: &&Frame| frame.place.is_some() && is_tests(frame, class);
        let frames = || self.sections.iter().flat_map(|section| &section.frames);
        let short = frames().all(|frame| frame.class.is_empty());
        let own = own::frame(&self.sections, None).map(|(section, frame)| &self.sections[section].frames[frame]);
        if let Some(frame) = own.filter(|frame| !frame.class.is_empty() && !is_tests(frame, class)) {
            failure.details.insert("at".to_owned(), own::name(frame));
            if let Some((file, line)) = &frame.place {
                failure.details.insert("thrown_at".to_owned(), format!("{}:{line}", file_name(file)));
                note_production(frame, file, *line, failure);
            }
        }
        let inner = || {
            let mut sections = self.sections.iter().rev().filter(|section| !is_thrown_by_library(section, class));
            sections.find_map(|section| section.frames.first()).filter(|_| short)
        };
        let found = frames().find(of_test);
        if found.is_some() {
            failure.details.insert("in_test".to_owned(), "yes".to_owned());
        }
        let frame = found.or_else(|| own.filter(|_| !short)).or_else(inner);
        if let Some((frame, (file, line))) = frame.and_then(|frame| Some((frame, frame.place.as_ref()?))) {
            (failure.file, failure.line) = (Some(file.clone()), Some(*line));
            failure.evidence.push(lines.evidence(frame.index));
        } else if short && frames().next().is_some() && !class.is_empty() && !class.contains(' ') {
            // Gradle names a library's line where none of the test is among the frames; the test's file is Java's or Kotlin's.
            failure.file = simple(class).split(['$', '[']).next().map(str::to_owned);
        }
    }

    /// The words of the rule for what was thrown: of tests' own, else of the run-time's.
    fn explain(&self, failure: &mut Failure) {
        let mut scratch = Failure { symbol: None, wording: None, ..failure.clone() };
        let known = kinds::classify(&self.texts(), &mut scratch)
            || self.sections.iter().any(|section| !section.message.is_empty())
                && stack_trace::classify_trace(&self.sections, &mut scratch);
        if known {
            take_words(&scratch, failure);
        }
    }

    /// `class: message`, or `class at File.java:12` where there is no message; the deepest first.
    fn texts(&self) -> Vec<String> {
        let text = |section: &Section| match section.frames.first().and_then(|frame| frame.place.as_ref()) {
            Some((file, line)) if section.message.is_empty() => format!("{} at {file}:{line}", section.class),
            _ => format!("{}: {}", section.class, section.message),
        };
        let words = Some(&self.words).filter(|words| !words.is_empty()).cloned();
        self.sections.iter().rev().map(text).chain(words).collect()
    }

    /// What other tests that fail for the same reason have in common.
    fn reason(&self, deepest: &Section, failure: &Failure) -> Option<String> {
        if !deepest.message.is_empty() {
            return Some(format!("{}: {}", deepest.class, deepest.message));
        }
        let first = deepest.frames.first()?;
        // `… at ClassLoader.java:-2`: native code, which has no lines.
        let Some((file, line)) = first.place.as_ref() else {
            return Some(format!("{} in {}.{}", deepest.class, first.class, first.method));
        };
        (failure.file.as_ref() != Some(file) || !failure.details.contains_key("in_test"))
            .then(|| format!("{} at {file}:{line}", deepest.class))
    }
}

/// Where to act, other than in the test: the project's own line that the test had called. A helper of the tests is none.
fn note_production(frame: &Frame, file: &str, line: u32, failure: &mut Failure) {
    const HELPERS: &[&str] =
        &["Test", "Tests", "TestCase", "TestBase", "Spec", "Fixture", "Fixtures", "TestUtils", "TestKt"];
    let class = simple(&frame.class).split('$').next().unwrap_or("");
    let helper =
        HELPERS.iter().any(|end| class.ends_with(end)) || class.starts_with("Test") || class.starts_with("Fake");
    if !helper {
        failure.details.insert("production_file".to_owned(), file_name(file).to_owned());
        failure.details.insert("production_line".to_owned(), line.to_string());
    }
}

/// The words of a rule that was found for the exception alone.
fn take_words(thrown: &Failure, failure: &mut Failure) {
    let Some(wording) = &thrown.wording else { return };
    // What the failure has of the same names is the test's.
    let mut names = vec![("message".to_owned(), "assertion".to_owned())];
    if !failure.details.contains_key("at") {
        names.push(("at".to_owned(), "test".to_owned()));
    }
    let symbol = thrown.symbol.as_ref().map(|symbol| ("symbol", symbol));
    let details = thrown.details.iter().map(|(name, value)| (name.as_str(), value));
    for (name, value) in symbol.into_iter().chain(details) {
        let taken = name == "symbol" || failure.details.get(name).is_some_and(|known| known != value);
        let other = if taken { format!("thrown_{name}") } else { name.to_owned() };
        failure.details.insert(other.clone(), value.clone());
        names.extend(taken.then(|| (name.to_owned(), other)));
    }
    // The place of the failure is the test's, what was thrown may stand elsewhere.
    if failure.details.contains_key("thrown_at") {
        names.push(("name}:{line".to_owned(), "thrown_at".to_owned()));
    }
    let renamed = |text: &String| {
        names
            .iter()
            .fold(text.clone(), |text, (name, other)| text.replace(&format!("{{{name}}}"), &format!("{{{other}}}")))
    };
    failure.wording =
        Some(Wording { cause: renamed(&wording.cause), fixes: wording.fixes.iter().map(renamed).collect() });
    failure.rule.clone_from(&thrown.rule);
}

/// What is known of an assertion by its words alone, where its class is not printed.
pub fn tell_words(message: &str, failure: &mut Failure) {
    let mut scratch = Failure { symbol: None, wording: None, ..failure.clone() };
    scratch.details.insert("thrown".to_owned(), "AssertionError".to_owned());
    if kinds::classify(&[message.to_owned()], &mut scratch) {
        take_words(&scratch, failure);
    }
}

/// What a list says of an exception that is no assertion: `NullPointer` stands for `java.lang.NullPointerException`.
pub fn tell_listed(short: &str, message: &str, failure: &mut Failure) {
    let class = if short.ends_with("Error") || short.ends_with("Exception") {
        short.to_owned()
    } else {
        format!("{short}Exception")
    };
    let mut scratch = Failure { symbol: None, wording: None, ..failure.clone() };
    scratch.details.insert("thrown".to_owned(), class.clone());
    if kinds::classify(&[format!("{class}: {message}")], &mut scratch) {
        take_words(&scratch, failure);
    }
    failure.details.insert("throws".to_owned(), class);
}

/// Tells a test that has no message what its trace, which stands elsewhere, says.
pub fn learn(trace: &Failure, failure: &mut Failure) {
    failure.details.insert("assertion".to_owned(), cut(&trace.message));
    values::tell(&trace.message, failure);
    if let (Some(file), Some(line)) = (&trace.file, trace.line)
        && Some(file) != failure.file.as_ref()
    {
        failure.details.insert("thrown_at".to_owned(), format!("{}:{line}", file_name(file)));
    }
    failure.evidence.extend(trace.evidence.iter().cloned());
    let text = format!("{}: {}", trace.exception.as_deref().unwrap_or(""), trace.message);
    let mut scratch = Failure { symbol: None, wording: None, ..failure.clone() };
    if kinds::classify(&[text], &mut scratch) {
        take_words(&scratch, failure);
    } else {
        take_words(trace, failure);
    }
    for name in ["at", "known", "learnt", "fault_of"] {
        failure.details.extend(trace.details.get(name).map(|value| (name.to_owned(), value.clone())));
    }
}

/// Files of frameworks of which the short form names a line, as no line of the test is among the frames.
const LIBRARY_FILES: &[&str] = &[
    "AbstractTestContextBootstrapper.java",
    "BlockJUnit4ClassRunner.java",
    "DefaultCacheAwareContextLoaderDelegate.java",
    "DefaultMockitoSession.java",
    "DefaultSdkPicker.java",
    "DockerClientProviderStrategy.java",
    "ImmutableCollections.java",
    "JvmSignatureUtil.kt",
    "MainDispatchers.kt",
    "MavenArtifactFetcher.java",
    "MockKStub.kt",
    "MonotonicFrameClock.kt",
    "NumberFormatException.java",
    "Objects.java",
    "Optional.java",
    "ParentRunner.java",
    "Preconditions.java",
    "TestBuilders.kt",
    "TestCoroutineScheduler.kt",
    "TestMainDispatcher.kt",
    "TestScope.kt",
];

/// Whether the short form's place of an exception is a library's: it throws its own exceptions, as a rule, itself. Of a test
/// without a name that place is all that there is.
fn is_thrown_by_library(section: &Section, test: &str) -> bool {
    let place = section.frames.first().and_then(|frame| frame.place.as_ref());
    let library = !own::is_own(&section.class, None) && !own::is_basic(&section.class);
    library && !test.is_empty() && !is_assertion(&section.class)
        || place.is_some_and(|(file, _)| LIBRARY_FILES.contains(&file.as_str()))
}

/// Whether the frame lies in the test's class or file.
fn is_tests(frame: &Frame, class: &str) -> bool {
    let simple = simple(class).split(['$', '[']).next().unwrap_or("");
    if frame.class.is_empty() {
        return frame.place.as_ref().is_some_and(|(file, _)| file_name(file).split('.').next() == Some(simple));
    }
    // Gradle prints a class of JUnit 5 by its simple name.
    let short = frame.class.rsplit('.').next().unwrap_or("");
    let name = if class.contains('.') { frame.class.as_str() } else { short };
    name.strip_prefix(class).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}

/// Whether a class is thrown by a check that does not hold.
pub fn is_assertion(class: &str) -> bool {
    const ENDS: &[&str] = &[
        "AssertionError",
        "AssertionFailedError",
        "AssertionFailure",
        "ComparisonFailure",
        "ConditionNotSatisfiedError",
        "SpockComparisonFailure",
        "MultipleFailuresError",
        "MultipleFailureException",
        "MultipleAssertionsError",
        "AssertionErrorWithFacts",
        "ComparisonFailureWithFacts",
        "AssertionsForJUnit",
        "AssertionError$1",
    ];
    ENDS.iter().any(|end| class.ends_with(end))
}

fn push(message: &mut String, text: &str) {
    if message.len() < LONGEST {
        message.push_str(if message.is_empty() { "" } else { " " });
        message.push_str(text);
    }
}

/// The beginning of a message, as much of it as is kept.
pub fn cut(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// `B` of `a.B`
fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn the_own_line_below_the_test_is_told() {
        let production = |frames: &str| {
            let log = format!(
                "shop.CartTest > owner FAILED\n    java.lang.NullPointerException: no owner\n{frames}        at shop.CartTest.owner(CartTest.java:10)\n\n1 test completed, 1 failed\n"
            );
            let failure = parse(&log).failures.remove(0);
            assert_eq!((failure.file.as_deref(), failure.line), (Some("CartTest.java"), Some(10)), "{failure:#?}");
            failure.details.get("production_file").cloned().zip(failure.details.get("production_line").cloned())
        };
        let of = |file: &str, line: &str| Some((file.to_owned(), line.to_owned()));
        let (optional, shelf) =
            ("        at java.util.Optional.get(Optional.java:143)\n", "        at shop.Shelf.take(Shelf.java:13)\n");
        let cart = "        at shop.Cart.first(Cart.java:23)\n";
        assert_eq!(production(&format!("{optional}{shelf}{cart}")), of("Shelf.java", "13"));
        assert_eq!(production(""), None);
        assert_eq!(production(optional), None);
        assert_eq!(production("        at shop.CartFixture.open(CartFixture.java:4)\n"), None);
    }

    /// The place of a test that failed so, in Gradle's short form.
    fn place(class: &str, thrown: &str) -> (Option<String>, Option<u32>) {
        let log = format!("{class} > opens() FAILED\n    {thrown}\n\n1 test completed, 1 failed\n");
        let failure = parse(&log).failures.remove(0);
        (failure.file, failure.line)
    }

    #[test]
    fn a_librarys_file_is_not_the_place_of_a_test() {
        let missing = "java.lang.IllegalStateException at DefaultCacheAwareContextLoaderDelegate.java:195\n        \
            Caused by: org.springframework.beans.factory.NoSuchBeanDefinitionException at DefaultListableBeanFactory.java:2297";
        let of_test = (Some("ShelfTest".to_owned()), None);
        assert_eq!(place("ShelfTest", missing), of_test);
        let mapped =
            "com.fasterxml.jackson.databind.exc.InvalidDefinitionException at InvalidDefinitionException.java:77";
        assert_eq!(place("com.example.ShelfTest$Open", mapped), of_test);
        assert_eq!(place("ShelfTest", "java.util.NoSuchElementException at Optional.java:143"), of_test);
    }

    #[test]
    fn the_file_of_the_program_or_of_the_test_is_its_place() {
        let at = |file: &str, line| (Some(file.to_owned()), Some(line));
        assert_eq!(place("ShelfTest", "java.lang.IllegalStateException at Shelf.java:19"), at("Shelf.java", 19));
        let below = "org.springframework.dao.OakException at ShelfTest.kt:7\n        Caused by: org.springframework.oak.OakException at Oak.java:3";
        assert_eq!(place("ShelfTest", below), at("ShelfTest.kt", 7));
        let own = "org.springframework.oak.OakException at Oak.java:3\n        Caused by: com.example.ShelfException at Shelf.java:19";
        assert_eq!(place("ShelfTest", own), at("Shelf.java", 19));
        assert_eq!(
            place("ShelfTest", "org.opentest4j.AssertionFailedError at BaseTest.java:5"),
            at("BaseTest.java", 5)
        );
    }
}
