//! Several words searched at once.

use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

/// Words of which a text may hold one, searched in one pass.
pub struct AnyOf {
    words: &'static [&'static str],
    finder: OnceLock<Option<AhoCorasick>>,
}

impl AnyOf {
    /// These words.
    pub const fn new(words: &'static [&'static str]) -> AnyOf {
        AnyOf { words, finder: OnceLock::new() }
    }

    /// Whether one of them stands in `text`.
    pub fn is_in(&self, text: &str) -> bool {
        // Of leftmost matches only there is a vector search; the automaton behind it hardly matters.
        let kind = Some(AhoCorasickKind::NoncontiguousNFA);
        let build = || AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).kind(kind).build(self.words).ok();
        self.finder.get_or_init(build).as_ref().is_some_and(|finder| finder.is_match(text))
    }
}
