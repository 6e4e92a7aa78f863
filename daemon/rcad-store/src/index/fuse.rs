//! Fuses two rankings, by words and by meaning. Pure: knows neither index nor texts.
//!
//! The score is a convex combination of both scores, each divided by the query's best, as Bruch, Gai and Ingber recommend
//! over reciprocal rank fusion ("An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42(1), 2023). On the
//! tuning half of `testdata/recall` it is better than reciprocal ranks with any constant, and flat around this share.

use std::cmp::Ordering;
use std::collections::HashMap;

/// Share of the meaning in the score; the rest is words.
const MEANING: f64 = 0.7;

/// Least cosine of a hit that shares no word with the query. Of 130 queries one has its right answer below
/// it; of ten sentences about trains, food and the weather none finds anything above it.
const LEAST_COSINE: f32 = 0.3;

/// A hit after fusion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fused {
    /// The RCA's id as a number.
    pub id: u64,
    /// 0 to 1; only good for ordering one query's hits.
    pub score: f64,
    /// BM25 score, where it was found by words.
    pub words: Option<f32>,
    /// Cosine, where it has a vector.
    pub meaning: Option<f32>,
}

/// The best `limit` of two lists of (id, score), each best first and without repetition. `cosine` gives the cosine of a hit
/// that only the words found; one without a vector is ranked by its words alone.
pub fn fuse(
    words: &[(u64, f32)],
    meaning: &[(u64, f32)],
    cosine: impl Fn(u64) -> Option<f32>,
    limit: usize,
) -> Vec<Fused> {
    let near = meaning.iter().copied().filter(|(_, cosine)| *cosine >= LEAST_COSINE);
    let near = near.map(|(id, cosine)| (id, Fused { id, score: 0.0, words: None, meaning: Some(cosine) }));
    let mut all: HashMap<u64, Fused> = near.collect();
    for &(id, score) in words {
        let hit = all.entry(id).or_insert_with(|| Fused { id, score: 0.0, words: None, meaning: cosine(id) });
        hit.words = Some(score);
    }
    let mut all: Vec<Fused> = all.into_values().collect();
    let best = |part: fn(&Fused) -> Option<f32>| all.iter().filter_map(part).fold(0.0f32, f32::max);
    let (best_words, best_meaning) = (best(|hit| hit.words), best(|hit| hit.meaning));
    for hit in &mut all {
        let words = share(hit.words.unwrap_or(0.0), best_words);
        let meaning = hit.meaning.map_or(words, |cosine| share(cosine, best_meaning));
        hit.score = MEANING * meaning + (1.0 - MEANING) * words;
    }
    all.sort_by(better);
    all.truncate(limit);
    all
}

/// A score's share of the best, 0 to 1.
fn share(score: f32, best: f32) -> f64 {
    if best > 0.0 { f64::from(score.max(0.0)) / f64::from(best) } else { 0.0 }
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
        let fused = fuse(&[(1, 9.0), (2, 8.0)], &[(3, 0.9), (2, 0.8)], |_| Some(0.1), 10);
        assert_eq!(ids(&fused), [2, 3, 1]);
        assert_eq!((fused[0].words, fused[0].meaning), (Some(8.0), Some(0.8)));
        assert_eq!((fused[1].words, fused[1].meaning), (None, Some(0.9)));
        assert!(fused.iter().all(|hit| (0.0..=1.0).contains(&hit.score)));
    }

    #[test]
    fn a_hit_by_words_alone_says_its_cosine_and_is_judged_by_it() {
        let near = fuse(&[(1, 9.0)], &[(2, 0.8)], |id| (id == 1).then_some(0.75), 10);
        assert_eq!((ids(&near), near[0].meaning), (vec![1, 2], Some(0.75)));
        let far = fuse(&[(1, 9.0)], &[(2, 0.8)], |_| Some(-0.2), 10);
        assert_eq!(ids(&far), [2, 1]);
    }

    #[test]
    fn what_has_no_vector_is_judged_by_its_words() {
        let fused = fuse(&[(1, 9.0), (2, 3.0)], &[(3, 0.5)], |_| None, 10);
        assert_eq!(ids(&fused), [1, 3, 2]);
        assert_eq!(ids(&fuse(&[(1, 9.0), (2, 3.0)], &[], |_| None, 1)), [1]);
    }

    #[test]
    fn neither_word_nor_meaning_is_no_hit() {
        assert_eq!(fuse(&[], &[(1, 0.1), (2, -0.3)], |_| None, 10), []);
        assert_eq!(ids(&fuse(&[(2, 1.0)], &[(1, 0.1), (2, -0.3)], |_| Some(-0.3), 10)), [2]);
        assert_eq!(fuse(&[], &[], |_| None, 10), []);
    }

    #[test]
    fn ties_are_stable() {
        let tied = fuse(&[], &[(9, 0.5), (4, 0.5)], |_| None, 10);
        assert_eq!(ids(&tied), [4, 9]);
        let tied = fuse(&[(7, 1.0), (5, 1.0)], &[], |_| None, 10);
        assert_eq!(ids(&tied), [5, 7]);
    }
}
