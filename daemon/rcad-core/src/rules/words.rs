//! The words of the rules' causes: which letters make a word.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::built_in::RULES;

static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let words = RULES
        .iter()
        .flat_map(|rule| rule.causes)
        .flat_map(|text| text.split(|letter: char| !letter.is_ascii_alphabetic()));
    words.filter(|word| word.bytes().all(|letter| letter.is_ascii_lowercase())).collect()
});

/// Whether these letters, all of them small, are a word.
pub fn is_word(letters: &str) -> bool {
    !letters.is_empty() && WORDS.contains(letters)
}

#[cfg(test)]
mod tests {
    use super::is_word;

    #[test]
    fn words_are_those_of_causes() {
        assert!(["file", "at", "compatible", "configuration"].iter().all(|word| is_word(word)));
        assert!(["", "fileat", "figuration", "compatib", "File"].iter().all(|letters| !is_word(letters)));
    }
}
