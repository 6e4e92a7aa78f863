//! Where a text matches a query. Uses the index's tokenizer; never reads the index.

use std::ops::Range;

use super::parsed_query::{ParsedQuery, QueryTerm};
use super::text_index::texts;
use super::tokens::{NameToken, tokenize};
use crate::Rca;

/// Most words of a query that are listed for a hit; a pasted message has many.
const NAMED: usize = 8;

/// Finds a query's words in texts.
pub struct Highlighter {
    query: ParsedQuery,
}

impl Highlighter {
    /// For this query.
    pub fn new(query: &str) -> Highlighter {
        Highlighter { query: ParsedQuery::parse(query) }
    }

    /// The byte ranges of the text that match: in order, disjoint and not adjacent.
    pub fn ranges(&self, text: &str) -> Vec<Range<usize>> {
        let words = tokenize(text);
        let mut ranges = self.matching(&words, |term, word| term.text == word.text);
        if ranges.is_empty() {
            ranges = self.matching(&words, |term, word| self.begins(term, word));
        }
        ranges.sort_by_key(|range| (range.start, range.end));
        let mut merged: Vec<Range<usize>> = Vec::new();
        for range in ranges {
            match merged.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push(range),
            }
        }
        merged
    }

    /// The query's words that the RCA matches, as they were typed and in their order: whole names where they match, else
    /// their parts. At most eight.
    pub fn found_by(&self, rca: &Rca) -> Vec<String> {
        let all: Vec<NameToken> = texts(rca).into_iter().flat_map(|(_, text)| tokenize(text)).collect();
        let stands = |term: &QueryTerm| all.iter().any(|word| word.text == term.text);
        let begins = |term: &QueryTerm| all.iter().any(|word| self.begins(term, word));
        let mut found: Vec<&QueryTerm> = self.query.terms.iter().filter(|term| stands(term)).collect();
        if found.is_empty() {
            found = self.query.terms.iter().filter(|term| begins(term)).collect();
        }
        let whole =
            |part: &QueryTerm| found.iter().any(|term| term.weight > part.weight && term.text.contains(&part.text));
        let named = found.iter().filter(|term| !whole(term));
        named.take(NAMED).map(|term| term.typed.clone()).collect()
    }

    fn matching(&self, words: &[NameToken], agrees: impl Fn(&QueryTerm, &NameToken) -> bool) -> Vec<Range<usize>> {
        let matched = |word: &&NameToken| self.query.terms.iter().any(|term| agrees(term, word));
        words.iter().filter(matched).map(|word| word.bytes.clone()).collect()
    }

    fn begins(&self, term: &QueryTerm, word: &NameToken) -> bool {
        self.query.is_typed() && term.is_stem() && word.text.starts_with(&term.text)
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
