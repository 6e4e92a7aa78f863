//! A regular expression that costs little until it is used much. Nothing here knows what is matched.
//!
//! A log needs some fifty of the thousand patterns, most of them for a few short lines. What the regex crate builds for each
//! (Unicode's tables, automata for both directions, their caches for each thread) takes longer and holds more memory than
//! those few searches. So a pattern is compiled without them until it has proved to be needed often.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use regex_automata::meta::{BuildError, Builder, Config, Regex};
use regex_automata::util::{captures, primitives::PatternID, syntax};

/// The longest text in bytes for the simple forms, whose memory grows with it.
const SHORT: usize = 4096;

/// After so many searches the full form pays.
const OFTEN: u32 = 500;

/// A regular expression in the forms that were needed so far. All find the same.
pub struct LazyRegex {
    source: Cow<'static, str>,
    /// For ASCII, where bytes are characters.
    ascii: OnceLock<Option<Regex>>,
    simple: OnceLock<Option<Regex>>,
    full: OnceLock<Option<Regex>>,
    searches: AtomicU32,
}

impl LazyRegex {
    /// One that has compiled nothing.
    pub const fn new(source: &'static str) -> LazyRegex {
        LazyRegex::of(Cow::Borrowed(source))
    }

    /// The same for a source that was read from a file.
    pub const fn of(source: Cow<'static, str>) -> LazyRegex {
        LazyRegex {
            source,
            ascii: OnceLock::new(),
            simple: OnceLock::new(),
            full: OnceLock::new(),
            searches: AtomicU32::new(0),
        }
    }

    /// The source.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What to search `text` with; `None` if the source is no regular expression.
    fn regex(&self, text: &str) -> Option<&Regex> {
        let is_short = text.len() <= SHORT;
        if self.is_full() || !is_short || self.searches.fetch_add(1, Ordering::Relaxed) >= OFTEN {
            return self.full.get_or_init(|| Regex::new(&self.source).ok()).as_ref();
        }
        let ascii = || self.ascii.get_or_init(|| simple(&self.source, false).ok()).as_ref();
        let simple = || self.simple.get_or_init(|| simple(&self.source, true).ok()).as_ref();
        text.is_ascii().then(ascii).flatten().or_else(simple)
    }

    /// Whether it is searched in its full form, which is quick to tell that nothing matches.
    pub fn is_full(&self) -> bool {
        self.full.get().is_some()
    }

    /// The groups of the first match.
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        // Most searches find nothing, and need no place for groups.
        let regex = self.regex(text).filter(|regex| regex.is_match(text))?;
        let mut groups = regex.create_captures();
        regex.captures(text, &mut groups);
        Some(Captures { text, groups })
    }

    /// Whether it matches anywhere.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex(text).is_some_and(|regex| regex.is_match(text))
    }

    /// Where the first match starts and ends.
    pub fn find(&self, text: &str) -> Option<(usize, usize)> {
        self.regex(text)?.find(text).map(|found| (found.start(), found.end()))
    }
}

/// A form without lazy automata, which need the pattern a second time, backwards.
fn simple(source: &str, unicode: bool) -> Result<Regex, Box<BuildError>> {
    let config = Config::new().dfa(false).hybrid(false);
    let syntax = syntax::Config::new().unicode(unicode).utf8(unicode);
    Builder::new().configure(config).syntax(syntax).build(source).map_err(Box::new)
}

/// The groups of a match.
pub struct Captures<'t> {
    text: &'t str,
    groups: captures::Captures,
}

impl<'t> Captures<'t> {
    /// The group of this number; 0 is the whole match.
    pub fn get(&self, number: usize) -> Option<Match<'t>> {
        self.matched(self.groups.get_group(number)?)
    }

    /// The group of this name.
    pub fn name(&self, name: &str) -> Option<Match<'t>> {
        self.matched(self.groups.get_group_by_name(name)?)
    }

    /// The named groups that took part, in their order.
    pub fn named(&self) -> impl Iterator<Item = (&str, Match<'t>)> {
        let names = self.groups.group_info().pattern_names(PatternID::ZERO);
        let groups = names.zip(self.groups.iter());
        groups.filter_map(|(name, span)| Some((name?, self.matched(span?)?)))
    }

    fn matched(&self, span: regex_automata::Span) -> Option<Match<'t>> {
        Some(Match { text: self.text.get(span.range())?, start: span.start })
    }
}

impl std::ops::Index<&str> for Captures<'_> {
    type Output = str;

    /// What a group holds; nothing if it took no part.
    fn index(&self, name: &str) -> &str {
        self.name(name).map_or("", |found| found.as_str())
    }
}

/// A part of a text.
#[derive(Clone, Copy)]
pub struct Match<'t> {
    text: &'t str,
    start: usize,
}

impl<'t> Match<'t> {
    /// The part itself.
    pub fn as_str(&self) -> &'t str {
        self.text
    }

    /// Where it starts, in bytes.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Where it ends, in bytes.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{LazyRegex, OFTEN, SHORT};

    fn found(regex: &LazyRegex, text: &str) -> Option<(usize, usize, Option<String>)> {
        let found = regex.captures(text)?;
        let all = found.get(0)?;
        assert_eq!(regex.find(text), Some((all.start(), all.end())));
        Some((all.start(), all.end(), found.name("a").map(|group| group.as_str().to_owned())))
    }

    #[test]
    fn every_form_finds_the_same() {
        let sources =
            [r"(?P<a>[^:]+): .{1,3}x", r"(?i)\b(?P<a>k[a-z]*)\b", r"x(?P<a>“?\w+\s)?$", r"^(?:a|(?P<a>[^a]))*$"];
        let long = "y".repeat(SHORT + 1);
        for source in sources {
            for text in ["ab: cdex", "–ä: éöx", "Kk k", "K", "x“ä ", "xab ", "", "aä", "aba\n", "no"] {
                let often = LazyRegex::new(source);
                let few = LazyRegex::new(source);
                let before = found(&few, text);
                assert!((0..OFTEN).all(|_| often.is_match(text) == before.is_some()));
                assert_eq!(found(&often, text), before, "{source} {text}");
                assert!(often.is_full() && !few.is_full());
                let _ = few.is_match(&long);
                assert!(few.is_full());
            }
        }
    }

    #[test]
    fn named_groups_come_in_their_order_without_those_that_took_no_part() {
        let regex = LazyRegex::new(r"(?P<z>[0-9])(x)(?P<none>y)?(?P<a>.)");
        let found = regex.captures("1x2").expect("a match");
        let named: Vec<_> = found.named().map(|(name, value)| (name, value.as_str(), value.start())).collect();
        assert_eq!(named, [("z", "1", 0), ("a", "2", 2)]);
        assert_eq!(&found["none"], "");
    }

    #[test]
    fn what_is_no_pattern_never_matches() {
        assert!(LazyRegex::new("(").captures("(").is_none());
    }
}
