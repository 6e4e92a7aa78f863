//! One order out of two: hits by words and hits by meaning. Looks nothing up, knows no texts.

use std::cmp::Ordering;
use std::collections::HashMap;

/// How strongly a rank's place counts: the rank-fusion constant of Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion
/// outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009.
const RANK_CONSTANT: f64 = 60.0;

/// A hit after fusion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fused {
    /// The RCA's id as a number.
    pub id: u64,
    /// Sum of 1 / (60 + rank) over the lists it is in.
    pub score: f64,
    /// BM25 score, where it was found by words.
    pub words: Option<f32>,
    /// Cosine, where it has a vector.
    pub meaning: Option<f32>,
}

/// The best `limit` of two lists of (id, score), each best first and without repetition. `cosine` tells the cosine of a hit
/// that only the words found.
pub fn fuse(
    words: &[(u64, f32)],
    meaning: &[(u64, f32)],
    cosine: impl Fn(u64) -> Option<f32>,
    limit: usize,
) -> Vec<Fused> {
    let mut all: HashMap<u64, Fused> = HashMap::with_capacity(words.len() + meaning.len());
    let fresh = |id: u64| Fused { id, score: 0.0, words: None, meaning: None };
    let mut place = 0.0;
    for &(id, score) in words {
        place += 1.0;
        let hit = all.entry(id).or_insert_with(|| fresh(id));
        hit.score += 1.0 / (RANK_CONSTANT + place);
        hit.words = Some(score);
    }
    place = 0.0;
    for &(id, score) in meaning {
        place += 1.0;
        let hit = all.entry(id).or_insert_with(|| fresh(id));
        hit.score += 1.0 / (RANK_CONSTANT + place);
        hit.meaning = Some(score);
    }
    let mut all: Vec<Fused> = all.into_values().collect();
    all.sort_by(better);
    all.truncate(limit);
    for hit in all.iter_mut().filter(|hit| hit.meaning.is_none()) {
        hit.meaning = cosine(hit.id);
    }
    all
}

/// Equal scores go by words, then by meaning, then by id: the same query always gives the same order.
fn better(a: &Fused, b: &Fused) -> Ordering {
    let part = |score: Option<f32>| score.unwrap_or(f32::NEG_INFINITY);
    (b.score.total_cmp(&a.score))
        .then(part(b.words).total_cmp(&part(a.words)))
        .then(part(b.meaning).total_cmp(&part(a.meaning)))
        .then(a.id.cmp(&b.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(fused: &[Fused]) -> Vec<u64> {
        fused.iter().map(|hit| hit.id).collect()
    }

    #[test]
    fn what_both_find_comes_first() {
        let fused = fuse(&[(1, 9.0), (2, 8.0)], &[(3, 0.9), (2, 0.8)], |_| None, 10);
        assert_eq!(ids(&fused), [2, 1, 3]);
        assert_eq!((fused[0].words, fused[0].meaning), (Some(8.0), Some(0.8)));
        assert_eq!((fused[2].words, fused[2].meaning), (None, Some(0.9)));
    }

    #[test]
    fn ties_go_by_id_and_the_limit_holds() {
        let fused = fuse(&[], &[(9, 0.5), (4, 0.5)], |_| None, 1);
        assert_eq!(ids(&fused), [9], "the list's own order is the rank");
        let tied = fuse(&[(7, 1.0)], &[(5, 1.0)], |_| None, 10);
        assert_eq!(ids(&tied), [7, 5], "words go first");
        assert_eq!(fuse(&[], &[], |_| None, 10), []);
    }

    #[test]
    fn a_hit_by_words_alone_says_its_cosine() {
        let fused = fuse(&[(1, 9.0)], &[], |id| (id == 1).then_some(0.25), 10);
        assert_eq!(fused[0].meaning, Some(0.25));
    }
}
