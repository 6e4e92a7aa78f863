//! Attention of a text's pieces to each other, as a custom operation on candle's tensors. Each text for itself: nothing is
//! padded, nothing masked. By candle's products and softmax the small matrices of a head take twice as long, on one thread.

use std::array::from_fn;
use std::ops::Range;

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor};
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use super::gelu::exp;
use super::lanes::{self, Lanes, Work};
use super::linear::contiguous;
use super::minilm::DIMENSIONS;

/// Heads of a layer.
const HEADS: usize = 12;

/// Numbers of a head.
const HEAD: usize = DIMENSIONS / HEADS;

/// Numbers of a piece's row: query, key and value.
const STATES: usize = 3 * DIMENSIONS;

/// Numbers of a key that are multiplied at once.
const STEP: usize = 4;

/// Numbers that a vector instruction takes.
const WIDTH: usize = 8;

/// Pieces for which a thread of their own pays at least.
const FEWEST: usize = 16;

/// What each piece takes from the others of its text. A row of `states` holds query, key and value of a piece.
pub fn attend(states: &Tensor, texts: &[Range<usize>]) -> Result<Tensor> {
    states.apply_op1_no_bwd(&Attention { texts })
}

struct Attention<'a> {
    texts: &'a [Range<usize>],
}

impl CustomOp1 for Attention<'_> {
    fn name(&self) -> &'static str {
        "attention"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let states = contiguous(storage, layout)?;
        let pieces = states.len() / STATES;
        let mut out = vec![0.0; pieces * DIMENSIONS];
        for text in self.texts {
            let states = &states[text.start * STATES..text.end * STATES];
            let out = &mut out[text.start * DIMENSIONS..text.end * DIMENSIONS];
            let block = text.len().div_ceil(rayon::current_num_threads()).max(FEWEST);
            out.par_chunks_mut(block * DIMENSIONS)
                .enumerate()
                .for_each(|(nth, out)| lanes::run(Queries { states, first: nth * block, out }));
        }
        Ok((CpuStorage::F32(out), (pieces, DIMENSIONS).into()))
    }
}

/// Some pieces of a text, from the `first` on, which ask all of it.
struct Queries<'a> {
    states: &'a [f32],
    first: usize,
    out: &'a mut [f32],
}

impl Work for Queries<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let pieces = self.states.len() / STATES;
        let (mut keys, mut shares) = (vec![0.0; HEAD * pieces], vec![0.0; pieces]);
        for head in (0..HEADS).map(|head| head * HEAD) {
            for (piece, row) in self.states.chunks_exact(STATES).enumerate() {
                for (n, &key) in row[DIMENSIONS + head..][..HEAD].iter().enumerate() {
                    keys[n * pieces + piece] = key;
                }
            }
            let rows = self.states[self.first * STATES..].chunks_exact(STATES);
            for (row, out) in rows.zip(self.out.chunks_exact_mut(DIMENSIONS)) {
                score(&row[head..][..HEAD], &keys, &mut shares);
                let whole = softmax(&mut shares);
                let mut sums = [0.0; HEAD];
                for (share, row) in shares.iter().zip(self.states.chunks_exact(STATES)) {
                    let values = &row[2 * DIMENSIONS + head..][..HEAD];
                    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += share * value);
                }
                out[head..][..HEAD].iter_mut().zip(sums).for_each(|(out, sum)| *out = sum / whole);
            }
        }
    }
}

/// Query times each key, divided by the root of their length. `keys` holds number by number, in each piece by piece.
#[inline(always)]
fn score(query: &[f32], keys: &[f32], scores: &mut [f32]) {
    let scale = 1.0 / (HEAD as f32).sqrt();
    let pieces = scores.len();
    scores.fill(0.0);
    for (query, keys) in query.chunks_exact(STEP).zip(keys.chunks_exact(STEP * pieces)) {
        let query: [f32; STEP] = from_fn(|n| query[n] * scale);
        let keys: [&[f32]; STEP] = from_fn(|n| &keys[n * pieces..][..pieces]);
        for (piece, score) in scores.iter_mut().enumerate() {
            *score += (query[0] * keys[0][piece] + query[1] * keys[1][piece])
                + (query[2] * keys[2][piece] + query[3] * keys[3][piece]);
        }
    }
}

/// The shares that each score stands for, times what is returned.
#[inline(always)]
fn softmax(scores: &mut [f32]) -> f32 {
    let most = fold(scores, f32::NEG_INFINITY, |a, b| if a > b { a } else { b });
    scores.iter_mut().for_each(|score| *score = exp(*score - most));
    fold(scores, 0.0, |a, b| a + b)
}

/// Folds all numbers into one, so many at a time as an instruction takes.
#[inline(always)]
fn fold(numbers: &[f32], start: f32, join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut wide = [start; WIDTH];
    let (chunks, rest) = numbers.as_chunks::<WIDTH>();
    for chunk in chunks {
        wide = from_fn(|n| join(wide[n], chunk[n]));
    }
    wide.iter().chain(rest).fold(start, |a, &b| join(a, b))
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Tensor};

    use super::{HEAD, HEADS, STATES, attend};

    #[test]
    fn it_is_what_candle_computes() {
        let number = |at: usize| ((at * 2_654_435_761) % 1000) as f32 / 250.0 - 2.0;
        let texts = [0..37, 37..38, 38..60];
        let states = Tensor::from_iter((0..60 * STATES).map(number), &Device::Cpu).unwrap();
        let states = states.reshape((60, STATES)).unwrap();
        let ours = attend(&states, &texts).unwrap().to_vec2::<f32>().unwrap();
        for text in texts {
            let parts =
                states.narrow(0, text.start, text.len()).unwrap().reshape((text.len(), 3, HEADS, HEAD)).unwrap();
            let part = |part| parts.narrow(1, part, 1).unwrap().squeeze(1).unwrap().transpose(0, 1).unwrap();
            let scores = part(0).matmul(&part(1).t().unwrap()).unwrap() / (HEAD as f64).sqrt();
            let shares = candle_nn::ops::softmax_last_dim(&scores.unwrap()).unwrap();
            let theirs = shares.matmul(&part(2)).unwrap().transpose(0, 1).unwrap().flatten_from(1).unwrap();
            for (ours, theirs) in ours[text].iter().zip(theirs.to_vec2::<f32>().unwrap()) {
                assert!(ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() < 1e-5));
            }
        }
    }
}
