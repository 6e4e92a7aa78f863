//! The tokenizer, used for stored texts and for queries alike. A name becomes a token itself and is also split into its
//! parts.
//!
//! A text consists of runs (between blanks, quotes and brackets), a run of segments (between `:` and `/`), a
//! segment of names (between `.`, `-`, `$`, `@`, `#`), a name of parts (case, digits, `_`). Each part has a position; what
//! has several parts is a token too, at the position of its first. So the phrase `"color primary"` matches `colorPrimary`.

use std::ops::Range;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Most bytes of a token that has several parts: nobody searches for a longer one by its whole name.
const WHOLE_BYTES: usize = 60;
/// Most bytes of a part; a longer one is no token.
const PART_BYTES: usize = 80;
/// A name of at least so many hexadecimal digits and nothing else is a hash, which has no parts.
const HASH_DIGITS: usize = 12;
/// Between the segments of a run, and between the names of a segment.
const SEPARATORS: [&[char]; 2] = [&[':', '/', '\\'], &['.', '-', '$', '@', '#', '+']];

/// A token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameToken {
    /// In lower case.
    pub text: String,
    /// Its position among the text's parts.
    pub position: usize,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// Whether it is a part of a longer token.
    pub part: bool,
    /// Whether it has no parts.
    pub finest: bool,
}

/// The tokens of a text by position, longer ones first.
pub fn tokenize(text: &str) -> Vec<NameToken> {
    let mut scanner = Scanner { text, position: 0, found: Vec::new() };
    let mut start = None;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if is_joined(c) {
            start.get_or_insert(at);
            continue;
        }
        if let Some(start) = start.take() {
            scanner.run(start..at);
        }
        if c == '\u{1b}' && chars.as_str().starts_with('[') {
            chars.next();
            // A terminal's colour ends at its letter.
            chars.find(|(_, c)| ('@'..='~').contains(c));
        }
    }
    if let Some(start) = start {
        scanner.run(start..text.len());
    }
    scanner.found
}

fn is_joined(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || SEPARATORS.iter().any(|some| some.contains(&c))
}

struct Scanner<'t> {
    text: &'t str,
    position: usize,
    found: Vec<NameToken>,
}

impl Scanner<'_> {
    fn run(&mut self, run: Range<usize>) {
        let segments = self.split(&run, SEPARATORS[0]);
        // `Main.kt:10:5` is a location; the file's name ends before the numbers.
        let named = segments.iter().rposition(|segment| !is_number(&self.text[segment.clone()]));
        let whole = match (segments.first(), named) {
            (Some(first), Some(last)) if last > 0 => self.whole(first.start..segments[last].end, false),
            _ => false,
        };
        for segment in segments {
            let names = self.split(&segment, SEPARATORS[1]);
            let part = match (names.first(), names.last()) {
                (Some(first), Some(last)) if names.len() > 1 => self.whole(first.start..last.end, whole) || whole,
                _ => whole,
            };
            for name in names {
                self.name(&name, part);
            }
        }
    }

    fn name(&mut self, name: &Range<usize>, part: bool) {
        let parts = parts(self.text, name);
        let part = (parts.len() > 1 && self.whole(name.clone(), part)) || part;
        for range in parts {
            if range.len() <= PART_BYTES {
                let text = self.text[range.clone()].to_lowercase();
                self.found.push(NameToken { text, position: self.position, bytes: range, part, finest: true });
            }
            self.position += 1;
        }
    }

    /// Adds a token that has several parts, unless it is too long.
    fn whole(&mut self, bytes: Range<usize>, part: bool) -> bool {
        let fits = bytes.len() <= WHOLE_BYTES;
        if fits {
            let text = self.text[bytes.clone()].to_lowercase();
            self.found.push(NameToken { text, position: self.position, bytes, part, finest: false });
        }
        fits
    }

    /// The ranges between separators that have a letter or digit, trimmed of other marks.
    fn split(&self, range: &Range<usize>, separators: &[char]) -> Vec<Range<usize>> {
        let mut all = Vec::new();
        let mut start = range.start;
        for piece in self.text[range.clone()].split(separators) {
            let end = start + piece.len();
            let plain = |c: char| !c.is_alphanumeric();
            let (left, right) = (piece.trim_start_matches(plain).len(), piece.trim_end_matches(plain).len());
            if left > 0 {
                all.push(end - left..start + right);
            }
            start = end + 1; // Every separator is one byte.
        }
        all
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// Splits a name at `_`, where case or the kind of character changes, and around each ideograph.
fn parts(text: &str, name: &Range<usize>) -> Vec<Range<usize>> {
    let text = &text[name.clone()];
    if text.len() >= HASH_DIGITS && text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return vec![name.clone()];
    }
    let mut all = Vec::new();
    let mut start: Option<usize> = None;
    let mut before = '_';
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        if start.is_some() && (c == '_' || begins_part(before, c, next)) {
            all.extend(start.take().map(|start| name.start + start..name.start + at));
        }
        if c != '_' {
            start.get_or_insert(at);
        }
        before = c;
    }
    all.extend(start.map(|start| name.start + start..name.end));
    all
}

fn begins_part(before: char, c: char, next: Option<char>) -> bool {
    let is_digit = |c: char| c.is_numeric();
    let acronym_ends = before.is_uppercase() && c.is_uppercase() && next.is_some_and(char::is_lowercase);
    let hump = c.is_uppercase() && !before.is_uppercase();
    hump || acronym_ends || is_digit(before) != is_digit(c) || is_ideograph(c) || is_ideograph(before)
}

/// Scripts that put no blanks between words: Han, kana, Hangul.
pub fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c), 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// The tokenizer as tantivy uses it.
#[derive(Clone, Default)]
pub struct NameTokenizer {
    token: Token,
}

/// A text's tokens as a stream.
pub struct NameTokens<'t> {
    words: std::vec::IntoIter<NameToken>,
    token: &'t mut Token,
}

impl Tokenizer for NameTokenizer {
    type TokenStream<'t> = NameTokens<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> NameTokens<'t> {
        self.token.reset();
        NameTokens { words: tokenize(text).into_iter(), token: &mut self.token }
    }
}

impl TokenStream for NameTokens<'_> {
    fn advance(&mut self) -> bool {
        let Some(word) = self.words.next() else { return false };
        self.token.offset_from = word.bytes.start;
        self.token.offset_to = word.bytes.end;
        self.token.position = word.position;
        self.token.text = word.text;
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> String {
        tokenize(text).iter().map(|word| format!("{}@{}", word.text, word.position)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_are_kept_whole_and_split() {
        for (text, expected) in [
            ("colorPrimary", "colorprimary@0 color@0 primary@1"),
            ("HTTPServer2", "httpserver2@0 http@0 server@1 2@2"),
            ("R.string.app_name", "r.string.app_name@0 r@0 string@1 app_name@2 app@2 name@3"),
            (
                ":app:compileDebugKotlin",
                "app:compiledebugkotlin@0 app@0 compiledebugkotlin@1 compile@1 debug@2 kotlin@3",
            ),
            ("core-ktx:1.12.0", "core-ktx:1.12.0@0 core-ktx@0 core@0 ktx@1 1.12.0@2 1@2 12@3 0@4"),
            ("@string/app", "string/app@0 string@0 app@1"),
            ("Outer$Inner", "outer$inner@0 outer@0 inner@1"),
            ("src\\A.kt", "src\\a.kt@0 src@0 a.kt@1 a@1 kt@2"),
            ("plain words.", "plain@0 words@1"),
            ("__init__", "init@0"),
            ("UTF8", "utf8@0 utf@0 8@1"),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn line_numbers_are_no_part_of_the_name() {
        assert_eq!(found("a/B.kt:10:5"), "a/b.kt@0 a@0 b.kt@1 b@1 kt@2 10@3 5@4");
        assert_eq!(found("B.kt:10"), "b.kt@0 b@0 kt@1 10@2");
        assert_eq!(found("10:5"), "10@0 5@1");
    }

    #[test]
    fn marks_are_no_words_and_colours_neither() {
        assert_eq!(found("\u{1b}[31merror\u{1b}[0m: 'x' [y] <z>"), "error@0 x@1 y@2 z@3");
        for nothing in ["", " \n", "::", "/-.", "\u{1b}", "\u{1b}[", "^ ~~~ \"\" ()", "_", "🦀"] {
            assert_eq!(found(nothing), "", "{nothing:?}");
        }
    }

    #[test]
    fn other_scripts_survive() {
        assert_eq!(found("Größe ÄNDERN überGabe"), "größe@0 ändern@1 übergabe@2 über@2 gabe@3");
        assert_eq!(found("找不到符号"), "找不到符号@0 找@0 不@1 到@2 符@3 号@4");
        assert_eq!(found("ошибка İI"), "ошибка@0 i\u{307}i@1");
    }

    #[test]
    fn hashes_and_long_runs_have_no_whole_and_lose_no_part() {
        assert_eq!(found("deadbeef00112233"), "deadbeef00112233@0");
        let long = "a/".repeat(40) + "b";
        assert_eq!(tokenize(&long).len(), 41);
        assert_eq!(tokenize(&"x".repeat(81)), []);
        assert_eq!(tokenize(&"x".repeat(80)).len(), 1);
    }

    #[test]
    fn bytes_are_of_the_text_and_positions_never_fall() {
        let text = "e: 'Größe.kt':3 Привет_Мир 找不 \u{1b}[1mİx:y/Z9\u{1b}[0m a..b -x- $$q::r";
        let mut before = 0;
        for word in tokenize(text) {
            assert_eq!(text[word.bytes.clone()].to_lowercase(), word.text);
            assert!(word.position >= before);
            before = word.position;
        }
    }
}
