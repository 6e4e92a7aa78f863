//! Reads what `dependencyInsight` and `dependencies` report of a dependency that could not be resolved: they show it and
//! go on.

use super::{CAUSES, classify_first};
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::Pattern;

/// The table's row.
pub const READER: Reader = Reader { kind: ReaderKind::Gradle, anchors: &["Failures:"], frame: true, read };

/// `com.example:shelf:[1.0,) FAILED`, `com.example:shelf:1.0 -> 2.0 FAILED`, `project :shelf FAILED`
static ASKED: Pattern = Pattern::new(
    r"^(?P<symbol>(?:project )?[A-Za-z0-9_.-]*:[A-Za-z0-9_.:-]+[^\s]*)(?: -> [^\s]+)?(?: \([a-z]\))? FAILED$",
);

/// Lines of a report of failures.
const LONGEST: usize = 40;

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    if lines.get(at).trim() != "Failures:" {
        return None;
    }
    let asked = ASKED.captures(lines.get(at.checked_sub(1)?).trim())?;
    let entry = |line: &&str| line.trim_start().starts_with("- ") || line.starts_with("    ");
    let below = (at + 1..(at + LONGEST).min(lines.len())).map(|index| lines.get(index)).take_while(entry);
    let said: Vec<&str> = below.map(|line| line.trim().trim_start_matches("- ")).collect();
    let deepest = said.last()?;
    let mut failure = Failure::new(Category::GradleDependencyNotFound, Language::Gradle, *deepest);
    failure.evidence.push(lines.evidence(at - 1));
    failure.evidence.push(lines.evidence(at + said.len()));
    let text: String = said.iter().map(|line| format!("> {line}\n")).collect();
    if classify_first(CAUSES.iter().copied(), &text, &mut failure).is_none() {
        failure.symbol = Some(asked["symbol"].to_owned());
        failure.say(
            "Gradle could not resolve `{symbol}`: {message}.",
            &["Correct what the deepest line of the report says: the version or name, the repositories, or the rule or variant that it names."],
        );
    }
    Some(ReaderMatch { failure, lines: said.len() + 1, headline: false })
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    fn report(said: &[&str]) -> String {
        let lines: Vec<String> =
            said.iter().enumerate().map(|(deep, line)| format!("{}- {line}\n", " ".repeat(6 + 4 * deep))).collect();
        format!(
            "> Task :dependencyInsight\ncom.example:shelf:[1.0,) FAILED\n   Failures:\n{}\ncom.example:shelf:[1.0,) FAILED\n\\--- compileClasspath\n",
            lines.concat()
        )
    }

    #[test]
    fn a_failed_dependency_of_the_report_is_a_failure() {
        let resolve = "Could not resolve com.example:shelf:[1.0,).";
        let root = parse(&report(&[resolve, "Could not find com.example:shelf:1.0."])).failures.remove(0);
        assert_eq!(
            (root.category, root.symbol.as_deref()),
            (Category::GradleDependencyNotFound, Some("com.example:shelf:1.0"))
        );
        let capability =
            "Cannot add capability com.example:oak with version 2.0 because it's already defined with version 2.0-jre";
        let failures = parse(&report(&[resolve, "Could not resolve com.example:shelf:2.0.", capability])).failures;
        let [root] = &failures[..] else { panic!("{failures:?}") };
        assert!(root.details.contains_key("known"), "{root:?}");
        assert!(parse("com.example:shelf:1.0\n\\--- compileClasspath\n").failures.is_empty());
    }
}
