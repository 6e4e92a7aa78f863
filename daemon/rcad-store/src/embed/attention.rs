//! Attention of a text's pieces to each other, each text for itself: nothing is padded, nothing masked.

use std::ops::Range;

use super::DIMENSIONS;
use super::pointwise::softmax;

/// Heads of a layer.
const HEADS: usize = 12;

/// Numbers of a head.
const HEAD: usize = DIMENSIONS / HEADS;

/// Numbers of a piece: query, key, value, in this order.
pub const STATE: usize = 3 * DIMENSIONS;

/// Pieces whose scores are computed at once.
const STEP: usize = 32;

/// Room that is used again.
#[derive(Default)]
pub struct Attention {
    /// A head's keys, number by number.
    keys: Vec<[f32; STEP]>,
    scores: Vec<f32>,
}

impl Attention {
    /// Fills `out` for the pieces `rows` of all texts; `states` has those of every piece, `texts` says which are a text's.
    #[inline(always)]
    pub fn run(&mut self, states: &[f32], texts: &[Range<usize>], rows: Range<usize>, out: &mut [f32]) {
        for text in texts.iter().filter(|text| text.start < rows.end && rows.start < text.end) {
            let here = text.start.max(rows.start)..text.end.min(rows.end);
            let out = &mut out[(here.start - rows.start) * DIMENSIONS..(here.end - rows.start) * DIMENSIONS];
            let others = &states[text.start * STATE..text.end * STATE];
            let queries = &states[here.start * STATE..here.end * STATE];
            for head in 0..HEADS {
                self.head(head * HEAD, queries, others, out);
            }
        }
    }

    /// The head whose numbers start at `at`.
    #[inline(always)]
    fn head(&mut self, at: usize, queries: &[f32], others: &[f32], out: &mut [f32]) {
        let many = others.len() / STATE;
        let steps = many.div_ceil(STEP);
        self.keys.clear();
        self.keys.resize(steps * HEAD, [0.0; STEP]);
        for (place, state) in others.chunks_exact(STATE).enumerate() {
            let keys = &mut self.keys[place / STEP * HEAD..][..HEAD];
            let key = &state[DIMENSIONS + at..][..HEAD];
            keys.iter_mut().zip(key).for_each(|(keys, &x)| keys[place % STEP] = x);
        }
        self.scores.resize(steps * STEP, 0.0);
        for (state, out) in queries.chunks_exact(STATE).zip(out.chunks_exact_mut(DIMENSIONS)) {
            let query = &state[at..][..HEAD];
            for (keys, scores) in self.keys.chunks_exact(HEAD).zip(self.scores.as_chunks_mut::<STEP>().0) {
                let mut sums = [0.0; STEP];
                for (keys, &x) in keys.iter().zip(query) {
                    sums.iter_mut().zip(keys).for_each(|(sum, key)| *sum += x * key);
                }
                *scores = sums;
            }
            let shares = &mut self.scores[..many];
            softmax(shares, 1.0 / (HEAD as f32).sqrt());
            let mut sums = [0.0; HEAD];
            for (state, &share) in others.chunks_exact(STATE).zip(shares.iter()) {
                let values = &state[2 * DIMENSIONS + at..][..HEAD];
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += share * value);
            }
            out[at..][..HEAD].copy_from_slice(&sums);
        }
    }
}
