//! Findings whose words go over several lines: detekt and ktlint print a rule's message as it is, and the rule's name behind it.

use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `/p/Basket.kt:12:9: The function add`: the beginning of a finding
static PLACED: Pattern = Pattern::new(r"^(?:[A-Za-z]:)?[^\s:][^:\n]*\.kts?:[0-9]+:[0-9]+:? \S");

/// `See https://example.com/rules. [LongMethod]`, `… (standard:no-wildcard-imports)`: its end
static NAMED: Pattern = Pattern::new(r"(?:^|\s)(?P<rule>\[[A-Z][A-Za-z0-9]+\]|\((?:[a-z]+:)?[a-z]+(?:-[a-z]+)+\))\s*$");

/// Lines that one finding may take.
const LONGEST: usize = 10;

/// The line at `at`, ended by `\n`; of a finding that goes on below it its first paragraph and the rule's name.
pub fn finding(lines: &Lines, at: usize) -> String {
    let first = lines.get(at);
    let alone = || format!("{first}\n");
    if !PLACED.is_match(first) || NAMED.is_match(first) {
        return alone();
    }
    let goes_on = |index: &usize| {
        let line = lines.get(*index);
        !PLACED.is_match(line) && !line.starts_with("> ") && !line.starts_with("* ")
    };
    let below = || (at + 1..(at + LONGEST).min(lines.len())).take_while(goes_on);
    let Some((last, rule)) = below().find_map(|index| Some((index, NAMED.captures(lines.get(index))?))) else {
        return alone();
    };
    let mut whole = first.trim_end().to_owned();
    for line in below().take_while(|index| *index <= last).map(|index| lines.get(index).trim()) {
        if line.is_empty() || line.ends_with(&rule["rule"]) && line.len() == rule["rule"].len() {
            break;
        }
        whole.push(' ');
        whole.push_str(line.strip_suffix(&rule["rule"]).unwrap_or(line).trim_end());
    }
    format!("{whole} {}\n", &rule["rule"])
}

#[cfg(test)]
mod tests {
    use super::finding;
    use crate::parse::input::lines::Lines;
    use crate::parse::parse;

    const FIRST: &str = "/p/Shelf.kt:12:5: Previews should not be public.";

    #[test]
    fn a_finding_ends_with_its_rule() {
        let whole = |text: &str| finding(&Lines::new(text), 0);
        for (below, expected) in [
            ("\n\nSee https://example.com/rules for more. [PreviewPublic]", " [PreviewPublic]\n"),
            ("\nThey are for the editor. [PreviewPublic]", " They are for the editor. [PreviewPublic]\n"),
            ("\n[PreviewPublic]", " [PreviewPublic]\n"),
            ("\nMore (standard:preview-public)", " More (standard:preview-public)\n"),
            ("\n/p/Shelf.kt:13:5: Long. [LongMethod]", "\n"),
            ("\n> Task :a FAILED\nSee [LongMethod]", "\n"),
        ] {
            assert_eq!(whole(&format!("{FIRST}{below}")), format!("{FIRST}{expected}"), "{below}");
        }
        assert_eq!(whole("Shelves\n\nSee [LongMethod]"), "Shelves\n");
    }

    #[test]
    fn the_rule_at_the_end_of_several_lines_is_the_symbol() {
        let log = format!(
            "> Task :app:detekt FAILED\n{FIRST}\n\nSee https://example.com/rules for more. [PreviewPublic]\n\n\
             FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:detekt'.\n\
             > Analysis failed with 1 weighted issues.\n\nBUILD FAILED in 1s\n"
        );
        let root = &parse(&log).failures[0];
        assert_eq!((root.symbol.as_deref(), root.line), (Some("PreviewPublic"), Some(12)));
        assert_eq!(root.details["reason"], "Previews should not be public");
    }
}
