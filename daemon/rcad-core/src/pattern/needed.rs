//! Which texts a regular expression needs in order to match, read from its source in about a microsecond. Parsing it with
//! regex-syntax takes sixty, which is too long for the thousand rows of all tables; `tests/needed.rs` holds both against each other.

use std::iter::Peekable;
use std::str::Chars;

/// A shorter text stands in too many lines to tell anything.
pub const SHORTEST: usize = 3;

/// Texts one of which stands in everything that the pattern matches; `None` where none of use is found.
pub fn needed(source: &str) -> Option<Vec<String>> {
    let mut reader = PatternReader::new(source);
    let texts = reader.alternatives()?;
    (!reader.verbose && shortest(&texts) >= SHORTEST).then_some(texts)
}

/// All that is needed by a pattern without branches at its top, each as in [`needed`]: whoever knows which is rarest may
/// choose. Only what [`needed`] returns for another pattern.
#[allow(dead_code)] // `build.rs` uses it.
pub fn all_needed(source: &str) -> Vec<Vec<String>> {
    let mut reader = PatternReader::new(source);
    let first = reader.sequence();
    let whole = first.is_some() && reader.rest.peek().is_none() && !reader.verbose;
    let mut sets = if whole { reader.sets } else { Vec::new() };
    sets.retain(|texts| shortest(texts) >= SHORTEST);
    if sets.is_empty() { needed(source).into_iter().collect() } else { sets }
}

/// The length of the shortest text in bytes.
pub fn shortest<T: AsRef<[u8]>>(texts: &[T]) -> usize {
    texts.iter().map(|text| text.as_ref().len()).min().unwrap_or(0)
}

/// Reads a pattern from left to right. A pattern that is none may yield anything: it never matches.
struct PatternReader<'s> {
    rest: Peekable<Chars<'s>>,
    /// Under `(?i)`, where no text is needed as it is written.
    insensitive: bool,
    /// Has met `(?x)`, under which spaces mean nothing; such a pattern is not read.
    verbose: bool,
    /// Groups around what is read.
    depth: usize,
    /// What was found outside of groups.
    sets: Vec<Vec<String>>,
}

/// What one item of a sequence says.
enum Item {
    /// A character that has to stand there.
    Literal(char),
    /// A group, with what its content needs.
    Group(Option<Vec<String>>),
    /// Anything else.
    Other,
}

impl PatternReader<'_> {
    fn new(source: &str) -> PatternReader<'_> {
        let rest = source.chars().peekable();
        PatternReader { rest, insensitive: false, verbose: false, depth: 0, sets: Vec::new() }
    }

    /// Takes `texts` where they tell more.
    fn found(&mut self, best: &mut Option<Vec<String>>, texts: Vec<String>) {
        if self.depth == 0 {
            self.sets.push(texts.clone());
        }
        better(best, texts);
    }

    /// What is needed by the branches up to the end of the group or the pattern.
    fn alternatives(&mut self) -> Option<Vec<String>> {
        let mut all = Some(Vec::new());
        loop {
            let branch = self.sequence();
            all = all.zip(branch).map(|(mut all, branch)| {
                all.extend(branch);
                all
            });
            if self.rest.next_if_eq(&'|').is_none() {
                return all;
            }
        }
    }

    /// The best that is needed by one branch.
    fn sequence(&mut self) -> Option<Vec<String>> {
        let (mut best, mut run) = (None, String::new());
        while let Some(&next) = self.rest.peek() {
            if matches!(next, '|' | ')') {
                break;
            }
            self.rest.next();
            let item = self.item(next);
            let (optional, repeated) = self.quantifier();
            if let (Item::Literal(letter), false) = (&item, optional) {
                run.push(*letter);
            }
            if optional || repeated || !matches!(item, Item::Literal(_)) {
                self.found(&mut best, vec![std::mem::take(&mut run)]);
            }
            if let (Item::Group(Some(texts)), false) = (item, optional) {
                self.found(&mut best, texts);
            }
        }
        self.found(&mut best, vec![run]);
        best
    }

    fn item(&mut self, first: char) -> Item {
        match first {
            '\\' => self.escape(),
            '[' => self.class(),
            '(' => self.group(),
            '.' | '^' | '$' => Item::Other,
            letter => self.literal(letter),
        }
    }

    fn literal(&self, letter: char) -> Item {
        let varies = self.insensitive && (letter.is_alphabetic() || !letter.is_ascii());
        if varies { Item::Other } else { Item::Literal(letter) }
    }

    fn escape(&mut self) -> Item {
        match self.rest.next() {
            Some('n') => Item::Literal('\n'),
            Some('t') => Item::Literal('\t'),
            Some(kind @ ('x' | 'u' | 'U' | 'p' | 'P' | 'b')) => self.coded(kind),
            // Two assertions.
            Some('<' | '>') => Item::Other,
            Some(letter) if letter.is_ascii_punctuation() => Item::Literal(letter),
            _ => Item::Other,
        }
    }

    /// A character by its number (`\x22`), a property (`\p{Greek}`) or an assertion (`\b{start}`).
    fn coded(&mut self, kind: char) -> Item {
        if self.rest.next_if_eq(&'{').is_some() {
            self.rest.by_ref().find(|letter| *letter == '}');
            return Item::Other;
        }
        let length = match kind {
            'p' | 'P' => 1,
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let digits: String = self.rest.by_ref().take(length).collect();
        let code = u8::from_str_radix(&digits, 16).ok().filter(|code| kind == 'x' && code.is_ascii());
        code.map_or(Item::Other, |code| self.literal(code.into()))
    }

    /// A class, to its end; classes may stand in classes.
    fn class(&mut self) -> Item {
        let mut next = Some('[');
        let mut depth = 0;
        while let Some(letter) = next {
            match letter {
                '\\' => drop(self.rest.next()),
                '[' => {
                    depth += 1;
                    self.rest.next_if_eq(&'^');
                    self.rest.next_if_eq(&']');
                }
                ']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            next = self.rest.next();
        }
        Item::Other
    }

    /// A group, to its end, or flags.
    fn group(&mut self) -> Item {
        let before = self.insensitive;
        if self.rest.next_if_eq(&'?').is_some() {
            if self.rest.next_if(|next| matches!(next, 'P' | '<')).is_some() {
                self.rest.by_ref().find(|letter| *letter == '>');
            } else {
                let flags: String =
                    std::iter::from_fn(|| self.rest.next_if(|next| !matches!(next, ':' | ')'))).collect();
                let (on, off) = flags.split_once('-').unwrap_or((&flags, ""));
                self.insensitive = (self.insensitive || on.contains('i')) && !off.contains('i');
                self.verbose |= on.contains('x');
                if self.rest.next() == Some(')') {
                    return Item::Other;
                }
            }
        }
        self.depth += 1;
        let texts = self.alternatives();
        self.depth -= 1;
        self.rest.next();
        self.insensitive = before;
        Item::Group(texts)
    }

    /// Whether the item before may be absent, and whether it may stand more than once.
    fn quantifier(&mut self) -> (bool, bool) {
        let found = match self.rest.peek() {
            Some('?' | '*') => {
                self.rest.next();
                (true, true)
            }
            Some('+') => {
                self.rest.next();
                (false, true)
            }
            Some('{') => {
                let bounds: String = self.rest.by_ref().take_while(|letter| *letter != '}').collect();
                let least = bounds.trim_start_matches('{').split(',').next().unwrap_or_default().trim();
                (least.parse().unwrap_or(0) == 0, true)
            }
            _ => return (false, false),
        };
        self.rest.next_if_eq(&'?');
        found
    }
}

/// Takes `texts` where they tell more.
fn better(best: &mut Option<Vec<String>>, texts: Vec<String>) {
    if best.as_ref().is_none_or(|best| shortest(&texts) >= shortest(best)) {
        *best = Some(texts);
    }
}

#[cfg(test)]
mod tests {
    use super::{all_needed, needed};

    fn check(source: &str, texts: &[&str]) {
        assert_eq!(needed(source).unwrap_or_default(), texts, "{source}");
    }

    #[test]
    fn a_pattern_needs_its_longest_text() {
        check(r"^a(?P<x>[^ ]+) was not found", &[" was not found"]);
        check(r"(?:Cannot|Could not) x", &["Cannot", "Could not"]);
        check(r"(?:one|two|three) of [0-9]+ (?:four|five)s", &["four", "five"]);
        check(r"e: (?P<file>[^:\]\[]+[a-z&&[^x]]): \x22", &["\u{3a} \""]);
        check(r"at (?P<class>java\.lang\.[A-Z]+)\(\)", &["java.lang."]);
        check(r"one{2}|two three+", &["one", "two three"]);
        check(r"\p{Greek}\pL\b{start}\<\x{61}\u0061some", &["some"]);
        check(r"(?s:some.text)", &["text"]);
    }

    #[test]
    fn all_that_a_pattern_needs_is_listed() {
        let all = all_needed(r"Unresolved reference:? '?(?:dp|sp|shelf)\b of [a-z]+");
        assert_eq!(all, [vec!["Unresolved reference"], vec![" of "]]);
        let all = all_needed(r"Unresolved reference:? '?(?P<symbol>basket|shelf)'");
        assert_eq!(all, [vec!["Unresolved reference"], vec!["basket", "shelf"]]);
        assert_eq!(all_needed("one two|three"), [vec!["one two", "three"]]);
        assert!(all_needed("[a-z]+").is_empty());
    }

    #[test]
    fn what_may_be_absent_or_written_in_another_way_is_not_needed() {
        check(r"(?:ab|)cdef?", &["cde"]);
        check(r"[a-z]+ x", &[]);
        check(r"(?:some words)?[0-9]", &[]);
        check(r"(?:some words){0,2}[0-9]", &[]);
        check(r"some|[0-9]+", &[]);
        check(r"(?i)Some Words: 12", &[": 12"]);
        check(r"(?i:some) words(?i) more", &[" words"]);
        check(r"some(?:(?i)words)[]a]text", &["text"]);
        check(r"(?x) some words # text", &[]);
        check("", &[]);
        check("(", &[]);
    }
}
