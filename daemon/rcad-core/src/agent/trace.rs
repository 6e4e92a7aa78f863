//! The text of a step for people.

/// Most characters of a step's text.
pub const LONGEST: usize = 300;

/// A text for a step: on one line, without control characters, cut at [`LONGEST`] characters.
pub fn shorten(text: &str) -> String {
    let mut short = String::new();
    let mut length = 0;
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    for (at, word) in words.enumerate() {
        for letter in (at > 0).then_some(' ').into_iter().chain(word.chars()) {
            if length == LONGEST {
                short.pop();
                short.push('…');
                return short;
            }
            short.push(letter);
            length += 1;
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, shorten};

    #[test]
    fn a_text_is_one_line_and_no_longer_than_it_may_be() {
        assert_eq!(shorten("  a\n\t b\u{1b}[31mc  "), "a b [31mc");
        assert_eq!(shorten(""), "");
        let fits = "é".repeat(LONGEST);
        assert_eq!(shorten(&fits), fits);
        let long = shorten(&"é ".repeat(LONGEST));
        assert_eq!(long.chars().count(), LONGEST);
        assert!(long.ends_with('…'), "{long}");
    }
}
