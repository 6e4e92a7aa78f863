//! Hundreds of texts searched at once, by three bytes of each: a filter passes over most places at the cost of one look,
//! where an automaton of so many texts is too large for the processor's first cache.

use std::ops::Range;

use super::gram::{self, GRAM, OFTEN_BITS};

/// Texts of two bytes and more that are looked for together. One of two bytes is found only where another byte follows.
pub struct ManyTexts {
    texts: Vec<Box<str>>,
    /// A bit for each hash of a gram that is looked for.
    filter: Vec<u64>,
    /// Bits of the hash in the filter.
    filter_bits: u32,
    /// In the order of their buckets.
    grams: Vec<IndexedGram>,
    /// Of each bucket the place in `grams` where it begins, and at last their end.
    buckets: Vec<u32>,
    /// Bits of the hash that tells the bucket.
    bucket_bits: u32,
}

/// Three bytes of a text.
#[derive(Clone, Copy)]
struct IndexedGram {
    gram: u32,
    /// Where they stand in the text.
    offset: u32,
    text: u32,
}

/// Bits of a filter for each gram, as a power of two: so few other grams pass, and the filter stays in the first cache.
const SPARSE: u32 = 6;

/// How often grams of this hash stand in the rules' test texts, which are much like logs; `build.rs` counts them.
static OFTEN: [u8; 1 << OFTEN_BITS] = include!(concat!(env!("OUT_DIR"), "/often_met_grams.rs"));

impl ManyTexts {
    /// These texts, which a find names by their place.
    pub fn new<'t>(texts: impl IntoIterator<Item = &'t str>) -> ManyTexts {
        let texts: Vec<Box<str>> = texts.into_iter().map(Box::from).collect();
        let mut grams: Vec<IndexedGram> =
            (0u32..).zip(&texts).flat_map(|(at, text)| grams_of(at, text.as_bytes())).collect();
        let bucket_bits = grams.len().max(2).ilog2() + 1;
        let filter_bits = (bucket_bits + SPARSE).min(gram::BITS);
        grams.sort_by_key(|one| gram::hash(one.gram, bucket_bits));
        let mut filter = vec![0; 1 << (filter_bits - 6)];
        let mut buckets = vec![0; (1 << bucket_bits) + 1];
        for one in &grams {
            let bit = gram::hash(one.gram, filter_bits);
            filter[bit / 64] |= 1 << (bit % 64);
            buckets[gram::hash(one.gram, bucket_bits) + 1] += 1;
        }
        for bucket in 1..buckets.len() {
            buckets[bucket] += buckets[bucket - 1];
        }
        ManyTexts { texts, filter, filter_bits, grams, buckets, bucket_bits }
    }

    /// Where one of the texts stands and which one it is, in no order within a line, also where they overlap.
    pub fn find_iter<'b>(&'b self, bytes: &'b [u8]) -> Finds<'b> {
        Finds { many: self, bytes, at: 0, gram: 0, grams: [].iter() }
    }

    fn passes(&self, gram: u32) -> bool {
        let bit = gram::hash(gram, self.filter_bits);
        self.filter[bit / 64] & 1 << (bit % 64) != 0
    }
}

/// Finds of [`ManyTexts`], see there.
pub struct Finds<'b> {
    many: &'b ManyTexts,
    bytes: &'b [u8],
    /// Behind the first byte of the gram at hand.
    at: usize,
    gram: u32,
    /// Those of its bucket which are not looked at yet.
    grams: std::slice::Iter<'b, IndexedGram>,
}

impl Finds<'_> {
    /// Goes to the next three bytes that the filter lets pass.
    fn go_on(&mut self) -> Option<()> {
        let rest = self.bytes.get(self.at..)?;
        // Four bytes are read at once, of which the last is not looked at.
        let inside = rest.windows(GRAM + 1).position(|window| self.many.passes(gram::gram(window) & 0x00FF_FFFF));
        let last = || rest.len().checked_sub(GRAM).filter(|last| self.many.passes(gram::gram(&rest[*last..])));
        let found = inside.or_else(last)?;
        self.gram = gram::gram(&rest[found..found + GRAM]);
        let bucket = gram::hash(self.gram, self.many.bucket_bits);
        let (start, end) = (self.many.buckets[bucket], self.many.buckets[bucket + 1]);
        self.grams = self.many.grams[start as usize..end as usize].iter();
        self.at += found + 1;
        Some(())
    }
}

impl Iterator for Finds<'_> {
    type Item = (Range<usize>, usize);

    fn next(&mut self) -> Option<(Range<usize>, usize)> {
        loop {
            for one in self.grams.by_ref().filter(|one| one.gram == self.gram) {
                let text = self.many.texts[one.text as usize].as_bytes();
                let Some(start) = (self.at - 1).checked_sub(one.offset as usize) else { continue };
                if self.bytes[start..].starts_with(text) {
                    return Some((start..start + text.len(), one.text as usize));
                }
            }
            self.go_on()?;
        }
    }
}

/// The gram by which the text is found: its rarest. One of two bytes is found with any third.
fn grams_of(text: u32, bytes: &[u8]) -> Vec<IndexedGram> {
    let one = |gram, offset: usize| IndexedGram { gram, offset: u32::try_from(offset).unwrap_or(u32::MAX), text };
    if let [first, second] = bytes {
        return (0..=u8::MAX).map(|third| one(gram::gram(&[*first, *second, third]), 0)).collect();
    }
    let windows = bytes.windows(GRAM).map(gram::gram).enumerate();
    let rarest = windows.min_by_key(|(_, gram)| OFTEN[gram::hash(*gram, OFTEN_BITS)]);
    rarest.map(|(offset, gram)| one(gram, offset)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::ManyTexts;

    /// What is found, sorted.
    fn found(texts: &[&str], text: &str) -> Vec<(usize, usize)> {
        let many = ManyTexts::new(texts.iter().copied());
        let mut found: Vec<_> = many.find_iter(text.as_bytes()).map(|(at, text)| (at.start, text)).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn every_place_is_found_as_a_plain_search_finds_it() {
        let texts = ["error", "err", "\n:", "e: ", "❌ ", "Could not resolve ", "not", "could not"];
        let text = "\n:app\nCould not resolve error: e: errer ❌ no\n:e: could notnot err";
        let mut expected: Vec<(usize, usize)> = (0..text.len())
            .filter(|at| text.is_char_boundary(*at))
            .flat_map(|at| {
                texts
                    .iter()
                    .enumerate()
                    .filter(move |(_, one)| text[at..].starts_with(**one))
                    .map(move |one| (at, one.0))
            })
            .collect();
        expected.sort_unstable();
        assert_eq!(found(&texts, text), expected);
    }

    #[test]
    fn short_texts_are_nothing_to_search() {
        assert!(found(&["error"], "").is_empty());
        assert!(found(&["error"], "er").is_empty());
        assert_eq!(found(&["err"], "err"), [(0, 0)]);
    }
}
