//! Products of a layer's inputs with its weights, in 16-bit integers: twice as many at a time as in floats, half the memory.
//! Knows nothing of what the layers mean.
//!
//! A row of inputs is a scale times whole numbers of 14 bits and a sign. A column of weights is a scale times whole numbers,
//! as large as they can be without the 32-bit sum of any section overflowing, whatever the inputs are. With 12 bits, or
//! sums of whole columns, the vectors are ten times further from those of floats.

use super::lanes::{Lanes, SECTION, TILE_COLUMNS, TILE_ROWS};

/// Largest whole number that an input becomes.
const LARGEST_INPUT: f32 = 16_383.0;

/// Largest sum of the whole numbers, without signs, of a column's section: 2^31 / 2^14, less what rounding may add.
const LARGEST_SECTION: f32 = 131_072.0 - 2.0 * SECTION as f32;

/// Adding it to a number of less than 2^22 leaves the nearest whole number in the low bits: 1.5 × 2^23.
const ROUND: f32 = 12_582_912.0;

/// The nearest whole number of one between -32768 and 32767.
#[inline(always)]
fn nearest(x: f32) -> i16 {
    (x + ROUND).to_bits() as i16
}

/// Two neighbours in one word.
#[inline(always)]
fn word(even: i16, odd: i16) -> i32 {
    i32::from(even as u16) | (i32::from(odd) << 16)
}

/// The largest number without its sign.
#[inline(always)]
fn largest(row: &[f32]) -> f32 {
    let (chunks, rest) = row.as_chunks::<16>();
    let mut most = [0_f32; 16];
    for chunk in chunks {
        for (most, x) in most.iter_mut().zip(chunk) {
            *most = if x.abs() > *most { x.abs() } else { *most };
        }
    }
    most.iter().chain(rest).fold(0.0, |most, x| if x.abs() > most { x.abs() } else { most })
}

/// Rows of inputs in whole numbers.
#[derive(Default)]
pub struct Inputs {
    /// Words by the four rows of a tile, then by place in the row, then by tile.
    words: Vec<[i32; TILE_ROWS]>,
    scales: Vec<f32>,
}

impl Inputs {
    /// Takes rows of `width` numbers, an even one.
    #[inline(always)]
    pub fn set(&mut self, values: &[f32], width: usize) {
        let rows = values.len() / width;
        let tile = width / 2;
        self.scales.clear();
        self.words.resize(rows.div_ceil(TILE_ROWS) * tile, [0; TILE_ROWS]);
        for (row, values) in values.chunks_exact(width).enumerate() {
            let most = largest(values);
            let factor = if most > 0.0 { LARGEST_INPUT / most } else { 0.0 };
            self.scales.push(most / LARGEST_INPUT);
            let words = &mut self.words[row / TILE_ROWS * tile..][..tile];
            for (words, pair) in words.iter_mut().zip(values.as_chunks::<2>().0) {
                words[row % TILE_ROWS] = word(nearest(pair[0] * factor), nearest(pair[1] * factor));
            }
        }
    }
}

/// Appends a layer's weights in whole numbers, `inputs` numbers (an even one) for each output, to `words`: words by the
/// sixteen columns of a tile, then by place in the column, then by tile. Appends each output's scale to `scales`.
pub fn pack(weights: &[f32], inputs: usize, words: &mut Vec<i32>, scales: &mut Vec<f32>) {
    for outputs in weights.chunks_exact(inputs * TILE_COLUMNS) {
        let start = words.len();
        words.resize(start + inputs / 2 * TILE_COLUMNS, 0);
        let tile = words[start..].as_chunks_mut::<TILE_COLUMNS>().0;
        for (column, weights) in outputs.chunks_exact(inputs).enumerate() {
            let sums =
                weights.chunks(2 * SECTION).map(|section| section.iter().map(|weight| weight.abs()).sum::<f32>());
            let scale = (sums.fold(0.0, f32::max) / LARGEST_SECTION).max(largest(weights) / f32::from(i16::MAX));
            let factor = if scale > 0.0 { 1.0 / scale } else { 0.0 };
            for (words, pair) in tile.iter_mut().zip(weights.as_chunks::<2>().0) {
                words[column] = word(nearest(pair[0] * factor), nearest(pair[1] * factor));
            }
            scales.push(scale);
        }
    }
}

/// A layer's packed weights and what is added to its sums.
pub struct Columns<'a> {
    /// Numbers of a row of inputs.
    pub inputs: usize,
    /// As [`pack`] makes them.
    pub words: &'a [[i32; TILE_COLUMNS]],
    /// One for each output.
    pub scales: &'a [f32],
    /// One for each output.
    pub bias: &'a [f32],
}

impl Columns<'_> {
    /// Fills `outputs`, as many rows as were set.
    #[inline(always)]
    pub fn multiply<L: Lanes>(&self, lanes: L, inputs: &Inputs, outputs: &mut [f32]) {
        let tile = self.inputs / 2;
        let width = self.scales.len();
        let columns = self.scales.as_chunks::<TILE_COLUMNS>().0.iter().zip(self.bias.as_chunks::<TILE_COLUMNS>().0);
        for ((at, right), (scales, bias)) in self.words.chunks_exact(tile).enumerate().zip(columns) {
            let rows = inputs.scales.chunks(TILE_ROWS).zip(outputs.chunks_mut(TILE_ROWS * width));
            for (left, (left_scales, outputs)) in inputs.words.chunks_exact(tile).zip(rows) {
                let sums = lanes.tile(left, right);
                let rows = outputs.chunks_exact_mut(width).zip(left_scales).zip(&sums);
                for ((outputs, left_scale), sums) in rows {
                    let outputs = &mut outputs[at * TILE_COLUMNS..][..TILE_COLUMNS];
                    for (column, output) in outputs.iter_mut().enumerate() {
                        *output = sums[column] * (left_scale * scales[column]) + bias[column];
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Plain;
    use super::{Columns, Inputs, pack};

    fn numbers(many: usize, seed: u32) -> Vec<f32> {
        let mut state = seed;
        let next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        std::iter::repeat_with(next).take(many).collect()
    }

    fn run(weights: &[f32], width: usize, inputs: &Inputs, outputs: &mut [f32]) {
        let (mut words, mut scales) = (Vec::new(), Vec::new());
        pack(weights, width, &mut words, &mut scales);
        let bias = vec![0.5; scales.len()];
        let words = words.as_chunks().0;
        Columns { inputs: width, words, scales: &scales, bias: &bias }.multiply(Plain, inputs, outputs);
    }

    #[test]
    fn products_are_those_of_floats() {
        for rows in [1, 3, 4, 7] {
            let (width, outputs) = (96, 48);
            let (values, weights) = (numbers(rows * width, 3), numbers(outputs * width, 5));
            let mut inputs = Inputs::default();
            // What was there before does not count.
            inputs.set(&numbers(11 * 384, 1), 384);
            inputs.set(&values, width);
            let mut ours = vec![0.0; rows * outputs];
            run(&weights, width, &inputs, &mut ours);
            for (row, ours) in values.chunks_exact(width).zip(ours.chunks_exact(outputs)) {
                for (column, ours) in weights.chunks_exact(width).zip(ours) {
                    let exact = row.iter().zip(column).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>() + 0.5;
                    assert!((f64::from(*ours) - exact).abs() < 2e-3, "{ours} {exact}");
                }
            }
        }
    }

    #[test]
    fn the_largest_sums_fit() {
        for (width, weight) in [(384, 1.0), (1536, 1.0), (1536, 1e-20), (2, 3.0), (1536, 0.0)] {
            let mut inputs = Inputs::default();
            inputs.set(&vec![-7.0; width], width);
            let mut ours = [0.0; 16];
            run(&vec![weight; 16 * width], width, &inputs, &mut ours);
            let exact = -7.0 * weight * width as f32 + 0.5;
            assert!(ours.iter().all(|ours| (ours - exact).abs() <= 1e-3 * exact.abs()), "{ours:?} {exact}");
        }
    }
}
