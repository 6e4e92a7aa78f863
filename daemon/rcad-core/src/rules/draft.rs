//! A rule made from a failure at hand, for its user to complete.

use crate::model::failure::{Failure, escaped};

/// Most words of a message that become the rule's name.
const NAME: usize = 6;

/// The rule as TOML: its pattern matches the failure's message with what is quoted, paths and numbers left open; cause and
/// steps are the answer that the failure has, to be replaced.
pub fn draft(failure: &Failure, cause: &str, fixes: &[String]) -> String {
    let line = line(failure);
    let mut out = String::from("[[rule]]\n");
    let mut field = |key: &str, value: &str| out.push_str(&format!("{key} = {}\n", quoted(value)));
    field("name", &name(line));
    field("category", failure.category.id());
    field("pattern", &pattern(line, failure.symbol.as_deref()));
    field("cause", &escaped(cause));
    let fixes: Vec<String> = fixes.iter().map(|fix| format!("  {},\n", quoted(&escaped(fix)))).collect();
    out.push_str(&format!("fixes = [\n{}]\n", fixes.concat()));
    out.push_str(&format!("matches = [{}]\nnot = []\n", quoted(line)));
    out
}

/// The line of the log that says what failed.
fn line(failure: &Failure) -> &str {
    let message = failure.message.lines().next().unwrap_or_default().trim();
    let holds = |text: &str| message.is_empty() || text.contains(message);
    let mut evidence = failure.evidence.iter().map(|one| one.text.trim());
    // A message that the log has in one piece is the better pattern: no prefix stands before it.
    if evidence.clone().any(holds) && !message.is_empty() { message } else { evidence.next_back().unwrap_or(message) }
}

/// The first words of a message, for a name.
fn name(line: &str) -> String {
    let words = line.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: Vec<String> = words.take(NAME).map(str::to_ascii_lowercase).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name.join("-") }
}

/// A regular expression for the line: the symbol becomes the group `symbol`, what is quoted, paths and numbers match any.
fn pattern(line: &str, symbol: Option<&str>) -> String {
    let symbol = symbol.filter(|symbol| !symbol.is_empty());
    let Some((before, after)) = symbol.and_then(|symbol| line.split_once(symbol)) else { return open(line) };
    let end = after.chars().next().map(|letter| regex_syntax::escape(&letter.to_string()));
    let group = end.map_or("(?P<symbol>.+)".to_owned(), |end| format!("(?P<symbol>[^{end}]+)"));
    format!("{}{group}{}", open(before), open(after))
}

/// The text escaped, word by word, what varies left open.
fn open(text: &str) -> String {
    let word = |word: &str| {
        let varies = word.contains(['/', '\\']) || word.bytes().any(|byte| byte.is_ascii_digit());
        if varies { "[^ ]+".to_owned() } else { regex_syntax::escape(word) }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A TOML string, literal where that is possible.
fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if text.contains('\'') {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        format!("'{text}'")
    }
}

#[cfg(test)]
mod tests {
    use super::draft;
    use crate::explain::explain;
    use crate::parse::{parse, rule_tests};
    use crate::rules::{RuleSet, read};

    #[test]
    fn a_draft_reads_back_and_matches_what_it_was_made_from() {
        let logs = [
            "e: file:///p/app/src/Basket.kt:3:5 Unresolved reference 'shelv'.",
            "Exception in thread \"main\" java.lang.IllegalStateException: Basket 17 of /home/dev/a.json is {full}\n\tat com.example.A.b(A.kt:3)\n",
            "* What went wrong:\nExecution failed for task ':app:publish'.\n> The store at 'https://repo.example/x' said \"no\"\n",
        ];
        for log in logs {
            let failure = parse(log).failures.remove(0);
            let said = explain(&failure);
            let toml = draft(&failure, &said.root_cause, &said.fixes);
            let (rules, refused) = read(&toml);
            assert_eq!(refused, [], "{toml}");
            assert_eq!(rule_tests::test(&RuleSet::new(rules), 0), [], "{toml}");
        }
    }

    #[test]
    fn what_varies_is_left_open() {
        let failure = parse("e: file:///p/app/src/Basket.kt:3:5 Unresolved reference 'shelv'.").failures.remove(0);
        let toml = draft(&failure, "a {b}", &[]);
        assert!(toml.contains(r#"pattern = "Unresolved reference '(?P<symbol>[^']+)'\\.""#), "{toml}");
        assert!(toml.contains("cause = 'a {{b}}'"), "{toml}");
    }
}
