//! Searches the shipped notes by words. Uses no network.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rcad_core::explain::wiki::{CategoryNote, notes};

use super::page::{WikiPage, snippet};

/// Share of the query's weight that a note must contain.
const LEAST: f64 = 0.15;

/// Weight of a word in the title or the category's name; in the text it is 1.
const TITLE: f64 = 2.0;

/// Words that carry no meaning in a query.
const EMPTY: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "build", "by", "can", "do", "does", "error", "fix", "for", "how", "i",
    "in", "is", "it", "my", "no", "not", "of", "on", "or", "the", "this", "to", "what", "when", "why", "with",
];

struct IndexedNote {
    note: CategoryNote,
    /// Weight of each word in it.
    words: BTreeMap<String, f64>,
}

static KNOWN: LazyLock<Vec<IndexedNote>> = LazyLock::new(|| {
    let known = |note: CategoryNote| {
        let mut words = BTreeMap::new();
        words.extend(words_of(&note.text).into_iter().map(|word| (word, 1.0)));
        let title = format!("{} {}", note.title, note.category.id());
        words.extend(words_of(&title).into_iter().map(|word| (word, TITLE)));
        IndexedNote { note, words }
    };
    notes().into_iter().map(known).collect()
});

/// The notes with the highest weighted share of the query's words, rare words counting more.
pub(super) fn find(query: &str, most: usize) -> Vec<WikiPage> {
    let asked = words_of(query);
    let weight = |word: &String| {
        let holding = KNOWN.iter().filter(|known| known.words.contains_key(word)).count();
        (1.0 + KNOWN.len() as f64 / (1.0 + holding as f64)).ln()
    };
    let asked: Vec<(&String, f64)> = asked.iter().map(|word| (word, weight(word))).collect();
    let whole: f64 = asked.iter().map(|(_, weight)| weight * TITLE).sum();
    let score = |known: &IndexedNote| {
        let held = asked.iter().filter_map(|(word, weight)| Some(weight * known.words.get(*word)?));
        if whole > 0.0 { held.sum::<f64>() / whole } else { 0.0 }
    };
    let mut found: Vec<(f64, &CategoryNote)> = KNOWN.iter().map(|known| (score(known), &known.note)).collect();
    found.retain(|(score, _)| *score >= LEAST);
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().take(most).map(|(score, note)| page(note, score)).collect()
}

fn page(note: &CategoryNote, score: f64) -> WikiPage {
    WikiPage {
        title: note.title.to_owned(),
        url: note.link.map(str::to_owned),
        snippet: snippet(&note.text),
        source: "docs",
        relevance_score: (score * 100.0).round() / 100.0,
    }
}

/// The distinct words in lower case, with compound names split (`NullPointer`, `null_pointer`) and common endings
/// removed.
pub(super) fn words_of(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let mut part = String::new();
        let mut lower = false;
        for c in word.chars() {
            if c.is_uppercase() && lower {
                words.insert(std::mem::take(&mut part));
            }
            lower = c.is_lowercase();
            part.extend(c.to_lowercase());
        }
        words.insert(part);
        words.insert(word.to_lowercase());
    }
    words.into_iter().map(|word| stem(&word)).filter(|word| !EMPTY.contains(&word.as_str())).collect()
}

fn stem(word: &str) -> String {
    let endings = ["ies", "ing", "ed", "es", "s"];
    let cut = endings.iter().find_map(|end| word.strip_suffix(end).filter(|rest| rest.chars().count() > 3));
    cut.unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{find, words_of};

    #[test]
    fn notes_are_found_by_the_words_of_errors() {
        for (query, title) in [
            ("Unresolved reference: basketTotal", "Unresolved reference"),
            ("duplicate class found in modules", "Duplicate class"),
            ("AAPT: error: resource color/midnight not found", "Resource not found"),
            ("manifest merger failed", "Manifest merger failed"),
            ("lateinit property has not been initialized", "lateinit property not initialised"),
            ("NetworkOnMainThreadException", "Network on the main thread"),
            ("LaunchedEffect key", "Wrong key for LaunchedEffect"),
        ] {
            let found = find(query, 3);
            assert!(found.iter().any(|page| page.title == title), "{query}: {found:#?}");
            for page in &found {
                assert!(
                    (0.15..=1.0).contains(&page.relevance_score) && page.snippet.chars().count() <= 200,
                    "{page:?}"
                );
            }
        }
        let scores: Vec<f64> =
            find("gradle dependency not found", 10).iter().map(|page| page.relevance_score).collect();
        assert!(scores.len() > 2 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    }

    #[test]
    fn other_words_find_nothing() {
        for query in ["recipe for apple cake", "how to do this", "???", "zzz qqq"] {
            assert!(find(query, 5).is_empty(), "{query}: {:?}", find(query, 5));
        }
    }

    #[test]
    fn names_are_taken_apart() {
        let words = words_of("NullPointerException in my_view");
        for word in ["null", "pointer", "exception", "nullpointerexception", "view"] {
            assert!(words.contains(word), "{word} in {words:?}");
        }
        assert!(!words.contains("in"));
    }
}
