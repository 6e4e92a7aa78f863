//! Reads what Spring Boot and Quarkus print when an application does not start: what is wrong, and what to do.

use super::exceptions::startup::{BEAN, CYCLE, DATA_SOURCE, ONE_BEAN, PORT, PROPERTY};
use super::trace::Section;
use super::{classify_trace, library_beans};
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::{Pattern, Rules, classify, rule};

/// The table's row. A text that was cut may begin below the headline.
pub const READER: Reader = Reader {
    kind: ReaderKind::Startup,
    anchors: &[HEADLINE, DESCRIPTION, ACTION, TAKEN, NOT_SET, CANCELLED],
    frame: false,
    read,
};

const HEADLINE: &str = "APPLICATION FAILED TO START";
const DESCRIPTION: &str = "Description:";
const ACTION: &str = "Action:";

/// Quarkus's words, each a line's own.
const TAKEN: &str = " seems to be in use by another process. Quarkus";
const NOT_SET: &str = "Failed to load config value of type class ";

/// What Quarkus says in a line, without a trace.
static SENTENCES: Rules = Rules::new(&[
    rule(Category::SpringStartup, r"(?P<message>Port (?P<port>[0-9]+) seems to be in use by another process)\. Quarkus")
        .means("Quarkus does not start, because port {port} is already in use.")
        .fix(&[PORT]),
    rule(Category::SpringStartup, r"Failed to load config value of type class (?P<type>[A-Za-z0-9_.$]+) for: (?P<symbol>[^ ]+)$")
        .means("Quarkus does not start: the property `{symbol}` is required, but no configuration sets it, or its value is no {type}.")
        .fix(&[PROPERTY]),
]);

/// What Spring logs as a warning when its context does not start, before the exception and all its reasons in one line.
const CANCELLED: &str = " cancelling refresh attempt: ";

/// What stands before a deeper reason in that line: the words of Spring up to 5, and those of Spring Data.
const DEEPER: &[&str] = &["; nested exception is ", "; Reason: "];

/// How the reason begins that is a bean which another one needs.
const NEEDED: &str = "Error creating bean with name ";

/// Deepest reasons of such a line that say something themselves.
static REASONS: Rules = Rules::new(&[
    // `Validation failed for query for method public abstract java.util.List a.ShelfRepository.findOak(java.lang.Long)`
    rule(Category::SpringStartup, r"Validation failed for query for method [^\n]*?(?P<symbol>[A-Za-z0-9_$]+\.[A-Za-z0-9_$]+)\([^()\n]*\)")
        .means("The application does not start: Spring Data checks the query of `{symbol}` and refuses it. What is wrong with it only the last `Caused by` of the whole trace says.")
        .fix(&[
            "Compare the `@Query` of `{symbol}` with the entities: JPQL knows classes and fields by their names in the code, not tables and columns. If it is meant as SQL, set `nativeQuery = true`.",
            "Look at the whole trace, which Spring logs below `Application run failed`: its last `Caused by` names the part of the query.",
        ]),
]);

/// Lines of the description, and of what to do, that are looked at.
const LONGEST: usize = 40;

/// Paragraphs of a description: what, a list or a drawing, and why.
const PARAGRAPHS: usize = 4;

/// Descriptions, each in one line. One that no row knows is told as it is.
static DESCRIPTIONS: Rules = Rules::new(&[
    rule(Category::SpringStartup, r"Web server failed to start\. Port (?P<port>[0-9]+) was already in use")
        .means("The web server does not start, because port {port} is already in use.")
        .fix(&[PORT]),
    rule(Category::SpringStartup, r"connector configured to listen on port (?P<port>[0-9]+) failed to start")
        .means("The web server does not start: its connector cannot listen on port {port}, which is in use, or not allowed, or wrongly configured for TLS.")
        .fix(&[PORT]),
    // `Parameter 0 of constructor in a.Basket required a bean of type 'a.Prices' that could not be found.`
    rule(Category::SpringStartup, r"(?P<member>Parameter [0-9]+ of [a-z]+(?: [A-Za-z0-9_$]+)?|Field [A-Za-z0-9_$]+) in (?P<bean>[A-Za-z0-9_.$]+) required a bean (?:of type|named) '(?P<symbol>[^']+)' that could not be found")
        .means("The application does not start: `{bean}` needs a bean `{symbol}` ({member}), and none is defined.")
        .fix(&[BEAN]),
    rule(Category::SpringStartup, r"A component required a bean (?:of type|named) '(?P<symbol>[^']+)' that could not be found")
        .means("The application does not start: a bean `{symbol}` is needed, and none is defined.")
        .fix(&[BEAN]),
    rule(Category::SpringStartup, r"(?P<member>Parameter [0-9]+ of [a-z]+(?: [A-Za-z0-9_$]+)?|Field [A-Za-z0-9_$]+) in (?P<symbol>[A-Za-z0-9_.$]+) required a single bean, but (?P<count>[0-9]+) were found: (?:- )?(?P<beans>.*?)(?: This may be due to .*)?$")
        .means("The application does not start: `{symbol}` wants one bean ({member}), and {count} fit: {beans}.")
        .fix(&[ONE_BEAN]),
    rule(Category::SpringStartup, r"form a cycle:(?:[^┌]*┌[─┐]*[^A-Za-z0-9]*|[^A-Za-z0-9]*)(?P<symbol>[A-Za-z0-9_.$]+)")
        .means("The application does not start: beans need each other in a circle, which `{symbol}` is a part of.")
        .fix(&[CYCLE]),
    rule(Category::SpringStartup, r"Failed to determine a suitable driver class|Failed to configure a DataSource")
        .means("Spring configures a data source, but no URL is set and no embedded database is on the class path: Failed to determine a suitable driver class.")
        .fix(&[DATA_SOURCE]),
    rule(Category::SpringStartup, r#"Failed to bind properties under '(?P<symbol>[^']+)' to (?P<type>[A-Za-z0-9_.$<>]+):?(?:.*? Value: "?(?P<value>.+?)"? Origin: (?P<origin>(?:class path resource |file )\[(?P<file>[^\]]+)\](?: from [^ ]+)? - (?P<line>[0-9]+):(?P<column>[0-9]+)|.+?))?(?: Reason: (?P<why>.+))?$"#)
        .means("The value \"{value}\" of the property `{symbol}` (set at {origin}) does not fit the type {type}: {why}.")
        .fix(&["Give `{symbol}` a value of the type {type} where it is set ({origin})."]),
    rule(Category::SpringStartup, r"The bean '(?P<symbol>[^']+)'.* could not be registered")
        .means("Two definitions of the bean `{symbol}` exist, and overriding is off.")
        .fix(&["Remove or rename one of them (`@Bean(\"…\")`); `spring.main.allow-bean-definition-overriding=true` hides which one wins."]),
    rule(Category::SpringStartup, r"Config data (?:resource|location) '(?P<symbol>.+?)' .*(?:does not exist|cannot be found)")
        .means("The configuration `{symbol}` that is imported does not exist.")
        .fix(&["Create it, correct `spring.config.import`, or mark it `optional:`."]),
]);

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at).trim();
    if line.contains(TAKEN) || line.contains(NOT_SET) {
        let mut failure = Failure::new(Category::SpringStartup, Language::Java, line);
        classify(&SENTENCES, line, &mut failure)?;
        failure.evidence.push(lines.evidence(at));
        return Some(ReaderMatch { failure, lines: 1, headline: false });
    }
    if let Some((_, told)) = line.split_once(CANCELLED) {
        return Some(cancelled(lines, at, told));
    }
    let described = if line == HEADLINE { find(lines, at, DESCRIPTION)? } else { at };
    let (described, action) = match line {
        ACTION => (above(lines, at)?, Some(at)),
        _ if lines.get(described).trim() == DESCRIPTION => (described + 1, find(lines, described, ACTION)),
        _ => return None,
    };
    let end = action.unwrap_or_else(|| (described + LONGEST).min(lines.len()));
    let (description, last) = text(lines, described, end, PARAGRAPHS);
    if description.is_empty() {
        return None;
    }
    let mut failure = Failure::new(Category::SpringStartup, Language::Java, description.clone());
    // Without the headline the headings are anybody's.
    if classify(&DESCRIPTIONS, &description, &mut failure).is_none() && line != HEADLINE {
        return None;
    }
    library_beans::tell(&mut failure);
    failure.message.clone_from(&description);
    failure.details.extend(circle(&description).map(|circle| ("cycle".to_owned(), circle)));
    let said = (described..end).find(|index| !lines.get(*index).trim().is_empty()).unwrap_or(described);
    failure.evidence.push(lines.evidence(said));
    let mut end = last;
    if let Some(action) = action {
        let (advice, last) = text(lines, action + 1, (action + LONGEST).min(lines.len()), 1);
        failure.details.insert("advice".to_owned(), advice);
        end = last;
    }
    Some(ReaderMatch { failure, lines: (end + 1).saturating_sub(at).max(1), headline: false })
}

/// The context that was given up, by the deepest reason of the one line that tells it. A trace or a description in the log says
/// more.
fn cancelled(lines: &Lines, at: usize, told: &str) -> ReaderMatch {
    let section = |text: &str| {
        let thrown = text.split_once(": ").filter(|(class, _)| class.contains('.') && !class.contains(' '));
        let (class, message) = thrown.unwrap_or(("", text));
        Section { index: at, class: class.to_owned(), message: message.to_owned(), frames: Vec::new() }
    };
    let below = DEEPER.iter().filter_map(|words| Some(told.rfind(words)? + words.len()));
    let deepest = below.chain(told.rfind(NEEDED)).max().map(|at| &told[at..]);
    let sections = [Some(told), deepest].into_iter().flatten().map(section).collect::<Vec<_>>();
    let said = sections.last().map_or(told, |last| last.message.as_str());
    let mut failure = Failure::new(Category::SpringStartup, Language::Java, said);
    if classify(&REASONS, said, &mut failure).is_none() {
        classify_trace(&sections, &mut failure);
    }
    failure.evidence.push(lines.evidence(at));
    ReaderMatch { failure, lines: 1, headline: true }
}

/// The tasks that start the application; what it does afterwards is no matter of the build's result.
const STARTS: &[&str] = &[":bootRun", ":bootTestRun", ":run"];

/// The thread in which Spring's developer tools start the application. They end it without an error.
const RESTARTED: &str = "restartedMain";

/// Lines above a trace in which Spring says that it ends the application.
const ABOVE: usize = 4;

/// Whether Spring says at this line, or shortly above it, that the application which the build started does not start: the build
/// itself may succeed all the same.
pub fn is_given_up(lines: &Lines, at: usize) -> bool {
    let ends = |line: &str| line.contains("Application run failed") || line.contains(CANCELLED) || line == HEADLINE;
    let mut said = (at.saturating_sub(ABOVE)..=at).filter(|above| ends(lines.get(*above)));
    let started = |at: usize| {
        lines.get(at).contains(RESTARTED)
            || lines.task_above(at).is_some_and(|task| STARTS.iter().any(|start| task.ends_with(start)))
    };
    said.any(started)
}

/// `┌─────┐ |  basket (field private a.Shelf a.Basket.shelf) ↑     ↓ |  shelf defined in file […] └─────┘`
static MEMBER: Pattern = Pattern::new(r"\| +(?P<bean>[A-Za-z0-9_.$-]+)(?P<rest>[^|]*)");

/// Beans of a circle that are named.
const CIRCLE: usize = 5;

/// The beans of the drawing, from the first to the first again.
fn circle(description: &str) -> Option<String> {
    let mut rest = description.split_once("form a cycle:")?.1.split_once('┌')?.1;
    let mut beans: Vec<String> = Vec::new();
    while let Some(found) = MEMBER.captures(rest) {
        beans.push(format!("`{}`", &found["bean"]));
        let end = found.get(0).map_or(rest.len(), |all| all.end());
        rest = &rest[end..];
    }
    let first = beans.first().cloned().filter(|_| (2..=CIRCLE).contains(&beans.len()))?;
    beans.push(first);
    Some(beans.join(" → "))
}

/// The next line that is this heading.
fn find(lines: &Lines, at: usize, heading: &str) -> Option<usize> {
    (at + 1..(at + LONGEST).min(lines.len())).find(|index| lines.get(*index).trim() == heading)
}

/// Where the rest of a description begins whose heading was cut off.
fn above(lines: &Lines, action: usize) -> Option<usize> {
    (action.saturating_sub(LONGEST)..action).find(|index| lines.get(*index).trim().starts_with("Reason: "))
}

/// The text of so many paragraphs between two indices in one line, and the index of its last line. It ends before another
/// program's words.
fn text(lines: &Lines, from: usize, to: usize, paragraphs: usize) -> (String, usize) {
    let (mut text, mut last, mut ended) = (String::new(), from, 0);
    for index in from..to {
        let line = lines.get(index).trim();
        let others = line.starts_with("FAILURE: ") || line.starts_with("> Task ") || line.starts_with("Exception in ");
        if line.is_empty() {
            ended += usize::from(last + 1 == index && !text.is_empty());
            continue;
        }
        if others || ended == paragraphs {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line);
        last = index;
    }
    (text, last)
}

#[cfg(test)]
mod tests {
    use super::{DESCRIPTIONS, SENTENCES};
    use crate::Category;
    use crate::explain::explain;
    use crate::parse::parse;
    use crate::pattern::assert_sound;

    const HEAD: &str =
        "***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\n";

    #[test]
    fn tables_compile() {
        assert_sound(&DESCRIPTIONS);
        assert_sound(&SENTENCES);
    }

    #[test]
    fn an_unknown_description_is_told_with_its_action() {
        let text = format!("{HEAD}The shelf is too high.\n\nAction:\n\nFetch a ladder.\n");
        let failures = parse(&text).failures;
        assert_eq!(failures.len(), 1, "{failures:?}");
        assert_eq!(failures[0].category, Category::SpringStartup);
        let explanation = explain(&failures[0]);
        assert!(explanation.root_cause.contains("The shelf is too high"), "{}", explanation.root_cause);
        assert!(explanation.fixes.iter().any(|fix| fix.contains("Fetch a ladder")));
    }

    #[test]
    fn the_beans_of_a_circle_are_named() {
        let drawing = "The dependencies of some of the beans in the application context form a cycle:\n\n   desk defined in file [/a/Desk.class]\n┌─────┐\n|  basket (field private a.Shelf a.Basket.shelf)\n↑     ↓\n|  shelf defined in file [/a/Shelf.class]\n└─────┘\n";
        let failures = parse(&format!("{HEAD}{drawing}\n\nAction:\n\nBreak it.\n")).failures;
        let circle = failures.first().and_then(|one| one.details.get("cycle"));
        assert_eq!(circle.map(String::as_str), Some("`basket` → `shelf` → `basket`"));
    }

    #[test]
    fn a_report_that_ends_in_its_description_counts() {
        let failures = parse(&format!("{HEAD}Web server failed to start. Port 8080 was already in use.\n")).failures;
        assert_eq!(failures.first().map(|one| one.details["port"].as_str()), Some("8080"));
    }

    const GIVEN_UP: &str = "2026-11-05T22:06:49.973-03:00  WARN 16 --- [shop] [  restartedMain] ServletWebServerApplicationContext : Exception encountered during context initialization - cancelling refresh attempt: org.springframework.beans.factory.UnsatisfiedDependencyException: Error creating bean with name 'basket': Unsatisfied dependency expressed through field 'shelves': Error creating bean with name 'shelves' defined in a.ShelfRepository: Could not create query for public abstract java.util.List a.ShelfRepository.findOak(java.lang.Long); Reason: Validation failed for query for method public abstract java.util.List a.ShelfRepository.findOak(java.lang.Long)\n";

    #[test]
    fn a_context_that_is_given_up_is_told_by_the_deepest_reason_of_the_line() {
        let closing = "2026-11-05T22:06:49.976-03:00  INFO 16 --- [shop] [  restartedMain] a.Pool : Closed\n".repeat(9);
        let failed = "2026-11-05T22:06:50.066-03:00 ERROR 16 --- [shop] [  restartedMain] o.s.boot.SpringApplication : Application run failed\n";
        let success = "\nBUILD SUCCESSFUL in 13s\n";
        for text in [
            format!("{closing}{GIVEN_UP}{closing}"),
            format!("{closing}{GIVEN_UP}{closing}{failed}"),
            // Spring's developer tools end the application without an error.
            format!("> Task :bootRun\n{closing}{GIVEN_UP}{closing}{failed}{success}"),
        ] {
            let failures = parse(&text).failures;
            assert_eq!(failures.len(), 1, "{failures:?}");
            assert_eq!(failures[0].category, Category::SpringStartup);
            assert_eq!(failures[0].symbol.as_deref(), Some("ShelfRepository.findOak"));
            assert!(failures[0].message.starts_with("Validation failed for query"));
        }
    }

    #[test]
    fn a_context_that_a_test_gives_up_is_no_failure_of_a_build_that_succeeds() {
        let text = format!("> Task :test\n{}\nBUILD SUCCESSFUL in 3s\n", GIVEN_UP.replace("restartedMain", "main"));
        assert!(parse(&text).failures.is_empty());
    }

    #[test]
    fn the_trace_below_says_more_than_the_line() {
        let trace = "ERROR 16 --- [shop] [  restartedMain] o.s.boot.SpringApplication : Application run failed\n\norg.springframework.beans.factory.UnsatisfiedDependencyException: Error creating bean with name 'basket'\n\tat org.springframework.beans.A.b(A.java:1)\nCaused by: java.lang.IllegalArgumentException: Could not resolve attribute 'oak' of 'a.Shelf'\n\tat org.hibernate.A.b(A.java:1)\n\nBUILD SUCCESSFUL in 3s\n";
        let failures = parse(&format!("> Task :bootRun\n{GIVEN_UP}{trace}")).failures;
        assert_eq!(failures.len(), 1, "{failures:?}");
        assert!(failures[0].message.contains("attribute 'oak'"));
    }

    #[test]
    fn the_class_that_defines_a_bean_again_is_its_place() {
        let said = |by: &str| {
            let text = format!(
                "{HEAD}The bean 'oak', defined in {by}, could not be registered. A bean with that name has already been defined in file [/a/Oak.class] and overriding is disabled.\n"
            );
            parse(&text).failures.remove(0).file
        };
        assert_eq!(said("class path resource [a/Shelves.class]").as_deref(), Some("a/Shelves.class"));
        assert_eq!(said("null"), None);
    }

    #[test]
    fn headings_alone_are_none() {
        // A form for requests has these words too.
        let form = "Description:\n\nA shelf of oak.\n\nReason: none\n\nAction:\n\nBuy it.\n";
        for text in [form, "Action:\n\nBuy it.\n", "APPLICATION FAILED TO START\n"] {
            assert!(parse(text).failures.is_empty(), "{text}");
        }
    }

    #[test]
    fn the_origin_of_a_value_is_its_place() {
        let log = |origin: &str| {
            format!(
                "***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\nFailed to bind properties under 'shelf.delay' to java.time.Duration:\n\n    Property: shelf.delay\n    Value: \"5 minutes\"\n    Origin: {origin}\n    Reason: failed to convert java.lang.String to java.time.Duration\n\nAction:\n\nUpdate your application's configuration\n"
            )
        };
        let place = |origin: &str| {
            let failure = parse(&log(origin)).failures.remove(0);
            (failure.file, failure.line)
        };
        assert_eq!(
            place("class path resource [application.yml] - 14:20"),
            (Some("application.yml".to_owned()), Some(14))
        );
        assert_eq!(place("System Environment Property \"SHELF_DELAY\"").1, None);
    }
}
