//! Of which kinds the findings of one check are: who mends only the first one meets the next.

use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `/p/Basket.kt:12:9: … [LongMethod]`, `/p/Basket.kt:12:1: … (standard:no-wildcard-imports)`, with blanks behind
static FINDING: Pattern = Pattern::new(
    r"^\S[^\n]*\.[a-z]+:[0-9]+(?::[0-9]+)?:? [^\n]*(?:\[(?P<rule>[A-Z][A-Za-z0-9]+)\]|\((?P<named>(?:[a-z]+:)?[a-z]+(?:-[a-z]+)+)\))\s*$",
);

/// Lines of findings that are counted.
const MOST: usize = 2000;

/// Kinds that are named.
const NAMED: usize = 5;

/// `` `MagicNumber` (5), `MaxLineLength` (4) `` of the lines above `end`, the most frequent first; nothing where all are of one
/// kind.
pub fn above(lines: &Lines, end: usize) -> Option<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for at in end.saturating_sub(MOST)..end {
        let Some(found) = FINDING.captures(lines.get(at)) else { continue };
        let rule = found.name("rule").or_else(|| found.name("named")).map_or("", |name| name.as_str());
        match counts.iter_mut().find(|(name, _)| name == rule) {
            Some((_, count)) => *count += 1,
            None => counts.push((rule.to_owned(), 1)),
        }
    }
    if counts.len() < 2 {
        return None;
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let more = counts.len().saturating_sub(NAMED);
    let told: Vec<String> = counts.iter().take(NAMED).map(|(name, count)| format!("`{name}` ({count})")).collect();
    let rest = if more > 0 { format!(" and {more} other kinds") } else { String::new() };
    Some(format!("{}{rest}", told.join(", ")))
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn the_kinds_of_findings_are_counted() {
        let finding = |line: u32, rule: &str| format!("/p/Basket.kt:{line}:9: This is not good. [{rule}]     \n");
        let log = |findings: &[String]| {
            format!(
                "> Task :detekt FAILED\n{}\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':detekt'.\n> Analysis failed with 3 weighted issues.\n\nBUILD FAILED in 1s\n",
                findings.concat()
            )
        };
        let mixed = answer(&log(&[finding(1, "MagicNumber"), finding(2, "MaxLineLength"), finding(3, "MagicNumber")]));
        assert!(mixed.contains("It is one of 3 findings: `MagicNumber` (2), `MaxLineLength` (1)."), "{mixed}");
        assert!(mixed.contains("`maxIssues`"), "{mixed}");
        let alike = answer(&log(&[finding(1, "MagicNumber"), finding(2, "MagicNumber"), finding(3, "MagicNumber")]));
        assert!(alike.contains("It is one of 3 findings.") && !alike.contains("(3)"), "{alike}");
    }
}
