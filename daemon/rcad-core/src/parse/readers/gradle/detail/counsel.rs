//! What a message itself advises: the sentence of a plugin or task that says what to do.

use crate::pattern::Pattern;

/// Lines of a message in which its advice is looked for.
const LINES: usize = 14;

/// Longest advice that is quoted, in characters.
const LONGEST: usize = 260;

/// `Add it to licenses/allowed.txt`, `You must set SHELF_KEY`, `To fix this, run …`, `Possible solution: …`, `If this is
/// intentional, re-baseline using …`
static ADVICE: Pattern = Pattern::new(concat!(
    r"(?i)^(?:[-*•\x22'`(]+\s*|[0-9]{1,2}[.)] )?(?:(?:possible |recommended |suggested )?(?:solution|fix|action|suggestion|hint|tip)s?: *)?",
    r"(?:(?:if|when|unless) (?:this|it|that|you)\b[^.]*, \S|(?:please|(?:to|in order to) (?:fix|resolve|solve|correct|enable|use|allow|accept|avoid|continue|proceed|override|suppress|ignore|disable|update)",
    r"|you (?:must|need to|have to|should|can|may|might want to)|consider|make sure|ensure|try|either",
    r"|run|re-?run|set|unset|add|use|update|upgrade|downgrade|install|remove|delete|rename|define|specify|provide|create|change|replace|move|enable|disable",
    r"|declare|configure|apply|download|increase|raise|lower|regenerate|execute|export|put|pass|include|exclude|migrate|switch|convert|verify|did you|restart|commit)[:,]? \S)",
));

/// `… is deprecated, use shelve() instead`, `SHELF_KEY must be set`
static INSIDE: Pattern = Pattern::new(
    r"(?i)(?:[,;] (?:please )?use \S.* instead|\b(?:must|should|needs? to) be (?:set|specified|defined|provided|declared|configured|added|installed|enabled|applied))",
);

/// Words of sentences that say what is wrong.
const FAULTS: &[&str] = &[
    " failed",
    " not found",
    " is missing",
    " was ",
    " were ",
    " does not ",
    " cannot ",
    " could not ",
    " is empty",
    " exceeded",
    " detected",
    " differs",
];

/// Beginnings of advice that names the fault beside it: `If this was meant, …`, `You must set …`
static ASKED: Pattern = Pattern::new(r"(?i)^\W*(?:please|you|if|when|unless|make sure|ensure|to |in order)\b");

/// What Gradle and others print below each failure.
const GENERAL: &[&str] = &[
    "--stacktrace",
    "--info",
    "--debug",
    "--scan",
    "help.gradle.org",
    "for more details",
    "for details",
    "for more information",
    "See the report",
    "see log",
    "Check the log",
    "Check logs",
];

/// The first sentence of these lines that says what to do.
pub fn read<'l>(lines: impl Iterator<Item = &'l str>) -> Option<String> {
    let lines = lines.take(LINES).map(|line| line.trim().trim_start_matches("> ").trim());
    let mut sentences: Vec<String> = Vec::new();
    let mut open = false;
    for line in lines.take_while(|line| !line.starts_with("at ") && !line.starts_with("* ")) {
        // A sentence that was broken goes on in small letters.
        let goes_on = open && line.starts_with(|first: char| first.is_lowercase() || first == '`' || first == '\'');
        match sentences.last_mut().filter(|_| goes_on) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => sentences.push(line.to_owned()),
        }
        open = !line.is_empty() && !line.ends_with(['.', ':', '!', '?']);
    }
    let all = sentences.iter().flat_map(|paragraph| split(paragraph));
    let told = all.filter(|one| is_advice(one)).map(|one| one.trim_end_matches(['.', ':']).to_owned());
    told.into_iter().find(|one| one.chars().count() <= LONGEST)
}

fn is_advice(sentence: &str) -> bool {
    let general = GENERAL.iter().any(|text| sentence.contains(text));
    // `Update of the shelf failed`: a fault and no advice.
    let fault = FAULTS.iter().any(|word| sentence.contains(word)) && !ASKED.is_match(sentence);
    !general && !fault && sentence.split(' ').count() > 2 && (ADVICE.is_match(sentence) || INSIDE.is_match(sentence))
}

/// The sentences of a paragraph; a full stop inside of a name or a path ends none.
fn split(paragraph: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut start = 0;
    for (at, _) in paragraph.match_indices(['.', '!', '?']) {
        let mut rest = paragraph[at + 1..].chars();
        let ends = rest.next().is_none_or(|next| next == ' ')
            && rest.next().is_none_or(|next| next.is_uppercase() || "`'\"".contains(next));
        if ends && at >= start {
            all.push(paragraph[start..at].trim());
            start = at + 1;
        }
    }
    all.push(paragraph[start..].trim());
    all.retain(|one| !one.is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn the_sentence_that_says_what_to_do_is_the_advice() {
        for (text, advice) in [
            (
                "> Basket 'a' of shelf org.example:b:2.1 is full.\n  Add it to shelves/allowed.txt or leave it out.",
                Some("Add it to shelves/allowed.txt or leave it out"),
            ),
            (
                "You must set SHELF_KEY before building. See docs/a.md for details.",
                Some("You must set SHELF_KEY before building"),
            ),
            (
                "Shelves changed\n- a\n+ b\n\nIf this is intentional, write them with ./gradlew shelves",
                Some("If this is intentional, write them with ./gradlew shelves"),
            ),
            (
                "Extension 'a' lacks 'b'. Add `a { b = \"…\" }` to your\nbuild script.",
                Some("Add `a { b = \"…\" }` to your build script"),
            ),
            ("shelve(a) is gone, use shelve(a, b) instead.", Some("shelve(a) is gone, use shelve(a, b) instead")),
            ("The basket is empty.\nRun with --stacktrace option to get the stack trace.", None),
            ("User home not found for the shelf\nSettings of the basket are odd\nRuntime error in the shelf", None),
            ("Update of the shelf 'a' failed.\nSet of baskets is empty today.", None),
            ("Using the shelf failed\n    at com.example.A.b(A.java:3)", None),
        ] {
            assert_eq!(read(text.lines()).as_deref(), advice, "{text}");
        }
    }
}
