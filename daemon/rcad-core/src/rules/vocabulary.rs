//! Which words of a text tell what it is about. `build.rs` writes the words of the rules by them, and `nearest.rs` looks
//! those of a message up: both have to split alike.

/// Letters of a word that tells something.
const WORD: usize = 4;

/// The words, small, in order, with repetitions.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    let runs = text.split(|letter: char| !letter.is_ascii_alphabetic());
    runs.filter(|word| word.len() >= WORD).map(str::to_ascii_lowercase)
}

#[allow(dead_code, reason = "only build.rs reads patterns")]
/// The words in the source of a regular expression, without its classes, escapes and the names of groups.
pub fn pattern_words(source: &str) -> Vec<String> {
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        rest = match letter {
            '\\' => after.get(1..).unwrap_or(""),
            '[' => after.split_once(']').map_or("", |(_, after)| after),
            '(' => after.strip_prefix("?P<").and_then(|name| name.split_once('>')).map_or(after, |(_, after)| after),
            _ => {
                text.push(letter);
                rest = after;
                continue;
            }
        };
        text.push(' ');
    }
    words(&text).collect()
}
