//! Attention of a text's pieces to each other, by candle's products and softmax. Each text for itself: nothing is padded,
//! nothing masked.

use std::ops::Range;

use candle_core::{Result, Tensor};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::minilm::DIMENSIONS;

/// Heads of a layer.
const HEADS: usize = 12;

/// Numbers of a head.
const HEAD: usize = DIMENSIONS / HEADS;

/// What each piece takes from the others of its text. A row of `states` holds query, key and value of a piece.
pub fn attend(states: &Tensor, texts: &[Range<usize>]) -> Result<Tensor> {
    match texts {
        [text] => attend_one(states, text),
        _ => Tensor::cat(&texts.par_iter().map(|text| attend_one(states, text)).collect::<Result<Vec<_>>>()?, 0),
    }
}

/// Rows of one text.
fn attend_one(states: &Tensor, text: &Range<usize>) -> Result<Tensor> {
    let pieces = text.len();
    let states = states.narrow(0, text.start, pieces)?.reshape((pieces, 3, HEADS, HEAD))?;
    // Head by head, piece by piece, number by number.
    let part = |part: usize| states.narrow(1, part, 1)?.squeeze(1)?.transpose(0, 1);
    let queries = (part(0)? * (1.0 / (HEAD as f64).sqrt()))?;
    let scores = queries.matmul(&part(1)?.t()?)?;
    let shares = candle_nn::ops::softmax_last_dim(&scores)?;
    shares.matmul(&part(2)?)?.transpose(0, 1)?.reshape((pieces, DIMENSIONS))
}
