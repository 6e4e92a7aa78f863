//! Turns the text of a search into terms and phrases. No text is a syntax error: a pasted message is searched by its words.
//! Never reads the index.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::tokens::{NameToken, is_ideograph, tokenize};

/// Bytes that are read of each end of a longer text.
const READ_BYTES: usize = 16 << 10;
/// In one line up to this length, quotes mark a phrase.
const TYPED_BYTES: usize = 200;
/// A query of at most this many words was typed, not pasted.
const TYPED_WORDS: usize = 6;
/// Shorter words are not completed.
const STEM_LETTERS: usize = 3;
/// Weight of a part of a name; the whole name has 1.
const PART: f32 = 0.4;

/// Stop words, English and German.
const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "for", "from", "has", "have", "how", "if",
    "in", "into", "is", "it", "its", "my", "of", "on", "or", "so", "that", "the", "their", "then", "there", "these",
    "this", "to", "was", "we", "what", "when", "which", "why", "will", "with", "you", "your", "das", "der", "die",
    "ein", "eine", "es", "im", "ist", "und", "von", "wird", "zu", "zum",
];

/// A word of the query.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTerm {
    /// In lower case.
    pub text: String,
    /// As it was typed.
    pub typed: String,
    /// Weight; 1 for a word that was typed.
    pub weight: f32,
    /// Index of the longer term that it is a part of; nothing where it was also typed by itself.
    pub part_of: Option<usize>,
}

/// The terms and phrases of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedQuery {
    /// Any of these must match; each once, in the text's order.
    pub terms: Vec<QueryTerm>,
    /// All of these must match: adjacent words.
    pub phrases: Vec<Vec<String>>,
}

impl ParsedQuery {
    /// Parses a text.
    pub fn parse(text: &str) -> ParsedQuery {
        let text = shortened(text);
        let phrases = if text.len() <= TYPED_BYTES && !text.trim().contains('\n') { quoted(&text) } else { Vec::new() };
        let found = tokenize(&text);
        let meaningful = |word: &&NameToken| is_meaningful(&word.text) && !STOP_WORDS.contains(&word.text.as_str());
        let mut terms = weighted(&text, found.iter().filter(meaningful));
        if terms.is_empty() {
            terms = weighted(&text, found.iter()); // Only stop words and single letters.
        }
        ParsedQuery { terms, phrases }
    }

    /// Whether it is short enough to have been typed: its words are then completed.
    pub fn is_typed(&self) -> bool {
        self.terms.iter().filter(|term| term.weight == 1.0).count() <= TYPED_WORDS
    }
}

impl QueryTerm {
    /// Whether it is long enough to be completed.
    pub fn is_stem(&self) -> bool {
        self.text.chars().count() >= STEM_LETTERS || self.text.chars().all(is_ideograph)
    }
}

/// Whether it is more than a single letter; an ideograph is a word.
fn is_meaningful(word: &str) -> bool {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) => is_ideograph(only),
        _ => true,
    }
}

fn weighted<'w>(text: &str, words: impl Iterator<Item = &'w NameToken>) -> Vec<QueryTerm> {
    let mut index_of: HashMap<&str, usize> = HashMap::new();
    let mut terms: Vec<QueryTerm> = Vec::new();
    // What the next words may be parts of: longer ones come first.
    let mut around: Vec<(Range<usize>, usize)> = Vec::new();
    for word in words {
        around.retain(|(bytes, _)| bytes.end >= word.bytes.end);
        let part_of = if word.part { around.last().map(|(_, index)| *index) } else { None };
        let weight = if word.part { PART } else { 1.0 };
        let index = *index_of.entry(&word.text).or_insert(terms.len());
        match terms.get_mut(index) {
            Some(term) if term.weight < weight => (term.weight, term.part_of) = (weight, None),
            Some(_) => {}
            None => {
                let typed = text[word.bytes.clone()].to_owned();
                terms.push(QueryTerm { text: word.text.clone(), typed, weight, part_of });
            }
        }
        if !word.finest {
            around.push((word.bytes.clone(), index));
        }
    }
    terms
}

/// The quoted phrases of two words or more. A single quoted name is an ordinary word, since messages quote names.
fn quoted(text: &str) -> Vec<Vec<String>> {
    let mut parts = text.split('"');
    let mut phrases = Vec::new();
    while let (Some(_), Some(inside)) = (parts.next(), parts.next()) {
        let closed = parts.clone().next().is_some();
        if closed && inside.split_whitespace().nth(1).is_some() {
            let parts: Vec<String> =
                tokenize(inside).into_iter().filter(|word| word.finest).map(|word| word.text).collect();
            if parts.len() > 1 {
                phrases.push(parts);
            }
        }
    }
    phrases
}

/// The text, without its middle where it is very long.
fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= 2 * READ_BYTES {
        return text.into();
    }
    let (mut head, mut tail) = (READ_BYTES, text.len() - READ_BYTES);
    while !text.is_char_boundary(head) {
        head -= 1;
    }
    while !text.is_char_boundary(tail) {
        tail += 1;
    }
    format!("{}\n{}", &text[..head], &text[tail..]).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> String {
        let terms = ParsedQuery::parse(text).terms;
        terms.iter().map(|term| format!("{}:{}", term.text, term.weight)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn whole_names_count_more_than_their_parts() {
        assert_eq!(terms("colorPrimary missing"), "colorprimary:1 color:0.4 primary:0.4 missing:1");
        assert_eq!(terms("primary colorPrimary"), "primary:1 colorprimary:1 color:0.4");
        assert_eq!(terms("why is the R.id.x missing"), "r.id.x:1 id:0.4 missing:1");
    }

    #[test]
    fn parts_know_what_they_are_of() {
        let of = |text: &str| -> Vec<(String, Option<usize>)> {
            ParsedQuery::parse(text).terms.into_iter().map(|term| (term.text, term.part_of)).collect()
        };
        let expected =
            [("r.id.app_name", None), ("id", Some(0)), ("app_name", Some(0)), ("app", Some(2)), ("name", Some(2))];
        assert_eq!(of("R.id.app_name"), expected.map(|(text, part_of)| (text.to_owned(), part_of)));
        let expected = [("app_name", None), ("app", None), ("name", Some(0))];
        assert_eq!(of("app_name app"), expected.map(|(text, part_of)| (text.to_owned(), part_of)));
    }

    #[test]
    fn stop_words_are_searched_for_only_where_nothing_else_is() {
        assert_eq!(terms("the"), "the:1");
        assert_eq!(terms("e: x"), "e:1 x:1");
        assert_eq!(terms("the theme"), "theme:1");
        assert_eq!(terms("找 a"), "找:1");
        assert_eq!(ParsedQuery::parse(" \n\"\" ?!"), ParsedQuery::default());
    }

    #[test]
    fn quotes_are_phrases_in_what_a_person_typed() {
        let phrases = |text: &str| ParsedQuery::parse(text).phrases;
        assert_eq!(phrases("\"color primary\" x"), [["color", "primary"]]);
        assert_eq!(phrases("\"no themeColor\""), [["no", "theme", "color"]]);
        assert_eq!(phrases("package \"colorPrimary\" not found"), [[""; 0]; 0], "a quoted name");
        assert_eq!(phrases("an \"open quote"), [[""; 0]; 0]);
        assert_eq!(phrases("\"two words\"\nsecond line"), [[""; 0]; 0], "a pasted message");
        assert_eq!(phrases(&format!("\"two words\" {}", "x".repeat(200))), [[""; 0]; 0]);
    }

    #[test]
    fn of_a_huge_text_both_ends_are_read() {
        let text = format!("first {} last", "ü".repeat(40_001));
        let terms = ParsedQuery::parse(&text).terms;
        assert!(terms.len() < 5 && terms[0].text == "first" && terms[terms.len() - 1].text == "last", "{terms:?}");
    }
}
