//! What a person's or a program's text asks the words' index for. A text is never a syntax error: a pasted message is its
//! words. Looks nothing up.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::tokens::{Word, is_ideograph, words};

/// Of a longer text only the beginning and the end are looked at, each of so many bytes.
const READ_BYTES: usize = 16 << 10;
/// In a text up to this length, and of one line, quotes mean that words must stand side by side.
const TYPED_BYTES: usize = 200;
/// A query up to so many words is typed.
const TYPED_WORDS: usize = 6;
/// A shorter word in letters does not stand for what begins with it.
const STEM_LETTERS: usize = 3;
/// What a part of a name counts, where the whole name counts 1.
const PART: f32 = 0.4;

/// Words that tell nothing, English and German.
const FILLERS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "for", "from", "has", "have", "how", "if",
    "in", "into", "is", "it", "its", "my", "of", "on", "or", "so", "that", "the", "their", "then", "there", "these",
    "this", "to", "was", "we", "what", "when", "which", "why", "will", "with", "you", "your", "das", "der", "die",
    "ein", "eine", "es", "im", "ist", "und", "von", "wird", "zu", "zum",
];

/// A word that is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// In lower case.
    pub text: String,
    /// As it was typed.
    pub typed: String,
    /// How much it counts; 1 for a word that was typed.
    pub weight: f32,
    /// The longer term that it is a part of, by its place among the terms; not where it also stands for itself.
    pub part_of: Option<usize>,
}

/// What a text asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sought {
    /// Any of these, the more the better; each once, in the text's order.
    pub terms: Vec<Term>,
    /// Each of these must be there: words side by side.
    pub phrases: Vec<Vec<String>>,
}

impl Sought {
    /// Reads a text.
    pub fn read(text: &str) -> Sought {
        let text = shortened(text);
        let phrases = if text.len() <= TYPED_BYTES && !text.trim().contains('\n') { quoted(&text) } else { Vec::new() };
        let found = words(&text);
        let telling = |word: &&Word| tells(&word.text) && !FILLERS.contains(&word.text.as_str());
        let mut terms = weighted(&text, found.iter().filter(telling));
        if terms.is_empty() {
            terms = weighted(&text, found.iter()); // Nothing but fillers and letters: better than nothing.
        }
        Sought { terms, phrases }
    }

    /// Whether a person typed it, to judge by its length: such words also find what begins with them.
    pub fn is_typed(&self) -> bool {
        self.terms.iter().filter(|term| term.weight == 1.0).count() <= TYPED_WORDS
    }
}

impl Term {
    /// Whether longer words that begin with it are meant too.
    pub fn is_stem(&self) -> bool {
        self.text.chars().count() >= STEM_LETTERS || self.text.chars().all(is_ideograph)
    }
}

/// A single letter tells nothing; an ideograph is a word.
fn tells(word: &str) -> bool {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) => is_ideograph(only),
        _ => true,
    }
}

fn weighted<'w>(text: &str, words: impl Iterator<Item = &'w Word>) -> Vec<Term> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut terms: Vec<Term> = Vec::new();
    // What the next words may be parts of: longer ones come first.
    let mut around: Vec<(Range<usize>, usize)> = Vec::new();
    for word in words {
        around.retain(|(bytes, _)| bytes.end >= word.bytes.end);
        let part_of = if word.part { around.last().map(|(_, place)| *place) } else { None };
        let weight = if word.part { PART } else { 1.0 };
        let place = *places.entry(&word.text).or_insert(terms.len());
        match terms.get_mut(place) {
            Some(term) if term.weight < weight => (term.weight, term.part_of) = (weight, None),
            Some(_) => {}
            None => {
                let typed = text[word.bytes.clone()].to_owned();
                terms.push(Term { text: word.text.clone(), typed, weight, part_of });
            }
        }
        if !word.finest {
            around.push((word.bytes.clone(), place));
        }
    }
    terms
}

/// The quoted phrases of two words or more. A single quoted name is a word as any other, since messages quote names.
fn quoted(text: &str) -> Vec<Vec<String>> {
    let mut parts = text.split('"');
    let mut phrases = Vec::new();
    while let (Some(_), Some(inside)) = (parts.next(), parts.next()) {
        let closed = parts.clone().next().is_some();
        if closed && inside.split_whitespace().nth(1).is_some() {
            let parts: Vec<String> =
                words(inside).into_iter().filter(|word| word.finest).map(|word| word.text).collect();
            if parts.len() > 1 {
                phrases.push(parts);
            }
        }
    }
    phrases
}

/// The text without its middle where it is very long.
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
        let terms = Sought::read(text).terms;
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
            Sought::read(text).terms.into_iter().map(|term| (term.text, term.part_of)).collect()
        };
        let expected =
            [("r.id.app_name", None), ("id", Some(0)), ("app_name", Some(0)), ("app", Some(2)), ("name", Some(2))];
        assert_eq!(of("R.id.app_name"), expected.map(|(text, part_of)| (text.to_owned(), part_of)));
        let expected = [("app_name", None), ("app", None), ("name", Some(0))];
        assert_eq!(of("app_name app"), expected.map(|(text, part_of)| (text.to_owned(), part_of)));
    }

    #[test]
    fn fillers_are_looked_for_only_where_nothing_else_is() {
        assert_eq!(terms("the"), "the:1");
        assert_eq!(terms("e: x"), "e:1 x:1");
        assert_eq!(terms("the theme"), "theme:1");
        assert_eq!(terms("找 a"), "找:1");
        assert_eq!(Sought::read(" \n\"\" ?!"), Sought::default());
    }

    #[test]
    fn quotes_are_phrases_in_what_a_person_typed() {
        let phrases = |text: &str| Sought::read(text).phrases;
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
        let terms = Sought::read(&text).terms;
        assert!(terms.len() < 5 && terms[0].text == "first" && terms[terms.len() - 1].text == "last", "{terms:?}");
    }
}
