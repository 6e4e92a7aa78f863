//! A message in other words than a rule's pattern has: tools change quotation marks, articles and verbs from version to
//! version (`cannot`, `can't`; `should be`, `must be`; `actual`, `'actual'`). Both are brought to one form and compared again.
//!
//! Only what nothing recognised is asked for, and only of the rules whose words are nearest.

use std::borrow::Cow;

use crate::pattern::{LazyRegex, Match};

/// What tools write for one another; longer ones first. What stands for nothing is left out.
const SAME: &[(&[&str], &str)] = &[
    (&["is unable to", "was unable to", "can not", "could not", "unable to", "failed to"], "cannot"),
    (&["has not been", "have not been"], "is not"),
    (&["cannot", "can't", "cant", "can’t", "couldn't", "couldn’t", "may not"], "cannot"),
    (
        &["is not allowed", "are not allowed", "is prohibited", "are prohibited", "is forbidden", "are forbidden"],
        "may not",
    ),
    (&["is not permitted", "are not permitted", "is illegal", "are illegal"], "may not"),
    (&["is not supported", "are not supported"], "is unsupported"),
    (&["should", "has to", "have to", "needs to", "need to", "must"], "must"),
    (&["does not", "doesn't", "doesn’t", "do not", "don't", "don’t", "did not", "didn't", "didn’t"], "does not"),
    (&["isn't", "isn’t", "aren't", "aren’t", "wasn't", "wasn’t"], "is not"),
    (&["are", "was", "were", "is"], "is"),
    (&["has been", "have been"], "is"),
    (&["since", "because"], "because"),
    (&["useless", "redundant"], "redundant"),
    (&["which", "that"], "that"),
    (&["on", "at", "in"], "in"),
    (&["expected", "expect"], "expect"),
    (&["the", "an", "a"], ""),
];

/// What the groups of a pattern capture in the text if it matches it in other words: parts of the text as it was, by name.
pub fn captured(pattern: &str, text: &str) -> Option<Vec<(String, String)>> {
    let plain = PlainText::of(text);
    let regex = LazyRegex::of(Cow::Owned(plain_pattern(pattern)));
    let found = regex.captures(&plain.text)?;
    let part = |part: Match<'_>| plain.original(text, part.start(), part.end());
    Some(found.named().map(|(name, found)| (name.to_owned(), part(found))).collect())
}

/// A text in the form in which texts are compared.
#[derive(Default)]
struct PlainText {
    text: String,
    /// Where each of its bytes comes from.
    from: Vec<usize>,
}

impl PlainText {
    fn of(text: &str) -> PlainText {
        PlainText::part(text, [true, true])
    }

    /// Of a part of a text, with whether words begin and end where it does.
    fn part(text: &str, [begins, ends]: [bool; 2]) -> PlainText {
        let mut plain = PlainText::default();
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            let before = text[..at].chars().next_back();
            let begins = before.map_or(begins, |before| before == ' ' || before == '(' || is_quote(before));
            let ends = |length: &usize| if rest.len() == *length { ends } else { ends_word(&rest[*length..]) };
            let word = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            if begins && let Some((length, same)) = same(rest).filter(|(length, _)| ends(length)) {
                plain.push(same, at);
                at += length;
                at += usize::from(same.is_empty() && text[at..].starts_with(' '));
            } else if begins && word > 0 {
                plain.push(if ends(&word) { singular(&rest[..word]) } else { &rest[..word] }, at);
                at += word;
            } else {
                let twice = first == ' ' && plain.text.ends_with(' ');
                let one = if is_quote(first) { "'" } else { &rest[..first.len_utf8()] };
                plain.push(if twice { "" } else { one }, at);
                at += first.len_utf8();
            }
        }
        plain.from.push(text.len());
        plain
    }

    fn push(&mut self, text: &str, from: usize) {
        self.text.push_str(text);
        self.from.extend((0..text.len()).map(|byte| from + byte));
    }

    /// What stood in the original text where this one has the bytes from `start` to `end`.
    fn original(&self, text: &str, start: usize, end: usize) -> String {
        let part = text.get(self.from[start]..self.from[end].max(self.from[start])).unwrap_or_default();
        part.trim_matches(|c: char| c == ' ' || is_quote(c)).to_owned()
    }
}

fn is_quote(letter: char) -> bool {
    matches!(letter, '\'' | '"' | '`' | '‘' | '’' | '“' | '”')
}

/// Whether a word ends before this.
fn ends_word(rest: &str) -> bool {
    let mut letters = rest.chars();
    let inner = |after: Option<char>| after.is_some_and(char::is_alphanumeric);
    match letters.next() {
        Some('.' | ':' | ',') => !inner(letters.next()),
        Some(next) => next == ' ' || next == ')' || is_quote(next) && !inner(letters.next()),
        None => true,
    }
}

/// The words at the beginning of the text that are written for others, by their length, and those.
fn same(text: &str) -> Option<(usize, &'static str)> {
    let begins = |words: &&&str| {
        let start = text.as_bytes().get(..words.len());
        let letter = |c: char| c.is_ascii_alphabetic();
        start.is_some_and(|start| start.eq_ignore_ascii_case(words.as_bytes()))
            && !text[words.len()..].starts_with(letter)
    };
    SAME.iter().find_map(|(words, same)| Some((words.iter().find(begins)?.len(), *same)))
}

/// `argument` of `arguments`.
fn singular(word: &str) -> &str {
    let small = word.bytes().all(|letter| letter.is_ascii_lowercase());
    let plural = word.len() > 4 && word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    if small && plural { &word[..word.len() - 1] } else { word }
}

/// The pattern for texts in that form: its fixed words are brought to it, and quotation marks may be absent.
fn plain_pattern(source: &str) -> String {
    let mut plain = String::from("(?i)");
    let (mut run, mut rest, mut begins) = (String::new(), source, true);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' => escape_length(rest),
            '[' => class_length(rest),
            '(' => head_length(rest),
            '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
            _ => first.len_utf8(),
        };
        let (item, after) = rest.split_at(length);
        rest = after;
        match (first, item) {
            (_, "\\x22" | "\\x27" | "\\x60") => run.push('\''),
            ('[', item) if any_case(item) => run.push_str(&item[2..3]),
            ('\\', item) if item[1..].starts_with(|c: char| c.is_ascii_punctuation()) => run.push_str(&item[1..]),
            ('\\' | '[' | '(' | ')' | '|' | '^' | '$' | '.' | '*' | '+' | '?' | '{', item) => {
                let counted = matches!(first, '*' | '+' | '?' | '{');
                write_run(&mut plain, &mut run, [begins, !matches!(first, '[' | '.' | '\\')], counted);
                write_item(&mut plain, item);
                begins = matches!(first, '(' | ')' | '|' | '^');
            }
            _ => run.push_str(item),
        }
    }
    write_run(&mut plain, &mut run, [begins, true], false);
    plain
}

/// Writes the fixed text before an item, with whether words begin and end where it does; of one that is repeated or optional
/// the last letter stands alone.
fn write_run(plain: &mut String, run: &mut String, [begins, ends]: [bool; 2], counted: bool) {
    let text = std::mem::take(run);
    let last = text.char_indices().next_back().filter(|_| counted).map_or(text.len(), |(at, _)| at);
    for (part, bounds) in [(&text[..last], [begins, ends && !counted]), (&text[last..], [false, false])] {
        // Behind a group a space may be that of an article, which is left out.
        let maybe = plain.ends_with([')', '?', '*', '|']);
        for (at, letter) in PlainText::part(part, bounds).text.char_indices() {
            match letter {
                ' ' if at > 0 || !maybe => plain.push_str("[':, ]+"),
                '\'' | ' ' | ':' | ',' => plain.push_str("[':, ]*"),
                letter => plain.push_str(&regex_syntax::escape(letter.encode_utf8(&mut [0; 4]))),
            }
        }
    }
}

/// `[Ss]`: a letter, large or small.
fn any_case(class: &str) -> bool {
    let letters = class.as_bytes();
    letters.len() == 4 && letters[1].is_ascii_alphabetic() && letters[1].eq_ignore_ascii_case(&letters[2])
}

fn write_item(plain: &mut String, item: &str) {
    match item {
        "$" => plain.push_str("[.:!]?'?$"),
        "^" => plain.push_str("^'?"),
        class if class.starts_with('[') => plain.extend(class.chars().map(|c| if is_quote(c) { '\'' } else { c })),
        item => plain.push_str(item),
    }
}

fn escape_length(rest: &str) -> usize {
    let kind = rest[1..].chars().next();
    match kind {
        Some('x') => 4,
        Some('u') => 6,
        Some('p' | 'P' | 'b') if rest[2..].starts_with('{') => rest.find('}').map_or(rest.len(), |end| end + 1),
        kind => 1 + kind.map_or(0, char::len_utf8),
    }
    .min(rest.len())
}

/// The length of a class, in which classes may stand.
fn class_length(rest: &str) -> usize {
    let (mut depth, mut escaped) = (0, false);
    for (at, letter) in rest.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => depth += 1,
            ']' if !matches!(&rest[..at], "[" | "[^") => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + letter.len_utf8();
        }
    }
    rest.len()
}

/// The length of what opens a group: `(`, `(?:`, `(?P<name>`, `(?i)`.
fn head_length(rest: &str) -> usize {
    match rest.strip_prefix("(?") {
        Some(head) => 2 + head.find([':', '>', ')']).map_or(head.len(), |end| end + 1),
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{PlainText, plain_pattern};
    use crate::pattern::LazyRegex;
    use crate::rules::read;

    #[test]
    fn a_text_keeps_where_its_parts_come_from() {
        let text = "The “actual” class can't have some arguments";
        let plain = PlainText::of(text);
        assert_eq!(plain.text, "'actual' class cannot have some argument");
        let at = plain.text.find("argument").expect("it is there");
        assert_eq!(plain.original(text, at, plain.text.len()), "arguments");
        assert_eq!(plain.original(text, 0, 8), "actual");
    }

    #[test]
    fn a_pattern_matches_what_says_the_same() {
        let same = |source: &str, text: &str| {
            LazyRegex::of(Cow::Owned(plain_pattern(source))).is_match(&PlainText::of(text).text)
        };
        assert!(same("^Actual type alias should be (?:a|the) class$", "'actual' type alias must be a class."));
        assert!(same(r"Could not find '(?P<symbol>[^']+)' in", "Cannot find \"shelf\" in the basket"));
        assert!(same(r"shelf \(of [a-z]+\) has [0-9]{2,} baskets?\.", "the shelf (of oak) has 12 baskets."));
        assert!(!same("class must be final", "class must not be final"));
    }

    /// What a rule matches, it matches in that form, too.
    #[test]
    fn patterns_match_their_own_texts() {
        let (mut own, mut lost) = (0, Vec::new());
        for file in std::fs::read_dir("rules").expect("rules/") {
            let text = std::fs::read_to_string(file.expect("an entry").path()).expect("it is text");
            for rule in read(&text).0 {
                let regex = LazyRegex::of(Cow::Owned(plain_pattern(rule.pattern.source())));
                for line in rule.matches.iter().flat_map(|text| text.lines()).filter(|line| rule.pattern.is_match(line))
                {
                    own += 1;
                    if !regex.is_match(&PlainText::of(line).text) {
                        lost.push(format!("{}: {line}", rule.name));
                    }
                }
            }
        }
        assert!(lost.len() * 33 < own, "{} of {own}: {lost:#?}", lost.len());
    }
}
