//! One pass over a text for all words that anybody looks for in it: the anchors of readers, words of errors, and signs of
//! where it was written.

use std::ops::Range;
use std::sync::LazyLock;

use super::input::lines::Lines;
use super::input::lines::surroundings::{self, SeenSigns};
use super::readers::READERS;
use super::resolve::{leftovers, setting};
use crate::pattern::ManyTexts;

/// The bit of lines that look like an error to people; those of the readers are below it.
pub const SUSPECT: u32 = 1 << 31;

/// What the words of a text tell.
pub struct FoundWords {
    /// For each line a bit set of the readers that have an anchor in it.
    pub masks: Vec<u32>,
    /// Which of [`setting::texts`] stand at the ends of the text.
    pub settings: Vec<bool>,
}

/// Who looks for a word.
#[derive(Clone, Copy)]
enum Seeker {
    /// The readers of these bits, or [`SUSPECT`].
    Readers(u32),
    /// The sign with this place in [`surroundings::texts`].
    Surroundings(usize),
    /// The one in [`setting::texts`].
    Setting(usize),
}

/// All words and who looks for each.
static SEARCH: LazyLock<(ManyTexts, Vec<Seeker>)> = LazyLock::new(|| {
    let readers = READERS.iter().enumerate();
    let anchors = readers.flat_map(|(index, reader)| reader.anchors.iter().map(move |anchor| (*anchor, 1 << index)));
    let suspect = leftovers::WORDS.iter().map(|word| (*word, SUSPECT));
    let readers = anchors.chain(suspect).map(|(word, bits)| (word, Seeker::Readers(bits)));
    let surroundings = surroundings::texts().enumerate().map(|(sign, word)| (word, Seeker::Surroundings(sign)));
    let settings = setting::texts().enumerate().map(|(sign, word)| (word, Seeker::Setting(sign)));
    let (words, seekers): (Vec<&str>, Vec<Seeker>) = readers.chain(surroundings).chain(settings).unzip();
    (ManyTexts::new(words), seekers)
});

impl FoundWords {
    /// Searches the text, and tells the lines their surroundings.
    pub fn of(lines: &Lines) -> FoundWords {
        let text = lines.text();
        let mut words = FoundWords { masks: vec![0; lines.len()], settings: vec![false; setting::texts().count()] };
        let (search, seekers) = &*SEARCH;
        let at_ends = |bytes: usize| {
            let (head, tail) = lines.ends(bytes);
            move |at: &Range<usize>| at.end <= head.len() || at.start >= text.len() - tail.len()
        };
        let (near, nearer) = (at_ends(surroundings::END), at_ends(setting::END));
        let mut signs = SeenSigns::default();
        let mut line = 0;
        for (at, word) in search.find_iter(text.as_bytes()) {
            match seekers[word] {
                Seeker::Readers(bits) => {
                    while lines.end(line) < at.end {
                        line += 1;
                    }
                    words.masks[line] |= bits;
                }
                Seeker::Surroundings(sign) => {
                    if near(&at) {
                        signs.take(text, sign, at.start);
                    }
                }
                Seeker::Setting(sign) => words.settings[sign] |= nearer(&at),
            }
        }
        lines.tell_surroundings(signs.told());
        words
    }
}
