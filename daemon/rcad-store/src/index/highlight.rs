//! Which words of a query stand in a text, and where. Goes by the same words as the index; looks nothing up.

use std::ops::Range;

use super::sought::{Sought, Term};
use super::tokens::{Word, words};
use super::words::texts;
use crate::Rca;

/// Words of a query that are named of a hit; a pasted message has many.
const NAMED: usize = 8;

/// A query's words, to be found in texts.
pub struct Highlighter {
    sought: Sought,
}

impl Highlighter {
    /// For what somebody looks for.
    pub fn new(query: &str) -> Highlighter {
        Highlighter { sought: Sought::read(query) }
    }

    /// The bytes of the text that the query is about: in order, none within or beside another.
    pub fn ranges(&self, text: &str) -> Vec<Range<usize>> {
        let words = words(text);
        let mut ranges = self.matching(&words, |term, word| term.text == word.text);
        if ranges.is_empty() {
            ranges = self.matching(&words, |term, word| self.begins(term, word));
        }
        ranges.sort_by_key(|range| (range.start, range.end));
        let mut apart: Vec<Range<usize>> = Vec::new();
        for range in ranges {
            match apart.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => apart.push(range),
            }
        }
        apart
    }

    /// The query's words that the RCA was found by, as they were typed, in their order: whole names where they stand in it,
    /// else their parts. At most eight.
    pub fn found_by(&self, rca: &Rca) -> Vec<String> {
        let all: Vec<Word> = texts(rca).into_iter().flat_map(|(_, text)| words(text)).collect();
        let stands = |term: &Term| all.iter().any(|word| word.text == term.text);
        let begins = |term: &Term| all.iter().any(|word| self.begins(term, word));
        let mut found: Vec<&Term> = self.sought.terms.iter().filter(|term| stands(term)).collect();
        if found.is_empty() {
            found = self.sought.terms.iter().filter(|term| begins(term)).collect();
        }
        let whole = |part: &Term| found.iter().any(|term| term.weight > part.weight && term.text.contains(&part.text));
        let named = found.iter().filter(|term| !whole(term));
        named.take(NAMED).map(|term| term.typed.clone()).collect()
    }

    fn matching(&self, words: &[Word], agrees: impl Fn(&Term, &Word) -> bool) -> Vec<Range<usize>> {
        let matched = |word: &&Word| self.sought.terms.iter().any(|term| agrees(term, word));
        words.iter().filter(matched).map(|word| word.bytes.clone()).collect()
    }

    fn begins(&self, term: &Term, word: &Word) -> bool {
        self.sought.is_typed() && term.is_stem() && word.text.starts_with(&term.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(query: &str, text: &str) -> String {
        let mut marked = text.to_owned();
        for range in Highlighter::new(query).ranges(text).into_iter().rev() {
            marked.insert(range.end, ']');
            marked.insert(range.start, '[');
        }
        marked
    }

    #[test]
    fn names_and_parts_are_marked() {
        for (query, text, expected) in [
            ("colorPrimary", "no colorPrimary in Theme", "no [colorPrimary] in Theme"),
            ("primary", "no colorPrimary in Theme", "no color[Primary] in Theme"),
            ("app_name", "R.string.app_name", "R.string.[app_name]"),
            ("größe", "die Größe: größer", "die [Größe]: größer"),
            ("unresol", "Unresolved reference", "[Unresolved] reference"),
            ("theme", "no colorPrimary", "no colorPrimary"),
            ("", "no words", "no words"),
        ] {
            assert_eq!(marked(query, text), expected, "{query}");
        }
    }
}
