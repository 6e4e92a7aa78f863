//! Products of a layer's inputs with its weights, in 16-bit integers: twice as many at a time as in floats, half the memory.
//! Knows nothing of what the layers mean.
//!
//! A row of inputs is a scale times whole numbers of 14 bits and a sign. A column of weights is a scale times whole numbers,
//! as large as they can be without the 32-bit sum of any section overflowing, whatever the inputs are. With 12 bits, or
//! sums of whole columns, the vectors are ten times further from those of floats.

use std::ops::Range;

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

/// Bytes that the allocators of the C library take from the system, and give back to it, for themselves: 32 MiB with
/// glibc, whose limit for that rises up to there. Room that is reserved and not used is not resident.
const ALONE: usize = 40 << 20;

/// The whole numbers of all products of a model: words by the sixteen columns of a tile, then by place in the column, then
/// by tile, then by product.
pub struct Words(Vec<[i32; TILE_COLUMNS]>);

impl Words {
    /// None yet.
    pub fn new() -> Words {
        Words(Vec::with_capacity(ALONE / size_of::<[i32; TILE_COLUMNS]>()))
    }
}

/// A layer's weights and what is added to its sums.
pub struct Product {
    inputs: usize,
    /// Which of the model's words are this product's.
    words: Range<usize>,
    scales: Vec<f32>,
    added: Vec<f32>,
}

impl Product {
    /// A product of rows of `inputs` numbers, an even one, whose columns are still to be pushed.
    pub fn new(all: &mut Words, inputs: usize, outputs: usize) -> Product {
        let words = all.0.len()..all.0.len() + outputs / TILE_COLUMNS * (inputs / 2);
        all.0.resize(words.end, [0; TILE_COLUMNS]);
        Product { inputs, words, scales: Vec::with_capacity(outputs), added: Vec::with_capacity(outputs) }
    }

    /// The next output: its weights, one for each input, and what is added.
    pub fn push(&mut self, all: &mut Words, weights: &[f32], added: f32) {
        let sums = weights.chunks(2 * SECTION).map(|section| section.iter().map(|weight| weight.abs()).sum::<f32>());
        let scale = (sums.fold(0.0, f32::max) / LARGEST_SECTION).max(largest(weights) / f32::from(i16::MAX));
        let factor = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        let (tile, column) = (self.scales.len() / TILE_COLUMNS, self.scales.len() % TILE_COLUMNS);
        let words = &mut all.0[self.words.start + tile * (self.inputs / 2)..][..self.inputs / 2];
        for (words, pair) in words.iter_mut().zip(weights.as_chunks::<2>().0) {
            words[column] = word(nearest(pair[0] * factor), nearest(pair[1] * factor));
        }
        self.scales.push(scale);
        self.added.push(added);
    }

    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        self.scales.len()
    }

    /// Fills `outputs`, as many rows as were set.
    #[inline(always)]
    pub fn run<L: Lanes>(&self, lanes: L, all: &Words, inputs: &Inputs, outputs: &mut [f32]) {
        let tile = self.inputs / 2;
        let columns = self.scales.as_chunks::<TILE_COLUMNS>().0.iter().zip(self.added.as_chunks::<TILE_COLUMNS>().0);
        for ((at, right), (scales, added)) in all.0[self.words.clone()].chunks_exact(tile).enumerate().zip(columns) {
            let rows = inputs.scales.chunks(TILE_ROWS).zip(outputs.chunks_mut(TILE_ROWS * self.outputs()));
            for (left, (left_scales, outputs)) in inputs.words.chunks_exact(tile).zip(rows) {
                let sums = lanes.tile(left, right);
                let rows = outputs.chunks_exact_mut(self.outputs()).zip(left_scales).zip(&sums);
                for ((outputs, left_scale), sums) in rows {
                    let outputs = &mut outputs[at * TILE_COLUMNS..][..TILE_COLUMNS];
                    for (column, output) in outputs.iter_mut().enumerate() {
                        *output = sums[column] * (left_scale * scales[column]) + added[column];
                    }
                }
            }
        }
    }
}

/// A table of rows of which some are looked up; 16 bits a number.
pub struct Table {
    width: usize,
    numbers: Vec<i16>,
    scales: Vec<f32>,
}

impl Table {
    /// Rows of `width` numbers, still to be pushed; `rows` of them will be.
    pub fn new(width: usize, rows: usize) -> Table {
        let numbers = Vec::with_capacity((rows * width).max(ALONE / size_of::<i16>()));
        Table { width, numbers, scales: Vec::with_capacity(rows) }
    }

    /// The next row.
    pub fn push(&mut self, row: &[f32]) {
        let most = largest(row);
        let factor = if most > 0.0 { f32::from(i16::MAX) / most } else { 0.0 };
        self.numbers.extend(row.iter().map(|x| nearest(x * factor)));
        self.scales.push(most / f32::from(i16::MAX));
    }

    /// Adds a row, the first is 0, to `sums`.
    #[inline(always)]
    pub fn add(&self, row: usize, sums: &mut [f32]) {
        let scale = self.scales[row];
        let numbers = &self.numbers[row * self.width..][..self.width];
        sums.iter_mut().zip(numbers).for_each(|(sum, &number)| *sum += f32::from(number) * scale);
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Plain;
    use super::{Inputs, Product, Table, Words};

    fn numbers(many: usize, seed: u32) -> Vec<f32> {
        let mut state = seed;
        let next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        std::iter::repeat_with(next).take(many).collect()
    }

    fn run(weights: &[f32], width: usize, inputs: &Inputs, outputs: &mut [f32]) {
        let mut words = Words::new();
        let mut before = Product::new(&mut words, 2, 16);
        let mut product = Product::new(&mut words, width, weights.len() / width);
        (0..16).for_each(|_| before.push(&mut words, &[9.0, 9.0], 0.0));
        weights.chunks_exact(width).for_each(|row| product.push(&mut words, row, 0.5));
        product.run(Plain, &words, inputs, outputs);
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

    #[test]
    fn a_tables_rows_come_back() {
        let values = numbers(30, 9);
        let mut table = Table::new(10, 3);
        values.chunks_exact(10).for_each(|row| table.push(row));
        for (at, row) in values.chunks_exact(10).enumerate() {
            let mut sums = [1.0; 10];
            table.add(at, &mut sums);
            assert!(sums.iter().zip(row).all(|(sum, x)| (sum - 1.0 - x).abs() < 1e-4));
        }
    }
}
