//! Whole words of a text: `page` is none of `pages`.

/// Whether `word` is in `text` as a whole word.
pub fn has_word(text: &str, word: &str) -> bool {
    positions(text, word).next().is_some()
}

/// The text with another word in place of each whole `old`.
pub(super) fn replaced(text: &str, old: &str, new: &str) -> String {
    let (mut out, mut last) = (String::with_capacity(text.len()), 0);
    for at in positions(text, old) {
        out.push_str(&text[last..at]);
        out.push_str(new);
        last = at + old.len();
    }
    out + &text[last..]
}

/// Where `word` is in `text` as a whole word.
pub(super) fn positions<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let is_whole = move |at: &usize| {
        let (before, after) = (&text[..*at], &text[at + word.len()..]);
        !word.is_empty() && !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    };
    text.match_indices(word).map(|(at, _)| at).filter(is_whole)
}

#[cfg(test)]
mod tests {
    use super::{has_word, replaced};

    #[test]
    fn parts_of_words_are_none() {
        assert!(has_word("a.page()", "page") && !has_word("pages subpage page_1", "page") && !has_word("a", ""));
        assert_eq!(replaced("page + pages + page", "page", "leaf"), "leaf + pages + leaf");
        assert_eq!(replaced("page", "", "leaf"), "page");
    }
}
