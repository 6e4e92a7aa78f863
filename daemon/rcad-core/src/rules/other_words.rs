//! A message in other words than a rule's pattern has: tools change quotation marks, articles and verbs from version to
//! version (`cannot`, `can't`; `should be`, `must be`; `actual`, `'actual'`). Both are brought to one form and compared again.
//!
//! Only what nothing recognised is asked for, and only of the rules whose words are nearest.

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{AssertionKind, Ast, Repetition, Span};

use crate::pattern::LazyRegex;

/// What tools write for one another; longer ones first. What stands for nothing is left out.
const SAME: &[(&[&str], &str)] = &[
    (&["is unable to", "was unable to", "can not", "could not", "unable to", "failed to"], "cannot"),
    (&["has not been", "have not been"], "is not"),
    (&["cannot", "can't", "cant", "can’t", "couldn't", "couldn’t", "may not"], "cannot"),
    (
        &[
            "is not allowed",
            "are not allowed",
            "is prohibited",
            "are prohibited",
            "is forbidden",
            "are forbidden",
            "is not permitted",
            "are not permitted",
            "is illegal",
            "are illegal",
        ],
        "is not allowed",
    ),
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

/// A text in the form in which texts are compared.
#[derive(Default)]
pub struct PlainText<'t> {
    /// As it was.
    original: &'t str,
    text: String,
    /// Where each of its bytes comes from.
    from: Vec<usize>,
}

impl<'t> PlainText<'t> {
    /// The form of a whole text.
    pub fn of(text: &'t str) -> PlainText<'t> {
        PlainText::part(text, [true, true])
    }

    /// What the groups of a pattern for such texts capture: parts of the text as it was, by name.
    pub fn captured(&self, pattern: &LazyRegex) -> Option<Vec<(String, String)>> {
        let found = pattern.captures(&self.text)?;
        Some(found.named().map(|(name, part)| (name.to_owned(), self.original(part.start(), part.end()))).collect())
    }

    /// Of a part of a text, with whether words begin and end where it does.
    fn part(text: &'t str, [begins, ends]: [bool; 2]) -> PlainText<'t> {
        let mut plain = PlainText { original: text, ..PlainText::default() };
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
    fn original(&self, start: usize, end: usize) -> String {
        let part = self.original.get(self.from[start]..self.from[end].max(self.from[start])).unwrap_or_default();
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
pub fn plain_pattern(source: &str) -> String {
    let Ok(ast) = Parser::new().parse(source) else { return source.to_owned() };
    let mut writer = PlainPattern { source, plain: "(?i)".to_owned(), run: String::new(), begins: true };
    writer.write(&ast);
    writer.end_run(true);
    writer.plain
}

/// A pattern as far as it is written.
struct PlainPattern<'s> {
    source: &'s str,
    plain: String,
    /// Fixed text that is not written yet.
    run: String,
    /// Whether a word may begin where it does.
    begins: bool,
}

impl PlainPattern<'_> {
    fn write(&mut self, ast: &Ast) {
        match ast {
            Ast::Empty(_) => {}
            Ast::Literal(literal) => self.run.push(literal.c),
            Ast::ClassBracketed(class) if any_case(self.text(&class.span)) => {
                let letter = self.text(&class.span)[2..3].to_owned();
                self.run.push_str(&letter);
            }
            Ast::Concat(parts) => parts.asts.iter().for_each(|part| self.write(part)),
            Ast::Alternation(branches) => {
                for (nth, branch) in branches.asts.iter().enumerate() {
                    if nth > 0 {
                        self.put("|", [true, true]);
                    }
                    self.write(branch);
                }
            }
            Ast::Group(group) => {
                let head = Span::new(group.span.start, group.ast.span().start);
                self.put(self.text(&head).to_owned().as_str(), [true, true]);
                self.write(&group.ast);
                self.put(")", [true, true]);
            }
            Ast::Repetition(repeated) => self.repeat(repeated),
            Ast::Assertion(assertion) => match assertion.kind {
                AssertionKind::StartLine => self.put("^'?", [true, true]),
                AssertionKind::EndLine => self.put("[.:!]?'?$", [true, false]),
                _ => self.put(self.text(&assertion.span).to_owned().as_str(), [false, false]),
            },
            Ast::Flags(flags) => self.put(self.text(&flags.span).to_owned().as_str(), [true, true]),
            other => {
                let text: String =
                    self.text(other.span()).chars().map(|c| if is_quote(c) { '\'' } else { c }).collect();
                self.put(&text, [false, false]);
            }
        }
    }

    /// What may be absent or stand more than once; of a fixed text that is its last letter, which then stands alone.
    fn repeat(&mut self, repeated: &Repetition) {
        self.write(&repeated.ast);
        if let Some(last) = self.run.pop() {
            self.end_run(false);
            (self.run, self.begins) = (last.to_string(), false);
        }
        self.put(self.text(&repeated.op.span).to_owned().as_str(), [false, false]);
    }

    /// Writes what is no fixed text, with whether a word may end before it and begin behind it.
    fn put(&mut self, text: &str, [ends, begins]: [bool; 2]) {
        self.end_run(ends);
        self.plain.push_str(text);
        self.begins = begins;
    }

    /// Writes the fixed text, with whether a word may end where it does.
    fn end_run(&mut self, ends: bool) {
        let run = std::mem::take(&mut self.run);
        // Behind a group a space may be that of an article, which is left out.
        let maybe = self.plain.ends_with([')', '?', '*', '|']);
        for (at, letter) in PlainText::part(&run, [self.begins, ends]).text.char_indices() {
            match letter {
                ' ' if at > 0 || !maybe => self.plain.push_str("[':, ]+"),
                '\'' | ' ' | ':' | ',' => self.plain.push_str("[':, ]*"),
                letter => self.plain.push_str(&regex_syntax::escape(letter.encode_utf8(&mut [0; 4]))),
            }
        }
    }

    fn text(&self, span: &Span) -> &str {
        &self.source[span.start.offset..span.end.offset]
    }
}

/// `[Ss]`: a letter, large or small.
fn any_case(class: &str) -> bool {
    let letters = class.as_bytes();
    letters.len() == 4 && letters[1].is_ascii_alphabetic() && letters[1].eq_ignore_ascii_case(&letters[2])
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
        assert_eq!(plain.original(at, plain.text.len()), "arguments");
        assert_eq!(plain.original(0, 8), "actual");
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
